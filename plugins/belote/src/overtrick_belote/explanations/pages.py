"""Help pages beside the table: rules, tips, keys. Data for any screen.

The tables of the rules (values, announces, conventions) are taken from the code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from overtrick_belote.explanations.medal import VALUES
from overtrick_belote.explanations.sentences import LocalizedError
from overtrick_belote.explanations.words import ENGLISH, FRENCH, LANGUAGES, words
from overtrick_belote.players.conventions import ACES, ANNOUNCES, EXTRA, JACK, NINE
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.announces import BELOT, Kind
from overtrick_belote.rules.auction import GREATEST_BID, LEAST_BID
from overtrick_belote.rules.cards import LAST_TRICK, SLAM
from overtrick_belote.rules.dealing import NUMBERED_HANDS
from overtrick_belote.rules.options import DEFAULT_OPTIONS, RuleOptions


@attrs.frozen
class Paragraph:
    """A paragraph of sentences.

    Attributes:
        text: plain text, without line breaks.
    """

    text: str


@attrs.frozen
class Points:
    """A list of points, each of one or two sentences.

    Attributes:
        items: the points, in order.
    """

    items: tuple[str, ...]


@attrs.frozen
class Table:
    """A table.

    Attributes:
        headings: the heads of the columns.
        rows: the rows, each with as many cells.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Paragraph | Points | Table


@attrs.frozen
class Page:
    """A page.

    Attributes:
        name: by which it is asked for, one of `PAGE_NAMES`.
        title: its title.
        blocks: its content, from top to bottom.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]


@attrs.frozen
class _Text:
    english: str
    french: str

    def __call__(self, language: str) -> str:
        # French marks set off from their word get a blank that does not break.
        if language != FRENCH:
            return self.english
        text = self.french
        for mark in ":;?!":
            text = text.replace(f" {mark}", f"\N{NO-BREAK SPACE}{mark}")
        return text


def _points(language: str, *texts: _Text) -> Points:
    return Points(tuple(text(language) for text in texts))


def _paragraph(language: str, text: _Text) -> Paragraph:
    return Paragraph(text(language))


_Maker = Callable[[str, RuleOptions], tuple[Block, ...]]


def _quick(language: str, options: RuleOptions) -> tuple[Block, ...]:
    return (
        _points(
            language,
            _Text(
                "Four players, two against two: North and South, East and West. Each gets 8 of"
                " the 32 cards, from seven to ace.",
                "Quatre joueurs, deux contre deux : Nord et Sud, Est et Ouest. Chacun reçoit 8"
                " des 32 cartes, du sept à l'as.",
            ),
            _Text(
                "First all bid in turn, counter-clockwise: so many points with a suit as trumps,"
                f" from {LEAST_BID} in tens, or pass. The highest bid is the contract.",
                "On enchérit d'abord, dans le sens inverse des aiguilles d'une montre : tant de"
                f" points avec une couleur d'atout, à partir de {LEAST_BID} par dizaines, ou"
                " passe. La plus forte enchère est le contrat.",
            ),
            _Text(
                "Then eight tricks are played. Who can follow suit must; who cannot must often"
                " trump.",
                "Puis on joue huit levées. Qui a de la couleur doit en fournir ; sinon il faut"
                " souvent couper.",
            ),
            _Text(
                "The declaring side must take more points than the defence, and its bid and two"
                f" more. There are 162 in the tricks, {LAST_TRICK} of them for the last.",
                "Le camp du preneur doit faire plus de points que la défense, et son enchère plus"
                f" deux. Les levées en comptent 162, dont {LAST_TRICK} de dernière.",
            ),
            _Text(
                "Sequences and fours of a kind, the announces, bring more.",
                "Les suites et les carrés, les annonces, en rapportent d'autres.",
            ),
            _Text(
                f"The first side with {options.game_points} points wins the game.",
                f"Le premier camp à {options.game_points} points gagne la partie.",
            ),
        ),
    )


def _deal(language: str, options: RuleOptions) -> tuple[Block, ...]:
    return (
        _points(
            language,
            _Text(
                "Lots decide who deals first; then the deal goes round counter-clockwise.",
                "Le sort désigne le premier donneur ; puis la donne tourne dans le sens inverse"
                " des aiguilles d'une montre.",
            ),
            _Text(
                "The player on the dealer's left cuts. The dealer gives three cards to each, then"
                " two, then three, beginning on his right.",
                "Le joueur à gauche du donneur coupe. Le donneur distribue trois cartes à chacun,"
                " puis deux, puis trois, en commençant par sa droite.",
            ),
            _Text(
                "The player on the dealer's right speaks first and leads first, whoever has the"
                " contract.",
                "Le joueur à droite du donneur parle et entame le premier, quel que soit le"
                " preneur.",
            ),
            _Text(
                "The cards are shuffled at the start of a game. Between hands they are put"
                " together and only cut, which makes for long suits and voids. After"
                f" {options.void_hands} hands without a contract they are shuffled again.",
                "On bat les cartes au début de la partie. Entre les donnes, on les rassemble et on"
                " les coupe seulement, ce qui donne des couleurs longues et des coupes. Après"
                f" {options.void_hands} donnes sans contrat, on les bat de nouveau.",
            ),
            _Text(
                f"Numbered hands, 1 to {NUMBERED_HANDS}, are always the same: play one that a"
                " friend has played.",
                f"Les donnes numérotées, de 1 à {NUMBERED_HANDS}, sont toujours les mêmes :"
                " rejouez celle d'un ami.",
            ),
        ),
    )


def _bidding(language: str, _: RuleOptions) -> tuple[Block, ...]:
    return (
        _points(
            language,
            _Text(
                "At your turn pass, bid, or double. Who passed may bid later.",
                "À votre tour, passez, enchérissez ou contrez. Qui a passé peut parler plus tard.",
            ),
            _Text(
                f"A bid is a multiple of ten from {LEAST_BID} to {GREATEST_BID} and a suit. It"
                " must be higher than the last; suits do not rank. You may bid over your partner.",
                f"Une enchère est un multiple de dix, de {LEAST_BID} à {GREATEST_BID}, et une"
                " couleur. Elle doit dépasser la dernière ; les couleurs se valent. On peut"
                " enchérir sur son partenaire.",
            ),
            _Text(
                "You may double what the opponents bid: the points count twice. Then nobody bids"
                " any more; the doubled side may redouble: four times.",
                "On peut contrer une enchère adverse : les points comptent double. Plus personne"
                " n'enchérit alors ; le camp contré peut surcontrer : quatre fois.",
            ),
            _Text(
                "The auction ends after three passes in a row, once everybody has had a turn."
                " Four passes: nobody scores, and the next player deals.",
                "Les enchères finissent après trois passes de suite, quand chacun a pu parler."
                " Quatre passes : personne ne marque, et le suivant donne.",
            ),
            _Text(
                "The contract is made if the declaring side has more points than the defence,"
                " and at least the bid and two: 82 for 80, 122 for 120. Announces count.",
                "Le contrat est réussi si le camp du preneur a plus de points que la défense, et"
                " au moins l'enchère plus deux : 82 pour 80, 122 pour 120. Les annonces"
                " comptent.",
            ),
            _Text(
                "81 to 81 is a defeat.",
                "81 à 81, le contrat est chuté.",
            ),
        ),
    )


def _play(language: str, options: RuleOptions) -> tuple[Block, ...]:
    under = _Text(
        "If you cannot overtrump an opponent's trump, you must still play a trump."
        if options.undertrump_duty
        else "If you cannot overtrump an opponent's trump, play any card.",
        "Si l'on ne peut pas surcouper un atout adverse, il faut quand même jouer atout."
        if options.undertrump_duty
        else "Si l'on ne peut pas surcouper un atout adverse, on joue ce qu'on veut.",
    )
    return (
        _points(
            language,
            _Text(
                "Who wins a trick leads to the next. The highest trump wins, else the highest"
                " card of the suit led.",
                "Qui gagne une levée entame la suivante. Le plus fort atout l'emporte, sinon la"
                " plus forte carte de la couleur entamée.",
            ),
            _Text("Follow suit if you can.", "On fournit la couleur si l'on en a."),
            _Text(
                "When trumps are led, play a higher trump than the highest so far if you have"
                " one, even over your partner.",
                "À l'atout, on monte si l'on peut, même sur son partenaire.",
            ),
            _Text(
                "If you cannot follow and your partner is winning the trick, play any card.",
                "Si l'on ne peut pas fournir et que le partenaire est maître, on joue ce qu'on"
                " veut.",
            ),
            _Text(
                "If you cannot follow and your partner is not winning, trump; over an opponent's"
                " trump, overtrump.",
                "Si l'on ne peut pas fournir et que le partenaire n'est pas maître, on coupe ; sur"
                " un atout adverse, on surcoupe.",
            ),
            under,
            _Text(
                f"The last trick brings {LAST_TRICK} points more. The side that wins all eight"
                f" gets {SLAM} instead.",
                f"La dernière levée rapporte {LAST_TRICK} points de plus. Le camp qui fait les"
                f" huit en reçoit {SLAM} à la place.",
            ),
        ),
    )


def _conventions(language: str, options: RuleOptions) -> tuple[Block, ...]:
    rows: list[tuple[_Text, int]] = [
        (
            _Text("the nine of trumps with another trump", "le neuf d'atout avec un autre atout"),
            NINE,
        ),
        (_Text("the jack of trumps", "le valet d'atout"), JACK),
        *(
            (_Text(f"{count} aces outside trumps", f"{count} as hors atout"), value)
            for count, value in ACES.items()
        ),
        *(
            (_Text(f"an announce of {worth}", f"une annonce de {worth}"), value)
            for worth, value in ANNOUNCES.items()
        ),
    ]
    if options.one_ace:
        rows.insert(2, (_Text("1 ace outside trumps", "1 as hors atout"), options.one_ace))
    said = words(language)
    return (
        _paragraph(
            language,
            _Text(
                "The first answer to your partner's suit tells what you have. Add to his bid:",
                "La première réponse dans la couleur du partenaire dit ce que l'on a. On ajoute à"
                " son enchère :",
            ),
        ),
        Table(
            (_Text("You have", "On a")(language), _Text("adds", "ajoute")(language)),
            tuple((text(language), said.number(value, signed=True)) for text, value in rows),
        ),
        _points(
            language,
            _Text("The values add up.", "Les valeurs s'additionnent."),
            _Text(
                f"To beat the opponents' bid you may add {EXTRA} more, no further. If that is"
                " not enough, pass.",
                f"Pour dépasser l'enchère adverse, on peut ajouter {EXTRA} de plus, pas"
                " davantage. Si cela ne suffit pas, on passe.",
            ),
            _Text(
                "Only the first answer speaks so. Later bids are free.",
                "Seule la première réponse parle ainsi. Ensuite, les enchères sont libres.",
            ),
            _Text(
                "In the play, a low card thrown away while your partner wins the trick calls for"
                " that suit: you have its winner. With ace and ten, throw the ace.",
                "Au jeu, une petite carte défaussée quand le partenaire est maître appelle dans"
                " cette couleur : on y a la maîtresse. Avec l'as et le dix, on défausse l'as.",
            ),
        ),
    )


def _announces(language: str, options: RuleOptions) -> tuple[Block, ...]:
    said = words(language)
    belot = _Text(
        f"King and queen of trumps in one hand are belot: {BELOT} points. It says itself, nobody"
        " can beat it, and it is kept even in defeat.",
        f"Roi et dame d'atout dans une même main font la belote : {BELOT} points. Elle se dit"
        " toute seule, rien ne la bat, et on la garde même en cas de chute.",
    )
    if not options.announces:
        return (
            _points(
                language,
                _Text(
                    "This table plays without announces; only belot is left.",
                    "Cette table joue sans annonces ; il ne reste que la belote.",
                ),
                belot,
            ),
        )
    order = sorted(Kind, reverse=True)
    return (
        Table(
            (_Text("From the highest", "De la plus forte")(language), "points"),
            tuple((said.kind(kind), str(kind.points)) for kind in order),
        ),
        _points(
            language,
            _Text(
                "A third, fourth or fifth is 3, 4 or 5 cards of one suit in the order A K Q J 10"
                " 9 8 7. Four sevens or eights count nothing.",
                "Une tierce, une quarte, une quinte : 3, 4 ou 5 cartes d'une couleur dans l'ordre"
                " A R D V 10 9 8 7. Quatre sept ou huit ne comptent pas.",
            ),
            _Text("A card counts in one announce only.", "Une carte ne sert qu'à une annonce."),
            _Text(
                "Say your announces when you play your first card, or they are lost. The kind is"
                " heard; the cards are shown at the second trick.",
                "On annonce en jouant sa première carte, sinon l'annonce est perdue. On entend"
                " l'espèce ; les cartes se montrent à la deuxième levée.",
            ),
            _Text(
                "The side with the highest announce scores all of its own, the other none. Of two"
                " alike the higher top card counts, then the one in trumps; else none counts.",
                "Le camp qui a la plus forte annonce marque toutes les siennes, l'autre aucune. À"
                " égalité, la carte la plus haute l'emporte, puis l'atout ; sinon aucune ne"
                " compte.",
            ),
            _Text(
                "If the contract is defeated, the declarer's announces go to the defence.",
                "Si le contrat est chuté, les annonces du preneur vont à la défense.",
            ),
            belot,
        ),
    )


def _values(language: str, _: RuleOptions) -> tuple[Block, ...]:
    said = words(language)
    trumps, others = VALUES
    return (
        Table(
            (
                _Text("Trumps", "Atout")(language),
                "points",
                _Text("Other suits", "Autres couleurs")(language),
                "points",
            ),
            tuple(
                (said.rank_name(rank), str(points), said.rank_name(other), str(worth))
                for (rank, points), (other, worth) in zip(trumps, others, strict=True)
            ),
        ),
        _paragraph(
            language,
            _Text(
                "Highest first. In trumps the jack and the nine are above the ace; elsewhere the"
                " ten is right below it. All trumps beat all other cards.",
                "De la plus forte à la plus faible. À l'atout, le valet et le neuf passent devant"
                " l'as ; ailleurs, le dix vient juste après l'as. Tout atout bat les autres"
                " cartes.",
            ),
        ),
    )


def _scoring(language: str, options: RuleOptions) -> tuple[Block, ...]:
    return (
        _points(
            language,
            _Text(
                "Made: the declaring side scores its tricks, rounded to the nearest ten, its"
                " announces and the bid. The defence scores its tricks and announces.",
                "Réussi : le camp du preneur marque ses levées, arrondies à la dizaine, ses"
                " annonces et l'enchère. La défense marque ses levées et ses annonces.",
            ),
            _Text(
                "Defeated: the defence scores 160, the bid and all announces. The declaring side"
                " keeps belot alone.",
                "Chuté : la défense marque 160, l'enchère et toutes les annonces. Le camp du"
                " preneur ne garde que la belote.",
            ),
            _Text(
                "Doubled: twice; redoubled: four times. Belot is not multiplied."
                if not options.doubled_belot
                else "Doubled: twice; redoubled: four times, belot too.",
                "Contré : deux fois ; surcontré : quatre fois. La belote n'est pas multipliée."
                if not options.doubled_belot
                else "Contré : deux fois ; surcontré : quatre fois, belote comprise.",
            ),
            _Text(
                "Whether a contract is made is judged by the exact points, before rounding.",
                "C'est aux points exacts, avant l'arrondi, qu'on juge si un contrat est réussi.",
            ),
            _Text(
                f"The game is won with {options.game_points} points; if both sides get there at"
                " once, by the higher total.",
                f"La partie se gagne à {options.game_points} points ; si les deux camps y arrivent"
                " ensemble, au plus fort total.",
            ),
        ),
    )


OPTION_TEXTS: Final[Mapping[str, _Text]] = {
    "game_points": _Text("Points that win a game", "Points qui gagnent la partie"),
    "announces": _Text("Announces besides belot", "Annonces en plus de la belote"),
    "void_hands": _Text(
        "Hands without a contract before a shuffle", "Donnes sans contrat avant de battre"
    ),
    "void_hands_in_a_row": _Text("Those hands must be in a row", "Ces donnes doivent se suivre"),
    "restacking": _Text(
        "Whose tricks lie on top before the cut", "Quelles levées sont dessus avant la coupe"
    ),
    "least_cut": _Text("Least number of cards in a cut", "Nombre de cartes minimal d'une coupe"),
    "double_finish": _Text(
        "Who wins if both sides finish at once", "Qui gagne si les deux camps finissent ensemble"
    ),
    "belot_wins_when_defeated": _Text(
        "Belot alone may end a game after a defeat",
        "La belote seule peut finir la partie après une chute",
    ),
    "redoubler": _Text("Who may redouble", "Qui peut surcontrer"),
    "double_out_of_turn": _Text("Doubling out of turn", "Contre à la volée"),
    "redouble_ends": _Text("A redouble ends the auction", "Le surcontre met fin aux enchères"),
    "belot_for_contract": _Text(
        "Belot counts towards the contract", "La belote compte pour le contrat"
    ),
    "outranked_for_contract": _Text(
        "Announces that are beaten count towards the contract",
        "Les annonces battues comptent pour le contrat",
    ),
    "undertrump_duty": _Text(
        "Who cannot overtrump must undertrump", "Qui ne peut surcouper doit sous-couper"
    ),
    "eight_in_sequence_twice": _Text(
        "Eight cards in sequence are a fifth and a third",
        "Huit cartes qui se suivent font une quinte et une tierce",
    ),
    "show_all_announces": _Text("All announces are shown", "Toutes les annonces sont montrées"),
    "announce_tie": _Text("What equal announces are worth", "Ce que valent des annonces égales"),
    "belot_cards_in_announces": _Text(
        "Cards of belot may stand in announces too",
        "Les cartes de la belote servent aussi aux annonces",
    ),
    "slam_takes_announces": _Text(
        "A slam takes the defenders' announces", "Le capot prend les annonces de la défense"
    ),
    "defeat_by_slam": _Text(
        "Points for a defeat without a trick", "Points d'une chute sans une levée"
    ),
    "rounding": _Text("How points of tricks are rounded", "Comment on arrondit les levées"),
    "doubling_base": _Text("What a double multiplies", "Ce que multiplie le contre"),
    "doubled_belot": _Text("A double multiplies belot too", "Le contre multiplie aussi la belote"),
    "extra_ten_on_nothing": _Text(
        "The ten more may be added to nothing",
        "Les dix de plus peuvent s'ajouter à rien",
    ),
    "response_base": _Text(
        "Which of partner's bids is answered", "À quelle enchère du partenaire on répond"
    ),
    "fours_add_their_cards": _Text(
        "Four aces or jacks also count singly in an answer",
        "Un carré d'as ou de valets compte aussi carte par carte en réponse",
    ),
    "one_ace": _Text("What a single ace adds to an answer", "Ce qu'un as seul ajoute à la réponse"),
}
"""The description of each rule option, by the name of its attribute."""


def option_text(name: str, language: str = ENGLISH) -> str:
    """Return the description of a rule option, by the name of its attribute.

    Example:
        >>> option_text("announces", "fr")
        'Annonces en plus de la belote'
    """
    return OPTION_TEXTS[name](language)


def _options(language: str, options: RuleOptions) -> tuple[Block, ...]:
    rows = []
    for field in attrs.fields(RuleOptions):
        value, usual = getattr(options, field.name), getattr(DEFAULT_OPTIONS, field.name)
        mark = "" if value == usual else _Text(" (changed)", " (changé)")(language)
        rows.append((option_text(field.name, language), _value(value, language) + mark))
    return (
        _paragraph(
            language,
            _Text(
                "Tables differ in small things. These are the rules of this one:",
                "Les tables diffèrent un peu. Voici les règles de celle-ci :",
            ),
        ),
        Table((_Text("Rule", "Règle")(language), _Text("here", "ici")(language)), tuple(rows)),
    )


_VALUES: Final[Mapping[str, _Text]] = {
    "declarers-on-top": _Text("the declarers'", "celles du preneur"),
    "defenders-on-top": _Text("the defenders'", "celles de la défense"),
    "higher-total": _Text("the higher total", "le plus fort total"),
    "declarers": _Text("the declarers", "le camp du preneur"),
    "greatest-total": _Text("the greatest total", "le plus fort total"),
    "highest-announce": _Text("the highest announce", "la plus forte annonce"),
    "void": _Text("nothing", "rien"),
    "first-to-speak": _Text("the first said counts", "la première dite compte"),
    "half-up": _Text("to tens, 5 up", "à la dizaine, 5 au-dessus"),
    "half-down": _Text("to tens, 5 down", "à la dizaine, 5 au-dessous"),
    "complement": _Text("the defence gets the rest of 160", "la défense a le reste de 160"),
    "none": _Text("not at all", "pas du tout"),
    "everything": _Text("everything", "tout"),
    "winner-takes-all": _Text("everything, the winner's alone", "tout, pour le seul gagnant"),
    "bid": _Text("the bid alone", "l'enchère seule"),
    "side": _Text("both of the doubled side", "les deux joueurs du camp contré"),
    "declarer": _Text("the declarer", "le preneur"),
    "last-bid": _Text("his last", "la dernière"),
    "first-bid": _Text("his first", "la première"),
}


def _value(value: object, language: str) -> str:
    if isinstance(value, bool):
        return _Text("yes" if value else "no", "oui" if value else "non")(language)
    if isinstance(value, int):
        return str(value)
    return _VALUES[str(getattr(value, "value", value))](language)


def _tips(language: str, _: RuleOptions) -> tuple[Block, ...]:
    return (
        _paragraph(language, _Text("In the auction", "Aux enchères")),
        _points(
            language,
            _Text(
                "Count what you have: trumps and how high they are, aces and guarded tens, a"
                " void to trump with, a long side suit for the end.",
                "Comptez votre main : les atouts et leur hauteur, les as et les dix gardés, une"
                " coupe, une couleur longue pour la fin.",
            ),
            _Text(
                "Beginners bid too little. Good cards are worth little when the others play"
                " their contract.",
                "Le débutant parle trop peu. De belles cartes valent peu si les autres jouent"
                " leur contrat.",
            ),
            _Text(
                f"A contract of {LEAST_BID} is mostly made: do not let them have it too cheaply.",
                f"Un contrat de {LEAST_BID} passe presque toujours : ne le laissez pas pour si"
                " peu.",
            ),
            _Text(
                "Trust the answers of your partner: each ten says something.",
                "Fiez-vous aux réponses du partenaire : chaque dizaine dit quelque chose.",
            ),
            _Text(
                "A four that is no use for a contract of yours is good for a double.",
                "Un carré qui ne sert pas à votre contrat est bon pour contrer.",
            ),
            _Text(
                "Announces may be beaten: do not count all of a third.",
                "Une annonce peut être battue : ne comptez pas trop sur une tierce.",
            ),
            _Text(
                "Look at the score: who is far behind may risk more.",
                "Regardez la marque : qui est loin derrière peut risquer davantage.",
            ),
        ),
        _paragraph(language, _Text("In the play", "Au jeu de la carte")),
        _points(
            language,
            _Text(
                "Declarer: draw trumps early, so that your aces are not trumped.",
                "Preneur : faites tomber les atouts tôt, pour que vos as ne soient pas coupés.",
            ),
            _Text(
                "Partner of declarer: lead trumps to him.",
                "Partenaire du preneur : jouez atout pour lui.",
            ),
            _Text(
                "Defender: play your aces early, before somebody is void. Do not lead trumps"
                " without a reason.",
                "Défenseur : jouez vos as tôt, avant qu'une coupe n'apparaisse. N'entamez pas"
                " atout sans raison.",
            ),
            _Text(
                "Give points to your partner's trick, and none to theirs.",
                "Chargez la levée du partenaire, jamais celle des autres.",
            ),
            _Text(
                "Watch what partner throws away: a low card calls for that suit.",
                "Regardez les défausses du partenaire : une petite carte appelle sa couleur.",
            ),
            _Text(
                f"Keep a winner for the last trick: it is worth {LAST_TRICK} more.",
                f"Gardez une maîtresse pour la dernière levée : elle vaut {LAST_TRICK} de plus.",
            ),
            _Text(
                "Learn the auction alone: bid, and let the computer play the cards.",
                "Pour apprendre les enchères : enchérissez, et laissez l'ordinateur jouer les"
                " cartes.",
            ),
        ),
    )


def _keys(language: str, _: RuleOptions) -> tuple[Block, ...]:
    rows = (
        (
            _Text("arrows; E S D X; 2 4 6 8", "flèches ; E S D X ; 2 4 6 8"),
            _Text("choose a card or a call", "choisir une carte ou une enchère"),
        ),
        (_Text("Space, Enter", "Espace, Entrée"), _Text("play it", "la jouer")),
        (_Text("P", "P"), _Text("pass", "passer")),
        (
            _Text("F", "F"),
            _Text("end of turn: on to the next trick", "fin du tour : levée suivante"),
        ),
        (_Text("H", "H"), _Text("show the hands of the humans", "montrer les mains des humains")),
        (_Text("F1", "F1"), _Text("help for what is on the screen", "aide sur ce qu'on voit")),
    )
    return (
        Table(
            (_Text("Key", "Touche")(language), _Text("does", "effet")(language)),
            tuple((key(language), does(language)) for key, does in rows),
        ),
    )


_PAGES: Final[Mapping[str, tuple[_Text, _Maker]]] = {
    "quick": (_Text("The rules in short", "Les règles en bref"), _quick),
    "deal": (_Text("The deal", "La donne"), _deal),
    "bidding": (_Text("The auction", "Les enchères"), _bidding),
    "play": (_Text("The play", "Le jeu de la carte"), _play),
    "conventions": (_Text("Conventions", "Conventions"), _conventions),
    "announces": (_Text("Announces", "Annonces"), _announces),
    "values": (_Text("Ranks and values", "Ordre et valeur des cartes"), _values),
    "scoring": (_Text("Scoring", "La marque"), _scoring),
    "options": (_Text("Rules of this table", "Règles de cette table"), _options),
    "tips": (_Text("Tips", "Conseils"), _tips),
    "keys": (_Text("Keys", "Touches"), _keys),
}

_OF_RULES: Final = frozenset({"deal", "bidding", "play", "conventions", "announces", "scoring"})
_OTHERWISE: Final = _Text(
    'This table plays some things otherwise: see "{page}".',
    "Cette table joue certaines choses autrement : voir « {page} ».",
)

PAGE_NAMES: Final = tuple(_PAGES)
"""The names of all pages, in the order in which they are best read."""

_FRENCH_NAMES: Final[Mapping[str, str]] = {
    "quick": "bref",
    "deal": "donne",
    "bidding": "encheres",
    "play": "jeu",
    "conventions": "conventions",
    "announces": "annonces",
    "values": "valeurs",
    "scoring": "marque",
    "options": "regles",
    "tips": "conseils",
    "keys": "touches",
}
_NO_PAGE: Final = Rule(
    "no-page",
    "no page is called {name} (there are: {known})",
    "aucune page ne s'appelle {name} (il y a : {known})",
)


def page_names(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the names that users type for the pages, by page: `keys`, in French `touches`."""
    return _FRENCH_NAMES if language == FRENCH else {name: name for name in PAGE_NAMES}


def find_page(text: str, language: str = ENGLISH) -> str:
    """Return the name of the page that a user's text means.

    Args:
        text: its name in either language, or how that begins; small letters without accents.
        language: the language that is looked at first.

    Raises:
        LocalizedError: there is no such page, or several begin so.

    Example:
        >>> find_page("jeu", "fr"), find_page("conv"), find_page("scoring", "fr")
        ('play', 'conventions', 'scoring')
    """
    for language_first in (language, *LANGUAGES):
        names = page_names(language_first)
        for name in PAGE_NAMES:
            if text == names[name]:
                return name
    for language_first in (language, *LANGUAGES):
        names = page_names(language_first)
        meant = [name for name in PAGE_NAMES if text and names[name].startswith(text)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            break
    known = ", ".join(page_names(language).values())
    raise LocalizedError(_NO_PAGE, name=repr(text), known=known)


def page(name: str, language: str = ENGLISH, options: RuleOptions = DEFAULT_OPTIONS) -> Page:
    """Return a page.

    Args:
        name: one of `PAGE_NAMES`.
        language: `en` or `fr`.
        options: the rules of the table, which the pages describe.

    Raises:
        BeloteError: there is no such page, or the game does not speak the language.

    Example:
        >>> page("values").blocks[0].rows[0]
        ('jack', '20', 'ace', '11')
    """
    if name not in _PAGES:
        raise LocalizedError(_NO_PAGE, name=repr(name), known=", ".join(PAGE_NAMES))
    words(language)  # refuses a language that the game does not speak
    title, maker = _PAGES[name]
    blocks = maker(language, options)
    if name in _OF_RULES and options != DEFAULT_OPTIONS:
        other = _PAGES["options"][0](language)
        blocks = (*blocks, Paragraph(_OTHERWISE(language).format(page=other)))
    return Page(name, title(language), blocks)


def page_lines(shown: Page) -> tuple[str, ...]:
    """Return a page as plain lines for a terminal: not wrapped, tables in columns."""
    lines = [shown.title, ""]
    for block in shown.blocks:
        if isinstance(block, Paragraph):
            lines.append(block.text)
        elif isinstance(block, Points):
            lines += [f"- {item}" for item in block.items]
        else:
            lines += _columns((block.headings, *block.rows))
        lines.append("")
    return tuple(lines[:-1])


def _columns(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
