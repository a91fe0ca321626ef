#!/bin/sh
prefix=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
# The names of Debian's package end with the package's name.
name=${0##*/} name=${name%.farreach}
@CHOICE@
# Calls a command with further words: the options to compile, to link, or the compiler's whole command line.
with_compile() { "$@" ${modules:+"-I$modules"} "-I$include" ${also:+"-I$also"} $options; }
with_link() { "$@" "-L$prefix/lib" "-Wl,-rpath,$prefix/lib" $libraries; }
with_all() {
    run=$1
    shift
    set -- $run $compiler ${modules:+"-I$modules"} "-I$include" ${also:+"-I$also"} $options "$@"
    if [ $links = yes ]; then with_link "$@"; else "$@"; fi
}
# Writes words so that a shell's eval, and CMake, read them as they are.
show() {
    line=
    for word; do
        case $word in
        '' | *[!A-Za-z0-9_./:=,@%+-]*)
            option=
            case $word in
            -Wl,*) option=-Wl, ;;
            -[IL]?*) option=${word%"${word#??}"} ;;
            esac
            word=$option\"$(printf %s "${word#"$option"}" | sed 's/[\\"$`]/\\&/g')\"
            ;;
        esac
        line="$line${line:+ }$word"
    done
    printf '%s\n' "$line"
}

links=yes shows=no why=
for argument; do
    shift
    refuse "$argument"
    if [ -n "$why" ]; then
        echo "$name: $argument: $why" >&2
        exit 2
    fi
    case $argument in
    --showme | -showme | --show | -show) shows=yes; continue ;;
    --showme:* | -showme:*)
        case ${argument#*:} in
        command) echo "$compiler" ;;
        compile) with_compile show ;;
        link) with_link show ;;
        incdirs) show ${modules:+"$modules"} "$include" ${also:+"$also"} ;;
        libdirs) show "$prefix/lib" ;;
        libs) echo "$names" ;;
        version) echo "Farreach @VERSION@" ;;
        *) echo "$name: $argument: show command, compile, link, incdirs, libdirs, libs or version" >&2; exit 2 ;;
        esac
        exit
        ;;
    -cc=* | -cxx=* | -CC=* | -fc=* | -f77=* | -f90=*) compiler=${argument#*=}; prepare; continue ;;
    -echo) set -x; continue ;;
    -help) echo "Usage: $name [OPTION|FILE]...: $compiler with what this library needs; man $name lists further options"; exit ;;
    -compile_info | -compile-info) with_compile show $compiler; exit ;;
    -link_info | -link-info) with_link show $compiler; exit ;;
    -c | -S | -E | -M | -MM | -fsyntax-only) links=no ;;
    esac
    set -- "$@" "$argument"
done
if [ $shows = yes ]; then
    with_all show "$@"
elif [ $# -eq 0 ] || [ "$*" = --version ] || [ "$*" = -v ]; then
    exec $compiler "$@"
else
    with_all exec "$@"
fi
