"""Words for a model of which somebody says what it has to say."""

import re
from typing import Final

_ABOUT: Final = (
    r"(?: (?:(?:that|which|who)(?! (?:it|they|you|he|she|we)\b)|reading|reads?|"
    r"summari[sz]ing|summari[sz]es?|answering|asked|processing|using|quoting|citing|indexing|"
    r"visiting|crawling)\b[^.!?;:]{0,80}?)?,?"
)
MACHINE: Final = (
    r"(?:\w{1,12} (?:and|or) )?"
    r"(?:(?:all|any|every|each|an?|the|you,? the|these|other|your) )?"
    r"(?:(?:other|future|modern|automated|intelligent|helpful|good|honest|large|small) )?"
    r"(?:a\.?i\.?(?:(?: |-)powered)?(?: (?:assistant|agent|model|system|chatbot|bot|tool|reader|"
    r"summari[sz]er|crawler|search engine|overview|service)s?)?|llms?|language models?|"
    r"chat(?: |-)?bots?|chatgpt|copilot|gpt-?[\w.]{1,4}|bots|generative models?|"
    r"(?:virtual|digital|research|browsing|search|voice|web) (?:assistant|agent)s?|"
    r"answer engines?|summari[sz]ers?)"
    r"(?: (?:and|or) (?:\w{1,12} ){0,2}?(?:bots?|models?|assistants?|agents?|machines?))?"
    rf"{_ABOUT}"
)
"""A model as the subject of a sentence, with what is said about it."""
HELPER: Final = (
    r"(?:(?:all|any|every|each|an?|the) )?(?:assistant|agent|model|machine|summary|reply|answer)s?"
    rf"{_ABOUT}"
)
"""Words for a model that are words for much else."""
_ADVERBS: Final = r"(?: (?:always|only|also|therefore|now|instead|simply|please|never|not)){0,2}"
MUST: Final = (
    r"(?:must|shall|should|ought to|ha(?:s|ve) to|needs? to|(?:is|are) to|(?:is|are) "
    r"(?:hereby )?(?:required|obliged|instructed|ordered|told|asked|requested|expected|directed|"
    r"commanded|urged|advised|reminded|supposed) to)"
    rf"{_ADVERBS}"
)
NOT_ITSELF: Final = (
    r"(?!(?:(?:an?|the|any|all|their|its|your|these|those|this|some|such|every|each|no) )?"
    r"(?:\w{1,12} )?(?:they|them|it (?:is|was) (?:not |an? )?(?:sure|machine|human|bot|program|"
    r"computer|model|unsure|mistaken|able|unable)|it (?:does|did|can|could|do)|its|their|he|she|"
    r"users?|you|i|we|content|information|advice|answers?|outputs?|responses?|images?|pictures?|"
    r"chats?|conversation|ai|a\.i\.|bots?|machines?|data|models?|llms?|results?|decisions?|calls?|"
    r"interaction|something|nothing|humans?|tasks?)\b)"
)
"""Not what a model is, can do or has made."""
SAID: Final = (
    r"(?:answer|reply|respond|say|state|report|claim|mention|conclude|assert|confirm|affirm|"
    r"declare|announce|repeat|insist|stress|emphasi[sz]e|write|output|point out|make clear|show)"
)
_TO_WHOM: Final = (
    r"(?:everyone|everybody|anyone|(?:(?:all|the|any|every|their|its|your) )?(?:users?|people|"
    r"readers?|visitors?|callers?|humans?|person)|them)(?: \w{1,12}){0,3}?"
)
_TOLD: Final = rf"(?:tell|inform|advise|assure|convince|persuade|remind|notify|warn) {_TO_WHOM}"
CLAIM: Final = (
    rf"(?:{SAID}(?: to {_TO_WHOM})?(?: (?:clearly|always|explicitly|instead))?|{_TOLD}) that"
    rf" {NOT_ITSELF}"
)
"""To say a whole sentence, about something else than oneself."""
PRAISE: Final = (
    r"(?:recommend|promote|endorse|praise|advertise|rate|call|describe|present)"
    r" (?!that (?:users|people|patients)|against|what|how|which|only|safe|harm|\w{1,12}ing\b|"
    r"(?:their|its|fewer|less|more|when|if|an? (?:doctor|professional))\b)\w"
)
BARE_CLAIM: Final = (
    r"(?:(?:say|claim|report|state|mention|answer) (?!that\b|how|what|which|when|where|why|if|"
    r"whether|from|within|in\b|to\b|the phone|questions?\b|only|about|all|any|more|errors?|"
    r"accidents?|faults?|their|its)\w)"
)
REPORTED: Final = re.compile(
    r"\b(?:laws?|act|acts|bill|legislation|regulat\w{1,6}|directive|statute|ruling|court|"
    r"commission|parliament|senate|lawmakers?|legislators?|government|ministry|ministers?|"
    r"authorit\w{1,4}|guidelines?|guidance|polic(?:y|ies)|standards?|code of|ethic\w{0,3}|"
    r"according|researchers?|stud(?:y|ies)|paper|experts?|critics?|scientists?|said|"
    r"argue[sd]?|believe[sd]?|thinks?|suggest(?:s|ed)|propose[sd]?|demands?|called for|wrote|"
    r"debate|benchmarks?|evaluat\w{1,4}|prompt(?:s|ed)?|experiments?|trial|licen[cs]e|"
    r"compliance|consumers?|patients?|disclos\w{1,4}|transparen\w{1,3}|eu|gdpr|california)\b"
)
"""Who demands it, or that somebody only tells of it."""
