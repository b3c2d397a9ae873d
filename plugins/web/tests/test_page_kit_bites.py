"""The kit of pages against itself: a good page passes it all, a spoilt one is caught and named."""

from __future__ import annotations

import importlib
import shutil
import sys

import pytest

from overtrick_web.testing import PageSuite

DECLARED = """
import overtrick.plugin as ot

@ot.hookimpl(optionalhook=True)
def overtrick_pages(api):
    from overtrick_web import PageSpec
    yield PageSpec(
        name="demo", title="Demo", summary="A page to be spoilt", routes=f"{__name__}.page:routes",
        static=f"{__name__}:static", templates=f"{__name__}:templates", shows_cards=True,
    )
"""
PAGE = """
from starlette.responses import RedirectResponse
from starlette.routing import Route

def routes(site):
    def front(request):
        word = request.query_params.get("word", "")
        return site.render(
            request, "demo/front.html", word=word, documents=site.documents.all(),
        )

    def one(request):
        document = site.documents.get(request.path_params["id"])
        boards = document.current.read().decode()
        return site.render(request, "demo/one.html", document=document, boards=boards)

    async def change(request):
        async with request.form() as form:
            word = str(form["word"])
        if len(word) > 300:
            raise ValueError(word)
        return site.render(request, "demo/front.html", word=word, documents=())

    return [Route("/", front), Route("/one/{id}", one), Route("/change", change, methods=["POST"])]
"""
FRONT = """{% extends "site/layout.html" %}
{% block head %}<link rel="stylesheet" href="{{ static('demo/demo.css') }}">{% endblock %}
{% block main %}
<h1>{{ _("Demo") }}</h1>
<p>{{ word }}</p>
<form method="post" action="/demo/change"><input name="word" aria-label="{{ _("Word") }}"></form>
{% for document in documents %}<a href="/demo/one/{{ document.id }}">{{ document.name }}</a>
{% endfor %}
{% endblock %}
"""
ONE = """{% extends "site/layout.html" %}
{% block body_class %}at-one{% endblock %}
{% block main %}
<h1>{{ document.name }}</h1>
<pre>{{ boards }}</pre>
{% endblock %}
"""
FILES = {
    "__init__.py": DECLARED,
    "page.py": PAGE,
    "templates/front.html": FRONT,
    "templates/one.html": ONE,
    "static/demo.css": "p { color: var(--text); }\n",
}
BLIND = ("__init__.py", "shows_cards=True", "shows_cards=False")

# What is spoilt: file, what stands there and what is put in its place; the requirement naming it.
MUTANTS = {
    "a heavy import": (
        [("__init__.py", "import overtrick.plugin", "import starlette, overtrick.plugin")],
        "declaration_is_light",
    ),
    "a hook that fails": ([("__init__.py", "yield PageSpec", "yield Page")], "plugin_loads"),
    "no summary": ([("__init__.py", '"A page to be spoilt"', '""')], "spec_fields_are_valid"),
    "a title as long as a sentence": (
        [("__init__.py", 'title="Demo"', 'title="All that a page can be, and more"')],
        "spec_fields_are_valid",
    ),
    "routes that take nothing": (
        [("page.py", "def routes(site):", "def routes():")],
        "references_resolve",
    ),
    "a folder that is not there": (
        [("__init__.py", ":static", ":statics")],
        "references_resolve",
    ),
    "a catalogue that is not there": (
        [("__init__.py", "shows_cards", 'catalogue=__name__, shows_cards')],
        "references_resolve",
    ),
    "routes that are none": (
        [("page.py", 'return [Route("/", front)', 'return ["/", Route("/", front)')],
        "loads_for_each_role",
    ),
    "no front": ([("page.py", 'Route("/", front)', 'Route("/x", front)')], "loads_for_each_role"),
    "a route that fails": (
        [("page.py", 'document.current.read()', "document.current.raed()")],
        "every_address_answers",
    ),
    "a front that is a piece": (
        [("templates/front.html", '{% extends "site/layout.html" %}\n', "")],
        "every_address_answers",
    ),
    "no heading": (
        [("templates/one.html", "<h1>{{ document.name }}</h1>", "")],
        "pages_stand_in_the_layout",
    ),
    "two headings": (
        [("templates/front.html", "<p>{{ word }}</p>", "<h1>{{ word }}</h1>")],
        "pages_stand_in_the_layout",
    ),
    "a layout of its own": (
        [("templates/one.html", '{% extends "site/layout.html" %}',
          "<!doctype html><html lang='en'><title>x</title>")],
        "pages_stand_in_the_layout",
    ),
    "no title": (
        [("templates/one.html", "{% block main %}",
          "{% block title %}{% endblock %}{% block main %}")],
        "pages_stand_in_the_layout",
    ),
    "one language": (
        [("templates/front.html", '{% extends "site/layout.html" %}',
          '{% extends "site/layout.html" %}{% set language = "en" %}')],
        "every_language_is_shown",
    ),
    "words for English alone": (
        [("page.py", "        word = request", '        {"en": 1}[site.words(request).language]\n'
          "        word = request")],
        "every_language_is_shown",
    ),
    "words that are not marked": (
        [("templates/one.html", "<pre>", "<p>All boards</p><pre>")],
        "words_can_be_translated",
    ),
    "a label that is not marked": (
        [("templates/front.html", 'aria-label="{{ _("Word") }}"', 'aria-label="Word"')],
        "words_can_be_translated",
    ),
    "a script": ([("templates/one.html", "<pre>", "<script>x()</script><pre>")],
                 "nothing_runs_inline"),
    "a style": ([("templates/one.html", "<pre>", "<pre style='color: red'>")],
                "nothing_runs_inline"),
    "an element of styles": (
        [("templates/one.html", "<pre>", "<style>p { color: red }</style><pre>")],
        "nothing_runs_inline",
    ),
    "a handler": ([("templates/one.html", "<pre>", "<pre onclick='x()'>")], "nothing_runs_inline"),
    "a page in a frame's attribute": (
        [("templates/one.html", "<pre>", "<iframe srcdoc='<p>x'></iframe><pre>")],
        "nothing_runs_inline",
    ),
    "a link that runs": (
        [("templates/one.html", "<pre>", "<a href='javascript:x()'>x</a><pre>")],
        "nothing_runs_inline",
    ),
    "a picture from elsewhere": (
        [("templates/one.html", "<pre>", "<img src='https://x.org/a.png' alt=''><pre>")],
        "nothing_comes_from_elsewhere",
    ),
    "a form that goes elsewhere": (
        [("templates/one.html", "<pre>", "<form action='//x.org/'></form><pre>")],
        "nothing_comes_from_elsewhere",
    ),
    "a font from elsewhere": (
        [("static/demo.css", "p {", "@font-face { src: url(https://x.org/f.woff2); }\np {")],
        "nothing_comes_from_elsewhere",
    ),
    "a cookie": (
        [("page.py", "        return site.render(\n            request, \"demo/front.html\"",
          "        return ot_cookie(site.render)(\n            request, \"demo/front.html\""),
         ("page.py", "\ndef routes", "\ndef ot_cookie(render):\n    def made(*a, **k):\n"
          "        found = render(*a, **k)\n        found.set_cookie('a', 'b')\n"
          "        return found\n    return made\n\ndef routes")],
        "headers_are_left_to_the_site",
    ),
    "a policy of its own": (
        [("page.py", "        boards = document",
          "        from starlette.responses import HTMLResponse\n"
          "        return HTMLResponse('<p>', headers={'Content-Security-Policy': 'x'})\n"
          "        boards = document")],
        "headers_are_left_to_the_site",
    ),
    "everybody may ask": (
        [("page.py", "        boards = document",
          "        from starlette.responses import JSONResponse\n"
          "        return JSONResponse(1, headers={'Access-Control-Allow-Origin': '*'})\n"
          "        boards = document")],
        "headers_are_left_to_the_site",
    ),
    "another encoding": (
        [("page.py", "        boards = document",
          "        from starlette.responses import Response\n"
          "        return Response(b'<p>', media_type='text/html; charset=latin-1')\n"
          "        boards = document")],
        "headers_are_left_to_the_site",
    ),
    "a link that deletes": (
        [("page.py", "        boards = document", "        site.documents.remove(document.id)\n"
          "        boards = document")],
        "asking_changes_nothing",
    ),
    "a look that makes a version": (
        [("page.py", "        boards = document", "        site.documents.save(document.id, b'x',"
          " based_on=document.current.number, what='x')\n        boards = document")],
        "asking_changes_nothing",
    ),
    "what is not there is answered": (
        [("page.py", '        document = site.documents.get(request.path_params["id"])',
          "        document = site.documents.all()[0]")],
        "unknown_addresses_are_not_there",
    ),
    "what is not there fails": (
        [("page.py", 'site.documents.get(request.path_params["id"])',
          '{d.id: d for d in site.documents.all()}[request.path_params["id"]]')],
        "unknown_addresses_are_not_there",
    ),
    "a text of a form that is not escaped": (
        [("templates/front.html", "{{ word }}", "{{ word|safe }}")],
        "words_are_escaped",
    ),
    "a text of a form that is too much": (
        [("page.py", "len(word) > 300", "len(word) > 20")],
        "words_are_escaped",
    ),
    "a text of an address that is not escaped": (
        [("page.py", '        document = site.documents.get(request.path_params["id"])',
          "        from starlette.responses import HTMLResponse\n"
          '        return HTMLResponse("<p>" + request.path_params["id"])')],
        "words_are_escaped",
    ),
    "a quote that ends an attribute": (
        [("templates/front.html", "<p>{{ word }}</p>", "<p title={{ word }}></p>")],
        "words_are_escaped",
    ),
    "cards": ([BLIND], "no_cards_where_none_are_shown"),
    "cards card by card": (
        [BLIND, ("templates/one.html", "{{ boards }}",
                 "{% for letter in boards %}<b>{{ letter }}</b>{% endfor %}")],
        "no_cards_where_none_are_shown",
    ),
    "cards in a form that nobody knows": (
        [BLIND, ("page.py", ".read().decode()", ".read().hex()[:900].upper()")],
        "no_cards_where_none_are_shown",
    ),
    "a large file": (
        [("static/demo.css", "p {", "/*" + "x" * 70_000 + "*/\np {")],
        "static_files_are_small",
    ),
    "a file that is not loaded": (
        [("templates/front.html", "{{ static('demo/demo.css') }}", "demo.css")],
        "loads_little",
    ),
    "too much": (
        [("templates/one.html", "<pre>", "{{ '<!-- word -->' * 12000 }}<pre>")],
        "loads_little",
    ),
}  # fmt: skip
# That a dealer does not have it is the site's work for every page alike; tried below.
ELSEWHERE = {"test_who_sees_no_cards_has_no_page_of_cards"}
NAMES = sorted(name for name in dir(PageSuite) if name.startswith("test_"))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs requirements over a variant of the page; it names what fails."""
    made = []

    def run_some(changes, *requirements):
        name = f"page_{len(made)}_{tmp_path.name}".replace("-", "_")
        made.append(name)
        texts = dict(FILES)
        for file, old, new in changes:
            assert texts[file].count(old) == 1, f"{old!r} stands {texts[file].count(old)} times"
            texts[file] = texts[file].replace(old, new)
        for file, text in texts.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(text, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()

        class Suite(PageSuite):
            page_name = "demo"
            plugin = name

        failed = {}
        for test in requirements:
            try:
                getattr(Suite(), test)()
            except pytest.skip.Exception:
                continue
            except Exception as error:  # noqa: BLE001  # whatever a spoilt page raises
                failed[test] = error
        return failed

    yield run_some
    for name in made:
        for module in [one for one in sys.modules if one.partition(".")[0] == name]:
            del sys.modules[module]
        shutil.rmtree(tmp_path / name, ignore_errors=True)


@pytest.mark.slow
def test_a_good_page_passes(run):
    assert run([], *NAMES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_page_is_caught_by_the_requirement_that_names_it(run, what):
    changes, named = MUTANTS[what]
    failed = run(changes, f"test_{named}")
    assert failed, f"{what} passes test_{named}"
    assert isinstance(failed[f"test_{named}"], Exception)


def test_a_page_of_cards_that_a_dealer_gets_is_caught(run, monkeypatch):
    monkeypatch.setattr(
        "overtrick_web.testing.base.pages_for",
        lambda role, plugins: tuple(plugins.specs(importlib.import_module(
            "overtrick_web").PAGES).values()),
    )  # fmt: skip
    (name,) = ELSEWHERE
    assert "a dealer gets" in str(run([], name)[name])


def test_a_page_that_does_not_load_is_one_failure(run):
    failed = run([("__init__.py", "yield PageSpec", "yield Page")], *NAMES)
    assert list(failed) == ["test_plugin_loads"]
    told = failed["test_plugin_loads"].__dict__["overtrick_kit"]
    assert "NameError: name 'Page' is not defined" in told
    assert "__init__.py:" in told


def test_every_requirement_says_what_to_change():
    missing = {name for name in NAMES if name not in PageSuite.advice}
    assert missing == {
        "test_declaration_is_light", "test_plugin_loads", "test_references_resolve",
        "test_spec_fields_are_valid",
    }  # fmt: skip


def test_every_requirement_bites():
    bitten = {f"test_{named}" for _, named in MUTANTS.values()}
    assert bitten == set(NAMES) - ELSEWHERE
