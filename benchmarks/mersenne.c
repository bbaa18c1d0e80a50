/* The search as a plain loop in C over lanes of seeds: MT19937 (Matsumoto and Nishimura 1998), seeded by an integer.
   Counts the (seed, offset) pairs whose word, its low 24 bits taken, lies in [low, low + width]. */
#include <stdint.h>

#define LANES 128
#define STATE 624
#define MIDDLE 397

static uint32_t row[2 * STATE][LANES];

static inline uint32_t tempered(uint32_t word) {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

static inline uint32_t twisted(uint32_t first, uint32_t second, uint32_t middle) {
    uint32_t joined = (first & 0x80000000u) | (second & 0x7fffffffu);
    return middle ^ (joined >> 1) ^ ((0u - (joined & 1u)) & 0x9908b0dfu);
}

/* Offset 0 alone: the first word follows from the states 0, 1 and 397. */
uint64_t first_words(uint32_t seed, uint32_t count, uint32_t low, uint32_t width) {
    uint64_t found = 0;
    for (uint32_t start = 0; start < count; start += LANES) {
        uint32_t state[LANES], zeroth[LANES], first[LANES], hits = 0;
        for (int lane = 0; lane < LANES; lane++) state[lane] = zeroth[lane] = seed + start + lane;
        for (uint32_t i = 1; i <= MIDDLE; i++) {
            for (int lane = 0; lane < LANES; lane++)
                state[lane] = 1812433253u * (state[lane] ^ (state[lane] >> 30)) + i;
            if (i == 1)
                for (int lane = 0; lane < LANES; lane++) first[lane] = state[lane];
        }
        for (int lane = 0; lane < LANES; lane++) {
            uint32_t word = tempered(twisted(zeroth[lane], first[lane], state[lane]));
            hits += (word & 0xffffffu) - low <= width;
        }
        found += hits;
    }
    return found;
}

/* Every offset from 0 to ``last``. */
uint64_t all_words(uint32_t seed, uint32_t count, uint32_t last, uint32_t low, uint32_t width) {
    uint64_t found = 0;
    for (uint32_t start = 0; start < count; start += LANES) {
        for (int lane = 0; lane < LANES; lane++) row[0][lane] = seed + start + lane;
        for (uint32_t i = 1; i < STATE; i++)
            for (int lane = 0; lane < LANES; lane++)
                row[i][lane] = 1812433253u * (row[i - 1][lane] ^ (row[i - 1][lane] >> 30)) + i;
        for (uint32_t i = 0; i <= last; i++) {
            uint32_t hits = 0;
            for (int lane = 0; lane < LANES; lane++) {
                uint32_t state = twisted(row[i][lane], row[i + 1][lane], row[i + MIDDLE][lane]);
                row[i + STATE][lane] = state;
                hits += (tempered(state) & 0xffffffu) - low <= width;
            }
            found += hits;
        }
    }
    return found;
}
