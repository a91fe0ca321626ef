/* A user's shared library, with variables of every kind. */
#include "globals.h"

long library_counter = 11;
double library_values[1000];
static long hidden = 12;

long *library_hidden(void)
{
    return &hidden;
}
