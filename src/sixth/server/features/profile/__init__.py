"""The pages of people: name, devices, results and file of a person, and what others may see."""
