"""The texts of explanations: tricks, scores, hints and reviews. One table, in two languages.

The form of a template is described in `overtrick_belote.players.sentences`. Rules whose names begin
with `part-` are parts of a sentence; all others are complete ones.
"""

from __future__ import annotations

from typing import Final

from overtrick_belote.players.sentences import Rule

_MEDAL: Final = (
    Rule(
        "medal-only-card",
        "{card} is the only card so far.",
        "{card} est la seule carte pour l'instant.",
    ),
    Rule(
        "medal-only-trump",
        "{card:the} wins: it is a trump, and any trump beats every card of another suit.",
        "{card:the} l'emporte : c'est un atout, et tout atout bat les cartes des autres couleurs.",
    ),
    Rule(
        "medal-over-trump",
        "{card:the} wins: it is the highest trump played, above {beaten}.",
        "{card:the} l'emporte : c'est le plus fort atout joué, devant {beaten}.",
    ),
    Rule(
        "medal-highest-trump",
        "Trumps were led, and {card:the} is the highest, above {beaten}.",
        "On a entamé atout, et {card:the} est le plus fort, devant {beaten}.",
    ),
    Rule(
        "medal-lone-led-trump",
        "Trumps were led, and {card:the} is the only trump played.",
        "On a entamé atout, et {card:the} est le seul atout joué.",
    ),
    Rule(
        "medal-highest-led",
        "{led} were led, nobody trumped, and {card:the} is the highest of that suit, above"
        " {beaten}.",
        "On a entamé {led}, personne n'a coupé, et {card:the} est la plus forte carte de la"
        " couleur, devant {beaten}.",
    ),
    Rule(
        "medal-lone-led",
        "{led} were led, nobody followed or trumped, and a card of another suit cannot win:"
        " {card:the} takes the trick.",
        "On a entamé {led}, personne n'a fourni ni coupé, et une autre couleur ne gagne pas :"
        " {card:the} fait la levée.",
    ),
    Rule(
        "medal-trump-order",
        "Trumps rank {order:short}.",
        "L'ordre des atouts : {order:short}.",
    ),
    Rule(
        "medal-side-order",
        "Outside trumps the order is {order:short}.",
        "Hors atout, l'ordre est {order:short}.",
    ),
    Rule(
        "medal-worth",
        "The trick is worth {values:sum} = {points}.",
        "La levée vaut {values:sum} = {points}.",
    ),
    Rule(
        "medal-worth-last",
        "The trick is worth {values:sum} = {points}, and {bonus} more as the last.",
        "La levée vaut {values:sum} = {points}, et {bonus} de plus comme dernière.",
    ),
    Rule(
        "medal-worth-slam",
        "The trick is worth {values:sum} = {points}, and {bonus} more: {side} won all the tricks.",
        "La levée vaut {values:sum} = {points}, et {bonus} de plus : {side} a fait toutes les"
        " levées.",
    ),
)

_CARD: Final = (
    Rule("part-tricks", "{points} in tricks", "{points} de levées"),
    Rule("part-announces", "{points} in announces", "{points} d'annonces"),
    Rule("part-belot", "{points} for belot", "{points} de belote"),
    Rule("part-score-tricks", "{points} for the tricks", "{points} pour les levées"),
    Rule(
        "part-score-tricks-rounded",
        "{points} for the tricks ({exact} rounded)",
        "{points} pour les levées ({exact} arrondi)",
    ),
    Rule("part-score-defeat", "{points} for the defeat", "{points} pour la chute"),
    Rule("part-score-announces", "{points} for the announces", "{points} pour les annonces"),
    Rule(
        "part-score-opponents-announces",
        "{points} for the opponents' announces",
        "{points} pour les annonces adverses",
    ),
    Rule("part-score-bid", "{points} for the bid", "{points} pour l'enchère"),
    Rule("part-score-belot", "{points} for belot", "{points} pour la belote"),
    Rule("part-times", "{factor} x ({parts:sum})", "{factor} x ({parts:sum})"),
    Rule(
        "card-more",
        "More points than the defence: {ours} to {theirs}, yes.",
        "Plus de points que la défense : {ours} à {theirs}, oui.",
    ),
    Rule(
        "card-not-more",
        "More points than the defence: {ours} to {theirs}, no.",
        "Plus de points que la défense : {ours} à {theirs}, non.",
    ),
    Rule(
        "card-reached",
        "At least {needed}, the bid of {bid} and two: {ours}, yes.",
        "Au moins {needed}, l'enchère de {bid} et deux : {ours}, oui.",
    ),
    Rule(
        "card-not-reached",
        "At least {needed}, the bid of {bid} and two: {ours}, no, {missing} short.",
        "Au moins {needed}, l'enchère de {bid} et deux : {ours}, non, il manque {missing}.",
    ),
    Rule(
        "card-made",
        "{declarer} makes {contract}.",
        "{declarer} réussit {contract}.",
    ),
    Rule(
        "card-defeated",
        "{declarer} does not make {contract}.",
        "{declarer} chute {contract}.",
    ),
    Rule(
        "card-total",
        "{side}: {parts:sum} = {total}.",
        "{side} : {parts:sum} = {total}.",
    ),
    Rule("card-total-one", "{side}: {parts:sum}.", "{side} : {parts:sum}."),
    Rule("card-total-none", "{side}: nothing.", "{side} : rien."),
    Rule(
        "card-score",
        "{side} score {parts:sum} = {total}.",
        "{side} marque {parts:sum} = {total}.",
    ),
    Rule(
        "card-score-one",
        "{side} score {parts:sum}.",
        "{side} marque {parts:sum}.",
    ),
    Rule(
        "card-score-none",
        "{side} score nothing.",
        "{side} ne marque rien.",
    ),
    Rule(
        "card-outranked",
        "The announces of {side} ({points}) were outranked and do not count.",
        "Les annonces de {side} ({points}) étaient moins fortes et ne comptent pas.",
    ),
    Rule(
        "card-tied",
        "The announces of the two sides ({points}) tie, and none counts.",
        "Les annonces des deux camps ({points}) sont à égalité, et aucune ne compte.",
    ),
    Rule(
        "card-slam",
        "{side} won all the tricks.",
        "{side} a fait toutes les levées.",
    ),
    Rule(
        "card-game",
        "The game stands at {north_south} for North-South and {east_west} for East-West; it goes"
        " to {game_points}.",
        "La partie en est à {north_south} pour Nord-Sud et {east_west} pour Est-Ouest ; elle se"
        " joue en {game_points}.",
    ),
    Rule("card-void", "Nobody bid: nobody scores.", "Personne n'a enchéri : personne ne marque."),
)

_HINT: Final = (
    Rule("hint-pass", "I would pass.", "Je passerais."),
    Rule("hint-bid", "I would bid {call}.", "Je dirais {call}."),
    Rule("hint-double", "I would double {contract}.", "Je contrerais {contract}."),
    Rule("hint-redouble", "I would redouble {contract}.", "Je surcontrerais {contract}."),
    Rule(
        "hint-announce",
        "I would announce the {announce}.",
        "J'annoncerais {announce:a}.",
    ),
    Rule("hint-card", "I would play {card}.", "Je jouerais {card}."),
    Rule("did-pass", "{player} ({level}) passed:", "{player} ({level}) a passé :"),
    Rule("did-bid", "{player} ({level}) bid {call}:", "{player} ({level}) a dit {call} :"),
    Rule(
        "did-double",
        "{player} ({level}) doubled {contract}:",
        "{player} ({level}) a contré {contract} :",
    ),
    Rule(
        "did-redouble",
        "{player} ({level}) redoubled {contract}:",
        "{player} ({level}) a surcontré {contract} :",
    ),
    Rule(
        "did-announce",
        "{player} ({level}) announced the {announce}:",
        "{player} ({level}) a annoncé {announce:a} :",
    ),
    Rule(
        "did-card",
        "{player} ({level}) played {card}:",
        "{player} ({level}) a joué {card} :",
    ),
    Rule(
        "hint-sum",
        "The sum: {lines:row}; {total} in all.",
        "Le compte : {lines:row} ; {total} en tout.",
    ),
    Rule("part-choice", "choice", "choix"),
    Rule("part-score", "score", "marque"),
    Rule("part-made", "contract made", "contrat réussi"),
    Rule("part-trick-points", "trick points", "points de levées"),
    Rule("part-best-share", "nothing better in", "rien de mieux dans"),
    Rule("part-worst", "worst", "au pire"),
    Rule("part-best", "best", "au mieux"),
)

_REVIEW: Final = (
    Rule(
        "review-card",
        "Trick {trick}: {did} was played; {better} was the better card.",
        "Levée {trick} : {did} a été joué ; {better} valait mieux.",
    ),
    Rule(
        "review-card-same",
        "Trick {trick}: {did}, as I would have played.",
        "Levée {trick} : {did}, comme je l'aurais joué.",
    ),
    Rule(
        "review-card-as-good",
        "Trick {trick}: {did}, as good as {better}, which I would have played.",
        "Levée {trick} : {did}, qui valait bien {better}, que j'aurais joué.",
    ),
    Rule(
        "review-card-other",
        "Trick {trick}: {did} was played; I would have played {better}. I did not work out what"
        " {did} brings, so I cannot say what it cost on average.",
        "Levée {trick} : {did} a été joué ; j'aurais joué {better}. Je n'ai pas calculé ce que"
        " {did} rapporte : je ne peux pas dire ce que cela coûtait en moyenne.",
    ),
    Rule(
        "review-call-better",
        "Auction: {did} was said; {better} was better.",
        "Enchères : {did} a été dit ; {better} valait mieux.",
    ),
    Rule(
        "review-call-other",
        "Auction: {did} was said; I would have said {better}. I did not work out what {did}"
        " brings, so I cannot say what it cost on average.",
        "Enchères : {did} a été dit ; j'aurais dit {better}. Je n'ai pas calculé ce que {did}"
        " rapporte : je ne peux pas dire ce que cela coûtait en moyenne.",
    ),
    Rule(
        "review-call-same",
        "Auction: {did}, as I would have said.",
        "Enchères : {did}, comme je l'aurais dit.",
    ),
    Rule(
        "review-call-as-good",
        "Auction: {did}, as good as {better}, which I would have said.",
        "Enchères : {did}, qui valait bien {better}, que j'aurais dit.",
    ),
    Rule(
        "review-call-lay",
        "As the cards lay, with best play: {did} led to {own}; {better} would have led to {other}.",
        "Les cartes étant ce qu'elles étaient, au mieux joué : {did} menait à {own} ; {better}"
        " aurait mené à {other}.",
    ),
    Rule(
        "part-contract",
        "{contract} of {declarer}, {score:+} for us",
        "{contract} de {declarer}, {score:+} pour nous",
    ),
    Rule("part-nobody", "no contract", "aucun contrat"),
    Rule(
        "review-forgotten",
        "Trick {trick}: {announce:a} was not announced ({points} points).",
        "Levée {trick} : on n'a pas annoncé {announce:a} ({points} points).",
    ),
    Rule(
        "review-known",
        "By what could be known it gave up {known} points of score on average.",
        "D'après ce qu'on pouvait savoir, cela coûtait {known} points de marque en moyenne.",
    ),
    Rule(
        "review-cost",
        "As the cards lay it cost {actual}.",
        "Les cartes étant ce qu'elles étaient, cela a coûté {actual}.",
    ),
    Rule(
        "review-no-cost",
        "As the cards lay it cost nothing.",
        "Les cartes étant ce qu'elles étaient, cela n'a rien coûté.",
    ),
    Rule(
        "review-lucky",
        "As the cards lay it was luckier than {better}, by {gain}.",
        "Les cartes étant ce qu'elles étaient, ce fut plus heureux que {better}, de {gain}.",
    ),
    Rule(
        "review-unlucky",
        "As the cards lay {best} would have brought {actual} more; nobody could know: bad luck.",
        "Les cartes étant ce qu'elles étaient, {best} aurait rapporté {actual} de plus ; personne"
        " ne pouvait le savoir : pas de chance.",
    ),
    Rule(
        "review-sum-clean",
        "{player}: {choices} {choices|choice|choices}, and none gave anything up. Well played!",
        "{player} : {choices} choix, et pas une faute. Bien joué !",
    ),
    Rule(
        "review-sum-weighed",
        "{player}: {choices} {choices|choice|choices}; of the {weighed} whose cost I worked out"
        " none gave anything up.",
        "{player} : {choices} choix ; des {weighed} dont j'ai calculé le coût, aucun n'a rien"
        " coûté.",
    ),
    Rule(
        "review-sum",
        "{player}: {choices} {choices|choice|choices}, {errors} of them gave up {known} points of"
        " score on average by what could be known.",
        "{player} : {choices} choix, dont {errors} {errors|a coûté|ont coûté} {known}"
        " points de marque en moyenne, d'après ce qu'on pouvait savoir.",
    ),
    Rule(
        "review-sum-forgotten",
        "{kept} {kept|announce was|announces were} not said: {points} points.",
        "{kept} {kept|combinaison n'a pas été annoncée|combinaisons n'ont pas été annoncées} :"
        " {points} points.",
    ),
    Rule(
        "review-sum-unweighed",
        "{unweighed} {unweighed|choice|choices} I would have made otherwise without working out"
        " the cost.",
        "{unweighed} {unweighed|choix, que j'aurais fait|choix, que j'aurais faits} autrement,"
        " sans que j'en aie calculé le coût.",
    ),
    Rule(
        "review-order",
        "What gave up most comes first.",
        "Le plus coûteux vient en premier.",
    ),
    Rule(
        "review-sum-unlucky",
        "{unlucky} good {unlucky|choice|choices} turned out badly as the cards lay: bad luck.",
        "{unlucky} {unlucky|bon choix a mal tourné|bons choix ont mal tourné} cette fois : pas de"
        " chance.",
    ),
    Rule(
        "review-sum-nothing",
        "{player} had nothing to choose.",
        "{player} n'avait rien à choisir.",
    ),
)

_TUTORIAL: Final = (
    Rule(
        "tutorial-welcome",
        "You are {pupil}; {partner} is your partner, and the three others are experts. {dealer}"
        " has dealt, so you, on the dealer's right, speak first.",
        "Vous êtes {pupil} ; {partner} est votre partenaire, et les trois autres sont des experts."
        " {dealer} a donné : à sa droite, vous parlez en premier.",
    ),
    Rule("tutorial-cards", "Your cards: {cards}.", "Vos cartes : {cards}."),
    Rule(
        "tutorial-ask",
        "Whenever you do not know what to do, ask for a hint: it says what I would do, and why.",
        "Dès que vous hésitez, demandez un conseil : il dit ce que je ferais, et pourquoi.",
    ),
    Rule(
        "tutorial-pass-first",
        "There is little in this hand. Pass.",
        "Il n'y a pas grand-chose dans cette main. Passez.",
    ),
    Rule(
        "tutorial-partner-bids",
        "{player} bids {call}: with {suit} as trumps your side would have to make {amount} points,"
        " and two more. Ask why he bids it, or look at his cards.",
        "{player} dit {call} : avec {suit} comme atout, votre camp devrait faire {amount} points,"
        " et deux de plus. Demandez pourquoi, ou regardez ses cartes.",
    ),
    Rule(
        "tutorial-pass-nothing",
        "A first answer would tell {partner} of the nine or jack of {trump}, of two aces or of"
        " great announces. You have none of these: pass.",
        "Une première réponse dirait à {partner} le neuf ou le valet de {trump}, deux as ou une"
        " grosse annonce. Vous n'avez rien de cela : passez.",
    ),
    Rule(
        "tutorial-opponents-bid",
        "{player} does not want to leave you the contract so cheaply: {call}.",
        "{player} ne veut pas vous laisser le contrat à si bon compte : {call}.",
    ),
    Rule(
        "tutorial-partner-goes-on",
        "{player} had something in hand and goes on: {call}.",
        "{player} avait de la réserve et continue : {call}.",
    ),
    Rule(
        "tutorial-opponents-answer",
        "{player} answers {base} of his partner. {nine} with another diamond adds ten, and that"
        " does not beat {last}; ten more are allowed: {call}. Ask for his reasons.",
        "{player} répond au {base} de son partenaire. {nine} avec un autre carreau ajoute dix, et"
        " cela ne dépasse pas {last} ; dix de plus sont permis : {call}. Demandez ses raisons.",
    ),
    Rule(
        "tutorial-pass-high",
        "It is too high for your cards. Pass, and see.",
        "C'est trop haut pour vos cartes. Passez, et voyez venir.",
    ),
    Rule(
        "tutorial-partner-risks",
        "{player} takes a risk with {call}: if one opponent holds all the other trumps it will"
        " fail. In the long run such risks pay.",
        "{player} prend un risque avec {call} : si tous les autres atouts sont chez un seul"
        " adversaire, il chutera. À la longue, ces risques paient.",
    ),
    Rule("tutorial-pass-last", "Pass.", "Passez."),
    Rule(
        "tutorial-contract",
        "Three passes in a row: the contract is {contract}, {declarer} is declarer. Your side"
        " needs {needed} points, and more than the others.",
        "Trois passes de suite : le contrat est {contract}, preneur {declarer}. Votre camp doit"
        " faire {needed} points, et plus que les autres.",
    ),
    Rule(
        "tutorial-announce",
        "You have {announce:a}. Say it before your first card, or its {announce_points} points are"
        " lost.",
        "Vous avez {announce:a}. Dites-la avant votre première carte, sinon ses {announce_points}"
        " points sont perdus.",
    ),
    Rule(
        "tutorial-lead-trump",
        "You lead to the first trick. {declarer} wants the trumps out: play {card}.",
        "Vous entamez. {declarer} veut faire tomber les atouts : jouez {card}.",
    ),
    Rule(
        "tutorial-trick",
        "Trick {trick}: {leader} leads.",
        "Levée {trick} : à {leader} d'entamer.",
    ),
    Rule(
        "tutorial-shown",
        "Now the announces are shown: {announce} of {player} is the highest, and counts"
        " {announce_points}.",
        "On montre maintenant les annonces : {announce} de {player} est la plus forte, et compte"
        " {announce_points}.",
    ),
    Rule(
        "tutorial-throw-low",
        "You have no {led} left and must throw something: {card} costs nothing.",
        "Vous n'avez plus de {led} et devez vous défausser : {card} ne coûte rien.",
    ),
    Rule(
        "tutorial-takes",
        "{winner} takes the trick with {card}. Look at the medal:",
        "{winner} fait la levée avec {card}. Regardez la médaille :",
    ),
    Rule(
        "tutorial-call",
        "Did you see {card} of {player}? A low card thrown on a trick of his partner's calls for"
        " that suit. Ask him why.",
        "Avez-vous vu {card} de {player} ? Une petite carte défaussée sur la levée de son"
        " partenaire appelle dans cette couleur. Demandez-lui pourquoi.",
    ),
    Rule(
        "tutorial-follow",
        "{leader} leads {led_card}. You must follow suit: play {card}.",
        "{leader} joue {led_card}. Il faut fournir : jouez {card}.",
    ),
    Rule(
        "tutorial-score",
        "The score so far: {ours} to {theirs} in tricks, and {said_points} for your announce.",
        "La marque : {ours} à {theirs} en levées, et {said_points} pour votre annonce.",
    ),
    Rule(
        "tutorial-feed",
        "Your partner has trumped and the trick is his: give him {card}.",
        "Votre partenaire a coupé et la levée est à lui : donnez-lui {card}.",
    ),
    Rule(
        "tutorial-last-heart",
        "{card} is your only card of the suit led: you must play it.",
        "{card} est votre seule carte de la couleur jouée : elle est obligée.",
    ),
    Rule(
        "tutorial-play",
        "The trick will be your partner's: give him points. {alike:or} comes to the same; play"
        " {card}. The hint says why.",
        "La levée sera à votre partenaire : donnez-lui des points. {alike:or}, cela revient au"
        " même ; jouez {card}. Le conseil dit pourquoi.",
    ),
    Rule(
        "tutorial-see-medal",
        "Play {card}, and see then why a low card takes the trick.",
        "Jouez {card}, et voyez ensuite pourquoi une petite carte fait la levée.",
    ),
    Rule(
        "tutorial-last-card",
        "One card is left: {card}.",
        "Il reste une carte : {card}.",
    ),
    Rule(
        "tutorial-end",
        "The hand is over. You may replay it, or go on to another.",
        "La donne est finie. Vous pouvez la rejouer, ou passer à une autre.",
    ),
)

EVENTS: Final = (
    Rule("called", "{seat}: {call}", "{seat} : {call}"),
    Rule(
        "contract-is",
        "The auction is over. The contract is {contract} by {seat}.",
        "Les enchères sont finies. Le contrat est {contract} par {seat}.",
    ),
    Rule("no-bids", "Nobody has bid.", "Personne n'a enchéri."),
    Rule("trick-begins", "Trick {number}. {seat} leads.", "Levée {number}. {seat} entame."),
    Rule("declared", "{seat} announces: {kind}.", "{seat} annonce : {kind}."),
    Rule("belot", "{seat}: belot!", "{seat} : belote !"),
    Rule("rebelot", "{seat}: rebelot!", "{seat} : rebelote !"),
    Rule("played", "{seat}: {card}", "{seat} : {card}"),
    Rule("played-forced", "{seat}: {card} (the only one)", "{seat} : {card} (la seule)"),
    Rule(
        "announces-count",
        "The announces of {side} count, {points} points: {announces}.",
        "Les annonces de {side} comptent, {points} points : {announces}.",
    ),
    Rule("announces-none", "The announces tie: none counts.", "Égalité d'annonces : aucune."),
    Rule("announce-of", "{seat} {announce}", "{seat} {announce}"),
    Rule(
        "trick-won",
        "{seat} wins the trick with {card}: {points} points. North-South {north_south},"
        " East-West {east_west}.",
        "{seat} fait la levée avec {card} : {points} points. Nord-Sud {north_south},"
        " Est-Ouest {east_west}.",
    ),
    Rule(
        "trick-won-plain",
        "{seat} wins the trick.",
        "{seat} fait la levée.",
    ),
)
"""The sentences for each event at the table."""

TEXTS: Final = _MEDAL + _CARD + _HINT + _REVIEW + _TUTORIAL + EVENTS
"""All rules of this room."""
