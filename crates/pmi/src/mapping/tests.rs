use proptest::prelude::*;

use super::*;

#[test]
fn mappings_of_several_servers_are_read() {
    for (text, nodes) in [
        ("(vector,(0,1,4))", &[0, 0, 0, 0][..]),
        ("(vector,(0,1,3),(1,1,1))", &[0, 0, 0, 1]),
        ("(vector,(0,2,1))", &[0, 1, 0, 1, 0]),
        ("(vector,(0,3,2))", &[0, 0, 1, 1, 2]),
        // MPICH 5.
        ("(vector,0,(1,1,2),2)", &[0, 1, 1, 2]),
        ("(vector,[(0,2,1)]x2,0)", &[0, 1, 0, 1, 0]),
        ("(vector, (0, 1, 2), 1)", &[0, 0, 1]),
        ("(vector,[0,[1,2]x2]x2)", &[0, 1, 2, 1, 2, 0, 1, 2, 1, 2]),
    ] {
        let read = nodes_of_ranks(text, nodes.len() as u32);
        assert_eq!(read.as_deref(), Ok(nodes), "{text}");
    }
}

#[test]
fn what_is_no_mapping_is_an_error_with_its_text() {
    for text in [
        "",
        "(vector",
        "(vector,)",
        "(vector,(0,1))",
        "(vector,(0,1,4))x",
        "(vector,(0,-1,4))",
        "(vector,(0,1,99999999999))",
        "(vector,[(0,1,1)])",
        "(vector,[]x2)",
        "(matrix,(0,1,4))",
        "(vector,[[[[[[[[[0]x1]x1]x1]x1]x1]x1]x1]x1]x1)",
    ] {
        let error = nodes_of_ranks(text, 4).expect_err(text);
        assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
    }
    for empty in [
        "(vector)",
        "(vector,(0,0,4))",
        "(vector,(0,4294967295,0))",
        "(vector,[(0,0,1)]x4294967295)",
    ] {
        let error = nodes_of_ranks(empty, 4).expect_err(empty);
        assert!(
            matches!(error, MappingError::Size { size: 4, .. }),
            "{error}"
        );
    }
    assert!(nodes_of_ranks("(vector,(0,1,1))", 0).is_err());
    assert!(nodes_of_ranks("(vector,(0,1,1))", u32::MAX).is_err());
}

/// A mapping as a tree, and as a text.
#[derive(Clone, Debug)]
enum Model {
    Node(u32),
    Block(u32, u32, u32),
    Repeated(Vec<Model>, u32),
}

impl Model {
    fn text(&self) -> String {
        match self {
            Model::Node(node) => node.to_string(),
            Model::Block(first, nodes, ranks) => format!("({first},{nodes},{ranks})"),
            Model::Repeated(all, times) => format!("[{}]x{times}", texts(all)),
        }
    }

    fn nodes(&self) -> Vec<u32> {
        match self {
            Model::Node(node) => vec![*node],
            Model::Block(first, nodes, ranks) => (0..*nodes)
                .flat_map(|nth| (0..*ranks).map(move |_| first + nth))
                .collect(),
            Model::Repeated(all, times) => (0..*times)
                .flat_map(|_| all.iter().flat_map(Model::nodes))
                .collect(),
        }
    }
}

fn texts(all: &[Model]) -> String {
    let texts: Vec<String> = all.iter().map(Model::text).collect();
    texts.join(",")
}

fn models() -> impl Strategy<Value = Vec<Model>> {
    let leaf = prop_oneof![
        (0..9_u32).prop_map(Model::Node),
        (0..9_u32, 0..4_u32, 0..4_u32)
            .prop_map(|(first, nodes, ranks)| Model::Block(first, nodes, ranks)),
    ];
    let item = leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::collection::vec(inner, 1..3), 0..4_u32)
            .prop_map(|(all, times)| Model::Repeated(all, times))
    });
    prop::collection::vec(item, 1..4)
}

proptest! {
    #[test]
    fn a_mapping_means_what_its_model_means(models in models(), size in 1..40_u32) {
        let text = format!("(vector,{})", texts(&models));
        let all: Vec<u32> = models.iter().flat_map(Model::nodes).collect();
        let read = nodes_of_ranks(&text, size);
        if all.is_empty() {
            prop_assert!(read.is_err());
        } else {
            let repeated: Vec<u32> = all.iter().cycle().take(size as usize).copied().collect();
            prop_assert_eq!(read, Ok(repeated));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\(vector)?[(),0-9x\\[\\] v]{0,40}", size in any::<u32>()) {
        if let Ok(nodes) = nodes_of_ranks(&text, size % 100) {
            prop_assert_eq!(nodes.len() as u32, size % 100);
        }
        let _ = nodes_of_ranks(&format!("(vector,{text})"), size % 100);
    }
}
