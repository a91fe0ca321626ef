import os

from spack_repo.builtin.build_systems.generic import Package

from spack.package import *


class Farreach(Package):
    """A communication runtime for parallel programs: MPI with the binary interfaces of MPICH and
    Open MPI, OpenSHMEM, GASNet-EX and ARMCI on one engine, whose connections are made on demand."""

    # The repository that this file is in: the project has no public address yet.
    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 6))
    homepage = git

    license("MIT OR Apache-2.0")

    version("main", branch="main")

    variant("fortran", default=True, description="Compile the module of MPI for Fortran")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("rust@1.95:", type="build")

    provides("mpi@:4.0")

    def install(self, spec, prefix):
        cargo = which("cargo", required=True)
        arguments = ["install", "--prefix", prefix]
        # The profile of the program that installs is that of what it installs.
        cargo("run", "--release", "--locked", "--package", "farreach-cli", "--", *arguments)

    @property
    def libs(self):
        languages = self.spec.last_query.extra_parameters
        names = ["libmpifort", "libmpi"] if "fortran" in languages else ["libmpi"]
        return find_libraries(names, root=self.prefix.lib, shared=True, recursive=False)

    @property
    def headers(self):
        headers = find_headers("mpi", root=self.prefix.include, recursive=False)
        headers.directories = [self.prefix.include]
        return headers

    def setup_run_environment(self, env):
        env.set("MPICC", join_path(self.prefix.bin, "mpicc"))
        env.set("MPICXX", join_path(self.prefix.bin, "mpicxx"))
        env.set("MPIF77", join_path(self.prefix.bin, "mpif77"))
        env.set("MPIF90", join_path(self.prefix.bin, "mpif90"))

    def setup_dependent_build_environment(self, env, dependent_spec):
        self.setup_run_environment(env)
        module = dependent_spec.package.module
        for language, compiler in (("CC", "spack_cc"), ("CXX", "spack_cxx"), ("FC", "spack_fc")):
            if hasattr(module, compiler):
                for wrapper in ("MPICH_", "OSHMEM_"):
                    env.set(wrapper + language, getattr(module, compiler))

    def setup_dependent_package(self, module, dependent_spec):
        self.spec.mpicc = join_path(self.prefix.bin, "mpicc")
        self.spec.mpicxx = join_path(self.prefix.bin, "mpicxx")
        if self.spec.satisfies("+fortran"):
            self.spec.mpifc = join_path(self.prefix.bin, "mpif90")
            self.spec.mpif77 = join_path(self.prefix.bin, "mpif77")
