! The module mpi_f08: types, optional arguments, callbacks, windows, files, large counts.
module helpers
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer, c_int
  implicit none
  interface
    ! The function of C, in which a handle is a number.
    function attribute_in_c(comm, key, value, flag) bind(C, name='MPI_Comm_get_attr') result(code)
      import
      integer(c_int), value :: comm, key
      type(c_ptr) :: value
      integer(c_int) :: flag, code
    end function
  end interface
  integer :: handled = 0, copies = 0, deletes = 0, freed = 0, cancelled = 0
contains
  subroutine check(condition, number)
    logical, intent(in) :: condition
    integer, intent(in) :: number
    if (condition) return
    print '(a, i0)', 'failed: check ', number
    call MPI_Abort(MPI_COMM_WORLD, number)
  end subroutine
  ! The greatest of two numbers' absolute values.
  subroutine greatest(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: from(:), into(:)
    call check(datatype == MPI_INTEGER, 1)
    call c_f_pointer(invec, from, [len])
    call c_f_pointer(inoutvec, into, [len])
    where (abs(from) > abs(into)) into = from
  end subroutine
  subroutine greatest_c(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer(kind=MPI_COUNT_KIND) :: len
    type(MPI_Datatype) :: datatype
    call greatest(invec, inoutvec, int(len), datatype)
  end subroutine
  subroutine on_error(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code, class
    call MPI_Error_class(error_code, class)
    if (comm == MPI_COMM_WORLD .and. class == MPI_ERR_RANK) handled = handled + 1
  end subroutine
  subroutine on_window_error(win, error_code)
    type(MPI_Win) :: win
    integer :: error_code
    if (win /= MPI_WIN_NULL .and. error_code /= MPI_SUCCESS) handled = handled + 10
  end subroutine
  subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    flag = oldcomm == MPI_COMM_WORLD .and. extra_state == 11
    attribute_val_out = attribute_val_in + 1
    copies = copies + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: comm_keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    if (extra_state == 11) deletes = deletes + int(attribute_val)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine query(extra_state, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state))
    call MPI_Status_set_cancelled(status, .false.)
    status%MPI_SOURCE = 5
    status%MPI_TAG = 6
    ierror = MPI_SUCCESS
  end subroutine
  subroutine free_it(extra_state, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    freed = freed + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra_state, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    if (.not. complete) cancelled = cancelled + 1
    ierror = MPI_SUCCESS
  end subroutine
end module

program main
  use helpers
  implicit none
  integer :: me, n, provided
  call MPI_Init_thread(MPI_THREAD_SINGLE, provided)
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call ring
  call heat
  call types_and_packing
  call reductions
  call errors_and_attributes
  call names_and_infos
  call topologies
  call windows
  call files
  call operations
  call large_counts
  call MPI_Barrier(MPI_COMM_WORLD)
  if (me == 0) print '(a)', 'all right'
  call MPI_Finalize()
contains
  ! Blocking and non-blocking messages, statuses by their fields, and arguments by their names.
  subroutine ring
    type(MPI_Status) :: status, statuses(2)
    type(MPI_Request) :: requests(2)
    type(MPI_Message) :: message
    integer :: mine, got, count, ierror, indices(2), outcount, index, old(MPI_STATUS_SIZE)
    logical :: flag
    mine = me
    call MPI_Sendrecv(mine, 1, MPI_INTEGER, right(), 7, got, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &
         status, ierror)
    call check(ierror == MPI_SUCCESS .and. got == left(), 10)
    call check(status%MPI_SOURCE == left() .and. status%MPI_TAG == 7, 11)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(count == 1, 12)
    call MPI_Status_f082f(status, old)
    call check(old(MPI_SOURCE) == left() .and. old(MPI_TAG) == 7, 13)
    old(MPI_TAG) = 8
    call MPI_Status_f2f08(old, status)
    call check(status%MPI_TAG == 8, 14)
    requests = MPI_REQUEST_NULL
    call check(all(requests == MPI_REQUEST_NULL), 15)
    call MPI_Irecv(got, 1, MPI_INTEGER, left(), 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(buf=mine, count=1, datatype=MPI_INTEGER, dest=right(), tag=1, comm=MPI_COMM_WORLD, request=requests(2))
    call check(all(requests /= MPI_REQUEST_NULL), 16)
    call MPI_Waitall(2, requests, statuses)
    call check(got == left() .and. statuses(1)%MPI_TAG == 1 .and. all(requests == MPI_REQUEST_NULL), 17)
    call MPI_Irecv(got, 1, MPI_INTEGER, left(), 2, MPI_COMM_WORLD, requests(2))
    call MPI_Send(mine, 1, MPI_INTEGER, right(), 2, MPI_COMM_WORLD)
    call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE)
    call check(index == 2, 18)
    call MPI_Waitsome(2, requests, outcount, indices, MPI_STATUSES_IGNORE)
    call check(outcount == MPI_UNDEFINED, 19)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Isend(mine, 1, MPI_INTEGER, right(), 3, MPI_COMM_WORLD, requests(1))
    call MPI_Mprobe(left(), 3, MPI_COMM_WORLD, message, status)
    call check(message /= MPI_MESSAGE_NULL, 20)
    call MPI_Mrecv(got, 1, MPI_INTEGER, message, status)
    call check(message == MPI_MESSAGE_NULL .and. got == left(), 21)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, flag, status)
    call check(.not. flag, 22)
    ! By its address, which is also that of C.
    call MPI_Send_init(mine, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, requests(1))
    call MPI_Start(requests(1))
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_Request_free(requests(1))
    call PMPI_Sendrecv(mine, 1, MPI_INTEGER, right(), 4, got, 1, MPI_INTEGER, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(got == left(), 23)
  end subroutine
  integer function right()
    right = mod(me + 1, n)
  end function
  integer function left()
    left = mod(me + n - 1, n)
  end function
  ! A rod whose halves' ends are exchanged by persistent requests.
  subroutine heat
    integer, parameter :: cells = 64
    real(8), asynchronous :: rod(0:cells + 1)
    real(8) :: next(cells), mine, total
    type(MPI_Request) :: requests(4)
    integer :: step, low, high
    low = merge(MPI_PROC_NULL, me - 1, me == 0)
    high = merge(MPI_PROC_NULL, me + 1, me == n - 1)
    rod = 0
    if (me == 0) rod(1) = 1024
    call MPI_Recv_init(rod(0), 1, MPI_DOUBLE_PRECISION, low, 0, MPI_COMM_WORLD, requests(1))
    call MPI_Recv_init(rod(cells + 1), 1, MPI_DOUBLE_PRECISION, high, 0, MPI_COMM_WORLD, requests(2))
    call MPI_Send_init(rod(1), 1, MPI_DOUBLE_PRECISION, low, 0, MPI_COMM_WORLD, requests(3))
    call MPI_Send_init(rod(cells), 1, MPI_DOUBLE_PRECISION, high, 0, MPI_COMM_WORLD, requests(4))
    do step = 1, 200
      ! The ends of the whole rod lose nothing.
      if (me == 0) rod(0) = rod(1)
      if (me == n - 1) rod(cells + 1) = rod(cells)
      call MPI_Startall(4, requests)
      call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
      call MPI_F_sync_reg(rod)
      next = 0.25d0 * rod(0:cells - 1) + 0.5d0 * rod(1:cells) + 0.25d0 * rod(2:cells + 1)
      rod(1:cells) = next
    end do
    do step = 1, 4
      call MPI_Request_free(requests(step))
    end do
    mine = sum(rod(1:cells))
    call MPI_Allreduce(mine, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
    call check(abs(total - 1024) < 1d-6, 30)
    if (n > 1 .and. me == 1) call check(mine > 0, 31)
  end subroutine
  subroutine types_and_packing
    type(MPI_Datatype) :: column, pair, old_types(2), inner(1)
    integer(kind=MPI_ADDRESS_KIND) :: lb, extent, displacements(2), base
    integer :: matrix(4, 4), row(4), i, position, length, integers(3), ni, na, nd, combiner, lengths(2)
    integer(kind=MPI_ADDRESS_KIND) :: addresses(1)
    character :: packed(64)
    type :: record
      sequence
      real(8) :: x
      integer :: i, unused
    end type
    type(record) :: records(2)
    matrix = reshape([(i, i = 1, 16)], [4, 4])
    call MPI_Type_vector(4, 1, 4, MPI_INTEGER, column)
    call MPI_Type_commit(column)
    call MPI_Sendrecv(matrix(2, 1), 1, column, right(), 0, row, 4, MPI_INTEGER, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(all(row == [2, 6, 10, 14]), 40)
    call MPI_Type_get_envelope(column, ni, na, nd, combiner)
    call check(combiner == MPI_COMBINER_VECTOR .and. ni == 3 .and. nd == 1, 41)
    call MPI_Type_get_contents(column, 3, 0, 1, integers, addresses, inner)
    call check(all(integers == [4, 1, 4]) .and. inner(1) == MPI_INTEGER, 42)
    call MPI_Type_free(column)
    call check(column == MPI_DATATYPE_NULL, 43)
    call MPI_Get_address(records(1), base)
    call MPI_Get_address(records(1)%i, displacements(2))
    displacements = [0_MPI_ADDRESS_KIND, MPI_Aint_diff(displacements(2), base)]
    lengths = 1
    old_types = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
    call MPI_Type_create_struct(2, lengths, displacements, old_types, pair)
    call MPI_Type_get_extent(pair, lb, extent)
    call check(extent == 16 .and. lb == 0, 44)
    call MPI_Type_commit(pair)
    records(1) = record(me + 0.5d0, me, 0)
    call MPI_Sendrecv(records(1), 1, pair, right(), 0, records(2), 1, pair, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(records(2)%i == left() .and. records(2)%x == left() + 0.5d0, 45)
    ! From the bottom.
    call MPI_Type_free(pair)
    displacements(1) = base
    call MPI_Type_create_struct(1, lengths(1:1), displacements(1:1), old_types(1:1), pair)
    call MPI_Type_commit(pair)
    position = 0
    call MPI_Pack(MPI_BOTTOM, 1, pair, packed, 64, position, MPI_COMM_WORLD)
    length = position
    position = 0
    call MPI_Unpack(packed, length, position, records(2)%x, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD)
    call check(records(2)%x == me + 0.5d0 .and. length == 8, 46)
    call MPI_Type_free(pair)
    call MPI_Sizeof(records(1)%x, length)
    call check(length == 8, 47)
  end subroutine
  subroutine reductions
    type(MPI_Op) :: op
    type(MPI_Request) :: request
    integer :: value(2), result(2), all_values(n), i
    real(8) :: sums(3)
    logical :: commutes
    call MPI_Op_create(greatest, .true., op)
    call MPI_Op_commutative(op, commutes)
    call check(commutes, 50)
    value = [-me, 1]
    call MPI_Allreduce(value, result, 2, MPI_INTEGER, op, MPI_COMM_WORLD)
    call check(abs(result(1)) == n - 1 .and. result(2) == 1, 51)
    call MPI_Op_free(op)
    call MPI_Op_create_c(greatest_c, .true., op)
    call MPI_Allreduce(value, result, 2, MPI_INTEGER, op, MPI_COMM_WORLD)
    call check(abs(result(1)) == n - 1, 52)
    call MPI_Op_free(op)
    call check(op == MPI_OP_NULL, 53)
    sums = me
    call MPI_Iallreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call check(all(sums == n * (n - 1) / 2), 54)
    call MPI_Allgather(me, 1, MPI_INTEGER, all_values, 1, MPI_INTEGER, MPI_COMM_WORLD)
    call check(all(all_values == [(i, i = 0, n - 1)]), 55)
  end subroutine
  subroutine errors_and_attributes
    type(MPI_Errhandler) :: handler, was
    type(MPI_Comm) :: other
    integer :: keyval, ierror, length, class
    integer(kind=MPI_ADDRESS_KIND) :: value
    integer(kind=MPI_ADDRESS_KIND), pointer :: in_c
    type(c_ptr) :: address
    integer(c_int) :: found
    logical :: flag
    character(len=MPI_MAX_ERROR_STRING) :: text
    call MPI_Comm_get_errhandler(MPI_COMM_WORLD, was)
    call check(was == MPI_ERRORS_ARE_FATAL, 60)
    call MPI_Comm_create_errhandler(on_error, handler)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler)
    call MPI_Send(me, 1, MPI_INTEGER, n + 5, 0, MPI_COMM_WORLD, ierror)
    call MPI_Error_class(ierror, class)
    call check(handled == 1 .and. class == MPI_ERR_RANK, 61)
    call MPI_Error_string(ierror, text, length)
    call check(length > 5 .and. text(length + 1:) == ' ', 62)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL)
    call MPI_Errhandler_free(handler)
    call check(handler == MPI_ERRHANDLER_NULL, 63)
    call MPI_Comm_create_keyval(copy, delete, keyval, 11_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 2_MPI_ADDRESS_KIND ** 40)
    ! In C it is the address of the number.
    ierror = attribute_in_c(MPI_COMM_WORLD%MPI_VAL, keyval, address, found)
    call c_f_pointer(address, in_c)
    call check(ierror == MPI_SUCCESS .and. found == 1 .and. in_c == 2_8 ** 40, 68)
    call MPI_Comm_dup(MPI_COMM_WORLD, other)
    call MPI_Comm_get_attr(other, keyval, value, flag)
    call check(flag .and. value == 2_8 ** 40 + 1 .and. copies == 1, 64)
    call MPI_Comm_set_attr(other, keyval, 3_MPI_ADDRESS_KIND)
    deletes = 0
    call MPI_Comm_free(other)
    call check(deletes == 3 .and. other == MPI_COMM_NULL, 65)
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval)
    call MPI_Comm_free_keyval(keyval)
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, 5_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(MPI_COMM_WORLD, other)
    call MPI_Comm_get_attr(other, keyval, value, flag)
    call check(flag .and. value == 5, 66)
    call MPI_Comm_free(other)
    call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval)
    call MPI_Comm_free_keyval(keyval)
    call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag)
    call check(flag .and. value >= 32767, 67)
  end subroutine
  subroutine names_and_infos
    type(MPI_Info) :: info
    character(len=MPI_MAX_OBJECT_NAME) :: name
    character(len=MPI_MAX_PROCESSOR_NAME) :: host
    character(len=20) :: value
    character(len=4), parameter :: key = 'key'
    integer :: length, version, subversion
    logical :: flag
    type(MPI_Comm) :: other
    type(MPI_Group) :: world, one
    integer :: ranks(1), got(1)
    call MPI_Comm_set_name(MPI_COMM_WORLD, 'a name  ')
    call MPI_Comm_get_name(MPI_COMM_WORLD, name, length)
    call check(name == 'a name' .and. length == 6, 70)
    call MPI_Get_processor_name(host, length)
    call check(length > 0 .and. len_trim(host) == length, 71)
    call MPI_Info_create(info)
    call MPI_Info_set(info, key, 'value')
    length = len(value)
    call MPI_Info_get_string(info, key, length, value, flag)
    call check(flag .and. value == 'value' .and. length == 5, 72)
    call MPI_Info_free(info)
    call check(info == MPI_INFO_NULL, 73)
    call MPI_Get_version(version, subversion)
    call check(version == MPI_VERSION .and. subversion == MPI_SUBVERSION, 74)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), -me, other)
    call MPI_Comm_size(other, length)
    call check(length == (n + 1 - mod(me, 2)) / 2, 75)
    call MPI_Comm_free(other)
    call MPI_Comm_group(MPI_COMM_WORLD, world)
    call MPI_Group_incl(world, 1, [n - 1], one)
    ranks = 0
    call MPI_Group_translate_ranks(one, 1, ranks, world, got)
    call check(got(1) == n - 1, 76)
    call MPI_Group_free(one)
    call MPI_Group_free(world)
    call check(world == MPI_GROUP_NULL, 77)
    call check(MPI_Wtime() > 0 .and. MPI_Wtick() > 0, 78)
  end subroutine
  subroutine topologies
    type(MPI_Comm) :: grid, graph
    integer :: dims(1), coords(1), from(1), to(1), weights(1), low, high, indegree, outdegree
    logical :: periods(1), weighted
    dims = n
    periods = .true.
    call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, .false., grid)
    call MPI_Cart_coords(grid, me, 1, coords)
    call MPI_Cart_shift(grid, 0, 1, low, high)
    call check(coords(1) == me .and. low == left() .and. high == right(), 80)
    call MPI_Comm_free(grid)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left()], MPI_UNWEIGHTED, 1, [right()], MPI_UNWEIGHTED, &
         MPI_INFO_NULL, .false., graph)
    call MPI_Dist_graph_neighbors_count(graph, indegree, outdegree, weighted)
    call check(indegree == 1 .and. outdegree == 1 .and. .not. weighted, 81)
    call MPI_Dist_graph_neighbors(graph, 1, from, MPI_UNWEIGHTED, 1, to, weights)
    call check(from(1) == left() .and. to(1) == right(), 82)
    call MPI_Neighbor_allgather(me, 1, MPI_INTEGER, coords, 1, MPI_INTEGER, graph)
    call check(coords(1) == left(), 83)
    call MPI_Comm_free(graph)
  end subroutine
  subroutine windows
    type(MPI_Win) :: win
    type(c_ptr) :: memory
    type(MPI_Errhandler) :: handler
    integer, pointer :: numbers(:)
    integer :: one, old, ierror
    integer(kind=MPI_ADDRESS_KIND) :: size
    logical :: flag
    call MPI_Win_allocate(40_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, win)
    call c_f_pointer(memory, numbers, [10])
    numbers = 0
    call MPI_Win_fence(0, win)
    call MPI_Put(me, 1, MPI_INTEGER, right(), 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call check(numbers(4) == left(), 90)
    call MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
    one = 1
    call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
    call MPI_Fetch_and_op(one, old, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, MPI_SUM, win)
    call MPI_Win_unlock(0, win)
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win)
    call MPI_Get(old, 1, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_unlock(0, win)
    call check(old == n, 91)
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, size, flag)
    call check(flag .and. size == 40, 92)
    call MPI_Win_create_errhandler(on_window_error, handler)
    call MPI_Win_set_errhandler(win, handler)
    handled = 0
    call MPI_Put(me, 1, MPI_INTEGER, right(), 100000_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierror)
    call check(handled == 10 .and. ierror /= MPI_SUCCESS, 93)
    call MPI_Errhandler_free(handler)
    call MPI_Win_free(win)
    call check(win == MPI_WIN_NULL, 94)
    call MPI_Alloc_mem(80_MPI_ADDRESS_KIND, MPI_INFO_NULL, memory)
    call c_f_pointer(memory, numbers, [20])
    numbers = me
    call MPI_Win_create(numbers, 80_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    call MPI_Win_fence(0, win)
    call MPI_Accumulate(one, 1, MPI_INTEGER, right(), 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win)
    call MPI_Win_fence(0, win)
    call check(numbers(2) == me + 1, 95)
    call MPI_Win_free(win)
    call MPI_Free_mem(numbers)
  end subroutine
  subroutine files
    type(MPI_File) :: file
    type(MPI_Status) :: status
    type(MPI_Datatype) :: view
    type(MPI_Request) :: request
    integer :: block(4), back(4), count, ierror, class
    integer(kind=MPI_OFFSET_KIND) :: size
    character(len=1024) :: path
    call get_command_argument(1, path)
    call MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file)
    call check(file /= MPI_FILE_NULL, 100)
    call MPI_Type_create_resized(MPI_INTEGER, 0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND * n, view)
    call MPI_Type_commit(view)
    call MPI_File_set_view(file, 4_MPI_OFFSET_KIND * me, MPI_INTEGER, view, 'native', MPI_INFO_NULL)
    block = me
    call MPI_File_write_all(file, block, 4, MPI_INTEGER, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(count == 4, 101)
    back = -1
    call MPI_File_iread_at(file, 0_MPI_OFFSET_KIND, back, 4, MPI_INTEGER, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call check(all(back == me), 102)
    call MPI_File_get_size(file, size)
    call MPI_Barrier(MPI_COMM_WORLD)
    call check(size == 16 * n, 103)
    call MPI_File_close(file)
    call check(file == MPI_FILE_NULL, 104)
    call MPI_Type_free(view)
    if (me == 0) call MPI_File_delete(path, MPI_INFO_NULL)
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierror)
    call MPI_Error_class(ierror, class)
    call check(class == MPI_ERR_NO_SUCH_FILE, 105)
  end subroutine
  ! An operation of the program, and the buffer of buffered sends.
  subroutine operations
    type(MPI_Request) :: request
    type(MPI_Status) :: status
    type(c_ptr) :: memory
    integer, pointer :: words(:), same(:)
    integer :: count, size, got
    call MPI_Grequest_start(query, free_it, cancel, 3_MPI_ADDRESS_KIND, request)
    call MPI_Cancel(request)
    call MPI_Grequest_complete(request)
    call MPI_Wait(request, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(count == 3 .and. status%MPI_SOURCE == 5 .and. status%MPI_TAG == 6, 110)
    call check(freed == 3 .and. cancelled == 1, 111)
    allocate(words(256 + MPI_BSEND_OVERHEAD))
    call MPI_Buffer_attach(words, 4 * 256 + MPI_BSEND_OVERHEAD)
    call MPI_Bsend(me, 1, MPI_INTEGER, right(), 0, MPI_COMM_WORLD)
    call MPI_Recv(got, 1, MPI_INTEGER, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Buffer_detach(memory, size)
    call c_f_pointer(memory, same, [1])
    words(1) = 77
    call check(same(1) == 77 .and. size == 4 * 256 + MPI_BSEND_OVERHEAD .and. got == left(), 112)
    deallocate(words)
  end subroutine
  ! The same names, told apart by the kinds of counts.
  subroutine large_counts
    integer(kind=MPI_COUNT_KIND) :: count, got_count, counts(n), size
    integer(kind=MPI_ADDRESS_KIND) :: displs(n)
    integer :: got(2), mine(2), all_values(2 * n), i
    type(MPI_Datatype) :: wide
    type(MPI_Status) :: status
    type(MPI_Request) :: request
    count = 2
    mine = me
    call MPI_Isend(mine, count, MPI_INTEGER, right(), 0, MPI_COMM_WORLD, request)
    call MPI_Recv(got, count, MPI_INTEGER, left(), 0, MPI_COMM_WORLD, status)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Get_count(status, MPI_INTEGER, got_count)
    call check(all(got == left()) .and. got_count == 2, 120)
    counts = 2
    displs = [(2 * i, i = 0, n - 1)]
    call MPI_Allgatherv(mine, count, MPI_INTEGER, all_values, counts, displs, MPI_INTEGER, MPI_COMM_WORLD)
    call check(all(all_values(1::2) == [(i, i = 0, n - 1)]), 121)
    call MPI_Type_contiguous(3000000000_MPI_COUNT_KIND, MPI_BYTE, wide)
    call MPI_Type_size(wide, size)
    call check(size == 3000000000_8, 122)
    call MPI_Type_free(wide)
  end subroutine
end program
