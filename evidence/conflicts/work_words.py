"""The classes that works and things belong to, in plain English; read by `value_classes`. Indented
lines go on."""

from typing import Final

WORKS: Final[dict[str, str]] = {
    "medium": """
novel: paperback, bestselling novel
novella
book: non-fiction book, memoir, autobiography
film: movie, feature film, motion picture
television series: tv series, television show, sitcom, television drama, miniseries
telenovela < television series
video game: computer game
board game
album: studio album, debut album
song: single
play: stage play
musical
opera
radio drama: radio series, radio play
comic: comic book, graphic novel, manga
magazine
newspaper
podcast
painting
poem
short story
news/talk: news talk, news talk information, talk radio
country music: country music format
classic rock
top 40: contemporary hit radio
""",
    "genre": """
rock: rock music, rock band, rock album, alternative rock, indie rock, punk rock
pop: pop music
jazz
blues
country: country music
folk: folk music
hip hop: hip-hop, rap
heavy metal: metal band, thrash metal, death metal
electronic: electronic music, techno, house music
classical music
soul
reggae
comedy: sitcom
romantic comedy < comedy
comedy-drama < comedy < drama
drama
satirical drama < drama: satire, satirical
documentary
thriller
erotic thriller < thriller
film noir: noir
horror
western
science fiction: sci-fi
fantasy
mystery
crime
caper < crime: heist
autobiography
biography
""",
    "language": """
english: english-language
hindi: hindi-language
telugu: telugu-language
tamil: tamil-language
malayalam: malayalam-language
kannada: kannada-language
marathi: marathi-language
bengali: bengali-language
punjabi: punjabi-language
urdu: urdu-language
gujarati
french: french-language
german: german-language
spanish: spanish-language
italian: italian-language
portuguese: portuguese-language
dutch: dutch-language
russian: russian-language
polish: polish-language
swedish
danish
norwegian
finnish
greek
turkish
arabic
persian
hebrew
chinese
mandarin < chinese
cantonese < chinese
japanese
korean
vietnamese
thai
indonesian
malay
swahili
latin
""",
    "instrument": """
piano: pianist
guitar: guitarist
bass guitar: bassist
drums: drummer
tabla
sitar
violin: violinist, fiddle
viola
cello: cellist
flute: flautist, flutist
clarinet: clarinetist
saxophone: saxophonist
trumpet: trumpeter
trombone: trombonist
harp: harpist
organ: organist
accordion: accordionist
banjo
mandolin
ukulele
""",
    "colour": """
red: crimson, scarlet
purple: violet
blue
green
yellow
orange
brown
black
white
grey: gray
pink
gold: golden
silver
""",
    "style": """
baroque
gothic
gothic revival < gothic
neoclassical: neoclassic, neo-classical
classical revival
romanesque
renaissance
modernist: modernism, modern
art deco
art nouveau
victorian
georgian
colonial revival
federal: federal style
greek revival
italianate
queen anne
tudor revival
brutalist: brutalism
""",
}
