# The system's compiler with what programs that use MPI need. MPICH_CC or OMPI_CC, for C++ MPICH_CXX or OMPI_CXX, for Fortran
# MPICH_FC or OMPI_FC, in the environment names another one; CC does not, since builds set it to this very program.
include=$prefix/include also= modules= options= libraries=-lmpi names=mpi
refuse() {
    case $1 in
    -static | -static-pie) why="programs for MPI are linked with libmpi.so.12: leave this option away" ;;
    esac
}
# Called when the compiler is known.
prepare() { :; }
# The wrappers whose names end with _abi compile for the standard's ABI.
case $name in
*_abi)
    include=$prefix/include/standard_abi libraries=-lmpi_abi names=mpi_abi
    refuse() {
        case $1 in
        -static | -static-pie) why="programs for MPI are linked with libmpi_abi.so.1: leave this option away" ;;
        esac
    }
    ;;
esac
case ${name%_abi} in
*c++ | *cxx | *CXX) compiler=${MPICH_CXX:-${OMPI_CXX:-@COMPILER@}} ;;
*fort | *f77 | *f90)
    compiler=${MPICH_FC:-${OMPI_FC:-@COMPILER@}}
    # Calls of one function have buffers of different types.
    options=-fallow-argument-mismatch libraries="-lmpifort -lmpi" names="mpifort mpi"
    refuse() {
        case $1 in
        -static | -static-pie) why="programs for MPI are linked with libmpifort.so.12: leave this option away" ;;
        -fdefault-integer-8 | -finteger-4-integer-8)
            why="MPI's integers have 4 bytes: leave this option away, and declare integer(kind=8) what needs 8"
            ;;
        esac
    }
    # The modules mpi and mpi_f08 have a form for each version of gfortran. The installation compiled them for the gfortran that
    # was there. For another one they are compiled when it is first called, into a folder of the user.
    prepare() {
        sources=$prefix/lib/farreach/fortran
        told=$($compiler --version 2>/dev/null) || return 0
        told=${told%%"
"*}
        case $told in
        "GNU Fortran"*) ;;
        *)
            echo "$name: $compiler is no gfortran: options and modules of this wrapper are gfortran's. Name a gfortran by MPICH_FC" >&2
            exit 2
            ;;
        esac
        built=
        if [ -f "$sources/compiler" ]; then read -r built <"$sources/compiler"; fi
        if [ "$told" = "$built" ]; then return; fi
        key=$(echo "$told" | cat - "$sources"/*.f90 "$include/mpif.h" | cksum)
        caches=${XDG_CACHE_HOME:-$HOME/.cache}/farreach modules=$caches/fortran-${key%% *}
        if [ -f "$modules/mpi_f08.mod" ]; then return; fi
        if mkdir -p "$caches" 2>/dev/null && new=$(mktemp -d "$modules.XXXXXX"); then
            for module in types mpi mpi_f08; do
                $compiler -fsyntax-only -w "-I$include" "-J$new" "$sources/$module.f90" || break
            done
            # Another call may have made them meanwhile.
            mv -T "$new" "$modules" 2>/dev/null || rm -r "$new"
        else
            echo "$name: the modules mpi and mpi_f08 can't be compiled for $told: let XDG_CACHE_HOME name a folder that can be written" >&2
            modules=
        fi
    }
    prepare
    ;;
*) compiler=${MPICH_CC:-${OMPI_CC:-@COMPILER@}} ;;
esac
