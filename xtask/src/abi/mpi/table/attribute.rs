//! The functions of the family `attribute`.

use super::{Family, Kind};

pub(super) const ATTRIBUTE: Family = Family {
    name: "attribute",
    kind: Kind::Functions,
    rows: &[
        "int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state)",
        "int MPI_Comm_free_keyval(int *comm_keyval)",
        "int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)",
        "int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)",
        "int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)",
        "int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)",
        "int MPI_Keyval_free(int *keyval)",
        "int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)",
        "int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)",
        "int MPI_Attr_delete(MPI_Comm comm, int keyval)",
        "int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state)",
        "int MPI_Type_free_keyval(int *type_keyval)",
        "int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)",
        "int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)",
        "int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)",
    ],
};
