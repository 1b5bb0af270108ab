"""The line of a table's page: public facts of what happened, told once, and the commands of its viewer."""
