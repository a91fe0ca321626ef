#!/bin/sh
# The system's compiler with what programs that use OpenSHMEM need. OSHMEM_CC, for C++ OSHMEM_CXX, for Fortran OSHMEM_FC, in
# the environment names another one; CC does not, since builds set it to this very program.
prefix=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
case ${0##*/} in
*c++*) compiler=${OSHMEM_CXX:-@COMPILER@} ;;
*fort*) compiler=${OSHMEM_FC:-@COMPILER@} ;;
*) compiler=${OSHMEM_CC:-@COMPILER@} ;;
esac
links=yes
for argument; do
    case $argument in
    -c | -S | -E | -M | -MM | -fsyntax-only) links=no ;;
    --showme | -show | --show) shows=yes ;;
    --showme:compile) echo "-I$prefix/include"; exit ;;
    --showme:link) echo "-L$prefix/lib -Wl,-rpath,$prefix/lib -lshmem"; exit ;;
    --showme:version) echo "Farreach @VERSION@"; exit ;;
    esac
done
if [ "$shows" = yes ]; then
    echo "$compiler -I$prefix/include -L$prefix/lib -Wl,-rpath,$prefix/lib -lshmem"
    exit
fi
if [ $# -eq 0 ] || [ "$*" = --version ] || [ "$*" = -v ]; then
    exec $compiler "$@"
fi
if [ $links = yes ]; then
    exec $compiler "-I$prefix/include" "$@" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" -lshmem
fi
exec $compiler "-I$prefix/include" "$@"
