# GASNet's tools by Farreach, which are headers alone, for makefiles of programs that use gasnet_tools.h without gasnetex.h:
#
#   include PREFIX/include/gasnet_tools-@NAME@.mak
#   program: program.c; $(GASNETTOOLS_CC) $(GASNETTOOLS_CPPFLAGS) $(GASNETTOOLS_CFLAGS) -o $@ $< $(GASNETTOOLS_LIBS)

# The folder that was installed into: the one above that of this file.
GASNETTOOLS_PREFIX := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))..)

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
