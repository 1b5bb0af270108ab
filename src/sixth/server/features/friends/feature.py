"""Friends as a feature of the site: links, requests after games, who is here, invitations to tables."""

from typing import Final

from starlette.routing import Route

from sixth.i18n import gettext as _
from sixth.server.core.route_limits import RouteLimit
from sixth.server.feature import Feature, Fragment, PrivacyTopic
from sixth.server.features.friends import pages
from sixth.server.features.friends.service import Friends
from sixth.server.features.friends.tables import friend_invitations, friend_links
from sixth.server.web.rate_limits import counted_under

REQUESTS: Final = RouteLimit("friends", 60, 3600)
"""Links of friends that are made and opened, and requests to be friends, from one network."""

INVITATIONS: Final = RouteLimit("friends invited", 60, 600)
"""Invitations of friends to tables from one network."""


FRIENDS: Final = Feature(
    name="friends",
    needs=("profile",),
    routes=(
        Route("/you/friends", pages.change, methods=["POST"]),
        Route("/you/friends/link", pages.make_link, methods=["POST"], middleware=counted_under(REQUESTS)),
        Route("/you/friends/link.svg", pages.link_picture),
        Route("/you/friend/{link}", pages.befriend, middleware=counted_under(REQUESTS)),
        Route("/you/friend/{link}", pages.use_link, methods=["POST"], middleware=counted_under(REQUESTS)),
        Route("/t/{table_id}/friends", pages.ask, methods=["POST"], middleware=counted_under(REQUESTS)),
        Route(
            "/t/{table_id}/friends/invite",
            pages.invite,
            methods=["POST"],
            middleware=counted_under(INVITATIONS),
        ),
    ),
    service=lambda site: Friends(site.tables, site.people),
    fragments=(Fragment("circles", "friends/templates/circle.html"),),
    home=pages.home_lines,
    at_table=pages.at_table,
    at_person=pages.at_person,
    privacy=lambda settings: (
        PrivacyTopic(
            _("Links and invitations of friends"),
            _("A fingerprint of your link; the table to which you last invited each friend."),
            _("Links seven days, or until they are used; invitations ten minutes, or until the next ones."),
            (friend_links, friend_invitations),
        ),
    ),
    when_moved=lambda site, _before, after: site.service(Friends).presence.note_move(after),
)
