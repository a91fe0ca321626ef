/*
 * Random accesses to windows against a sequential model. Each process knows what all of them do in a round, does its own part,
 * and then compares its memory, and some of the others', with what the model says.
 *
 *   memory of a process   REGIONS regions of ELEMENTS places of 8 bytes   the processes combine elements, in any order
 *                         one region of SLOTS places for each process     only that process stores there
 */
#include "check.h"

#include <stdint.h>

enum { REGIONS = 6, ELEMENTS = 40, SLOTS = 12, MOST = 16, ROUNDS = 24, ACCESSES = 30, PLACE = 8 };

static uint64_t state;

static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % below);
}

/* What the elements of a region are in a round. */
struct region {
    MPI_Datatype type;
    MPI_Op op;
    int bytes;
};

/* An access: to a region, or to the own slots if `region` is REGIONS. */
struct access {
    int target, region, first, count, step, how;
    int64_t value;
};

static struct region regions[REGIONS];
static unsigned char *model;
static int length;

static unsigned char *modelled(int process, int region, int first)
{
    const size_t at = region < REGIONS ? (size_t)(region * ELEMENTS + first) : (size_t)(REGIONS * ELEMENTS + first);
    return model + (size_t)process * (size_t)length + at * PLACE;
}

/* The number as an element of a region, in the first bytes of a place. */
static void put_number(const struct region *region, int64_t number, void *into)
{
    const int32_t word = (int32_t)number;
    const int16_t half = (int16_t)number;
    const double real = (double)number;
    if (region->type == MPI_DOUBLE)
        memcpy(into, &real, 8);
    else if (region->type == MPI_INT64_T)
        memcpy(into, &number, 8);
    else if (region->type == MPI_INT)
        memcpy(into, &word, 4);
    else
        memcpy(into, &half, 2);
}

static int64_t number_at(const struct region *region, const void *from)
{
    int64_t number;
    int32_t word;
    int16_t half;
    double real;
    if (region->type == MPI_DOUBLE)
        return memcpy(&real, from, 8), (int64_t)real;
    if (region->type == MPI_INT64_T)
        return memcpy(&number, from, 8), number;
    if (region->type == MPI_INT)
        return memcpy(&word, from, 4), word;
    return memcpy(&half, from, 2), half;
}

static int64_t combined(MPI_Op op, int64_t one, int64_t other)
{
    if (op == MPI_SUM)
        return one + other;
    if (op == MPI_MAX)
        return one > other ? one : other;
    if (op == MPI_MIN)
        return one < other ? one : other;
    if (op == MPI_BAND)
        return one & other;
    if (op == MPI_LOR)
        return one || other;
    return one ^ other;
}

static void draw_regions(void)
{
    const MPI_Datatype types[] = {MPI_INT, MPI_INT64_T, MPI_DOUBLE, MPI_SHORT};
    const MPI_Op ops[] = {MPI_SUM, MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR, MPI_BAND, MPI_LOR};
    for (int i = 0; i < REGIONS; i++) {
        regions[i].type = types[draw(4)];
        regions[i].op = ops[draw(regions[i].type == MPI_DOUBLE ? 4 : 7)];
        MPI_Type_size(regions[i].type, &regions[i].bytes);
        for (int process = 0; process < size; process++)
            for (int at = 0; at < ELEMENTS; at++)
                put_number(&regions[i], (int)draw(100), modelled(process, i, at));
    }
}

static struct access draw_access(int origin)
{
    struct access access = {(int)draw((unsigned)size), (int)draw(REGIONS + 2), 0, 0, 1, (int)draw(3), (int)draw(50)};
    if (access.region >= REGIONS) {
        access.region = REGIONS;
        access.first = (int)draw(SLOTS);
        access.count = 1 + (int)draw((unsigned)(SLOTS - access.first));
        access.first += origin * SLOTS;
        return access;
    }
    access.step = 1 + (int)draw(3);
    access.first = (int)draw(ELEMENTS);
    access.count = 1 + (int)draw((unsigned)((ELEMENTS - 1 - access.first) / access.step + 1));
    if (access.how == 2)
        access.count = access.step = 1;
    return access;
}

/* The number of an access for its element `at`. */
static int64_t operand(const struct access *access, int at)
{
    return access->value + at;
}

static void model_access(const struct access *access)
{
    for (int at = 0; at < access->count; at++) {
        unsigned char *place = modelled(access->target, access->region, access->first + at * access->step);
        const int64_t number = operand(access, at);
        if (access->region == REGIONS) {
            memcpy(place, &number, 8);
            continue;
        }
        const struct region *region = &regions[access->region];
        put_number(region, combined(region->op, number_at(region, place), number), place);
    }
}

static void do_access(const struct access *access, MPI_Win win, const MPI_Aint *bases)
{
    const int is_slot = access->region == REGIONS;
    const struct region slots = {MPI_INT64_T, MPI_REPLACE, 8};
    const struct region *region = is_slot ? &slots : &regions[access->region];
    static unsigned char from[ELEMENTS + SLOTS][PLACE], into[ELEMENTS][PLACE];
    const MPI_Aint at = bases[access->target] + (modelled(0, access->region, access->first) - model);
    MPI_Datatype here, there;
    for (int i = 0; i < access->count; i++)
        put_number(region, operand(access, i), from[i]);
    /* Elements lie in places of 8 bytes. */
    MPI_Type_create_hvector(access->count, 1, PLACE, region->type, &here);
    MPI_Type_create_hvector(access->count, 1, PLACE * access->step, region->type, &there);
    MPI_Type_commit(&here);
    MPI_Type_commit(&there);
    if (is_slot && access->how == 0)
        MPI_Put(from, 1, here, access->target, at, 1, there, win);
    else if (access->how == 2 && !is_slot)
        MPI_Fetch_and_op(from, into, region->type, access->target, at, region->op, win);
    else if (access->how == 1)
        MPI_Get_accumulate(from, 1, here, into, 1, here, access->target, at, 1, there, region->op, win);
    else
        MPI_Accumulate(from, 1, here, access->target, at, 1, there, region->op, win);
    MPI_Win_flush(access->target, win);
    MPI_Type_free(&here);
    MPI_Type_free(&there);
}

/* The accesses of a process in a round. All draw the same. */
static void draw_all(int round, int origin, struct access *accesses)
{
    state = 0x9e3779b97f4a7c15u * (uint64_t)(1000 * round + origin + 1);
    for (int i = 0; i < ACCESSES; i++)
        accesses[i] = draw_access(origin);
}

static void compare(const unsigned char *memory, int process, const char *what, int round)
{
    const unsigned char *wanted = model + (size_t)process * (size_t)length;
    for (int i = 0; i < length; i += PLACE)
        if (memcmp(memory + i, wanted + i, PLACE) != 0) {
            printf("round %d: %s of %d differs at place %d\n", round, what, process, i / PLACE);
            CHECK(!"the model's bytes");
        }
}

int main(int argc, char **argv)
{
    static struct access accesses[ACCESSES];
    begin(&argc, &argv);
    CHECK(size <= MOST);
    length = (REGIONS * ELEMENTS + size * SLOTS) * PLACE;
    model = calloc((size_t)size, (size_t)length);
    unsigned char *other = malloc((size_t)length);
    for (int flavor = 0; flavor < 3; flavor++) {
        unsigned char *memory = NULL;
        MPI_Aint base = 0, bases[MOST];
        MPI_Win win;
        if (flavor == 0) {
            MPI_Win_allocate(length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        } else {
            memory = malloc((size_t)length);
            if (flavor == 1) {
                MPI_Win_create(memory, length, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
            } else {
                MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
                MPI_Win_attach(win, memory, length);
                MPI_Get_address(memory, &base);
            }
        }
        MPI_Allgather(&base, 1, MPI_AINT, bases, 1, MPI_AINT, MPI_COMM_WORLD);
        for (int round = flavor * ROUNDS; round < (flavor + 1) * ROUNDS; round++) {
            state = 77 + (uint64_t)round;
            memset(model, 0, (size_t)size * (size_t)length);
            draw_regions();
            MPI_Win_lock_all(0, win);
            memcpy(memory, model + (size_t)rank * (size_t)length, (size_t)length);
            MPI_Win_sync(win);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_sync(win);
            for (int origin = 0; origin < size; origin++) {
                draw_all(round, origin, accesses);
                for (int i = 0; i < ACCESSES; i++) {
                    model_access(&accesses[i]);
                    if (origin == rank)
                        do_access(&accesses[i], win, bases);
                }
            }
            MPI_Win_flush_all(win);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_sync(win);
            compare(memory, rank, "the memory", round);
            const int from = (rank + round) % size;
            MPI_Get(other, length, MPI_BYTE, from, bases[from], length, MPI_BYTE, win);
            MPI_Win_flush(from, win);
            compare(other, from, "what was got", round);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Win_unlock_all(win);
        }
        if (flavor == 2)
            MPI_Win_detach(win, memory);
        MPI_Win_free(&win);
        if (flavor > 0)
            free(memory);
    }
    free(model);
    free(other);
    return end();
}
