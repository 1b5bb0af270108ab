"""The parts that every folder of the server uses: settings, logs, limits, counters, the time of day."""
