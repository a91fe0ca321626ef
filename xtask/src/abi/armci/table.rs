//! The table: the functions of ARMCI, as ARMCI-MPI 0.3 declares them, the notifications of the
//! original ARMCI, and ARMCI-MPI's extensions.

/// The header that declares a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    Armci,
    Message,
    Extension,
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The declaration in C, without arrays.
    pub(super) declaration: &'static str,
    /// The Rust function that implements it. Its arguments are those of the declaration.
    pub(super) call: &'static str,
    /// Whether profilers reach it by another name.
    pub(super) is_twinned: bool,
}

/// Functions that share a source file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) header: Header,
    pub(super) rows: &'static [Line],
}

const fn twin(declaration: &'static str, call: &'static str) -> Line {
    Line {
        declaration,
        call,
        is_twinned: true,
    }
}

const fn single(declaration: &'static str, call: &'static str) -> Line {
    Line {
        declaration,
        call,
        is_twinned: false,
    }
}

/// All families.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "setup",
        about: "Beginning and end.",
        header: Header::Armci,
        rows: SETUP,
    },
    Family {
        name: "heap",
        about: "Memory.",
        header: Header::Armci,
        rows: HEAP,
    },
    Family {
        name: "contiguous",
        about: "Contiguous transfers.",
        header: Header::Armci,
        rows: CONTIGUOUS,
    },
    Family {
        name: "strided",
        about: "Transfers with strides.",
        header: Header::Armci,
        rows: STRIDED,
    },
    Family {
        name: "vector",
        about: "Transfers of lists of pieces.",
        header: Header::Armci,
        rows: VECTOR,
    },
    Family {
        name: "value",
        about: "Transfers of one value.",
        header: Header::Armci,
        rows: VALUE,
    },
    Family {
        name: "handle",
        about: "Handles of transfers that were begun.",
        header: Header::Armci,
        rows: HANDLE,
    },
    Family {
        name: "ordering",
        about: "Order and completion.",
        header: Header::Armci,
        rows: ORDERING,
    },
    Family {
        name: "mutex",
        about: "Mutexes, and words that are read, modified and written in one step.",
        header: Header::Armci,
        rows: MUTEX,
    },
    Family {
        name: "group",
        about: "Groups.",
        header: Header::Armci,
        rows: GROUP,
    },
    Family {
        name: "domain",
        about: "Which processes share a node.",
        header: Header::Armci,
        rows: DOMAIN,
    },
    Family {
        name: "message",
        about: "Messages.",
        header: Header::Message,
        rows: MESSAGE,
    },
    Family {
        name: "collective",
        about: "Collectives, and global operations.",
        header: Header::Message,
        rows: COLLECTIVE,
    },
    Family {
        name: "extension",
        about: "ARMCI-MPI's extensions.",
        header: Header::Extension,
        rows: EXTENSION,
    },
];

const SETUP: &[Line] = &[
    twin("int ARMCI_Init(void)", "state::init"),
    twin(
        "int ARMCI_Init_args(int *argc, char ***argv)",
        "state::init_args",
    ),
    twin("int ARMCI_Init_thread(int requested)", "state::init_thread"),
    twin(
        "int ARMCI_Init_thread_comm(int requested, int comm)",
        "state::init_thread_comm",
    ),
    twin("int ARMCI_Init_mpi_comm(int comm)", "state::init_mpi_comm"),
    twin("int ARMCI_Initialized(void)", "state::initialized"),
    twin("int ARMCI_Finalize(void)", "state::finalize"),
    single("void ARMCI_Cleanup(void)", "state::cleanup"),
    single(
        "void ARMCI_Error(const char *msg, int code)",
        "state::error",
    ),
];

const HEAP: &[Line] = &[
    twin(
        "int ARMCI_Malloc(void **base_ptrs, armci_size_t size)",
        "heap::malloc",
    ),
    twin("int ARMCI_Free(void *ptr)", "heap::free"),
    twin(
        "void *ARMCI_Malloc_local(armci_size_t size)",
        "heap::malloc_local",
    ),
    twin("int ARMCI_Free_local(void *ptr)", "heap::free_local"),
    twin(
        "int ARMCI_Malloc_memdev(void **ptr_arr, armci_size_t bytes, const char *device)",
        "heap::malloc_memdev",
    ),
    twin(
        "int ARMCI_Malloc_group_memdev(void **ptr_arr, armci_size_t bytes, ARMCI_Group *group, const char *device)",
        "heap::malloc_group_memdev",
    ),
    twin("int ARMCI_Free_memdev(void *ptr)", "heap::free"),
    single(
        "int ARMCI_Malloc_group(void **ptr_arr, armci_size_t bytes, ARMCI_Group *group)",
        "heap::malloc_group",
    ),
    single(
        "int ARMCI_Free_group(void *ptr, ARMCI_Group *group)",
        "heap::free_group",
    ),
    single("int ARMCI_Uses_shm(void)", "heap::uses_shm"),
    single(
        "int ARMCI_Uses_shm_grp(ARMCI_Group *group)",
        "heap::uses_shm_group",
    ),
    single(
        "void ARMCI_Set_shm_limit(unsigned long shmemlimit)",
        "heap::set_shm_limit",
    ),
];

const CONTIGUOUS: &[Line] = &[
    twin(
        "int ARMCI_Put(void *src, void *dst, int size, int target)",
        "contiguous::put",
    ),
    twin(
        "int ARMCI_Get(void *src, void *dst, int size, int target)",
        "contiguous::get",
    ),
    twin(
        "int ARMCI_Acc(int datatype, void *scale, void *src, void *dst, int bytes, int proc)",
        "contiguous::acc",
    ),
    twin(
        "int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *hdl)",
        "contiguous::nb_put",
    ),
    twin(
        "int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *hdl)",
        "contiguous::nb_get",
    ),
    twin(
        "int ARMCI_NbAcc(int datatype, void *scale, void *src, void *dst, int bytes, int proc, armci_hdl_t *hdl)",
        "contiguous::nb_acc",
    ),
    twin(
        "int ARMCI_Put_flag(void *src, void *dst, int size, int *flag, int value, int proc)",
        "contiguous::put_flag",
    ),
    single(
        "void ARMCI_Copy(void *src, void *dst, int size)",
        "contiguous::copy",
    ),
];

const STRIDED: &[Line] = &[
    twin(
        "int ARMCI_PutS(void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc)",
        "strided::put",
    ),
    twin(
        "int ARMCI_GetS(void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc)",
        "strided::get",
    ),
    twin(
        "int ARMCI_AccS(int datatype, void *scale, void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc)",
        "strided::acc",
    ),
    twin(
        "int ARMCI_NbPutS(void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc, armci_hdl_t *hdl)",
        "strided::nb_put",
    ),
    twin(
        "int ARMCI_NbGetS(void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc, armci_hdl_t *hdl)",
        "strided::nb_get",
    ),
    twin(
        "int ARMCI_NbAccS(int datatype, void *scale, void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int proc, armci_hdl_t *hdl)",
        "strided::nb_acc",
    ),
    twin(
        "int ARMCI_PutS_flag(void *src_ptr, int *src_stride_ar, void *dst_ptr, int *dst_stride_ar, int *count, int stride_levels, int *flag, int value, int proc)",
        "strided::put_flag",
    ),
    single(
        "void armci_write_strided(void *ptr, int stride_levels, int *stride_arr, int *count, char *buf)",
        "strided::write",
    ),
    single(
        "void armci_read_strided(void *ptr, int stride_levels, int *stride_arr, int *count, char *buf)",
        "strided::read",
    ),
];

const VECTOR: &[Line] = &[
    twin(
        "int ARMCI_PutV(armci_giov_t *iov, int iov_len, int proc)",
        "vector::put",
    ),
    twin(
        "int ARMCI_GetV(armci_giov_t *iov, int iov_len, int proc)",
        "vector::get",
    ),
    twin(
        "int ARMCI_AccV(int datatype, void *scale, armci_giov_t *iov, int iov_len, int proc)",
        "vector::acc",
    ),
    twin(
        "int ARMCI_NbPutV(armci_giov_t *iov, int iov_len, int proc, armci_hdl_t *handle)",
        "vector::nb_put",
    ),
    twin(
        "int ARMCI_NbGetV(armci_giov_t *iov, int iov_len, int proc, armci_hdl_t *handle)",
        "vector::nb_get",
    ),
    twin(
        "int ARMCI_NbAccV(int datatype, void *scale, armci_giov_t *iov, int iov_len, int proc, armci_hdl_t *handle)",
        "vector::nb_acc",
    ),
];

const VALUE: &[Line] = &[
    twin(
        "int ARMCI_PutValueInt(int src, void *dst, int proc)",
        "value::put",
    ),
    twin(
        "int ARMCI_PutValueLong(long src, void *dst, int proc)",
        "value::put",
    ),
    twin(
        "int ARMCI_PutValueFloat(float src, void *dst, int proc)",
        "value::put",
    ),
    twin(
        "int ARMCI_PutValueDouble(double src, void *dst, int proc)",
        "value::put",
    ),
    twin(
        "int ARMCI_NbPutValueInt(int src, void *dst, int proc, armci_hdl_t *hdl)",
        "value::nb_put",
    ),
    twin(
        "int ARMCI_NbPutValueLong(long src, void *dst, int proc, armci_hdl_t *hdl)",
        "value::nb_put",
    ),
    twin(
        "int ARMCI_NbPutValueFloat(float src, void *dst, int proc, armci_hdl_t *hdl)",
        "value::nb_put",
    ),
    twin(
        "int ARMCI_NbPutValueDouble(double src, void *dst, int proc, armci_hdl_t *hdl)",
        "value::nb_put",
    ),
    twin("int ARMCI_GetValueInt(void *src, int proc)", "value::get"),
    twin("long ARMCI_GetValueLong(void *src, int proc)", "value::get"),
    twin(
        "float ARMCI_GetValueFloat(void *src, int proc)",
        "value::get",
    ),
    twin(
        "double ARMCI_GetValueDouble(void *src, int proc)",
        "value::get",
    ),
];

const HANDLE: &[Line] = &[
    single("void ARMCI_INIT_HANDLE(armci_hdl_t *hdl)", "handle::init"),
    single(
        "void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *hdl)",
        "handle::set_aggregate",
    ),
    single(
        "void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *hdl)",
        "handle::unset_aggregate",
    ),
    twin("int ARMCI_Wait(armci_hdl_t *hdl)", "handle::wait"),
    twin("int ARMCI_Test(armci_hdl_t *hdl)", "handle::test"),
    twin("int ARMCI_WaitProc(int proc)", "handle::wait_proc"),
    twin("int ARMCI_WaitAll(void)", "handle::wait_all"),
];

const ORDERING: &[Line] = &[
    twin("void ARMCI_Barrier(void)", "ordering::barrier"),
    twin("void ARMCI_Fence(int proc)", "ordering::fence"),
    twin("void ARMCI_AllFence(void)", "ordering::all_fence"),
    twin(
        "void ARMCI_Access_begin(void *ptr)",
        "ordering::access_begin",
    ),
    twin("void ARMCI_Access_end(void *ptr)", "ordering::access_end"),
];

const MUTEX: &[Line] = &[
    twin("int ARMCI_Create_mutexes(int count)", "mutex::create"),
    twin("int ARMCI_Destroy_mutexes(void)", "mutex::destroy"),
    twin("void ARMCI_Lock(int mutex, int proc)", "mutex::lock"),
    twin("void ARMCI_Unlock(int mutex, int proc)", "mutex::unlock"),
    twin(
        "int ARMCI_Rmw(int op, void *ploc, void *prem, int value, int proc)",
        "rmw::rmw",
    ),
];

const GROUP: &[Line] = &[
    single(
        "void ARMCI_Group_create(int grp_size, int *pid_list, ARMCI_Group *group_out)",
        "group::create",
    ),
    single(
        "void ARMCI_Group_create_child(int grp_size, int *pid_list, ARMCI_Group *group_out, ARMCI_Group *group_parent)",
        "group::create_child",
    ),
    single("void ARMCI_Group_free(ARMCI_Group *group)", "group::free"),
    single(
        "int ARMCI_Group_rank(ARMCI_Group *group, int *rank)",
        "group::rank",
    ),
    single(
        "void ARMCI_Group_size(ARMCI_Group *group, int *size)",
        "group::size",
    ),
    single(
        "void ARMCI_Group_set_default(ARMCI_Group *group)",
        "group::set_default",
    ),
    single(
        "void ARMCI_Group_get_default(ARMCI_Group *group_out)",
        "group::get_default",
    ),
    single(
        "void ARMCI_Group_get_world(ARMCI_Group *group_out)",
        "group::get_world",
    ),
    single(
        "int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank)",
        "group::absolute_id",
    ),
];

const DOMAIN: &[Line] = &[
    single(
        "int armci_domain_nprocs(armci_domain_t domain, int id)",
        "domain::nprocs",
    ),
    single(
        "int armci_domain_id(armci_domain_t domain, int glob_proc_id)",
        "domain::id",
    ),
    single(
        "int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id)",
        "domain::glob_proc_id",
    ),
    single(
        "int armci_domain_my_id(armci_domain_t domain)",
        "domain::my_id",
    ),
    single(
        "int armci_domain_count(armci_domain_t domain)",
        "domain::count",
    ),
    single(
        "int armci_domain_same_id(armci_domain_t domain, int proc)",
        "domain::same_id",
    ),
    single("int ARMCI_Same_node(int proc)", "domain::same_node"),
];

const MESSAGE: &[Line] = &[
    single("int armci_msg_me(void)", "message::me"),
    single("int armci_msg_nproc(void)", "message::nproc"),
    single("void armci_msg_abort(int code)", "message::abort"),
    single("double armci_timer(void)", "message::timer"),
    single(
        "void armci_msg_snd(int tag, void *buffer, int len, int to)",
        "message::send",
    ),
    single(
        "void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from)",
        "message::receive",
    ),
    single(
        "int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen)",
        "message::receive_any",
    ),
    single("int armci_notify(int proc)", "message::notify"),
    single(
        "int armci_notify_wait(int proc, int *pval)",
        "message::notify_wait",
    ),
];

const COLLECTIVE: &[Line] = &[
    twin("void armci_msg_barrier(void)", "collective::barrier"),
    twin(
        "void armci_msg_group_barrier(ARMCI_Group *group)",
        "collective::group_barrier",
    ),
    single(
        "void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right)",
        "collective::bintree",
    ),
    single(
        "void armci_msg_bcast(void *buffer, int len, int root)",
        "collective::bcast",
    ),
    single(
        "void armci_msg_brdcst(void *buffer, int len, int root)",
        "collective::bcast",
    ),
    single(
        "void armci_msg_bcast_scope(int scope, void *buffer, int len, int root)",
        "collective::bcast_scope",
    ),
    single(
        "void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group)",
        "collective::group_bcast_scope",
    ),
    single(
        "void armci_msg_reduce(void *x, int n, char *op, int datatype)",
        "collective::reduce",
    ),
    single(
        "void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int datatype)",
        "collective::reduce_scope",
    ),
    single(
        "void armci_msg_sel(void *x, int n, char *op, int datatype, int contribute)",
        "collective::sel",
    ),
    single(
        "void armci_msg_sel_scope(int scope, void *x, int n, char *op, int datatype, int contribute)",
        "collective::sel_scope",
    ),
    single(
        "void armci_exchange_address(void **ptr_ar, int n)",
        "collective::exchange_address",
    ),
    single(
        "void armci_exchange_address_grp(void **ptr_arr, int n, ARMCI_Group *group)",
        "collective::exchange_address_group",
    ),
    single(
        "void armci_msg_gop_scope(int scope, void *x, int n, char *op, int datatype)",
        "collective::gop_scope",
    ),
    single(
        "void armci_msg_igop(int *x, int n, char *op)",
        "collective::gop",
    ),
    single(
        "void armci_msg_lgop(long *x, int n, char *op)",
        "collective::gop",
    ),
    single(
        "void armci_msg_llgop(long long *x, int n, char *op)",
        "collective::gop",
    ),
    single(
        "void armci_msg_fgop(float *x, int n, char *op)",
        "collective::gop",
    ),
    single(
        "void armci_msg_dgop(double *x, int n, char *op)",
        "collective::gop",
    ),
    single(
        "void armci_msg_clus_brdcst(void *buf, int len)",
        "collective::node_bcast",
    ),
    single(
        "void armci_msg_clus_igop(int *x, int n, char *op)",
        "collective::node_gop",
    ),
    single(
        "void armci_msg_clus_lgop(long *x, int n, char *op)",
        "collective::node_gop",
    ),
    single(
        "void armci_msg_clus_llgop(long long *x, int n, char *op)",
        "collective::node_gop",
    ),
    single(
        "void armci_msg_clus_fgop(float *x, int n, char *op)",
        "collective::node_gop",
    ),
    single(
        "void armci_msg_clus_dgop(double *x, int n, char *op)",
        "collective::node_gop",
    ),
    single(
        "void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int datatype, ARMCI_Group *group)",
        "collective::group_gop_scope",
    ),
    single(
        "void armci_msg_group_igop(int *x, int n, char *op, ARMCI_Group *group)",
        "collective::group_gop",
    ),
    single(
        "void armci_msg_group_lgop(long *x, int n, char *op, ARMCI_Group *group)",
        "collective::group_gop",
    ),
    single(
        "void armci_msg_group_llgop(long long *x, int n, char *op, ARMCI_Group *group)",
        "collective::group_gop",
    ),
    single(
        "void armci_msg_group_fgop(float *x, int n, char *op, ARMCI_Group *group)",
        "collective::group_gop",
    ),
    single(
        "void armci_msg_group_dgop(double *x, int n, char *op, ARMCI_Group *group)",
        "collective::group_gop",
    ),
];

const EXTENSION: &[Line] = &[
    single(
        "int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *new_group)",
        "group::split",
    ),
    single(
        "int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *new_group)",
        "group::dup",
    ),
    single(
        "armcix_mutex_hdl_t ARMCIX_Create_mutexes_hdl(int count, ARMCI_Group *pgroup)",
        "mutex::create_handle",
    ),
    single(
        "int ARMCIX_Destroy_mutexes_hdl(armcix_mutex_hdl_t hdl)",
        "mutex::destroy_handle",
    ),
    single(
        "void ARMCIX_Lock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc)",
        "mutex::lock_handle",
    ),
    single(
        "int ARMCIX_Trylock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc)",
        "mutex::trylock_handle",
    ),
    single(
        "void ARMCIX_Unlock_hdl(armcix_mutex_hdl_t hdl, int mutex, int proc)",
        "mutex::unlock_handle",
    ),
    single("void ARMCIX_Progress(void)", "ordering::progress"),
];
