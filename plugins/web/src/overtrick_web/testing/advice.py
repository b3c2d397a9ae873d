"""What to change in a page where a requirement fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from overtrick_testing import Advice


def _of(fix: str) -> Advice:
    return Advice(fix, ("routes",))


ADVICE: Final[Mapping[str, Advice]] = {
    "test_loads_for_each_role": _of('Return a Route("/", ...) among the routes, for each role.'),
    "test_every_address_answers": _of(
        "Answer GET with a status below 400, the front with site.render of a template that extends "
        "site/layout.html; name in make_work what stands for the parameters of a path."
    ),
    "test_pages_stand_in_the_layout": _of(
        "Let the template extend site/layout.html, with one h1 in its block main."
    ),
    "test_every_language_is_shown": _of(
        "Answer with site.render, which gives the template the language and its words."
    ),
    "test_words_can_be_translated": _of('Put the words of the template into {{ _("...") }}.'),
    "test_nothing_runs_inline": _of(
        "Put scripts and styles into files of the folder `static`, and link them in the block head."
    ),
    "test_nothing_comes_from_elsewhere": _of(
        "Put what is loaded into the folder `static`; the site's policy forbids other hosts."
    ),
    "test_headers_are_left_to_the_site": _of(
        "Set no policy and no cookie, and send HTML as text/html; charset=utf-8."
    ),
    "test_asking_changes_nothing": _of(
        'Change files in a route with methods=["POST"] alone, and send a form there.'
    ),
    "test_unknown_addresses_are_not_there": _of(
        "Raise NotFoundError for a document, board or name that does not exist."
    ),
    "test_words_are_escaped": _of(
        "Let the template escape what comes from a file, an address or a form: no |safe, and no "
        "HTML made of texts."
    ),
    "test_no_cards_where_none_are_shown": _of(
        "Send no hand, auction or play from a page with shows_cards=False; or declare that it "
        "shows cards."
    ),
    "test_who_sees_no_cards_has_no_page_of_cards": _of("Declare shows_cards=True."),
    "test_static_files_are_small": Advice(
        "Make the file smaller or divide it, and give it the suffix of what it holds.", ("static",)
    ),
    "test_loads_little": _of("Link fewer and smaller files, all of which are in `static`."),
}
"""By the name of a requirement."""
