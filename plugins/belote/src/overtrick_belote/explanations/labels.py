"""Labels of the screen beside the game's own sentences, in English and French."""

from __future__ import annotations

from typing import Final

from overtrick_belote.errors import BeloteError

LABELS: Final[dict[str, tuple[str, str]]] = {
    "title": ("32-card bridge", "Belote bridgée"),
    # Menus
    "game": ("Game", "Partie"),
    "practice": ("Practice", "Entraînement"),
    "hand": ("Hand", "Donne"),
    "options": ("Options", "Options"),
    "help": ("Help", "Aide"),
    "new-game": ("New game", "Nouvelle partie"),
    "tutorial": ("Commented hand", "Donne commentée"),
    "lesson-other": (
        "In this hand {action} comes now.",
        "Dans cette donne, c'est {action} qui vient.",
    ),
    "random-hand": ("One hand of chance", "Une donne au hasard"),
    "numbered-hand": ("Numbered hand ...", "Donne numérotée ..."),
    "edited-hand": ("Edit a hand ...", "Composer une donne ..."),
    "load": ("Load ...", "Charger ..."),
    "save": ("Save as ...", "Enregistrer sous ..."),
    "history": ("History and statistics", "Historique et statistiques"),
    "quit": ("Quit", "Quitter"),
    "double-now": ("Double before my turn", "Contrer à la volée"),
    "too-small": (
        "This window is too small: {width} by {height}. The table asks {columns} columns and "
        "{rows} rows.",
        "Cette fenêtre est trop petite : {width} sur {height}. Il faut {columns} colonnes et "
        "{rows} lignes.",
    ),
    "no-double": (
        "Nobody may double before his turn now.",
        "Personne ne peut contrer à la volée maintenant.",
    ),
    "undo": ("Take back", "Reprendre"),
    "replay-bidding": ("Replay the bidding", "Rejouer les enchères"),
    "replay-cards": ("Replay the cards", "Rejouer les cartes"),
    "end-bidding": ("Let the computer end the bidding", "L'ordinateur finit les enchères"),
    "end-cards": ("Let the computer end the hand", "L'ordinateur finit la donne"),
    "compare": ("Compare with the computer", "Comparer avec l'ordinateur"),
    "review": ("Review my choices", "Revoir mes choix"),
    "without-help": ("Play without help", "Jouer sans aide"),
    "next-hand": ("Next hand", "Donne suivante"),
    "hint": ("Hint", "Conseil"),
    "analyse": ("Why? (choose a call or card)", "Pourquoi ? (choisir une annonce ou carte)"),
    "medal": ("Why it wins the trick", "Pourquoi elle fait la levée"),
    "last-trick": ("Last trick", "Dernière levée"),
    "peek-n": ("Peek at North", "Voir Nord"),
    "peek-e": ("Peek at East", "Voir Est"),
    "peek-s": ("Peek at South", "Voir Sud"),
    "peek-w": ("Peek at West", "Voir Ouest"),
    "score-card": ("Score card", "Feuille de score"),
    "copy": ("Copy this hand", "Copier cette donne"),
    # Options
    "players": ("Players and levels", "Joueurs et niveaux"),
    "rules": ("Rules of the table", "Règles de la table"),
    "adviser": ("Level of hints", "Niveau des conseils"),
    "end_of_turn": ("End of turn", "Fin de levée"),
    "speed": ("Speed", "Vitesse"),
    "animate": ("Animate cards", "Animer les cartes"),
    "medals": ("See who wins the trick", "Voir qui fait la levée"),
    "autoplay": ("Play a forced card by itself", "Jouer seule une carte forcée"),
    "confirm": ("Confirm calls", "Confirmer les annonces"),
    "status_bar": ("Status bar", "Barre d'état"),
    "colour": ("Colour of the table", "Couleur du tapis"),
    "dark": ("Dark", "Sombre"),
    "cards": ("Suits of cards", "Couleurs des cartes"),
    "language": ("Language", "Langue"),
    "yes": ("yes", "oui"),
    "no": ("no", "non"),
    "on": ("on", "activé"),
    "off": ("off", "désactivé"),
    "human": ("a person", "une personne"),
    "you": ("you", "vous"),
    "by-key": ("by key", "par une touche"),
    "seconds": ("{n} s", "{n} s"),
    "slow": ("slow", "lente"),
    "normal": ("normal", "normale"),
    "fast": ("fast", "rapide"),
    "instant": ("instant", "immédiate"),
    "green": ("green", "vert"),
    "blue": ("blue", "bleu"),
    "grey": ("grey", "gris"),
    "both": ("signs", "signes"),
    "symbols": ("signs", "signes"),
    "letters": ("letters", "lettres"),
    "english": ("English", "anglais"),
    "french": ("French", "français"),
    "next-game-only": (
        "They hold from the next game or hand on.",
        "Elles valent dès la prochaine partie ou donne.",
    ),
    "players-now": (
        "They sit down at once; North is always the computer.",
        "Ils s'assoient aussitôt ; Nord est toujours l'ordinateur.",
    ),
    # The table
    "pass": ("Pass", "Passe"),
    "double": ("Double", "Contre"),
    "redouble": ("Redouble", "Surcontre"),
    "more": ("more", "plus"),
    "dealer": ("dealer", "donneur"),
    "dealer-short": ("D", "D"),
    "belot": ("belot!", "belote !"),
    "rebelot": ("rebelot!", "rebelote !"),
    "thinking": ("{seat} is thinking ...", "{seat} réfléchit ..."),
    "end-turn": ("Space: next trick", "Espace : levée suivante"),
    "to-play": ("Space: first card", "Espace : première carte"),
    "hand-number": ("Hand {n}", "Donne {n}"),
    "one-hand": ("One hand", "Une donne"),
    "numbered": ("Hand no. {n}", "Donne n° {n}"),
    "to-points": ("game to {n}", "partie en {n}"),
    "contract": ("Contract", "Contrat"),
    "highest": ("Highest bid", "Enchère"),
    "tricks": ("Tricks", "Levées"),
    "score": ("Score", "Score"),
    "keys": ("Keys", "Touches"),
    "colon": (":", " :"),
    "nobody": ("nobody has bid", "personne n'a annoncé"),
    "hidden": ("H: show the hand of {seat}", "H : montrer la main de {seat}"),
    "shows": ("{seat} shows {announce}", "{seat} montre {announce}"),
    "no-help": ("without help", "sans aide"),
    # Dialogs
    "number-prompt": ("A number from 1 to 1,000,000", "Un nombre de 1 à 1 000 000"),
    "file-prompt": ("A file", "Un fichier"),
    "edit-prompt": (
        "Cards such as SA S10 HK (or S:AT H:K); what is left open is dealt at random.",
        "Des cartes comme SA S10 HK (ou S:AT H:K) ; le reste est distribué au hasard.",
    ),
    "dealer-prompt": ("Dealer (N E S W)", "Donneur (N E S W)"),
    "seed-prompt": ("Seed of chance", "Graine du hasard"),
    "sure": ("Call {call}?", "Annoncer {call} ?"),
    "saved": ("Saved in {path}.", "Enregistré dans {path}."),
    "copied": ("The hand is on the clipboard.", "La donne est dans le presse-papiers."),
    "replace": ("Replace {path}?", "Remplacer {path} ?"),
    "which-hand": ("Which hand of the file?", "Quelle donne du fichier ?"),
    "from-bidding": ("From the bidding", "Depuis les enchères"),
    "from-cards": ("From the first card", "Depuis la première carte"),
    "from-end": ("Where it was left", "Où elle en était"),
    "ok": ("OK", "OK"),
    "close": ("Close", "Fermer"),
    "space-closes": ("Space closes", "Espace ferme"),
    "working": ("The computer is at work ...", "L'ordinateur travaille ..."),
    "chosen-otherwise": (
        "It would have chosen otherwise:",
        "Il aurait choisi autrement :",
    ),
    "compared": ("The computer in your place", "L'ordinateur à votre place"),
    "as-played": ("As it was played", "Comme vous avez joué"),
    "values": ("Ranks and values", "Ordre et valeurs"),
    "trumps": ("Trumps", "Atout"),
    "other-suits": ("Other suits", "Autres couleurs"),
    "no-games": ("No complete game yet.", "Aucune partie complète pour l'instant."),
    "won-by": ("won by", "gagnée par"),
    "games": ("games", "parties"),
    "hands": ("hands", "donnes"),
    "contracts": ("contracts", "contrats"),
    "made": ("made", "réussis"),
    # Status bar
    "status-call": (
        "Space calls · P pass · ? hint · A why · F10 menu · F1 help",
        "Espace annonce · P passe · ? conseil · A pourquoi · F10 menu · F1 aide",
    ),
    "status-play": (
        "Space plays · ? hint · A why · L last trick · F10 menu · F1 help",
        "Espace joue · ? conseil · A pourquoi · L levée · F10 menu · F1 aide",
    ),
    "status-turn": (
        "Space or F: next trick · W why it wins · A why · F10 menu · F1 help",
        "Espace ou F : suite · W pourquoi elle gagne · A pourquoi · F10 menu · F1 aide",
    ),
    "status-analyse": (
        "arrows choose a call or card · Space: why · Esc back",
        "flèches : choisir une annonce ou carte · Espace : pourquoi · Échap retour",
    ),
    "status-over": (
        "Space: next · C score card · R review · F10 menu · F1 help",
        "Espace : suite · C feuille de score · R revue · F10 menu · F1 aide",
    ),
    "status-wait": ("F10 menu · F1 help", "F10 menu · F1 aide"),
    # The page
    "why": ("Why?", "Pourquoi ?"),
    "stale": (
        "Another window has gone on with this game: here is how it stands now.",
        "Une autre fenêtre a continué cette partie : voici où elle en est.",
    ),
    "lost": (
        "The program does not answer. What was played is kept; the page tries again.",
        "Le programme ne répond pas. Tout est gardé ; la page essaie à nouveau.",
    ),
    "score-sheet": ("Score sheet", "Feuille de marque"),
    "no-contract": ("no contract", "pas de contrat"),
    "made-it": ("made", "réussi"),
    "failed": ("defeated", "chuté"),
    "look": ("Look at the tricks", "Voir les levées"),
    "close-table": ("To the games", "Vers les parties"),
    "shuffle": ("Shuffle for the next hand", "Battre pour la donne suivante"),
    "play": ("Play", "Jouer"),
    "table": ("The table", "La table"),
    "your-hand": ("Your hand", "Votre main"),
    "auction": ("Auction", "Enchères"),
    "bid": ("Bid", "Enchérir"),
    "bid-of": ("Bid {amount} {suit}", "Annoncer {amount} {suit}"),
    "amount": ("Amount", "Montant"),
    "announce": ("Announce {announce}", "Annoncer {announce}"),
    "your-turn-call": ("Your call", "À vous d'annoncer"),
    "your-turn-card": ("Your card", "À vous de jouer"),
    "trick-of": ("Trick {n}", "Levée {n}"),
    "next-trick": ("Next trick", "Levée suivante"),
    "previous-trick": ("Trick before", "Levée précédente"),
    "on-table": ("On the table", "Sur le tapis"),
    "cards-left": ("{n} cards", "{n} cartes"),
    "taker": ("taker", "preneur"),
    "more-to-do": ("More", "Plus"),
    "less": ("less", "moins"),
    "hint-short": ("Hint", "Conseil"),
    "take-back": ("Take back", "Reprendre"),
    "show-hand": ("Show the hand of {seat}", "Montrer la main de {seat}"),
    "choose-why": (
        "Choose a call or a card to hear why.",
        "Choisissez une annonce ou une carte pour savoir pourquoi.",
    ),
    "what-happens": ("What happens", "Ce qui se passe"),
    "settings": ("Settings", "Réglages"),
    "save-settings": ("Keep these settings", "Garder ces réglages"),
    "settings-kept": ("The settings are kept.", "Les réglages sont gardés."),
    "as-page": ("as the page", "comme la page"),
    "who-sits": ("Who plays where", "Qui joue où"),
    "how-shown": ("How it is shown", "Présentation"),
    "letter-keys": ("Single letters are keys", "Une lettre est une touche"),
    "all-rules": (
        "The rules of the table are changed by overtrick belote settings.",
        "Les règles de la table se changent par overtrick belote settings.",
    ),
    "go-on": ("Go on", "Continuer"),
    "delete": ("Delete", "Supprimer"),
    "delete-game": ("Delete the game of {date}", "Supprimer la partie du {date}"),
    "delete-sure": ("Delete this game for good?", "Supprimer définitivement cette partie ?"),
    "unfinished": ("Unfinished games", "Parties inachevées"),
    "played-elsewhere": (
        "is being played in a terminal",
        "se joue dans un terminal",
    ),
    "damaged-game": (
        "damaged: read up to line {line}, the rest is lost",
        "abîmée : lue jusqu'à la ligne {line}, le reste est perdu",
    ),
    "damaged-all": ("damaged: nothing of it can be read", "abîmée : rien n'en est lisible"),
    "new-to-play": ("Begin", "Commencer"),
    "new-game-what": (
        "Hand after hand to {n} points. You sit South; every action is kept.",
        "Donne après donne jusqu'à {n} points. Vous êtes Sud ; chaque action est gardée.",
    ),
    "random-hand-what": ("One hand, dealt at random.", "Une donne, distribuée au hasard."),
    "numbered-hand-what": (
        "One of a million hands that are the same for everybody.",
        "Une donne parmi un million, les mêmes pour tous.",
    ),
    "tutorial-what": (
        "Learn the game: a hand that is explained card by card.",
        "Apprendre le jeu : une donne expliquée carte par carte.",
    ),
    "number-of-hand": ("Number of the hand, 1 to 1,000,000", "Numéro de la donne, 1 à 1 000 000"),
    "introduction": (
        "Two against two, thirty-two cards: bid, take, and ask why at any time.",
        "Deux contre deux, trente-deux cartes : enchérissez, prenez, et demandez pourquoi.",
    ),
    "needs-script": (
        "The table needs JavaScript; overtrick belote plays in a terminal without it.",
        "La table demande JavaScript ; overtrick belote joue sans lui dans un terminal.",
    ),
    "no-such-game": (
        "This game is not here any more: it was finished or deleted.",
        "Cette partie n'est plus là : elle est finie ou supprimée.",
    ),
    "hand-of-date": ("{hand}, {date}", "{hand}, {date}"),
    "game-of-date": ("Game of {date}, hand {n}", "Partie du {date}, donne {n}"),
    "past-games": ("Games played", "Parties jouées"),
    "copied-text": ("Copied.", "Copié."),
    "copy-text": ("Copy", "Copier"),
    "over": ("The hand is over", "La donne est finie"),
    "read-more": ("Rules and tips", "Règles et conseils"),
    "page-keys": (
        "Arrows: choose a card or a call\n"
        "Enter, Space: play, call, go on\n"
        "P: pass\nF: end of the trick\n?: hint\nA: why\nW: why a card wins\n"
        "L: last trick\nC: score card\nS: score sheet\nR: review\nU: take back\nN: next hand\n"
        "B: double before your turn\nH: show the hand of the person at turn\n"
        "7, 9, 3: peek at the left, across, the right\nM: all commands\nEsc: close",
        "Flèches : choisir une carte ou une annonce\n"
        "Entrée, Espace : jouer, annoncer, continuer\n"
        "P : passe\nF : fin de la levée\n? : conseil\nA : pourquoi\n"
        "W : pourquoi la carte gagne\nL : dernière levée\nC : feuille de score\n"
        "S : feuille de marque\nR : revue\nU : reprendre\nN : donne suivante\n"
        "B : contrer à la volée\nH : montrer la main de la personne au trait\n"
        "7, 9, 3 : voir à gauche, en face, à droite\nM : toutes les commandes\nÉchap : fermer",
    ),
    # Help in context
    "help-keys": (
        "[b]Keys[/b]\n"
        "arrows, 2 4 6 8, E S D X   choose a card, a call, a button\n"
        "Space, Enter   play, call, go on; right click goes on\n"
        "P   pass            F   end of the trick\n"
        "?   hint            A   why: any call or card, also by a click\n"
        "W   why a card wins (or click on ✪)\n"
        "L   last trick      C   score card        R   review\n"
        "7 9 3   peek at West, North, East (or click on the cards)\n"
        "H   show or hide the hand of the person at turn\n"
        "U   take back       N   next hand\n"
        "F10, M   menus      F1   help             Ctrl+Q   quit",
        "[b]Touches[/b]\n"
        "flèches, 2 4 6 8, E S D X   choisir une carte, une annonce, un bouton\n"
        "Espace, Entrée   jouer, annoncer, continuer ; clic droit : continuer\n"
        "P   passe           F   fin de levée\n"
        "?   conseil         A   pourquoi : toute annonce ou carte, aussi au clic\n"
        "W   pourquoi la carte gagne (ou clic sur ✪)\n"
        "L   dernière levée  C   feuille de score  R   revue\n"
        "7 9 3   voir Ouest, Nord, Est (ou clic sur les cartes)\n"
        "H   montrer ou cacher la main de la personne au trait\n"
        "U   reprendre       N   donne suivante\n"
        "F10, M   menus      F1   aide             Ctrl+Q   quitter",
    ),
    "help-auction": (
        "[b]Bidding[/b]\n"
        "Choose an amount, then a suit; or a suit at once for the amount that is marked. The next "
        "bid must be higher than the last, whatever its suit. “more” shows amounts beyond "
        "250. A double is said only against a bid of the opponents.",
        "[b]Enchères[/b]\n"
        "Choisissez un montant puis une couleur ; ou directement une couleur pour le montant "
        "marqué. Toute enchère doit dépasser la précédente, quelle que soit sa couleur. "
        "« plus » montre les montants au-delà de 250. On ne contre qu'une enchère adverse.",
    ),
    "help-play": (
        "[b]Play[/b]\n"
        "Cards that may not be played now are faint. Before your first card, say your announces "
        "with the buttons above your hand (arrow up); belot is said by itself.",
        "[b]Jeu de la carte[/b]\n"
        "Les cartes qu'on ne peut pas jouer sont pâles. Avant votre première carte, annoncez vos "
        "combinaisons avec les boutons au-dessus de votre main (flèche haut) ; la belote se dit "
        "toute seule.",
    ),
    "help-over": (
        "[b]End of the hand[/b]\n"
        "The score card tells whether the contract was made and why. All hands lie open: replay "
        "them, review your choices, or compare with what the computer would have done.",
        "[b]Fin de la donne[/b]\n"
        "La feuille de score dit si le contrat est réussi et pourquoi. Toutes les mains sont "
        "ouvertes : rejouez-les, revoyez vos choix ou comparez avec l'ordinateur.",
    ),
}


def label(name: str, language: str, **facts: object) -> str:
    """Return a label.

    Args:
        name: which.
        language: `en` or `fr`.
        facts: the values of its placeholders.

    Raises:
        BeloteError: there is no such label.
    """
    if name not in LABELS:
        msg = f"no label is called {name!r}"
        raise BeloteError(msg)
    text = LABELS[name][language == "fr"]
    return text.format(**facts) if facts else text
