#!/bin/sh
# The system's compiler with what programs that use OpenSHMEM, or ARMCI, need. OSHMEM_CC, for C++ OSHMEM_CXX, for Fortran OSHMEM_FC, in
# the environment names another one; CC does not, since builds set it to this very program.
prefix=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
case ${0##*/} in
*c++ | *cxx | *CC) compiler=${OSHMEM_CXX:-@COMPILER@} ;;
*fort*) compiler=${OSHMEM_FC:-@COMPILER@} ;;
*) compiler=${OSHMEM_CC:-@COMPILER@} ;;
esac
include=$prefix/include also= library=shmem
# Programs that use ARMCI may use MPI as well.
with_mpi=
case ${0##*/} in
armci*)
    include=$prefix/include/armci also=-I$prefix/include library=armci
    with_mpi="-Wl,--push-state,--as-needed -lmpi -Wl,--pop-state"
    ;;
esac
for argument; do
    [ "$argument" != -static ] || with_mpi=
done
link="-L$prefix/lib -Wl,-rpath,$prefix/lib -l$library${with_mpi:+ $with_mpi}"
links=yes shows=no
others=
for argument; do
    case $argument in
    --showme | -showme | --show | -show) shows=yes; continue ;;
    --showme:* | -showme:*)
        case ${argument#*:} in
        command) echo "$compiler" ;;
        compile) echo "-I$include${also:+ $also}" ;;
        link) echo "$link" ;;
        incdirs) echo "$include${also:+ ${also#-I}}" ;;
        libdirs) echo "$prefix/lib" ;;
        libs) echo $library ;;
        version) echo "Farreach @VERSION@" ;;
        *) echo "${0##*/}: $argument: show command, compile, link, incdirs, libdirs, libs or version" >&2; exit 2 ;;
        esac
        exit
        ;;
    -static-pie)
        echo "${0##*/}: -static-pie: the C library does not start such programs with this library: use -static or -pie" >&2
        exit 2
        ;;
    -c | -S | -E | -M | -MM | -fsyntax-only) links=no ;;
    esac
    others="$others $argument"
done
if [ "$shows" = yes ]; then
    [ $links = yes ] || link=
    echo "$compiler -I$include${also:+ $also}$others${link:+ $link}"
    exit
fi
if [ $# -eq 0 ] || [ "$*" = --version ] || [ "$*" = -v ]; then
    exec $compiler "$@"
fi
if [ $links = yes ]; then
    exec $compiler "-I$include" ${also:+"$also"} "$@" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" "-l$library" $with_mpi
fi
exec $compiler "-I$include" ${also:+"$also"} "$@"
