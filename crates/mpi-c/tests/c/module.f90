! What the module mpi knows of functions: the names of their arguments, and sizes.
module operation
  use mpi
  implicit none
  integer :: freed = 0, cancelled = 0
contains
  subroutine query(extra, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_TAG) = 17
    ierror = MPI_SUCCESS
  end subroutine
  subroutine free_it(extra, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: ierror
    freed = freed + int(extra)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    logical :: complete
    integer :: ierror
    if (.not. complete) cancelled = cancelled + int(extra)
    ierror = MPI_SUCCESS
  end subroutine
end module

program named
  use mpi
  use operation
  implicit none
  integer :: ierr, me, n, i, none(1), info, length, request, count, status(MPI_STATUS_SIZE), answer
  integer, allocatable :: v(:), c(:), d(:), t(:), requests(:), statuses(:, :)
  integer(kind=MPI_ADDRESS_KIND) :: extra
  real(8) :: x(3), matrix(2, 2)
  complex(8) :: z
  character(len=5) :: text
  character(len=8) :: value
  logical :: flag
  call MPI_Init(ierror=ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror=ierr)
  call MPI_Comm_size(comm=MPI_COMM_WORLD, size=n, ierror=ierr)
  allocate(v(n), c(n), d(n), t(n), requests(2), statuses(MPI_STATUS_SIZE, 2))
  c = 1
  t = MPI_INTEGER
  none = -99
  do i = 1, n
    d(i) = 4 * (i - 1)
    v(i) = me * 100 + i - 1
  end do
  call MPI_Alltoallw(MPI_IN_PLACE, none, none, none, v, c, d, t, MPI_COMM_WORLD, ierr)
  do i = 1, n
    if (v(i) /= (i - 1) * 100 + me) error stop 1
  end do
  ! Buffers of any type and rank.
  matrix = me
  call MPI_Allreduce(sendbuf=MPI_IN_PLACE, recvbuf=matrix, count=4, datatype=MPI_DOUBLE_PRECISION, op=MPI_SUM, &
       comm=MPI_COMM_WORLD, ierror=ierr)
  if (any(matrix /= n * (n - 1) / 2)) error stop 2
  i = 5
  call MPI_Bcast(i, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  text = 'abcde'
  call MPI_Irecv(value, 5, MPI_CHARACTER, me, 1, MPI_COMM_WORLD, requests(1), ierr)
  call MPI_Isend(text, 5, MPI_CHARACTER, me, 1, MPI_COMM_WORLD, requests(2), ierr)
  call MPI_Waitall(count=2, array_of_requests=requests, array_of_statuses=statuses, ierror=ierr)
  if (value(1:5) /= text .or. statuses(MPI_TAG, 1) /= 1) error stop 3
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
  ! Sizes.
  call MPI_Sizeof(x, answer, ierr)
  if (answer /= 8 .or. ierr /= MPI_SUCCESS) error stop 4
  call MPI_Sizeof(x=z, size=answer, ierror=ierr)
  if (answer /= 16) error stop 5
  call MPI_Sizeof(i, answer, ierr)
  if (answer /= 4) error stop 6
  call MPI_Sizeof(matrix, answer, ierr)
  if (answer /= 8) error stop 7
  ! Lengths of values do not count an end.
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'k', 'abc', ierr)
  value = 'zzzzzzzz'
  length = 0
  call MPI_Info_get_string(info, 'k', length, value, flag, ierr)
  if (.not. flag .or. length /= 3 .or. value /= 'zzzzzzzz') error stop 8
  length = 2
  call MPI_Info_get_string(info, 'k', length, value, flag, ierr)
  if (length /= 3 .or. value /= 'ab') error stop 9
  length = 8
  call MPI_Info_get_string(info, 'k', length, value, flag, ierr)
  if (length /= 3 .or. value /= 'abc') error stop 10
  length = 7
  call MPI_Info_get_string(info, 'other', length, value, flag, ierr)
  if (flag .or. length /= 7) error stop 11
  call MPI_Info_free(info, ierr)
  call MPI_Info_create_env(info, ierr)
  call MPI_Info_get_nkeys(info, length, ierr)
  if (length == 0) error stop 12
  call MPI_Info_free(info, ierr)
  ! An operation of the program.
  extra = 3
  call MPI_Grequest_start(query, free_it, cancel, extra, request, ierr)
  if (ierr /= MPI_SUCCESS) error stop 13
  call MPI_Cancel(request, ierr)
  if (cancelled /= 3) error stop 14
  call MPI_Grequest_complete(request, ierr)
  call MPI_Wait(request, status, ierr)
  call MPI_Get_count(status, MPI_INTEGER, count, ierr)
  if (count /= 3 .or. status(MPI_TAG) /= 17 .or. freed /= 3) error stop 15
  call MPI_Finalize(ierr)
  print '(a)', 'good'
end program
