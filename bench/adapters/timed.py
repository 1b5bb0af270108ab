"""A bot of Sixth with a time for each move, as a program: `python bench/adapters/timed.py search:9999 0.1`.

`bench/outsiders.py` starts it at equal time. A bot that does not search takes its own time.
"""

import sys

from sixth import bots
from sixth.arena import serve_bot

if __name__ == "__main__":
    name, seconds = sys.argv[1:]
    bots.get_ready()
    serve_bot(bots.make(name, seconds=float(seconds)))
