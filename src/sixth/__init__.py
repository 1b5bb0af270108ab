"""Sixth: the card game 6 nimmt! for players, hosts, bot writers and researchers."""

from sixth import bots
from sixth.rules.events import Choose, Pick, Take
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import End, Rules, RulesError
from sixth.rules.play import Game
from sixth.rules.view import View

games = GAMES
"""The named games by name."""

__all__ = ["Choose", "End", "Game", "Pick", "Refusal", "Rules", "RulesError", "Take", "View", "bots", "games"]
