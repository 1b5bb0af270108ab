"""The lines of standings show what decides, and why somebody stands behind another."""

from sixth.i18n import using_language
from sixth.server.features.tournaments.pages.forms import PlanForm, form_of_plan
from sixth.server.features.tournaments.pages.standings import standing_lines
from sixth.server.features.tournaments.pages.text import figure_title
from sixth.tournaments.commands import Begin, Judge, Report
from tests.tournaments.evenings import SITE, Evening, names


def test_where_own_choices_decide_the_standings_show_what_they_cost() -> None:
    plan = PlanForm.model_validate({"name": "Friday", "rounds": "2", "order": "choices"}).plan()
    assert form_of_plan(plan).plan() == plan
    evening = Evening(*names(3), place="online", order=plan.order, rounds=2)
    evening.send(Begin())
    evening.send(Report(1, 1, (10, 20, 70), game="g"), SITE)
    evening.send(Judge(1, 1, (1.25, -0.5, None)), SITE)
    first, second, third = evening.tables()[0]
    with using_language("en"):
        lines = standing_lines(evening.now)
        assert figure_title(evening.now.plan) == "Own choices"
    assert [(each.who.id, each.points) for each in lines] == [
        (second, "-0.50"),
        (first, "1.25"),
        (third, "0.00"),
    ]
    assert [each.reason for each in lines] == [
        "",
        f"{second} chose better: -0.50 to 1.25 heads lost.",
        f"{first} has played more rounds.",
    ]
