# OpenSHMEM by Farreach, for find_package(OpenSHMEM [1.6] [COMPONENTS C CXX Fortran]):
#
#   OpenSHMEM::C, OpenSHMEM::CXX, OpenSHMEM::Fortran   the headers and libshmem.so, for programs in that language
#   OpenSHMEM::openshmem                               another name of OpenSHMEM::C
#   OpenSHMEM_OSHRUN                                   the launcher: oshrun -n 4 PROGRAM
#
# OpenSHMEM_VERSION is that of the specification.

# By its own place, so that the installation can be moved. Symbolic links such as /lib are followed before going up.
get_filename_component(_openshmem_prefix "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(_openshmem_prefix "${_openshmem_prefix}/../../../.." ABSOLUTE)

set(OpenSHMEM_OSHRUN "${_openshmem_prefix}/bin/oshrun")

# One library has the functions of all languages.
foreach(_openshmem_language IN ITEMS C CXX Fortran)
  if(NOT TARGET OpenSHMEM::${_openshmem_language})
    add_library(OpenSHMEM::${_openshmem_language} SHARED IMPORTED)
    set_target_properties(OpenSHMEM::${_openshmem_language} PROPERTIES
      IMPORTED_LOCATION "${_openshmem_prefix}/lib/@SONAME@"
      IMPORTED_SONAME "@SONAME@"
      INTERFACE_INCLUDE_DIRECTORIES "${_openshmem_prefix}/include")
  endif()
  set(OpenSHMEM_${_openshmem_language}_FOUND TRUE)
endforeach()
if(NOT TARGET OpenSHMEM::openshmem)
  add_library(OpenSHMEM::openshmem INTERFACE IMPORTED)
  set_target_properties(OpenSHMEM::openshmem PROPERTIES INTERFACE_LINK_LIBRARIES OpenSHMEM::C)
endif()

# What else was asked for isn't there.
foreach(_openshmem_component IN LISTS OpenSHMEM_FIND_COMPONENTS)
  if(OpenSHMEM_FIND_REQUIRED_${_openshmem_component} AND NOT OpenSHMEM_${_openshmem_component}_FOUND)
    set(OpenSHMEM_FOUND FALSE)
    set(OpenSHMEM_NOT_FOUND_MESSAGE
      "OpenSHMEM by Farreach has no component ${_openshmem_component}: there are C, CXX and Fortran")
  endif()
endforeach()
unset(_openshmem_component)
unset(_openshmem_language)
unset(_openshmem_prefix)
