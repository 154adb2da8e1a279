use super::answers;
use crate::Limits;
use groundwall_core::{GivenAnswer, NoText, ProblemCode};

fn read(name: &str, content: &str) -> Vec<GivenAnswer> {
    answers(name, content.as_bytes(), None, &Limits::default()).unwrap()
}

fn texts(given: &[GivenAnswer]) -> Vec<(&str, &str)> {
    given
        .iter()
        .map(|one| (one.name.as_str(), one.text.as_deref().unwrap_or("-")))
        .collect()
}

#[test]
fn a_table_has_an_answer_a_row() {
    let csv = "id,Question,Model Response\n1,When?,\"In 1931,\nit was built.\"\n2,Where?,\n";
    let given = read("a.csv", csv);
    assert_eq!(
        texts(&given),
        [("When?", "In 1931,\nit was built."), ("Where?", "-")]
    );
    assert_eq!(
        given[1].text,
        Err(NoText("The answer is empty.".to_owned()))
    );
    let alone = read("a.csv", "The quay was built in 1931.\nIt is long.\n");
    assert_eq!(
        texts(&alone),
        [("", "The quay was built in 1931."), ("", "It is long.")]
    );
    let two = "a;b\nx;y\n";
    let problem = answers("a.csv", two.as_bytes(), None, &Limits::default()).unwrap_err();
    assert!(problem.message.contains("“a”, “b”"), "{problem}");
    let named = answers("a.csv", two.as_bytes(), Some("B"), &Limits::default()).unwrap();
    assert_eq!(texts(&named), [("", "y")]);
}

#[test]
fn a_line_that_is_wrong_stops_no_other() {
    let lines = "{\"question\":\"When?\",\"answer\":\"In 1931.\"}\n{\n\n\"Plain.\"\n{\"x\":1}\n\
        {\"id\":7,\"messages\":[{\"role\":\"user\",\"content\":\"?\"},{\"role\":\"assistant\",\"content\":[{\"text\":\"Yes.\"}]}]}\n";
    let given = read("a.jsonl", lines);
    assert_eq!(
        texts(&given),
        [
            ("When?", "In 1931."),
            ("line 2", "-"),
            ("", "Plain."),
            ("line 5", "-"),
            ("7", "Yes.")
        ]
    );
    let array = read("a.json", "{\"rows\": [{\"response\": \"Yes.\"}, 7]}");
    assert_eq!(texts(&array), [("", "Yes."), ("entry 2", "-")]);
}

#[test]
fn rulers_part_a_text_and_headings_part_markdown() {
    let ruled = read("a.txt", "One.\n\n---\nTwo.\nMore.\n---\n");
    assert_eq!(texts(&ruled), [("", "One."), ("", "Two.\nMore.")]);
    let headed = read(
        "a.md",
        "# All\n\n## When?\nIn 1931.\n### Why\nSo.\n## Where?\nHere.\n",
    );
    assert_eq!(
        texts(&headed),
        [("When?", "In 1931."), ("Why", "So."), ("Where?", "Here.")]
    );
    let mixed = read("a.md", "# One\nIt is red.\n\n## Two\nIt is blue.\n");
    assert_eq!(
        texts(&mixed),
        [("One", "It is red."), ("Two", "It is blue.")]
    );
    let once = read("a.md", "Before.\n# One\n## Two\nIt is blue.\n### Three\n");
    assert_eq!(texts(&once), [("", "Before."), ("Two", "It is blue.")]);
    let code = read("a.md", "# How?\n```sh\n# first\nmake\n```\nDone.\n");
    assert_eq!(texts(&code), [("How?", "```sh\n# first\nmake\n```\nDone.")]);
    assert_eq!(read("a.txt", "One.\n\nTwo.").len(), 1);
}

#[test]
fn too_many_and_none_and_pages_are_refused() {
    let error = |name: &str, content: &str| {
        answers(name, content.as_bytes(), None, &Limits::default()).unwrap_err()
    };
    let many = "answer\n".to_owned() + &"x\n".repeat(1_001);
    let problem = error("a.csv", &many);
    assert!(problem.message.contains("1001 answers"), "{problem}");
    assert_eq!(problem.code, ProblemCode::TooLarge);
    assert!(error("a.txt", "\n \n").message.contains("no answer"));
    assert_eq!(
        error("a.html", "<!doctype html><p>x").code,
        ProblemCode::UnsupportedMedia
    );
}
