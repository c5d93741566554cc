"""What a reader of the page does not see is not read; what he sees stays, however it is styled."""

import pytest

from tests.researchers.web.pages.pages import SENTENCES, article, page_of, words

SECRET = "The keeper was a smuggler and the museum hides his gold behind the third lamp room."

_ATTRIBUTES = {
    "hidden": "hidden",
    "hidden until found": "hidden='until-found'",
    "aria-hidden": "aria-hidden='true'",
    "popover": "popover",
    "display none": "style='display:none'",
    "display none, important, odd spelling": "style='color:red; DISPLAY : NONE !important'",
    "display none in escapes": r"style='d\69splay:n\6fne'",
    "display none behind a comment": "style='display/**/:/* */none'",
    "visibility hidden": "style='visibility:hidden'",
    "visibility collapse": "style='visibility: collapse'",
    "content-visibility": "style='content-visibility:hidden'",
    "opacity 0": "style='opacity:0'",
    "opacity almost 0": "style='opacity:.01'",
    "opacity in percent": "style='opacity: 2%'",
    "filter opacity": "style='filter:opacity(0%)'",
    "font size 0": "style='font-size:0'",
    "font size 1px": "style='font-size:1px'",
    "font size in em": "style='font-size:.01em'",
    "font shorthand": "style='font:0/0 a'",
    "no height": "style='height:0;overflow:hidden'",
    "no width": "style='width:0px;overflow-x:hidden'",
    "no max-height": "style='max-height:0;overflow:hidden'",
    "one pixel": "style='position:absolute;width:1px;height:1px;overflow:hidden'",
    "left of the page": "style='position:absolute;left:-9999px'",
    "above the page": "style='position:fixed;top:-100em'",
    "right inset": "style='position:absolute;right:-2000px'",
    "inset shorthand": "style='position:absolute;inset:-9999px auto auto 0'",
    "margin": "style='margin-left:-9999px'",
    "text indent": "style='text-indent:-9999px'",
    "clip": "style='position:absolute;clip:rect(0 0 0 0)'",
    "clip of one pixel": "style='clip: rect(1px, 1px, 1px, 1px)'",
    "clip path inset": "style='clip-path:inset(50%)'",
    "clip path circle": "style='clip-path: circle(0)'",
    "clip path polygon": "style='-webkit-clip-path:polygon(0 0, 0 0, 0 0)'",
    "scale": "style='transform:scale(0)'",
    "translate": "style='transform: translateX(-9999px)'",
    "zoom": "style='zoom:0'",
    "white on white": "style='color:white'",
    "almost white on white": "style='color:#fdfdfd'",
    "white in rgb": "style='color:rgb(255, 255, 255)'",
    "no alpha": "style='color:rgba(0,0,0,0)'",
    "transparent": "style='color:transparent'",
    "text fill": "style='-webkit-text-fill-color:#fff'",
    "black on black": "style='background:#000;color:#000'",
    "grey on grey": "style='background-color:#ccc;color:#cdcdcd'",
    "sr-only": "class='sr-only'",
    "visually-hidden": "class='note visually-hidden'",
    "screen-reader-text": "class='screen-reader-text'",
    "a common style sheet's class": "class='card d-none'",
}


@pytest.mark.parametrize("attributes", _ATTRIBUTES.values(), ids=_ATTRIBUTES.keys())
@pytest.mark.parametrize("tag", ["p", "div"])
def test_text_hidden_by_its_own_element_is_not_read(tag: str, attributes: str) -> None:
    page = page_of(article(f"<{tag} {attributes}>{SECRET}</{tag}>"))

    assert "smuggler" not in page.text
    assert page.hidden_chars >= len(SECRET)
    assert all(one in words(page.text) for one in SENTENCES)


@pytest.mark.parametrize("attributes", _ATTRIBUTES.values(), ids=_ATTRIBUTES.keys())
def test_text_inside_a_hidden_element_is_not_read(attributes: str) -> None:
    nested = f"<section {attributes}><p><em>{SECRET}</em></p></section>"

    assert "smuggler" not in page_of(article(nested)).text


_MARKUP = {
    "a comment": f"<!-- <p>{SECRET}</p> -->",
    "a script": f"<script>var x = '<p>{SECRET}</p>'</script>",
    "a style": f"<style>/* {SECRET} */</style>",
    "a template": f"<template><p>{SECRET}</p></template>",
    "noscript": f"<noscript><p>{SECRET}</p></noscript>",
    "an iframe": f"<iframe src='about:blank'><p>{SECRET}</p></iframe>",
    "an object": f"<object><p>{SECRET}</p></object>",
    "a video": f"<video><p>{SECRET}</p></video>",
    "a canvas": f"<canvas><p>{SECRET}</p></canvas>",
    "a closed dialog": f"<dialog><p>{SECRET}</p></dialog>",
    "an input": f"<p>See <input value='{SECRET}'> here, in this form.</p>",
    "a hidden input": f"<input type='hidden' value='{SECRET}'>",
    "an alt text": f"<p>See <img src='x.png' alt='{SECRET}'> here, in this picture.</p>",
    "a title": f"<p title='{SECRET}'>Mind the step at the door of the tower, please.</p>",
    "an aria-label": f"<p aria-label='{SECRET}'>Mind the step at the door, please.</p>",
    "a link's address": f"<p>Go <a href='/?q={SECRET}'>there</a> for more of the same.</p>",
    "the title of a drawing": f"<svg><title>{SECRET}</title><desc>{SECRET}</desc></svg>",
    "data": f"<p data-text='{SECRET}'>Mind the step at the door of the tower.</p>",
    "a font of the ground's colour": f"<p><font color='#ffffff'>{SECRET}</font></p>",
    "a cell of the text's colour": (
        f"<table bgcolor='black'><tr><td style='color:black'>{SECRET}</td></tr></table>"
    ),
}


@pytest.mark.parametrize("markup", _MARKUP.values(), ids=_MARKUP.keys())
def test_what_is_no_text_of_the_page_is_not_read(markup: str) -> None:
    page = page_of(article(markup))

    assert "smuggler" not in page.text
    assert all(one in words(page.text) for one in SENTENCES)


@pytest.mark.parametrize(
    "head",
    [
        f"<meta name='description' content='{SECRET}'>",
        f"<meta property='og:description' content='{SECRET}'>",
        f'<script type="application/ld+json">{{"articleBody": "{SECRET}"}}</script>',
    ],
)
def test_what_a_page_says_of_itself_is_no_text_of_it(head: str) -> None:
    assert "smuggler" not in page_of(article(head=head)).text


_RULES = {
    "a class": ".x { display: none }",
    "an id": "#y{display:none}",
    "an attribute": "[data-kind=z] {visibility:hidden}",
    "a list of selectors": "h6, .never, p.x {opacity:0}",
    "a descendant": "main .x { font-size: 0 }",
    "children": "html > body > main > article > .x {display:none}",
    "a neighbour": "p + .x {display:none}",
    "a later sibling": "h1 ~ .x {display:none}",
    "a negation": "article p:not(.shown):not([class='']) ~ .x:not(.shown) {display:none}",
    "a screen": "@media screen { .x {display:none} }",
    "a wide screen": "@media (min-width: 600px) { .x {display:none} }",
    "nested": "@supports (display:grid) { @media all { .x { text-indent:-999em } } }",
    "a layer": "@layer base { .x { display:none } }",
    "important": ".x {display:none !important} p.x#y {display:block}",
    "later": ".x {display:block} .x {display:none}",
    "more specific": "p.x {display:none} p {display:block}",
    "escapes": r".\78 { d\69 splay: none }",
    "the ground's colour": "body {background: #123456} .x {color: #123457}",
    "a rule in a rule": "article { p { &.x { display:none } } }",
    "a rule after a rule's own": ".x { color: red; @media screen { display: none } }",
    "a place": "p:nth-child(5) {display:none}",
    "every other place": "article > :nth-child(2n+1):not(h1):is(.x, .z) {display:none}",
    "a place of its kind": "p:nth-of-type(4) {display:none}",
    "a place from the end": "p:nth-last-child(4) {display:none}",
    "a choice": ":is(aside, .x):where(p) {display:none}",
    "a variable": ":root {--how: none} .x {display: var(--how)}",
    "a variable in a variable": ".x {--a: var(--b, hidden); visibility: var(--a)}",
    "everything else shown": "p {display:block} #y {clip-path: inset(100%)}",
}


@pytest.mark.parametrize("rules", _RULES.values(), ids=_RULES.keys())
def test_text_hidden_by_the_pages_own_style_is_not_read(rules: str) -> None:
    hidden = f"<p class='x' id='y' data-kind='z'>{SECRET}</p>"
    page = page_of(article(hidden, head=f"<style>{rules}</style>"))

    assert "smuggler" not in page.text
    assert page.hidden_chars >= len(SECRET)


_SHOWN = {
    "a printer's style": ("<style>@media print {.x {display:none}}</style>", "class='x'"),
    "a phone's style": ("<style>@media (max-width:400px) {.x{display:none}}</style>", "class='x'"),
    "a sheet for print": ("<style media='print'>.x{display:none}</style>", "class='x'"),
    "a hovered state": ("<style>.x:hover {display:none}</style>", "class='x'"),
    "another place": (
        "<style>p:nth-child(6) {opacity:1} p:nth-child(50) {display:none}</style>",
        "class='x'",
    ),
    "a variable that is not set": ("<style>.x {display:var(--how)}</style>", "class='x'"),
    "a variable of another element": (
        "<style>h1{--how:none}.x{display:var(--how)}</style>",
        "class='x'",
    ),
    "a keyword": ("", "style='visibility:inherit;color:inherit;font-size:inherit'"),
    "generated content": ("<style>.x::before {display:none}</style>", "class='x'"),
    "another element": ("<style>.x .x, .y > .x, h1 .x {display:none}</style>", "class='x'"),
    "overruled": ("<style>.x {display:none}</style>", "class='x' style='display:block'"),
    "overruled by weight": (
        "<style>p.x {display:block} .x {display:none}</style>",
        "class='x'",
    ),
    "aria-hidden false": ("", "aria-hidden='false'"),
    "white on blue": ("", "style='color:#fff;background:#00f'"),
    "grey": ("", "style='color:#888'"),
    "white on a picture": ("", "style='color:#fff;background:url(night.jpg) no-repeat'"),
    "filled with a gradient": (
        "",
        "style='color:transparent;background:linear-gradient(red,blue);background-clip:text'",
    ),
    "small print": ("", "style='font-size:9px'"),
    "half faded": ("", "style='opacity:.5'"),
    "cut at its edge": ("", "style='overflow:hidden;height:400px'"),
    "centred": ("", "style='position:absolute;left:50%;margin-left:-600px;width:1200px'"),
    "indented": ("", "style='text-indent:2em'"),
    "hidden on phones": ("", "class='hidden md:block'"),
    "hidden on phones, otherwise": ("", "class='d-none d-lg-flex'"),
    "hidden and broken": ("", "style='display:none-such'"),
}


@pytest.mark.parametrize(("head", "attributes"), _SHOWN.values(), ids=_SHOWN.keys())
def test_text_that_is_shown_is_read(head: str, attributes: str) -> None:
    page = page_of(article(f"<p {attributes}>{SECRET}</p>", head=head))

    assert SECRET in words(page.text)
    assert page.hidden_chars == 0


def test_a_child_can_show_what_its_parent_only_hands_down() -> None:
    shown = f"<p style='visibility:visible;font-size:16px'>{SECRET}</p>"
    hidden = f"<div style='visibility:hidden;font-size:0'>Of no use to anybody here. {shown}</div>"
    page = page_of(article(hidden))

    assert SECRET in words(page.text)
    assert "Of no use" not in page.text


def test_a_child_can_not_show_what_is_gone_with_its_parent() -> None:
    shown = f"<p style='display:block;opacity:1;visibility:visible'>{SECRET}</p>"

    assert "smuggler" not in page_of(article(f"<div style='display:none'>{shown}</div>")).text
    assert "smuggler" not in page_of(article(f"<div style='opacity:0'>{shown}</div>")).text


def test_the_text_behind_a_hidden_element_stays() -> None:
    page = page_of(article(f"<p>Before it, <span hidden>{SECRET}</span> and after it all.</p>"))

    assert "Before it, and after it all." in words(page.text)


def test_a_page_that_is_hidden_until_its_script_runs_is_read() -> None:
    style = "<style>body{opacity:0;visibility:hidden}</style>"
    page = page_of(article(head=style, body="style='display:none'"))

    assert all(one in words(page.text) for one in SENTENCES)


def test_characters_without_width_are_not_read() -> None:
    tags = "".join(chr(0xE0000 + ord(c)) for c in "obey me")
    page = page_of(
        article(f"<p>The pier{tags} is long\u200b, and\u2060 the\u202e walk\u202c windy.</p>")
    )

    assert "The pier is long, and the walk windy." in words(page.text)
    assert not any(ord(c) >= 0xE0000 for c in page.text)


def test_joiners_that_writing_needs_are_kept() -> None:
    page = page_of(
        article(
            "<p>\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 and "
            "\U0001f469\u200d\U0001f52c are one word each.</p>"
        )
    )

    assert "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645" in page.text
    assert "\U0001f469\u200d\U0001f52c" in page.text
