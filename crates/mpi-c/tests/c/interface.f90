! Functions of MPI for Fortran that do more than pass their arguments on.
program interface
  implicit none
  include 'mpif.h'
  integer ierr, rank, size, i, n, status(MPI_STATUS_SIZE), request(4), index, op, keyval
  integer(kind=MPI_ADDRESS_KIND) value, extra, lb, extent
  integer statuses(MPI_STATUS_SIZE, 4), newcomm, group, vec, cart, dims(2), coords(2), info, provided
  integer(kind=MPI_ADDRESS_KIND) place
  integer(1) bytes(8)
  logical flag, periods(2)
  double precision x(10), y(10)
  character(len=MPI_MAX_PROCESSOR_NAME) name
  character(len=20) val, key
  integer len, errors, outcount, indices(4)
  character(len=MPI_MAX_ERROR_STRING) text
  external mysum, mycopy, mydelete
  errors = 0
  place = 0
  call MPI_INIT_THREAD(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
  call MPI_GET_PROCESSOR_NAME(name, len, ierr)
  call check(len .gt. 0 .and. len_trim(name) .eq. len, 'processor name')
  x = rank + 1
  call MPI_ALLREDUCE(MPI_IN_PLACE, x, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check(abs(x(10) - size * (size + 1) / 2) .lt. 1d-12, 'allreduce in place')
  call MPI_OP_CREATE(mysum, .true., op, ierr)
  n = rank
  call MPI_ALLREDUCE(n, i, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
  call check(i .eq. size * (size - 1) / 2, 'own operation')
  call MPI_OP_FREE(op, ierr)
  y = 0
  x = rank
  call MPI_SENDRECV(x, 10, MPI_DOUBLE_PRECISION, mod(rank + 1, size), 3, y, 10, MPI_DOUBLE_PRECISION, &
       mod(rank + size - 1, size), 3, MPI_COMM_WORLD, status, ierr)
  call check(y(1) .eq. mod(rank + size - 1, size), 'sendrecv')
  call check(status(MPI_SOURCE) .eq. mod(rank + size - 1, size) .and. status(MPI_TAG) .eq. 3, 'status')
  call MPI_GET_COUNT(status, MPI_DOUBLE_PRECISION, n, ierr)
  call check(n .eq. 10, 'count')
  call MPI_IRECV(y, 10, MPI_DOUBLE_PRECISION, rank, 5, MPI_COMM_WORLD, request(2), ierr)
  request(1) = MPI_REQUEST_NULL
  call MPI_SEND(x, 10, MPI_DOUBLE_PRECISION, rank, 5, MPI_COMM_WORLD, ierr)
  call MPI_WAITANY(2, request, index, MPI_STATUS_IGNORE, ierr)
  call check(index .eq. 2, 'index')
  call MPI_IRECV(y, 10, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, request(1), ierr)
  call MPI_ISEND(x, 10, MPI_DOUBLE_PRECISION, rank, 6, MPI_COMM_WORLD, request(2), ierr)
  call MPI_WAITALL(2, request, MPI_STATUSES_IGNORE, ierr)
  call MPI_WAITSOME(2, request, outcount, indices, statuses, ierr)
  call check(outcount .eq. MPI_UNDEFINED, 'waitsome')
  extra = 7
  call MPI_COMM_CREATE_KEYVAL(mycopy, mydelete, keyval, extra, ierr)
  value = 123456789012_8
  call MPI_COMM_SET_ATTR(MPI_COMM_WORLD, keyval, value, ierr)
  call MPI_COMM_DUP(MPI_COMM_WORLD, newcomm, ierr)
  call MPI_COMM_GET_ATTR(newcomm, keyval, value, flag, ierr)
  call check(flag .and. value .eq. 123456789012_8 + 7, 'copied attribute')
  call MPI_COMM_FREE(newcomm, ierr)
  call MPI_COMM_GET_ATTR(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
  call check(flag .and. value .ge. 32767, 'tag_ub')
  call MPI_COMM_CREATE_KEYVAL(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, ierr)
  call MPI_COMM_SET_NAME(MPI_COMM_WORLD, 'whole world  ', ierr)
  call MPI_COMM_GET_NAME(MPI_COMM_WORLD, name, len, ierr)
  call check(name .eq. 'whole world' .and. len .eq. 11, 'name')
  call MPI_INFO_CREATE(info, ierr)
  call MPI_INFO_SET(info, ' key ', ' value ', ierr)
  call MPI_INFO_GET(info, 'key', 20, val, flag, ierr)
  call check(flag .and. val .eq. 'value', 'info')
  val = 'same'
  call MPI_INFO_GET(info, 'other', 20, val, flag, ierr)
  call check(.not. flag .and. val .eq. 'same', 'no info')
  call MPI_INFO_GET_NTHKEY(info, 0, key, ierr)
  call check(key .eq. 'key', 'nthkey')
  call MPI_INFO_FREE(info, ierr)
  call MPI_ERROR_STRING(MPI_ERR_TRUNCATE, text, len, ierr)
  call check(len .gt. 3 .and. len_trim(text) .eq. len, 'error string')
  call MPI_TYPE_VECTOR(3, 1, 2, MPI_INTEGER, vec, ierr)
  call MPI_TYPE_GET_EXTENT(vec, lb, extent, ierr)
  call check(extent .eq. 20, 'extent')
  call MPI_TYPE_EXTENT(vec, n, ierr)
  call check(n .eq. 20, 'extent of MPI-1')
  call MPI_TYPE_COMMIT(vec, ierr)
  call MPI_TYPE_FREE(vec, ierr)
  dims = 0
  call MPI_DIMS_CREATE(size, 2, dims, ierr)
  periods = .true.
  call MPI_CART_CREATE(MPI_COMM_WORLD, 2, dims, periods, .false., cart, ierr)
  call MPI_CART_COORDS(cart, rank, 2, coords, ierr)
  call MPI_CART_RANK(cart, coords, n, ierr)
  call check(n .eq. rank, 'cart')
  call MPI_COMM_FREE(cart, ierr)
  call MPI_TYPE_CREATE_F90_REAL(15, MPI_UNDEFINED, vec, ierr)
  x = 1
  call MPI_REDUCE(x, y, 10, vec, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  call MPI_TYPE_SIZE(vec, n, ierr)
  call check(n .eq. 8, 'kind')
  n = 0
  call MPI_PACK_EXTERNAL('external32', 258, 1, MPI_INTEGER, bytes, 8_MPI_ADDRESS_KIND, place, ierr)
  call check(place .eq. 4 .and. bytes(3) .eq. 1 .and. bytes(4) .eq. 2, 'external32')
  call check(MPI_WTIME() .gt. 0 .and. MPI_WTICK() .gt. 0, 'time')
  call files
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_REDUCE(errors, n, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank .eq. 0 .and. n .eq. 0) print '(A)', 'all right'
  call MPI_FINALIZE(ierr)
contains
  ! Each process writes its rank, far behind 2 GiB, and reads that of the next one.
  subroutine files
    integer f, sent, got, status(MPI_STATUS_SIZE), amode
    integer(kind=MPI_OFFSET_KIND) place, at, bytes
    character(len=100) name
    character(len=MPI_MAX_DATAREP_STRING) datarep
    integer etype, filetype, info
    logical flag
    write (name, '(A,I0)') '/tmp/farreach-fortran-', getpid()
    call MPI_BCAST(name, 100, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
    call MPI_FILE_OPEN(MPI_COMM_WORLD, trim(name), MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
                       MPI_INFO_NULL, f, ierr)
    call check(ierr .eq. MPI_SUCCESS .and. f .ne. MPI_FILE_NULL, 'open')
    place = 2_MPI_OFFSET_KIND**31 + 4
    call MPI_FILE_SET_VIEW(f, place, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
    sent = 7 + rank
    at = rank
    call MPI_FILE_WRITE_AT_ALL(f, at, sent, 1, MPI_INTEGER, status, ierr)
    call MPI_FILE_SYNC(f, ierr)
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
    call MPI_FILE_GET_SIZE(f, bytes, ierr)
    call check(bytes .eq. place + 4 * size, 'size of a file')
    at = mod(rank + 1, size)
    call MPI_FILE_SEEK(f, at, MPI_SEEK_SET, ierr)
    call MPI_FILE_READ(f, got, 1, MPI_INTEGER, status, ierr)
    call check(got .eq. 7 + mod(rank + 1, size), 'read')
    call MPI_FILE_GET_POSITION(f, bytes, ierr)
    call check(bytes .eq. at + 1, 'position')
    call MPI_FILE_GET_VIEW(f, at, etype, filetype, datarep, ierr)
    call check(at .eq. place .and. etype .eq. MPI_INTEGER .and. datarep .eq. 'native', 'view')
    call MPI_FILE_GET_AMODE(f, amode, ierr)
    call check(amode .eq. MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, 'amode')
    call MPI_FILE_GET_ATOMICITY(f, flag, ierr)
    call check(.not. flag, 'atomicity')
    call MPI_FILE_GET_INFO(f, info, ierr)
    call MPI_INFO_FREE(info, ierr)
    call MPI_FILE_CLOSE(f, ierr)
    call check(f .eq. MPI_FILE_NULL, 'close')
    call MPI_FILE_OPEN(MPI_COMM_WORLD, trim(name), MPI_MODE_RDONLY, MPI_INFO_NULL, f, ierr)
    call check(ierr .ne. MPI_SUCCESS, 'no such file')
  end subroutine
  subroutine check(right, what)
    logical right
    character(len=*) what
    if (.not. right) then
       errors = errors + 1
       print *, 'wrong: ', what
    end if
  end subroutine
end program
subroutine mysum(in, inout, len, type)
  integer len, type, in(len), inout(len)
  inout = inout + in
end subroutine
subroutine mycopy(comm, keyval, extra, in, out, flag, ierr)
  implicit none
  include 'mpif.h'
  integer comm, keyval, ierr
  integer(kind=MPI_ADDRESS_KIND) extra, in, out
  logical flag
  out = in + extra
  flag = .true.
  ierr = MPI_SUCCESS
end subroutine
subroutine mydelete(comm, keyval, value, extra, ierr)
  implicit none
  include 'mpif.h'
  integer comm, keyval, ierr
  integer(kind=MPI_ADDRESS_KIND) value, extra
  ierr = MPI_SUCCESS
end subroutine
