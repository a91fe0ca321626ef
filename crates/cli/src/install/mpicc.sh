#!/bin/sh
# The system's compiler with what programs that use MPI need. MPICH_CC or OMPI_CC, for C++ MPICH_CXX or OMPI_CXX, for Fortran
# MPICH_FC or OMPI_FC, in the environment names another one; CC does not, since builds set it to this very program.
prefix=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
compile=-I$prefix/include libraries=-lmpi
case ${0##*/} in
*c++ | *cxx | *CXX) compiler=${MPICH_CXX:-${OMPI_CXX:-@COMPILER@}} ;;
*fort | *f77 | *f90)
    compiler=${MPICH_FC:-${OMPI_FC:-@COMPILER@}}
    # Calls of one function have buffers of different types.
    compile="$compile -fallow-argument-mismatch"
    libraries="-lmpifort -lmpi"
    ;;
*) compiler=${MPICH_CC:-${OMPI_CC:-@COMPILER@}} ;;
esac
link="-L$prefix/lib -Wl,-rpath,$prefix/lib $libraries"
links=yes shows=no
others=
for argument; do
    case $argument in
    --showme | -showme | --show | -show) shows=yes; continue ;;
    --showme:* | -showme:*)
        case ${argument#*:} in
        command) echo "$compiler" ;;
        compile) echo "$compile" ;;
        link) echo "$link" ;;
        incdirs) echo "$prefix/include" ;;
        libdirs) echo "$prefix/lib" ;;
        libs) echo "$libraries" | sed "s/-l//g" ;;
        version) echo "Farreach @VERSION@" ;;
        *) echo "${0##*/}: $argument: show command, compile, link, incdirs, libdirs, libs or version" >&2; exit 2 ;;
        esac
        exit
        ;;
    -compile_info | -compile-info)
        echo "$compiler $compile"
        exit
        ;;
    -link_info | -link-info)
        echo "$compiler $link"
        exit
        ;;
    -static | -static-pie)
        echo "${0##*/}: $argument: programs for MPI are linked with libmpi.so.12: leave $argument away" >&2
        exit 2
        ;;
    -c | -S | -E | -M | -MM | -fsyntax-only) links=no ;;
    esac
    others="$others $argument"
done
if [ "$shows" = yes ]; then
    [ $links = yes ] || link=
    echo "$compiler $compile$others${link:+ $link}"
    exit
fi
if [ $# -eq 0 ] || [ "$*" = --version ] || [ "$*" = -v ]; then
    exec $compiler "$@"
fi
if [ $links = yes ]; then
    exec $compiler "-I$prefix/include" ${compile#"-I$prefix/include"} "$@" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" $libraries
fi
exec $compiler "-I$prefix/include" ${compile#"-I$prefix/include"} "$@"
