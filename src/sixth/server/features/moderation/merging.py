"""Mutes and reports of people who become others."""

from sqlalchemy import Connection

from sixth.server.features.moderation.tables import person_mutes, person_reports
from sixth.server.store.people_schema import hand_over


def merge_conduct(connection: Connection, person_id: str, into: str) -> None:
    """Give the mutes and reports by and about a person to another; nobody mutes or reports themselves."""
    mutes, reports = person_mutes.c, person_reports.c
    hand_over(connection, mutes.person_id, person_id, into, mutes.other_id != into)
    hand_over(connection, mutes.other_id, person_id, into, mutes.person_id != into)
    hand_over(connection, mutes.muted_id, person_id, into, mutes.other_id == into)
    hand_over(connection, reports.by_id, person_id, into, reports.person_id != into)
    for column in (reports.about_id, reports.person_id):
        hand_over(connection, column, person_id, into, reports.by_id.is_distinct_from(into))
