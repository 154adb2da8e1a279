//! How long something lasted, of tables with a column of its beginning and one of its end.

use crate::material::made;
use groundwall_tables::supposed::unsure;
use groundwall_tables::{Routed, View, ask};

const POSTS: &str = "Department,DepartmentBeginYear,DepartmentEndYear,Name,PositionNote,PositionBeginYear,PositionEndYear\n\
    Film,1929,1965,Ann Ash,Head,1930,1937\nFilm,1929,1965,Bo Birch,Head,1937,1965\n\
    Prints,1960,,Cy Cedar,Director,1960,1982\nPrints,1960,,Di Dale,Director,1982,\n";

const MINES: &str = "Mine,opened,closed,tonnes\nAlder,2001-03-01,2001-03-31,10\nBirch,2002-05-01,2002-09-01,90\nCedar,2003-01-01,,5\n";

fn answer(name: &str, table: &str, question: &str) -> groundwall_core::TableAnswer {
    let views = made(name, table);
    let views: Vec<&View> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => answer,
        other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
            panic!("{question}: {other:?}")
        }
    }
}

#[test]
fn the_time_between_two_columns_is_computed() {
    for (name, table, question, expected) in [
        ("posts.csv", POSTS, "How long was Cy Cedar director?", "22"),
        (
            "posts.csv",
            POSTS,
            "For how many years was Bo Birch head?",
            "28",
        ),
        (
            "posts.csv",
            POSTS,
            "Who held their position longest?",
            "Bo Birch",
        ),
        ("mines.csv", MINES, "How long was Alder open?", "30"),
        (
            "mines.csv",
            MINES,
            "For how many days was Birch open?",
            "123",
        ),
    ] {
        let answer = answer(name, table, question);
        assert!(
            answer.text.contains(expected),
            "{question}: {}",
            answer.text
        );
    }
}

#[test]
fn both_cells_are_named_and_so_is_what_it_is() {
    let answer = answer("posts.csv", POSTS, "How long was Cy Cedar director?");
    assert!(
        answer
            .text
            .contains("years from PositionBeginYear to PositionEndYear"),
        "{}",
        answer.text
    );
    let cells = answer.cells.join(", ");
    assert!(cells.contains("F4") && cells.contains("G4"), "{cells}");
}

#[test]
fn nothing_is_computed_where_one_is_missing_or_several_are_meant() {
    let posts = made("posts.csv", POSTS);
    let views: Vec<&View> = posts.iter().collect();
    for question in [
        "How long was Di Dale director?",
        "Which was the longest?",
        "How long is the tunnel of Film?",
    ] {
        if let Routed::Answer(answer) = ask(&views, question) {
            assert!(
                answer.text.contains("no value") || answer.text.contains("has no"),
                "{question}: {}",
                answer.text
            );
        }
    }
    let question = "Among the finished terms, who stayed longest in one post?";
    let read = unsure(&views, question);
    let read: Vec<_> = read
        .iter()
        .flat_map(|one| one.readings(|_, _| 0.1))
        .collect();
    assert!(
        read.iter().any(|one| one.answer.text.contains("Bo Birch")),
        "{read:?}"
    );
}
