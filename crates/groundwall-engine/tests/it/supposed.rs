//! Questions whose words a table does not all know, with the models of the repository.

use crate::bench::Bench;
use groundwall_core::ReportState;
use groundwall_generator::ExtractiveGenerator;
use std::sync::Arc;

pub(crate) const ADVERTS: &str = "year,brand,funny,patriotic,celebrity,seconds\n\
    2001,Acme,True,False,True,30\n\
    2002,Acme,False,True,True,60\n\
    2003,Acme,False,True,False,30\n\
    2004,Acme,False,False,True,30\n\
    2004,Globex,True,True,False,45\n\
    2005,Globex,False,False,False,30\n";

#[tokio::test]
async fn another_word_for_a_column_is_read_and_told() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let report = bench
        .ask("What share of the Acme adverts have someone famous?")
        .await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.starts_with("75% of 4 "), "{}", answer.text);
    assert!(
        report.banner.contains("the column celebrity"),
        "{}",
        report.banner
    );
    // Nobody can be sure that this was asked.
    assert_eq!(report.state, ReportState::PartlyVerified);
    assert!(
        report.asked[0].probability.is_some_and(|sure| sure >= 0.8),
        "{:?}",
        report.asked
    );
}

const JEANS: &str = "style,menWomen,brand,price\n\
    Slim Straight,women,Alder,80\n\
    High Rise Slim,women,Birch,90\n\
    Regular Fit,men,Alder,70\n\
    Loose Taper,men,Birch,60\n";

#[tokio::test]
async fn what_a_question_names_is_put_together_and_what_another_document_speaks_of_is_not() {
    let question = "What was the average price of the women's jeans?";
    let bench = Bench::start().await;
    bench.take_in("sizes.csv", JEANS.as_bytes().to_vec()).await;
    let report = bench.ask(question).await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.contains("85"), "{}", answer.text);
    assert!(report.banner.contains("“jeans”"), "{}", report.banner);
    assert_eq!(report.state, ReportState::PartlyVerified);
    let note = "The shop counts its jeans each spring. Jeans of women are dyed twice.";
    bench.take_in("jeans.txt", note.as_bytes().to_vec()).await;
    let report = bench.ask(question).await;
    assert!(report.table.is_none(), "{}", report.banner);
}

const PACE: &str = "tournament,surface,seconds_added_per_point\n\
    Harbour Open,Hard,-0.11\n\
    Alder Masters,Hard,1.69\n\
    Birch Cup,Hard,-1.2\n\
    Cedar Open,Clay,2.55\n\
    Dune Cup,Grass,-2.98\n";

const DEATHS: &str = "State,drug,deaths_15,deaths_16\n\
    Ohio,coc,685,1109\n\
    Ohio,meth,96,233\n\
    Maine,coc,11,34\n\
    Maine,meth,2,9\n";

#[tokio::test]
async fn a_word_that_may_be_a_condition_is_left_out_only_where_the_answer_is_sure() {
    let bench = Bench::start().await;
    bench.take_in("pace.csv", PACE.as_bytes().to_vec()).await;
    bench
        .take_in("deaths.csv", DEATHS.as_bytes().to_vec())
        .await;
    let report = bench
        .ask("How many hard-court events have points shorter than normal, that is below zero?")
        .await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.starts_with("2 of 5 "), "{}", answer.text);
    let told = "“court” was passed over";
    assert!(report.banner.contains(told), "{}", report.banner);
    assert_eq!(report.state, ReportState::PartlyVerified);
    let report = bench
        .ask("How many heroin deaths did Ohio have in 2016?")
        .await;
    assert!(report.table.is_none(), "{}", report.banner);
}

#[tokio::test]
async fn what_no_column_means_is_not_covered() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    for question in [
        "What did Acme pay for its adverts in 2003?",
        "Who directed the Acme adverts of 2004?",
        "In what year was Globex founded?",
    ] {
        let report = bench.ask(question).await;
        assert_eq!(
            report.state,
            ReportState::NotCovered,
            "{question}: {}",
            report.banner
        );
    }
}

#[tokio::test]
async fn without_a_reader_nothing_is_supposed() {
    let bench = Bench::of(true, None, Arc::new(ExtractiveGenerator)).await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let report = bench
        .ask("What share of the Acme adverts have someone famous?")
        .await;
    assert!(report.table.is_none(), "{}", report.banner);
}

const FUEL: &str = "country,super95,diesel,date\n\
    Arden,1.82,1.73,2024-07-01\n\
    Borland,2.07,1.79,2024-07-01\n\
    Cerne,1.62,1.66,2024-07-01\n\
    Dunmore,1.62,1.66,2024-07-01\n";

#[tokio::test]
async fn columns_and_days_are_read_as_they_are_said() {
    let bench = Bench::start().await;
    bench.take_in("fuel.csv", FUEL.as_bytes().to_vec()).await;
    let report = bench
        .ask("What did a litre of Super 95 cost in Arden on 1 July 2024?")
        .await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.ends_with("is 1.82."), "{}", answer.text);
    let told = "“litre” was passed over";
    assert!(report.banner.contains(told), "{}", report.banner);
    assert_eq!(report.state, ReportState::PartlyVerified);
    let report = bench
        .ask("What did a litre of Super 95 cost in Norway on 1 July 2024?")
        .await;
    assert_eq!(report.state, ReportState::NotCovered, "{}", report.banner);
}

const NAMES: &str = "# Names of boys\n\n\
    The tables show the names that were given most often in England and Wales.\n\n\
    | Rank | 1904 | 1914 | 1924 |\n|---|---|---|---|\n\
    | 1 | Mary | Mary | Edith |\n| 2 | Florence | Annie | Mary |\n| 3 | Doris | Edith | Joan |\n";

#[tokio::test]
async fn a_place_that_the_text_around_a_table_says_may_stand_in_the_question() {
    let bench = Bench::start().await;
    bench.take_in("names.md", NAMES.as_bytes().to_vec()).await;
    let report = bench
        .ask("What position did Edith hold in England and Wales in 1914?")
        .await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.ends_with("is 3."), "{}", answer.text);
    let told = "“England” was passed over";
    assert!(report.banner.contains(told), "{}", report.banner);
    let report = bench
        .ask("What position did Edith hold in Scotland in 1914?")
        .await;
    assert_eq!(report.state, ReportState::NotCovered, "{}", report.banner);
}

const HERDS: &str = "year,milk_cow_number,milk_per_cow,milk_production_lbs,price_milk,dairy_ration,hay_price,cow_price\n\
    1995,9466000,16405,155292000000,0.127,0.0482,82.2,0.357\n\
    1996,9372000,16433,154006000000,0.148,0.0693,95.8,0.303\n\
    1997,9252000,16871,156091000000,0.133,0.0562,110.69,0.339\n";

#[tokio::test]
async fn of_a_row_that_answers_the_cell_is_told() {
    let bench = Bench::start().await;
    bench.take_in("herds.csv", HERDS.as_bytes().to_vec()).await;
    let report = bench
        .ask("What was the price of hay for US dairy farmers in 1997?")
        .await;
    let answer = report.table.as_ref().expect("computed");
    assert!(answer.text.contains("110.69"), "{}", answer.text);
    assert!(!answer.text.contains("16871"), "{}", answer.text);
}
