//! What people call the columns, rows and values of a table that says it in other words.

use crate::everyday::says;

#[test]
fn the_kind_of_a_value_may_stand_behind_it() {
    let inspections = "Name,Town,Overall effectiveness\nAlder House,Oldham,Outstanding\nBirch House,Oldham,Good\nCedar House,Leeds,Outstanding\nFir House,Leeds,Good\n";
    says(
        "inspections.csv",
        inspections,
        &[
            ("How many got an outstanding rating?", "2"),
            ("How many in Leeds got a good grade?", "1"),
        ],
    );
}

#[test]
fn what_was_measured_is_meant_and_the_plainest_name() {
    let weather = "date,actual_precipitation,average_precipitation,record_precipitation\n2024-07-01,0.00,0.03,0.75\n2024-07-02,0.20,0.03,0.50\n2024-07-03,0.10,0.02,0.90\n";
    says(
        "weather.csv",
        weather,
        &[
            ("How much rain fell on 2 July 2024?", "0.2"),
            ("How many days had any rain?", "2"),
            ("What was the record precipitation on 3 July 2024?", "0.9"),
        ],
    );
    let incidents = "Incident Number,Area,No. of fatalities,No. of fire fatalities,No. of injuries\n1001,Bath,1,0,3\n1002,Bath,1,1,2\n1003,Leeds,0,0,4\n";
    says(
        "incidents.csv",
        incidents,
        &[
            ("How many people died in Bath?", "2"),
            ("How many people were hurt in Bath?", "5"),
            ("How many fire fatalities were there in Bath?", "1"),
            ("How many callouts were there in Bath?", "2"),
            ("How many call-outs were there in Leeds?", "1"),
        ],
    );
}

#[test]
fn of_a_time_of_the_year_the_sum_is_the_most() {
    let days = "date,actual_max_temp,actual_min_temp,record_max_temp,actual_precipitation\n2024-07-01,20,10,31,0.5\n2024-07-02,22,9,30,0.3\n2024-08-01,25,12,35,0.6\n2024-08-02,27,13,36,0.1\n";
    says(
        "weather.csv",
        days,
        &[
            ("Which was the wettest month?", "July 2024"),
            (
                "What was the highest temperature, and what day was that?",
                "2024-08-02",
            ),
        ],
    );
}

#[test]
fn of_the_averages_of_days_the_average_is_told() {
    let days = "date,mean_temp\n2024-07-01,20\n2024-07-02,22\n2024-08-01,30\n";
    says(
        "weather.csv",
        days,
        &[
            ("What was the average temperature in July 2024?", "21"),
            ("What was the mean temperature on 1 August 2024?", "30"),
        ],
    );
}

#[test]
fn a_row_is_known_by_its_number_and_not_by_its_time() {
    let calls = "Time of Call,Incident Number,Area\n00:00:15,A-101,Bath\n00:00:15,A-102,Bath\n00:07:10,A-103,Bath\n00:09:10,A-104,Leeds\n";
    says(
        "calls.csv",
        calls,
        &[
            ("How many incidents were there in Bath?", "3"),
            ("How many callouts in Leeds?", "1"),
        ],
    );
}

#[test]
fn the_kind_of_a_place_stands_behind_the_title() {
    let people =
        "first,last,race,age\nAnna,Alder,black,30\nBen,Birch,white,40\nCleo,Cedar,black,50\n";
    says(
        "los-angeles-police-killings.csv",
        people,
        &[(
            "Number of Black people killed by police in Los Angeles County?",
            "2",
        )],
    );
}

#[test]
fn a_row_is_what_a_column_says_a_part_of() {
    let matches = "home_team,away_team,referee,Game Week,attendance\nAlder,Birch,A. Marsh,1,1000\nCedar,Dogwood,B. Stone,1,3000\nBirch,Alder,A. Marsh,2,2000\n";
    says(
        "premier-league-matches.csv",
        matches,
        &[
            (
                "What was the average crowd at a Premier League game?",
                "2,000",
            ),
            (
                "How many different referees took charge of Premier League games?",
                "2",
            ),
            ("What was the highest crowd in game week 1?", "3000"),
        ],
    );
}

#[test]
fn rows_with_a_first_and_a_last_name_are_people() {
    let people =
        "first,last,age,city\nAnna,Alder,34,Leeds\nBen,Birch,71,Bath\nCleo,Cedar,19,Leeds\n";
    says(
        "callers.csv",
        people,
        &[
            ("Who was the oldest person?", "Birch"),
            ("How many people are from Leeds?", "2"),
        ],
    );
}

#[test]
fn a_title_that_says_what_is_counted_is_no_row() {
    let accidents = "year,fatal,serious\n2014,3,20\n2015,5,30\n2016,2,25\n";
    says(
        "accidents-by-year.csv",
        accidents,
        &[("How many crashes were there in 2015?", "")],
    );
}

#[test]
fn a_rate_is_named_by_how_many_it_counts() {
    let crimes = "department_name,year,violent_crime,violent_per_100k,source\nAlder,2015,500,1200.5,http://a.org/police/x.pdf\nBirch,2015,2000,800.2,http://b.org/police/y.pdf\nCedar,2015,300,1500.1,http://c.org/z.pdf\nAlder,2014,450,1100.5,http://a.org/w.pdf\nBirch,2014,1900,790.2,http://b.org/v.pdf\nCedar,2014,290,1450.1,http://c.org/u.pdf\n";
    says(
        "crime.csv",
        crimes,
        &[
            (
                "How many departments had more than 1,000 violent crimes per 100,000 people in 2015?",
                "2",
            ),
            ("What was the violent crime of Birch in 2015?", "2000"),
        ],
    );
}

#[test]
fn the_own_word_of_a_column_goes_before_another_for_it() {
    let councils = "Council,Total libraries closed since 2010,Static closures,Other closures\nAlder,15,3,1\nBirch,4,9,2\nCedar,8,1,30\n";
    says(
        "libraries.csv",
        councils,
        &[(
            "Which council has closed the most libraries since 2010?",
            "Alder",
        )],
    );
    let films =
        "year,title,budget,film_type\n2016,Alder,300,F\n2016,Birch,100,D\n2017,Cedar,250,F\n";
    says(
        "top_movies.csv",
        films,
        &[("How many movies had a budget of at least 200?", "2")],
    );
}

#[test]
fn the_name_of_a_place_is_no_person() {
    let areas = "NEIGHBORHOOD_NAME,BOROUGH,COVID_DEATH_COUNT\nChelsea,Manhattan,73\nSoho,Manhattan,20\nRed Hook,Brooklyn,50\n";
    says(
        "areas.csv",
        areas,
        &[("How many people have died of covid in Manhattan?", "93")],
    );
}

#[test]
fn votes_are_added_up_and_a_winner_has_won() {
    let votes = "state_name,county_name,votes_gop,votes_dem\nGeorgia,Adams,10,20\nGeorgia,Baker,30,5\nOhio,Clark,7,8\n";
    says(
        "results.csv",
        votes,
        &[(
            "How many votes did the Republicans get across Georgia?",
            "40",
        )],
    );
    let shootouts = "date,home_team,away_team,winner\n2001-01-01,Alder,Birch,Birch\n2002-01-01,Birch,Cedar,Birch\n2003-01-01,Cedar,Alder,Alder\n";
    says(
        "shootouts.csv",
        shootouts,
        &[
            ("Which team has won the most shootouts?", "Birch"),
            ("Which team has won the most shoot-outs?", "Birch"),
        ],
    );
}
