"""What every room of the server uses: settings, logging, limits, counters, the time of day."""
