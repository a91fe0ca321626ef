//! Compares the structures and constants with the installed header.

use std::fmt::Write;
use std::mem::{offset_of, size_of};
use std::path::Path;
use std::process::Command;

use super::value as v;
use super::*;

const HEADER: &str = "/usr/include/infiniband/verbs.h";

macro_rules! offsets {
    ($into:ident; $($structure:ident $name:literal: $($($field:ident).+ = $c_field:literal),+;)+) => {
        $($($into.push((
            format!("offsetof(struct {}, {})", $name, $c_field),
            offset_of!($structure, $($field).+) as u64,
        ));)+)+
    };
}

macro_rules! values {
    ($into:ident; $($name:ident),+ $(,)?) => {
        $($into.push((concat!("IBV_", stringify!($name)).to_owned(), v::$name as u64));)+
    };
}

/// Each expression in C, with what this crate takes it for.
fn expected() -> Vec<(String, u64)> {
    let mut all = Vec::new();
    offsets! { all;
        Context "ibv_context": ops.poll_cq = "ops.poll_cq", ops.req_notify_cq = "ops.req_notify_cq",
            ops.post_srq_recv = "ops.post_srq_recv", ops.post_send = "ops.post_send",
            ops.post_recv = "ops.post_recv", async_fd = "async_fd", abi_compat = "abi_compat";
        Xrcd "ibv_xrcd": context = "context";
        XrcdInitAttr "ibv_xrcd_init_attr": comp_mask = "comp_mask", fd = "fd", oflags = "oflags";
        SrqInitAttrEx "ibv_srq_init_attr_ex": max_wr = "attr.max_wr", max_sge = "attr.max_sge",
            srq_limit = "attr.srq_limit", comp_mask = "comp_mask", srq_type = "srq_type",
            pd = "pd", xrcd = "xrcd", cq = "cq";
        QpInitAttrEx "ibv_qp_init_attr_ex": send_cq = "send_cq", recv_cq = "recv_cq",
            srq = "srq", cap = "cap", qp_type = "qp_type", sq_sig_all = "sq_sig_all", comp_mask = "comp_mask",
            pd = "pd", xrcd = "xrcd";
        Cq "ibv_cq": context = "context";
        Srq "ibv_srq": context = "context";
        Qp "ibv_qp": context = "context", qp_num = "qp_num";
        Mr "ibv_mr": lkey = "lkey", rkey = "rkey";
        CompChannel "ibv_comp_channel": fd = "fd";
        DeviceAttr "ibv_device_attr": max_mr_size = "max_mr_size", max_qp = "max_qp",
            max_qp_wr = "max_qp_wr", device_cap_flags = "device_cap_flags", max_sge = "max_sge", max_sge_rd = "max_sge_rd", max_cq = "max_cq", max_cqe = "max_cqe",
            max_qp_rd_atom = "max_qp_rd_atom", max_qp_init_rd_atom = "max_qp_init_rd_atom",
            atomic_cap = "atomic_cap", max_srq = "max_srq", max_srq_wr = "max_srq_wr",
            phys_port_cnt = "phys_port_cnt";
        PortAttr "ibv_port_attr": state = "state", active_mtu = "active_mtu",
            gid_tbl_len = "gid_tbl_len", max_msg_sz = "max_msg_sz",
            pkey_tbl_len = "pkey_tbl_len", lid = "lid",
            link_layer = "link_layer";
        Wc "ibv_wc": wr_id = "wr_id", status = "status", opcode = "opcode",
            vendor_err = "vendor_err", byte_len = "byte_len", imm_data = "imm_data",
            qp_num = "qp_num", src_qp = "src_qp", wc_flags = "wc_flags", slid = "slid";
        SendWr "ibv_send_wr": wr_id = "wr_id", next = "next", sg_list = "sg_list",
            num_sge = "num_sge", opcode = "opcode", send_flags = "send_flags",
            imm_data = "imm_data", wr = "wr", remote_srqn = "qp_type.xrc.remote_srqn";
        Sge "ibv_sge": addr = "addr", length = "length", lkey = "lkey";
        RecvWr "ibv_recv_wr": wr_id = "wr_id", next = "next", sg_list = "sg_list",
            num_sge = "num_sge";
        QpInitAttr "ibv_qp_init_attr": send_cq = "send_cq", recv_cq = "recv_cq", srq = "srq",
            cap = "cap", qp_type = "qp_type", sq_sig_all = "sq_sig_all";
        QpAttr "ibv_qp_attr": qp_state = "qp_state", path_mtu = "path_mtu", qkey = "qkey",
            rq_psn = "rq_psn", sq_psn = "sq_psn", dest_qp_num = "dest_qp_num",
            qp_access_flags = "qp_access_flags", ah_attr = "ah_attr", pkey_index = "pkey_index",
            max_rd_atomic = "max_rd_atomic",
            max_dest_rd_atomic = "max_dest_rd_atomic", min_rnr_timer = "min_rnr_timer",
            port_num = "port_num", timeout = "timeout", retry_cnt = "retry_cnt",
            rnr_retry = "rnr_retry";
        AhAttr "ibv_ah_attr": grh = "grh", dlid = "dlid", sl = "sl", is_global = "is_global",
            port_num = "port_num";
        GlobalRoute "ibv_global_route": dgid = "dgid", flow_label = "flow_label",
            sgid_index = "sgid_index", hop_limit = "hop_limit", traffic_class = "traffic_class";
        AsyncEvent "ibv_async_event": element = "element", event_type = "event_type";
        SrqInitAttr "ibv_srq_init_attr": max_wr = "attr.max_wr", max_sge = "attr.max_sge";
    }
    // The structure grows in front, so that offsets count from its end.
    let context = offset_of!(VerbsContext, context);
    for (name, offset) in [
        ("create_qp_ex", offset_of!(VerbsContext, create_qp_ex)),
        ("get_srq_num", offset_of!(VerbsContext, get_srq_num)),
        ("create_srq_ex", offset_of!(VerbsContext, create_srq_ex)),
        ("open_xrcd", offset_of!(VerbsContext, open_xrcd)),
        ("close_xrcd", offset_of!(VerbsContext, close_xrcd)),
        ("sz", offset_of!(VerbsContext, sz)),
    ] {
        let [theirs, end] =
            [name, "context"].map(|at| format!("offsetof(struct verbs_context, {at})"));
        all.push((format!("{end} - {theirs}"), (context - offset) as u64));
    }
    all.push((
        "(uintptr_t)__VERBS_ABI_IS_EXTENDED".to_owned(),
        ABI_IS_EXTENDED as u64,
    ));
    let wr = offset_of!(SendWr, wr);
    for (field, offset) in [
        ("wr.rdma.remote_addr", offset_of!(Rdma, remote_addr)),
        ("wr.rdma.rkey", offset_of!(Rdma, rkey)),
        ("wr.atomic.compare_add", offset_of!(Atomic, compare_add)),
        ("wr.atomic.swap", offset_of!(Atomic, swap)),
        ("wr.atomic.rkey", offset_of!(Atomic, rkey)),
        ("wr.ud.ah", offset_of!(Ud, ah)),
        ("wr.ud.remote_qpn", offset_of!(Ud, remote_qpn)),
        ("wr.ud.remote_qkey", offset_of!(Ud, remote_qkey)),
    ] {
        let expression = format!("offsetof(struct ibv_send_wr, {field})");
        all.push((expression, (wr + offset) as u64));
    }
    for (name, size) in [
        ("ibv_async_event", size_of::<AsyncEvent>()),
        ("ibv_context", size_of::<Context>()),
        ("ibv_xrcd_init_attr", size_of::<XrcdInitAttr>()),
        ("ibv_srq_init_attr_ex", size_of::<SrqInitAttrEx>()),
        ("ibv_qp_init_attr_ex", size_of::<QpInitAttrEx>()),
        ("ibv_wc", size_of::<Wc>()),
        ("ibv_send_wr", size_of::<SendWr>()),
        ("ibv_recv_wr", size_of::<RecvWr>()),
        ("ibv_sge", size_of::<Sge>()),
        ("ibv_qp_init_attr", size_of::<QpInitAttr>()),
        ("ibv_ah_attr", size_of::<AhAttr>()),
        ("ibv_device_attr", size_of::<DeviceAttr>()),
    ] {
        all.push((format!("sizeof(struct {name})"), size as u64));
    }
    values! { all;
        ACCESS_LOCAL_WRITE, ACCESS_REMOTE_WRITE, ACCESS_REMOTE_READ, ACCESS_REMOTE_ATOMIC, QPT_RC,
        QPT_UD, QPT_XRC_SEND, QPT_XRC_RECV, DEVICE_XRC, XRCD_INIT_ATTR_FD, XRCD_INIT_ATTR_OFLAGS,
        SRQT_XRC, SRQ_INIT_ATTR_TYPE, SRQ_INIT_ATTR_PD, SRQ_INIT_ATTR_XRCD, SRQ_INIT_ATTR_CQ,
        QP_INIT_ATTR_XRCD, WR_RDMA_WRITE, WR_RDMA_WRITE_WITH_IMM, WR_SEND, WR_SEND_WITH_IMM, WR_RDMA_READ,
        WR_ATOMIC_CMP_AND_SWP, WR_ATOMIC_FETCH_AND_ADD, SEND_FENCE, SEND_SIGNALED, SEND_INLINE,
        QP_STATE, QP_ACCESS_FLAGS, QP_PKEY_INDEX, QP_PORT, QP_QKEY, QP_AV, QP_PATH_MTU, QP_TIMEOUT,
        QP_RETRY_CNT, QP_RNR_RETRY, QP_RQ_PSN, QP_MAX_QP_RD_ATOMIC, QP_MIN_RNR_TIMER, QP_SQ_PSN,
        QP_MAX_DEST_RD_ATOMIC, QP_DEST_QPN, QPS_RESET, QPS_INIT, QPS_RTR, QPS_RTS, QPS_ERR, WC_RECV_RDMA_WITH_IMM, WC_WITH_IMM, WC_SUCCESS, WC_LOC_LEN_ERR,
        WC_LOC_QP_OP_ERR, WC_LOC_PROT_ERR, WC_WR_FLUSH_ERR, WC_REM_INV_REQ_ERR,
        WC_REM_ACCESS_ERR, WC_RETRY_EXC_ERR, WC_RNR_RETRY_EXC_ERR, ATOMIC_GLOB,
        PORT_ACTIVE, LINK_LAYER_ETHERNET, EVENT_CQ_ERR, EVENT_QP_FATAL, EVENT_QP_REQ_ERR,
        EVENT_QP_ACCESS_ERR, EVENT_PATH_MIG_ERR, EVENT_DEVICE_FATAL, EVENT_PORT_ACTIVE,
        EVENT_PORT_ERR, EVENT_LID_CHANGE, EVENT_SRQ_ERR, EVENT_GID_CHANGE,
    }
    all
}

#[test]
fn structures_and_constants_are_those_of_the_header() {
    if !Path::new(HEADER).exists() {
        eprintln!("there is no {HEADER}: the layouts were NOT TESTED");
        return;
    }
    let expected = expected();
    let mut source = String::from(
        "#include <infiniband/verbs.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n",
    );
    for (expression, _) in &expected {
        writeln!(
            source,
            "printf(\"%llu\\n\", (unsigned long long)({expression}));"
        )
        .expect("a string");
    }
    source.push_str("return 0; }\n");
    let folder = std::env::temp_dir().join(format!("farreach-verbs-h.{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a folder");
    let (file, program) = (folder.join("layout.c"), folder.join("layout"));
    std::fs::write(&file, source).expect("a file");
    let compiled = Command::new("cc")
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .status();
    let output = Command::new(&program).output();
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert!(compiled.expect("a C compiler").success());
    let printed = String::from_utf8(output.expect("the program").stdout).expect("numbers");
    let printed = printed
        .lines()
        .map(|line| line.parse::<u64>().expect("a number"));
    let printed: Vec<u64> = printed.collect();
    assert_eq!(printed.len(), expected.len());
    for ((expression, ours), theirs) in expected.iter().zip(printed) {
        assert_eq!(*ours, theirs, "{expression}");
    }
}
