// The same program as in C.
#include "selection.c"
