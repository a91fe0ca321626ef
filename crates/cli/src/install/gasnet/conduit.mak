# GASNet-EX by Farreach, for makefiles of programs with the threading mode @MODE@:
#
#   include PREFIX/include/farreach-conduit/farreach-@NAME@.mak
#   program: program.o; $(GASNET_LD) $(GASNET_LDFLAGS) -o $@ $< $(GASNET_LIBS)
#   program.o: program.c; $(GASNET_CC) $(GASNET_CPPFLAGS) $(GASNET_CFLAGS) -c $<
#
# MANUAL_CFLAGS, MANUAL_CXXFLAGS, MANUAL_DEFINES, MANUAL_LDFLAGS and MANUAL_LIBS are added.

# The folder that was installed into, by this file's place. Spaces in it are escaped for the shell. In make's list of files
# they are not, so the name of this file is as many of the last words as are the name of a file.
GASNET_PREFIX := $(shell file=$$(echo '$(MAKEFILE_LIST)' | awk '{ sub(/ *$$/, ""); at = length($$0); \
    do { while (at > 0 && substr($$0, at, 1) != " ") at--; file = substr($$0, at + 1) } \
    while (at-- > 0 && (getline line < file) < 0); print file }'); \
    cd "$$(dirname -- "$$file")/../.." && pwd | sed 's/ /\\ /g')

GASNET_INCLUDES = -I$(GASNET_PREFIX)/include -I$(GASNET_PREFIX)/include/farreach-conduit
GASNET_LIBDIRS = -L$(GASNET_PREFIX)/lib
GASNET_DEFINES = -DGASNET_@MODE@ $(MANUAL_DEFINES)

GASNET_CC = cc
GASNET_OPT_CFLAGS = -O2
GASNET_MISC_CFLAGS =
GASNET_MISC_CPPFLAGS =
GASNET_DEVWARN_CFLAGS =
GASNET_CFLAGS = $(GASNET_OPT_CFLAGS) $(GASNET_MISC_CFLAGS) $(MANUAL_CFLAGS)
GASNET_CPPFLAGS = $(GASNET_MISC_CPPFLAGS) $(GASNET_DEFINES) $(GASNET_INCLUDES)

GASNET_CXX = c++
GASNET_OPT_CXXFLAGS = -O2
GASNET_MISC_CXXFLAGS =
GASNET_MISC_CXXCPPFLAGS =
GASNET_DEVWARN_CXXFLAGS =
GASNET_CXXFLAGS = $(GASNET_OPT_CXXFLAGS) $(GASNET_MISC_CXXFLAGS) $(MANUAL_CXXFLAGS)
GASNET_CXXCPPFLAGS = $(GASNET_MISC_CXXCPPFLAGS) $(GASNET_DEFINES) $(GASNET_INCLUDES)

GASNET_LD = $(GASNET_CC)
GASNET_LDFLAGS = $(GASNET_LIBDIRS) -Wl,-rpath,$(GASNET_PREFIX)/lib $(MANUAL_LDFLAGS)
GASNET_LIBS = $(GASNET_LIBDIRS) -lgasnet -lpthread -lm $(MANUAL_LIBS)

# What starts N processes of a program.
GASNET_RUN = $(GASNET_PREFIX)/bin/oshrun
GASNET_SPAWN = $(GASNET_RUN)
