# The system's compiler with what programs that use OpenSHMEM, or ARMCI, need. OSHMEM_CC, for C++ OSHMEM_CXX, for Fortran OSHMEM_FC, in
# the environment names another one; CC does not, since builds set it to this very program.
case $name in
*c++ | *cxx | *CC) compiler=${OSHMEM_CXX:-@COMPILER@} ;;
*fort*) compiler=${OSHMEM_FC:-@COMPILER@} ;;
*) compiler=${OSHMEM_CC:-@COMPILER@} ;;
esac
include=$prefix/include also= modules= options= libraries=-lshmem names=shmem
refuse() {
    case $1 in
    -static-pie) why="the C library does not start such programs with this library: use -static or -pie" ;;
    esac
}
# Called when the compiler is known.
prepare() { :; }
case $name in
armci*)
    include=$prefix/include/armci also=$prefix/include libraries=-larmci names=armci
    # Programs that use ARMCI may use MPI as well, unless they are linked with the archive.
    case " $* " in
    *" -static "*) ;;
    *) libraries="-larmci -Wl,--push-state,--as-needed -lmpi -Wl,--pop-state" ;;
    esac
    ;;
esac
