"""The classes that people belong to, in plain English; read by `value_classes`. Indented lines
go on."""

from typing import Final

PEOPLE: Final[dict[str, str]] = {
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
fianna fail: fianna f\xe1il
sinn fein: sinn f\xe9in
congress: indian national congress
bharatiya janata: bharatiya janata party, BJP
independent
""",
    "gender": """
boys: all-boys, boys' school, boys' grammar school, boys' high school, boys only, single-sex boys
girls: all-girls, girls' school, girls' grammar school, all-girl, girls only
mixed: co-ed, coeducational, co-educational, coed, mixed-sex
""",
}
