//! Claims with words that a table does not know, put as the questions that they answer.

use crate::material::{made, sheets};
use groundwall_tables::supposed::{
    Supposed, apart, beyond_a_row, in_another_column, of_a_gap, unsure_of_claim,
};
use groundwall_tables::{Routed, View, ask};

const ADVERTS: &str = "year,brand,funny,patriotic,celebrity,seconds\n\
    2001,Acme,True,False,True,30\n\
    2002,Acme,False,True,True,60\n\
    2003,Acme,False,True,False,30\n\
    2004,Acme,False,False,True,35\n\
    2004,Globex,True,True,False,45\n\
    2005,Globex,False,False,False,40\n";

/// The readings that hold a claim, where each pair of words is as much alike as `pairs` says, and others are not.
fn held(views: &[View], claim: &str, pairs: &[(&str, &str)]) -> Vec<Supposed> {
    let views: Vec<&View> = views.iter().collect();
    let mut held = Vec::new();
    for one in unsure_of_claim(&views, claim) {
        let names: Vec<String> = one.names().map(str::to_owned).collect();
        let phrases = one.phrases().to_vec();
        let alike = |phrase: usize, name: usize| {
            let pair = (phrases[phrase].as_str(), names[name].as_str());
            if pairs.contains(&pair) { 0.8 } else { 0.1 }
        };
        held.extend(one.held(alike));
    }
    held
}

#[test]
fn what_is_stated_has_to_be_what_is_computed() {
    let views = made("adverts.csv", ADVERTS);
    let pairs = [("somebody famous", "celebrity")];
    let table = [
        ("Three of the Acme adverts show somebody famous.", true),
        ("Two of the Acme adverts show somebody famous.", false),
        (
            "More than two of the Acme adverts show somebody famous.",
            true,
        ),
        (
            "More than four of the Acme adverts show somebody famous.",
            false,
        ),
        ("Of the 6 adverts, four are by Acme.", true),
        ("Of the 5 adverts, four are by Acme.", false),
        (
            "The spots of Globex run for about 42 seconds on average.",
            true,
        ),
        (
            "The spots of Globex run for about 52 seconds on average.",
            false,
        ),
        ("No other brand aired as many spots as Acme.", true),
        ("No other brand aired as many spots as Globex.", false),
        ("More of the spots are by Acme than by Globex.", true),
        ("More of the spots are by Globex than by Acme.", false),
        (
            "The spots of Acme are faster on average than those of Globex.",
            false,
        ),
        ("Just one spot by Acme is from 2004.", true),
        ("Just one spot by Acme is patriotic.", false),
        ("Acme's spot of 2002 was longer by 60 seconds.", false),
    ];
    for (claim, holds) in table {
        let found = held(&views, claim, &pairs);
        assert_eq!(!found.is_empty(), holds, "{claim}: {found:#?}");
        for one in &found {
            assert_eq!(one.answer.holds, Some(true), "{claim}");
            assert!(one.question.ends_with('?'), "{}", one.question);
        }
    }
}

#[test]
fn a_claim_on_all_rows_or_none_is_not_put_as_a_question() {
    let views = made("adverts.csv", ADVERTS);
    for claim in [
        "Every one of the 4 Acme spots shows somebody famous.",
        "Only Acme aired 4 spots.",
        "Not one of the 2 Globex spots shows somebody famous.",
    ] {
        let found = held(&views, claim, &[("somebody famous", "celebrity")]);
        assert!(found.is_empty(), "{claim}: {found:#?}");
    }
}

#[test]
fn a_row_is_the_first_only_among_several() {
    let views = made("adverts.csv", ADVERTS);
    let found = held(&views, "The longest spot of 2002 was by Acme.", &[]);
    assert!(found.is_empty(), "{found:#?}");
    let found = held(
        &views,
        "The longest spot of 2004 was by Globex.",
        &[("spot", "seconds")],
    );
    assert!(
        found.iter().all(|one| one.answer.text.contains("Globex")),
        "{found:#?}"
    );
}

#[test]
fn what_no_row_says_by_itself_is_told_from_what_one_does() {
    let views = made("adverts.csv", ADVERTS);
    let table = [
        ("Acme aired the longest spot.", Some("longest")),
        ("Acme aired more spots than Globex.", Some("more")),
        ("Every spot of Acme is funny.", Some("Every")),
        ("Nothing of Acme is patriotic.", Some("Nothing")),
        (
            "The Acme spot of 2002 runs for more than 50 seconds.",
            Some("more than 50"),
        ),
        ("The Acme spot of 2002 runs for 60 seconds.", None),
        ("Acme is patriotic in 2003.", None),
    ];
    for (claim, words) in table {
        let said = beyond_a_row(&views[0], claim);
        assert_eq!(said.as_deref(), words, "{claim}");
    }
}

const STATIONS: &str = "station,zone,passengers\n\
    Alder,1,2500\nBirch,1,300\nCedar,2,700\nDune,3,900\n";

#[test]
fn a_year_of_the_title_a_kind_of_year_and_numbers_in_words_are_read() {
    let computed = |name: &str, text: &str, question: &str| {
        let views = made(name, text);
        let views: Vec<&View> = views.iter().collect();
        match ask(&views, question) {
            Routed::Answer(answer) => answer.text,
            other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
                panic!("{question}: {other:?}")
            }
        }
    };
    let said = computed(
        "stations-2016.csv",
        STATIONS,
        "How many passengers did Cedar have in 2016?",
    );
    assert!(said.contains("700"), "{said}");
    let spent = "state,year,spent\nOhio,2014,31\nOhio,2015,52\nMaine,2015,12\n";
    let said = computed(
        "food.csv",
        spent,
        "What was spent in Ohio in fiscal year 2015?",
    );
    assert!(said.contains("52"), "{said}");
    let said = computed(
        "food.csv",
        "state_name,total_spent,spent\nOhio,31,7\nMaine,12,5\n",
        "What is the total_spent of Maine?",
    );
    assert!(said.contains("12"), "{said}");
    let said = computed(
        "food.csv",
        spent,
        "How many rows have spent more than twenty-five?",
    );
    assert!(said.starts_with("2 of 3"), "{said}");
}

#[test]
fn a_code_behind_its_column_says_which_rows() {
    let views = made("stations.csv", STATIONS);
    let found = held(
        &views,
        "Two of the stops listed have zone 1 as their zone.",
        &[],
    );
    assert!(!found.is_empty());
    let found = held(
        &views,
        "Three of the stops listed have zone 1 as their zone.",
        &[],
    );
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_figure_is_sought_among_the_cells_of_the_row_that_is_named() {
    let views = made("adverts.csv", ADVERTS);
    let table = [
        ("Globex showed its noisy spot of 2005 over 40 units.", false),
        ("Globex showed its noisy spot of 2005 with 40 units.", true),
        ("Globex showed its noisy spot of 2005 with 45 units.", false),
        (
            "Globex showed its noisy spots with 85 units in total.",
            true,
        ),
        (
            "Globex showed its noisy spots with 85 units on average.",
            false,
        ),
        ("Globex showed its noisy spots with 45 and 40 units.", false),
        (
            "Globex showed its noisiest spot of all with 40 units.",
            false,
        ),
    ];
    for (claim, holds) in table {
        let found = held(&views, claim, &[]);
        let of_cells = |one: &&Supposed| one.answer.cells.iter().any(|cell| cell.contains('F'));
        let found: Vec<&Supposed> = found.iter().filter(of_cells).collect();
        assert_eq!(!found.is_empty(), holds, "{claim}: {found:#?}");
    }
}

#[test]
fn a_claim_with_two_figures_is_parted_into_one_each() {
    let views = made("adverts.csv", ADVERTS);
    let views: Vec<&View> = views.iter().collect();
    let table = [
        (
            "The spots of Acme rose from 12 in 2001 to 15 in 2004.",
            Some([
                "The spots of Acme was 12 in 2001.",
                "The spots of Acme was 15 in 2004.",
            ]),
        ),
        (
            "The spots of Acme fell from 12 in 2001 to 15 in 2004.",
            None,
        ),
        (
            "Between 2001 and 2004 the length of spots grew steadily from about 30 to 35 seconds.",
            Some([
                "the length of spots were about 30 seconds in 2001.",
                "the length of spots were 35 seconds in 2004.",
            ]),
        ),
        (
            "The mean length dropped to 35% in 2004 from 60% in 2002.",
            Some([
                "The mean length was 60% in 2002.",
                "The mean length was 35% in 2004.",
            ]),
        ),
        (
            "Acme aired 30 seconds in 2001 and 35 in 2004.",
            Some([
                "Acme aired 30 seconds in 2001.",
                "Acme aired 35 seconds in 2004.",
            ]),
        ),
        (
            "Acme has 4 spots and Globex 2.",
            Some(["Acme has 4 spots.", "Globex has 2 spots."]),
        ),
        (
            "Acme has more spots (4) than Globex (2).",
            Some(["Acme has spots 4.", "Globex has spots 2."]),
        ),
        ("Acme has fewer spots (4) than Globex (2).", None),
        (
            "Acme has 4 spots, twice as many as Globex with its 2 funny ones.",
            None,
        ),
        ("Acme has 4 spots.", None),
    ];
    for (claim, parts) in table {
        let told = apart(&views, claim);
        assert_eq!(told, parts.map(|parts| parts.map(str::to_owned)), "{claim}");
    }
}

#[test]
fn what_is_said_to_be_missing_or_the_same_is_looked_up() {
    let views = made(
        "beds.csv",
        "Town,Beds,Nurses,Price in 2001-2005,Price in 2006-2010\nOslo,12,,3,5\nBergen,,7,9,4\nHamar,12,8,2,2\n",
    );
    let table = [
        ("No number of nurses is given for Oslo.", true),
        ("No number of nurses is given for Bergen.", false),
        ("The number of beds is missing for Bergen.", true),
        ("The number of beds is missing for Oslo.", false),
        ("The nurses of Oslo are not known.", true),
        ("Oslo and Hamar have the same number of beds.", true),
        ("Bergen and Hamar have the same number of nurses.", false),
        (
            "The price in Oslo was higher in 2006-2010 than in 2001-2005.",
            true,
        ),
        (
            "The price in Bergen was higher in 2006-2010 than in 2001-2005.",
            false,
        ),
    ];
    for (claim, holds) in table {
        let found = held(&views, claim, &[]);
        assert_eq!(!found.is_empty(), holds, "{claim}: {found:#?}");
    }
}

#[test]
fn a_figure_of_another_column_than_the_one_that_is_named_is_told() {
    let views = made(
        "shares.csv",
        "Name,Price,52 Week Low,52 Week High\nWalmart,103.7,95.42,135.16\nAcme,50,40,60\n",
    );
    let table = [
        ("Walmart's 52-week high was 103.70.", Some("103.70")),
        ("Walmart's 52-week high was 135.16.", None),
        ("Walmart's price is 103.70.", None),
        (
            "Walmart's price of 103.70 is far from its 52-week high of 135.16.",
            None,
        ),
        ("Walmart's high was 103.70.", None),
    ];
    for (claim, expected) in table {
        let told = in_another_column(&views[0], 1, claim);
        assert_eq!(told.as_deref(), expected, "{claim}");
    }
    let views = made(
        "ratios.csv",
        "Town,2000 Ratio,2014 Ratio\nWausau,71.5,64.4\nOslo,60.1,62.2\n",
    );
    let table = [
        ("In 2000 the ratio of Wausau was 64.4.", Some("64.4")),
        ("In 2014 the ratio of Wausau was 64.4.", None),
        ("The ratio of Wausau was 64.4.", None),
    ];
    for (claim, expected) in table {
        let told = in_another_column(&views[0], 1, claim);
        assert_eq!(told.as_deref(), expected, "{claim}");
    }
}

#[test]
fn what_all_rows_of_it_say_is_said_of_a_thing_and_a_sheet_of_another_month_is_not_read() {
    let views = made(
        "stages.csv",
        "Race,Stage,Kilometres,Winner\nAlder,1,946,Ada\nAlder,2,946,Bo\nAlder,3,946,Cy\nAlder,4,946,Di\nBirch,1,700,Ed\nBirch,2,700,Fay\nBirch,3,700,Gus\nBirch,4,701,Hal\n",
    );
    let table = [
        ("The race Alder is 946 kilometres long.", true),
        ("The race Birch is 700 kilometres long.", false),
    ];
    for (claim, holds) in table {
        let found = held(&views, claim, &[]);
        assert_eq!(!found.is_empty(), holds, "{claim}: {found:#?}");
    }
    let views = sheets(
        "prices-2018-07-01.xlsx",
        &[
            (
                "Jul2016",
                "Country,Price\nUkraine,1.57\nNorway,5.51\nOman,2.6\n",
            ),
            (
                "Jul2018",
                "Country,Price\nUkraine,1.91\nNorway,5.22\nOman,1.75\n",
            ),
        ],
    );
    let told = |claim: &str| held(&views, claim, &[]).len();
    assert_eq!(told("Ukraine had the lowest price in July 2018."), 0);
    assert_eq!(
        told("Ukraine had the lowest price in the July 2018 list."),
        0
    );
    assert!(told("Oman had the lowest price in July 2018.") > 0);
    assert!(told("Ukraine had the lowest price in July 2016.") > 0);
}

#[test]
fn a_place_among_others_is_not_passed_over() {
    let views = made("adverts.csv", ADVERTS);
    let plain = held(&views, "Globex aired 45 seconds in 2004.", &[]);
    assert!(!plain.is_empty());
    let third = held(
        &views,
        "With 45 seconds in 2004 Globex ranks third.",
        &[("ranks third", "brand"), ("third", "brand")],
    );
    assert!(third.is_empty(), "{third:#?}");
}

#[test]
fn a_figure_is_sought_in_the_column_that_has_most_words_of_the_claim() {
    let views = made(
        "houses.csv",
        "quarter,price of modern houses,price of new houses\nQ3 2007,190476,196000\nQ1 2009,149709,158000\n",
    );
    for (claim, holds) in [
        ("A new build house cost 196,000 in Q3 2007.", true),
        ("A new build house cost 190,476 in Q3 2007.", false),
    ] {
        let found = held(&views, claim, &[]);
        let plain = found.iter().any(|one| !one.leaves_a_condition);
        assert_eq!(plain, holds, "{claim}: {found:#?}");
    }
}

#[test]
fn a_row_does_not_show_what_it_lacks_nor_that_it_is_the_only_one() {
    let views = made(
        "museums.csv",
        "name,telephone,rooms\nAsh Museum,,3\nBay Museum,1201,0\n",
    );
    let view = &views[0];
    let claim = "No telephone is given for the Ash Museum.";
    assert_eq!(of_a_gap(view, 1, claim).as_deref(), Some("No"));
    let zero = "The Bay Museum has no rooms.";
    assert_eq!(of_a_gap(view, 2, zero), None, "a zero says it");
    assert_eq!(of_a_gap(view, 1, "The Ash Museum has 3 rooms."), None);
    let only = "Only in one museum were there as many as 3 rooms.";
    assert_eq!(beyond_a_row(view, only).as_deref(), Some("Only"));
    let plain = "The Ash Museum has only 3 rooms.";
    assert_eq!(beyond_a_row(view, plain), None);
}

#[test]
fn a_sheet_of_another_year_is_not_read() {
    let sheet = |figure: &str| format!("town,gas burned\nAsh,{figure}\nBay,912.3\n");
    let (early, late) = (sheet("2441.9"), sheet("2554.2"));
    let views = sheets(
        "gas.xlsx",
        &[("2017", early.as_str()), ("2021", late.as_str())],
    );
    for (claim, holds) in [
        ("Homes in Ash had about 2,554 of gas burned in 2021.", true),
        ("Homes in Ash had about 2,442 of gas burned in 2021.", false),
        ("Homes in Ash had about 2,502 of gas burned in 2021.", false),
        ("Homes in Ash had about 2,550 of gas burned in 2021.", true),
    ] {
        let found = held(&views, claim, &[]);
        assert_eq!(!found.is_empty(), holds, "{claim}: {found:#?}");
    }
}

#[test]
fn a_change_by_so_many_times_is_parted_where_it_is_as_many() {
    let views = made("adverts.csv", ADVERTS);
    let views: Vec<&View> = views.iter().collect();
    let table = [
        (
            "The price of Acme nearly doubled, from 4,696 in 2017 to 9,120 in 2022.",
            Some([
                "The price of Acme was 4,696 in 2017.",
                "The price of Acme was 9,120 in 2022.",
            ]),
        ),
        (
            "The price of Acme tripled, from 4,696 in 2017 to 9,120 in 2022.",
            None,
        ),
        (
            "The price of Acme almost halved, from an index of 234.78 in 2006 to 121.06 in 2009.",
            Some([
                "The price of Acme was 234.78 in 2006.",
                "The price of Acme was 121.06 in 2009.",
            ]),
        ),
    ];
    for (claim, expected) in table {
        let expected = expected.map(|parts| parts.map(str::to_owned));
        assert_eq!(apart(&views, claim), expected, "{claim}");
    }
}

#[test]
fn not_one_speaks_of_all_rows() {
    let views = made("adverts.csv", ADVERTS);
    let claim = "Not one of the brands aired a spot of 45 seconds.";
    assert_eq!(beyond_a_row(&views[0], claim).as_deref(), Some("Not one"));
}
