/* Variables of the library that globals_library.c becomes. */
extern long library_counter;
extern double library_values[1000];
extern long *library_hidden(void);
