# GASNet's tools by Farreach, which are headers alone, for makefiles of programs that use gasnet_tools.h without gasnetex.h:
#
#   include PREFIX/include/gasnet_tools-@NAME@.mak
#   program: program.c; $(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) -o $@ $< $(GASNETTOOLS_LIBS)

# The folder that was installed into, by this file's place. Spaces in it are escaped for the shell. In make's list of files
# they are not, so the name of this file is as many of the last words as are the name of a file.
GASNETTOOLS_PREFIX := $(shell file=$$(echo '$(MAKEFILE_LIST)' | awk '{ sub(/ *$$/, ""); at = length($$0); \
    do { while (at > 0 && substr($$0, at, 1) != " ") at--; file = substr($$0, at + 1) } \
    while (at-- > 0 && (getline line < file) < 0); print file }'); \
    cd "$$(dirname -- "$$file")/.." && pwd | sed 's/ /\\ /g')

GASNETTOOLS_INCLUDES = -I$(GASNETTOOLS_PREFIX)/include
GASNETTOOLS_DEFINES = -DGASNETT_THREAD_@TOOLS@=1 $(MANUAL_DEFINES)
GASNETTOOLS_CC = cc
GASNETTOOLS_CPPFLAGS = $(GASNETTOOLS_DEFINES) $(GASNETTOOLS_INCLUDES)
GASNETTOOLS_CFLAGS = -O2 $(MANUAL_CFLAGS)
GASNETTOOLS_CXX = c++
GASNETTOOLS_CXXFLAGS = -O2 $(MANUAL_CXXFLAGS)
GASNETTOOLS_LD = $(GASNETTOOLS_CC)
GASNETTOOLS_LDFLAGS = $(MANUAL_LDFLAGS)
GASNETTOOLS_LIBS = -lpthread $(MANUAL_LIBS)
