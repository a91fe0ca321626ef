! Every family of the Fortran interface, with what comes of it checked at the target.
program interface
    implicit none
    include 'shmem.fh'
    integer, parameter :: n = 5
    integer :: shmem_my_pe, shmem_n_pes, shmem_test_lock, shmem_swap
    integer*4 :: shmem_int4_fadd, shmem_int4_finc, shmem_int4_cswap, shmem_int4_swap, shmem_int4_fetch
    integer*8 :: shmem_int8_fadd, shmem_int8_fetch
    real*8 :: shmem_real8_swap, shmem_real8_fetch
    integer :: me, pes, right, left, i, taken, major, minor, code
    character(len=SHMEM_MAX_NAME_LEN) :: name
    character(len=3), save :: text, from
    integer, save :: whole(n), flag, lock, counted, sync(SHMEM_SYNC_SIZE), second(SHMEM_SYNC_SIZE)
    integer*8, save :: long, sums(2), summands(2)
    logical, save :: truths(n)
    real, save :: reals(2 * n)
    double precision, save :: doubles(n), work(n), largest(n)
    complex, save :: complexes(n), total(n), complex_work(n)
    integer, save :: all(64), own(1)
    integer :: heap(1)
    pointer (address, heap)
    data sync /SHMEM_SYNC_SIZE * SHMEM_SYNC_VALUE/, second /SHMEM_SYNC_SIZE * SHMEM_SYNC_VALUE/
    real*16, save :: quads(2), quad_results(2), quad_work(2)
    integer, save :: worn
    data flag /0/, lock /0/, counted /0/, long /0/
    ! A lock that has been taken 65533 times.
    data worn /-131075/

    call shmem_init()
    me = shmem_my_pe()
    pes = shmem_n_pes()
    right = mod(me + 1, pes)
    left = mod(me + pes - 1, pes)

    call shmem_info_get_version(major, minor)
    call check(major == 1 .and. minor == SHMEM_MINOR_VERSION, 'version')
    call shmem_info_get_name(name)
    call check(index(name, 'Farreach') > 0 .and. name(SHMEM_MAX_NAME_LEN:) == ' ', 'name')
    call check(shmem_pe_accessible(right), 'accessible PE')
    call check(shmem_addr_accessible(flag, right), 'accessible address')

    ! Puts and gets of all types; the second halves stay as they were.
    from = 'xyz'
    text = '...'
    truths = .false.
    whole = -1
    reals = -1
    doubles = -1
    complexes = (-1, -1)
    call shmem_barrier_all()
    call shmem_character_put(text, char(me + 65)//'b', 2, right)
    call shmem_logical_put(truths, (/ .true., .true. /), 2, right)
    call shmem_integer_put(whole, (/ (me * 10 + i, i = 1, n) /), n - 1, right)
    call shmem_put4(whole(n:), (/ me + 7 /), 1, right)
    call shmem_real_iput(reals, (/ (real(me + i), i = 1, n) /), 2, 1, n, right)
    call shmem_double_put_nbi(doubles, (/ (dble(me + i), i = 1, n) /), n, right)
    call shmem_quiet()
    call shmem_complex_put(complexes, (/ (cmplx(me, i), i = 1, n) /), n - 1, right)
    call shmem_barrier_all()
    call check(text == char(left + 65)//'b.', 'character put')
    call check(all_equal(truths(1:3), (/ .true., .true., .false. /)), 'logical put')
    call check(sum(whole(1:n - 1)) == (n - 1) * left * 10 + 10 .and. whole(n) == left + 7, 'integer put')
    call check(reals(1) == left + 1 .and. reals(2) == -1 .and. reals(2 * n - 1) == left + n, 'real iput')
    call check(doubles(n) == left + n, 'double put')
    call check(complexes(n - 1) == cmplx(left, n - 1) .and. complexes(n) == (-1, -1), 'complex put')
    call shmem_get8(doubles, doubles, n, me)
    call shmem_integer_get(all, whole, n, right)
    call check(all(n) == me + 7, 'integer get')
    call shmem_barrier_all()

    ! Atomics on the first PE.
    i = shmem_int4_finc(counted, 0)
    call check(i >= 0 .and. i < pes, 'fetch and increment')
    call shmem_int8_add(long, 5_8, 0)
    call shmem_barrier_all()
    call check(shmem_int4_fetch(counted, 0) == pes, 'count')
    call check(shmem_int8_fetch(long, 0) == 5 * pes, 'sum of atomics')
    call shmem_barrier_all()
    call check(shmem_int4_fadd(counted, 0, 0) == pes, 'fetch and add')
    call check(shmem_int8_fadd(long, 0_8, 0) == 5 * pes, 'fetch and add of long integers')
    call check(shmem_int4_cswap(whole, -5, 1, me) == whole(1), 'compare and swap')
    call check(shmem_int4_swap(whole, 3, me) /= 3, 'swap')
    call check(shmem_swap(whole, 4, me) == 3, 'swap of what was swapped')
    doubles(1) = 1.5
    call check(shmem_real8_swap(doubles, 2.5d0, me) == 1.5, 'real swap')
    call check(shmem_real8_fetch(doubles, me) == 2.5, 'real fetch')

    ! A wait, and a lock.
    call shmem_put32(flag, 1, 1, right)
    call shmem_int4_wait_until(flag, SHMEM_CMP_EQ, 1)
    call shmem_barrier_all()
    if (me == 0) counted = 0
    call shmem_barrier_all()
    do i = 1, 20
        call shmem_set_lock(lock)
        call shmem_get32(taken, counted, 1, 0)
        call shmem_put32(counted, taken + 1, 1, 0)
        call shmem_clear_lock(lock)
    end do
    call shmem_barrier_all()
    if (me == 0) call check(counted == 20 * pes, 'lock')
    call shmem_barrier_all()
    do i = 1, 5
        call shmem_set_lock(worn)
        call shmem_get32(taken, counted, 1, 0)
        call shmem_put32(counted, taken - 4, 1, 0)
        call shmem_clear_lock(worn)
    end do
    call shmem_barrier_all()
    if (me == 0) call check(counted == 0, 'worn lock')
    if (me == 0) call check(shmem_test_lock(worn) == 0, 'free worn lock')
    if (me == 0) call check(shmem_test_lock(lock) == 0, 'free lock')
    if (me == 0) call check(shmem_test_lock(lock) /= 0, 'taken lock')

    ! Collectives.
    own = me + 1
    call shmem_fcollect32(all, own, 1, 0, 0, pes, sync)
    call check(sum(all(1:pes)) == pes * (pes + 1) / 2 .and. all(pes) == pes, 'fcollect')
    call shmem_broadcast4(all, own, 1, pes - 1, 0, 0, pes, second)
    call check(all(1) == merge(1, pes, me == pes - 1), 'broadcast')
    call shmem_barrier(0, 0, pes, sync)
    summands = (/ me, 1 /)
    call shmem_int8_sum_to_all(sums, summands, 2, 0, 0, pes, work, second)
    call check(sums(1) == pes * (pes - 1) / 2 .and. sums(2) == pes, 'sum')
    doubles = me
    call shmem_real8_max_to_all(largest, doubles, n, 0, 0, pes, work, sync)
    call check(largest(n) == pes - 1, 'max')
    complexes = (1, -1)
    call shmem_comp4_sum_to_all(total, complexes, n, 0, 0, pes, complex_work, second)
    call check(total(n) == cmplx(pes, -pes), 'complex sum')
    ! What has more digits than any other type of C or Fortran.
    quads = (/ 1 + (me + 1) * 2.0_16 ** (-110), -1 - me * 2.0_16 ** (-112) /)
    call shmem_real16_max_to_all(quad_results, quads, 2, 0, 0, pes, quad_work, sync)
    call check(quad_results(1) == 1 + pes * 2.0_16 ** (-110) .and. quad_results(2) == -1, 'quadruple max')
    call shmem_barrier_all()
    call shmem_real16_min_to_all(quad_results, quads, 2, 0, 0, pes, quad_work, second)
    call check(quad_results(1) == 1 + 2.0_16 ** (-110), 'quadruple min')
    call check(quad_results(2) == -1 - (pes - 1) * 2.0_16 ** (-112), 'another quadruple min')
    call shmem_barrier_all()
    call shmem_real16_sum_to_all(quad_results, quads, 2, 0, 0, pes, quad_work, sync)
    call check(quad_results(1) == pes + pes * (pes + 1) / 2 * 2.0_16 ** (-110), 'quadruple sum')
    call shmem_barrier_all()
    quads = 1 + 2.0_16 ** (-20) * merge(1, 0, me < 3)
    call shmem_real16_prod_to_all(quad_results, quads, 2, 0, 0, pes, quad_work, second)
    call check(quad_results(2) == (1 + 2.0_16 ** (-20)) ** min(pes, 3), 'quadruple product')

    ! The symmetric heap.
    call shpalloc(address, 0, code, 0)
    call check(code == -1, 'no length')
    call shpalloc(address, 100, code, 1)
    call check(code == 0, 'shpalloc')
    call shmem_integer_put(heap, (/ me /), 1, right)
    call shmem_barrier_all()
    call check(heap(1) == left, 'put into the heap')
    call shpclmove(address, 2000, code, 1)
    call check(code >= 0 .and. heap(1) == left, 'shpclmove')
    call shpdeallc(address, code, 1)
    call check(code == 0, 'shpdeallc')

    if (me == 0) print '(a)', 'all right'
    call shmem_finalize()

contains

    subroutine check(is_right, what)
        logical, intent(in) :: is_right
        character(len=*), intent(in) :: what
        if (.not. is_right) then
            print '(a, i0, 2a)', 'PE ', me, ': wrong: ', what
            call shmem_global_exit(3)
        end if
    end subroutine

    logical function all_equal(a, b)
        logical, intent(in) :: a(:), b(:)
        integer :: k
        all_equal = .true.
        do k = 1, size(a)
            all_equal = all_equal .and. (a(k) .eqv. b(k))
        end do
    end function
end program
