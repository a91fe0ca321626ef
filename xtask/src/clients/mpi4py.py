"""Exercises mpi4py on an MPI library with MPICH's ABI. Each process prints "good"."""
import array
import os
import sys
import threading

sys.path.insert(0, sys.argv[1])
os.environ["MPI4PY_MPIABI"] = "mpich"

from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
right, left = (rank + 1) % size, (rank - 1) % size
assert "Farreach" in MPI.Get_library_version()
assert MPI.Query_thread() == MPI.THREAD_MULTIPLE

# Pickled objects.
request = comm.isend({"from": rank, "list": list(range(rank + 3))}, dest=right, tag=11)
thing = comm.recv(source=left, tag=11)
request.wait()
assert thing == {"from": left, "list": list(range(left + 3))}
assert comm.bcast(("root", 2.5) if rank == 0 else None, root=0) == ("root", 2.5)
assert comm.allreduce(rank + 1) == size * (size + 1) // 2
assert comm.allreduce([rank], op=MPI.SUM) == list(range(size))
assert comm.gather(rank * "x", root=1) == ([i * "x" for i in range(size)] if rank == 1 else None)

# Buffers.
here, there = array.array("d", [rank + i / 8 for i in range(1000)]), array.array("d", [0] * 1000)
comm.Sendrecv(here, dest=right, sendtag=3, recvbuf=there, source=left, recvtag=3)
assert there == array.array("d", [left + i / 8 for i in range(1000)])
total = array.array("q", [0])
comm.Allreduce(array.array("q", [rank * rank]), total, op=MPI.SUM)
assert total[0] == sum(i * i for i in range(size))
counts = [i + 1 for i in range(size)]
gathered = array.array("i", [-1] * sum(counts))
comm.Gatherv(array.array("i", [rank] * (rank + 1)), [gathered, counts, MPI.INT], root=0)
if rank == 0:
    assert list(gathered) == [i for i in range(size) for _ in range(i + 1)]

# A column of a matrix.
column = MPI.DOUBLE.Create_vector(4, 1, 5).Commit()
matrix = array.array("d", [10 * i + j for i in range(4) for j in range(5)])
received = array.array("d", [0] * 4)
request = comm.Isend([matrix, 1, column], dest=right, tag=4)
comm.Recv(received, source=left, tag=4)
request.Wait()
assert list(received) == [0, 10, 20, 30]
column.Free()

# Threads with a communicator each, which wait for each other's messages.
failures = []


def exchange(own):
    try:
        for i in range(50):
            got = own.sendrecv((rank, i), dest=right, source=left)
            assert got == (left, i), got
    except BaseException as failure:
        failures.append(failure)


twins = [comm.Dup() for _ in range(3)]
threads = [threading.Thread(target=exchange, args=(twin,)) for twin in twins]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
for twin in twins:
    twin.Free()

# Errors come back as exceptions.
try:
    comm.Send(here, dest=size)
    raise SystemExit("a rank that does not exist was accepted")
except MPI.Exception as exception:
    assert exception.Get_error_class() == MPI.ERR_RANK
print("good", flush=True)
