//! The family `tools`.

// Made by `cargo xtask abi` from the table in xtask/src/abi/mpi.

use crate::export::*;
use crate::tools;

abis! {
    exports {
        tool MPI_T_category_changed(update_number: *mut c_int) needs update_number = tools::t_category_changed(update_number);
        tool MPI_T_category_get_categories(cat_index: c_int, len: c_int, indices: *mut c_int) needs indices[len] = tools::t_category_get_categories(cat_index, len, indices);
        tool MPI_T_category_get_cvars(cat_index: c_int, len: c_int, indices: *mut c_int) needs indices[len] = tools::t_category_get_cvars(cat_index, len, indices);
        tool MPI_T_category_get_events(cat_index: c_int, len: c_int, indices: *mut c_int) needs indices[len] = tools::t_category_get_events(cat_index, len, indices);
        tool MPI_T_category_get_index(name: *const c_char, cat_index: *mut c_int) needs name, cat_index = tools::t_category_get_index(name, cat_index);
        tool MPI_T_category_get_info(cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) = tools::t_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories);
        tool MPI_T_category_get_num(num_cat: *mut c_int) needs num_cat = tools::t_category_get_num(num_cat);
        tool MPI_T_category_get_num_events(cat_index: c_int, num_events: *mut c_int) needs num_events = tools::t_category_get_num_events(cat_index, num_events);
        tool MPI_T_category_get_pvars(cat_index: c_int, len: c_int, indices: *mut c_int) needs indices[len] = tools::t_category_get_pvars(cat_index, len, indices);
        tool MPI_T_cvar_get_index(name: *const c_char, cvar_index: *mut c_int) needs name, cvar_index = tools::t_cvar_get_index(name, cvar_index);
        tool MPI_T_cvar_get_info(cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut Handle, enumtype: *mut *mut c_void, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) = tools::t_cvar_get_info(cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len, bind, scope);
        tool MPI_T_cvar_get_num(num_cvar: *mut c_int) needs num_cvar = tools::t_cvar_get_num(num_cvar);
        tool MPI_T_cvar_handle_alloc(cvar_index: c_int, obj_handle: *mut c_void, handle: *mut *mut c_void, count: *mut c_int) needs handle, count = tools::t_cvar_handle_alloc(cvar_index, obj_handle, handle, count);
        tool MPI_T_cvar_handle_free(handle: *mut *mut c_void) needs handle = tools::t_cvar_handle_free(handle);
        tool MPI_T_cvar_read(handle: *mut c_void, buf: *mut c_void) needs buf = tools::t_cvar_read(handle, buf);
        tool MPI_T_cvar_write(handle: *mut c_void, buf: *const c_void) needs buf = tools::t_cvar_write(handle, buf);
        tool MPI_T_enum_get_info(enumtype: *mut c_void, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) = tools::t_enum_get_info(enumtype, num, name, name_len);
        tool MPI_T_enum_get_item(enumtype: *mut c_void, indx: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) needs value = tools::t_enum_get_item(enumtype, indx, value, name, name_len);
        tool MPI_T_event_callback_get_info(event_registration: *mut c_void, cb_safety: c_int, info_used: *mut Handle) = tools::t_event_callback_get_info(event_registration, cb_safety, info_used);
        tool MPI_T_event_callback_set_info(event_registration: *mut c_void, cb_safety: c_int, info: Handle) = tools::t_event_callback_set_info(event_registration, cb_safety, info);
        tool MPI_T_event_copy(event_instance: *mut c_void, buffer: *mut c_void) = tools::t_event_copy(event_instance, buffer);
        tool MPI_T_event_get_index(name: *const c_char, event_index: *mut c_int) = tools::t_event_get_index(name, event_index);
        tool MPI_T_event_get_info(event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut Handle, array_of_displacements: *mut c_long, num_elements: *mut c_int, enumtype: *mut *mut c_void, info: *mut Handle, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) = tools::t_event_get_info(event_index, name, name_len, verbosity, array_of_datatypes, array_of_displacements, num_elements, enumtype, info, desc, desc_len, bind);
        tool MPI_T_event_get_num(num_events: *mut c_int) = tools::t_event_get_num(num_events);
        tool MPI_T_event_get_source(event_instance: *mut c_void, source_index: *mut c_int) = tools::t_event_get_source(event_instance, source_index);
        tool MPI_T_event_get_timestamp(event_instance: *mut c_void, event_timestamp: *mut c_long) = tools::t_event_get_timestamp(event_instance, event_timestamp);
        tool MPI_T_event_handle_alloc(event_index: c_int, obj_handle: *mut c_void, info: Handle, event_registration: *mut *mut c_void) = tools::t_event_handle_alloc(event_index, obj_handle, info, event_registration);
        tool MPI_T_event_handle_free(event_registration: *mut c_void, user_data: *mut c_void, free_cb_function: *const c_void) = tools::t_event_handle_free(event_registration, user_data, free_cb_function);
        tool MPI_T_event_handle_get_info(event_registration: *mut c_void, info_used: *mut Handle) = tools::t_event_handle_get_info(event_registration, info_used);
        tool MPI_T_event_handle_set_info(event_registration: *mut c_void, info: Handle) = tools::t_event_handle_set_info(event_registration, info);
        tool MPI_T_event_read(event_instance: *mut c_void, element_index: c_int, buffer: *mut c_void) = tools::t_event_read(event_instance, element_index, buffer);
        tool MPI_T_event_register_callback(event_registration: *mut c_void, cb_safety: c_int, info: Handle, user_data: *mut c_void, event_cb_function: *const c_void) = tools::t_event_register_callback(event_registration, cb_safety, info, user_data, event_cb_function);
        tool MPI_T_event_set_dropped_handler(event_registration: *mut c_void, dropped_cb_function: *const c_void) = tools::t_event_set_dropped_handler(event_registration, dropped_cb_function);
        tool MPI_T_finalize() = tools::t_finalize();
        tool MPI_T_init_thread(required: c_int, provided: *mut c_int) needs provided = tools::t_init_thread(required, provided);
        tool MPI_T_pvar_get_index(name: *const c_char, var_class: c_int, pvar_index: *mut c_int) needs name, pvar_index = tools::t_pvar_get_index(name, var_class, pvar_index);
        tool MPI_T_pvar_get_info(pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut Handle, enumtype: *mut *mut c_void, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) = tools::t_pvar_get_info(pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc, desc_len, bind, readonly, continuous, atomic);
        tool MPI_T_pvar_get_num(num_pvar: *mut c_int) needs num_pvar = tools::t_pvar_get_num(num_pvar);
        tool MPI_T_pvar_handle_alloc(session: *mut c_void, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut *mut c_void, count: *mut c_int) needs handle, count = tools::t_pvar_handle_alloc(session, pvar_index, obj_handle, handle, count);
        tool MPI_T_pvar_handle_free(session: *mut c_void, handle: *mut *mut c_void) needs handle = tools::t_pvar_handle_free(session, handle);
        tool MPI_T_pvar_read(session: *mut c_void, handle: *mut c_void, buf: *mut c_void) needs buf = tools::t_pvar_read(session, handle, buf);
        tool MPI_T_pvar_readreset(session: *mut c_void, handle: *mut c_void, buf: *mut c_void) needs buf = tools::t_pvar_readreset(session, handle, buf);
        tool MPI_T_pvar_reset(session: *mut c_void, handle: *mut c_void) = tools::t_pvar_reset(session, handle);
        tool MPI_T_pvar_session_create(session: *mut *mut c_void) needs session = tools::t_pvar_session_create(session);
        tool MPI_T_pvar_session_free(session: *mut *mut c_void) needs session = tools::t_pvar_session_free(session);
        tool MPI_T_pvar_start(session: *mut c_void, handle: *mut c_void) = tools::t_pvar_start(session, handle);
        tool MPI_T_pvar_stop(session: *mut c_void, handle: *mut c_void) = tools::t_pvar_stop(session, handle);
        tool MPI_T_pvar_write(session: *mut c_void, handle: *mut c_void, buf: *const c_void) needs buf = tools::t_pvar_write(session, handle, buf);
        tool MPI_T_source_get_info(source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut c_long, max_ticks: *mut c_long, info: *mut Handle) = tools::t_source_get_info(source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info);
        tool MPI_T_source_get_num(num_sources: *mut c_int) needs num_sources = tools::t_source_get_num(num_sources);
        tool MPI_T_source_get_timestamp(source_index: c_int, timestamp: *mut c_long) needs timestamp = tools::t_source_get_timestamp(source_index, timestamp);
    }
}
