"""The words of the classes, in plain English; read by `value_classes`. Indented lines go on."""

from typing import Final

CLASSES: Final[dict[str, str]] = {
    "sport": """
football: footballer, footballers, football club, football league
american football < football: NFL, quarterback, linebacker, wide receiver, running back,
  cornerback, defensive end, defensive tackle, placekicker, gridiron, super bowl, touchdown,
  touchdowns, defensive lineman
soccer < football: FIFA, premier league, association football, midfielder, fa cup
australian football < football: AFL, australian rules, australian rules football, VFL
basketball: NBA, point guard, shooting guard, WNBA, basketball player
baseball: MLB, pitcher, shortstop, outfielder, major league baseball, first baseman, second
  baseman, third baseman, catcher, home runs, innings pitched
cricket: cricketer, batsman, wicket, wickets, bowler, first-class cricket, cricketers
hockey
ice hockey < hockey: NHL, hockey league, goaltender, stanley cup
field hockey < hockey
rugby
rugby union < rugby: scrum-half, fly-half, flanker
rugby league < rugby: NRL
tennis: wimbledon, atp, wta, tennis player
table tennis
badminton
golf: golfer, PGA, golf course, golf tournament
snooker
boxing: boxer, heavyweight, welterweight, middleweight
wrestling: wrestler
sumo wrestling < wrestling: sumo
professional wrestling < wrestling: WWE, professional wrestler, pro wrestler
judo: judoka
karate
volleyball
handball
swimming: swimmer
water polo
rowing: rower, coxswain
cycling: cyclist, tour de france, road bicycle racer
athletics: track and field
running < athletics: distance runner, marathon, distance running, middle-distance,
  middle-distance running, sprinter
skiing: skier
cross-country skiing < skiing: cross-country skier
alpine skiing < skiing: alpine skier
biathlon: biathlete
figure skating: figure skater
speed skating: speed skater
gymnastics: gymnast
weightlifting: weightlifter
bodybuilding: bodybuilder
fencing: fencer
sailing: yachting, sailor
surfing: surfer
chess: chess player, grandmaster
darts: darts player
motor racing: formula one, nascar, racing driver, grand prix
equestrianism: equestrian, show jumping, dressage
horse racing: jockey, thoroughbred, racehorse
archery: archer
curling: curler
lacrosse
softball
triathlon: triathlete
diving: diver
hurling
gaelic football
""",
    "party": """
republican: republican party, republicans
democratic: democratic party, democrat, democrats
green: green party
libertarian: libertarian party
whig: whig party, whigs
federalist: federalist party
farmer-labor: farmer labor party, minnesota farmer-labor party
conservative: conservative party, conservatives, tory, tories
progressive conservative < conservative: progressive conservative party
labour: labour party
liberal: liberal party, liberals
liberal-progressive: liberal-progressives
quebec liberal < liberal: quebec liberal party
liberal democrat: liberal democrats
new democratic: new democratic party, NDP
social democratic: social democratic party, social democrats
socialist: socialist party
communist: communist party
christian democratic: christian democratic union, christian democrats
fine gael
fianna fail: fianna f\u00e1il
sinn fein: sinn f\u00e9in
congress: indian national congress
bharatiya janata: bharatiya janata party, BJP
independent
""",
    "profession": """
musician
singer < musician: vocalist, singer-songwriter, rapper, soprano, mezzo-soprano, tenor, baritone
guitarist < musician
pianist < musician
trombonist < musician
drummer < musician
violinist < musician
saxophonist < musician
trumpeter < musician
songwriter < musician
composer < musician
conductor < musician
actor: actress
comedian
television presenter: broadcaster, radio host, television host
film director: filmmaker, film maker
writer: author, essayist
novelist < writer
poet < writer
playwright < writer
screenwriter < writer
journalist < writer: columnist
chef: cook, culinary
artist
painter < artist
sculptor < artist
photographer < artist
illustrator < artist
cartoonist < artist
architect
landscape architect < architect
engineer
scientist: physicist, chemist, biologist, mathematician, astronomer, botanist, zoologist,
  geologist
historian
economist
academic: professor, scholar, lecturer
teacher: schoolteacher
doctor: physician, surgeon
nurse
lawyer: attorney, barrister, solicitor
judge < lawyer: jurist, justice
politician: senator, congressman, member of parliament, mayor, governor
diplomat: ambassador
priest: clergyman, bishop, vicar, anglican priest, catholic priest, dean
soldier: military officer, army officer
businessman: businesswoman, entrepreneur, business executive
farmer
athlete: sportsman
basketball player < athlete
football player < athlete: footballer, linebacker, quarterback
baseball player < athlete: pitcher
ice hockey player < athlete
cricketer < athlete
tennis player < athlete
badminton player < athlete
golfer < athlete
boxer < athlete
fencer < athlete
swimmer < athlete
triathlete < athlete
cyclist < athlete
rower < athlete
water polo player < athlete
rugby player < athlete
wrestler < athlete
racing driver < athlete
model
dancer
choreographer
designer
""",
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
    "gender": """
boys: all-boys, boys' school, boys' grammar school, boys' high school, boys only, single-sex boys
girls: all-girls, girls' school, girls' grammar school, all-girl, girls only
mixed: co-ed, coeducational, co-educational, coed, mixed-sex
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
    "position": """
goalkeeper: goaltender, keeper
defender: full back, centre back, central defender, left back, right back, defence
midfielder: midfield
forward: striker, winger, centre forward
quarterback
linebacker
running back
wide receiver
cornerback
point guard
shooting guard
center: centre
pitcher
catcher
shortstop
outfielder
""",
}
