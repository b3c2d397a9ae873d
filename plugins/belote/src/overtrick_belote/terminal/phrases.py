"""The texts of the terminal, in English and French.

The form of a text is described in `overtrick_belote.players.sentences`; the texts of refusals are
with the refusals.
"""

from __future__ import annotations

from typing import Final

from overtrick_belote.players.sentences import Rule

_TABLE: Final = (
    Rule(
        "welcome-one",
        "You play {seat}, with {partner} against {others}; the computer plays these three.",
        "Vous jouez {seat}, avec {partner} contre {others} ; l'ordinateur joue les trois autres.",
    ),
    Rule(
        "welcome",
        "{people} {count|plays|play} by hand; the computer plays the others.",
        "{people} {count|joue|jouent} à la main ; l'ordinateur joue les autres.",
    ),
    Rule(
        "welcome-keys",
        "Type ? for help, quit to stop. Everything is kept as you play.",
        "Tapez ? pour l'aide, fin pour arrêter. Tout est gardé au fur et à mesure.",
    ),
    Rule("nobody", "Nobody", "Personne"),
    Rule(
        "hand-begins",
        "Hand {number}. {dealer} deals, {first} speaks first. North-South {north_south},"
        " East-West {east_west}; the game goes to {game_points}.",
        "Donne {number}. {dealer} donne, {first} parle le premier. Nord-Sud {north_south},"
        " Est-Ouest {east_west} ; la partie se joue en {game_points}.",
    ),
    Rule(
        "numbered-hand",
        "Hand number {number}. {dealer} deals, {first} speaks first.",
        "Donne numéro {number}. {dealer} donne, {first} parle le premier.",
    ),
    Rule(
        "one-hand",
        "One hand. {dealer} deals, {first} speaks first.",
        "Une donne. {dealer} donne, {first} parle le premier.",
    ),
    Rule("seed-is", "Seed: {seed}.", "Graine : {seed}."),
    Rule("your-cards", "{seat}, your cards: {cards}", "{seat}, vos cartes : {cards}"),
    Rule("cards-of", "{seat}: {cards}", "{seat} : {cards}"),
    Rule("no-cards", "none", "aucune"),
    Rule("part-trumps", "trumps", "atout"),
    Rule(
        "pass-keyboard",
        "It is the turn of {seat}. Press Enter when {seat} sits here.",
        "C'est à {seat}. Appuyez sur Entrée quand {seat} est là.",
    ),
    Rule(
        "may-announce",
        "You may announce {announce}: type {word} before your card.",
        "Vous pouvez annoncer {announce} : tapez {word} avant votre carte.",
    ),
    Rule(
        "game-won", "{side} win the game, {ours} to {theirs}!", "{side} gagne, {ours} à {theirs} !"
    ),
    Rule(
        "replayed",
        "Taken back to the beginning of the {what}.",
        "Retour au début {what}.",
    ),
    Rule("undone", "Taken back.", "C'est repris."),
    Rule("part-bidding", "bidding", "des enchères"),
    Rule("part-cards", "play", "du jeu de la carte"),
)

_PROMPTS: Final = (
    Rule("prompt-call", "Your call ({choices})", "Votre enchère ({choices})"),
    Rule("choice-pass", "p pass", "p passe"),
    Rule(
        "choice-bid",
        "{least} or more and a suit, as {example}",
        "{least} ou plus et une couleur, comme {example}",
    ),
    Rule("choice-double", "x double", "x contre"),
    Rule("choice-redouble", "xx redouble", "xx surcontre"),
    Rule("prompt-card", "Your card ({choices})", "Votre carte ({choices})"),
    Rule(
        "prompt-over",
        "Enter for the next hand (? for review, replay and more)",
        "Entrée pour la donne suivante (? pour le bilan, rejouer, etc.)",
    ),
    Rule(
        "prompt-finished",
        "Enter to stop (? for review, replay and more)",
        "Entrée pour finir (? pour le bilan, rejouer, etc.)",
    ),
    Rule(
        "prompt-resume",
        "Go on with it? (y, n for a new one, d to delete it, q to quit)",
        "La continuer ? (o, n pour une nouvelle, s pour la supprimer, q pour quitter)",
    ),
    Rule(
        "prompt-damaged",
        "Go on from what was read? (y, n for a new one, d to delete it, q to quit)",
        "Reprendre ce qui a été lu ? (o, n pour une nouvelle, s pour la supprimer, q pour quitter)",
    ),
    Rule(
        "prompt-lost",
        "What now? (n for a new game, d to delete it, q to quit)",
        "Que faire ? (n pour une nouvelle partie, s pour la supprimer, q pour quitter)",
    ),
    Rule(
        "prompt-which",
        "Which one? (1 to {count}, n for a new one, d 2 to delete the second, q to quit)",
        "Laquelle ? (1 à {count}, n pour une nouvelle, s 2 pour supprimer la deuxième,"
        " q pour quitter)",
    ),
    Rule("prompt-begin", "Begin a new game? (y or n)", "Commencer une nouvelle partie ? (o ou n)"),
    Rule(
        "no-such-answer",
        "“{text}” is none of the answers.",
        "« {text} » n'est pas une des réponses.",
    ),
    Rule("unfinished-one", "There is an unfinished {game}.", "Il y a une {game}, inachevée."),
    Rule(
        "unfinished-several",
        "There are {count} unfinished games, the one played last first:",
        "Il y a {count} parties inachevées, la dernière jouée d'abord :",
    ),
    Rule(
        "unfinished-damaged",
        "There is an unfinished game that is damaged: {game}.",
        "Il y a une partie inachevée et abîmée : {game}.",
    ),
    Rule(
        "game-of",
        "game of {date}: hand {number}, North-South {north_south}, East-West {east_west}",
        "partie du {date} : donne {number}, Nord-Sud {north_south}, Est-Ouest {east_west}",
    ),
    Rule("hand-of", "hand of {date}", "donne du {date}"),
    Rule(
        "damaged-part",
        "Damaged: it was read up to line {line}; the rest is not read ({why}). Whoever goes on"
        " plays from there; the damaged file is kept as {path}.",
        "Abîmée : lue jusqu'à la ligne {line} ; le reste n'est pas lu ({why}). On reprend à cet"
        " endroit ; le fichier abîmé est gardé sous le nom {path}.",
    ),
    Rule(
        "damaged-whole",
        "Nothing of it can be read, and it stays as it is ({why}).",
        "Rien n'en est lisible, et elle reste telle quelle ({why}).",
    ),
    Rule(
        "none-sound",
        "no unfinished game is whole; overtrick belote asks what to do",
        "aucune partie inachevée n'est entière ; overtrick belote demande que faire",
    ),
    Rule(
        "none-begun",
        "No game was begun; overtrick belote --new begins one.",
        "Aucune partie n'est commencée ; overtrick belote --new en commence une.",
    ),
    Rule(
        "bad-settings",
        "Settings that are wrong, for which the default is taken: {why}. Fix the file, or type"
        " overtrick belote settings --reset.",
        "Réglages erronés, remplacés par ceux par défaut : {why}. Corrigez le fichier, ou tapez"
        " overtrick belote settings --reset.",
    ),
    Rule("deleted", "Deleted: {game}.", "Supprimée : {game}."),
    Rule(
        "in-use",
        "The game of {date} is being played in another window.",
        "La partie du {date} se joue dans une autre fenêtre.",
    ),
    Rule(
        "kept", "Kept: overtrick belote goes on from here.", "Gardé : overtrick belote reprend ici."
    ),
    Rule("goodbye", "Goodbye.", "Au revoir."),
    Rule("saved", "Saved as {path}.", "Enregistré : {path}."),
    Rule(
        "path-exists",
        "{path} exists; type save! {path} to replace it.",
        "{path} existe ; tapez garder! {path} pour le remplacer.",
    ),
    Rule("thinking", "{seat} is thinking...", "{seat} réfléchit..."),
)

_TYPED: Final = (
    Rule(
        "not-understood",
        "I do not understand “{text}”. Type ? for what can be typed.",
        "Je ne comprends pas « {text} ». Tapez ? pour voir ce qu'on peut taper.",
    ),
    Rule(
        "which-suit",
        "{amount} of what? Type a suit with it, as {example}.",
        "{amount} de quoi ? Ajoutez une couleur, comme {example}.",
    ),
    Rule(
        "which-card",
        "Which one? Type {examples:or}.",
        "Laquelle ? Tapez {examples:or}.",
    ),
    Rule(
        "none-of-rank",
        "You hold no {rank}.",
        "Vous n'avez pas de {rank}.",
    ),
    Rule(
        "quit-word",
        "To stop, type quit: the game is kept.",
        "Pour arrêter, tapez fin : la partie est gardée.",
    ),
    Rule("nothing-to-announce", "You have nothing to announce.", "Vous n'avez rien à annoncer."),
    Rule(
        "which-seat",
        "Whose? Type north, east, south or west.",
        "De qui ? Tapez nord, est, sud ou ouest.",
    ),
    Rule(
        "which-why",
        "Why what? Type why north, why 3 for trick 3, or why north 3.",
        "Pourquoi quoi ? Tapez pourquoi nord, pourquoi 3 pour la levée 3, ou pourquoi nord 3.",
    ),
    Rule(
        "which-trick",
        "Which trick? Type {command} and 1 to {most}.",
        "Quelle levée ? Tapez {command} et 1 à {most}.",
    ),
    Rule(
        "which-help",
        "Type nohelp on or nohelp off.",
        "Tapez sansaide oui ou sansaide non.",
    ),
    Rule(
        "trick-not-played",
        "Trick {number} is not played yet.",
        "La levée {number} n'est pas encore jouée.",
    ),
    Rule(
        "seat-not-played",
        "{seat} has not played to trick {number} yet.",
        "{seat} n'a pas encore joué à la levée {number}.",
    ),
    Rule("nothing-of-seat", "{seat} has done nothing yet.", "{seat} n'a encore rien fait."),
    Rule(
        "which-part",
        "Type {command} bidding or {command} cards.",
        "Tapez {command} encheres ou {command} cartes.",
    ),
    Rule(
        "which-file",
        "Type the name of a file, as save mine.b32.",
        "Tapez un nom de fichier, comme garder ma.b32.",
    ),
    Rule(
        "players-are",
        "{players}. To change: players west human, players east novice.",
        "{players}. Pour changer : joueurs ouest humain, joueurs est novice.",
    ),
    Rule("player-is", "{seat} {who}", "{seat} {who}"),
    Rule("part-human", "human", "humain"),
    Rule("help-is-off", "You play without help from now on.", "Vous jouez désormais sans aide."),
    Rule(
        "help-is-off-next",
        "You play without help from the next hand on.",
        "Vous jouerez sans aide dès la prochaine donne.",
    ),
    Rule("help-is-on", "You play with help.", "Vous jouez avec aide."),
    Rule(
        "help-is-on-next",
        "This hand goes on without help to its end; from then on you have it.",
        "Cette donne continue sans aide jusqu'au bout ; ensuite vous en aurez.",
    ),
)

_LOOKING: Final = (
    Rule("last-trick", "Last trick: {cards}.", "Dernière levée : {cards}."),
    Rule("seat-card", "{seat} {card}", "{seat} {card}"),
    Rule("bids-so-far", "Calls: {calls}.", "Enchères : {calls}."),
    Rule("no-calls", "Nobody has spoken yet.", "Personne n'a encore parlé."),
    Rule("seat-call", "{seat} {call}", "{seat} {call}"),
    Rule("contract-now", "Contract: {contract} by {seat}.", "Contrat : {contract} par {seat}."),
    Rule("dealer-is", "Dealer: {seat}.", "Donneur : {seat}."),
    Rule(
        "points-so-far",
        "Tricks so far: North-South {north_south}, East-West {east_west}.",
        "Levées : Nord-Sud {north_south}, Est-Ouest {east_west}.",
    ),
    Rule(
        "game-so-far",
        "Game: North-South {north_south}, East-West {east_west}, to {game_points}.",
        "Partie : Nord-Sud {north_south}, Est-Ouest {east_west}, en {game_points}.",
    ),
    Rule("on-the-table", "On the table: {cards}.", "Sur la table : {cards}."),
    Rule("announced-so-far", "Announced: {announces}.", "Annoncé : {announces}."),
    Rule("seat-kind", "{seat} {kind}", "{seat} {kind}"),
    Rule("ranks-of-trumps", "Trumps", "Atout"),
    Rule("ranks-of-others", "Other suits", "Autres couleurs"),
    Rule(
        "compared",
        "The computer in your place: {contract}, North-South {north_south}, East-West"
        " {east_west}. You: {own}, North-South {own_north_south}, East-West {own_east_west}.",
        "L'ordinateur à votre place : {contract}, Nord-Sud {north_south}, Est-Ouest"
        " {east_west}. Vous : {own}, Nord-Sud {own_north_south}, Est-Ouest {own_east_west}.",
    ),
    Rule("compared-calls", "Its calls: {calls}.", "Ses enchères : {calls}."),
    Rule("compared-trick", "Its trick {number}: {cards}.", "Sa levée {number} : {cards}."),
    Rule("part-void", "no contract", "pas de contrat"),
    Rule(
        "part-result",
        "{contract} by {seat}, {made?made|defeated}",
        "{contract} par {seat}, {made?réussi|chuté}",
    ),
    Rule(
        "would-do",
        "{seat} chose {action}; the computer would say:",
        "{seat} a choisi {action} ; l'ordinateur dirait :",
    ),
    Rule("tried", "Looked at first, and not done:", "Examiné d'abord, et écarté :"),
)

_HELP: Final = (
    Rule(
        "help-more",
        "All that can be typed: ? all. Words of both languages are understood.",
        "Tout ce qu'on peut taper : ? tout. Les mots des deux langues sont compris.",
    ),
    Rule("help-call", "p, 80s, 100 hearts, x, xx", "p, 80p, 100 coeur, x, xx"),
    Rule(
        "help-call-what",
        "pass, bid points with a suit, double, redouble",
        "passer, enchérir des points et une couleur, contrer, surcontrer",
    ),
    Rule("help-card", "sj, 10h, j, 3", "pv, c10, v, 3"),
    Rule(
        "help-card-what",
        "play a card: suit and rank, the rank alone, or its number in the list",
        "jouer une carte : couleur et valeur, la valeur seule, ou son numéro dans la liste",
    ),
    Rule("help-announce", "third, fourth, fifth, four", "tierce, quarte, quinte, carre"),
    Rule(
        "help-announce-what",
        "announce before your first card (announce: all that you have)",
        "annoncer avant sa première carte (annoncer : tout ce que vous avez)",
    ),
    Rule("help-hint", "h, hint", "h, conseil"),
    Rule(
        "help-hint-what",
        "what the computer would do in your place, and why",
        "ce que l'ordinateur ferait à votre place, et pourquoi",
    ),
    Rule("help-why", "w, why [north] [trick]", "w, pourquoi [nord] [levée]"),
    Rule(
        "help-why-what",
        "why the last call or card was chosen, or that player's",
        "pourquoi la dernière enchère ou carte, ou celle de ce joueur",
    ),
    Rule("help-medal", "m, medal [trick]", "m, medaille [levée]"),
    Rule(
        "help-medal-what",
        "why the card that took the trick wins",
        "pourquoi la carte gagnante gagne",
    ),
    Rule("help-last", "l, last", "l, derniere"),
    Rule("help-last-what", "the last trick", "la dernière levée"),
    Rule("help-info", "i, info; b, bids; hand", "i, info ; b, encheres ; main"),
    Rule(
        "help-info-what",
        "where the hand stands; the calls; your cards",
        "où en est la donne ; les enchères ; vos cartes",
    ),
    Rule("help-score", "s, score", "s, marque"),
    Rule(
        "help-score-what",
        "the points, or the score card of a hand that is over",
        "les points, ou la feuille de marque d'une donne finie",
    ),
    Rule("help-values", "values", "valeurs"),
    Rule(
        "help-values-what",
        "how the cards rank and what they are worth",
        "l'ordre et la valeur des cartes",
    ),
    Rule("help-peek", "peek [north]", "voir [nord]"),
    Rule("help-peek-what", "look at a hand, or at all", "regarder une main, ou toutes"),
    Rule("help-undo", "u, undo", "u, reprendre"),
    Rule(
        "help-undo-what",
        "take back your last call or card",
        "reprendre sa dernière enchère ou carte",
    ),
    Rule("help-replay", "replay bidding, replay cards", "rejouer encheres, rejouer cartes"),
    Rule(
        "help-replay-what",
        "begin the hand, or its play, again",
        "recommencer la donne, ou le jeu de la carte",
    ),
    Rule("help-end", "end bidding, end cards", "finir encheres, finir cartes"),
    Rule(
        "help-end-what",
        "let the computer bid, or play, for you",
        "laisser l'ordinateur enchérir ou jouer pour vous",
    ),
    Rule("help-review", "review, compare", "bilan, comparer"),
    Rule(
        "help-review-what",
        "after the hand: what your choices cost; the computer in your place",
        "après la donne : le coût de vos choix ; l'ordinateur à votre place",
    ),
    Rule("help-next", "n, next, shuffle", "n, suivante, battre"),
    Rule(
        "help-next-what",
        "the next hand; with the cards shuffled",
        "la donne suivante ; en battant les cartes",
    ),
    Rule("help-save", "save FILE, copy", "garder FICHIER, texte"),
    Rule(
        "help-save-what",
        "write the game into a file; show the hand as text",
        "écrire la partie dans un fichier ; la donne en texte",
    ),
    Rule("help-players", "players", "joueurs"),
    Rule("help-players-what", "who sits where, and who is to", "qui joue où, et qui doit y jouer"),
    Rule("help-nohelp", "nohelp on, nohelp off", "sansaide oui, sansaide non"),
    Rule("help-nohelp-what", "play without help", "jouer sans aide"),
    Rule("help-rules", "rules [page]", "regles [page]"),
    Rule("help-rules-what", "the rules and tips to read", "les règles et les conseils à lire"),
    Rule("help-quit", "quit", "fin"),
    Rule("help-quit-what", "stop; the game is kept", "arrêter ; la partie est gardée"),
)

_PAST: Final = (
    Rule(
        "edit-welcome",
        "Give cards to who you like, as SAJ10 H7; what you leave open is dealt at random.",
        "Donnez des cartes à qui vous voulez, comme PAV10 C7 ; le reste est donné au hasard.",
    ),
    Rule("edit-cards", "Cards of {seat}", "Cartes de {seat}"),
    Rule("edit-dealer", "Dealer (Enter: of chance)", "Donneur (Entrée : au hasard)"),
    Rule(
        "lesson-keys",
        "Enter does what the lesson says; h asks for a hint, w why a player did what he did, ? says"
        " what else can be typed, quit stops.",
        "Entrée fait ce que dit la leçon ; h demande un conseil, w pourquoi un joueur a fait ce"
        " qu'il a fait, ? dit ce qu'on peut taper d'autre, fin arrête.",
    ),
    Rule(
        "lesson-other",
        "In this lesson you choose {action}: type it, or press Enter.",
        "Dans cette leçon on choisit {action} : tapez-le, ou appuyez sur Entrée.",
    ),
    Rule(
        "hands-of-file",
        "{path} has {count} {count|hand|hands}; choose one with --hand",
        "{path} a {count} {count|donne|donnes} ; choisissez-en une par --hand",
    ),
    Rule(
        "no-hand-of-file",
        "{path} has {count} {count|hand|hands}, and no hand {number}",
        "{path} a {count} {count|donne|donnes}, et pas de donne {number}",
    ),
    Rule("file-special", "{path} is no plain file", "{path} n'est pas un fichier ordinaire"),
    Rule(
        "nothing-to-resume",
        "there is no game that was interrupted",
        "aucune partie n'a été interrompue",
    ),
    Rule(
        "needs-textual",
        "the drawn table needs Textual: pip install 'overtrick-belote[tui]'",
        "la table dessinée demande Textual : pip install 'overtrick-belote[tui]'",
    ),
    Rule(
        "needs-terminal",
        "the drawn table needs a terminal; without --tui the game is played in lines",
        "la table dessinée demande un terminal ; sans --tui on joue en lignes",
    ),
    Rule(
        "no-hand-number",
        "not the number of a hand: {text} (1 to {greatest})",
        "pas le numéro d'une donne : {text} (1 à {greatest})",
    ),
    Rule("edit-nothing", "no hand was given", "aucune donne n'a été indiquée"),
    Rule(
        "pages-are",
        "Type a page with it, as in: {command} {example}",
        "Indiquez une page, comme dans : {command} {example}",
    ),
    Rule(
        "history-empty",
        "No game was played to its end yet.",
        "Aucune partie n'est encore allée à son terme.",
    ),
    Rule(
        "history-bad",
        "The history has {count} damaged {count|line|lines}: {lines}",
        "L'historique a {count} {count|ligne abîmée|lignes abîmées} : {lines}",
    ),
    Rule(
        "history-game",
        "{date}: {side} won, {ours} to {theirs}, in {hands} {hands|hand|hands}; help in {helped}.",
        "{date} : {side} a gagné, {ours} à {theirs}, en {hands} {hands|donne|donnes} ; aide dans"
        " {helped}.",
    ),
    Rule("history-file", "whole: {path}", "entière : {path}"),
    Rule(
        "history-hand",
        "{number}. {contract} by {seat}, {made?made|defeated}: North-South {north_south},"
        " East-West {east_west}",
        "{number}. {contract} par {seat}, {made?réussi|chuté} : Nord-Sud {north_south},"
        " Est-Ouest {east_west}",
    ),
    Rule("history-void", "{number}. no contract", "{number}. pas de contrat"),
    Rule(
        "statistics-all",
        "{games} {games|game|games}, {hands} {hands|hand|hands}, {void} without a contract, help"
        " in {helped}.",
        "{games} {games|partie|parties}, {hands} {hands|donne|donnes}, {void} sans contrat, aide"
        " dans {helped}.",
    ),
    Rule(
        "statistics-side",
        "{side}: {won} {won|game|games} won ({won_share:%}); {points} points, {per_hand} a hand;"
        " {contracts} {contracts|contract|contracts} ({contracts_share:%}), {made} made"
        " ({made_share:%}), {doubled} doubled, highest made {highest}; {trick_points} points of"
        " tricks a hand, {slams} {slams|slam|slams}.",
        "{side} : {won} {won|partie gagnée|parties gagnées} ({won_share:%}) ; {points} points,"
        " {per_hand} par donne ; {contracts} {contracts|contrat|contrats} ({contracts_share:%}),"
        " {made} {made|réussi|réussis} ({made_share:%}), {doubled} {doubled|contré|contrés}, le"
        " plus haut réussi {highest} ; {trick_points} points de levées par donne, {slams}"
        " {slams|capot|capots}.",
    ),
)

RULES: Final = _TABLE + _PROMPTS + _TYPED + _LOOKING + _HELP + _PAST
