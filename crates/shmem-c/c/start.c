/*
 * What is to happen before the program and its libraries begin.
 */

void farreach_watch_forks(void);

/*
 * Handlers of fork run in the child in the order in which they were registered, and those that run before the library's still see the
 * parent's variables. Constructors of a library that is linked into the program run behind those of other libraries; of the shared
 * object the linker is told to run them first.
 */
__attribute__((constructor(101))) static void begin(void)
{
    farreach_watch_forks();
}

/* Called by the library's initialisation, so that linkers take this file out of the archive. */
void farreach_begin(void)
{
}
