//! Projects that find the libraries by CMake's `find_package`, in an installation that was moved.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::prefix::{Folder, is_installed, prefix, run, text};

/// A program in C and C++: each PE puts its number to the next PE.
const RING: &str = "
#include <shmem.h>
#include <stdio.h>
static int word = -1;
int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), pes = shmem_n_pes();
    shmem_int_p(&word, me, (me + 1) % pes);
    shmem_barrier_all();
    if (word == (me + pes - 1) % pes) printf(\"good\\n\");
    shmem_finalize();
    return 0;
}
";
const RING_IN_FORTRAN: &str = "
program ring
  implicit none
  include 'shmem.fh'
  integer, save :: word = -1
  integer :: me, pes, shmem_my_pe, shmem_n_pes
  call shmem_init()
  me = shmem_my_pe()
  pes = shmem_n_pes()
  call shmem_put32(word, me, 1, mod(me + 1, pes))
  call shmem_barrier_all()
  if (word == mod(me + pes - 1, pes)) print '(a)', 'good'
  call shmem_finalize()
end program
";

/// Writes a project that finds the library by `request`, and builds and tests the programs in
/// `languages`.
fn write_project(folder: &Path, request: &str, languages: &[&str]) {
    let begin = format!(
        "cmake_minimum_required(VERSION 3.13)\nproject(ring {})\nenable_testing()\n\
         find_package(OpenSHMEM {request} REQUIRED)\n",
        languages.join(" ")
    );
    let programs = languages.iter().map(|language| {
        let (ending, source) = match *language {
            "CXX" => ("cpp", RING),
            "Fortran" => ("f90", RING_IN_FORTRAN),
            _ => ("c", RING),
        };
        fs::write(folder.join(format!("ring.{ending}")), source).expect("a program");
        format!(
            "add_executable({language} ring.{ending})\n\
             target_link_libraries({language} OpenSHMEM::{language})\n\
             add_test(NAME {language} COMMAND ${{OpenSHMEM_OSHRUN}} -n 3 --nodes 2 $<TARGET_FILE:{language}>)\n\
             set_tests_properties({language} PROPERTIES PASS_REGULAR_EXPRESSION \"good\\ngood\\ngood\\n\")\n"
        )
    });
    // HPX looks for the library under this name.
    let other = "add_executable(other ring.c)\ntarget_link_libraries(other OpenSHMEM::openshmem)\n";
    let parts: Vec<String> = [begin].into_iter().chain(programs).collect();
    fs::write(folder.join("CMakeLists.txt"), parts.concat() + other).expect("a project");
}

fn configure(project: &Path, build: &Path, prefix: &Path) -> Command {
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(project).arg("-B").arg(build);
    cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    cmake
}

#[test]
fn a_cmake_project_finds_the_library_wherever_it_was_moved() {
    if !is_installed("cmake") {
        return;
    }
    let folder = Folder::new("cmake");
    let moved = folder.0.join("moved prefix");
    run(Command::new("cp").arg("-a").arg(prefix()).arg(&moved));
    let mut languages = vec!["C"];
    for (compiler, language) in [("c++", "CXX"), ("gfortran", "Fortran")] {
        if is_installed(compiler) {
            languages.push(language);
        }
    }
    let (project, build) = (folder.0.join("project"), folder.0.join("build"));
    fs::create_dir(&project).expect("a folder");
    let components = format!("1.4 COMPONENTS {}", languages.join(" "));
    write_project(&project, &components, &languages);
    run(&mut configure(&project, &build, &moved));
    run(Command::new("cmake").arg("--build").arg(&build));
    let mut tests = Command::new("ctest");
    let tested = text(tests.arg("--output-on-failure").current_dir(&build));
    let passed = format!(
        "100% tests passed, 0 tests failed out of {}",
        languages.len()
    );
    assert!(tested.contains(&passed), "{tested}");
    // The moved library is loaded.
    let loaded = text(Command::new("ldd").arg(build.join("other")));
    let library = moved.join("lib/libshmem.so.1");
    assert!(loaded.contains(library.to_str().expect("text")), "{loaded}");
    // No file names the first place of the installation.
    let config = moved.join("lib/cmake/OpenSHMEM/OpenSHMEMConfig.cmake");
    let config = fs::read_to_string(config).expect("a file");
    assert!(
        !config.contains(prefix().to_str().expect("text")),
        "{config}"
    );

    // A later version of the specification, and an unknown language.
    for (request, told) in [
        ("1.7", "version: 1.6"),
        ("2.0", "version: 1.6"),
        ("COMPONENTS Java", "no component Java"),
    ] {
        write_project(&project, request, &["C"]);
        let output = configure(&project, &folder.0.join(request), &moved).output();
        let output = output.expect("cmake");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{request}");
        assert!(errors.contains(told), "{request}: {errors}");
    }
}

/// A project with a program for each library, and one that finds MPI by CMake's own module.
const ALL_LIBRARIES: &str = "
cmake_minimum_required(VERSION 3.13)
project(all C)
find_package(Farreach 0.1 REQUIRED COMPONENTS MPI MPI_Fortran OpenSHMEM ARMCI GASNet)
find_package(MPI REQUIRED COMPONENTS C)
add_executable(shmem ring.c)
target_link_libraries(shmem Farreach::OpenSHMEM)
add_executable(armci armci.c)
target_link_libraries(armci Farreach::ARMCI Farreach::MPI)
add_executable(gasnet gasnet.c)
target_link_libraries(gasnet Farreach::GASNet_PAR)
add_executable(mpi mpi.c)
target_link_libraries(mpi Farreach::MPI)
add_executable(found mpi.c)
target_link_libraries(found MPI::MPI_C)
file(WRITE \"${CMAKE_BINARY_DIR}/launchers\" \"${Farreach_MPIEXEC}\\n${Farreach_OSHRUN}\\n${MPIEXEC_EXECUTABLE}\\n\")
";
/// Each of its programs, and the file of its library.
const ITS_PROGRAMS: [(&str, &str); 5] = [
    ("shmem", "libshmem.so.1"),
    ("armci", "libarmci.so.0"),
    ("gasnet", "libgasnet.so.0"),
    ("mpi", "libmpi.so.12"),
    ("found", "libmpi.so.12"),
];

#[test]
fn a_cmake_project_finds_all_libraries_and_mpi_by_the_compiler_wrapper() {
    if !is_installed("cmake") {
        return;
    }
    let folder = Folder::new("cmake-all");
    let moved = folder.0.join("moved prefix");
    run(Command::new("cp").arg("-a").arg(prefix()).arg(&moved));
    let (project, build) = (folder.0.join("project"), folder.0.join("build"));
    fs::create_dir(&project).expect("a folder");
    for (file, text) in [
        ("CMakeLists.txt", ALL_LIBRARIES),
        ("ring.c", RING),
        (
            "mpi.c",
            "#include <mpi.h>\nint main(void) { int size = 0; MPI_Init(0, 0); MPI_Comm_size(MPI_COMM_WORLD, &size); \
             MPI_Finalize(); return size != 1; }\n",
        ),
        (
            "armci.c",
            "#include <mpi.h>\n#include <armci.h>\nint main(void) { MPI_Init(0, 0); int bad = ARMCI_Init(); \
             ARMCI_Finalize(); MPI_Finalize(); return bad; }\n",
        ),
        (
            "gasnet.c",
            "#include <gasnetex.h>\nint main(int count, char **arguments) { gex_Client_t client; gex_EP_t ep; gex_TM_t team; \
             gex_Client_Init(&client, &ep, &team, \"FOUND\", &count, &arguments, 0); gasnet_exit(0); }\n",
        ),
    ] {
        fs::write(project.join(file), text).expect(file);
    }
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", moved.join("bin").display());
    run(configure(&project, &build, &moved).env("PATH", path));
    run(Command::new("cmake").arg("--build").arg(&build));
    for (program, library) in ITS_PROGRAMS {
        run(&mut Command::new(build.join(program)));
        let loaded = text(Command::new("ldd").arg(build.join(program)));
        let library = moved.join("lib").join(library);
        assert!(
            loaded.contains(library.to_str().expect("text")),
            "{program}: {loaded}"
        );
    }
    let launchers = fs::read_to_string(build.join("launchers")).expect("a file");
    let launchers: Vec<&Path> = launchers.lines().map(Path::new).collect();
    let wanted = ["bin/mpiexec", "bin/oshrun", "bin/mpiexec"].map(|name| moved.join(name));
    assert_eq!(launchers, wanted);
}
