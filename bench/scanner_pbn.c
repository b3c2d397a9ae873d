/* A prototype of a compiled scanner: the cards of every Deal tag, as four masks, and a few values.

   It is measured by bench_columns.py and shipped nowhere. It reads what export format writes, and
   passes over all else: the prototype shows a speed, not a reader.

   Built with: cc -O2 -shared -fPIC -o scanner.so scanner_pbn.c */

#include <stdint.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    uint64_t hands[4];          /* North, East, South, West; bit 0 is the deuce of clubs */
    int64_t auction, play;      /* where the bodies begin in the text, -1 where there are none */
    int32_t number;
    int32_t auction_length, play_length;
    int16_t calls, cards;       /* how many of each were held against the standard's words */
    int8_t level, strain, risk, declarer, dealer, result, sound;
} Board;

static int rank_of(char c)
{
    static const char ranks[] = "23456789TJQKA";
    const char *found = c ? memchr(ranks, c, 13) : NULL;
    return found ? (int)(found - ranks) : -1;
}

static int seat_of(char c)
{
    switch (c) { case 'N': return 0; case 'E': return 1; case 'S': return 2; case 'W': return 3; }
    return -1;
}

static int strain_of(char c)
{
    switch (c) { case 'C': return 0; case 'D': return 1; case 'H': return 2; case 'S': return 3;
                 case 'N': return 4; }
    return -1;
}

/* Four times thirteen cards that are the pack, or 0. */
static int deal(const char *p, const char *end, uint64_t hands[4])
{
    int seat = p < end ? seat_of(*p) : -1;
    uint64_t all = 0;
    if (seat < 0 || p + 1 >= end || p[1] != ':') return 0;
    p += 2;
    for (int hand = 0; hand < 4; hand++, seat = (seat + 1) & 3) {
        uint64_t mask = 0;
        int suit = 3, count = 0;
        for (; p < end && *p != ' '; p++) {
            if (*p == '.') { if (--suit < 0) return 0; continue; }
            int rank = rank_of(*p);
            if (rank < 0) return 0;
            mask |= (uint64_t)1 << (13 * suit + rank);
            count++;
        }
        if (suit || count != 13 || all & mask || __builtin_popcountll(mask) != 13) return 0;
        all |= mask;
        hands[seat] = mask;
        p++;
    }
    return p == end + 1;
}

static int auction(const char *p, const char *end)
{
    int calls = 0;
    while (p < end) {
        if (*p == ' ' || *p == '\n' || *p == '\r') { p++; continue; }
        const char *word = p;
        while (p < end && *p != ' ' && *p != '\n' && *p != '\r') p++;
        size_t size = (size_t)(p - word);
        if (*word == '=' && size > 2 && p[-1] == '=') continue;
        if ((size == 4 && !memcmp(word, "Pass", 4)) || (size == 2 && !memcmp(word, "AP", 2))
            || (size == 1 && *word == 'X') || (size == 2 && !memcmp(word, "XX", 2))
            || (size >= 2 && *word >= '1' && *word <= '7' && strain_of(word[1]) >= 0
                && (word[1] == 'N' ? size == 3 && word[2] == 'T' : size == 2))) calls++;
        else return -1;
    }
    return calls;
}

static int play(const char *p, const char *end)
{
    int cards = 0;
    while (p < end) {
        if (*p == ' ' || *p == '\n' || *p == '\r') { p++; continue; }
        if (*p == '-' || *p == '*') { p++; continue; }
        if (p + 1 >= end || strain_of(*p) < 0 || *p == 'N' || rank_of(p[1]) < 0) return -1;
        cards++;
        p += 2;
    }
    return cards;
}

static int number_of(const char *p, const char *end)
{
    int value = 0;
    if (p == end) return -1;
    for (; p < end; p++) {
        if (*p < '0' || *p > '9' || value > 99999999) return -1;
        value = 10 * value + (*p - '0');
    }
    return value;
}

#define IS(text) (size == sizeof text - 1 && !memcmp(name, text, size))

/* Fill boards from a text, most at the most; return how many there are. */
long scan(const char *text, long length, Board *boards, long most)
{
    const char *p = text, *last = text + length;
    Board *board = NULL;
    long count = 0;
    while (p < last) {
        const char *line = memchr(p, '\n', (size_t)(last - p));
        if (!line) line = last;
        if (*p == '[') {
            const char *name = p + 1, *quote = memchr(name, '"', (size_t)(line - name));
            if (quote && quote > name + 1) {
                size_t size = (size_t)(quote - name - 1);
                const char *value = quote + 1, *end = memchr(value, '"', (size_t)(line - value));
                if (!end) end = line;
                if (IS("Event")) {
                    if (count == most) return count;
                    board = boards + count++;
                    memset(board, 0, sizeof *board);
                    board->auction = board->play = -1;
                    board->number = board->dealer = board->declarer = board->result = -1;
                    board->strain = -1;
                } else if (board) {
                    if (IS("Board")) board->number = number_of(value, end);
                    else if (IS("Dealer")) board->dealer = (int8_t)seat_of(*value);
                    else if (IS("Declarer")) board->declarer = (int8_t)seat_of(*value);
                    else if (IS("Result")) board->result = (int8_t)number_of(value, end);
                    else if (IS("Deal")) board->sound = (int8_t)deal(value, end, board->hands);
                    else if (IS("Contract")) {
                        if (*value >= '1' && *value <= '7') {
                            board->level = (int8_t)(*value - '0');
                            board->strain = (int8_t)strain_of(value[1]);
                            while (end > value && end[-1] == 'X') { board->risk++; end--; }
                        }
                    } else if (IS("Auction") || IS("Play")) {
                        const char *body = line < last ? line + 1 : last, *stop = body;
                        while (stop < last && *stop != '[' && *stop != '\n') {
                            const char *next = memchr(stop, '\n', (size_t)(last - stop));
                            stop = next ? next + 1 : last;
                        }
                        if (*name == 'A') {
                            board->auction = body - text;
                            board->auction_length = (int32_t)(stop - body);
                            board->calls = (int16_t)auction(body, stop);
                        } else {
                            board->play = body - text;
                            board->play_length = (int32_t)(stop - body);
                            board->cards = (int16_t)play(body, stop);
                        }
                        p = stop;
                        continue;
                    }
                }
            }
        }
        p = line + 1;
    }
    return count;
}
