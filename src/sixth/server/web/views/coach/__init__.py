"""What the coach says of a seat, ready for the page: sentences, drawings, and the decisions as they were."""
