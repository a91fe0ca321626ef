//! A declaration of the standard, taken apart.

/// A function.
#[derive(Clone, Debug)]
pub(in crate::abi) struct Function {
    pub(super) result: String,
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    /// The declaration.
    pub(super) text: String,
}

/// A parameter. The declaration `const int counts[]` has the type `const int *`.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: String,
    /// Whether it is declared as an array.
    pub(super) is_array: bool,
}

impl Function {
    /// Takes a declaration apart.
    ///
    /// # Panics
    /// If it has no form that the table has.
    pub(super) fn parse(text: &str) -> Function {
        let (head, rest) = text.split_once('(').expect("a list of parameters");
        let (result, name) = head.rsplit_once(' ').expect("a result and a name");
        let list = rest.strip_suffix(')').expect("the end of the list");
        let parameters = list
            .split(", ")
            .filter(|part| !matches!(*part, "void" | "..."));
        Function {
            result: result.to_owned(),
            name: name.to_owned(),
            parameters: parameters.map(Parameter::parse).collect(),
            text: text.to_owned(),
        }
    }

    /// The name of the function in Rust: that of the standard without `MPI_`.
    pub(super) fn rust_name(&self) -> String {
        let name = self.name.strip_prefix("MPI_").unwrap_or(&self.name);
        // The function that the first one gets has another type. The others have further parameters.
        if matches!(
            name,
            "Op_create_c" | "Type_get_envelope_c" | "Type_get_contents_c"
        ) {
            return name.to_lowercase() + "ounts";
        }
        name.strip_suffix("_c").unwrap_or(name).to_lowercase()
    }
}

impl Parameter {
    fn parse(text: &str) -> Parameter {
        let (text, suffix) = match text.split_once('[') {
            Some((text, "][3]")) => (text, "(*)[3]"),
            Some((text, _)) => (text, "*"),
            None => (text, ""),
        };
        let at = text.rfind([' ', '*']).map_or(0, |at| at + 1);
        let kind: String = format!("{}{suffix}", &text[..at]);
        let kind = kind.replace(" *", "*").replace("* ", "*");
        Parameter {
            name: text[at..].to_owned(),
            kind: kind.trim().to_owned(),
            is_array: !suffix.is_empty(),
        }
    }

    /// Whether this is a function of the program.
    pub(super) fn is_function(&self) -> bool {
        let element = self.kind.trim_end_matches('*').trim();
        let ends = ["_function", "_fn", "_function_c"];
        ends.iter().any(|end| element.ends_with(end))
    }

    /// Whether the call writes one value to the place that this points to, so that it can't be null.
    /// Statuses may be ignored, buffers may be empty, `MPI_Init` needs no arguments, and functions such
    /// as `MPI_COMM_NULL_COPY_FN` are null.
    pub(super) fn is_needed(&self) -> bool {
        let pointed = self.kind.strip_suffix('*').unwrap_or_default();
        let is_value = pointed.starts_with("MPI_") && pointed != "MPI_Status" || pointed == "int";
        let is_place = is_value && !pointed.ends_with('*') && !self.is_array;
        is_place && !self.is_function() && self.name != "argc"
    }
}
