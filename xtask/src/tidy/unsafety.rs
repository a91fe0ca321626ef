//! Checks that `unsafe` occurs in listed modules only, and that each use has a reason.

use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Finding;
use super::tokens::{self, Seen};
use crate::tree::SourceFile;

/// The modules that may contain `unsafe`, each with its children, and the purpose.
const MAY_HOLD_UNSAFE: &[(&str, &str)] = &[
    (
        "crates/forks/src",
        "handlers of fork, and descriptors that children close",
    ),
    ("crates/node/src", "memory that processes share"),
    (
        "crates/verbs/src/memory",
        "the trait by which memory promises to be mapped",
    ),
    (
        "crates/soft/src/socket",
        "socket calls with control messages and gathered memory",
    ),
    ("crates/ibv/src/ffi", "structures of libibverbs"),
    (
        "crates/ibv/src/library",
        "the functions of libibverbs, which is loaded",
    ),
    (
        "crates/ibv/src/port",
        "calls to libibverbs before a device is chosen",
    ),
    (
        "crates/ibv/src/device",
        "calls to libibverbs and to drivers",
    ),
    (
        "crates/ibv/src/watch",
        "the kernel's userfaultfd, which tells when memory is unmapped",
    ),
    ("crates/standin/src", "functions that are called from C"),
    (
        "crates/cli/tests/remapped",
        "memory that a test maps and unmaps",
    ),
    (
        "xtask/src/hosts/tap",
        "network interfaces whose other end is a file",
    ),
    (
        "crates/launch/src/spawn",
        "what must happen between fork and exec",
    ),
    (
        "crates/launch/src/signals",
        "signal masks and signal descriptors",
    ),
    (
        "crates/launch/src/client/adopt",
        "descriptors inherited from the agent",
    ),
    (
        "crates/pmi/src/adopt",
        "the socket inherited from another launcher",
    ),
    (
        "crates/pmi/src/speaker/pmix/library",
        "calls to libpmix, which is loaded",
    ),
    (
        "crates/runtime/src/memory/address",
        "variables of C programs that other processes change",
    ),
    (
        "crates/runtime/src/memory/exposing",
        "private memory that other processes change",
    ),
    (
        "crates/runtime/src/memory/borrow",
        "the caller's buffers, lent to the device for a call",
    ),
    (
        "crates/runtime/src/messages/tagged/blocking",
        "the caller's buffers, until a send or a receive has ended",
    ),
    (
        "crates/c/src",
        "addresses that a program in C passes, and how it ends",
    ),
    (
        "crates/gasnet-c/src",
        "addresses that a program in C passes",
    ),
    ("crates/mpi-c/src", "addresses that a program in C passes"),
    (
        "crates/mpi/src/data",
        "the program's buffers, until an operation has ended",
    ),
    (
        "crates/mpi/src/file/lock",
        "a call of the kernel that rustix does not have",
    ),
    (
        "crates/mpi/src/window",
        "the program's memory and buffers, until a window is freed and accesses have ended",
    ),
    (
        "crates/mpi/src/program/point",
        "the program's slices, for the duration of a call",
    ),
    (
        "crates/mpi/src/program/scope",
        "the program's slices, lent to messages for a scope",
    ),
    (
        "crates/mpi/src/collective/grouped",
        "collectives that were begun on the runtime's groups, until they have ended",
    ),
    ("crates/shmem-c/src", "addresses that a program in C passes"),
    ("crates/armci-c/src", "addresses that a program in C passes"),
    (
        "crates/armci/src/block",
        "the program's slices, for the duration of a call",
    ),
    (
        "crates/arrays/src/element",
        "matrices in memory, which a library multiplies",
    ),
    (
        "crates/arrays/src/local",
        "a process's own elements, while no other process reaches them",
    ),
    (
        "crates/armci/src/owned",
        "elements that a transfer owns until it has ended",
    ),
    (
        "crates/armci/src/scope",
        "the program's slices, lent to the device for a scope",
    ),
    (
        "crates/mpi/src/datatype/copy",
        "buffers of programs, whose blocks a datatype names",
    ),
    (
        "crates/mpi/src/datatype/external",
        "the same, in another representation",
    ),
    (
        "crates/mpi/src/datatype/tests",
        "buffers of tests, in which types lie",
    ),
    (
        "crates/mpi/src/op/extended",
        "arithmetic of a format that Rust has no type for",
    ),
    (
        "crates/runtime/src/collectives/requests",
        "collectives that were begun, whose borrows their callers keep",
    ),
    (
        "crates/runtime/src/memory/raw",
        "memory that is named by a pointer, and may be symmetric",
    ),
    ("crates/runtime/src/memory/strided", "the same in blocks"),
    ("crates/runtime/src/memory/accumulate", "the same, added to"),
    (
        "crates/runtime/src/memory/shaped",
        "the same in blocks on several levels, and in pieces",
    ),
    (
        "crates/shmem/src/local",
        "slices of symmetric memory, for who promises that nobody changes it",
    ),
    (
        "crates/shmem/src/scope",
        "the program's buffers, lent to the device for a scope",
    ),
    (
        "crates/shmem/tests/it/bodies/raw",
        "tests of what goes by pointers",
    ),
    (
        "crates/shmem/tests/it/bodies/accumulates",
        "tests of accumulates, which go by pointers",
    ),
    (
        "crates/shmem/tests/it/bodies/shapes",
        "tests of shapes and vectors, which go by pointers",
    ),
    (
        "crates/shmem/tests/it/endings/closing",
        "a program that closes descriptors that are not its own",
    ),
    (
        "crates/shmem/tests/it/endings/forking",
        "a program that forks",
    ),
    (
        "crates/bench/src/limits/udp_stream/offload",
        "socket options that no safe library sets",
    ),
];

/// Checks one file.
pub(super) fn check(file: &SourceFile, syntax: &syn::File, findings: &mut Vec<Finding>) {
    let listed = MAY_HOLD_UNSAFE.iter().any(|(place, _)| {
        file.path.starts_with(place) || file.path == Path::new(place).with_extension("rs")
    });
    let lines: Vec<&str> = file.text.lines().collect();
    let mut visitor = UnsafeUses {
        file,
        lines,
        listed,
        statement: 0,
        findings,
    };
    visitor.visit_file(syntax);
}

struct UnsafeUses<'a> {
    file: &'a SourceFile,
    lines: Vec<&'a str>,
    listed: bool,
    /// The line of the innermost statement, above which the reason may stand.
    statement: usize,
    findings: &'a mut Vec<Finding>,
}

impl UnsafeUses<'_> {
    fn found(&mut self, line: usize, what: &str) {
        if !self.listed {
            self.findings.push(Finding::new(
                &self.file.path,
                line,
                format!("{what} outside the modules that may hold it"),
                "use a safe interface of a module in MAY_HOLD_UNSAFE (xtask/src/tidy/unsafety.rs)",
            ));
        } else if !self.has_reason(line) && !self.has_reason(self.statement) {
            self.findings.push(Finding::new(
                &self.file.path,
                line,
                format!("{what} without its reason"),
                "put a comment `// SAFETY: …` right above it",
            ));
        }
    }

    /// Whether `line` (from 1), or the comment and attributes directly above it, has the reason.
    fn has_reason(&self, line: usize) -> bool {
        let Some(index) = line.checked_sub(1) else {
            return false;
        };
        let above = self.lines[..index.min(self.lines.len())].iter().rev();
        let comment = above.take_while(|text| {
            let text = text.trim_start();
            text.starts_with("//") || text.starts_with("#[")
        });
        let own = self.lines.get(index);
        own.into_iter()
            .chain(comment)
            .any(|text| text.contains("SAFETY:"))
    }
}

impl<'ast> Visit<'ast> for UnsafeUses<'_> {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let relaxes = attribute.path().is_ident("allow") || attribute.path().is_ident("expect");
        if relaxes && !self.listed {
            let mut names = Vec::new();
            if let syn::Meta::List(list) = &attribute.meta {
                tokens::scan(list.tokens.clone(), &mut names);
            }
            if names
                .iter()
                .any(|(_, seen)| *seen == Seen::Path(vec!["unsafe_code".to_owned()]))
            {
                self.found(attribute.span().start().line, "permission for unsafe code");
            }
        }
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        let outer = std::mem::replace(&mut self.statement, statement.span().start().line);
        visit::visit_stmt(self, statement);
        self.statement = outer;
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.found(block.unsafe_token.span().start().line, "unsafe block");
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some(token) = &item.unsafety {
            self.found(token.span().start().line, "unsafe impl");
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let mut seen = Vec::new();
        tokens::scan(call.tokens.clone(), &mut seen);
        for (line, what) in seen {
            if what == Seen::UnsafeBlock {
                self.found(line, "unsafe block");
            }
        }
    }
}
