//! Texts of the trade in which nothing is to be found, by the kind that each of them looks like.

use super::pieces;

fn nothing_in(rows: &[&str]) {
    let failures: Vec<String> = rows
        .iter()
        .filter(|row| !pieces(row).is_empty())
        .map(|row| format!("{row}: {:?}", pieces(row)))
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn like_emails() {
    nothing_in(&[
        "Follow @anna on the site.",
        "root@localhost is a user.",
        "git clone git@github.com:example/repo.git",
        "postgres://user:secret@db.example.com/main",
        "images/logo@2x.png",
        "3 apples @ 1.20 each",
        "serde@1.0.200 and left-pad@1.3.0",
        "a@b",
        "x@.com and @@example.com",
        "name.@example.com",
    ]);
}

#[test]
fn like_phones() {
    nothing_in(&[
        "Version 10.4.1.2023 of the software.",
        "On 12.03.2024 at 10:30:45 we met.",
        "The host 192.168.100.200 answers.",
        "Order 0301234567 has shipped.",
        "ISBN 978-3-16-148410-0 is out of print.",
        "Revenue rose to 1 234 567 890 euros.",
        "Growth of +20 000 000 000 EUR, or +12,345,678.",
        "Phone sales 2021 2022 2023 were 1200000 units.",
        "We call 2023-10-12 the start.",
        "between 2019-2023 and 10-15 per cent",
        "The telephone business earned 1234567 dollars.",
        "+12 345 678 more rows than before",
        "call 1 250 000 units",
        "alloc_cell(1000000) and REGISTER_RING = 2147483648",
        "text 1.2.840.113549.1.1.1 and phone 1.2.840.113549.1.1.1",
        "doi 10.1016/j.cell.2014.02.045",
        "phone 100000 times",
        "Table (123) 456-7890 is no area code",
        "UTC+01:00, f(100) 200-3000",
        "Call Invoice 617-555-0142 up and close it.",
        "Contact Harbour 2023-24 for the season.",
        "We reach the student quota of 1200000.",
    ]);
}

#[test]
fn like_ibans() {
    nothing_in(&[
        "IBAN DE88 3704 0044 0532 0130 00 has a wrong check.",
        "GB82WEST1234569876543 is short.",
        "XX89370400440532013000 is of no country.",
        "part no. DE12345678",
        "IT12 systems for 2024 in the plan",
        "VAT ID DE123456789",
        "BIC COBADEFFXXX",
        "DE89370400440532013000A1 is longer",
        "commit de89f704a0440532b130",
    ]);
}

#[test]
fn like_cards() {
    nothing_in(&[
        "4111 1111 1111 1112 fails the check.",
        "order number 4111111111111111",
        "tracking 5555555555554444",
        "IMEI 490154203237518",
        "EAN 4006381333931 on the box",
        "id 9999999999999995 of no network",
        "1700000000000 and 1700000000000000 since the epoch",
        "4763 4764 4765 4766 4767 4768 4769 4772 in a row, 3827 2575 2315 3825 3826 too",
        "barrel 5305 5307 5309 5311",
        "AB-4111111111111111 is a code",
        "4111111111111111.50 as an amount",
        "12345678901234567890 is longer",
        "item 4012888888881881-7",
    ]);
}

#[test]
fn like_addresses() {
    nothing_in(&[
        "In 2024 Wall Street fell.",
        "We opened 3 High Street banks.",
        "We opened 3 High Street East banks.",
        "In 2024 Wall Street West fell.",
        "The 5 Year Plan and 12 Month Rolling Average",
        "In Spring 2024 Manufacturing 12 rose.",
        "top 10 Hard Drive failures",
        "Engineering 5 and Monitoring 12",
        "Parkplatz 12 ist frei, Arbeitsplatz 3 nicht.",
        "12 rue",
        "Flight via Munich 12 times",
        "Table 4 Square metres",
        "Straße 12 km gesperrt",
        "7 Mill Way",
        "the 100 Miles Road Race",
        "Section 12 Data Protection Act 2018",
        "The Brigade 5 of 1944",
        "10 Downing people met",
        "Figure 3 Silk Road and Table 2 Wall Street",
        "Via Skype 2 hours a week",
    ]);
}

#[test]
fn like_addresses_of_the_east() {
    nothing_in(&[
        "서울특별시",
        "서울특별시 강남구의 인구는 53만 명입니다.",
        "서울에서 강남구 버스로 10분 걸립니다.",
        "서울 지하철로 3정거장",
        "서울특별시 강남구 버스로 3,000원",
        "경기도 성남시 2024년 예산",
        "부산광역시 해운대구로 20명이 갔다.",
        "테헤란로 152",
        "서울시 물가로 3% 올랐다.",
        "東京都",
        "東京都の人口は1-2割増えた。",
        "東京都千代田区の人口は3万人です。",
        "横浜市では10-20人が参加した。",
        "大阪府大阪市で2-3回",
        "2024年3月1日に千葉市で",
        "北京市",
        "北京市朝阳区有10个街道。",
        "北京地铁10号线经过朝阳区。",
        "北京市2024年第88号文件",
        "天津市西青区新建道路3条。",
        "建国路88号",
        "上海市浦东新区的道路有3条。",
        "Gangnam-gu, Seoul, has 22 quarters; Teheran-ro is its main road.",
        "today 12 Euro, or 3 Micro, so",
        "今天在北京市朝阳区开会，下午3点。",
    ]);
}

#[test]
fn like_dates_of_birth() {
    nothing_in(&[
        "The contract of 12 March 1980 ended.",
        "The product was born on 3 May 1984 in a garage.",
        "The ferry was born on 3 May 1984 from two firms.",
        "Born leaders met on Monday. The date is 12.03.2024.",
        "He was born in 1980.",
        "The cost is borne by us from 12/03/2024 on.",
        "Reborn on 12.03.1980",
        "Founded 1980-03-12",
        "DOB: 45/13/1980",
        "date of birth unknown; joined 12.03.2004",
        "1979년 7월 3일 생산된 제품",
        "1979年7月3日生产",
        "Geburtsdatum fehlt, 3 Zeilen, 12.03.2004",
        "née Smith",
    ]);
}

#[test]
fn like_ids() {
    nothing_in(&[
        "Invoice 111222333 is open.",
        "1234567890 and 123456789 in a row",
        "tax id on invoice 111222333",
        "order 811228-9874 from Malmö",
        "invoice 536-90-4399",
        "SSN 000-12-3456, 666-12-3456, 900-12-3456, 123-00-4567",
        "The amount is 86 095 742 719 euros.",
        "part 75.12.34-567.89",
        "Her BSN is on file. Ticket 111222333",
        "batch S1234567A and A1234567B",
        "BSN 000000000",
        "model 100-20-3000",
        "6311-2023",
        "commit 12345678z and tag x1234567l",
        "2018PLoSO..1398941L and 12345678AB",
    ]);
}
