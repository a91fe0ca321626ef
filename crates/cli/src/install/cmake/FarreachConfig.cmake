# Farreach's libraries for C, C++ and Fortran, for find_package(Farreach [COMPONENTS MPI MPI_ABI OpenSHMEM ARMCI GASNet]):
#
#   Farreach::MPI           MPI, for programs in C and C++
#   Farreach::MPI_Fortran   MPI, for programs in Fortran
#   Farreach::MPI_ABI       MPI by the standard's ABI, for programs in C and C++
#   Farreach::OpenSHMEM     OpenSHMEM, for programs in C, C++ and Fortran
#   Farreach::ARMCI         ARMCI, for programs in C and C++
#   Farreach::GASNet        GASNet-EX, for sources that define GASNET_SEQ, GASNET_PAR or GASNET_PARSYNC
#   Farreach::GASNet_SEQ    GASNet-EX with this definition; also Farreach::GASNet_PAR and Farreach::GASNet_PARSYNC
#   Farreach_MPIEXEC        the launcher of programs for MPI: mpiexec -n 4 PROGRAM
#   Farreach_OSHRUN         the launcher of other programs: oshrun -n 4 PROGRAM

# By its own place, so that the installation can be moved. Symbolic links such as /lib are followed before going up.
get_filename_component(_farreach_prefix "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_farreach_prefix "${_farreach_prefix}/../../../.." ABSOLUTE)

set(Farreach_MPIEXEC "${_farreach_prefix}/bin/mpiexec")
set(Farreach_OSHRUN "${_farreach_prefix}/bin/oshrun")

# Makes the target Farreach::NAME of a library with a folder of headers.
macro(_farreach_library name library folder)
  if(NOT TARGET Farreach::${name})
    add_library(Farreach::${name} SHARED IMPORTED)
    set_target_properties(Farreach::${name} PROPERTIES
      IMPORTED_LOCATION "${_farreach_prefix}/lib/${library}"
      IMPORTED_SONAME "${library}"
      INTERFACE_INCLUDE_DIRECTORIES "${_farreach_prefix}/${folder}")
  endif()
endmacro()

_farreach_library(MPI libmpi.so.12 include)
_farreach_library(MPI_ABI libmpi_abi.so.1 include/standard_abi)
_farreach_library(MPI_Fortran libmpifort.so.12 include)
set_target_properties(Farreach::MPI_Fortran PROPERTIES
  INTERFACE_LINK_LIBRARIES Farreach::MPI
  # Calls of one function have buffers of different types.
  INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANG_AND_ID:Fortran,GNU>:-fallow-argument-mismatch>")
_farreach_library(OpenSHMEM @SONAME@ include)
_farreach_library(ARMCI libarmci.so.0 include/armci)
# Its headers include others of this installation.
set_property(TARGET Farreach::ARMCI APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${_farreach_prefix}/include")
_farreach_library(GASNet libgasnet.so.0 include)
find_package(Threads QUIET)
if(TARGET Threads::Threads)
  set_property(TARGET Farreach::GASNet PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
foreach(_farreach_mode IN ITEMS SEQ PAR PARSYNC)
  if(NOT TARGET Farreach::GASNet_${_farreach_mode})
    add_library(Farreach::GASNet_${_farreach_mode} INTERFACE IMPORTED)
    set_target_properties(Farreach::GASNet_${_farreach_mode} PROPERTIES
      INTERFACE_LINK_LIBRARIES Farreach::GASNet
      INTERFACE_COMPILE_DEFINITIONS GASNET_${_farreach_mode})
  endif()
endforeach()

foreach(_farreach_component IN ITEMS MPI MPI_Fortran MPI_ABI OpenSHMEM ARMCI GASNet)
  set(Farreach_${_farreach_component}_FOUND TRUE)
endforeach()
# What else was asked for isn't there.
foreach(_farreach_component IN LISTS Farreach_FIND_COMPONENTS)
  if(Farreach_FIND_REQUIRED_${_farreach_component} AND NOT Farreach_${_farreach_component}_FOUND)
    set(Farreach_FOUND FALSE)
    set(Farreach_NOT_FOUND_MESSAGE
      "Farreach has no component ${_farreach_component}: there are MPI, MPI_Fortran, MPI_ABI, OpenSHMEM, ARMCI and GASNet")
  endif()
endforeach()
unset(_farreach_component)
unset(_farreach_mode)
unset(_farreach_prefix)
