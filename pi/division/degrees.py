"""`older` is a degree of `old`: comparatives and superlatives with their plain form."""

from typing import Final

_FORMS: Final = """
bad worse worst|big bigger biggest|bright brighter brightest|busy busier busiest
cheap cheaper cheapest|clean cleaner cleanest|cold colder coldest|common commoner commonest
deep deeper deepest|early earlier earliest|easy easier easiest|far farther farthest further furthest
fast faster fastest|good better best|great greater greatest|hard harder hardest
heavy heavier heaviest|high higher highest|hot hotter hottest|large larger largest
late later latest|light lighter lightest|long longer longest|loud louder loudest
low lower lowest|narrow narrower narrowest|near nearer nearest|new newer newest
old older oldest elder eldest|poor poorer poorest|quick quicker quickest|quiet quieter quietest
rare rarer rarest|rich richer richest|safe safer safest|short shorter shortest
simple simpler simplest|slow slower slowest|small smaller smallest|soft softer softest
steep steeper steepest|strong stronger strongest|sweet sweeter sweetest|tall taller tallest
thick thicker thickest|thin thinner thinnest|tight tighter tightest|warm warmer warmest
weak weaker weakest|wet wetter wettest|wide wider widest|young younger youngest
"""
_PLAIN: Final = {
    form: words.split()[0]
    for words in _FORMS.replace("\n", "|").split("|")
    for form in words.split()[1:]
}
DEGREE: Final = rf"(?:{'|'.join(_PLAIN)}|(?:more|most|less|least) [a-z]{{3,20}})"
"""A pattern for one of them, as `older` or `more expensive`."""


def plain_form(degree: str) -> str:
    """`older` gives `old`, `more expensive` gives `expensive`."""
    words = degree.lower().split()
    return words[-1] if len(words) > 1 else _PLAIN[words[0]]
