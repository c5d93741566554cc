"""How the HTML file looks. Its hash stands in the page's policy, so only this style is applied."""

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
blockquote, pre { margin: .5rem 0; padding: .5rem .75rem; white-space: pre-wrap;
  border-inline-start: 3px solid #8886; background: #8881; }
.marker { text-decoration: none; font-size: .85em; }
.facts, footer { color: GrayText; font-size: .85rem; }
.facts { margin: .25rem 0 1rem; white-space: normal; }
.sides { display: flex; flex-wrap: wrap; gap: 1rem; }
.sides blockquote { flex: 1 1 16rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { border-bottom: 1px solid #8886; padding: .3rem .5rem; text-align: start;
  vertical-align: top; }
li:target { outline: 2px solid Highlight; outline-offset: .25rem; }
footer { margin-top: 3rem; border-top: 1px solid #8886; }
"""
