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

    /// The function with counts of the other size, which has the same body.
    pub(super) fn twin<'a>(&self, all: &'a [Function]) -> Option<&'a Function> {
        let twin = match self.name.strip_suffix("_c") {
            Some(short) => short.to_owned(),
            None => format!("{}_c", self.name),
        };
        let count = self.parameters.len();
        all.iter()
            .find(|other| other.name == twin && other.parameters.len() == count)
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

    /// The name in Rust.
    pub(super) fn rust_name(&self) -> String {
        match self.name.as_str() {
            "type" => "datatype".to_owned(),
            "in" => "from".to_owned(),
            name => name.to_lowercase(),
        }
    }

    /// Whether this is a function of the program.
    pub(super) fn is_function(&self) -> bool {
        let element = self.kind.trim_end_matches('*').trim();
        let ends = ["_function", "_fn", "_function_c"];
        ends.iter().any(|end| element.ends_with(end))
    }

    /// Whether this is a function that the program may leave away, such as `MPI_COMM_NULL_COPY_FN`.
    fn may_be_left_away(&self) -> bool {
        let element = self.kind.trim_end_matches('*').trim();
        element.ends_with("_attr_function")
            || matches!(
                element,
                "MPI_Copy_function"
                    | "MPI_Delete_function"
                    | "MPI_Datarep_conversion_function"
                    | "MPI_Datarep_conversion_function_c"
            )
    }

    fn is_pointer(&self) -> bool {
        self.kind.ends_with('*') || self.kind.ends_with(ROWS)
    }
}

/// The type of an array of ranges.
const ROWS: &str = "(*)[3]";

/// Parameters that tell the length of an array, by the arrays' names.
const LENGTHS: [(&str, &[&str]); 13] = [
    (
        "n",
        &["ranks", "ranks1", "ranks2", "ranges", "sources", "degrees"],
    ),
    (
        "count",
        &[
            "array_of_requests",
            "array_of_blocklengths",
            "array_of_displacements",
            "array_of_types",
        ],
    ),
    ("incount", &["array_of_requests", "array_of_indices"]),
    ("length", &["array_of_partitions"]),
    (
        "ndims",
        &[
            "dims",
            "periods",
            "array_of_sizes",
            "array_of_subsizes",
            "array_of_starts",
            "array_of_gsizes",
            "array_of_distribs",
            "array_of_dargs",
            "array_of_psizes",
        ],
    ),
    ("maxdims", &["dims", "periods", "coords"]),
    ("nnodes", &["indx"]),
    ("indegree", &["sources"]),
    ("outdegree", &["destinations"]),
    ("maxindegree", &["sources"]),
    ("maxoutdegree", &["destinations"]),
    ("maxindex", &["indx"]),
    ("maxneighbors", &["neighbors"]),
];

/// As [`LENGTHS`], for what a datatype was made of.
const CONTENTS: [(&str, &str); 5] = [
    ("max_integers", "array_of_integers"),
    ("max_addresses", "array_of_addresses"),
    ("max_large_counts", "array_of_large_counts"),
    ("max_datatypes", "array_of_datatypes"),
    ("maxedges", "edges"),
];

/// When an argument can't be null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Never: a value, a buffer that may be empty, a status that may be ignored, or what only this process's place in the
    /// call tells.
    None,
    Always,
    /// If this parameter, the length of the array, is not 0.
    If(String),
}

impl Function {
    /// When a parameter can't be null.
    pub(super) fn need(&self, at: usize) -> Need {
        let parameter = &self.parameters[at];
        let name = parameter.name.as_str();
        if !parameter.is_pointer() {
            return Need::None;
        }
        if self.name.starts_with("MPI_T_") {
            return self.need_of_tool(parameter);
        }
        if parameter.is_function() {
            return if parameter.may_be_left_away() {
                Need::None
            } else {
                Need::Always
            };
        }
        let element = parameter.kind.trim_start_matches("const ");
        let element = element.trim_end_matches(ROWS).trim_end_matches('*').trim();
        let depth = parameter.kind.matches('*').count();
        let is_always = match element {
            "void" => match name {
                "attribute_val" => {
                    self.name.ends_with("_get_attr") || self.name.ends_with("Attr_get")
                }
                "baseptr" | "buffer_addr" => true,
                _ => false,
            },
            // The functions of infos have classes of their own for these.
            // May ask for the length alone.
            "char" if name == "pset_name" && !parameter.kind.starts_with("const") => false,
            "char" => {
                depth == 1
                    && !(self.name.starts_with("MPI_Info") && matches!(name, "key" | "value"))
            }
            "MPI_Status" => {
                parameter.kind.starts_with("const") || self.name.starts_with("MPI_Status_")
            }
            "int" if matches!(name, "argc") => false,
            _ => depth == 1 && !parameter.is_array && !parameter.kind.ends_with(ROWS),
        };
        if is_always {
            return Need::Always;
        }
        let lengths = LENGTHS
            .iter()
            .flat_map(|(length, arrays)| arrays.iter().map(move |array| (*length, *array)));
        let found = lengths
            .chain(CONTENTS)
            .filter(|(_, array)| *array == name)
            .find(|(length, _)| self.parameters.iter().any(|other| other.name == *length));
        found.map_or(Need::None, |(length, _)| Need::If(length.to_owned()))
    }
}

impl Function {
    /// When a parameter of a function for tools can't be null. Such functions give only what the caller has a place for.
    fn need_of_tool(&self, parameter: &Parameter) -> Need {
        let is_about = self.name.ends_with("_get_info") || self.name.contains("_event_");
        match parameter.name.as_str() {
            _ if is_about || parameter.is_function() => Need::None,
            "name" | "name_len" if !self.name.ends_with("_get_index") => Need::None,
            "obj_handle" | "user_data" => Need::None,
            "indices" => Need::If("len".to_owned()),
            _ => Need::Always,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Need, Parameter};
    use crate::abi::mpi::row::Function;
    use crate::abi::mpi::{Kind, table};

    /// Pointers that may be null, or whose need the functions themselves find out.
    fn may_be_null(function: &Function, parameter: &Parameter) -> bool {
        let name = parameter.name.as_str();
        let is_buffer = [
            "sendbuf",
            "recvbuf",
            "inbuf",
            "outbuf",
            "inoutbuf",
            "buffer",
            "buf",
            "base",
            "origin_addr",
            "compare_addr",
            "result_addr",
            "location",
        ];
        let of_all = [
            "sendcounts",
            "recvcounts",
            "displs",
            "sdispls",
            "rdispls",
            "sendtypes",
            "recvtypes",
        ];
        is_buffer.contains(&name)
            || of_all.contains(&name)
            || parameter.kind.contains("MPI_Status")
            || name.ends_with("weights")
            || matches!(
                name,
                "extra_state"
                    | "argc"
                    | "argv"
                    | "coords"
                    | "remain_dims"
                    | "edges"
                    | "destinations"
            )
            || parameter.may_be_left_away()
            || function.name.contains("et_attr") && name == "attribute_val"
            || function.name == "MPI_Attr_put"
            || function.name.starts_with("MPI_Info") && matches!(name, "key" | "value")
            || function.name.starts_with("MPI_T_")
            || function.name == "MPI_Session_get_nth_pset" && name == "pset_name"
    }

    #[test]
    fn every_pointer_is_needed_or_known_to_be_free_to_be_null() {
        let mut seen = 0;
        for family in table::FAMILIES
            .iter()
            .filter(|family| family.kind != Kind::Absent)
        {
            for function in family.functions() {
                for (at, parameter) in function.parameters.iter().enumerate() {
                    if parameter.is_pointer() && function.need(at) == Need::None {
                        let is_known = may_be_null(&function, parameter);
                        assert!(is_known, "{}: {}", function.text, parameter.name);
                    }
                    seen += usize::from(function.need(at) != Need::None);
                }
            }
        }
        assert!(seen > 400, "{seen} pointers that can't be null");
    }

    #[test]
    fn the_length_of_an_array_says_whether_it_is_needed() {
        let needs = |text: &str| {
            let function = Function::parse(text);
            (0..function.parameters.len())
                .map(|at| function.need(at))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            needs("int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int *flag)"),
            [
                Need::None,
                Need::None,
                Need::If("maxdims".to_owned()),
                Need::Always
            ]
        );
        assert_eq!(
            needs(
                "int MPI_Type_get_attr(MPI_Datatype datatype, void *attribute_val, const char *name)"
            ),
            [Need::None, Need::Always, Need::Always]
        );
        assert_eq!(
            needs("int MPI_Recv(void *buf, int count, MPI_Status *status)"),
            [Need::None, Need::None, Need::None]
        );
    }
}
