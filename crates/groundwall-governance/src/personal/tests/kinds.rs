use super::super::Kind;
use super::found_as;

#[test]
fn emails() {
    found_as(
        Kind::Email,
        &[
            "Write to «anna.berg@example.com» today.",
            "Anna Berg <«anna@mail.example.co.uk»> wrote:",
            "[mail](mailto:«info+sales@example.org»)",
            "Kontakt: «jürgen.müller@bücher.de».",
            "«a_b-c@sub.example.museum», «d%e@example.io»; both",
            "发邮件到«li@example.cn»谢谢",
            "user=«first.last@example.com»&next=1",
            "('«O'Brien@example.ie»')",
            "Send it to «ANNA@EXAMPLE.COM»!",
            "full width: «ｉｎｆｏ＠example.com»",
        ],
    );
}

#[test]
fn phones() {
    found_as(
        Kind::Phone,
        &[
            "Ring me on «+44 20 7946 0958» after five.",
            "«+49 (0)30 1234567» is the office.",
            "Call «(415) 555-0132» or Tel. «030/1234567».",
            "Tel.: «040 123456-78», Fax: «040 1234567»",
            "mobile number is «07700 900123».",
            "Téléphone : «06.12.34.56.78»",
            "teléfono «612 345 678»",
            "Phone «415-555-0132» or «415-555-0199» for sales",
            "«+1-212-555-0187»; «+86 138 0013 8000»",
            "Telefon\u{a0}«0171‑2345678» ab 9 Uhr",
            "telefoon «020 624 1111», tlf. «22 86 44 00»",
            "电话：«010-12345678»",
            "«+49 30 1234567», 12345678 pieces",
            "You can call us at «1-800-555-0199».",
            "Reach the student at «617-555-0142».",
            "Contact: Priya Nair, «617-555-0142»",
            "Call Ms Ruiz on «0171 2345678».",
            "Your adviser is H. Brandt, reachable on «010-4821-7733».",
            "담당자는 «010-4821-7733»입니다. 휴대폰 «011-482-7733»",
            "担当は«090-1234-5678»です。",
        ],
    );
}

#[test]
fn ibans() {
    found_as(
        Kind::Iban,
        &[
            "IBAN «DE89 3704 0044 0532 0130 00» please.",
            "Pay to «GB82WEST12345698765432» by Friday.",
            "IBAN:«FR14 2004 1010 0505 0001 3M02 606»",
            "Rekening «NL91 ABNA 0417 1643 00».",
            "konto «NO93 8601 1117 947»,",
            "(«CH93 0076 2011 6238 5295 7»)",
            "«PL61 1090 1014 0000 0712 1981 2874» and «BE68-5390-0754-7034»",
            "lower case «de89370400440532013000» too",
            "«DE89\u{a0}3704\u{a0}0044\u{a0}0532\u{a0}0130\u{a0}00» with spaces that do not break",
        ],
    );
}

#[test]
fn cards() {
    found_as(
        Kind::Card,
        &[
            "Card «4111 1111 1111 1111», expires 12/27.",
            "paid with «5555-5555-5555-4444» yesterday",
            "The number «4012888888881881» was charged.",
            "Amex «3782 822463 10005» or «378282246310005».",
            "Diners card number «30569309025904»",
            "«6011 1111 1111 1117» and «3530 1113 3330 0000»",
            "Kreditkarte: «2223003122003222»",
            "UnionPay «6250 9410 0652 8599».",
            "Test with «4242 4242 4242 4242» only.",
            "tarjeta «5425233430109903» caducada",
        ],
    );
}

#[test]
fn addresses() {
    found_as(
        Kind::Address,
        &[
            "She lives at «12 Harbour Street» in Leeds.",
            "The office is «221B Baker St, London NW1 6XE».",
            "Ship to «350 Fifth Avenue, New York, NY 10118» today.",
            "Anschrift: «Hafenstraße 12a, 20457 Hamburg»",
            "Er wohnt in der «Berliner Straße 5».",
            "«Parkring 4, 80331 München» ist neu.",
            "J'habite «12 rue de la Paix, 75002 Paris».",
            "«3 bis, avenue Foch» est fermé.",
            "Vive en «Calle Mayor 5, 28013 Madrid».",
            "Abita in «Via Roma 12, 00184 Roma»",
            "«Keizersgracht 123, 1015 CJ Amsterdam»",
            "Adres: «ul. Długa 5/7, 00-950 Warszawa»",
            "He moved to «7 Mill Way» last year.",
            "1 Baker Row is not it but «1600 Penn Avenue» is.",
            "Hotel «Talstrasse 1», Zürich",
            "Bor på «Storgatan 5».",
        ],
    );
}

#[test]
fn addresses_of_america_with_sides_and_units() {
    found_as(
        Kind::Address,
        &[
            "The letter came from «1600 Pennsylvania Avenue NW, Washington, DC 20500» in May.",
            "«1600 Pennsylvania Ave. N.W., Washington, D.C. 20500»",
            "She lives at «1600 Pennsylvania Ave NW» and works there.",
            "Ship to «2001 6th Ave S, Suite 300, Seattle, WA 98121-2855».",
            "His home is «77 Main Street West, Apt 4, Buffalo, NY 14201».",
            "«77 Main Street Apt. 4B» is let.",
            "My address is «120 W. Oak St. #12, Austin, TX 78701».",
            "«500 N.W. 5th Avenue, Unit B, Portland, OR 97209»",
            "«18 Elm Street, Floor 3» was sold",
            "«10 Grove Road\nSuite A-12, Leeds LS1 4AB»",
        ],
    );
}

#[test]
fn addresses_of_korea() {
    found_as(
        Kind::Address,
        &[
            "My address is «서울특별시 강남구 테헤란로 152, 3층».",
            "주소는 «경기도 성남시 분당구 판교역로 166»입니다.",
            "«부산 해운대구 우동 1408-5»에 삽니다.",
            "배송지: «테헤란로 152»",
            "«세종특별자치시 한누리대로 2130» 방문",
            "«서울 종로구 세종대로 209 (세종로)»로 보내 주세요.",
            "«전라남도 담양군 담양읍 객사리 22번지»",
            "«강남구 테헤란로 152»",
            "«대전광역시 유성구 대학로99번길 12 101동 1203호», 그리고",
            "He lives at «152 Teheran-ro, Gangnam-gu, Seoul 06236».",
            "«Sejong-daero 209, Jongno-gu» is the office, «736-1 Yeoksam-dong, Gangnam-gu» is not.",
            "«제주특별자치도 제주시 첨단로 242»와 «인천광역시 연수구 송도동 24-5»",
        ],
    );
}

#[test]
fn addresses_of_japan() {
    found_as(
        Kind::Address,
        &[
            "I live at «東京都千代田区丸の内1-2-3».",
            "住所は«〒530-0001 大阪府大阪市北区梅田三丁目1番3号»です。",
            "«横浜市西区みなとみらい2-3-1»に住んでいます。",
            "«東京都千代田区霞が関1丁目3番1号»まで",
            "住所«京都府京都市下京区烏丸通1-2»。",
            "«北海道札幌市中央区北一条西2丁目»",
            "«東京都渋谷区神南１－２－３»へ",
            "«埼玉県さいたま市大宮区桜木町1-7-5 ソニックシティ 203号室»",
            "«愛知県名古屋市中村区名駅1番地»の家",
            "Ship to «1-2-3 Marunouchi, Chiyoda-ku, Tokyo 100-0005».",
        ],
    );
}

#[test]
fn addresses_of_china() {
    found_as(
        Kind::Address,
        &[
            "我的地址是«北京市朝阳区建国路88号»。",
            "我住在«杭州市西湖区文三路478号»，请寄来。",
            "«广东省深圳市南山区科技园路1号3栋502室»",
            "地址：«文三路478号»",
            "地址 300000 «天津市西青区中北镇万卉路3»，«台北市中正區重慶南路1段122號3樓»",
            "«上海市浦东新区世纪大道100号»的房子",
            "«臺北市信義區市府路45號»,100025",
            "«香港中環皇后大道中99號»見",
            "«江苏省南京市鼓楼区中山北路200弄5号2单元301室»",
            "Ship to «成都市武侯区人民南路四段27号».",
        ],
    );
}

#[test]
fn dates_of_birth() {
    found_as(
        Kind::DateOfBirth,
        &[
            "Born on «12 March 1980», she studied law.",
            "Date of birth: «12/03/1980»",
            "Date of birth: «3 May '84»",
            "born on «May 3, ’84»",
            "The ferry's captain was born on «3 May 1984».",
            "김서연은 «1979년 7월 3일»생입니다.",
            "山田花子、«1979年7月3日»生まれ。",
            "王芳，«1979年7月3日»出生。",
            "DOB «1980-03-12».",
            "D.O.B.: «03/25/1980»; hired 01.02.2010",
            "geboren am «12.03.1980» in Köln",
            "Geburtsdatum: «12. März 1980»",
            "née le «12 mars 1980» à Lyon",
            "nacido el «12 de marzo de 1980»",
            "nata a Roma il «12 marzo 1980»",
            "born in Hamburg on «March 12th, 1980».",
            "出生日期：«1980年3月12日»",
            "geb. «12.3.80»",
            "生年月日 «１９８０-０３-１２»",
        ],
    );
}
