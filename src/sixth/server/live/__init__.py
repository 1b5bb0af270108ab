"""The tables of a site at work: commands, cache, news to listeners, bots, deadlines, chat."""
