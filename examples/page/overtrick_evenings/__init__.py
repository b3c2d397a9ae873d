"""A club's own page: its evenings, and how many boards each has."""

from collections.abc import Iterable

import overtrick.plugin as ot


@ot.hookimpl(optionalhook=True)
def overtrick_pages() -> Iterable[object]:
    from overtrick_web import PageSpec

    yield PageSpec(
        name="evenings",
        title="Evenings",
        summary="The club's evenings, and how many boards each has",
        routes="overtrick_evenings.page:routes",
        templates="overtrick_evenings:templates",
        shows_cards=False,
    )
