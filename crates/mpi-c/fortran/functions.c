/*
 * MPI for Fortran: the names of gfortran.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
 */
#include "support.h"

int MPI_Initialized(int *);
void pmpi_initialized_(int *flag, int *ierr)
{
    *ierr = MPI_Initialized(flag);
}
WEAK(mpi_initialized_)

int MPI_Finalize(void);
void pmpi_finalize_(int *ierr)
{
    *ierr = MPI_Finalize();
}
WEAK(mpi_finalize_)

int MPI_Finalized(int *);
void pmpi_finalized_(int *flag, int *ierr)
{
    *ierr = MPI_Finalized(flag);
}
WEAK(mpi_finalized_)

int MPI_Get_version(int *, int *);
void pmpi_get_version_(int *version, int *subversion, int *ierr)
{
    *ierr = MPI_Get_version(version, subversion);
}
WEAK(mpi_get_version_)

int MPI_Get_library_version(char *, int *);
void pmpi_get_library_version_(char *version, int *resultlen, int *ierr, size_t version_len)
{
    char version_text[TEXT_MAX];
    *ierr = MPI_Get_library_version(version_text, resultlen);
    if (*ierr == 0)
        give(version, version_len, version_text);
}
WEAK(mpi_get_library_version_)

int MPI_Error_string(int, char *, int *);
void pmpi_error_string_(const int *errorcode, char *string, int *resultlen, int *ierr, size_t string_len)
{
    char string_text[TEXT_MAX];
    *ierr = MPI_Error_string(*errorcode, string_text, resultlen);
    if (*ierr == 0)
        give(string, string_len, string_text);
}
WEAK(mpi_error_string_)

int MPI_Error_class(int, int *);
void pmpi_error_class_(const int *errorcode, int *errorclass, int *ierr)
{
    *ierr = MPI_Error_class(*errorcode, errorclass);
}
WEAK(mpi_error_class_)

int MPI_Query_thread(int *);
void pmpi_query_thread_(int *provided, int *ierr)
{
    *ierr = MPI_Query_thread(provided);
}
WEAK(mpi_query_thread_)

int MPI_Is_thread_main(int *);
void pmpi_is_thread_main_(int *flag, int *ierr)
{
    *ierr = MPI_Is_thread_main(flag);
}
WEAK(mpi_is_thread_main_)

int MPI_Abort(int, int);
void pmpi_abort_(const int *comm, const int *errorcode, int *ierr)
{
    *ierr = MPI_Abort(*comm, *errorcode);
}
WEAK(mpi_abort_)

int MPI_Get_processor_name(char *, int *);
void pmpi_get_processor_name_(char *name, int *resultlen, int *ierr, size_t name_len)
{
    char name_text[TEXT_MAX];
    *ierr = MPI_Get_processor_name(name_text, resultlen);
    if (*ierr == 0)
        give(name, name_len, name_text);
}
WEAK(mpi_get_processor_name_)

int MPI_Buffer_attach(void *, int);
void pmpi_buffer_attach_(void *buffer, const int *size, int *ierr)
{
    *ierr = MPI_Buffer_attach(data_of(buffer), *size);
}
WEAK(mpi_buffer_attach_)

int MPI_Alloc_mem(long, int, void *);
void pmpi_alloc_mem_(const long *size, const int *info, void *baseptr, int *ierr)
{
    *ierr = MPI_Alloc_mem(*size, *info, data_of(baseptr));
}
WEAK(mpi_alloc_mem_)

int MPI_Free_mem(void *);
void pmpi_free_mem_(void *base, int *ierr)
{
    *ierr = MPI_Free_mem(data_of(base));
}
WEAK(mpi_free_mem_)

int MPI_Get_address(void *, long *);
void pmpi_get_address_(void *location, long *address, int *ierr)
{
    *ierr = MPI_Get_address(data_of(location), address);
}
WEAK(mpi_get_address_)

int MPI_Comm_create_errhandler(void *, int *);
void pmpi_comm_create_errhandler_(void *comm_errhandler_fn, int *errhandler, int *ierr)
{
    *ierr = MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler);
}
WEAK(mpi_comm_create_errhandler_)

int MPI_Comm_set_errhandler(int, int);
void pmpi_comm_set_errhandler_(const int *comm, const int *errhandler, int *ierr)
{
    *ierr = MPI_Comm_set_errhandler(*comm, *errhandler);
}
WEAK(mpi_comm_set_errhandler_)

int MPI_Comm_get_errhandler(int, int *);
void pmpi_comm_get_errhandler_(const int *comm, int *errhandler, int *ierr)
{
    *ierr = MPI_Comm_get_errhandler(*comm, errhandler);
}
WEAK(mpi_comm_get_errhandler_)

int MPI_Comm_call_errhandler(int, int);
void pmpi_comm_call_errhandler_(const int *comm, const int *errorcode, int *ierr)
{
    *ierr = MPI_Comm_call_errhandler(*comm, *errorcode);
}
WEAK(mpi_comm_call_errhandler_)

int MPI_Errhandler_free(int *);
void pmpi_errhandler_free_(int *errhandler, int *ierr)
{
    *ierr = MPI_Errhandler_free(errhandler);
}
WEAK(mpi_errhandler_free_)

int MPI_Errhandler_create(void *, int *);
void pmpi_errhandler_create_(void *comm_errhandler_fn, int *errhandler, int *ierr)
{
    *ierr = MPI_Errhandler_create(comm_errhandler_fn, errhandler);
}
WEAK(mpi_errhandler_create_)

int MPI_Errhandler_set(int, int);
void pmpi_errhandler_set_(const int *comm, const int *errhandler, int *ierr)
{
    *ierr = MPI_Errhandler_set(*comm, *errhandler);
}
WEAK(mpi_errhandler_set_)

int MPI_Errhandler_get(int, int *);
void pmpi_errhandler_get_(const int *comm, int *errhandler, int *ierr)
{
    *ierr = MPI_Errhandler_get(*comm, errhandler);
}
WEAK(mpi_errhandler_get_)

int MPI_Add_error_class(int *);
void pmpi_add_error_class_(int *errorclass, int *ierr)
{
    *ierr = MPI_Add_error_class(errorclass);
}
WEAK(mpi_add_error_class_)

int MPI_Add_error_code(int, int *);
void pmpi_add_error_code_(const int *errorclass, int *errorcode, int *ierr)
{
    *ierr = MPI_Add_error_code(*errorclass, errorcode);
}
WEAK(mpi_add_error_code_)

int MPI_Add_error_string(int, const char *);
void pmpi_add_error_string_(const int *errorcode, const char *string, int *ierr, size_t string_len)
{
    char string_text[string_len + 1];
    take(string_text, string, string_len, TRAILING);
    *ierr = MPI_Add_error_string(*errorcode, string_text);
}
WEAK(mpi_add_error_string_)

int MPI_Send(void *, int, int, int, int, int);
void pmpi_send_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierr)
{
    *ierr = MPI_Send(data_of(buf), *count, *datatype, *dest, *tag, *comm);
}
WEAK(mpi_send_)

int MPI_Ssend(void *, int, int, int, int, int);
void pmpi_ssend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierr)
{
    *ierr = MPI_Ssend(data_of(buf), *count, *datatype, *dest, *tag, *comm);
}
WEAK(mpi_ssend_)

int MPI_Rsend(void *, int, int, int, int, int);
void pmpi_rsend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierr)
{
    *ierr = MPI_Rsend(data_of(buf), *count, *datatype, *dest, *tag, *comm);
}
WEAK(mpi_rsend_)

int MPI_Bsend(void *, int, int, int, int, int);
void pmpi_bsend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *ierr)
{
    *ierr = MPI_Bsend(data_of(buf), *count, *datatype, *dest, *tag, *comm);
}
WEAK(mpi_bsend_)

int MPI_Recv(void *, int, int, int, int, int, void *);
void pmpi_recv_(void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *status, int *ierr)
{
    *ierr = MPI_Recv(data_of(buf), *count, *datatype, *source, *tag, *comm, status_of(status));
}
WEAK(mpi_recv_)

int MPI_Isend(void *, int, int, int, int, int, int *);
void pmpi_isend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Isend(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_isend_)

int MPI_Issend(void *, int, int, int, int, int, int *);
void pmpi_issend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Issend(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_issend_)

int MPI_Irsend(void *, int, int, int, int, int, int *);
void pmpi_irsend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Irsend(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_irsend_)

int MPI_Ibsend(void *, int, int, int, int, int, int *);
void pmpi_ibsend_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ibsend(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_ibsend_)

int MPI_Irecv(void *, int, int, int, int, int, int *);
void pmpi_irecv_(void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Irecv(data_of(buf), *count, *datatype, *source, *tag, *comm, request);
}
WEAK(mpi_irecv_)

int MPI_Probe(int, int, int, void *);
void pmpi_probe_(const int *source, const int *tag, const int *comm, int *status, int *ierr)
{
    *ierr = MPI_Probe(*source, *tag, *comm, status_of(status));
}
WEAK(mpi_probe_)

int MPI_Iprobe(int, int, int, int *, void *);
void pmpi_iprobe_(const int *source, const int *tag, const int *comm, int *flag, int *status, int *ierr)
{
    *ierr = MPI_Iprobe(*source, *tag, *comm, flag, status_of(status));
}
WEAK(mpi_iprobe_)

int MPI_Mprobe(int, int, int, int *, void *);
void pmpi_mprobe_(const int *source, const int *tag, const int *comm, int *message, int *status, int *ierr)
{
    *ierr = MPI_Mprobe(*source, *tag, *comm, message, status_of(status));
}
WEAK(mpi_mprobe_)

int MPI_Improbe(int, int, int, int *, int *, void *);
void pmpi_improbe_(const int *source, const int *tag, const int *comm, int *flag, int *message, int *status, int *ierr)
{
    *ierr = MPI_Improbe(*source, *tag, *comm, flag, message, status_of(status));
}
WEAK(mpi_improbe_)

int MPI_Mrecv(void *, int, int, int *, void *);
void pmpi_mrecv_(void *buf, const int *count, const int *datatype, int *message, int *status, int *ierr)
{
    *ierr = MPI_Mrecv(data_of(buf), *count, *datatype, message, status_of(status));
}
WEAK(mpi_mrecv_)

int MPI_Imrecv(void *, int, int, int *, int *);
void pmpi_imrecv_(void *buf, const int *count, const int *datatype, int *message, int *request, int *ierr)
{
    *ierr = MPI_Imrecv(data_of(buf), *count, *datatype, message, request);
}
WEAK(mpi_imrecv_)

int MPI_Send_init(void *, int, int, int, int, int, int *);
void pmpi_send_init_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Send_init(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_send_init_)

int MPI_Ssend_init(void *, int, int, int, int, int, int *);
void pmpi_ssend_init_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ssend_init(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_ssend_init_)

int MPI_Rsend_init(void *, int, int, int, int, int, int *);
void pmpi_rsend_init_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Rsend_init(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_rsend_init_)

int MPI_Bsend_init(void *, int, int, int, int, int, int *);
void pmpi_bsend_init_(void *buf, const int *count, const int *datatype, const int *dest, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Bsend_init(data_of(buf), *count, *datatype, *dest, *tag, *comm, request);
}
WEAK(mpi_bsend_init_)

int MPI_Recv_init(void *, int, int, int, int, int, int *);
void pmpi_recv_init_(void *buf, const int *count, const int *datatype, const int *source, const int *tag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Recv_init(data_of(buf), *count, *datatype, *source, *tag, *comm, request);
}
WEAK(mpi_recv_init_)

int MPI_Sendrecv(void *, int, int, int, int, void *, int, int, int, int, int, void *);
void pmpi_sendrecv_(void *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, void *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *status, int *ierr)
{
    *ierr = MPI_Sendrecv(data_of(sendbuf), *sendcount, *sendtype, *dest, *sendtag, data_of(recvbuf), *recvcount, *recvtype, *source, *recvtag, *comm, status_of(status));
}
WEAK(mpi_sendrecv_)

int MPI_Sendrecv_replace(void *, int, int, int, int, int, int, int, void *);
void pmpi_sendrecv_replace_(void *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *status, int *ierr)
{
    *ierr = MPI_Sendrecv_replace(data_of(buf), *count, *datatype, *dest, *sendtag, *source, *recvtag, *comm, status_of(status));
}
WEAK(mpi_sendrecv_replace_)

int MPI_Isendrecv(void *, int, int, int, int, void *, int, int, int, int, int, int *);
void pmpi_isendrecv_(void *sendbuf, const int *sendcount, const int *sendtype, const int *dest, const int *sendtag, void *recvbuf, const int *recvcount, const int *recvtype, const int *source, const int *recvtag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Isendrecv(data_of(sendbuf), *sendcount, *sendtype, *dest, *sendtag, data_of(recvbuf), *recvcount, *recvtype, *source, *recvtag, *comm, request);
}
WEAK(mpi_isendrecv_)

int MPI_Isendrecv_replace(void *, int, int, int, int, int, int, int, int *);
void pmpi_isendrecv_replace_(void *buf, const int *count, const int *datatype, const int *dest, const int *sendtag, const int *source, const int *recvtag, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Isendrecv_replace(data_of(buf), *count, *datatype, *dest, *sendtag, *source, *recvtag, *comm, request);
}
WEAK(mpi_isendrecv_replace_)

int MPI_Wait(int *, void *);
void pmpi_wait_(int *request, int *status, int *ierr)
{
    *ierr = MPI_Wait(request, status_of(status));
}
WEAK(mpi_wait_)

int MPI_Waitall(int, int *, void *);
void pmpi_waitall_(const int *count, int *array_of_requests, int *array_of_statuses, int *ierr)
{
    *ierr = MPI_Waitall(*count, array_of_requests, statuses_of(array_of_statuses));
}
WEAK(mpi_waitall_)

int MPI_Test(int *, int *, void *);
void pmpi_test_(int *request, int *flag, int *status, int *ierr)
{
    *ierr = MPI_Test(request, flag, status_of(status));
}
WEAK(mpi_test_)

int MPI_Testall(int, int *, int *, void *);
void pmpi_testall_(const int *count, int *array_of_requests, int *flag, int *array_of_statuses, int *ierr)
{
    *ierr = MPI_Testall(*count, array_of_requests, flag, statuses_of(array_of_statuses));
}
WEAK(mpi_testall_)

int MPI_Cancel(int *);
void pmpi_cancel_(int *request, int *ierr)
{
    *ierr = MPI_Cancel(request);
}
WEAK(mpi_cancel_)

int MPI_Test_cancelled(void *, int *);
void pmpi_test_cancelled_(int *status, int *flag, int *ierr)
{
    *ierr = MPI_Test_cancelled(status_of(status), flag);
}
WEAK(mpi_test_cancelled_)

int MPI_Request_free(int *);
void pmpi_request_free_(int *request, int *ierr)
{
    *ierr = MPI_Request_free(request);
}
WEAK(mpi_request_free_)

int MPI_Request_get_status(int, int *, void *);
void pmpi_request_get_status_(const int *request, int *flag, int *status, int *ierr)
{
    *ierr = MPI_Request_get_status(*request, flag, status_of(status));
}
WEAK(mpi_request_get_status_)

int MPI_Start(int *);
void pmpi_start_(int *request, int *ierr)
{
    *ierr = MPI_Start(request);
}
WEAK(mpi_start_)

int MPI_Startall(int, int *);
void pmpi_startall_(const int *count, int *array_of_requests, int *ierr)
{
    *ierr = MPI_Startall(*count, array_of_requests);
}
WEAK(mpi_startall_)

int MPI_Get_count(void *, int, int *);
void pmpi_get_count_(int *status, const int *datatype, int *count, int *ierr)
{
    *ierr = MPI_Get_count(status_of(status), *datatype, count);
}
WEAK(mpi_get_count_)

int MPI_Get_elements(void *, int, int *);
void pmpi_get_elements_(int *status, const int *datatype, int *count, int *ierr)
{
    *ierr = MPI_Get_elements(status_of(status), *datatype, count);
}
WEAK(mpi_get_elements_)

int MPI_Get_elements_x(void *, int, long *);
void pmpi_get_elements_x_(int *status, const int *datatype, long *count, int *ierr)
{
    *ierr = MPI_Get_elements_x(status_of(status), *datatype, count);
}
WEAK(mpi_get_elements_x_)

int MPI_Status_set_cancelled(void *, int);
void pmpi_status_set_cancelled_(int *status, const int *flag, int *ierr)
{
    *ierr = MPI_Status_set_cancelled(status_of(status), *flag);
}
WEAK(mpi_status_set_cancelled_)

int MPI_Status_set_elements(void *, int, int);
void pmpi_status_set_elements_(int *status, const int *datatype, const int *count, int *ierr)
{
    *ierr = MPI_Status_set_elements(status_of(status), *datatype, *count);
}
WEAK(mpi_status_set_elements_)

int MPI_Status_set_elements_x(void *, int, long);
void pmpi_status_set_elements_x_(int *status, const int *datatype, const long *count, int *ierr)
{
    *ierr = MPI_Status_set_elements_x(status_of(status), *datatype, *count);
}
WEAK(mpi_status_set_elements_x_)

int MPI_Grequest_complete(int);
void pmpi_grequest_complete_(const int *request, int *ierr)
{
    *ierr = MPI_Grequest_complete(*request);
}
WEAK(mpi_grequest_complete_)

int MPI_Comm_size(int, int *);
void pmpi_comm_size_(const int *comm, int *size, int *ierr)
{
    *ierr = MPI_Comm_size(*comm, size);
}
WEAK(mpi_comm_size_)

int MPI_Comm_rank(int, int *);
void pmpi_comm_rank_(const int *comm, int *rank, int *ierr)
{
    *ierr = MPI_Comm_rank(*comm, rank);
}
WEAK(mpi_comm_rank_)

int MPI_Comm_dup(int, int *);
void pmpi_comm_dup_(const int *comm, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_dup(*comm, newcomm);
}
WEAK(mpi_comm_dup_)

int MPI_Comm_dup_with_info(int, int, int *);
void pmpi_comm_dup_with_info_(const int *comm, const int *info, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_dup_with_info(*comm, *info, newcomm);
}
WEAK(mpi_comm_dup_with_info_)

int MPI_Comm_idup(int, int *, int *);
void pmpi_comm_idup_(const int *comm, int *newcomm, int *request, int *ierr)
{
    *ierr = MPI_Comm_idup(*comm, newcomm, request);
}
WEAK(mpi_comm_idup_)

int MPI_Comm_idup_with_info(int, int, int *, int *);
void pmpi_comm_idup_with_info_(const int *comm, const int *info, int *newcomm, int *request, int *ierr)
{
    *ierr = MPI_Comm_idup_with_info(*comm, *info, newcomm, request);
}
WEAK(mpi_comm_idup_with_info_)

int MPI_Comm_free(int *);
void pmpi_comm_free_(int *comm, int *ierr)
{
    *ierr = MPI_Comm_free(comm);
}
WEAK(mpi_comm_free_)

int MPI_Comm_disconnect(int *);
void pmpi_comm_disconnect_(int *comm, int *ierr)
{
    *ierr = MPI_Comm_disconnect(comm);
}
WEAK(mpi_comm_disconnect_)

int MPI_Comm_split(int, int, int, int *);
void pmpi_comm_split_(const int *comm, const int *color, const int *key, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_split(*comm, *color, *key, newcomm);
}
WEAK(mpi_comm_split_)

int MPI_Comm_split_type(int, int, int, int, int *);
void pmpi_comm_split_type_(const int *comm, const int *split_type, const int *key, const int *info, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_split_type(*comm, *split_type, *key, *info, newcomm);
}
WEAK(mpi_comm_split_type_)

int MPI_Comm_create(int, int, int *);
void pmpi_comm_create_(const int *comm, const int *group, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_create(*comm, *group, newcomm);
}
WEAK(mpi_comm_create_)

int MPI_Comm_create_group(int, int, int, int *);
void pmpi_comm_create_group_(const int *comm, const int *group, const int *tag, int *newcomm, int *ierr)
{
    *ierr = MPI_Comm_create_group(*comm, *group, *tag, newcomm);
}
WEAK(mpi_comm_create_group_)

int MPI_Comm_group(int, int *);
void pmpi_comm_group_(const int *comm, int *group, int *ierr)
{
    *ierr = MPI_Comm_group(*comm, group);
}
WEAK(mpi_comm_group_)

int MPI_Comm_compare(int, int, int *);
void pmpi_comm_compare_(const int *comm1, const int *comm2, int *result, int *ierr)
{
    *ierr = MPI_Comm_compare(*comm1, *comm2, result);
}
WEAK(mpi_comm_compare_)

int MPI_Comm_get_name(int, char *, int *);
void pmpi_comm_get_name_(const int *comm, char *comm_name, int *resultlen, int *ierr, size_t comm_name_len)
{
    char comm_name_text[TEXT_MAX];
    *ierr = MPI_Comm_get_name(*comm, comm_name_text, resultlen);
    if (*ierr == 0)
        give(comm_name, comm_name_len, comm_name_text);
}
WEAK(mpi_comm_get_name_)

int MPI_Comm_set_name(int, const char *);
void pmpi_comm_set_name_(const int *comm, const char *comm_name, int *ierr, size_t comm_name_len)
{
    char comm_name_text[comm_name_len + 1];
    take(comm_name_text, comm_name, comm_name_len, TRAILING);
    *ierr = MPI_Comm_set_name(*comm, comm_name_text);
}
WEAK(mpi_comm_set_name_)

int MPI_Comm_test_inter(int, int *);
void pmpi_comm_test_inter_(const int *comm, int *flag, int *ierr)
{
    *ierr = MPI_Comm_test_inter(*comm, flag);
}
WEAK(mpi_comm_test_inter_)

int MPI_Comm_remote_size(int, int *);
void pmpi_comm_remote_size_(const int *comm, int *size, int *ierr)
{
    *ierr = MPI_Comm_remote_size(*comm, size);
}
WEAK(mpi_comm_remote_size_)

int MPI_Comm_remote_group(int, int *);
void pmpi_comm_remote_group_(const int *comm, int *group, int *ierr)
{
    *ierr = MPI_Comm_remote_group(*comm, group);
}
WEAK(mpi_comm_remote_group_)

int MPI_Intercomm_create(int, int, int, int, int, int *);
void pmpi_intercomm_create_(const int *local_comm, const int *local_leader, const int *peer_comm, const int *remote_leader, const int *tag, int *newintercomm, int *ierr)
{
    *ierr = MPI_Intercomm_create(*local_comm, *local_leader, *peer_comm, *remote_leader, *tag, newintercomm);
}
WEAK(mpi_intercomm_create_)

int MPI_Intercomm_merge(int, int, int *);
void pmpi_intercomm_merge_(const int *intercomm, const int *high, int *newintracomm, int *ierr)
{
    *ierr = MPI_Intercomm_merge(*intercomm, *high, newintracomm);
}
WEAK(mpi_intercomm_merge_)

int MPI_Comm_get_info(int, int *);
void pmpi_comm_get_info_(const int *comm, int *info_used, int *ierr)
{
    *ierr = MPI_Comm_get_info(*comm, info_used);
}
WEAK(mpi_comm_get_info_)

int MPI_Comm_set_info(int, int);
void pmpi_comm_set_info_(const int *comm, const int *info, int *ierr)
{
    *ierr = MPI_Comm_set_info(*comm, *info);
}
WEAK(mpi_comm_set_info_)

int MPI_Comm_get_parent(int *);
void pmpi_comm_get_parent_(int *parent, int *ierr)
{
    *ierr = MPI_Comm_get_parent(parent);
}
WEAK(mpi_comm_get_parent_)

int MPI_Group_size(int, int *);
void pmpi_group_size_(const int *group, int *size, int *ierr)
{
    *ierr = MPI_Group_size(*group, size);
}
WEAK(mpi_group_size_)

int MPI_Group_rank(int, int *);
void pmpi_group_rank_(const int *group, int *rank, int *ierr)
{
    *ierr = MPI_Group_rank(*group, rank);
}
WEAK(mpi_group_rank_)

int MPI_Group_incl(int, int, int *, int *);
void pmpi_group_incl_(const int *group, const int *n, int *ranks, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_incl(*group, *n, ranks, newgroup);
}
WEAK(mpi_group_incl_)

int MPI_Group_excl(int, int, int *, int *);
void pmpi_group_excl_(const int *group, const int *n, int *ranks, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_excl(*group, *n, ranks, newgroup);
}
WEAK(mpi_group_excl_)

int MPI_Group_range_incl(int, int, int *, int *);
void pmpi_group_range_incl_(const int *group, const int *n, int *ranges, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_range_incl(*group, *n, ranges, newgroup);
}
WEAK(mpi_group_range_incl_)

int MPI_Group_range_excl(int, int, int *, int *);
void pmpi_group_range_excl_(const int *group, const int *n, int *ranges, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_range_excl(*group, *n, ranges, newgroup);
}
WEAK(mpi_group_range_excl_)

int MPI_Group_union(int, int, int *);
void pmpi_group_union_(const int *group1, const int *group2, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_union(*group1, *group2, newgroup);
}
WEAK(mpi_group_union_)

int MPI_Group_intersection(int, int, int *);
void pmpi_group_intersection_(const int *group1, const int *group2, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_intersection(*group1, *group2, newgroup);
}
WEAK(mpi_group_intersection_)

int MPI_Group_difference(int, int, int *);
void pmpi_group_difference_(const int *group1, const int *group2, int *newgroup, int *ierr)
{
    *ierr = MPI_Group_difference(*group1, *group2, newgroup);
}
WEAK(mpi_group_difference_)

int MPI_Group_translate_ranks(int, int, int *, int, int *);
void pmpi_group_translate_ranks_(const int *group1, const int *n, int *ranks1, const int *group2, int *ranks2, int *ierr)
{
    *ierr = MPI_Group_translate_ranks(*group1, *n, ranks1, *group2, ranks2);
}
WEAK(mpi_group_translate_ranks_)

int MPI_Group_compare(int, int, int *);
void pmpi_group_compare_(const int *group1, const int *group2, int *result, int *ierr)
{
    *ierr = MPI_Group_compare(*group1, *group2, result);
}
WEAK(mpi_group_compare_)

int MPI_Group_free(int *);
void pmpi_group_free_(int *group, int *ierr)
{
    *ierr = MPI_Group_free(group);
}
WEAK(mpi_group_free_)

int MPI_Barrier(int);
void pmpi_barrier_(const int *comm, int *ierr)
{
    *ierr = MPI_Barrier(*comm);
}
WEAK(mpi_barrier_)

int MPI_Bcast(void *, int, int, int, int);
void pmpi_bcast_(void *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Bcast(data_of(buffer), *count, *datatype, *root, *comm);
}
WEAK(mpi_bcast_)

int MPI_Gather(void *, int, int, void *, int, int, int, int);
void pmpi_gather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Gather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm);
}
WEAK(mpi_gather_)

int MPI_Gatherv(void *, int, int, void *, int *, int *, int, int, int);
void pmpi_gatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Gatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *root, *comm);
}
WEAK(mpi_gatherv_)

int MPI_Scatter(void *, int, int, void *, int, int, int, int);
void pmpi_scatter_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Scatter(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm);
}
WEAK(mpi_scatter_)

int MPI_Scatterv(void *, int *, int *, int, void *, int, int, int, int);
void pmpi_scatterv_(void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Scatterv(data_of(sendbuf), sendcounts, displs, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm);
}
WEAK(mpi_scatterv_)

int MPI_Allgather(void *, int, int, void *, int, int, int);
void pmpi_allgather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Allgather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm);
}
WEAK(mpi_allgather_)

int MPI_Allgatherv(void *, int, int, void *, int *, int *, int, int);
void pmpi_allgatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Allgatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm);
}
WEAK(mpi_allgatherv_)

int MPI_Alltoall(void *, int, int, void *, int, int, int);
void pmpi_alltoall_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Alltoall(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm);
}
WEAK(mpi_alltoall_)

int MPI_Alltoallv(void *, int *, int *, int, void *, int *, int *, int, int);
void pmpi_alltoallv_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Alltoallv(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm);
}
WEAK(mpi_alltoallv_)

int MPI_Alltoallw(void *, int *, int *, int *, void *, int *, int *, int *, int);
void pmpi_alltoallw_(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *ierr)
{
    *ierr = MPI_Alltoallw(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm);
}
WEAK(mpi_alltoallw_)

int MPI_Reduce(void *, void *, int, int, int, int, int);
void pmpi_reduce_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *ierr)
{
    *ierr = MPI_Reduce(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *root, *comm);
}
WEAK(mpi_reduce_)

int MPI_Allreduce(void *, void *, int, int, int, int);
void pmpi_allreduce_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierr)
{
    *ierr = MPI_Allreduce(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm);
}
WEAK(mpi_allreduce_)

int MPI_Reduce_scatter(void *, void *, int *, int, int, int);
void pmpi_reduce_scatter_(void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *ierr)
{
    *ierr = MPI_Reduce_scatter(data_of(sendbuf), data_of(recvbuf), recvcounts, *datatype, *op, *comm);
}
WEAK(mpi_reduce_scatter_)

int MPI_Reduce_scatter_block(void *, void *, int, int, int, int);
void pmpi_reduce_scatter_block_(void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *ierr)
{
    *ierr = MPI_Reduce_scatter_block(data_of(sendbuf), data_of(recvbuf), *recvcount, *datatype, *op, *comm);
}
WEAK(mpi_reduce_scatter_block_)

int MPI_Scan(void *, void *, int, int, int, int);
void pmpi_scan_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierr)
{
    *ierr = MPI_Scan(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm);
}
WEAK(mpi_scan_)

int MPI_Exscan(void *, void *, int, int, int, int);
void pmpi_exscan_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *ierr)
{
    *ierr = MPI_Exscan(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm);
}
WEAK(mpi_exscan_)

int MPI_Ibarrier(int, int *);
void pmpi_ibarrier_(const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ibarrier(*comm, request);
}
WEAK(mpi_ibarrier_)

int MPI_Ibcast(void *, int, int, int, int, int *);
void pmpi_ibcast_(void *buffer, const int *count, const int *datatype, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ibcast(data_of(buffer), *count, *datatype, *root, *comm, request);
}
WEAK(mpi_ibcast_)

int MPI_Igather(void *, int, int, void *, int, int, int, int, int *);
void pmpi_igather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Igather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, request);
}
WEAK(mpi_igather_)

int MPI_Igatherv(void *, int, int, void *, int *, int *, int, int, int, int *);
void pmpi_igatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Igatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *root, *comm, request);
}
WEAK(mpi_igatherv_)

int MPI_Iscatter(void *, int, int, void *, int, int, int, int, int *);
void pmpi_iscatter_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iscatter(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, request);
}
WEAK(mpi_iscatter_)

int MPI_Iscatterv(void *, int *, int *, int, void *, int, int, int, int, int *);
void pmpi_iscatterv_(void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iscatterv(data_of(sendbuf), sendcounts, displs, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, request);
}
WEAK(mpi_iscatterv_)

int MPI_Iallgather(void *, int, int, void *, int, int, int, int *);
void pmpi_iallgather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iallgather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, request);
}
WEAK(mpi_iallgather_)

int MPI_Iallgatherv(void *, int, int, void *, int *, int *, int, int, int *);
void pmpi_iallgatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iallgatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm, request);
}
WEAK(mpi_iallgatherv_)

int MPI_Ialltoall(void *, int, int, void *, int, int, int, int *);
void pmpi_ialltoall_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ialltoall(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, request);
}
WEAK(mpi_ialltoall_)

int MPI_Ialltoallv(void *, int *, int *, int, void *, int *, int *, int, int, int *);
void pmpi_ialltoallv_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ialltoallv(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm, request);
}
WEAK(mpi_ialltoallv_)

int MPI_Ialltoallw(void *, int *, int *, int *, void *, int *, int *, int *, int, int *);
void pmpi_ialltoallw_(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ialltoallw(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm, request);
}
WEAK(mpi_ialltoallw_)

int MPI_Ireduce(void *, void *, int, int, int, int, int, int *);
void pmpi_ireduce_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ireduce(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *root, *comm, request);
}
WEAK(mpi_ireduce_)

int MPI_Iallreduce(void *, void *, int, int, int, int, int *);
void pmpi_iallreduce_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iallreduce(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, request);
}
WEAK(mpi_iallreduce_)

int MPI_Ireduce_scatter(void *, void *, int *, int, int, int, int *);
void pmpi_ireduce_scatter_(void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ireduce_scatter(data_of(sendbuf), data_of(recvbuf), recvcounts, *datatype, *op, *comm, request);
}
WEAK(mpi_ireduce_scatter_)

int MPI_Ireduce_scatter_block(void *, void *, int, int, int, int, int *);
void pmpi_ireduce_scatter_block_(void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ireduce_scatter_block(data_of(sendbuf), data_of(recvbuf), *recvcount, *datatype, *op, *comm, request);
}
WEAK(mpi_ireduce_scatter_block_)

int MPI_Iscan(void *, void *, int, int, int, int, int *);
void pmpi_iscan_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iscan(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, request);
}
WEAK(mpi_iscan_)

int MPI_Iexscan(void *, void *, int, int, int, int, int *);
void pmpi_iexscan_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Iexscan(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, request);
}
WEAK(mpi_iexscan_)

int MPI_Allgather_init(void *, int, int, void *, int, int, int, int, int *);
void pmpi_allgather_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Allgather_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, *info, request);
}
WEAK(mpi_allgather_init_)

int MPI_Allgatherv_init(void *, int, int, void *, int *, int *, int, int, int, int *);
void pmpi_allgatherv_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Allgatherv_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm, *info, request);
}
WEAK(mpi_allgatherv_init_)

int MPI_Allreduce_init(void *, void *, int, int, int, int, int, int *);
void pmpi_allreduce_init_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Allreduce_init(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, *info, request);
}
WEAK(mpi_allreduce_init_)

int MPI_Alltoall_init(void *, int, int, void *, int, int, int, int, int *);
void pmpi_alltoall_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Alltoall_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, *info, request);
}
WEAK(mpi_alltoall_init_)

int MPI_Alltoallv_init(void *, int *, int *, int, void *, int *, int *, int, int, int, int *);
void pmpi_alltoallv_init_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Alltoallv_init(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm, *info, request);
}
WEAK(mpi_alltoallv_init_)

int MPI_Alltoallw_init(void *, int *, int *, int *, void *, int *, int *, int *, int, int, int *);
void pmpi_alltoallw_init_(void *sendbuf, int *sendcounts, int *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, int *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Alltoallw_init(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm, *info, request);
}
WEAK(mpi_alltoallw_init_)

int MPI_Barrier_init(int, int, int *);
void pmpi_barrier_init_(const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Barrier_init(*comm, *info, request);
}
WEAK(mpi_barrier_init_)

int MPI_Bcast_init(void *, int, int, int, int, int, int *);
void pmpi_bcast_init_(void *buffer, const int *count, const int *datatype, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Bcast_init(data_of(buffer), *count, *datatype, *root, *comm, *info, request);
}
WEAK(mpi_bcast_init_)

int MPI_Exscan_init(void *, void *, int, int, int, int, int, int *);
void pmpi_exscan_init_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Exscan_init(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, *info, request);
}
WEAK(mpi_exscan_init_)

int MPI_Gather_init(void *, int, int, void *, int, int, int, int, int, int *);
void pmpi_gather_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Gather_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, *info, request);
}
WEAK(mpi_gather_init_)

int MPI_Gatherv_init(void *, int, int, void *, int *, int *, int, int, int, int, int *);
void pmpi_gatherv_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Gatherv_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *root, *comm, *info, request);
}
WEAK(mpi_gatherv_init_)

int MPI_Reduce_init(void *, void *, int, int, int, int, int, int, int *);
void pmpi_reduce_init_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Reduce_init(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *root, *comm, *info, request);
}
WEAK(mpi_reduce_init_)

int MPI_Reduce_scatter_block_init(void *, void *, int, int, int, int, int, int *);
void pmpi_reduce_scatter_block_init_(void *sendbuf, void *recvbuf, const int *recvcount, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Reduce_scatter_block_init(data_of(sendbuf), data_of(recvbuf), *recvcount, *datatype, *op, *comm, *info, request);
}
WEAK(mpi_reduce_scatter_block_init_)

int MPI_Reduce_scatter_init(void *, void *, int *, int, int, int, int, int *);
void pmpi_reduce_scatter_init_(void *sendbuf, void *recvbuf, int *recvcounts, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Reduce_scatter_init(data_of(sendbuf), data_of(recvbuf), recvcounts, *datatype, *op, *comm, *info, request);
}
WEAK(mpi_reduce_scatter_init_)

int MPI_Scan_init(void *, void *, int, int, int, int, int, int *);
void pmpi_scan_init_(void *sendbuf, void *recvbuf, const int *count, const int *datatype, const int *op, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Scan_init(data_of(sendbuf), data_of(recvbuf), *count, *datatype, *op, *comm, *info, request);
}
WEAK(mpi_scan_init_)

int MPI_Scatter_init(void *, int, int, void *, int, int, int, int, int, int *);
void pmpi_scatter_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Scatter_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, *info, request);
}
WEAK(mpi_scatter_init_)

int MPI_Scatterv_init(void *, int *, int *, int, void *, int, int, int, int, int, int *);
void pmpi_scatterv_init_(void *sendbuf, int *sendcounts, int *displs, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *root, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Scatterv_init(data_of(sendbuf), sendcounts, displs, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *root, *comm, *info, request);
}
WEAK(mpi_scatterv_init_)

int MPI_Op_create(void *, int, int *);
void pmpi_op_create_(void *user_fn, const int *commute, int *op, int *ierr)
{
    *ierr = MPI_Op_create(user_fn, *commute, op);
}
WEAK(mpi_op_create_)

int MPI_Op_free(int *);
void pmpi_op_free_(int *op, int *ierr)
{
    *ierr = MPI_Op_free(op);
}
WEAK(mpi_op_free_)

int MPI_Op_commutative(int, int *);
void pmpi_op_commutative_(const int *op, int *commute, int *ierr)
{
    *ierr = MPI_Op_commutative(*op, commute);
}
WEAK(mpi_op_commutative_)

int MPI_Reduce_local(void *, void *, int, int, int);
void pmpi_reduce_local_(void *inbuf, void *inoutbuf, const int *count, const int *datatype, const int *op, int *ierr)
{
    *ierr = MPI_Reduce_local(data_of(inbuf), data_of(inoutbuf), *count, *datatype, *op);
}
WEAK(mpi_reduce_local_)

int MPI_Type_contiguous(int, int, int *);
void pmpi_type_contiguous_(const int *count, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_contiguous(*count, *oldtype, newtype);
}
WEAK(mpi_type_contiguous_)

int MPI_Type_vector(int, int, int, int, int *);
void pmpi_type_vector_(const int *count, const int *blocklength, const int *stride, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_vector(*count, *blocklength, *stride, *oldtype, newtype);
}
WEAK(mpi_type_vector_)

int MPI_Type_create_hvector(int, int, long, int, int *);
void pmpi_type_create_hvector_(const int *count, const int *blocklength, const long *stride, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_hvector(*count, *blocklength, *stride, *oldtype, newtype);
}
WEAK(mpi_type_create_hvector_)

int MPI_Type_indexed(int, int *, int *, int, int *);
void pmpi_type_indexed_(const int *count, int *array_of_blocklengths, int *array_of_displacements, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_indexed(*count, array_of_blocklengths, array_of_displacements, *oldtype, newtype);
}
WEAK(mpi_type_indexed_)

int MPI_Type_create_hindexed(int, int *, long *, int, int *);
void pmpi_type_create_hindexed_(const int *count, int *array_of_blocklengths, long *array_of_displacements, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_hindexed(*count, array_of_blocklengths, array_of_displacements, *oldtype, newtype);
}
WEAK(mpi_type_create_hindexed_)

int MPI_Type_create_indexed_block(int, int, int *, int, int *);
void pmpi_type_create_indexed_block_(const int *count, const int *blocklength, int *array_of_displacements, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_indexed_block(*count, *blocklength, array_of_displacements, *oldtype, newtype);
}
WEAK(mpi_type_create_indexed_block_)

int MPI_Type_create_hindexed_block(int, int, long *, int, int *);
void pmpi_type_create_hindexed_block_(const int *count, const int *blocklength, long *array_of_displacements, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_hindexed_block(*count, *blocklength, array_of_displacements, *oldtype, newtype);
}
WEAK(mpi_type_create_hindexed_block_)

int MPI_Type_create_struct(int, int *, long *, int *, int *);
void pmpi_type_create_struct_(const int *count, int *array_of_blocklengths, long *array_of_displacements, int *array_of_types, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_struct(*count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
}
WEAK(mpi_type_create_struct_)

int MPI_Type_create_subarray(int, int *, int *, int *, int, int, int *);
void pmpi_type_create_subarray_(const int *ndims, int *array_of_sizes, int *array_of_subsizes, int *array_of_starts, const int *order, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_subarray(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, *oldtype, newtype);
}
WEAK(mpi_type_create_subarray_)

int MPI_Type_create_darray(int, int, int, int *, int *, int *, int *, int, int, int *);
void pmpi_type_create_darray_(const int *size, const int *rank, const int *ndims, int *array_of_gsizes, int *array_of_distribs, int *array_of_dargs, int *array_of_psizes, const int *order, const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_darray(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, *oldtype, newtype);
}
WEAK(mpi_type_create_darray_)

int MPI_Type_create_resized(int, long, long, int *);
void pmpi_type_create_resized_(const int *oldtype, const long *lb, const long *extent, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_resized(*oldtype, *lb, *extent, newtype);
}
WEAK(mpi_type_create_resized_)

int MPI_Type_dup(int, int *);
void pmpi_type_dup_(const int *oldtype, int *newtype, int *ierr)
{
    *ierr = MPI_Type_dup(*oldtype, newtype);
}
WEAK(mpi_type_dup_)

int MPI_Type_commit(int *);
void pmpi_type_commit_(int *datatype, int *ierr)
{
    *ierr = MPI_Type_commit(datatype);
}
WEAK(mpi_type_commit_)

int MPI_Type_free(int *);
void pmpi_type_free_(int *datatype, int *ierr)
{
    *ierr = MPI_Type_free(datatype);
}
WEAK(mpi_type_free_)

int MPI_Type_size(int, int *);
void pmpi_type_size_(const int *datatype, int *size, int *ierr)
{
    *ierr = MPI_Type_size(*datatype, size);
}
WEAK(mpi_type_size_)

int MPI_Type_size_x(int, long *);
void pmpi_type_size_x_(const int *datatype, long *size, int *ierr)
{
    *ierr = MPI_Type_size_x(*datatype, size);
}
WEAK(mpi_type_size_x_)

int MPI_Type_get_extent(int, long *, long *);
void pmpi_type_get_extent_(const int *datatype, long *lb, long *extent, int *ierr)
{
    *ierr = MPI_Type_get_extent(*datatype, lb, extent);
}
WEAK(mpi_type_get_extent_)

int MPI_Type_get_extent_x(int, long *, long *);
void pmpi_type_get_extent_x_(const int *datatype, long *lb, long *extent, int *ierr)
{
    *ierr = MPI_Type_get_extent_x(*datatype, lb, extent);
}
WEAK(mpi_type_get_extent_x_)

int MPI_Type_get_true_extent(int, long *, long *);
void pmpi_type_get_true_extent_(const int *datatype, long *true_lb, long *true_extent, int *ierr)
{
    *ierr = MPI_Type_get_true_extent(*datatype, true_lb, true_extent);
}
WEAK(mpi_type_get_true_extent_)

int MPI_Type_get_true_extent_x(int, long *, long *);
void pmpi_type_get_true_extent_x_(const int *datatype, long *true_lb, long *true_extent, int *ierr)
{
    *ierr = MPI_Type_get_true_extent_x(*datatype, true_lb, true_extent);
}
WEAK(mpi_type_get_true_extent_x_)

int MPI_Type_match_size(int, int, int *);
void pmpi_type_match_size_(const int *typeclass, const int *size, int *datatype, int *ierr)
{
    *ierr = MPI_Type_match_size(*typeclass, *size, datatype);
}
WEAK(mpi_type_match_size_)

int MPI_Type_get_envelope(int, int *, int *, int *, int *);
void pmpi_type_get_envelope_(const int *datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner, int *ierr)
{
    *ierr = MPI_Type_get_envelope(*datatype, num_integers, num_addresses, num_datatypes, combiner);
}
WEAK(mpi_type_get_envelope_)

int MPI_Type_get_contents(int, int, int, int, int *, long *, int *);
void pmpi_type_get_contents_(const int *datatype, const int *max_integers, const int *max_addresses, const int *max_datatypes, int *array_of_integers, long *array_of_addresses, int *array_of_datatypes, int *ierr)
{
    *ierr = MPI_Type_get_contents(*datatype, *max_integers, *max_addresses, *max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
}
WEAK(mpi_type_get_contents_)

int MPI_Type_get_name(int, char *, int *);
void pmpi_type_get_name_(const int *datatype, char *type_name, int *resultlen, int *ierr, size_t type_name_len)
{
    char type_name_text[TEXT_MAX];
    *ierr = MPI_Type_get_name(*datatype, type_name_text, resultlen);
    if (*ierr == 0)
        give(type_name, type_name_len, type_name_text);
}
WEAK(mpi_type_get_name_)

int MPI_Type_set_name(int, const char *);
void pmpi_type_set_name_(const int *datatype, const char *type_name, int *ierr, size_t type_name_len)
{
    char type_name_text[type_name_len + 1];
    take(type_name_text, type_name, type_name_len, TRAILING);
    *ierr = MPI_Type_set_name(*datatype, type_name_text);
}
WEAK(mpi_type_set_name_)

int MPI_Pack(void *, int, int, void *, int, int *, int);
void pmpi_pack_(void *inbuf, const int *incount, const int *datatype, void *outbuf, const int *outsize, int *position, const int *comm, int *ierr)
{
    *ierr = MPI_Pack(data_of(inbuf), *incount, *datatype, data_of(outbuf), *outsize, position, *comm);
}
WEAK(mpi_pack_)

int MPI_Unpack(void *, int, int *, void *, int, int, int);
void pmpi_unpack_(void *inbuf, const int *insize, int *position, void *outbuf, const int *outcount, const int *datatype, const int *comm, int *ierr)
{
    *ierr = MPI_Unpack(data_of(inbuf), *insize, position, data_of(outbuf), *outcount, *datatype, *comm);
}
WEAK(mpi_unpack_)

int MPI_Pack_size(int, int, int, int *);
void pmpi_pack_size_(const int *incount, const int *datatype, const int *comm, int *size, int *ierr)
{
    *ierr = MPI_Pack_size(*incount, *datatype, *comm, size);
}
WEAK(mpi_pack_size_)

int MPI_Pack_external(const char *, void *, int, int, void *, long, long *);
void pmpi_pack_external_(const char *datarep, void *inbuf, const int *incount, const int *datatype, void *outbuf, const long *outsize, long *position, int *ierr, size_t datarep_len)
{
    char datarep_text[datarep_len + 1];
    take(datarep_text, datarep, datarep_len, TRAILING);
    *ierr = MPI_Pack_external(datarep_text, data_of(inbuf), *incount, *datatype, data_of(outbuf), *outsize, position);
}
WEAK(mpi_pack_external_)

int MPI_Pack_external_size(const char *, int, int, long *);
void pmpi_pack_external_size_(const char *datarep, const int *incount, const int *datatype, long *size, int *ierr, size_t datarep_len)
{
    char datarep_text[datarep_len + 1];
    take(datarep_text, datarep, datarep_len, TRAILING);
    *ierr = MPI_Pack_external_size(datarep_text, *incount, *datatype, size);
}
WEAK(mpi_pack_external_size_)

int MPI_Unpack_external(const char *, void *, long, long *, void *, int, int);
void pmpi_unpack_external_(const char *datarep, void *inbuf, const long *insize, long *position, void *outbuf, const int *outcount, const int *datatype, int *ierr, size_t datarep_len)
{
    char datarep_text[datarep_len + 1];
    take(datarep_text, datarep, datarep_len, TRAILING);
    *ierr = MPI_Unpack_external(datarep_text, data_of(inbuf), *insize, position, data_of(outbuf), *outcount, *datatype);
}
WEAK(mpi_unpack_external_)

int MPI_Type_create_f90_complex(int, int, int *);
void pmpi_type_create_f90_complex_(const int *p, const int *r, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_f90_complex(*p, *r, newtype);
}
WEAK(mpi_type_create_f90_complex_)

int MPI_Type_create_f90_integer(int, int *);
void pmpi_type_create_f90_integer_(const int *r, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_f90_integer(*r, newtype);
}
WEAK(mpi_type_create_f90_integer_)

int MPI_Type_create_f90_real(int, int, int *);
void pmpi_type_create_f90_real_(const int *p, const int *r, int *newtype, int *ierr)
{
    *ierr = MPI_Type_create_f90_real(*p, *r, newtype);
}
WEAK(mpi_type_create_f90_real_)

int MPI_Comm_free_keyval(int *);
void pmpi_comm_free_keyval_(int *comm_keyval, int *ierr)
{
    *ierr = MPI_Comm_free_keyval(comm_keyval);
}
WEAK(mpi_comm_free_keyval_)

int MPI_Comm_delete_attr(int, int);
void pmpi_comm_delete_attr_(const int *comm, const int *comm_keyval, int *ierr)
{
    *ierr = MPI_Comm_delete_attr(*comm, *comm_keyval);
}
WEAK(mpi_comm_delete_attr_)

int MPI_Keyval_free(int *);
void pmpi_keyval_free_(int *keyval, int *ierr)
{
    *ierr = MPI_Keyval_free(keyval);
}
WEAK(mpi_keyval_free_)

int MPI_Attr_delete(int, int);
void pmpi_attr_delete_(const int *comm, const int *keyval, int *ierr)
{
    *ierr = MPI_Attr_delete(*comm, *keyval);
}
WEAK(mpi_attr_delete_)

int MPI_Type_free_keyval(int *);
void pmpi_type_free_keyval_(int *type_keyval, int *ierr)
{
    *ierr = MPI_Type_free_keyval(type_keyval);
}
WEAK(mpi_type_free_keyval_)

int MPI_Type_delete_attr(int, int);
void pmpi_type_delete_attr_(const int *datatype, const int *type_keyval, int *ierr)
{
    *ierr = MPI_Type_delete_attr(*datatype, *type_keyval);
}
WEAK(mpi_type_delete_attr_)

int MPI_Info_create(int *);
void pmpi_info_create_(int *info, int *ierr)
{
    *ierr = MPI_Info_create(info);
}
WEAK(mpi_info_create_)

int MPI_Info_set(int, const char *, const char *);
void pmpi_info_set_(const int *info, const char *key, const char *value, int *ierr, size_t key_len, size_t value_len)
{
    char key_text[key_len + 1];
    take(key_text, key, key_len, BOTH);
    char value_text[value_len + 1];
    take(value_text, value, value_len, BOTH);
    *ierr = MPI_Info_set(*info, key_text, value_text);
}
WEAK(mpi_info_set_)

int MPI_Info_get(int, const char *, int, char *, int *);
void pmpi_info_get_(const int *info, const char *key, const int *valuelen, char *value, int *flag, int *ierr, size_t key_len, size_t value_len)
{
    char key_text[key_len + 1];
    take(key_text, key, key_len, BOTH);
    char value_text[TEXT_MAX];
    *ierr = MPI_Info_get(*info, key_text, *valuelen, value_text, flag);
    if (*ierr == 0 && *flag)
        give(value, value_len, value_text);
}
WEAK(mpi_info_get_)

int MPI_Info_free(int *);
void pmpi_info_free_(int *info, int *ierr)
{
    *ierr = MPI_Info_free(info);
}
WEAK(mpi_info_free_)

int MPI_Info_dup(int, int *);
void pmpi_info_dup_(const int *info, int *newinfo, int *ierr)
{
    *ierr = MPI_Info_dup(*info, newinfo);
}
WEAK(mpi_info_dup_)

int MPI_Info_get_nkeys(int, int *);
void pmpi_info_get_nkeys_(const int *info, int *nkeys, int *ierr)
{
    *ierr = MPI_Info_get_nkeys(*info, nkeys);
}
WEAK(mpi_info_get_nkeys_)

int MPI_Info_get_nthkey(int, int, char *);
void pmpi_info_get_nthkey_(const int *info, const int *n, char *key, int *ierr, size_t key_len)
{
    char key_text[TEXT_MAX];
    *ierr = MPI_Info_get_nthkey(*info, *n, key_text);
    if (*ierr == 0)
        give(key, key_len, key_text);
}
WEAK(mpi_info_get_nthkey_)

int MPI_Info_delete(int, const char *);
void pmpi_info_delete_(const int *info, const char *key, int *ierr, size_t key_len)
{
    char key_text[key_len + 1];
    take(key_text, key, key_len, BOTH);
    *ierr = MPI_Info_delete(*info, key_text);
}
WEAK(mpi_info_delete_)

int MPI_Info_get_valuelen(int, const char *, int *, int *);
void pmpi_info_get_valuelen_(const int *info, const char *key, int *valuelen, int *flag, int *ierr, size_t key_len)
{
    char key_text[key_len + 1];
    take(key_text, key, key_len, BOTH);
    *ierr = MPI_Info_get_valuelen(*info, key_text, valuelen, flag);
}
WEAK(mpi_info_get_valuelen_)

int MPI_Cart_create(int, int, int *, int *, int, int *);
void pmpi_cart_create_(const int *comm_old, const int *ndims, int *dims, int *periods, const int *reorder, int *comm_cart, int *ierr)
{
    *ierr = MPI_Cart_create(*comm_old, *ndims, dims, periods, *reorder, comm_cart);
}
WEAK(mpi_cart_create_)

int MPI_Cart_get(int, int, int *, int *, int *);
void pmpi_cart_get_(const int *comm, const int *maxdims, int *dims, int *periods, int *coords, int *ierr)
{
    *ierr = MPI_Cart_get(*comm, *maxdims, dims, periods, coords);
}
WEAK(mpi_cart_get_)

int MPI_Cart_rank(int, int *, int *);
void pmpi_cart_rank_(const int *comm, int *coords, int *rank, int *ierr)
{
    *ierr = MPI_Cart_rank(*comm, coords, rank);
}
WEAK(mpi_cart_rank_)

int MPI_Cart_coords(int, int, int, int *);
void pmpi_cart_coords_(const int *comm, const int *rank, const int *maxdims, int *coords, int *ierr)
{
    *ierr = MPI_Cart_coords(*comm, *rank, *maxdims, coords);
}
WEAK(mpi_cart_coords_)

int MPI_Cart_shift(int, int, int, int *, int *);
void pmpi_cart_shift_(const int *comm, const int *direction, const int *disp, int *rank_source, int *rank_dest, int *ierr)
{
    *ierr = MPI_Cart_shift(*comm, *direction, *disp, rank_source, rank_dest);
}
WEAK(mpi_cart_shift_)

int MPI_Cart_sub(int, int *, int *);
void pmpi_cart_sub_(const int *comm, int *remain_dims, int *newcomm, int *ierr)
{
    *ierr = MPI_Cart_sub(*comm, remain_dims, newcomm);
}
WEAK(mpi_cart_sub_)

int MPI_Cartdim_get(int, int *);
void pmpi_cartdim_get_(const int *comm, int *ndims, int *ierr)
{
    *ierr = MPI_Cartdim_get(*comm, ndims);
}
WEAK(mpi_cartdim_get_)

int MPI_Dims_create(int, int, int *);
void pmpi_dims_create_(const int *nnodes, const int *ndims, int *dims, int *ierr)
{
    *ierr = MPI_Dims_create(*nnodes, *ndims, dims);
}
WEAK(mpi_dims_create_)

int MPI_Topo_test(int, int *);
void pmpi_topo_test_(const int *comm, int *status, int *ierr)
{
    *ierr = MPI_Topo_test(*comm, status);
}
WEAK(mpi_topo_test_)

int MPI_Cart_map(int, int, int *, int *, int *);
void pmpi_cart_map_(const int *comm, const int *ndims, int *dims, int *periods, int *newrank, int *ierr)
{
    *ierr = MPI_Cart_map(*comm, *ndims, dims, periods, newrank);
}
WEAK(mpi_cart_map_)

int MPI_Dist_graph_create(int, int, int *, int *, int *, int *, int, int, int *);
void pmpi_dist_graph_create_(const int *comm_old, const int *n, int *sources, int *degrees, int *destinations, int *weights, const int *info, const int *reorder, int *comm_dist_graph, int *ierr)
{
    *ierr = MPI_Dist_graph_create(*comm_old, *n, sources, degrees, destinations, weights_of(weights), *info, *reorder, comm_dist_graph);
}
WEAK(mpi_dist_graph_create_)

int MPI_Dist_graph_create_adjacent(int, int, int *, int *, int, int *, int *, int, int, int *);
void pmpi_dist_graph_create_adjacent_(const int *comm_old, const int *indegree, int *sources, int *sourceweights, const int *outdegree, int *destinations, int *destweights, const int *info, const int *reorder, int *comm_dist_graph, int *ierr)
{
    *ierr = MPI_Dist_graph_create_adjacent(*comm_old, *indegree, sources, weights_of(sourceweights), *outdegree, destinations, weights_of(destweights), *info, *reorder, comm_dist_graph);
}
WEAK(mpi_dist_graph_create_adjacent_)

int MPI_Dist_graph_neighbors(int, int, int *, int *, int, int *, int *);
void pmpi_dist_graph_neighbors_(const int *comm, const int *maxindegree, int *sources, int *sourceweights, const int *maxoutdegree, int *destinations, int *destweights, int *ierr)
{
    *ierr = MPI_Dist_graph_neighbors(*comm, *maxindegree, sources, weights_of(sourceweights), *maxoutdegree, destinations, weights_of(destweights));
}
WEAK(mpi_dist_graph_neighbors_)

int MPI_Dist_graph_neighbors_count(int, int *, int *, int *);
void pmpi_dist_graph_neighbors_count_(const int *comm, int *indegree, int *outdegree, int *weighted, int *ierr)
{
    *ierr = MPI_Dist_graph_neighbors_count(*comm, indegree, outdegree, weighted);
}
WEAK(mpi_dist_graph_neighbors_count_)

int MPI_Graph_create(int, int, int *, int *, int, int *);
void pmpi_graph_create_(const int *comm_old, const int *nnodes, int *indx, int *edges, const int *reorder, int *comm_graph, int *ierr)
{
    *ierr = MPI_Graph_create(*comm_old, *nnodes, indx, edges, *reorder, comm_graph);
}
WEAK(mpi_graph_create_)

int MPI_Graph_get(int, int, int, int *, int *);
void pmpi_graph_get_(const int *comm, const int *maxindex, const int *maxedges, int *indx, int *edges, int *ierr)
{
    *ierr = MPI_Graph_get(*comm, *maxindex, *maxedges, indx, edges);
}
WEAK(mpi_graph_get_)

int MPI_Graph_map(int, int, int *, int *, int *);
void pmpi_graph_map_(const int *comm, const int *nnodes, int *indx, int *edges, int *newrank, int *ierr)
{
    *ierr = MPI_Graph_map(*comm, *nnodes, indx, edges, newrank);
}
WEAK(mpi_graph_map_)

int MPI_Graph_neighbors(int, int, int, int *);
void pmpi_graph_neighbors_(const int *comm, const int *rank, const int *maxneighbors, int *neighbors, int *ierr)
{
    *ierr = MPI_Graph_neighbors(*comm, *rank, *maxneighbors, neighbors);
}
WEAK(mpi_graph_neighbors_)

int MPI_Graph_neighbors_count(int, int, int *);
void pmpi_graph_neighbors_count_(const int *comm, const int *rank, int *nneighbors, int *ierr)
{
    *ierr = MPI_Graph_neighbors_count(*comm, *rank, nneighbors);
}
WEAK(mpi_graph_neighbors_count_)

int MPI_Graphdims_get(int, int *, int *);
void pmpi_graphdims_get_(const int *comm, int *nnodes, int *nedges, int *ierr)
{
    *ierr = MPI_Graphdims_get(*comm, nnodes, nedges);
}
WEAK(mpi_graphdims_get_)

int MPI_Ineighbor_allgather(void *, int, int, void *, int, int, int, int *);
void pmpi_ineighbor_allgather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ineighbor_allgather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, request);
}
WEAK(mpi_ineighbor_allgather_)

int MPI_Ineighbor_allgatherv(void *, int, int, void *, int *, int *, int, int, int *);
void pmpi_ineighbor_allgatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ineighbor_allgatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm, request);
}
WEAK(mpi_ineighbor_allgatherv_)

int MPI_Ineighbor_alltoall(void *, int, int, void *, int, int, int, int *);
void pmpi_ineighbor_alltoall_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ineighbor_alltoall(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, request);
}
WEAK(mpi_ineighbor_alltoall_)

int MPI_Ineighbor_alltoallv(void *, int *, int *, int, void *, int *, int *, int, int, int *);
void pmpi_ineighbor_alltoallv_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ineighbor_alltoallv(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm, request);
}
WEAK(mpi_ineighbor_alltoallv_)

int MPI_Ineighbor_alltoallw(void *, int *, long *, int *, void *, int *, long *, int *, int, int *);
void pmpi_ineighbor_alltoallw_(void *sendbuf, int *sendcounts, long *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, long *rdispls, int *recvtypes, const int *comm, int *request, int *ierr)
{
    *ierr = MPI_Ineighbor_alltoallw(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm, request);
}
WEAK(mpi_ineighbor_alltoallw_)

int MPI_Neighbor_allgather(void *, int, int, void *, int, int, int);
void pmpi_neighbor_allgather_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Neighbor_allgather(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm);
}
WEAK(mpi_neighbor_allgather_)

int MPI_Neighbor_allgatherv(void *, int, int, void *, int *, int *, int, int);
void pmpi_neighbor_allgatherv_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Neighbor_allgatherv(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm);
}
WEAK(mpi_neighbor_allgatherv_)

int MPI_Neighbor_alltoall(void *, int, int, void *, int, int, int);
void pmpi_neighbor_alltoall_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Neighbor_alltoall(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm);
}
WEAK(mpi_neighbor_alltoall_)

int MPI_Neighbor_alltoallv(void *, int *, int *, int, void *, int *, int *, int, int);
void pmpi_neighbor_alltoallv_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, int *ierr)
{
    *ierr = MPI_Neighbor_alltoallv(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm);
}
WEAK(mpi_neighbor_alltoallv_)

int MPI_Neighbor_alltoallw(void *, int *, long *, int *, void *, int *, long *, int *, int);
void pmpi_neighbor_alltoallw_(void *sendbuf, int *sendcounts, long *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, long *rdispls, int *recvtypes, const int *comm, int *ierr)
{
    *ierr = MPI_Neighbor_alltoallw(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm);
}
WEAK(mpi_neighbor_alltoallw_)

int MPI_Neighbor_allgather_init(void *, int, int, void *, int, int, int, int, int *);
void pmpi_neighbor_allgather_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Neighbor_allgather_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, *info, request);
}
WEAK(mpi_neighbor_allgather_init_)

int MPI_Neighbor_allgatherv_init(void *, int, int, void *, int *, int *, int, int, int, int *);
void pmpi_neighbor_allgatherv_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, int *recvcounts, int *displs, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Neighbor_allgatherv_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), recvcounts, displs, *recvtype, *comm, *info, request);
}
WEAK(mpi_neighbor_allgatherv_init_)

int MPI_Neighbor_alltoall_init(void *, int, int, void *, int, int, int, int, int *);
void pmpi_neighbor_alltoall_init_(void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Neighbor_alltoall_init(data_of(sendbuf), *sendcount, *sendtype, data_of(recvbuf), *recvcount, *recvtype, *comm, *info, request);
}
WEAK(mpi_neighbor_alltoall_init_)

int MPI_Neighbor_alltoallv_init(void *, int *, int *, int, void *, int *, int *, int, int, int, int *);
void pmpi_neighbor_alltoallv_init_(void *sendbuf, int *sendcounts, int *sdispls, const int *sendtype, void *recvbuf, int *recvcounts, int *rdispls, const int *recvtype, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Neighbor_alltoallv_init(data_of(sendbuf), sendcounts, sdispls, *sendtype, data_of(recvbuf), recvcounts, rdispls, *recvtype, *comm, *info, request);
}
WEAK(mpi_neighbor_alltoallv_init_)

int MPI_Neighbor_alltoallw_init(void *, int *, long *, int *, void *, int *, long *, int *, int, int, int *);
void pmpi_neighbor_alltoallw_init_(void *sendbuf, int *sendcounts, long *sdispls, int *sendtypes, void *recvbuf, int *recvcounts, long *rdispls, int *recvtypes, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Neighbor_alltoallw_init(data_of(sendbuf), sendcounts, sdispls, sendtypes, data_of(recvbuf), recvcounts, rdispls, recvtypes, *comm, *info, request);
}
WEAK(mpi_neighbor_alltoallw_init_)

int MPI_Accumulate(void *, int, int, int, long, int, int, int, int);
void pmpi_accumulate_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierr)
{
    *ierr = MPI_Accumulate(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *op, *win);
}
WEAK(mpi_accumulate_)

int MPI_Close_port(const char *);
void pmpi_close_port_(const char *port_name, int *ierr, size_t port_name_len)
{
    char port_name_text[port_name_len + 1];
    take(port_name_text, port_name, port_name_len, TRAILING);
    *ierr = MPI_Close_port(port_name_text);
}
WEAK(mpi_close_port_)

int MPI_Comm_accept(const char *, int, int, int, int *);
void pmpi_comm_accept_(const char *port_name, const int *info, const int *root, const int *comm, int *newcomm, int *ierr, size_t port_name_len)
{
    char port_name_text[port_name_len + 1];
    take(port_name_text, port_name, port_name_len, TRAILING);
    *ierr = MPI_Comm_accept(port_name_text, *info, *root, *comm, newcomm);
}
WEAK(mpi_comm_accept_)

int MPI_Comm_connect(const char *, int, int, int, int *);
void pmpi_comm_connect_(const char *port_name, const int *info, const int *root, const int *comm, int *newcomm, int *ierr, size_t port_name_len)
{
    char port_name_text[port_name_len + 1];
    take(port_name_text, port_name, port_name_len, TRAILING);
    *ierr = MPI_Comm_connect(port_name_text, *info, *root, *comm, newcomm);
}
WEAK(mpi_comm_connect_)

int MPI_Comm_create_from_group(int, const char *, int, int, int *);
void pmpi_comm_create_from_group_(const int *group, const char *stringtag, const int *info, const int *errhandler, int *newcomm, int *ierr, size_t stringtag_len)
{
    char stringtag_text[stringtag_len + 1];
    take(stringtag_text, stringtag, stringtag_len, TRAILING);
    *ierr = MPI_Comm_create_from_group(*group, stringtag_text, *info, *errhandler, newcomm);
}
WEAK(mpi_comm_create_from_group_)

int MPI_Comm_join(int, int *);
void pmpi_comm_join_(const int *fd, int *intercomm, int *ierr)
{
    *ierr = MPI_Comm_join(*fd, intercomm);
}
WEAK(mpi_comm_join_)

int MPI_Compare_and_swap(void *, void *, void *, int, int, long, int);
void pmpi_compare_and_swap_(void *origin_addr, void *compare_addr, void *result_addr, const int *datatype, const int *target_rank, const long *target_disp, const int *win, int *ierr)
{
    *ierr = MPI_Compare_and_swap(data_of(origin_addr), data_of(compare_addr), data_of(result_addr), *datatype, *target_rank, *target_disp, *win);
}
WEAK(mpi_compare_and_swap_)

int MPI_Fetch_and_op(void *, void *, int, int, long, int, int);
void pmpi_fetch_and_op_(void *origin_addr, void *result_addr, const int *datatype, const int *target_rank, const long *target_disp, const int *op, const int *win, int *ierr)
{
    *ierr = MPI_Fetch_and_op(data_of(origin_addr), data_of(result_addr), *datatype, *target_rank, *target_disp, *op, *win);
}
WEAK(mpi_fetch_and_op_)

int MPI_Get(void *, int, int, int, long, int, int, int);
void pmpi_get_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierr)
{
    *ierr = MPI_Get(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *win);
}
WEAK(mpi_get_)

int MPI_Get_accumulate(void *, int, int, void *, int, int, int, long, int, int, int, int);
void pmpi_get_accumulate_(void *origin_addr, const int *origin_count, const int *origin_datatype, void *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *ierr)
{
    *ierr = MPI_Get_accumulate(data_of(origin_addr), *origin_count, *origin_datatype, data_of(result_addr), *result_count, *result_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *op, *win);
}
WEAK(mpi_get_accumulate_)

int MPI_Group_from_session_pset(int, const char *, int *);
void pmpi_group_from_session_pset_(const int *session, const char *pset_name, int *newgroup, int *ierr, size_t pset_name_len)
{
    char pset_name_text[pset_name_len + 1];
    take(pset_name_text, pset_name, pset_name_len, TRAILING);
    *ierr = MPI_Group_from_session_pset(*session, pset_name_text, newgroup);
}
WEAK(mpi_group_from_session_pset_)

int MPI_Intercomm_create_from_groups(int, int, int, int, const char *, int, int, int *);
void pmpi_intercomm_create_from_groups_(const int *local_group, const int *local_leader, const int *remote_group, const int *remote_leader, const char *stringtag, const int *info, const int *errhandler, int *newintercomm, int *ierr, size_t stringtag_len)
{
    char stringtag_text[stringtag_len + 1];
    take(stringtag_text, stringtag, stringtag_len, TRAILING);
    *ierr = MPI_Intercomm_create_from_groups(*local_group, *local_leader, *remote_group, *remote_leader, stringtag_text, *info, *errhandler, newintercomm);
}
WEAK(mpi_intercomm_create_from_groups_)

int MPI_Lookup_name(const char *, int, char *);
void pmpi_lookup_name_(const char *service_name, const int *info, char *port_name, int *ierr, size_t service_name_len, size_t port_name_len)
{
    char service_name_text[service_name_len + 1];
    take(service_name_text, service_name, service_name_len, TRAILING);
    char port_name_text[TEXT_MAX];
    *ierr = MPI_Lookup_name(service_name_text, *info, port_name_text);
    if (*ierr == 0)
        give(port_name, port_name_len, port_name_text);
}
WEAK(mpi_lookup_name_)

int MPI_Open_port(int, char *);
void pmpi_open_port_(const int *info, char *port_name, int *ierr, size_t port_name_len)
{
    char port_name_text[TEXT_MAX];
    *ierr = MPI_Open_port(*info, port_name_text);
    if (*ierr == 0)
        give(port_name, port_name_len, port_name_text);
}
WEAK(mpi_open_port_)

int MPI_Parrived(int, int, int *);
void pmpi_parrived_(const int *request, const int *partition, int *flag, int *ierr)
{
    *ierr = MPI_Parrived(*request, *partition, flag);
}
WEAK(mpi_parrived_)

int MPI_Pready(int, int);
void pmpi_pready_(const int *partition, const int *request, int *ierr)
{
    *ierr = MPI_Pready(*partition, *request);
}
WEAK(mpi_pready_)

int MPI_Pready_list(int, int *, int);
void pmpi_pready_list_(const int *length, int *array_of_partitions, const int *request, int *ierr)
{
    *ierr = MPI_Pready_list(*length, array_of_partitions, *request);
}
WEAK(mpi_pready_list_)

int MPI_Pready_range(int, int, int);
void pmpi_pready_range_(const int *partition_low, const int *partition_high, const int *request, int *ierr)
{
    *ierr = MPI_Pready_range(*partition_low, *partition_high, *request);
}
WEAK(mpi_pready_range_)

int MPI_Precv_init(void *, int, long, int, int, int, int, int, int *);
void pmpi_precv_init_(void *buf, const int *partitions, const long *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Precv_init(data_of(buf), *partitions, *count, *datatype, *dest, *tag, *comm, *info, request);
}
WEAK(mpi_precv_init_)

int MPI_Psend_init(void *, int, long, int, int, int, int, int, int *);
void pmpi_psend_init_(void *buf, const int *partitions, const long *count, const int *datatype, const int *dest, const int *tag, const int *comm, const int *info, int *request, int *ierr)
{
    *ierr = MPI_Psend_init(data_of(buf), *partitions, *count, *datatype, *dest, *tag, *comm, *info, request);
}
WEAK(mpi_psend_init_)

int MPI_Publish_name(const char *, int, const char *);
void pmpi_publish_name_(const char *service_name, const int *info, const char *port_name, int *ierr, size_t service_name_len, size_t port_name_len)
{
    char service_name_text[service_name_len + 1];
    take(service_name_text, service_name, service_name_len, TRAILING);
    char port_name_text[port_name_len + 1];
    take(port_name_text, port_name, port_name_len, TRAILING);
    *ierr = MPI_Publish_name(service_name_text, *info, port_name_text);
}
WEAK(mpi_publish_name_)

int MPI_Put(void *, int, int, int, long, int, int, int);
void pmpi_put_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *win, int *ierr)
{
    *ierr = MPI_Put(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *win);
}
WEAK(mpi_put_)

int MPI_Raccumulate(void *, int, int, int, long, int, int, int, int, int *);
void pmpi_raccumulate_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierr)
{
    *ierr = MPI_Raccumulate(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *op, *win, request);
}
WEAK(mpi_raccumulate_)

int MPI_Rget(void *, int, int, int, long, int, int, int, int *);
void pmpi_rget_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierr)
{
    *ierr = MPI_Rget(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *win, request);
}
WEAK(mpi_rget_)

int MPI_Rget_accumulate(void *, int, int, void *, int, int, int, long, int, int, int, int, int *);
void pmpi_rget_accumulate_(void *origin_addr, const int *origin_count, const int *origin_datatype, void *result_addr, const int *result_count, const int *result_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *op, const int *win, int *request, int *ierr)
{
    *ierr = MPI_Rget_accumulate(data_of(origin_addr), *origin_count, *origin_datatype, data_of(result_addr), *result_count, *result_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *op, *win, request);
}
WEAK(mpi_rget_accumulate_)

int MPI_Rput(void *, int, int, int, long, int, int, int, int *);
void pmpi_rput_(void *origin_addr, const int *origin_count, const int *origin_datatype, const int *target_rank, const long *target_disp, const int *target_count, const int *target_datatype, const int *win, int *request, int *ierr)
{
    *ierr = MPI_Rput(data_of(origin_addr), *origin_count, *origin_datatype, *target_rank, *target_disp, *target_count, *target_datatype, *win, request);
}
WEAK(mpi_rput_)

int MPI_Session_call_errhandler(int, int);
void pmpi_session_call_errhandler_(const int *session, const int *errorcode, int *ierr)
{
    *ierr = MPI_Session_call_errhandler(*session, *errorcode);
}
WEAK(mpi_session_call_errhandler_)

int MPI_Session_create_errhandler(void *, int *);
void pmpi_session_create_errhandler_(void *session_errhandler_fn, int *errhandler, int *ierr)
{
    *ierr = MPI_Session_create_errhandler(session_errhandler_fn, errhandler);
}
WEAK(mpi_session_create_errhandler_)

int MPI_Session_finalize(int *);
void pmpi_session_finalize_(int *session, int *ierr)
{
    *ierr = MPI_Session_finalize(session);
}
WEAK(mpi_session_finalize_)

int MPI_Session_get_errhandler(int, int *);
void pmpi_session_get_errhandler_(const int *session, int *errhandler, int *ierr)
{
    *ierr = MPI_Session_get_errhandler(*session, errhandler);
}
WEAK(mpi_session_get_errhandler_)

int MPI_Session_get_info(int, int *);
void pmpi_session_get_info_(const int *session, int *info_used, int *ierr)
{
    *ierr = MPI_Session_get_info(*session, info_used);
}
WEAK(mpi_session_get_info_)

int MPI_Session_get_nth_pset(int, int, int, int *, char *);
void pmpi_session_get_nth_pset_(const int *session, const int *info, const int *n, int *pset_len, char *pset_name, int *ierr, size_t pset_name_len)
{
    char pset_name_text[TEXT_MAX];
    *ierr = MPI_Session_get_nth_pset(*session, *info, *n, pset_len, pset_name_text);
    if (*ierr == 0)
        give(pset_name, pset_name_len, pset_name_text);
}
WEAK(mpi_session_get_nth_pset_)

int MPI_Session_get_num_psets(int, int, int *);
void pmpi_session_get_num_psets_(const int *session, const int *info, int *npset_names, int *ierr)
{
    *ierr = MPI_Session_get_num_psets(*session, *info, npset_names);
}
WEAK(mpi_session_get_num_psets_)

int MPI_Session_get_pset_info(int, const char *, int *);
void pmpi_session_get_pset_info_(const int *session, const char *pset_name, int *info, int *ierr, size_t pset_name_len)
{
    char pset_name_text[pset_name_len + 1];
    take(pset_name_text, pset_name, pset_name_len, TRAILING);
    *ierr = MPI_Session_get_pset_info(*session, pset_name_text, info);
}
WEAK(mpi_session_get_pset_info_)

int MPI_Session_init(int, int, int *);
void pmpi_session_init_(const int *info, const int *errhandler, int *session, int *ierr)
{
    *ierr = MPI_Session_init(*info, *errhandler, session);
}
WEAK(mpi_session_init_)

int MPI_Session_set_errhandler(int, int);
void pmpi_session_set_errhandler_(const int *session, const int *errhandler, int *ierr)
{
    *ierr = MPI_Session_set_errhandler(*session, *errhandler);
}
WEAK(mpi_session_set_errhandler_)

int MPI_Unpublish_name(const char *, int, const char *);
void pmpi_unpublish_name_(const char *service_name, const int *info, const char *port_name, int *ierr, size_t service_name_len, size_t port_name_len)
{
    char service_name_text[service_name_len + 1];
    take(service_name_text, service_name, service_name_len, TRAILING);
    char port_name_text[port_name_len + 1];
    take(port_name_text, port_name, port_name_len, TRAILING);
    *ierr = MPI_Unpublish_name(service_name_text, *info, port_name_text);
}
WEAK(mpi_unpublish_name_)

int MPI_Win_allocate(long, int, int, int, void *, int *);
void pmpi_win_allocate_(const long *size, const int *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierr)
{
    *ierr = MPI_Win_allocate(*size, *disp_unit, *info, *comm, data_of(baseptr), win);
}
WEAK(mpi_win_allocate_)

int MPI_Win_allocate_shared(long, int, int, int, void *, int *);
void pmpi_win_allocate_shared_(const long *size, const int *disp_unit, const int *info, const int *comm, void *baseptr, int *win, int *ierr)
{
    *ierr = MPI_Win_allocate_shared(*size, *disp_unit, *info, *comm, data_of(baseptr), win);
}
WEAK(mpi_win_allocate_shared_)

int MPI_Win_attach(int, void *, long);
void pmpi_win_attach_(const int *win, void *base, const long *size, int *ierr)
{
    *ierr = MPI_Win_attach(*win, data_of(base), *size);
}
WEAK(mpi_win_attach_)

int MPI_Win_call_errhandler(int, int);
void pmpi_win_call_errhandler_(const int *win, const int *errorcode, int *ierr)
{
    *ierr = MPI_Win_call_errhandler(*win, *errorcode);
}
WEAK(mpi_win_call_errhandler_)

int MPI_Win_complete(int);
void pmpi_win_complete_(const int *win, int *ierr)
{
    *ierr = MPI_Win_complete(*win);
}
WEAK(mpi_win_complete_)

int MPI_Win_create(void *, long, int, int, int, int *);
void pmpi_win_create_(void *base, const long *size, const int *disp_unit, const int *info, const int *comm, int *win, int *ierr)
{
    *ierr = MPI_Win_create(data_of(base), *size, *disp_unit, *info, *comm, win);
}
WEAK(mpi_win_create_)

int MPI_Win_create_dynamic(int, int, int *);
void pmpi_win_create_dynamic_(const int *info, const int *comm, int *win, int *ierr)
{
    *ierr = MPI_Win_create_dynamic(*info, *comm, win);
}
WEAK(mpi_win_create_dynamic_)

int MPI_Win_create_errhandler(void *, int *);
void pmpi_win_create_errhandler_(void *win_errhandler_fn, int *errhandler, int *ierr)
{
    *ierr = MPI_Win_create_errhandler(win_errhandler_fn, errhandler);
}
WEAK(mpi_win_create_errhandler_)

int MPI_Win_delete_attr(int, int);
void pmpi_win_delete_attr_(const int *win, const int *win_keyval, int *ierr)
{
    *ierr = MPI_Win_delete_attr(*win, *win_keyval);
}
WEAK(mpi_win_delete_attr_)

int MPI_Win_detach(int, void *);
void pmpi_win_detach_(const int *win, void *base, int *ierr)
{
    *ierr = MPI_Win_detach(*win, data_of(base));
}
WEAK(mpi_win_detach_)

int MPI_Win_fence(int, int);
void pmpi_win_fence_(const int *assert, const int *win, int *ierr)
{
    *ierr = MPI_Win_fence(*assert, *win);
}
WEAK(mpi_win_fence_)

int MPI_Win_flush(int, int);
void pmpi_win_flush_(const int *rank, const int *win, int *ierr)
{
    *ierr = MPI_Win_flush(*rank, *win);
}
WEAK(mpi_win_flush_)

int MPI_Win_flush_all(int);
void pmpi_win_flush_all_(const int *win, int *ierr)
{
    *ierr = MPI_Win_flush_all(*win);
}
WEAK(mpi_win_flush_all_)

int MPI_Win_flush_local(int, int);
void pmpi_win_flush_local_(const int *rank, const int *win, int *ierr)
{
    *ierr = MPI_Win_flush_local(*rank, *win);
}
WEAK(mpi_win_flush_local_)

int MPI_Win_flush_local_all(int);
void pmpi_win_flush_local_all_(const int *win, int *ierr)
{
    *ierr = MPI_Win_flush_local_all(*win);
}
WEAK(mpi_win_flush_local_all_)

int MPI_Win_free(int *);
void pmpi_win_free_(int *win, int *ierr)
{
    *ierr = MPI_Win_free(win);
}
WEAK(mpi_win_free_)

int MPI_Win_free_keyval(int *);
void pmpi_win_free_keyval_(int *win_keyval, int *ierr)
{
    *ierr = MPI_Win_free_keyval(win_keyval);
}
WEAK(mpi_win_free_keyval_)

int MPI_Win_get_errhandler(int, int *);
void pmpi_win_get_errhandler_(const int *win, int *errhandler, int *ierr)
{
    *ierr = MPI_Win_get_errhandler(*win, errhandler);
}
WEAK(mpi_win_get_errhandler_)

int MPI_Win_get_group(int, int *);
void pmpi_win_get_group_(const int *win, int *group, int *ierr)
{
    *ierr = MPI_Win_get_group(*win, group);
}
WEAK(mpi_win_get_group_)

int MPI_Win_get_info(int, int *);
void pmpi_win_get_info_(const int *win, int *info_used, int *ierr)
{
    *ierr = MPI_Win_get_info(*win, info_used);
}
WEAK(mpi_win_get_info_)

int MPI_Win_get_name(int, char *, int *);
void pmpi_win_get_name_(const int *win, char *win_name, int *resultlen, int *ierr, size_t win_name_len)
{
    char win_name_text[TEXT_MAX];
    *ierr = MPI_Win_get_name(*win, win_name_text, resultlen);
    if (*ierr == 0)
        give(win_name, win_name_len, win_name_text);
}
WEAK(mpi_win_get_name_)

int MPI_Win_lock(int, int, int, int);
void pmpi_win_lock_(const int *lock_type, const int *rank, const int *assert, const int *win, int *ierr)
{
    *ierr = MPI_Win_lock(*lock_type, *rank, *assert, *win);
}
WEAK(mpi_win_lock_)

int MPI_Win_lock_all(int, int);
void pmpi_win_lock_all_(const int *assert, const int *win, int *ierr)
{
    *ierr = MPI_Win_lock_all(*assert, *win);
}
WEAK(mpi_win_lock_all_)

int MPI_Win_post(int, int, int);
void pmpi_win_post_(const int *group, const int *assert, const int *win, int *ierr)
{
    *ierr = MPI_Win_post(*group, *assert, *win);
}
WEAK(mpi_win_post_)

int MPI_Win_set_errhandler(int, int);
void pmpi_win_set_errhandler_(const int *win, const int *errhandler, int *ierr)
{
    *ierr = MPI_Win_set_errhandler(*win, *errhandler);
}
WEAK(mpi_win_set_errhandler_)

int MPI_Win_set_info(int, int);
void pmpi_win_set_info_(const int *win, const int *info, int *ierr)
{
    *ierr = MPI_Win_set_info(*win, *info);
}
WEAK(mpi_win_set_info_)

int MPI_Win_set_name(int, const char *);
void pmpi_win_set_name_(const int *win, const char *win_name, int *ierr, size_t win_name_len)
{
    char win_name_text[win_name_len + 1];
    take(win_name_text, win_name, win_name_len, TRAILING);
    *ierr = MPI_Win_set_name(*win, win_name_text);
}
WEAK(mpi_win_set_name_)

int MPI_Win_shared_query(int, int, long *, int *, void *);
void pmpi_win_shared_query_(const int *win, const int *rank, long *size, int *disp_unit, void *baseptr, int *ierr)
{
    *ierr = MPI_Win_shared_query(*win, *rank, size, disp_unit, data_of(baseptr));
}
WEAK(mpi_win_shared_query_)

int MPI_Win_start(int, int, int);
void pmpi_win_start_(const int *group, const int *assert, const int *win, int *ierr)
{
    *ierr = MPI_Win_start(*group, *assert, *win);
}
WEAK(mpi_win_start_)

int MPI_Win_sync(int);
void pmpi_win_sync_(const int *win, int *ierr)
{
    *ierr = MPI_Win_sync(*win);
}
WEAK(mpi_win_sync_)

int MPI_Win_test(int, int *);
void pmpi_win_test_(const int *win, int *flag, int *ierr)
{
    *ierr = MPI_Win_test(*win, flag);
}
WEAK(mpi_win_test_)

int MPI_Win_unlock(int, int);
void pmpi_win_unlock_(const int *rank, const int *win, int *ierr)
{
    *ierr = MPI_Win_unlock(*rank, *win);
}
WEAK(mpi_win_unlock_)

int MPI_Win_unlock_all(int);
void pmpi_win_unlock_all_(const int *win, int *ierr)
{
    *ierr = MPI_Win_unlock_all(*win);
}
WEAK(mpi_win_unlock_all_)

int MPI_Win_wait(int);
void pmpi_win_wait_(const int *win, int *ierr)
{
    *ierr = MPI_Win_wait(*win);
}
WEAK(mpi_win_wait_)
