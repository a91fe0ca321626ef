//! Limits the lengths of files and functions.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::Finding;
use crate::tree::SourceFile;

/// The longest file. A longer file has more than one purpose.
const FILE_LINES_MAX: usize = 800;
/// The length above which a file is noted.
const FILE_LINES_NOTED: usize = 600;
/// The longest function. A longer function does not fit on two screens.
const FUNCTION_LINES_MAX: usize = 120;

/// Counts the lines of a file.
pub(super) fn check_lines(
    file: &SourceFile,
    findings: &mut Vec<Finding>,
    warnings: &mut Vec<String>,
) {
    let lines = file.text.lines().count();
    if lines > FILE_LINES_MAX {
        findings.push(Finding::new(
            &file.path,
            FILE_LINES_MAX + 1,
            format!("{lines} lines, at most {FILE_LINES_MAX}"),
            "split it by purpose, or move its tests to a sibling file",
        ));
    } else if lines > FILE_LINES_NOTED {
        warnings.push(format!("{} has {lines} lines", file.path.display()));
    }
}

/// Counts the lines of each function, from `fn` to its closing brace.
pub(super) fn check_functions(file: &SourceFile, syntax: &syn::File, findings: &mut Vec<Finding>) {
    FunctionLengths { file, findings }.visit_file(syntax);
}

struct FunctionLengths<'a> {
    file: &'a SourceFile,
    findings: &'a mut Vec<Finding>,
}

impl FunctionLengths<'_> {
    fn check(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = signature.fn_token.span().start().line;
        let lines = body.span().end().line + 1 - first;
        if lines > FUNCTION_LINES_MAX {
            self.findings.push(Finding::new(
                &self.file.path,
                first,
                format!(
                    "function {} has {lines} lines, at most {FUNCTION_LINES_MAX}",
                    signature.ident
                ),
                "name its steps and make each a function",
            ));
        }
    }
}

impl<'ast> Visit<'ast> for FunctionLengths<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.check(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.check(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.check(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}
