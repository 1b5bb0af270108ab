// The sentences of the page of a player's own games.

/**
 * The sentences by name, made by `speaker` (table/i18n.js); one with a count is a function of it. The page fills in
 * the values.
 */
export const sentences = ({_, ngettext}) => ({
  place: _("Place {place} of {players}"),
  won: _("Won"),
  with: _("With {names}"),
  bots: _("Bots: {names}"),
  you: _("You"),
  bot: _("{name} (bot)"),
  again: _("Cards of an earlier game"),
  heads: (count) => ngettext("{count} head", "{count} heads", count),
  played: (count) => ngettext("{count} game", "{count} games", count),
  player: _("Player"),
  round: _("Round {round}"),
  rounds: (count) => ngettext("{count} round", "{count} rounds", count),
  score: _("to {count}"),
  elimination: _("out over {count}"),
  total: _("Total"),
  forget: _("Delete this game"),
  forgotten: _("Deleted."),
  back: _("Restored."),
  mean: _("{games}, {wins} won. {mean} heads per round over {rounds} rounds (95%: {low} to {high})."),
  few: _("{games}, {wins} won. Average shown after 10 rounds."),
  chart: _("{games}: heads per round, oldest first; the list says the same."),
  most: _("“{theme}” cost you most: {heads} in {games}."),
  nothing: _("Nothing stands out in {games}."),
  train: _("Puzzles: {theme}"),
  ask: (count) => ngettext("Ask the coach about {count} more game", "Ask the coach about {count} more games", count),
  thinks: (count) => ngettext("The coach is thinking: {count} game to go", "The coach is thinking: {count} games to go", count),
  between: _("{low} to {high}"),
  added: (count) => ngettext("{count} game was added.", "{count} games were added.", count),
  unread: _("Some of your games could not be read. They are set aside; you can download them."),
  saved: _("Saved: {file}"),
  badFile: _("There are no games in this file; choose one that you downloaded here."),
  unkept: _("This browser does not store anything, so there is no list of your games."),
});
