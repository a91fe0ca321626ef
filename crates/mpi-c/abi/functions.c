/*
 * The standard's ABI over MPICH's.
 * Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.
 */
#include "convert.h"

int farreach_mpich_MPI_Init(int*, char***);
int PMPI_Init(int *argc, char ***argv)
{
    return code_out(farreach_mpich_MPI_Init(argc, argv));
}
WEAK(MPI_Init)
int farreach_mpich_MPI_Init_thread(int*, char***, int, int *);
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int provided_own = provided ? level_in(*provided) : 0;
    const int provided_was = provided_own;
    const int code = farreach_mpich_MPI_Init_thread(argc, argv, level_in(required), provided ? &provided_own : NULL);
    if (provided && (code == 0 || provided_own != provided_was))
        *provided = level_out(provided_own);
    return code_out(code);
}
WEAK(MPI_Init_thread)
int farreach_mpich_MPI_Initialized(int*);
int PMPI_Initialized(int *flag)
{
    return code_out(farreach_mpich_MPI_Initialized(flag));
}
WEAK(MPI_Initialized)
int farreach_mpich_MPI_Finalize(void);
int PMPI_Finalize(void)
{
    return code_out(farreach_mpich_MPI_Finalize());
}
WEAK(MPI_Finalize)
int farreach_mpich_MPI_Finalized(int*);
int PMPI_Finalized(int *flag)
{
    return code_out(farreach_mpich_MPI_Finalized(flag));
}
WEAK(MPI_Finalized)
int farreach_mpich_MPI_Error_string(int, char*, int*);
int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    return code_out(farreach_mpich_MPI_Error_string(code_in(errorcode), string, resultlen));
}
WEAK(MPI_Error_string)
int farreach_mpich_MPI_Error_class(int, int *);
int PMPI_Error_class(int errorcode, int *errorclass)
{
    int errorclass_own = errorclass ? code_in(*errorclass) : 0;
    const int errorclass_was = errorclass_own;
    const int code = farreach_mpich_MPI_Error_class(code_in(errorcode), errorclass ? &errorclass_own : NULL);
    if (errorclass && (code == 0 || errorclass_own != errorclass_was))
        *errorclass = code_out(errorclass_own);
    return code_out(code);
}
WEAK(MPI_Error_class)
MPI_Aint farreach_mpich_MPI_Aint_add(MPI_Aint, MPI_Aint);
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return farreach_mpich_MPI_Aint_add(base, disp);
}
WEAK(MPI_Aint_add)
MPI_Aint farreach_mpich_MPI_Aint_diff(MPI_Aint, MPI_Aint);
MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return farreach_mpich_MPI_Aint_diff(addr1, addr2);
}
WEAK(MPI_Aint_diff)
int farreach_mpich_MPI_Query_thread(int *);
int PMPI_Query_thread(int *provided)
{
    int provided_own = provided ? level_in(*provided) : 0;
    const int provided_was = provided_own;
    const int code = farreach_mpich_MPI_Query_thread(provided ? &provided_own : NULL);
    if (provided && (code == 0 || provided_own != provided_was))
        *provided = level_out(provided_own);
    return code_out(code);
}
WEAK(MPI_Query_thread)
int farreach_mpich_MPI_Is_thread_main(int*);
int PMPI_Is_thread_main(int *flag)
{
    return code_out(farreach_mpich_MPI_Is_thread_main(flag));
}
WEAK(MPI_Is_thread_main)
int farreach_mpich_MPI_Abort(int, int);
int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    return code_out(farreach_mpich_MPI_Abort(comm_in(comm), code_in(errorcode)));
}
WEAK(MPI_Abort)
int farreach_mpich_MPI_Get_processor_name(char*, int*);
int PMPI_Get_processor_name(char *name, int *resultlen)
{
    return code_out(farreach_mpich_MPI_Get_processor_name(name, resultlen));
}
WEAK(MPI_Get_processor_name)
int farreach_mpich_MPI_Alloc_mem(MPI_Aint, int, void *);
int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    return code_out(farreach_mpich_MPI_Alloc_mem(size, info_in(info), baseptr));
}
WEAK(MPI_Alloc_mem)
int farreach_mpich_MPI_Free_mem(const void *);
int PMPI_Free_mem(void *base)
{
    return code_out(farreach_mpich_MPI_Free_mem(buffer_in(base)));
}
WEAK(MPI_Free_mem)
int farreach_mpich_MPI_Get_address(const void *, MPI_Aint*);
int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    return code_out(farreach_mpich_MPI_Get_address(location, address));
}
WEAK(MPI_Get_address)
int farreach_mpich_MPI_Comm_set_errhandler(int, int);
int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return code_out(farreach_mpich_MPI_Comm_set_errhandler(comm_in(comm), errhandler_in(errhandler)));
}
WEAK(MPI_Comm_set_errhandler)
int farreach_mpich_MPI_Comm_get_errhandler(int, int *);
int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    int errhandler_own = errhandler ? errhandler_in(*errhandler) : 0;
    const int errhandler_was = errhandler_own;
    const int code = farreach_mpich_MPI_Comm_get_errhandler(comm_in(comm), errhandler ? &errhandler_own : NULL);
    if (errhandler && (code == 0 || errhandler_own != errhandler_was))
        *errhandler = errhandler_out(errhandler_own);
    return code_out(code);
}
WEAK(MPI_Comm_get_errhandler)
int farreach_mpich_MPI_Comm_call_errhandler(int, int);
int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    return code_out(farreach_mpich_MPI_Comm_call_errhandler(comm_in(comm), code_in(errorcode)));
}
WEAK(MPI_Comm_call_errhandler)
int farreach_mpich_MPI_Session_init(int, int, int *);
int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    int session_own = session ? session_in(*session) : 0;
    const int session_was = session_own;
    const int code = farreach_mpich_MPI_Session_init(info_in(info), errhandler_in(errhandler), session ? &session_own : NULL);
    if (session && (code == 0 || session_own != session_was))
        *session = session_out(session_own);
    return code_out(code);
}
WEAK(MPI_Session_init)
int farreach_mpich_MPI_Errhandler_free(int *);
int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    int errhandler_own = errhandler ? errhandler_in(*errhandler) : 0;
    const int errhandler_was = errhandler_own;
    const int code = farreach_mpich_MPI_Errhandler_free(errhandler ? &errhandler_own : NULL);
    if (errhandler && (code == 0 || errhandler_own != errhandler_was))
        *errhandler = errhandler_out(errhandler_own);
    return code_out(code);
}
WEAK(MPI_Errhandler_free)
int farreach_mpich_MPI_Add_error_class(int *);
int PMPI_Add_error_class(int *errorclass)
{
    int errorclass_own = errorclass ? code_in(*errorclass) : 0;
    const int errorclass_was = errorclass_own;
    const int code = farreach_mpich_MPI_Add_error_class(errorclass ? &errorclass_own : NULL);
    if (errorclass && (code == 0 || errorclass_own != errorclass_was))
        *errorclass = code_out(errorclass_own);
    return code_out(code);
}
WEAK(MPI_Add_error_class)
int farreach_mpich_MPI_Add_error_code(int, int *);
int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    int errorcode_own = errorcode ? code_in(*errorcode) : 0;
    const int errorcode_was = errorcode_own;
    const int code = farreach_mpich_MPI_Add_error_code(code_in(errorclass), errorcode ? &errorcode_own : NULL);
    if (errorcode && (code == 0 || errorcode_own != errorcode_was))
        *errorcode = code_out(errorcode_own);
    return code_out(code);
}
WEAK(MPI_Add_error_code)
int farreach_mpich_MPI_Add_error_string(int, const char*);
int PMPI_Add_error_string(int errorcode, const char *string)
{
    return code_out(farreach_mpich_MPI_Add_error_string(code_in(errorcode), string));
}
WEAK(MPI_Add_error_string)
int farreach_mpich_MPI_Session_finalize(int *);
int PMPI_Session_finalize(MPI_Session *session)
{
    int session_own = session ? session_in(*session) : 0;
    const int session_was = session_own;
    const int code = farreach_mpich_MPI_Session_finalize(session ? &session_own : NULL);
    if (session && (code == 0 || session_own != session_was))
        *session = session_out(session_own);
    return code_out(code);
}
WEAK(MPI_Session_finalize)
int farreach_mpich_MPI_Session_get_num_psets(int, int, int*);
int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
    return code_out(farreach_mpich_MPI_Session_get_num_psets(session_in(session), info_in(info), npset_names));
}
WEAK(MPI_Session_get_num_psets)
int farreach_mpich_MPI_Session_get_nth_pset(int, int, int, int*, char*);
int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)
{
    return code_out(farreach_mpich_MPI_Session_get_nth_pset(session_in(session), info_in(info), n, pset_len, pset_name));
}
WEAK(MPI_Session_get_nth_pset)
int farreach_mpich_MPI_Session_get_info(int, int *);
int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    int info_used_own = info_used ? info_in(*info_used) : 0;
    const int info_used_was = info_used_own;
    const int code = farreach_mpich_MPI_Session_get_info(session_in(session), info_used ? &info_used_own : NULL);
    if (info_used && (code == 0 || info_used_own != info_used_was))
        *info_used = info_out(info_used_own);
    return code_out(code);
}
WEAK(MPI_Session_get_info)
int farreach_mpich_MPI_Session_get_pset_info(int, const char*, int *);
int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
    int info_own = info ? info_in(*info) : 0;
    const int info_was = info_own;
    const int code = farreach_mpich_MPI_Session_get_pset_info(session_in(session), pset_name, info ? &info_own : NULL);
    if (info && (code == 0 || info_own != info_was))
        *info = info_out(info_own);
    return code_out(code);
}
WEAK(MPI_Session_get_pset_info)
int farreach_mpich_MPI_Session_set_errhandler(int, int);
int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    return code_out(farreach_mpich_MPI_Session_set_errhandler(session_in(session), errhandler_in(errhandler)));
}
WEAK(MPI_Session_set_errhandler)
int farreach_mpich_MPI_Session_get_errhandler(int, int *);
int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    int errhandler_own = errhandler ? errhandler_in(*errhandler) : 0;
    const int errhandler_was = errhandler_own;
    const int code = farreach_mpich_MPI_Session_get_errhandler(session_in(session), errhandler ? &errhandler_own : NULL);
    if (errhandler && (code == 0 || errhandler_own != errhandler_was))
        *errhandler = errhandler_out(errhandler_own);
    return code_out(code);
}
WEAK(MPI_Session_get_errhandler)
int farreach_mpich_MPI_Session_call_errhandler(int, int);
int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    return code_out(farreach_mpich_MPI_Session_call_errhandler(session_in(session), code_in(errorcode)));
}
WEAK(MPI_Session_call_errhandler)
int farreach_mpich_MPI_Group_from_session_pset(int, const char*, int *);
int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_from_session_pset(session_in(session), pset_name, newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_from_session_pset)
int farreach_mpich_MPI_Comm_create_from_group(int, const char*, int, int, int *);
int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_create_from_group(group_in(group), stringtag, info_in(info), errhandler_in(errhandler), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_create_from_group)
int farreach_mpich_MPI_Intercomm_create_from_groups(int, int, int, int, const char*, int, int, int *);
int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    int newintercomm_own = newintercomm ? comm_in(*newintercomm) : 0;
    const int newintercomm_was = newintercomm_own;
    const int code = farreach_mpich_MPI_Intercomm_create_from_groups(group_in(local_group), local_leader, group_in(remote_group), remote_leader, stringtag, info_in(info), errhandler_in(errhandler), newintercomm ? &newintercomm_own : NULL);
    if (newintercomm && (code == 0 || newintercomm_own != newintercomm_was))
        *newintercomm = comm_out(newintercomm_own);
    return code_out(code);
}
WEAK(MPI_Intercomm_create_from_groups)
int farreach_mpich_MPI_Send(const void *, int, int, int, int, int);
int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Send(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Send)
int farreach_mpich_MPI_Send_c(const void *, MPI_Count, int, int, int, int);
int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Send_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Send_c)
int farreach_mpich_MPI_Ssend(const void *, int, int, int, int, int);
int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Ssend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Ssend)
int farreach_mpich_MPI_Ssend_c(const void *, MPI_Count, int, int, int, int);
int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Ssend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Ssend_c)
int farreach_mpich_MPI_Rsend(const void *, int, int, int, int, int);
int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Rsend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Rsend)
int farreach_mpich_MPI_Rsend_c(const void *, MPI_Count, int, int, int, int);
int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Rsend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Rsend_c)
int farreach_mpich_MPI_Bsend(const void *, int, int, int, int, int);
int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Bsend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Bsend)
int farreach_mpich_MPI_Bsend_c(const void *, MPI_Count, int, int, int, int);
int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Bsend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
WEAK(MPI_Bsend_c)
int farreach_mpich_MPI_Recv(const void *, int, int, int, int, int, struct status *);
int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Recv(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Recv)
int farreach_mpich_MPI_Recv_c(const void *, MPI_Count, int, int, int, int, struct status *);
int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Recv_c(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Recv_c)
int farreach_mpich_MPI_Isend(const void *, int, int, int, int, int, int *);
int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isend)
int farreach_mpich_MPI_Isend_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isend_c)
int farreach_mpich_MPI_Issend(const void *, int, int, int, int, int, int *);
int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Issend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Issend)
int farreach_mpich_MPI_Issend_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Issend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Issend_c)
int farreach_mpich_MPI_Irsend(const void *, int, int, int, int, int, int *);
int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Irsend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Irsend)
int farreach_mpich_MPI_Irsend_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Irsend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Irsend_c)
int farreach_mpich_MPI_Ibsend(const void *, int, int, int, int, int, int *);
int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ibsend(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ibsend)
int farreach_mpich_MPI_Ibsend_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ibsend_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ibsend_c)
int farreach_mpich_MPI_Irecv(const void *, int, int, int, int, int, int *);
int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Irecv(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Irecv)
int farreach_mpich_MPI_Irecv_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Irecv_c(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Irecv_c)
int farreach_mpich_MPI_Probe(int, int, int, struct status *);
int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Probe(rank_in(source), tag_in(tag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Probe)
int farreach_mpich_MPI_Iprobe(int, int, int, int*, struct status *);
int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Iprobe(rank_in(source), tag_in(tag), comm_in(comm), flag, status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Iprobe)
int farreach_mpich_MPI_Mprobe(int, int, int, int *, struct status *);
int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Mprobe(rank_in(source), tag_in(tag), comm_in(comm), message ? &message_own : NULL, status ? &status_own : IGNORED);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Mprobe)
int farreach_mpich_MPI_Improbe(int, int, int, int*, int *, struct status *);
int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Improbe(rank_in(source), tag_in(tag), comm_in(comm), flag, message ? &message_own : NULL, status ? &status_own : IGNORED);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Improbe)
int farreach_mpich_MPI_Mrecv(const void *, int, int, int *, struct status *);
int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Mrecv(buffer_in(buf), count, type_in(datatype), message ? &message_own : NULL, status ? &status_own : IGNORED);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Mrecv)
int farreach_mpich_MPI_Mrecv_c(const void *, MPI_Count, int, int *, struct status *);
int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Mrecv_c(buffer_in(buf), count, type_in(datatype), message ? &message_own : NULL, status ? &status_own : IGNORED);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Mrecv_c)
int farreach_mpich_MPI_Imrecv(const void *, int, int, int *, int *);
int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Imrecv(buffer_in(buf), count, type_in(datatype), message ? &message_own : NULL, request ? &request_own : NULL);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Imrecv)
int farreach_mpich_MPI_Imrecv_c(const void *, MPI_Count, int, int *, int *);
int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    int message_own = message ? message_in(*message) : 0;
    const int message_was = message_own;
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Imrecv_c(buffer_in(buf), count, type_in(datatype), message ? &message_own : NULL, request ? &request_own : NULL);
    if (message && (code == 0 || message_own != message_was))
        *message = message_out(message_own);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Imrecv_c)
int farreach_mpich_MPI_Send_init(const void *, int, int, int, int, int, int *);
int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Send_init(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Send_init)
int farreach_mpich_MPI_Send_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Send_init_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Send_init_c)
int farreach_mpich_MPI_Ssend_init(const void *, int, int, int, int, int, int *);
int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ssend_init(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ssend_init)
int farreach_mpich_MPI_Ssend_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ssend_init_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ssend_init_c)
int farreach_mpich_MPI_Rsend_init(const void *, int, int, int, int, int, int *);
int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rsend_init(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rsend_init)
int farreach_mpich_MPI_Rsend_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rsend_init_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rsend_init_c)
int farreach_mpich_MPI_Bsend_init(const void *, int, int, int, int, int, int *);
int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Bsend_init(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Bsend_init)
int farreach_mpich_MPI_Bsend_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Bsend_init_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Bsend_init_c)
int farreach_mpich_MPI_Recv_init(const void *, int, int, int, int, int, int *);
int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Recv_init(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Recv_init)
int farreach_mpich_MPI_Recv_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Recv_init_c(buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Recv_init_c)
int farreach_mpich_MPI_Sendrecv(const void *, int, int, int, int, const void *, int, int, int, int, int, struct status *);
int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Sendrecv(buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Sendrecv)
int farreach_mpich_MPI_Sendrecv_c(const void *, MPI_Count, int, int, int, const void *, MPI_Count, int, int, int, int, struct status *);
int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Sendrecv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Sendrecv_c)
int farreach_mpich_MPI_Sendrecv_replace(const void *, int, int, int, int, int, int, int, struct status *);
int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Sendrecv_replace(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Sendrecv_replace)
int farreach_mpich_MPI_Sendrecv_replace_c(const void *, MPI_Count, int, int, int, int, int, int, struct status *);
int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Sendrecv_replace_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Sendrecv_replace_c)
int farreach_mpich_MPI_Isendrecv(const void *, int, int, int, int, const void *, int, int, int, int, int, int *);
int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isendrecv(buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isendrecv)
int farreach_mpich_MPI_Isendrecv_c(const void *, MPI_Count, int, int, int, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isendrecv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isendrecv_c)
int farreach_mpich_MPI_Isendrecv_replace(const void *, int, int, int, int, int, int, int, int *);
int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isendrecv_replace(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isendrecv_replace)
int farreach_mpich_MPI_Isendrecv_replace_c(const void *, MPI_Count, int, int, int, int, int, int, int *);
int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Isendrecv_replace_c(buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Isendrecv_replace_c)
int farreach_mpich_MPI_Buffer_attach(const void *, int);
int PMPI_Buffer_attach(void *buffer, int size)
{
    return code_out(farreach_mpich_MPI_Buffer_attach(buffer_in(buffer), size));
}
WEAK(MPI_Buffer_attach)
int farreach_mpich_MPI_Buffer_attach_c(const void *, MPI_Count);
int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    return code_out(farreach_mpich_MPI_Buffer_attach_c(buffer_in(buffer), size));
}
WEAK(MPI_Buffer_attach_c)
int farreach_mpich_MPI_Buffer_flush(void);
int PMPI_Buffer_flush(void)
{
    return code_out(farreach_mpich_MPI_Buffer_flush());
}
WEAK(MPI_Buffer_flush)
int farreach_mpich_MPI_Buffer_iflush(int *);
int PMPI_Buffer_iflush(MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Buffer_iflush(request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Buffer_iflush)
int farreach_mpich_MPI_Comm_attach_buffer(int, const void *, int);
int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    return code_out(farreach_mpich_MPI_Comm_attach_buffer(comm_in(comm), buffer_in(buffer), size));
}
WEAK(MPI_Comm_attach_buffer)
int farreach_mpich_MPI_Comm_attach_buffer_c(int, const void *, MPI_Count);
int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
{
    return code_out(farreach_mpich_MPI_Comm_attach_buffer_c(comm_in(comm), buffer_in(buffer), size));
}
WEAK(MPI_Comm_attach_buffer_c)
int farreach_mpich_MPI_Comm_flush_buffer(int);
int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Comm_flush_buffer(comm_in(comm)));
}
WEAK(MPI_Comm_flush_buffer)
int farreach_mpich_MPI_Comm_iflush_buffer(int, int *);
int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Comm_iflush_buffer(comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Comm_iflush_buffer)
int farreach_mpich_MPI_Session_attach_buffer(int, const void *, int);
int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
    return code_out(farreach_mpich_MPI_Session_attach_buffer(session_in(session), buffer_in(buffer), size));
}
WEAK(MPI_Session_attach_buffer)
int farreach_mpich_MPI_Session_attach_buffer_c(int, const void *, MPI_Count);
int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size)
{
    return code_out(farreach_mpich_MPI_Session_attach_buffer_c(session_in(session), buffer_in(buffer), size));
}
WEAK(MPI_Session_attach_buffer_c)
int farreach_mpich_MPI_Session_flush_buffer(int);
int PMPI_Session_flush_buffer(MPI_Session session)
{
    return code_out(farreach_mpich_MPI_Session_flush_buffer(session_in(session)));
}
WEAK(MPI_Session_flush_buffer)
int farreach_mpich_MPI_Session_iflush_buffer(int, int *);
int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Session_iflush_buffer(session_in(session), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Session_iflush_buffer)
int farreach_mpich_MPI_Psend_init(const void *, int, MPI_Count, int, int, int, int, int, int *);
int PMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Psend_init(buffer_in(buf), partitions, count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Psend_init)
int farreach_mpich_MPI_Precv_init(const void *, int, MPI_Count, int, int, int, int, int, int *);
int PMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Precv_init(buffer_in(buf), partitions, count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Precv_init)
int farreach_mpich_MPI_Pready(int, int);
int PMPI_Pready(int partition, MPI_Request request)
{
    return code_out(farreach_mpich_MPI_Pready(partition, request_in(request)));
}
WEAK(MPI_Pready)
int farreach_mpich_MPI_Pready_range(int, int, int);
int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    return code_out(farreach_mpich_MPI_Pready_range(partition_low, partition_high, request_in(request)));
}
WEAK(MPI_Pready_range)
int farreach_mpich_MPI_Pready_list(int, int*, int);
int PMPI_Pready_list(int length, int array_of_partitions[], MPI_Request request)
{
    return code_out(farreach_mpich_MPI_Pready_list(length, array_of_partitions, request_in(request)));
}
WEAK(MPI_Pready_list)
int farreach_mpich_MPI_Parrived(int, int, int*);
int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
    return code_out(farreach_mpich_MPI_Parrived(request_in(request), partition, flag));
}
WEAK(MPI_Parrived)
int farreach_mpich_MPI_Wait(int *, struct status *);
int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Wait(request ? &request_own : NULL, status ? &status_own : IGNORED);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Wait)
int farreach_mpich_MPI_Waitall(int, int *, struct status *);
int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
    ARRAY(int, array_of_requests, count)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    ARRAY(struct status, array_of_statuses, count)
    for (long i = 0; i < array_of_statuses_count; i++)
        status_in(&array_of_statuses_own[i], &array_of_statuses[i]);
    const int code = farreach_mpich_MPI_Waitall(count, array_of_requests ? array_of_requests_own : NULL, array_of_statuses ? array_of_statuses_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    for (long i = 0; i < array_of_statuses_count && i < (count); i++)
        status_out(&array_of_statuses[i], &array_of_statuses_own[i]);
    RELEASE(array_of_statuses)
    return code_out(code);
}
WEAK(MPI_Waitall)
int farreach_mpich_MPI_Waitany(int, int *, int*, struct status *);
int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)
{
    ARRAY(int, array_of_requests, count)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Waitany(count, array_of_requests ? array_of_requests_own : NULL, indx, status ? &status_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Waitany)
int farreach_mpich_MPI_Waitsome(int, int *, int*, int*, struct status *);
int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    ARRAY(int, array_of_requests, incount)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    ARRAY(struct status, array_of_statuses, incount)
    for (long i = 0; i < array_of_statuses_count; i++)
        status_in(&array_of_statuses_own[i], &array_of_statuses[i]);
    const int code = farreach_mpich_MPI_Waitsome(incount, array_of_requests ? array_of_requests_own : NULL, outcount, array_of_indices, array_of_statuses ? array_of_statuses_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    for (long i = 0; i < array_of_statuses_count && i < (outcount && *outcount > 0 ? *outcount : 0); i++)
        status_out(&array_of_statuses[i], &array_of_statuses_own[i]);
    RELEASE(array_of_statuses)
    return code_out(code);
}
WEAK(MPI_Waitsome)
int farreach_mpich_MPI_Test(int *, int*, struct status *);
int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Test(request ? &request_own : NULL, flag, status ? &status_own : IGNORED);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Test)
int farreach_mpich_MPI_Testall(int, int *, int*, struct status *);
int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)
{
    ARRAY(int, array_of_requests, count)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    ARRAY(struct status, array_of_statuses, count)
    for (long i = 0; i < array_of_statuses_count; i++)
        status_in(&array_of_statuses_own[i], &array_of_statuses[i]);
    const int code = farreach_mpich_MPI_Testall(count, array_of_requests ? array_of_requests_own : NULL, flag, array_of_statuses ? array_of_statuses_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    for (long i = 0; i < array_of_statuses_count && i < (count); i++)
        status_out(&array_of_statuses[i], &array_of_statuses_own[i]);
    RELEASE(array_of_statuses)
    return code_out(code);
}
WEAK(MPI_Testall)
int farreach_mpich_MPI_Testany(int, int *, int*, int*, struct status *);
int PMPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status)
{
    ARRAY(int, array_of_requests, count)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Testany(count, array_of_requests ? array_of_requests_own : NULL, indx, flag, status ? &status_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Testany)
int farreach_mpich_MPI_Testsome(int, int *, int*, int*, struct status *);
int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    ARRAY(int, array_of_requests, incount)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    ARRAY(struct status, array_of_statuses, incount)
    for (long i = 0; i < array_of_statuses_count; i++)
        status_in(&array_of_statuses_own[i], &array_of_statuses[i]);
    const int code = farreach_mpich_MPI_Testsome(incount, array_of_requests ? array_of_requests_own : NULL, outcount, array_of_indices, array_of_statuses ? array_of_statuses_own : IGNORED);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    for (long i = 0; i < array_of_statuses_count && i < (outcount && *outcount > 0 ? *outcount : 0); i++)
        status_out(&array_of_statuses[i], &array_of_statuses_own[i]);
    RELEASE(array_of_statuses)
    return code_out(code);
}
WEAK(MPI_Testsome)
int farreach_mpich_MPI_Cancel(int *);
int PMPI_Cancel(MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Cancel(request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Cancel)
int farreach_mpich_MPI_Test_cancelled(struct status *, int*);
int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Test_cancelled(status ? &status_own : NULL, flag);
    return code_out(code);
}
WEAK(MPI_Test_cancelled)
int farreach_mpich_MPI_Request_free(int *);
int PMPI_Request_free(MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Request_free(request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Request_free)
int farreach_mpich_MPI_Request_get_status(int, int*, struct status *);
int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Request_get_status(request_in(request), flag, status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Request_get_status)
int farreach_mpich_MPI_Start(int *);
int PMPI_Start(MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Start(request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Start)
int farreach_mpich_MPI_Startall(int, int *);
int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    ARRAY(int, array_of_requests, count)
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests_own[i] = request_in(array_of_requests[i]);
    const int code = farreach_mpich_MPI_Startall(count, array_of_requests ? array_of_requests_own : NULL);
    for (long i = 0; i < array_of_requests_count; i++)
        array_of_requests[i] = request_out(array_of_requests_own[i]);
    RELEASE(array_of_requests)
    return code_out(code);
}
WEAK(MPI_Startall)
int farreach_mpich_MPI_Get_count(struct status *, int, int*);
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Get_count(status ? &status_own : NULL, type_in(datatype), count);
    return code_out(code);
}
WEAK(MPI_Get_count)
int farreach_mpich_MPI_Get_count_c(struct status *, int, MPI_Count*);
int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Get_count_c(status ? &status_own : NULL, type_in(datatype), count);
    return code_out(code);
}
WEAK(MPI_Get_count_c)
int farreach_mpich_MPI_Get_elements(struct status *, int, int*);
int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Get_elements(status ? &status_own : NULL, type_in(datatype), count);
    return code_out(code);
}
WEAK(MPI_Get_elements)
int farreach_mpich_MPI_Get_elements_c(struct status *, int, MPI_Count*);
int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Get_elements_c(status ? &status_own : NULL, type_in(datatype), count);
    return code_out(code);
}
WEAK(MPI_Get_elements_c)
int farreach_mpich_MPI_Get_elements_x(struct status *, int, MPI_Count*);
int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Get_elements_x(status ? &status_own : NULL, type_in(datatype), count);
    return code_out(code);
}
WEAK(MPI_Get_elements_x)
int farreach_mpich_MPI_Status_set_cancelled(struct status *, int);
int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Status_set_cancelled(status ? &status_own : NULL, flag);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Status_set_cancelled)
int farreach_mpich_MPI_Status_set_elements(struct status *, int, int);
int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Status_set_elements(status ? &status_own : NULL, type_in(datatype), count);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Status_set_elements)
int farreach_mpich_MPI_Status_set_elements_x(struct status *, int, MPI_Count);
int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_Status_set_elements_x(status ? &status_own : NULL, type_in(datatype), count);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_Status_set_elements_x)
int farreach_mpich_MPI_Grequest_complete(int);
int PMPI_Grequest_complete(MPI_Request request)
{
    return code_out(farreach_mpich_MPI_Grequest_complete(request_in(request)));
}
WEAK(MPI_Grequest_complete)
int farreach_mpich_MPI_Comm_size(int, int*);
int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    return code_out(farreach_mpich_MPI_Comm_size(comm_in(comm), size));
}
WEAK(MPI_Comm_size)
int farreach_mpich_MPI_Comm_rank(int, int *);
int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    int rank_own = rank ? rank_in(*rank) : 0;
    const int rank_was = rank_own;
    const int code = farreach_mpich_MPI_Comm_rank(comm_in(comm), rank ? &rank_own : NULL);
    if (rank && (code == 0 || rank_own != rank_was))
        *rank = rank_out(rank_own);
    return code_out(code);
}
WEAK(MPI_Comm_rank)
int farreach_mpich_MPI_Comm_dup(int, int *);
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_dup(comm_in(comm), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_dup)
int farreach_mpich_MPI_Comm_dup_with_info(int, int, int *);
int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_dup_with_info(comm_in(comm), info_in(info), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_dup_with_info)
int farreach_mpich_MPI_Comm_idup(int, int *, int *);
int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Comm_idup(comm_in(comm), newcomm ? &newcomm_own : NULL, request ? &request_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Comm_idup)
int farreach_mpich_MPI_Comm_idup_with_info(int, int, int *, int *);
int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Comm_idup_with_info(comm_in(comm), info_in(info), newcomm ? &newcomm_own : NULL, request ? &request_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Comm_idup_with_info)
int farreach_mpich_MPI_Comm_free(int *);
int PMPI_Comm_free(MPI_Comm *comm)
{
    int comm_own = comm ? comm_in(*comm) : 0;
    const int comm_was = comm_own;
    const int code = farreach_mpich_MPI_Comm_free(comm ? &comm_own : NULL);
    if (comm && (code == 0 || comm_own != comm_was))
        *comm = comm_out(comm_own);
    return code_out(code);
}
WEAK(MPI_Comm_free)
int farreach_mpich_MPI_Comm_disconnect(int *);
int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    int comm_own = comm ? comm_in(*comm) : 0;
    const int comm_was = comm_own;
    const int code = farreach_mpich_MPI_Comm_disconnect(comm ? &comm_own : NULL);
    if (comm && (code == 0 || comm_own != comm_was))
        *comm = comm_out(comm_own);
    return code_out(code);
}
WEAK(MPI_Comm_disconnect)
int farreach_mpich_MPI_Comm_split(int, int, int, int *);
int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_split(comm_in(comm), color, key, newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_split)
int farreach_mpich_MPI_Comm_split_type(int, int, int, int, int *);
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_split_type(comm_in(comm), split_in(split_type), key, info_in(info), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_split_type)
int farreach_mpich_MPI_Comm_create(int, int, int *);
int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_create(comm_in(comm), group_in(group), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_create)
int farreach_mpich_MPI_Comm_create_group(int, int, int, int *);
int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Comm_create_group(comm_in(comm), group_in(group), tag_in(tag), newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Comm_create_group)
int farreach_mpich_MPI_Comm_group(int, int *);
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    int group_own = group ? group_in(*group) : 0;
    const int group_was = group_own;
    const int code = farreach_mpich_MPI_Comm_group(comm_in(comm), group ? &group_own : NULL);
    if (group && (code == 0 || group_own != group_was))
        *group = group_out(group_own);
    return code_out(code);
}
WEAK(MPI_Comm_group)
int farreach_mpich_MPI_Comm_compare(int, int, int *);
int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    int result_own = result ? comparison_in(*result) : 0;
    const int result_was = result_own;
    const int code = farreach_mpich_MPI_Comm_compare(comm_in(comm1), comm_in(comm2), result ? &result_own : NULL);
    if (result && (code == 0 || result_own != result_was))
        *result = comparison_out(result_own);
    return code_out(code);
}
WEAK(MPI_Comm_compare)
int farreach_mpich_MPI_Comm_set_name(int, const char*);
int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    return code_out(farreach_mpich_MPI_Comm_set_name(comm_in(comm), comm_name));
}
WEAK(MPI_Comm_set_name)
int farreach_mpich_MPI_Comm_test_inter(int, int*);
int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    return code_out(farreach_mpich_MPI_Comm_test_inter(comm_in(comm), flag));
}
WEAK(MPI_Comm_test_inter)
int farreach_mpich_MPI_Comm_remote_size(int, int*);
int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    return code_out(farreach_mpich_MPI_Comm_remote_size(comm_in(comm), size));
}
WEAK(MPI_Comm_remote_size)
int farreach_mpich_MPI_Comm_remote_group(int, int *);
int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    int group_own = group ? group_in(*group) : 0;
    const int group_was = group_own;
    const int code = farreach_mpich_MPI_Comm_remote_group(comm_in(comm), group ? &group_own : NULL);
    if (group && (code == 0 || group_own != group_was))
        *group = group_out(group_own);
    return code_out(code);
}
WEAK(MPI_Comm_remote_group)
int farreach_mpich_MPI_Intercomm_create(int, int, int, int, int, int *);
int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)
{
    int newintercomm_own = newintercomm ? comm_in(*newintercomm) : 0;
    const int newintercomm_was = newintercomm_own;
    const int code = farreach_mpich_MPI_Intercomm_create(comm_in(local_comm), local_leader, comm_in(peer_comm), remote_leader, tag_in(tag), newintercomm ? &newintercomm_own : NULL);
    if (newintercomm && (code == 0 || newintercomm_own != newintercomm_was))
        *newintercomm = comm_out(newintercomm_own);
    return code_out(code);
}
WEAK(MPI_Intercomm_create)
int farreach_mpich_MPI_Intercomm_merge(int, int, int *);
int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    int newintracomm_own = newintracomm ? comm_in(*newintracomm) : 0;
    const int newintracomm_was = newintracomm_own;
    const int code = farreach_mpich_MPI_Intercomm_merge(comm_in(intercomm), high, newintracomm ? &newintracomm_own : NULL);
    if (newintracomm && (code == 0 || newintracomm_own != newintracomm_was))
        *newintracomm = comm_out(newintracomm_own);
    return code_out(code);
}
WEAK(MPI_Intercomm_merge)
int farreach_mpich_MPI_Comm_get_info(int, int *);
int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    int info_used_own = info_used ? info_in(*info_used) : 0;
    const int info_used_was = info_used_own;
    const int code = farreach_mpich_MPI_Comm_get_info(comm_in(comm), info_used ? &info_used_own : NULL);
    if (info_used && (code == 0 || info_used_own != info_used_was))
        *info_used = info_out(info_used_own);
    return code_out(code);
}
WEAK(MPI_Comm_get_info)
int farreach_mpich_MPI_Comm_set_info(int, int);
int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_Comm_set_info(comm_in(comm), info_in(info)));
}
WEAK(MPI_Comm_set_info)
int farreach_mpich_MPI_Comm_get_parent(int *);
int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    int parent_own = parent ? comm_in(*parent) : 0;
    const int parent_was = parent_own;
    const int code = farreach_mpich_MPI_Comm_get_parent(parent ? &parent_own : NULL);
    if (parent && (code == 0 || parent_own != parent_was))
        *parent = comm_out(parent_own);
    return code_out(code);
}
WEAK(MPI_Comm_get_parent)
int farreach_mpich_MPI_Group_size(int, int*);
int PMPI_Group_size(MPI_Group group, int *size)
{
    return code_out(farreach_mpich_MPI_Group_size(group_in(group), size));
}
WEAK(MPI_Group_size)
int farreach_mpich_MPI_Group_rank(int, int *);
int PMPI_Group_rank(MPI_Group group, int *rank)
{
    int rank_own = rank ? rank_in(*rank) : 0;
    const int rank_was = rank_own;
    const int code = farreach_mpich_MPI_Group_rank(group_in(group), rank ? &rank_own : NULL);
    if (rank && (code == 0 || rank_own != rank_was))
        *rank = rank_out(rank_own);
    return code_out(code);
}
WEAK(MPI_Group_rank)
int farreach_mpich_MPI_Group_incl(int, int, const int*, int *);
int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_incl(group_in(group), n, ranks, newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_incl)
int farreach_mpich_MPI_Group_excl(int, int, const int*, int *);
int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_excl(group_in(group), n, ranks, newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_excl)
int farreach_mpich_MPI_Group_range_incl(int, int, int  (*)[3], int *);
int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_range_incl(group_in(group), n, ranges, newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_range_incl)
int farreach_mpich_MPI_Group_range_excl(int, int, int  (*)[3], int *);
int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_range_excl(group_in(group), n, ranges, newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_range_excl)
int farreach_mpich_MPI_Group_union(int, int, int *);
int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_union(group_in(group1), group_in(group2), newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_union)
int farreach_mpich_MPI_Group_intersection(int, int, int *);
int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_intersection(group_in(group1), group_in(group2), newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_intersection)
int farreach_mpich_MPI_Group_difference(int, int, int *);
int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    int newgroup_own = newgroup ? group_in(*newgroup) : 0;
    const int newgroup_was = newgroup_own;
    const int code = farreach_mpich_MPI_Group_difference(group_in(group1), group_in(group2), newgroup ? &newgroup_own : NULL);
    if (newgroup && (code == 0 || newgroup_own != newgroup_was))
        *newgroup = group_out(newgroup_own);
    return code_out(code);
}
WEAK(MPI_Group_difference)
int farreach_mpich_MPI_Group_translate_ranks(int, int, int *, int, int *);
int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
    ARRAY(int, ranks1, n)
    for (long i = 0; i < ranks1_count; i++)
        ranks1_own[i] = rank_in(ranks1[i]);
    ARRAY(int, ranks2, n)
    for (long i = 0; i < ranks2_count; i++)
        ranks2_own[i] = rank_in(ranks2[i]);
    const int code = farreach_mpich_MPI_Group_translate_ranks(group_in(group1), n, ranks1 ? ranks1_own : NULL, group_in(group2), ranks2 ? ranks2_own : NULL);
    RELEASE(ranks1)
    for (long i = 0; i < ranks2_count; i++)
        ranks2[i] = rank_out(ranks2_own[i]);
    RELEASE(ranks2)
    return code_out(code);
}
WEAK(MPI_Group_translate_ranks)
int farreach_mpich_MPI_Group_compare(int, int, int *);
int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    int result_own = result ? comparison_in(*result) : 0;
    const int result_was = result_own;
    const int code = farreach_mpich_MPI_Group_compare(group_in(group1), group_in(group2), result ? &result_own : NULL);
    if (result && (code == 0 || result_own != result_was))
        *result = comparison_out(result_own);
    return code_out(code);
}
WEAK(MPI_Group_compare)
int farreach_mpich_MPI_Group_free(int *);
int PMPI_Group_free(MPI_Group *group)
{
    int group_own = group ? group_in(*group) : 0;
    const int group_was = group_own;
    const int code = farreach_mpich_MPI_Group_free(group ? &group_own : NULL);
    if (group && (code == 0 || group_own != group_was))
        *group = group_out(group_own);
    return code_out(code);
}
WEAK(MPI_Group_free)
int farreach_mpich_MPI_Barrier(int);
int PMPI_Barrier(MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Barrier(comm_in(comm)));
}
WEAK(MPI_Barrier)
int farreach_mpich_MPI_Ibarrier(int, int *);
int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ibarrier(comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ibarrier)
int farreach_mpich_MPI_Barrier_init(int, int, int *);
int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Barrier_init(comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Barrier_init)
int farreach_mpich_MPI_Bcast(const void *, int, int, int, int);
int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Bcast(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Bcast)
int farreach_mpich_MPI_Ibcast(const void *, int, int, int, int, int *);
int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ibcast(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ibcast)
int farreach_mpich_MPI_Bcast_init(const void *, int, int, int, int, int, int *);
int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Bcast_init(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Bcast_init)
int farreach_mpich_MPI_Bcast_c(const void *, MPI_Count, int, int, int);
int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Bcast_c(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Bcast_c)
int farreach_mpich_MPI_Ibcast_c(const void *, MPI_Count, int, int, int, int *);
int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ibcast_c(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ibcast_c)
int farreach_mpich_MPI_Bcast_init_c(const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Bcast_init_c(buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Bcast_init_c)
int farreach_mpich_MPI_Gather(const void *, int, int, const void *, int, int, int, int);
int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Gather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Gather)
int farreach_mpich_MPI_Igather(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Igather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Igather)
int farreach_mpich_MPI_Gather_init(const void *, int, int, const void *, int, int, int, int, int, int *);
int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Gather_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Gather_init)
int farreach_mpich_MPI_Gather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int);
int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Gather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Gather_c)
int farreach_mpich_MPI_Igather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Igather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Igather_c)
int farreach_mpich_MPI_Gather_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Gather_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Gather_init_c)
int farreach_mpich_MPI_Gatherv(const void *, int, int, const void *, const int*, const int*, int, int, int);
int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Gatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Gatherv)
int farreach_mpich_MPI_Igatherv(const void *, int, int, const void *, const int*, const int*, int, int, int, int *);
int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Igatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Igatherv)
int farreach_mpich_MPI_Gatherv_init(const void *, int, int, const void *, const int*, const int*, int, int, int, int, int *);
int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Gatherv_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Gatherv_init)
int farreach_mpich_MPI_Gatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int);
int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Gatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Gatherv_c)
int farreach_mpich_MPI_Igatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int *);
int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Igatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Igatherv_c)
int farreach_mpich_MPI_Gatherv_init_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int, int *);
int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Gatherv_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Gatherv_init_c)
int farreach_mpich_MPI_Scatter(const void *, int, int, const void *, int, int, int, int);
int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scatter(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Scatter)
int farreach_mpich_MPI_Iscatter(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscatter(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscatter)
int farreach_mpich_MPI_Scatter_init(const void *, int, int, const void *, int, int, int, int, int, int *);
int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scatter_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scatter_init)
int farreach_mpich_MPI_Scatter_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int);
int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scatter_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Scatter_c)
int farreach_mpich_MPI_Iscatter_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscatter_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscatter_c)
int farreach_mpich_MPI_Scatter_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scatter_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scatter_init_c)
int farreach_mpich_MPI_Scatterv(const void *, const int*, const int*, int, const void *, int, int, int, int);
int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scatterv(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Scatterv)
int farreach_mpich_MPI_Iscatterv(const void *, const int*, const int*, int, const void *, int, int, int, int, int *);
int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscatterv(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscatterv)
int farreach_mpich_MPI_Scatterv_init(const void *, const int*, const int*, int, const void *, int, int, int, int, int, int *);
int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scatterv_init(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scatterv_init)
int farreach_mpich_MPI_Scatterv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, MPI_Count, int, int, int);
int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scatterv_c(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Scatterv_c)
int farreach_mpich_MPI_Iscatterv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscatterv_c(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscatterv_c)
int farreach_mpich_MPI_Scatterv_init_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scatterv_init_c(buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scatterv_init_c)
int farreach_mpich_MPI_Allgather(const void *, int, int, const void *, int, int, int);
int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allgather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Allgather)
int farreach_mpich_MPI_Iallgather(const void *, int, int, const void *, int, int, int, int *);
int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallgather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallgather)
int farreach_mpich_MPI_Allgather_init(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allgather_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allgather_init)
int farreach_mpich_MPI_Allgather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int);
int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allgather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Allgather_c)
int farreach_mpich_MPI_Iallgather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int *);
int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallgather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallgather_c)
int farreach_mpich_MPI_Allgather_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allgather_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allgather_init_c)
int farreach_mpich_MPI_Allgatherv(const void *, int, int, const void *, const int*, const int*, int, int);
int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allgatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Allgatherv)
int farreach_mpich_MPI_Iallgatherv(const void *, int, int, const void *, const int*, const int*, int, int, int *);
int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallgatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallgatherv)
int farreach_mpich_MPI_Allgatherv_init(const void *, int, int, const void *, const int*, const int*, int, int, int, int *);
int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allgatherv_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allgatherv_init)
int farreach_mpich_MPI_Allgatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int);
int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allgatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Allgatherv_c)
int farreach_mpich_MPI_Iallgatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int *);
int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallgatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallgatherv_c)
int farreach_mpich_MPI_Allgatherv_init_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int *);
int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allgatherv_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allgatherv_init_c)
int farreach_mpich_MPI_Alltoall(const void *, int, int, const void *, int, int, int);
int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Alltoall(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Alltoall)
int farreach_mpich_MPI_Ialltoall(const void *, int, int, const void *, int, int, int, int *);
int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoall(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoall)
int farreach_mpich_MPI_Alltoall_init(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoall_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoall_init)
int farreach_mpich_MPI_Alltoall_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int);
int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Alltoall_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Alltoall_c)
int farreach_mpich_MPI_Ialltoall_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int *);
int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoall_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoall_c)
int farreach_mpich_MPI_Alltoall_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoall_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoall_init_c)
int farreach_mpich_MPI_Alltoallv(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int);
int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Alltoallv(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Alltoallv)
int farreach_mpich_MPI_Ialltoallv(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int, int *);
int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoallv(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoallv)
int farreach_mpich_MPI_Alltoallv_init(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int, int, int *);
int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoallv_init(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoallv_init)
int farreach_mpich_MPI_Alltoallv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int);
int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Alltoallv_c)
int farreach_mpich_MPI_Ialltoallv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int *);
int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoallv_c)
int farreach_mpich_MPI_Alltoallv_init_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int *);
int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoallv_init_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoallv_init_c)
int farreach_mpich_MPI_Alltoallw(const void *, const int*, const int*, int *, const void *, const int*, const int*, int *, int);
int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    const int code = farreach_mpich_MPI_Alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm));
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    return code_out(code);
}
WEAK(MPI_Alltoallw)
int farreach_mpich_MPI_Ialltoallw(const void *, const int*, const int*, int *, const void *, const int*, const int*, int *, int, int *);
int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoallw)
int farreach_mpich_MPI_Alltoallw_init(const void *, const int*, const int*, int *, const void *, const int*, const int*, int *, int, int, int *);
int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoallw_init(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), info_in(info), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoallw_init)
int farreach_mpich_MPI_Alltoallw_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int);
int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    const int code = farreach_mpich_MPI_Alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm));
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    return code_out(code);
}
WEAK(MPI_Alltoallw_c)
int farreach_mpich_MPI_Ialltoallw_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int, int *);
int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ialltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ialltoallw_c)
int farreach_mpich_MPI_Alltoallw_init_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int, int, int *);
int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    ARRAY(int, sendtypes, sendbuf == MPI_IN_PLACE ? 0 : members(comm))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, members(comm))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Alltoallw_init_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), info_in(info), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Alltoallw_init_c)
int farreach_mpich_MPI_Reduce(const void *, const void *, int, int, int, int, int);
int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Reduce)
int farreach_mpich_MPI_Ireduce(const void *, const void *, int, int, int, int, int, int *);
int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce)
int farreach_mpich_MPI_Reduce_init(const void *, const void *, int, int, int, int, int, int, int *);
int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_init(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_init)
int farreach_mpich_MPI_Reduce_c(const void *, const void *, MPI_Count, int, int, int, int);
int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
WEAK(MPI_Reduce_c)
int farreach_mpich_MPI_Ireduce_c(const void *, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce_c)
int farreach_mpich_MPI_Reduce_init_c(const void *, const void *, MPI_Count, int, int, int, int, int, int *);
int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_init_c)
int farreach_mpich_MPI_Allreduce(const void *, const void *, int, int, int, int);
int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allreduce(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Allreduce)
int farreach_mpich_MPI_Iallreduce(const void *, const void *, int, int, int, int, int *);
int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallreduce(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallreduce)
int farreach_mpich_MPI_Allreduce_init(const void *, const void *, int, int, int, int, int, int *);
int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allreduce_init(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allreduce_init)
int farreach_mpich_MPI_Allreduce_c(const void *, const void *, MPI_Count, int, int, int);
int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Allreduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Allreduce_c)
int farreach_mpich_MPI_Iallreduce_c(const void *, const void *, MPI_Count, int, int, int, int *);
int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iallreduce_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iallreduce_c)
int farreach_mpich_MPI_Allreduce_init_c(const void *, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Allreduce_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Allreduce_init_c)
int farreach_mpich_MPI_Reduce_scatter(const void *, const void *, const int*, int, int, int);
int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce_scatter(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Reduce_scatter)
int farreach_mpich_MPI_Ireduce_scatter(const void *, const void *, const int*, int, int, int, int *);
int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce_scatter(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce_scatter)
int farreach_mpich_MPI_Reduce_scatter_init(const void *, const void *, const int*, int, int, int, int, int *);
int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_scatter_init(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_scatter_init)
int farreach_mpich_MPI_Reduce_scatter_c(const void *, const void *, const MPI_Count*, int, int, int);
int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce_scatter_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Reduce_scatter_c)
int farreach_mpich_MPI_Ireduce_scatter_c(const void *, const void *, const MPI_Count*, int, int, int, int *);
int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce_scatter_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce_scatter_c)
int farreach_mpich_MPI_Reduce_scatter_init_c(const void *, const void *, const MPI_Count*, int, int, int, int, int *);
int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_scatter_init_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_scatter_init_c)
int farreach_mpich_MPI_Reduce_scatter_block(const void *, const void *, int, int, int, int);
int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce_scatter_block(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Reduce_scatter_block)
int farreach_mpich_MPI_Ireduce_scatter_block(const void *, const void *, int, int, int, int, int *);
int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce_scatter_block(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce_scatter_block)
int farreach_mpich_MPI_Reduce_scatter_block_init(const void *, const void *, int, int, int, int, int, int *);
int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_scatter_block_init(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_scatter_block_init)
int farreach_mpich_MPI_Reduce_scatter_block_c(const void *, const void *, MPI_Count, int, int, int);
int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Reduce_scatter_block_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Reduce_scatter_block_c)
int farreach_mpich_MPI_Ireduce_scatter_block_c(const void *, const void *, MPI_Count, int, int, int, int *);
int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ireduce_scatter_block_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ireduce_scatter_block_c)
int farreach_mpich_MPI_Reduce_scatter_block_init_c(const void *, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Reduce_scatter_block_init_c(buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Reduce_scatter_block_init_c)
int farreach_mpich_MPI_Scan(const void *, const void *, int, int, int, int);
int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scan(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Scan)
int farreach_mpich_MPI_Iscan(const void *, const void *, int, int, int, int, int *);
int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscan(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscan)
int farreach_mpich_MPI_Scan_init(const void *, const void *, int, int, int, int, int, int *);
int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scan_init(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scan_init)
int farreach_mpich_MPI_Scan_c(const void *, const void *, MPI_Count, int, int, int);
int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Scan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Scan_c)
int farreach_mpich_MPI_Iscan_c(const void *, const void *, MPI_Count, int, int, int, int *);
int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iscan_c)
int farreach_mpich_MPI_Scan_init_c(const void *, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Scan_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Scan_init_c)
int farreach_mpich_MPI_Exscan(const void *, const void *, int, int, int, int);
int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Exscan(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Exscan)
int farreach_mpich_MPI_Iexscan(const void *, const void *, int, int, int, int, int *);
int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iexscan(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iexscan)
int farreach_mpich_MPI_Exscan_init(const void *, const void *, int, int, int, int, int, int *);
int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Exscan_init(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Exscan_init)
int farreach_mpich_MPI_Exscan_c(const void *, const void *, MPI_Count, int, int, int);
int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Exscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
WEAK(MPI_Exscan_c)
int farreach_mpich_MPI_Iexscan_c(const void *, const void *, MPI_Count, int, int, int, int *);
int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Iexscan_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Iexscan_c)
int farreach_mpich_MPI_Exscan_init_c(const void *, const void *, MPI_Count, int, int, int, int, int *);
int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Exscan_init_c(buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Exscan_init_c)
int farreach_mpich_MPI_Op_free(int *);
int PMPI_Op_free(MPI_Op *op)
{
    int op_own = op ? op_in(*op) : 0;
    const int op_was = op_own;
    const int code = farreach_mpich_MPI_Op_free(op ? &op_own : NULL);
    if (op && (code == 0 || op_own != op_was))
        *op = op_out(op_own);
    return code_out(code);
}
WEAK(MPI_Op_free)
int farreach_mpich_MPI_Op_commutative(int, int*);
int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    return code_out(farreach_mpich_MPI_Op_commutative(op_in(op), commute));
}
WEAK(MPI_Op_commutative)
int farreach_mpich_MPI_Reduce_local(const void *, const void *, int, int, int);
int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    return code_out(farreach_mpich_MPI_Reduce_local(buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
WEAK(MPI_Reduce_local)
int farreach_mpich_MPI_Reduce_local_c(const void *, const void *, MPI_Count, int, int);
int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    return code_out(farreach_mpich_MPI_Reduce_local_c(buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
WEAK(MPI_Reduce_local_c)
int farreach_mpich_MPI_Type_contiguous(int, int, int *);
int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_contiguous(count, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_contiguous)
int farreach_mpich_MPI_Type_contiguous_c(MPI_Count, int, int *);
int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_contiguous_c(count, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_contiguous_c)
int farreach_mpich_MPI_Type_vector(int, int, int, int, int *);
int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_vector(count, blocklength, stride, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_vector)
int farreach_mpich_MPI_Type_vector_c(MPI_Count, MPI_Count, MPI_Count, int, int *);
int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_vector_c(count, blocklength, stride, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_vector_c)
int farreach_mpich_MPI_Type_create_hvector(int, int, MPI_Aint, int, int *);
int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hvector(count, blocklength, stride, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hvector)
int farreach_mpich_MPI_Type_create_hvector_c(MPI_Count, MPI_Count, MPI_Count, int, int *);
int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hvector_c(count, blocklength, stride, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hvector_c)
int farreach_mpich_MPI_Type_indexed(int, const int*, const int*, int, int *);
int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_indexed)
int farreach_mpich_MPI_Type_indexed_c(MPI_Count, const MPI_Count*, const MPI_Count*, int, int *);
int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_indexed_c)
int farreach_mpich_MPI_Type_create_hindexed(int, const int*, const MPI_Aint*, int, int *);
int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hindexed)
int farreach_mpich_MPI_Type_create_hindexed_c(MPI_Count, const MPI_Count*, const MPI_Count*, int, int *);
int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hindexed_c)
int farreach_mpich_MPI_Type_create_indexed_block(int, int, const int*, int, int *);
int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_indexed_block)
int farreach_mpich_MPI_Type_create_indexed_block_c(MPI_Count, MPI_Count, const MPI_Count*, int, int *);
int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_indexed_block_c)
int farreach_mpich_MPI_Type_create_hindexed_block(int, int, const MPI_Aint*, int, int *);
int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hindexed_block)
int farreach_mpich_MPI_Type_create_hindexed_block_c(MPI_Count, MPI_Count, const MPI_Count*, int, int *);
int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_hindexed_block_c)
int farreach_mpich_MPI_Type_create_struct(int, const int*, const MPI_Aint*, int *, int *);
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    ARRAY(int, array_of_types, count)
    for (long i = 0; i < array_of_types_count; i++)
        array_of_types_own[i] = type_in(array_of_types[i]);
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types ? array_of_types_own : NULL, newtype ? &newtype_own : NULL);
    RELEASE(array_of_types)
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_struct)
int farreach_mpich_MPI_Type_create_struct_c(MPI_Count, const MPI_Count*, const MPI_Count*, int *, int *);
int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    ARRAY(int, array_of_types, count)
    for (long i = 0; i < array_of_types_count; i++)
        array_of_types_own[i] = type_in(array_of_types[i]);
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, array_of_types ? array_of_types_own : NULL, newtype ? &newtype_own : NULL);
    RELEASE(array_of_types)
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_struct_c)
int farreach_mpich_MPI_Type_create_subarray(int, const int*, const int*, const int*, int, int, int *);
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_subarray)
int farreach_mpich_MPI_Type_create_subarray_c(int, const MPI_Count*, const MPI_Count*, const MPI_Count*, int, int, int *);
int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_subarray_c)
int farreach_mpich_MPI_Type_create_darray(int, int, int, const int*, int *, int *, const int*, int, int, int *);
int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ARRAY(int, array_of_distribs, ndims)
    for (long i = 0; i < array_of_distribs_count; i++)
        array_of_distribs_own[i] = distribution_in(array_of_distribs[i]);
    ARRAY(int, array_of_dargs, ndims)
    for (long i = 0; i < array_of_dargs_count; i++)
        array_of_dargs_own[i] = darg_in(array_of_dargs[i]);
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_darray(size, rank_in(rank), ndims, array_of_gsizes, array_of_distribs ? array_of_distribs_own : NULL, array_of_dargs ? array_of_dargs_own : NULL, array_of_psizes, order_in(order), type_in(oldtype), newtype ? &newtype_own : NULL);
    RELEASE(array_of_distribs)
    RELEASE(array_of_dargs)
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_darray)
int farreach_mpich_MPI_Type_create_darray_c(int, int, int, const MPI_Count*, int *, int *, const int*, int, int, int *);
int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ARRAY(int, array_of_distribs, ndims)
    for (long i = 0; i < array_of_distribs_count; i++)
        array_of_distribs_own[i] = distribution_in(array_of_distribs[i]);
    ARRAY(int, array_of_dargs, ndims)
    for (long i = 0; i < array_of_dargs_count; i++)
        array_of_dargs_own[i] = darg_in(array_of_dargs[i]);
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_darray_c(size, rank_in(rank), ndims, array_of_gsizes, array_of_distribs ? array_of_distribs_own : NULL, array_of_dargs ? array_of_dargs_own : NULL, array_of_psizes, order_in(order), type_in(oldtype), newtype ? &newtype_own : NULL);
    RELEASE(array_of_distribs)
    RELEASE(array_of_dargs)
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_darray_c)
int farreach_mpich_MPI_Type_create_resized(int, MPI_Aint, MPI_Aint, int *);
int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_resized(type_in(oldtype), lb, extent, newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_resized)
int farreach_mpich_MPI_Type_create_resized_c(int, MPI_Count, MPI_Count, int *);
int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_resized_c(type_in(oldtype), lb, extent, newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_resized_c)
int farreach_mpich_MPI_Type_dup(int, int *);
int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_dup(type_in(oldtype), newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_dup)
int farreach_mpich_MPI_Type_commit(int *);
int PMPI_Type_commit(MPI_Datatype *datatype)
{
    int datatype_own = datatype ? type_in(*datatype) : 0;
    const int datatype_was = datatype_own;
    const int code = farreach_mpich_MPI_Type_commit(datatype ? &datatype_own : NULL);
    if (datatype && (code == 0 || datatype_own != datatype_was))
        *datatype = type_out(datatype_own);
    return code_out(code);
}
WEAK(MPI_Type_commit)
int farreach_mpich_MPI_Type_free(int *);
int PMPI_Type_free(MPI_Datatype *datatype)
{
    int datatype_own = datatype ? type_in(*datatype) : 0;
    const int datatype_was = datatype_own;
    const int code = farreach_mpich_MPI_Type_free(datatype ? &datatype_own : NULL);
    if (datatype && (code == 0 || datatype_own != datatype_was))
        *datatype = type_out(datatype_own);
    return code_out(code);
}
WEAK(MPI_Type_free)
int farreach_mpich_MPI_Type_size(int, int*);
int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    return code_out(farreach_mpich_MPI_Type_size(type_in(datatype), size));
}
WEAK(MPI_Type_size)
int farreach_mpich_MPI_Type_size_c(int, MPI_Count*);
int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    return code_out(farreach_mpich_MPI_Type_size_c(type_in(datatype), size));
}
WEAK(MPI_Type_size_c)
int farreach_mpich_MPI_Type_size_x(int, MPI_Count*);
int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    return code_out(farreach_mpich_MPI_Type_size_x(type_in(datatype), size));
}
WEAK(MPI_Type_size_x)
int farreach_mpich_MPI_Type_get_extent(int, MPI_Aint*, MPI_Aint*);
int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    return code_out(farreach_mpich_MPI_Type_get_extent(type_in(datatype), lb, extent));
}
WEAK(MPI_Type_get_extent)
int farreach_mpich_MPI_Type_get_extent_c(int, MPI_Count*, MPI_Count*);
int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    return code_out(farreach_mpich_MPI_Type_get_extent_c(type_in(datatype), lb, extent));
}
WEAK(MPI_Type_get_extent_c)
int farreach_mpich_MPI_Type_get_extent_x(int, MPI_Count*, MPI_Count*);
int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    return code_out(farreach_mpich_MPI_Type_get_extent_x(type_in(datatype), lb, extent));
}
WEAK(MPI_Type_get_extent_x)
int farreach_mpich_MPI_Type_get_true_extent(int, MPI_Aint*, MPI_Aint*);
int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    return code_out(farreach_mpich_MPI_Type_get_true_extent(type_in(datatype), true_lb, true_extent));
}
WEAK(MPI_Type_get_true_extent)
int farreach_mpich_MPI_Type_get_true_extent_c(int, MPI_Count*, MPI_Count*);
int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    return code_out(farreach_mpich_MPI_Type_get_true_extent_c(type_in(datatype), true_lb, true_extent));
}
WEAK(MPI_Type_get_true_extent_c)
int farreach_mpich_MPI_Type_get_true_extent_x(int, MPI_Count*, MPI_Count*);
int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    return code_out(farreach_mpich_MPI_Type_get_true_extent_x(type_in(datatype), true_lb, true_extent));
}
WEAK(MPI_Type_get_true_extent_x)
int farreach_mpich_MPI_Type_match_size(int, int, int *);
int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    int datatype_own = datatype ? type_in(*datatype) : 0;
    const int datatype_was = datatype_own;
    const int code = farreach_mpich_MPI_Type_match_size(class_in(typeclass), size, datatype ? &datatype_own : NULL);
    if (datatype && (code == 0 || datatype_own != datatype_was))
        *datatype = type_out(datatype_own);
    return code_out(code);
}
WEAK(MPI_Type_match_size)
int farreach_mpich_MPI_Type_get_envelope(int, int*, int*, int*, int *);
int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    int combiner_own = combiner ? combiner_in(*combiner) : 0;
    const int combiner_was = combiner_own;
    const int code = farreach_mpich_MPI_Type_get_envelope(type_in(datatype), num_integers, num_addresses, num_datatypes, combiner ? &combiner_own : NULL);
    if (combiner && (code == 0 || combiner_own != combiner_was))
        *combiner = combiner_out(combiner_own);
    return code_out(code);
}
WEAK(MPI_Type_get_envelope)
int farreach_mpich_MPI_Type_get_envelope_c(int, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int *);
int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner)
{
    int combiner_own = combiner ? combiner_in(*combiner) : 0;
    const int combiner_was = combiner_own;
    const int code = farreach_mpich_MPI_Type_get_envelope_c(type_in(datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner ? &combiner_own : NULL);
    if (combiner && (code == 0 || combiner_own != combiner_was))
        *combiner = combiner_out(combiner_own);
    return code_out(code);
}
WEAK(MPI_Type_get_envelope_c)
int farreach_mpich_MPI_Type_set_name(int, const char*);
int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    return code_out(farreach_mpich_MPI_Type_set_name(type_in(datatype), type_name));
}
WEAK(MPI_Type_set_name)
int farreach_mpich_MPI_Pack(const void *, int, int, const void *, int, int*, int);
int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Pack(buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
WEAK(MPI_Pack)
int farreach_mpich_MPI_Pack_c(const void *, MPI_Count, int, const void *, MPI_Count, MPI_Count*, int);
int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Pack_c(buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
WEAK(MPI_Pack_c)
int farreach_mpich_MPI_Unpack(const void *, int, int*, const void *, int, int, int);
int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Unpack(buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
WEAK(MPI_Unpack)
int farreach_mpich_MPI_Unpack_c(const void *, MPI_Count, MPI_Count*, const void *, MPI_Count, int, int);
int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Unpack_c(buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
WEAK(MPI_Unpack_c)
int farreach_mpich_MPI_Pack_size(int, int, int, int*);
int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    return code_out(farreach_mpich_MPI_Pack_size(incount, type_in(datatype), comm_in(comm), size));
}
WEAK(MPI_Pack_size)
int farreach_mpich_MPI_Pack_size_c(MPI_Count, int, int, MPI_Count*);
int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
    return code_out(farreach_mpich_MPI_Pack_size_c(incount, type_in(datatype), comm_in(comm), size));
}
WEAK(MPI_Pack_size_c)
int farreach_mpich_MPI_Pack_external(const char*, const void *, int, int, const void *, MPI_Aint, MPI_Aint*);
int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position)
{
    return code_out(farreach_mpich_MPI_Pack_external(datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
WEAK(MPI_Pack_external)
int farreach_mpich_MPI_Pack_external_c(const char*, const void *, MPI_Count, int, const void *, MPI_Count, MPI_Count*);
int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position)
{
    return code_out(farreach_mpich_MPI_Pack_external_c(datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
WEAK(MPI_Pack_external_c)
int farreach_mpich_MPI_Pack_external_size(const char*, int, int, MPI_Aint*);
int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)
{
    return code_out(farreach_mpich_MPI_Pack_external_size(datarep, incount, type_in(datatype), size));
}
WEAK(MPI_Pack_external_size)
int farreach_mpich_MPI_Pack_external_size_c(const char*, MPI_Count, int, MPI_Count*);
int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size)
{
    return code_out(farreach_mpich_MPI_Pack_external_size_c(datarep, incount, type_in(datatype), size));
}
WEAK(MPI_Pack_external_size_c)
int farreach_mpich_MPI_Unpack_external(const char*, const void *, MPI_Aint, MPI_Aint*, const void *, int, int);
int PMPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_Unpack_external(datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
WEAK(MPI_Unpack_external)
int farreach_mpich_MPI_Unpack_external_c(const char*, const void *, MPI_Count, MPI_Count*, const void *, MPI_Count, int);
int PMPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_Unpack_external_c(datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
WEAK(MPI_Unpack_external_c)
int farreach_mpich_MPI_Type_create_f90_complex(int, int, int *);
int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_f90_complex(p, r, newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_f90_complex)
int farreach_mpich_MPI_Type_create_f90_integer(int, int *);
int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_f90_integer(r, newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_f90_integer)
int farreach_mpich_MPI_Type_create_f90_real(int, int, int *);
int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    int newtype_own = newtype ? type_in(*newtype) : 0;
    const int newtype_was = newtype_own;
    const int code = farreach_mpich_MPI_Type_create_f90_real(p, r, newtype ? &newtype_own : NULL);
    if (newtype && (code == 0 || newtype_own != newtype_was))
        *newtype = type_out(newtype_own);
    return code_out(code);
}
WEAK(MPI_Type_create_f90_real)
int farreach_mpich_MPI_Comm_free_keyval(int *);
int PMPI_Comm_free_keyval(int *comm_keyval)
{
    int comm_keyval_own = comm_keyval ? key_in(*comm_keyval) : 0;
    const int comm_keyval_was = comm_keyval_own;
    const int code = farreach_mpich_MPI_Comm_free_keyval(comm_keyval ? &comm_keyval_own : NULL);
    if (comm_keyval && (code == 0 || comm_keyval_own != comm_keyval_was))
        *comm_keyval = key_out(comm_keyval_own);
    return code_out(code);
}
WEAK(MPI_Comm_free_keyval)
int farreach_mpich_MPI_Comm_set_attr(int, int, void *);
int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    return code_out(farreach_mpich_MPI_Comm_set_attr(comm_in(comm), key_in(comm_keyval), attribute_val));
}
WEAK(MPI_Comm_set_attr)
int farreach_mpich_MPI_Comm_delete_attr(int, int);
int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    return code_out(farreach_mpich_MPI_Comm_delete_attr(comm_in(comm), key_in(comm_keyval)));
}
WEAK(MPI_Comm_delete_attr)
int farreach_mpich_MPI_Keyval_free(int *);
int PMPI_Keyval_free(int *keyval)
{
    int keyval_own = keyval ? key_in(*keyval) : 0;
    const int keyval_was = keyval_own;
    const int code = farreach_mpich_MPI_Keyval_free(keyval ? &keyval_own : NULL);
    if (keyval && (code == 0 || keyval_own != keyval_was))
        *keyval = key_out(keyval_own);
    return code_out(code);
}
WEAK(MPI_Keyval_free)
int farreach_mpich_MPI_Attr_put(int, int, void *);
int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
    return code_out(farreach_mpich_MPI_Attr_put(comm_in(comm), key_in(keyval), attribute_val));
}
WEAK(MPI_Attr_put)
int farreach_mpich_MPI_Attr_delete(int, int);
int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
    return code_out(farreach_mpich_MPI_Attr_delete(comm_in(comm), key_in(keyval)));
}
WEAK(MPI_Attr_delete)
int farreach_mpich_MPI_Type_free_keyval(int *);
int PMPI_Type_free_keyval(int *type_keyval)
{
    int type_keyval_own = type_keyval ? key_in(*type_keyval) : 0;
    const int type_keyval_was = type_keyval_own;
    const int code = farreach_mpich_MPI_Type_free_keyval(type_keyval ? &type_keyval_own : NULL);
    if (type_keyval && (code == 0 || type_keyval_own != type_keyval_was))
        *type_keyval = key_out(type_keyval_own);
    return code_out(code);
}
WEAK(MPI_Type_free_keyval)
int farreach_mpich_MPI_Type_set_attr(int, int, void *);
int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    return code_out(farreach_mpich_MPI_Type_set_attr(type_in(datatype), key_in(type_keyval), attribute_val));
}
WEAK(MPI_Type_set_attr)
int farreach_mpich_MPI_Type_delete_attr(int, int);
int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    return code_out(farreach_mpich_MPI_Type_delete_attr(type_in(datatype), key_in(type_keyval)));
}
WEAK(MPI_Type_delete_attr)
int farreach_mpich_MPI_Info_create(int *);
int PMPI_Info_create(MPI_Info *info)
{
    int info_own = info ? info_in(*info) : 0;
    const int info_was = info_own;
    const int code = farreach_mpich_MPI_Info_create(info ? &info_own : NULL);
    if (info && (code == 0 || info_own != info_was))
        *info = info_out(info_own);
    return code_out(code);
}
WEAK(MPI_Info_create)
int farreach_mpich_MPI_Info_create_env(int, char**, int *);
int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    int info_own = info ? info_in(*info) : 0;
    const int info_was = info_own;
    const int code = farreach_mpich_MPI_Info_create_env(argc, argv, info ? &info_own : NULL);
    if (info && (code == 0 || info_own != info_was))
        *info = info_out(info_own);
    return code_out(code);
}
WEAK(MPI_Info_create_env)
int farreach_mpich_MPI_Info_set(int, const char*, const char*);
int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    return code_out(farreach_mpich_MPI_Info_set(info_in(info), key, value));
}
WEAK(MPI_Info_set)
int farreach_mpich_MPI_Info_get(int, const char*, int, char*, int*);
int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    return code_out(farreach_mpich_MPI_Info_get(info_in(info), key, valuelen, value, flag));
}
WEAK(MPI_Info_get)
int farreach_mpich_MPI_Info_free(int *);
int PMPI_Info_free(MPI_Info *info)
{
    int info_own = info ? info_in(*info) : 0;
    const int info_was = info_own;
    const int code = farreach_mpich_MPI_Info_free(info ? &info_own : NULL);
    if (info && (code == 0 || info_own != info_was))
        *info = info_out(info_own);
    return code_out(code);
}
WEAK(MPI_Info_free)
int farreach_mpich_MPI_Info_dup(int, int *);
int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    int newinfo_own = newinfo ? info_in(*newinfo) : 0;
    const int newinfo_was = newinfo_own;
    const int code = farreach_mpich_MPI_Info_dup(info_in(info), newinfo ? &newinfo_own : NULL);
    if (newinfo && (code == 0 || newinfo_own != newinfo_was))
        *newinfo = info_out(newinfo_own);
    return code_out(code);
}
WEAK(MPI_Info_dup)
int farreach_mpich_MPI_Info_get_nkeys(int, int*);
int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    return code_out(farreach_mpich_MPI_Info_get_nkeys(info_in(info), nkeys));
}
WEAK(MPI_Info_get_nkeys)
int farreach_mpich_MPI_Info_get_nthkey(int, int, char*);
int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    return code_out(farreach_mpich_MPI_Info_get_nthkey(info_in(info), n, key));
}
WEAK(MPI_Info_get_nthkey)
int farreach_mpich_MPI_Info_delete(int, const char*);
int PMPI_Info_delete(MPI_Info info, const char *key)
{
    return code_out(farreach_mpich_MPI_Info_delete(info_in(info), key));
}
WEAK(MPI_Info_delete)
int farreach_mpich_MPI_Info_get_valuelen(int, const char*, int*, int*);
int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    return code_out(farreach_mpich_MPI_Info_get_valuelen(info_in(info), key, valuelen, flag));
}
WEAK(MPI_Info_get_valuelen)
int farreach_mpich_MPI_Info_get_string(int, const char*, int*, char*, int*);
int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
    return code_out(farreach_mpich_MPI_Info_get_string(info_in(info), key, buflen, value, flag));
}
WEAK(MPI_Info_get_string)
int farreach_mpich_MPI_File_call_errhandler(long, int);
int PMPI_File_call_errhandler(MPI_File fh, int errorcode)
{
    return code_out(farreach_mpich_MPI_File_call_errhandler(file_in(fh), code_in(errorcode)));
}
WEAK(MPI_File_call_errhandler)
int farreach_mpich_MPI_File_close(long *);
int PMPI_File_close(MPI_File *fh)
{
    long fh_own = fh ? file_in(*fh) : 0;
    const long fh_was = fh_own;
    const int code = farreach_mpich_MPI_File_close(fh ? &fh_own : NULL);
    if (fh && (code == 0 || fh_own != fh_was))
        *fh = file_out(fh_own);
    return code_out(code);
}
WEAK(MPI_File_close)
int farreach_mpich_MPI_File_delete(const char*, int);
int PMPI_File_delete(const char *filename, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_File_delete(filename, info_in(info)));
}
WEAK(MPI_File_delete)
int farreach_mpich_MPI_File_get_amode(long, int *);
int PMPI_File_get_amode(MPI_File fh, int *amode)
{
    int amode_own = amode ? amode_in(*amode) : 0;
    const int amode_was = amode_own;
    const int code = farreach_mpich_MPI_File_get_amode(file_in(fh), amode ? &amode_own : NULL);
    if (amode && (code == 0 || amode_own != amode_was))
        *amode = amode_out(amode_own);
    return code_out(code);
}
WEAK(MPI_File_get_amode)
int farreach_mpich_MPI_File_get_atomicity(long, int*);
int PMPI_File_get_atomicity(MPI_File fh, int *flag)
{
    return code_out(farreach_mpich_MPI_File_get_atomicity(file_in(fh), flag));
}
WEAK(MPI_File_get_atomicity)
int farreach_mpich_MPI_File_get_byte_offset(long, MPI_Offset, MPI_Offset*);
int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    return code_out(farreach_mpich_MPI_File_get_byte_offset(file_in(fh), offset, disp));
}
WEAK(MPI_File_get_byte_offset)
int farreach_mpich_MPI_File_get_errhandler(long, int *);
int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    int errhandler_own = errhandler ? errhandler_in(*errhandler) : 0;
    const int errhandler_was = errhandler_own;
    const int code = farreach_mpich_MPI_File_get_errhandler(file_in(file), errhandler ? &errhandler_own : NULL);
    if (errhandler && (code == 0 || errhandler_own != errhandler_was))
        *errhandler = errhandler_out(errhandler_own);
    return code_out(code);
}
WEAK(MPI_File_get_errhandler)
int farreach_mpich_MPI_File_get_group(long, int *);
int PMPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    int group_own = group ? group_in(*group) : 0;
    const int group_was = group_own;
    const int code = farreach_mpich_MPI_File_get_group(file_in(fh), group ? &group_own : NULL);
    if (group && (code == 0 || group_own != group_was))
        *group = group_out(group_own);
    return code_out(code);
}
WEAK(MPI_File_get_group)
int farreach_mpich_MPI_File_get_info(long, int *);
int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    int info_used_own = info_used ? info_in(*info_used) : 0;
    const int info_used_was = info_used_own;
    const int code = farreach_mpich_MPI_File_get_info(file_in(fh), info_used ? &info_used_own : NULL);
    if (info_used && (code == 0 || info_used_own != info_used_was))
        *info_used = info_out(info_used_own);
    return code_out(code);
}
WEAK(MPI_File_get_info)
int farreach_mpich_MPI_File_get_position(long, MPI_Offset*);
int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    return code_out(farreach_mpich_MPI_File_get_position(file_in(fh), offset));
}
WEAK(MPI_File_get_position)
int farreach_mpich_MPI_File_get_position_shared(long, MPI_Offset*);
int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    return code_out(farreach_mpich_MPI_File_get_position_shared(file_in(fh), offset));
}
WEAK(MPI_File_get_position_shared)
int farreach_mpich_MPI_File_get_size(long, MPI_Offset*);
int PMPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    return code_out(farreach_mpich_MPI_File_get_size(file_in(fh), size));
}
WEAK(MPI_File_get_size)
int farreach_mpich_MPI_File_get_type_extent(long, int, MPI_Aint*);
int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
    return code_out(farreach_mpich_MPI_File_get_type_extent(file_in(fh), type_in(datatype), extent));
}
WEAK(MPI_File_get_type_extent)
int farreach_mpich_MPI_File_get_type_extent_c(long, int, MPI_Count*);
int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    return code_out(farreach_mpich_MPI_File_get_type_extent_c(file_in(fh), type_in(datatype), extent));
}
WEAK(MPI_File_get_type_extent_c)
int farreach_mpich_MPI_File_get_view(long, MPI_Offset*, int *, int *, char*);
int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)
{
    int etype_own = etype ? type_in(*etype) : 0;
    const int etype_was = etype_own;
    int filetype_own = filetype ? type_in(*filetype) : 0;
    const int filetype_was = filetype_own;
    const int code = farreach_mpich_MPI_File_get_view(file_in(fh), disp, etype ? &etype_own : NULL, filetype ? &filetype_own : NULL, datarep);
    if (etype && (code == 0 || etype_own != etype_was))
        *etype = type_out(etype_own);
    if (filetype && (code == 0 || filetype_own != filetype_was))
        *filetype = type_out(filetype_own);
    return code_out(code);
}
WEAK(MPI_File_get_view)
int farreach_mpich_MPI_File_iread(long, const void *, int, int, int *);
int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread)
int farreach_mpich_MPI_File_iread_all(long, const void *, int, int, int *);
int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_all(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_all)
int farreach_mpich_MPI_File_iread_all_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_all_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_all_c)
int farreach_mpich_MPI_File_iread_at(long, MPI_Offset, const void *, int, int, int *);
int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_at(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_at)
int farreach_mpich_MPI_File_iread_at_all(long, MPI_Offset, const void *, int, int, int *);
int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_at_all(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_at_all)
int farreach_mpich_MPI_File_iread_at_all_c(long, MPI_Offset, const void *, MPI_Count, int, int *);
int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_at_all_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_at_all_c)
int farreach_mpich_MPI_File_iread_at_c(long, MPI_Offset, const void *, MPI_Count, int, int *);
int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_at_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_at_c)
int farreach_mpich_MPI_File_iread_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_c)
int farreach_mpich_MPI_File_iread_shared(long, const void *, int, int, int *);
int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_shared(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_shared)
int farreach_mpich_MPI_File_iread_shared_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iread_shared_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iread_shared_c)
int farreach_mpich_MPI_File_iwrite(long, const void *, int, int, int *);
int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite)
int farreach_mpich_MPI_File_iwrite_all(long, const void *, int, int, int *);
int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_all(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_all)
int farreach_mpich_MPI_File_iwrite_all_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_all_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_all_c)
int farreach_mpich_MPI_File_iwrite_at(long, MPI_Offset, const void *, int, int, int *);
int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_at(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_at)
int farreach_mpich_MPI_File_iwrite_at_all(long, MPI_Offset, const void *, int, int, int *);
int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_at_all(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_at_all)
int farreach_mpich_MPI_File_iwrite_at_all_c(long, MPI_Offset, const void *, MPI_Count, int, int *);
int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_at_all_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_at_all_c)
int farreach_mpich_MPI_File_iwrite_at_c(long, MPI_Offset, const void *, MPI_Count, int, int *);
int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_at_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_at_c)
int farreach_mpich_MPI_File_iwrite_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_c)
int farreach_mpich_MPI_File_iwrite_shared(long, const void *, int, int, int *);
int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_shared(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_shared)
int farreach_mpich_MPI_File_iwrite_shared_c(long, const void *, MPI_Count, int, int *);
int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_File_iwrite_shared_c(file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_File_iwrite_shared_c)
int farreach_mpich_MPI_File_open(int, const char*, int, int, long *);
int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    long fh_own = fh ? file_in(*fh) : 0;
    const long fh_was = fh_own;
    const int code = farreach_mpich_MPI_File_open(comm_in(comm), filename, amode_in(amode), info_in(info), fh ? &fh_own : NULL);
    if (fh && (code == 0 || fh_own != fh_was))
        *fh = file_out(fh_own);
    return code_out(code);
}
WEAK(MPI_File_open)
int farreach_mpich_MPI_File_preallocate(long, MPI_Offset);
int PMPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    return code_out(farreach_mpich_MPI_File_preallocate(file_in(fh), size));
}
WEAK(MPI_File_preallocate)
int farreach_mpich_MPI_File_read(long, const void *, int, int, struct status *);
int PMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read)
int farreach_mpich_MPI_File_read_all(long, const void *, int, int, struct status *);
int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_all(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_all)
int farreach_mpich_MPI_File_read_all_begin(long, const void *, int, int);
int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_all_begin(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_all_begin)
int farreach_mpich_MPI_File_read_all_begin_c(long, const void *, MPI_Count, int);
int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_all_begin_c(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_all_begin_c)
int farreach_mpich_MPI_File_read_all_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_all_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_all_c)
int farreach_mpich_MPI_File_read_all_end(long, const void *, struct status *);
int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_all_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_all_end)
int farreach_mpich_MPI_File_read_at(long, MPI_Offset, const void *, int, int, struct status *);
int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_at(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_at)
int farreach_mpich_MPI_File_read_at_all(long, MPI_Offset, const void *, int, int, struct status *);
int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_at_all(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_at_all)
int farreach_mpich_MPI_File_read_at_all_begin(long, MPI_Offset, const void *, int, int);
int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_at_all_begin(file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_at_all_begin)
int farreach_mpich_MPI_File_read_at_all_begin_c(long, MPI_Offset, const void *, MPI_Count, int);
int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_at_all_begin_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_at_all_begin_c)
int farreach_mpich_MPI_File_read_at_all_c(long, MPI_Offset, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_at_all_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_at_all_c)
int farreach_mpich_MPI_File_read_at_all_end(long, const void *, struct status *);
int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_at_all_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_at_all_end)
int farreach_mpich_MPI_File_read_at_c(long, MPI_Offset, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_at_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_at_c)
int farreach_mpich_MPI_File_read_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_c)
int farreach_mpich_MPI_File_read_ordered(long, const void *, int, int, struct status *);
int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_ordered(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_ordered)
int farreach_mpich_MPI_File_read_ordered_begin(long, const void *, int, int);
int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_ordered_begin(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_ordered_begin)
int farreach_mpich_MPI_File_read_ordered_begin_c(long, const void *, MPI_Count, int);
int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_read_ordered_begin_c(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_read_ordered_begin_c)
int farreach_mpich_MPI_File_read_ordered_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_ordered_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_ordered_c)
int farreach_mpich_MPI_File_read_ordered_end(long, const void *, struct status *);
int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_ordered_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_ordered_end)
int farreach_mpich_MPI_File_read_shared(long, const void *, int, int, struct status *);
int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_shared(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_shared)
int farreach_mpich_MPI_File_read_shared_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_read_shared_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_read_shared_c)
int farreach_mpich_MPI_File_seek(long, MPI_Offset, int);
int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    return code_out(farreach_mpich_MPI_File_seek(file_in(fh), offset, whence_in(whence)));
}
WEAK(MPI_File_seek)
int farreach_mpich_MPI_File_seek_shared(long, MPI_Offset, int);
int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    return code_out(farreach_mpich_MPI_File_seek_shared(file_in(fh), offset, whence_in(whence)));
}
WEAK(MPI_File_seek_shared)
int farreach_mpich_MPI_File_set_atomicity(long, int);
int PMPI_File_set_atomicity(MPI_File fh, int flag)
{
    return code_out(farreach_mpich_MPI_File_set_atomicity(file_in(fh), flag));
}
WEAK(MPI_File_set_atomicity)
int farreach_mpich_MPI_File_set_errhandler(long, int);
int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    return code_out(farreach_mpich_MPI_File_set_errhandler(file_in(file), errhandler_in(errhandler)));
}
WEAK(MPI_File_set_errhandler)
int farreach_mpich_MPI_File_set_info(long, int);
int PMPI_File_set_info(MPI_File fh, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_File_set_info(file_in(fh), info_in(info)));
}
WEAK(MPI_File_set_info)
int farreach_mpich_MPI_File_set_size(long, MPI_Offset);
int PMPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    return code_out(farreach_mpich_MPI_File_set_size(file_in(fh), size));
}
WEAK(MPI_File_set_size)
int farreach_mpich_MPI_File_set_view(long, long, int, int, const char*, int);
int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_File_set_view(file_in(fh), displacement_in(disp), type_in(etype), type_in(filetype), datarep, info_in(info)));
}
WEAK(MPI_File_set_view)
int farreach_mpich_MPI_File_sync(long);
int PMPI_File_sync(MPI_File fh)
{
    return code_out(farreach_mpich_MPI_File_sync(file_in(fh)));
}
WEAK(MPI_File_sync)
int farreach_mpich_MPI_File_write(long, const void *, int, int, struct status *);
int PMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write)
int farreach_mpich_MPI_File_write_all(long, const void *, int, int, struct status *);
int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_all(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_all)
int farreach_mpich_MPI_File_write_all_begin(long, const void *, int, int);
int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_all_begin(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_all_begin)
int farreach_mpich_MPI_File_write_all_begin_c(long, const void *, MPI_Count, int);
int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_all_begin_c(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_all_begin_c)
int farreach_mpich_MPI_File_write_all_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_all_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_all_c)
int farreach_mpich_MPI_File_write_all_end(long, const void *, struct status *);
int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_all_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_all_end)
int farreach_mpich_MPI_File_write_at(long, MPI_Offset, const void *, int, int, struct status *);
int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_at(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_at)
int farreach_mpich_MPI_File_write_at_all(long, MPI_Offset, const void *, int, int, struct status *);
int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_at_all(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_at_all)
int farreach_mpich_MPI_File_write_at_all_begin(long, MPI_Offset, const void *, int, int);
int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_at_all_begin(file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_at_all_begin)
int farreach_mpich_MPI_File_write_at_all_begin_c(long, MPI_Offset, const void *, MPI_Count, int);
int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_at_all_begin_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_at_all_begin_c)
int farreach_mpich_MPI_File_write_at_all_c(long, MPI_Offset, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_at_all_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_at_all_c)
int farreach_mpich_MPI_File_write_at_all_end(long, const void *, struct status *);
int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_at_all_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_at_all_end)
int farreach_mpich_MPI_File_write_at_c(long, MPI_Offset, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_at_c(file_in(fh), offset, buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_at_c)
int farreach_mpich_MPI_File_write_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_c)
int farreach_mpich_MPI_File_write_ordered(long, const void *, int, int, struct status *);
int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_ordered(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_ordered)
int farreach_mpich_MPI_File_write_ordered_begin(long, const void *, int, int);
int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_ordered_begin(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_ordered_begin)
int farreach_mpich_MPI_File_write_ordered_begin_c(long, const void *, MPI_Count, int);
int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return code_out(farreach_mpich_MPI_File_write_ordered_begin_c(file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
WEAK(MPI_File_write_ordered_begin_c)
int farreach_mpich_MPI_File_write_ordered_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_ordered_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_ordered_c)
int farreach_mpich_MPI_File_write_ordered_end(long, const void *, struct status *);
int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_ordered_end(file_in(fh), buffer_in(buf), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_ordered_end)
int farreach_mpich_MPI_File_write_shared(long, const void *, int, int, struct status *);
int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_shared(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_shared)
int farreach_mpich_MPI_File_write_shared_c(long, const void *, MPI_Count, int, struct status *);
int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    struct status status_own = {0};
    if (status)
        status_in(&status_own, status);
    const int code = farreach_mpich_MPI_File_write_shared_c(file_in(fh), buffer_in(buf), count, type_in(datatype), status ? &status_own : IGNORED);
    if (status)
        status_out(status, &status_own);
    return code_out(code);
}
WEAK(MPI_File_write_shared_c)
int farreach_mpich_MPI_Cart_create(int, int, const int*, const int*, int, int *);
int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart)
{
    int comm_cart_own = comm_cart ? comm_in(*comm_cart) : 0;
    const int comm_cart_was = comm_cart_own;
    const int code = farreach_mpich_MPI_Cart_create(comm_in(comm_old), ndims, dims, periods, reorder, comm_cart ? &comm_cart_own : NULL);
    if (comm_cart && (code == 0 || comm_cart_own != comm_cart_was))
        *comm_cart = comm_out(comm_cart_own);
    return code_out(code);
}
WEAK(MPI_Cart_create)
int farreach_mpich_MPI_Cart_get(int, int, int*, int*, int*);
int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    return code_out(farreach_mpich_MPI_Cart_get(comm_in(comm), maxdims, dims, periods, coords));
}
WEAK(MPI_Cart_get)
int farreach_mpich_MPI_Cart_rank(int, const int*, int *);
int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    int rank_own = rank ? rank_in(*rank) : 0;
    const int rank_was = rank_own;
    const int code = farreach_mpich_MPI_Cart_rank(comm_in(comm), coords, rank ? &rank_own : NULL);
    if (rank && (code == 0 || rank_own != rank_was))
        *rank = rank_out(rank_own);
    return code_out(code);
}
WEAK(MPI_Cart_rank)
int farreach_mpich_MPI_Cart_coords(int, int, int, int*);
int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    return code_out(farreach_mpich_MPI_Cart_coords(comm_in(comm), rank_in(rank), maxdims, coords));
}
WEAK(MPI_Cart_coords)
int farreach_mpich_MPI_Cart_shift(int, int, int, int *, int *);
int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    int rank_source_own = rank_source ? rank_in(*rank_source) : 0;
    const int rank_source_was = rank_source_own;
    int rank_dest_own = rank_dest ? rank_in(*rank_dest) : 0;
    const int rank_dest_was = rank_dest_own;
    const int code = farreach_mpich_MPI_Cart_shift(comm_in(comm), direction, disp, rank_source ? &rank_source_own : NULL, rank_dest ? &rank_dest_own : NULL);
    if (rank_source && (code == 0 || rank_source_own != rank_source_was))
        *rank_source = rank_out(rank_source_own);
    if (rank_dest && (code == 0 || rank_dest_own != rank_dest_was))
        *rank_dest = rank_out(rank_dest_own);
    return code_out(code);
}
WEAK(MPI_Cart_shift)
int farreach_mpich_MPI_Cart_sub(int, const int*, int *);
int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    int newcomm_own = newcomm ? comm_in(*newcomm) : 0;
    const int newcomm_was = newcomm_own;
    const int code = farreach_mpich_MPI_Cart_sub(comm_in(comm), remain_dims, newcomm ? &newcomm_own : NULL);
    if (newcomm && (code == 0 || newcomm_own != newcomm_was))
        *newcomm = comm_out(newcomm_own);
    return code_out(code);
}
WEAK(MPI_Cart_sub)
int farreach_mpich_MPI_Cartdim_get(int, int*);
int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    return code_out(farreach_mpich_MPI_Cartdim_get(comm_in(comm), ndims));
}
WEAK(MPI_Cartdim_get)
int farreach_mpich_MPI_Dims_create(int, int, int*);
int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    return code_out(farreach_mpich_MPI_Dims_create(nnodes, ndims, dims));
}
WEAK(MPI_Dims_create)
int farreach_mpich_MPI_Topo_test(int, int *);
int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    int status_own = status ? topology_in(*status) : 0;
    const int status_was = status_own;
    const int code = farreach_mpich_MPI_Topo_test(comm_in(comm), status ? &status_own : NULL);
    if (status && (code == 0 || status_own != status_was))
        *status = topology_out(status_own);
    return code_out(code);
}
WEAK(MPI_Topo_test)
int farreach_mpich_MPI_Cart_map(int, int, const int*, const int*, int*);
int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    return code_out(farreach_mpich_MPI_Cart_map(comm_in(comm), ndims, dims, periods, newrank));
}
WEAK(MPI_Cart_map)
int farreach_mpich_MPI_Dist_graph_create(int, int, const int*, const int*, const int*, const int *, int, int, int *);
int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    int comm_dist_graph_own = comm_dist_graph ? comm_in(*comm_dist_graph) : 0;
    const int comm_dist_graph_was = comm_dist_graph_own;
    const int code = farreach_mpich_MPI_Dist_graph_create(comm_in(comm_old), n, sources, degrees, destinations, weights_in(weights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_own : NULL);
    if (comm_dist_graph && (code == 0 || comm_dist_graph_own != comm_dist_graph_was))
        *comm_dist_graph = comm_out(comm_dist_graph_own);
    return code_out(code);
}
WEAK(MPI_Dist_graph_create)
int farreach_mpich_MPI_Dist_graph_create_adjacent(int, int, const int*, const int *, int, const int*, const int *, int, int, int *);
int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[], int outdegree, const int destinations[], const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    int comm_dist_graph_own = comm_dist_graph ? comm_in(*comm_dist_graph) : 0;
    const int comm_dist_graph_was = comm_dist_graph_own;
    const int code = farreach_mpich_MPI_Dist_graph_create_adjacent(comm_in(comm_old), indegree, sources, weights_in(sourceweights), outdegree, destinations, weights_in(destweights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_own : NULL);
    if (comm_dist_graph && (code == 0 || comm_dist_graph_own != comm_dist_graph_was))
        *comm_dist_graph = comm_out(comm_dist_graph_own);
    return code_out(code);
}
WEAK(MPI_Dist_graph_create_adjacent)
int farreach_mpich_MPI_Dist_graph_neighbors(int, int, int*, const int *, int, int*, const int *);
int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree, int destinations[], int destweights[])
{
    return code_out(farreach_mpich_MPI_Dist_graph_neighbors(comm_in(comm), maxindegree, sources, weights_in(sourceweights), maxoutdegree, destinations, weights_in(destweights)));
}
WEAK(MPI_Dist_graph_neighbors)
int farreach_mpich_MPI_Dist_graph_neighbors_count(int, int*, int*, int*);
int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
    return code_out(farreach_mpich_MPI_Dist_graph_neighbors_count(comm_in(comm), indegree, outdegree, weighted));
}
WEAK(MPI_Dist_graph_neighbors_count)
int farreach_mpich_MPI_Graph_create(int, int, const int*, const int*, int, int *);
int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[], int reorder, MPI_Comm *comm_graph)
{
    int comm_graph_own = comm_graph ? comm_in(*comm_graph) : 0;
    const int comm_graph_was = comm_graph_own;
    const int code = farreach_mpich_MPI_Graph_create(comm_in(comm_old), nnodes, indx, edges, reorder, comm_graph ? &comm_graph_own : NULL);
    if (comm_graph && (code == 0 || comm_graph_own != comm_graph_was))
        *comm_graph = comm_out(comm_graph_own);
    return code_out(code);
}
WEAK(MPI_Graph_create)
int farreach_mpich_MPI_Graph_get(int, int, int, int*, int*);
int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])
{
    return code_out(farreach_mpich_MPI_Graph_get(comm_in(comm), maxindex, maxedges, indx, edges));
}
WEAK(MPI_Graph_get)
int farreach_mpich_MPI_Graph_map(int, int, const int*, const int*, int*);
int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)
{
    return code_out(farreach_mpich_MPI_Graph_map(comm_in(comm), nnodes, indx, edges, newrank));
}
WEAK(MPI_Graph_map)
int farreach_mpich_MPI_Graph_neighbors(int, int, int, int*);
int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
    return code_out(farreach_mpich_MPI_Graph_neighbors(comm_in(comm), rank_in(rank), maxneighbors, neighbors));
}
WEAK(MPI_Graph_neighbors)
int farreach_mpich_MPI_Graph_neighbors_count(int, int, int*);
int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    return code_out(farreach_mpich_MPI_Graph_neighbors_count(comm_in(comm), rank_in(rank), nneighbors));
}
WEAK(MPI_Graph_neighbors_count)
int farreach_mpich_MPI_Graphdims_get(int, int*, int*);
int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    return code_out(farreach_mpich_MPI_Graphdims_get(comm_in(comm), nnodes, nedges));
}
WEAK(MPI_Graphdims_get)
int farreach_mpich_MPI_Neighbor_allgather(const void *, int, int, const void *, int, int, int);
int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_allgather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_allgather)
int farreach_mpich_MPI_Ineighbor_allgather(const void *, int, int, const void *, int, int, int, int *);
int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_allgather(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_allgather)
int farreach_mpich_MPI_Neighbor_allgather_init(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_allgather_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_allgather_init)
int farreach_mpich_MPI_Neighbor_allgather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int);
int PMPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_allgather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_allgather_c)
int farreach_mpich_MPI_Ineighbor_allgather_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int *);
int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_allgather_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_allgather_c)
int farreach_mpich_MPI_Neighbor_allgather_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_allgather_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_allgather_init_c)
int farreach_mpich_MPI_Neighbor_allgatherv(const void *, int, int, const void *, const int*, const int*, int, int);
int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_allgatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_allgatherv)
int farreach_mpich_MPI_Ineighbor_allgatherv(const void *, int, int, const void *, const int*, const int*, int, int, int *);
int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_allgatherv(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_allgatherv)
int farreach_mpich_MPI_Neighbor_allgatherv_init(const void *, int, int, const void *, const int*, const int*, int, int, int, int *);
int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_allgatherv_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_allgatherv_init)
int farreach_mpich_MPI_Neighbor_allgatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int);
int PMPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_allgatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_allgatherv_c)
int farreach_mpich_MPI_Ineighbor_allgatherv_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int *);
int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_allgatherv_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_allgatherv_c)
int farreach_mpich_MPI_Neighbor_allgatherv_init_c(const void *, MPI_Count, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int *);
int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_allgatherv_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_allgatherv_init_c)
int farreach_mpich_MPI_Neighbor_alltoall(const void *, int, int, const void *, int, int, int);
int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_alltoall(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_alltoall)
int farreach_mpich_MPI_Ineighbor_alltoall(const void *, int, int, const void *, int, int, int, int *);
int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoall(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoall)
int farreach_mpich_MPI_Neighbor_alltoall_init(const void *, int, int, const void *, int, int, int, int, int *);
int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoall_init(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoall_init)
int farreach_mpich_MPI_Neighbor_alltoall_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int);
int PMPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_alltoall_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_alltoall_c)
int farreach_mpich_MPI_Ineighbor_alltoall_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int *);
int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoall_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoall_c)
int farreach_mpich_MPI_Neighbor_alltoall_init_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, int, int *);
int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoall_init_c(buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoall_init_c)
int farreach_mpich_MPI_Neighbor_alltoallv(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int);
int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_alltoallv(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_alltoallv)
int farreach_mpich_MPI_Ineighbor_alltoallv(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int, int *);
int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoallv(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoallv)
int farreach_mpich_MPI_Neighbor_alltoallv_init(const void *, const int*, const int*, int, const void *, const int*, const int*, int, int, int, int *);
int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoallv_init(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallv_init)
int farreach_mpich_MPI_Neighbor_alltoallv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int);
int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return code_out(farreach_mpich_MPI_Neighbor_alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
WEAK(MPI_Neighbor_alltoallv_c)
int farreach_mpich_MPI_Ineighbor_alltoallv_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int *);
int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoallv_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoallv_c)
int farreach_mpich_MPI_Neighbor_alltoallv_init_c(const void *, const MPI_Count*, const MPI_Aint*, int, const void *, const MPI_Count*, const MPI_Aint*, int, int, int, int *);
int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoallv_init_c(buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallv_init_c)
int farreach_mpich_MPI_Neighbor_alltoallw(const void *, const int*, const MPI_Aint*, int *, const void *, const int*, const MPI_Aint*, int *, int);
int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    const int code = farreach_mpich_MPI_Neighbor_alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm));
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallw)
int farreach_mpich_MPI_Ineighbor_alltoallw(const void *, const int*, const MPI_Aint*, int *, const void *, const int*, const MPI_Aint*, int *, int, int *);
int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoallw(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoallw)
int farreach_mpich_MPI_Neighbor_alltoallw_init(const void *, const int*, const MPI_Aint*, int *, const void *, const int*, const MPI_Aint*, int *, int, int, int *);
int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoallw_init(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), info_in(info), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallw_init)
int farreach_mpich_MPI_Neighbor_alltoallw_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int);
int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    const int code = farreach_mpich_MPI_Neighbor_alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm));
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallw_c)
int farreach_mpich_MPI_Ineighbor_alltoallw_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int, int *);
int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Ineighbor_alltoallw_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Ineighbor_alltoallw_c)
int farreach_mpich_MPI_Neighbor_alltoallw_init_c(const void *, const MPI_Count*, const MPI_Aint*, int *, const void *, const MPI_Count*, const MPI_Aint*, int *, int, int, int *);
int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    ARRAY(int, sendtypes, neighbors(comm, 1))
    for (long i = 0; i < sendtypes_count; i++)
        sendtypes_own[i] = type_in(sendtypes[i]);
    ARRAY(int, recvtypes, neighbors(comm, 0))
    for (long i = 0; i < recvtypes_count; i++)
        recvtypes_own[i] = type_in(recvtypes[i]);
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Neighbor_alltoallw_init_c(buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_own : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_own : NULL, comm_in(comm), info_in(info), request ? &request_own : NULL);
    RELEASE(sendtypes)
    RELEASE(recvtypes)
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Neighbor_alltoallw_init_c)
int farreach_mpich_MPI_Accumulate(const void *, int, int, int, MPI_Aint, int, int, int, int);
int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Accumulate(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
WEAK(MPI_Accumulate)
int farreach_mpich_MPI_Accumulate_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int);
int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Accumulate_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
WEAK(MPI_Accumulate_c)
int farreach_mpich_MPI_Compare_and_swap(const void *, const void *, const void *, int, int, MPI_Aint, int);
int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Compare_and_swap(buffer_in(origin_addr), buffer_in(compare_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, win_in(win)));
}
WEAK(MPI_Compare_and_swap)
int farreach_mpich_MPI_Fetch_and_op(const void *, const void *, int, int, MPI_Aint, int, int);
int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Fetch_and_op(buffer_in(origin_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, op_in(op), win_in(win)));
}
WEAK(MPI_Fetch_and_op)
int farreach_mpich_MPI_Get(const void *, int, int, int, MPI_Aint, int, int, int);
int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Get(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
WEAK(MPI_Get)
int farreach_mpich_MPI_Get_accumulate(const void *, int, int, const void *, int, int, int, MPI_Aint, int, int, int, int);
int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Get_accumulate(buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
WEAK(MPI_Get_accumulate)
int farreach_mpich_MPI_Get_accumulate_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int);
int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Get_accumulate_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
WEAK(MPI_Get_accumulate_c)
int farreach_mpich_MPI_Get_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int);
int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Get_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
WEAK(MPI_Get_c)
int farreach_mpich_MPI_Put(const void *, int, int, int, MPI_Aint, int, int, int);
int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Put(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
WEAK(MPI_Put)
int farreach_mpich_MPI_Put_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int);
int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Put_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
WEAK(MPI_Put_c)
int farreach_mpich_MPI_Raccumulate(const void *, int, int, int, MPI_Aint, int, int, int, int, int *);
int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Raccumulate(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Raccumulate)
int farreach_mpich_MPI_Raccumulate_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int, int *);
int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Raccumulate_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Raccumulate_c)
int farreach_mpich_MPI_Rget(const void *, int, int, int, MPI_Aint, int, int, int, int *);
int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rget(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rget)
int farreach_mpich_MPI_Rget_accumulate(const void *, int, int, const void *, int, int, int, MPI_Aint, int, int, int, int, int *);
int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rget_accumulate(buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rget_accumulate)
int farreach_mpich_MPI_Rget_accumulate_c(const void *, MPI_Count, int, const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int, int *);
int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rget_accumulate_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rget_accumulate_c)
int farreach_mpich_MPI_Rget_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int *);
int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rget_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rget_c)
int farreach_mpich_MPI_Rput(const void *, int, int, int, MPI_Aint, int, int, int, int *);
int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rput(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rput)
int farreach_mpich_MPI_Rput_c(const void *, MPI_Count, int, int, MPI_Aint, MPI_Count, int, int, int *);
int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    int request_own = request ? request_in(*request) : 0;
    const int request_was = request_own;
    const int code = farreach_mpich_MPI_Rput_c(buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_own : NULL);
    if (request && (code == 0 || request_own != request_was))
        *request = request_out(request_own);
    return code_out(code);
}
WEAK(MPI_Rput_c)
int farreach_mpich_MPI_Win_allocate(MPI_Aint, int, int, int, void *, int *);
int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_allocate(size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_allocate)
int farreach_mpich_MPI_Win_allocate_c(MPI_Aint, MPI_Aint, int, int, void *, int *);
int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_allocate_c(size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_allocate_c)
int farreach_mpich_MPI_Win_allocate_shared(MPI_Aint, int, int, int, void *, int *);
int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_allocate_shared(size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_allocate_shared)
int farreach_mpich_MPI_Win_allocate_shared_c(MPI_Aint, MPI_Aint, int, int, void *, int *);
int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_allocate_shared_c(size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_allocate_shared_c)
int farreach_mpich_MPI_Win_attach(int, const void *, MPI_Aint);
int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    return code_out(farreach_mpich_MPI_Win_attach(win_in(win), buffer_in(base), size));
}
WEAK(MPI_Win_attach)
int farreach_mpich_MPI_Win_call_errhandler(int, int);
int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    return code_out(farreach_mpich_MPI_Win_call_errhandler(win_in(win), code_in(errorcode)));
}
WEAK(MPI_Win_call_errhandler)
int farreach_mpich_MPI_Win_complete(int);
int PMPI_Win_complete(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_complete(win_in(win)));
}
WEAK(MPI_Win_complete)
int farreach_mpich_MPI_Win_create(const void *, MPI_Aint, int, int, int, int *);
int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_create(buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_create)
int farreach_mpich_MPI_Win_create_c(const void *, MPI_Aint, MPI_Aint, int, int, int *);
int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_create_c(buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_create_c)
int farreach_mpich_MPI_Win_create_dynamic(int, int, int *);
int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_create_dynamic(info_in(info), comm_in(comm), win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_create_dynamic)
int farreach_mpich_MPI_Win_delete_attr(int, int);
int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    return code_out(farreach_mpich_MPI_Win_delete_attr(win_in(win), key_in(win_keyval)));
}
WEAK(MPI_Win_delete_attr)
int farreach_mpich_MPI_Win_detach(int, const void *);
int PMPI_Win_detach(MPI_Win win, const void *base)
{
    return code_out(farreach_mpich_MPI_Win_detach(win_in(win), buffer_in(base)));
}
WEAK(MPI_Win_detach)
int farreach_mpich_MPI_Win_fence(int, int);
int PMPI_Win_fence(int assert, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_fence(assert_in(assert), win_in(win)));
}
WEAK(MPI_Win_fence)
int farreach_mpich_MPI_Win_flush(int, int);
int PMPI_Win_flush(int rank, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_flush(rank_in(rank), win_in(win)));
}
WEAK(MPI_Win_flush)
int farreach_mpich_MPI_Win_flush_all(int);
int PMPI_Win_flush_all(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_flush_all(win_in(win)));
}
WEAK(MPI_Win_flush_all)
int farreach_mpich_MPI_Win_flush_local(int, int);
int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_flush_local(rank_in(rank), win_in(win)));
}
WEAK(MPI_Win_flush_local)
int farreach_mpich_MPI_Win_flush_local_all(int);
int PMPI_Win_flush_local_all(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_flush_local_all(win_in(win)));
}
WEAK(MPI_Win_flush_local_all)
int farreach_mpich_MPI_Win_free(int *);
int PMPI_Win_free(MPI_Win *win)
{
    int win_own = win ? win_in(*win) : 0;
    const int win_was = win_own;
    const int code = farreach_mpich_MPI_Win_free(win ? &win_own : NULL);
    if (win && (code == 0 || win_own != win_was))
        *win = win_out(win_own);
    return code_out(code);
}
WEAK(MPI_Win_free)
int farreach_mpich_MPI_Win_free_keyval(int *);
int PMPI_Win_free_keyval(int *win_keyval)
{
    int win_keyval_own = win_keyval ? key_in(*win_keyval) : 0;
    const int win_keyval_was = win_keyval_own;
    const int code = farreach_mpich_MPI_Win_free_keyval(win_keyval ? &win_keyval_own : NULL);
    if (win_keyval && (code == 0 || win_keyval_own != win_keyval_was))
        *win_keyval = key_out(win_keyval_own);
    return code_out(code);
}
WEAK(MPI_Win_free_keyval)
int farreach_mpich_MPI_Win_get_errhandler(int, int *);
int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    int errhandler_own = errhandler ? errhandler_in(*errhandler) : 0;
    const int errhandler_was = errhandler_own;
    const int code = farreach_mpich_MPI_Win_get_errhandler(win_in(win), errhandler ? &errhandler_own : NULL);
    if (errhandler && (code == 0 || errhandler_own != errhandler_was))
        *errhandler = errhandler_out(errhandler_own);
    return code_out(code);
}
WEAK(MPI_Win_get_errhandler)
int farreach_mpich_MPI_Win_get_group(int, int *);
int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    int group_own = group ? group_in(*group) : 0;
    const int group_was = group_own;
    const int code = farreach_mpich_MPI_Win_get_group(win_in(win), group ? &group_own : NULL);
    if (group && (code == 0 || group_own != group_was))
        *group = group_out(group_own);
    return code_out(code);
}
WEAK(MPI_Win_get_group)
int farreach_mpich_MPI_Win_get_info(int, int *);
int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    int info_used_own = info_used ? info_in(*info_used) : 0;
    const int info_used_was = info_used_own;
    const int code = farreach_mpich_MPI_Win_get_info(win_in(win), info_used ? &info_used_own : NULL);
    if (info_used && (code == 0 || info_used_own != info_used_was))
        *info_used = info_out(info_used_own);
    return code_out(code);
}
WEAK(MPI_Win_get_info)
int farreach_mpich_MPI_Win_lock(int, int, int, int);
int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_lock(lock_in(lock_type), rank_in(rank), assert_in(assert), win_in(win)));
}
WEAK(MPI_Win_lock)
int farreach_mpich_MPI_Win_lock_all(int, int);
int PMPI_Win_lock_all(int assert, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_lock_all(assert_in(assert), win_in(win)));
}
WEAK(MPI_Win_lock_all)
int farreach_mpich_MPI_Win_post(int, int, int);
int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_post(group_in(group), assert_in(assert), win_in(win)));
}
WEAK(MPI_Win_post)
int farreach_mpich_MPI_Win_set_attr(int, int, void *);
int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    return code_out(farreach_mpich_MPI_Win_set_attr(win_in(win), key_in(win_keyval), attribute_val));
}
WEAK(MPI_Win_set_attr)
int farreach_mpich_MPI_Win_set_errhandler(int, int);
int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    return code_out(farreach_mpich_MPI_Win_set_errhandler(win_in(win), errhandler_in(errhandler)));
}
WEAK(MPI_Win_set_errhandler)
int farreach_mpich_MPI_Win_set_info(int, int);
int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_Win_set_info(win_in(win), info_in(info)));
}
WEAK(MPI_Win_set_info)
int farreach_mpich_MPI_Win_set_name(int, const char*);
int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    return code_out(farreach_mpich_MPI_Win_set_name(win_in(win), win_name));
}
WEAK(MPI_Win_set_name)
int farreach_mpich_MPI_Win_shared_query(int, int, MPI_Aint*, int*, void *);
int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
    return code_out(farreach_mpich_MPI_Win_shared_query(win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
WEAK(MPI_Win_shared_query)
int farreach_mpich_MPI_Win_shared_query_c(int, int, MPI_Aint*, MPI_Aint*, void *);
int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr)
{
    return code_out(farreach_mpich_MPI_Win_shared_query_c(win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
WEAK(MPI_Win_shared_query_c)
int farreach_mpich_MPI_Win_start(int, int, int);
int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_start(group_in(group), assert_in(assert), win_in(win)));
}
WEAK(MPI_Win_start)
int farreach_mpich_MPI_Win_sync(int);
int PMPI_Win_sync(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_sync(win_in(win)));
}
WEAK(MPI_Win_sync)
int farreach_mpich_MPI_Win_test(int, int*);
int PMPI_Win_test(MPI_Win win, int *flag)
{
    return code_out(farreach_mpich_MPI_Win_test(win_in(win), flag));
}
WEAK(MPI_Win_test)
int farreach_mpich_MPI_Win_unlock(int, int);
int PMPI_Win_unlock(int rank, MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_unlock(rank_in(rank), win_in(win)));
}
WEAK(MPI_Win_unlock)
int farreach_mpich_MPI_Win_unlock_all(int);
int PMPI_Win_unlock_all(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_unlock_all(win_in(win)));
}
WEAK(MPI_Win_unlock_all)
int farreach_mpich_MPI_Win_wait(int);
int PMPI_Win_wait(MPI_Win win)
{
    return code_out(farreach_mpich_MPI_Win_wait(win_in(win)));
}
WEAK(MPI_Win_wait)
int farreach_mpich_MPI_T_category_changed(int*);
int PMPI_T_category_changed(int *update_number)
{
    return code_out(farreach_mpich_MPI_T_category_changed(update_number));
}
WEAK(MPI_T_category_changed)
int farreach_mpich_MPI_T_category_get_categories(int, int, int*);
int PMPI_T_category_get_categories(int cat_index, int len, int indices[])
{
    return code_out(farreach_mpich_MPI_T_category_get_categories(cat_index, len, indices));
}
WEAK(MPI_T_category_get_categories)
int farreach_mpich_MPI_T_category_get_cvars(int, int, int*);
int PMPI_T_category_get_cvars(int cat_index, int len, int indices[])
{
    return code_out(farreach_mpich_MPI_T_category_get_cvars(cat_index, len, indices));
}
WEAK(MPI_T_category_get_cvars)
int farreach_mpich_MPI_T_category_get_events(int, int, int*);
int PMPI_T_category_get_events(int cat_index, int len, int indices[])
{
    return code_out(farreach_mpich_MPI_T_category_get_events(cat_index, len, indices));
}
WEAK(MPI_T_category_get_events)
int farreach_mpich_MPI_T_category_get_index(const char*, int*);
int PMPI_T_category_get_index(const char *name, int *cat_index)
{
    return code_out(farreach_mpich_MPI_T_category_get_index(name, cat_index));
}
WEAK(MPI_T_category_get_index)
int farreach_mpich_MPI_T_category_get_info(int, char*, int*, char*, int*, int*, int*, int*);
int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)
{
    return code_out(farreach_mpich_MPI_T_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories));
}
WEAK(MPI_T_category_get_info)
int farreach_mpich_MPI_T_category_get_num(int*);
int PMPI_T_category_get_num(int *num_cat)
{
    return code_out(farreach_mpich_MPI_T_category_get_num(num_cat));
}
WEAK(MPI_T_category_get_num)
int farreach_mpich_MPI_T_category_get_num_events(int, int*);
int PMPI_T_category_get_num_events(int cat_index, int *num_events)
{
    return code_out(farreach_mpich_MPI_T_category_get_num_events(cat_index, num_events));
}
WEAK(MPI_T_category_get_num_events)
int farreach_mpich_MPI_T_category_get_pvars(int, int, int*);
int PMPI_T_category_get_pvars(int cat_index, int len, int indices[])
{
    return code_out(farreach_mpich_MPI_T_category_get_pvars(cat_index, len, indices));
}
WEAK(MPI_T_category_get_pvars)
int farreach_mpich_MPI_T_cvar_get_index(const char*, int*);
int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
    return code_out(farreach_mpich_MPI_T_cvar_get_index(name, cvar_index));
}
WEAK(MPI_T_cvar_get_index)
int farreach_mpich_MPI_T_cvar_get_info(int, char*, int*, int *, int *, MPI_T_enum*, char*, int*, int *, int *);
int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    int verbosity_own = verbosity ? verbosity_in(*verbosity) : 0;
    const int verbosity_was = verbosity_own;
    int datatype_own = datatype ? type_in(*datatype) : 0;
    const int datatype_was = datatype_own;
    int bind_own = bind ? bind_in(*bind) : 0;
    const int bind_was = bind_own;
    int scope_own = scope ? scope_in(*scope) : 0;
    const int scope_was = scope_own;
    const int code = farreach_mpich_MPI_T_cvar_get_info(cvar_index, name, name_len, verbosity ? &verbosity_own : NULL, datatype ? &datatype_own : NULL, enumtype, desc, desc_len, bind ? &bind_own : NULL, scope ? &scope_own : NULL);
    if (verbosity && (code == 0 || verbosity_own != verbosity_was))
        *verbosity = verbosity_out(verbosity_own);
    if (datatype && (code == 0 || datatype_own != datatype_was))
        *datatype = type_out(datatype_own);
    if (bind && (code == 0 || bind_own != bind_was))
        *bind = bind_out(bind_own);
    if (scope && (code == 0 || scope_own != scope_was))
        *scope = scope_out(scope_own);
    return code_out(code);
}
WEAK(MPI_T_cvar_get_info)
int farreach_mpich_MPI_T_cvar_get_num(int*);
int PMPI_T_cvar_get_num(int *num_cvar)
{
    return code_out(farreach_mpich_MPI_T_cvar_get_num(num_cvar));
}
WEAK(MPI_T_cvar_get_num)
int farreach_mpich_MPI_T_cvar_handle_alloc(int, const void *, MPI_T_cvar_handle*, int*);
int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count)
{
    return code_out(farreach_mpich_MPI_T_cvar_handle_alloc(cvar_index, buffer_in(obj_handle), handle, count));
}
WEAK(MPI_T_cvar_handle_alloc)
int farreach_mpich_MPI_T_cvar_handle_free(MPI_T_cvar_handle*);
int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    return code_out(farreach_mpich_MPI_T_cvar_handle_free(handle));
}
WEAK(MPI_T_cvar_handle_free)
int farreach_mpich_MPI_T_cvar_read(MPI_T_cvar_handle, const void *);
int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    return code_out(farreach_mpich_MPI_T_cvar_read(handle, buffer_in(buf)));
}
WEAK(MPI_T_cvar_read)
int farreach_mpich_MPI_T_cvar_write(MPI_T_cvar_handle, const void *);
int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    return code_out(farreach_mpich_MPI_T_cvar_write(handle, buffer_in(buf)));
}
WEAK(MPI_T_cvar_write)
int farreach_mpich_MPI_T_enum_get_info(MPI_T_enum, int*, char*, int*);
int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    return code_out(farreach_mpich_MPI_T_enum_get_info(enumtype, num, name, name_len));
}
WEAK(MPI_T_enum_get_info)
int farreach_mpich_MPI_T_enum_get_item(MPI_T_enum, int, int*, char*, int*);
int PMPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)
{
    return code_out(farreach_mpich_MPI_T_enum_get_item(enumtype, indx, value, name, name_len));
}
WEAK(MPI_T_enum_get_item)
int farreach_mpich_MPI_T_event_callback_get_info(void);
int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
    return code_out(farreach_mpich_MPI_T_event_callback_get_info());
}
WEAK(MPI_T_event_callback_get_info)
int farreach_mpich_MPI_T_event_callback_set_info(void);
int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_T_event_callback_set_info());
}
WEAK(MPI_T_event_callback_set_info)
int farreach_mpich_MPI_T_event_copy(void);
int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
    return code_out(farreach_mpich_MPI_T_event_copy());
}
WEAK(MPI_T_event_copy)
int farreach_mpich_MPI_T_event_get_index(void);
int PMPI_T_event_get_index(const char *name, int *event_index)
{
    return code_out(farreach_mpich_MPI_T_event_get_index());
}
WEAK(MPI_T_event_get_index)
int farreach_mpich_MPI_T_event_get_info(void);
int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind)
{
    return code_out(farreach_mpich_MPI_T_event_get_info());
}
WEAK(MPI_T_event_get_info)
int farreach_mpich_MPI_T_event_get_num(int*);
int PMPI_T_event_get_num(int *num_events)
{
    return code_out(farreach_mpich_MPI_T_event_get_num(num_events));
}
WEAK(MPI_T_event_get_num)
int farreach_mpich_MPI_T_event_get_source(void);
int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
    return code_out(farreach_mpich_MPI_T_event_get_source());
}
WEAK(MPI_T_event_get_source)
int farreach_mpich_MPI_T_event_get_timestamp(void);
int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
    return code_out(farreach_mpich_MPI_T_event_get_timestamp());
}
WEAK(MPI_T_event_get_timestamp)
int farreach_mpich_MPI_T_event_handle_alloc(void);
int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info, MPI_T_event_registration *event_registration)
{
    return code_out(farreach_mpich_MPI_T_event_handle_alloc());
}
WEAK(MPI_T_event_handle_alloc)
int farreach_mpich_MPI_T_event_handle_free(void);
int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data, MPI_T_event_free_cb_function free_cb_function)
{
    return code_out(farreach_mpich_MPI_T_event_handle_free());
}
WEAK(MPI_T_event_handle_free)
int farreach_mpich_MPI_T_event_handle_get_info(void);
int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
    return code_out(farreach_mpich_MPI_T_event_handle_get_info());
}
WEAK(MPI_T_event_handle_get_info)
int farreach_mpich_MPI_T_event_handle_set_info(void);
int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
    return code_out(farreach_mpich_MPI_T_event_handle_set_info());
}
WEAK(MPI_T_event_handle_set_info)
int farreach_mpich_MPI_T_event_read(void);
int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
    return code_out(farreach_mpich_MPI_T_event_read());
}
WEAK(MPI_T_event_read)
int farreach_mpich_MPI_T_event_register_callback(void);
int PMPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function)
{
    return code_out(farreach_mpich_MPI_T_event_register_callback());
}
WEAK(MPI_T_event_register_callback)
int farreach_mpich_MPI_T_event_set_dropped_handler(void);
int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration, MPI_T_event_dropped_cb_function dropped_cb_function)
{
    return code_out(farreach_mpich_MPI_T_event_set_dropped_handler());
}
WEAK(MPI_T_event_set_dropped_handler)
int farreach_mpich_MPI_T_init_thread(int, int *);
int PMPI_T_init_thread(int required, int *provided)
{
    int provided_own = provided ? level_in(*provided) : 0;
    const int provided_was = provided_own;
    const int code = farreach_mpich_MPI_T_init_thread(level_in(required), provided ? &provided_own : NULL);
    if (provided && (code == 0 || provided_own != provided_was))
        *provided = level_out(provided_own);
    return code_out(code);
}
WEAK(MPI_T_init_thread)
int farreach_mpich_MPI_T_pvar_get_index(const char*, int, int*);
int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    return code_out(farreach_mpich_MPI_T_pvar_get_index(name, figure_in(var_class), pvar_index));
}
WEAK(MPI_T_pvar_get_index)
int farreach_mpich_MPI_T_pvar_get_info(int, char*, int*, int *, int *, int *, MPI_T_enum*, char*, int*, int *, int*, int*, int*);
int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)
{
    int verbosity_own = verbosity ? verbosity_in(*verbosity) : 0;
    const int verbosity_was = verbosity_own;
    int var_class_own = var_class ? figure_in(*var_class) : 0;
    const int var_class_was = var_class_own;
    int datatype_own = datatype ? type_in(*datatype) : 0;
    const int datatype_was = datatype_own;
    int bind_own = bind ? bind_in(*bind) : 0;
    const int bind_was = bind_own;
    const int code = farreach_mpich_MPI_T_pvar_get_info(pvar_index, name, name_len, verbosity ? &verbosity_own : NULL, var_class ? &var_class_own : NULL, datatype ? &datatype_own : NULL, enumtype, desc, desc_len, bind ? &bind_own : NULL, readonly, continuous, atomic);
    if (verbosity && (code == 0 || verbosity_own != verbosity_was))
        *verbosity = verbosity_out(verbosity_own);
    if (var_class && (code == 0 || var_class_own != var_class_was))
        *var_class = figure_out(var_class_own);
    if (datatype && (code == 0 || datatype_own != datatype_was))
        *datatype = type_out(datatype_own);
    if (bind && (code == 0 || bind_own != bind_was))
        *bind = bind_out(bind_own);
    return code_out(code);
}
WEAK(MPI_T_pvar_get_info)
int farreach_mpich_MPI_T_pvar_get_num(int*);
int PMPI_T_pvar_get_num(int *num_pvar)
{
    return code_out(farreach_mpich_MPI_T_pvar_get_num(num_pvar));
}
WEAK(MPI_T_pvar_get_num)
int farreach_mpich_MPI_T_pvar_handle_alloc(MPI_T_pvar_session, int, const void *, MPI_T_pvar_handle*, int*);
int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle, int *count)
{
    return code_out(farreach_mpich_MPI_T_pvar_handle_alloc(session, pvar_index, buffer_in(obj_handle), handle, count));
}
WEAK(MPI_T_pvar_handle_alloc)
int farreach_mpich_MPI_T_pvar_handle_free(MPI_T_pvar_session, MPI_T_pvar_handle*);
int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    return code_out(farreach_mpich_MPI_T_pvar_handle_free(session, handle));
}
WEAK(MPI_T_pvar_handle_free)
int farreach_mpich_MPI_T_pvar_read(MPI_T_pvar_session, MPI_T_pvar_handle, const void *);
int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    return code_out(farreach_mpich_MPI_T_pvar_read(session, handle, buffer_in(buf)));
}
WEAK(MPI_T_pvar_read)
int farreach_mpich_MPI_T_pvar_readreset(MPI_T_pvar_session, MPI_T_pvar_handle, const void *);
int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    return code_out(farreach_mpich_MPI_T_pvar_readreset(session, handle, buffer_in(buf)));
}
WEAK(MPI_T_pvar_readreset)
int farreach_mpich_MPI_T_pvar_reset(MPI_T_pvar_session, MPI_T_pvar_handle);
int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return code_out(farreach_mpich_MPI_T_pvar_reset(session, handle));
}
WEAK(MPI_T_pvar_reset)
int farreach_mpich_MPI_T_pvar_session_create(MPI_T_pvar_session*);
int PMPI_T_pvar_session_create(MPI_T_pvar_session *session)
{
    return code_out(farreach_mpich_MPI_T_pvar_session_create(session));
}
WEAK(MPI_T_pvar_session_create)
int farreach_mpich_MPI_T_pvar_session_free(MPI_T_pvar_session*);
int PMPI_T_pvar_session_free(MPI_T_pvar_session *session)
{
    return code_out(farreach_mpich_MPI_T_pvar_session_free(session));
}
WEAK(MPI_T_pvar_session_free)
int farreach_mpich_MPI_T_pvar_start(MPI_T_pvar_session, MPI_T_pvar_handle);
int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return code_out(farreach_mpich_MPI_T_pvar_start(session, handle));
}
WEAK(MPI_T_pvar_start)
int farreach_mpich_MPI_T_pvar_stop(MPI_T_pvar_session, MPI_T_pvar_handle);
int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return code_out(farreach_mpich_MPI_T_pvar_stop(session, handle));
}
WEAK(MPI_T_pvar_stop)
int farreach_mpich_MPI_T_pvar_write(MPI_T_pvar_session, MPI_T_pvar_handle, const void *);
int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
    return code_out(farreach_mpich_MPI_T_pvar_write(session, handle, buffer_in(buf)));
}
WEAK(MPI_T_pvar_write)
int farreach_mpich_MPI_T_source_get_info(void);
int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info)
{
    return code_out(farreach_mpich_MPI_T_source_get_info());
}
WEAK(MPI_T_source_get_info)
int farreach_mpich_MPI_T_source_get_num(int*);
int PMPI_T_source_get_num(int *num_sources)
{
    return code_out(farreach_mpich_MPI_T_source_get_num(num_sources));
}
WEAK(MPI_T_source_get_num)
int farreach_mpich_MPI_T_source_get_timestamp(void);
int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
    return code_out(farreach_mpich_MPI_T_source_get_timestamp());
}
WEAK(MPI_T_source_get_timestamp)
int farreach_mpich_MPI_Close_port(void);
int PMPI_Close_port(const char *port_name)
{
    return code_out(farreach_mpich_MPI_Close_port());
}
WEAK(MPI_Close_port)
int farreach_mpich_MPI_Comm_accept(void);
int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    return code_out(farreach_mpich_MPI_Comm_accept());
}
WEAK(MPI_Comm_accept)
int farreach_mpich_MPI_Comm_connect(void);
int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    return code_out(farreach_mpich_MPI_Comm_connect());
}
WEAK(MPI_Comm_connect)
int farreach_mpich_MPI_Comm_join(void);
int PMPI_Comm_join(int fd, MPI_Comm *intercomm)
{
    return code_out(farreach_mpich_MPI_Comm_join());
}
WEAK(MPI_Comm_join)
int farreach_mpich_MPI_Comm_spawn(void);
int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    return code_out(farreach_mpich_MPI_Comm_spawn());
}
WEAK(MPI_Comm_spawn)
int farreach_mpich_MPI_Comm_spawn_multiple(void);
int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    return code_out(farreach_mpich_MPI_Comm_spawn_multiple());
}
WEAK(MPI_Comm_spawn_multiple)
int farreach_mpich_MPI_Lookup_name(void);
int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
    return code_out(farreach_mpich_MPI_Lookup_name());
}
WEAK(MPI_Lookup_name)
int farreach_mpich_MPI_Open_port(void);
int PMPI_Open_port(MPI_Info info, char *port_name)
{
    return code_out(farreach_mpich_MPI_Open_port());
}
WEAK(MPI_Open_port)
int farreach_mpich_MPI_Publish_name(void);
int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    return code_out(farreach_mpich_MPI_Publish_name());
}
WEAK(MPI_Publish_name)
int farreach_mpich_MPI_Unpublish_name(void);
int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    return code_out(farreach_mpich_MPI_Unpublish_name());
}
WEAK(MPI_Unpublish_name)
