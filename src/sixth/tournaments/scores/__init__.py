"""What tables give: points, relative heads, sums, the ladder of a league, and orders by criteria."""
