//! The functions of the family `request`.

use super::{Family, Kind};

pub(super) const REQUEST: Family = Family {
    name: "request",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Wait(MPI_Request *request, MPI_Status *status)",
        "int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)",
        "int MPI_Waitany(int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status)",
        "int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)",
        "int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)",
        "int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)",
        "int MPI_Testany(int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status)",
        "int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)",
        "int MPI_Cancel(MPI_Request *request)",
        "int MPI_Test_cancelled(const MPI_Status *status, int *flag)",
        "int MPI_Request_free(MPI_Request *request)",
        "int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)",
        "int MPI_Start(MPI_Request *request)",
        "int MPI_Startall(int count, MPI_Request array_of_requests[])",
        "int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)",
        "int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)",
        "int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)",
        "int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)",
        "int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)",
        "int MPI_Status_set_cancelled(MPI_Status *status, int flag)",
        "int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)",
        "int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)",
        "int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request)",
        "int MPI_Grequest_complete(MPI_Request request)",
    ],
};
