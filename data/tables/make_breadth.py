#!/usr/bin/env python3
"""Forty made-up tables in ten fields and 200 questions to them, with answers that are computed here, apart from the product.

    python3 data/tables/make_breadth.py        # writes data/tables/breadth/*.csv and data/tables/breadth.jsonl

The questions of set A were written while the parser was built, those of set B after it was frozen; B alone says how well it reads what it was not made for.
A row: table, set, text, and what a right answer holds: `numbers` (anywhere in the answer, up to two decimals) and `names`.
"""
import csv, datetime, json, pathlib, random, statistics

HERE = pathlib.Path(__file__).parent
FIRST = "Ada Ben Clara Dan Eva Finn Greta Hugo Ines Jon Kira Leo Mona Nils Olga Paul Rosa Sven Tilda Uwe".split()
LAST = "Adler Brandt Castell Dorn Ekberg Falk Grimm Hansen Iversen Jansen Keller Lund".split()
TOWNS = "Aldersund Brevik Corvo Dalby Elvestad Fjordvik Granly Holmen".split()

TABLES = []  # (file, title lines, header, rows as lists)
QUESTIONS = []


def people(rng, count):
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    return rng.sample(names, count)


def date(rng, low=2015, high=2024):
    return datetime.date(rng.randint(low, high), rng.randint(1, 12), rng.randint(1, 28))


class Rows(list):
    """Rows as dictionaries, with what questions ask of them."""

    def col(self, key, where=lambda row: True):
        return [row[key] for row in self if where(row) and row[key] is not None]

    def total(self, key, where=lambda row: True):
        return round(sum(self.col(key, where)), 2)

    def mean(self, key, where=lambda row: True):
        return statistics.mean(self.col(key, where))

    def count(self, where):
        return sum(1 for row in self if where(row))

    def names(self, label, where):
        return [row[label] for row in self if where(row)]

    def top(self, label, key, most=True):
        best = (max if most else min)(self.col(key))
        return [row[label] for row in self if row[key] == best]

    def groups(self, by, key=None, how=sum):
        out = {}
        for row in self:
            out.setdefault(row[by], []).append(1 if key is None else row[key])
        return {name: how(values) for name, values in out.items()}


def table(name, title, header, rows):
    TABLES.append((name, title, [head for head, _ in header], [[row[key] for _, key in header] for row in rows]))


def ask(table, kind, text, numbers=(), names=()):
    QUESTIONS.append({"table": f"{table}.csv", "set": kind, "text": text, "numbers": [round(float(number), 2) for number in numbers], "names": list(names)})


def best_group(groups, most=True):
    return (max if most else min)(groups, key=groups.get)


FIELDS = []


def field(function):
    FIELDS.append(function)
    return function


@field
def staff(rng, v):
    names = people(rng, 24)
    rows = Rows({"name": n, "id": f"E{100 + i}", "dept": rng.choice(["Sales", "Finance", "Legal", "IT"]), "pay": rng.randrange(32000, 98000, 500), "age": rng.randint(21, 64), "since": date(rng, 2005, 2023), "remote": rng.choice(["yes", "no"]), "town": rng.choice(TOWNS[:4])} for i, n in enumerate(names))
    header = [
        [("Employee ID", "id"), ("Employee", "name"), ("Department", "dept"), ("Salary", "pay"), ("Age", "age"), ("Remote", "remote")],
        [("Name", "name"), ("Dept", "dept"), ("Annual salary (EUR)", "pay"), ("Start date", "since"), ("City", "town")],
        [("Staff no", "id"), ("Full name", "name"), ("Department", "dept"), ("Age", "age"), ("Hired", "since"), ("Monthly pay", "pay")],
        [("Employee name", "name"), ("Office", "town"), ("Department", "dept"), ("Salary", "pay"), ("Remote", "remote")],
    ][v]
    t = f"staff-{v}"
    table(t, ["Staff list"] if v == 2 else [], header, rows)
    p, q = rows[3], rows[7]
    if v == 0:
        ask(t, "A", f"What is the salary of {p['name']}?", [p["pay"]])
        ask(t, "A", "How many employees are in Sales?", [rows.count(lambda r: r["dept"] == "Sales")])
        ask(t, "A", "Average salary by department", rows.groups("dept", "pay", statistics.mean).values())
    if v == 1:
        ask(t, "A", "Who has the highest salary?", [max(rows.col("pay"))], rows.top("name", "pay"))
        ask(t, "A", "How many people started after 2015?", [rows.count(lambda r: r["since"].year > 2015)])
    if v == 2:
        ask(t, "A", "Who is the oldest?", [max(rows.col("age"))], rows.top("name", "age"))
        ask(t, "A", "How many staff are older than 40?", [rows.count(lambda r: r["age"] > 40)])
        ask(t, "A", f"Compare {p['name']} and {q['name']} by age", [p["age"], q["age"]])
    if v == 3:
        ask(t, "A", "How many remote employees are there?", [rows.count(lambda r: r["remote"] == "yes")])
        ask(t, "A", "Which department has the highest average salary?", [], [best_group(rows.groups("dept", "pay", statistics.mean))])
    return t, rows, p, q


@field
def stock(rng, v):
    goods = rng.sample("Anchor Bolt Cable Drill Funnel Gasket Hammer Inlet Jack Kettle Ladder Mallet Nozzle Oilcan Pulley Rivet Saw Tape Valve Wrench".split(), 16)
    rows = Rows({"item": n, "sku": f"SK-{200 + i}", "qty": rng.randint(0, 400), "price": round(rng.uniform(1, 120), 2), "group": rng.choice(["Tools", "Fittings", "Rigging"]), "supplier": rng.choice(["Norvik", "Halden", "Berg & Co"])} for i, n in enumerate(goods))
    header = [
        [("SKU", "sku"), ("Item", "item"), ("Quantity", "qty"), ("Unit price", "price"), ("Category", "group")],
        [("Product", "item"), ("Stock", "qty"), ("Price ($)", "price"), ("Supplier", "supplier")],
        [("Article", "item"), ("Qty", "qty"), ("Price", "price"), ("Type", "group"), ("Supplier", "supplier")],
        [("Code", "sku"), ("Product name", "item"), ("Units in stock", "qty"), ("Category", "group")],
    ][v]
    t = f"stock-{v}"
    table(t, [], header, rows)
    p, q = rows[2], rows[9]
    if v == 0:
        ask(t, "A", f"What is the unit price of {p['sku']}?", [p["price"]])
        ask(t, "A", "Total quantity in the category Tools", [rows.total("qty", lambda r: r["group"] == "Tools")])
        ask(t, "A", "Which items have a quantity below 50?", [], rows.names("item", lambda r: r["qty"] < 50))
    if v == 1:
        ask(t, "A", "What is the cheapest product?", [min(rows.col("price"))], rows.top("item", "price", False))
        ask(t, "A", "How many products does Norvik supply?", [rows.count(lambda r: r["supplier"] == "Norvik")])
    if v == 2:
        ask(t, "A", f"How much does the {p['item']} cost?", [p["price"]])
        ask(t, "A", "What is the average price per type?", rows.groups("group", "price", statistics.mean).values())
        ask(t, "A", "How many articles have a price between 20 and 60?", [rows.count(lambda r: 20 <= r["price"] <= 60)])
    if v == 3:
        ask(t, "A", "How many products are in the category Rigging?", [rows.count(lambda r: r["group"] == "Rigging")])
        ask(t, "A", "Top 3 products by units in stock", sorted(rows.col("qty"))[-3:])
    return t, rows, p, q


@field
def orders(rng, v):
    rows = Rows({"no": f"{5000 + i}", "client": rng.choice(["Adler Ltd", "Brevik AS", "Corvo SA", "Dorn GmbH"]), "amount": rng.randrange(100, 9000, 25), "day": date(rng, 2023, 2024), "status": rng.choice(["paid", "open", "late"]), "region": rng.choice(["North", "South", "West"]), "units": rng.randint(1, 60)} for i in range(30))
    header = [
        [("Order number", "no"), ("Customer", "client"), ("Amount", "amount"), ("Date", "day"), ("Status", "status")],
        [("Invoice no", "no"), ("Client", "client"), ("Total (EUR)", "amount"), ("Region", "region"), ("Units", "units")],
        [("Order ID", "no"), ("Customer", "client"), ("Revenue", "amount"), ("Region", "region"), ("Order date", "day")],
        [("Order", "no"), ("Region", "region"), ("Units sold", "units"), ("Sales", "amount"), ("Status", "status")],
    ][v]
    t = f"orders-{v}"
    table(t, ["Orders of the last two years"] if v == 1 else [], header, rows)
    p, q = rows[4], rows[12]
    if v == 0:
        ask(t, "A", f"What is the amount of order number {p['no']}?", [p["amount"]])
        ask(t, "A", "How many orders are paid?", [rows.count(lambda r: r["status"] == "paid")])
        ask(t, "A", "Total amount of orders in 2024", [rows.total("amount", lambda r: r["day"].year == 2024)])
    if v == 1:
        ask(t, "A", "Total units by region", rows.groups("region", "units").values())
        ask(t, "A", "How many different clients are there?", [len(set(rows.col("client")))])
    if v == 2:
        ask(t, "A", "Which region has the highest total revenue?", [], [best_group(rows.groups("region", "amount"))])
        ask(t, "A", "Average revenue in the North region", [rows.mean("amount", lambda r: r["region"] == "North")])
        ask(t, "A", "How many orders are from Corvo SA?", [rows.count(lambda r: r["client"] == "Corvo SA")])
    if v == 3:
        ask(t, "A", "Sum of sales for late orders", [rows.total("amount", lambda r: r["status"] == "late")])
        ask(t, "A", "What percentage of orders are open?", [100 * rows.count(lambda r: r["status"] == "open") / 30])
    return t, rows, p, q


@field
def lands(rng, v):
    names = rng.sample("Arvania Belmark Corland Dunovia Estria Falland Gorvia Halmark Istria Jorland Kelmar Lorvia Marland Norvia".split(), 12)
    rows = Rows({"land": n, "pop": rng.randrange(300000, 90000000, 1000), "area": rng.randrange(2000, 900000, 10), "capital": n[:3] + rng.choice(["burg", "stad", "ville", "grad"]), "cont": rng.choice(["Auria", "Boria", "Cessia"]), "gdp": round(rng.uniform(2, 900), 1)} for n in names)
    header = [
        [("Country", "land"), ("Capital", "capital"), ("Population", "pop"), ("Area (km2)", "area"), ("Continent", "cont")],
        [("Nation", "land"), ("Continent", "cont"), ("GDP (bn)", "gdp"), ("Population", "pop")],
        [("Country", "land"), ("Area", "area"), ("Inhabitants", "pop"), ("Capital city", "capital")],
        [("Country name", "land"), ("GDP", "gdp"), ("Continent", "cont"), ("Area", "area")],
    ][v]
    t = f"lands-{v}"
    table(t, [], header, rows)
    p, q = rows[1], rows[6]
    if v == 0:
        ask(t, "A", f"What is the capital of {p['land']}?", [], [p["capital"]])
        ask(t, "A", f"Which country has the largest population?", [max(rows.col("pop"))], rows.top("land", "pop"))
        ask(t, "A", "How many countries are in Boria?", [rows.count(lambda r: r["cont"] == "Boria")])
    if v == 1:
        ask(t, "A", "Total population per continent", rows.groups("cont", "pop").values())
        ask(t, "A", f"Is the GDP of {p['land']} {p['gdp']}?", [p["gdp"]], ["Yes"])
    if v == 2:
        ask(t, "A", f"How many inhabitants does {p['land']} have?", [p["pop"]])
        ask(t, "A", "List countries with an area above 400000", [], rows.names("land", lambda r: r["area"] > 400000))
        ask(t, "A", f"What is the area of Atlantia?", [], ["no "])
    if v == 3:
        ask(t, "A", f"Compare the GDP of {p['land']} and {q['land']}", [p["gdp"], q["gdp"]])
        ask(t, "A", "What is the median GDP?", [statistics.median(rows.col("gdp"))])
    return t, rows, p, q


@field
def films(rng, v):
    words = "Silent River Last Harbour Cold Summer Broken Compass Hidden Garden Distant Thunder Paper Moon Iron Bridge Golden Hour Winter Road Blue Lantern Second Tide Empty Station".split()
    titles = [f"{a} {b}" for a, b in zip(words[::2], words[1::2])]
    rows = Rows({"title": n, "year": rng.randint(1970, 2023), "dir": rng.choice(people(rng, 5)), "genre": rng.choice(["Drama", "Comedy", "Thriller"]), "rating": round(rng.uniform(4, 9.5), 1), "min": rng.randint(78, 190)} for n in titles)
    header = [
        [("Title", "title"), ("Year", "year"), ("Director", "dir"), ("Genre", "genre"), ("Rating", "rating")],
        [("Film", "title"), ("Genre", "genre"), ("Running time (min)", "min"), ("Rating", "rating")],
        [("Movie title", "title"), ("Year", "year"), ("Length (min)", "min"), ("Genre", "genre")],
        [("Film", "title"), ("Director", "dir"), ("Released", "year"), ("Score", "rating")],
    ][v]
    t = f"films-{v}"
    table(t, ["Films of the festival"] if v == 3 else [], header, rows)
    p, q = rows[5], rows[8]
    if v == 0:
        ask(t, "A", f"Who is the director of {p['title']}?", [], [p["dir"]])
        ask(t, "A", "What is the average rating of Drama?", [rows.mean("rating", lambda r: r["genre"] == "Drama")])
        ask(t, "A", "Which title has the best rating?", [max(rows.col("rating"))], rows.top("title", "rating"))
    if v == 1:
        ask(t, "A", "How many films have a rating of at least 7?", [rows.count(lambda r: r["rating"] >= 7)])
        ask(t, "A", "Number of films by genre", rows.groups("genre").values())
    if v == 2:
        ask(t, "A", f"How long is {p['title']}?", [p["min"]])
        ask(t, "A", "What is the longest movie?", [max(rows.col("min"))], rows.top("title", "min"))
        ask(t, "A", "Which movies are from before 1990?", [], rows.names("title", lambda r: r["year"] < 1990))
    if v == 3:
        ask(t, "A", f"When was {p['title']} released?", [p["year"]])
        ask(t, "A", f"Does {p['title']} have a score of {p['rating'] + 1:.1f}?", [p["rating"]], ["No"])
    return t, rows, p, q


@field
def wards(rng, v):
    names = people(rng, 20)
    rows = Rows({"name": n, "id": f"P-{3000 + i}", "age": rng.randint(4, 92), "ward": rng.choice(["Cardiology", "Surgery", "Paediatrics"]), "days": rng.randint(1, 28), "in": date(rng, 2024, 2024), "temp": round(rng.uniform(36, 40), 1), "doc": rng.choice(["Dr Berg", "Dr Moe", "Dr Lie"])} for i, n in enumerate(names))
    header = [
        [("Patient ID", "id"), ("Patient", "name"), ("Age", "age"), ("Ward", "ward"), ("Days", "days")],
        [("Patient no", "id"), ("Name", "name"), ("Ward", "ward"), ("Admitted", "in"), ("Physician", "doc")],
        [("Patient", "name"), ("Temperature (C)", "temp"), ("Ward", "ward"), ("Age (years)", "age")],
        [("ID", "id"), ("Patient name", "name"), ("Length of stay (days)", "days"), ("Physician", "doc"), ("Age", "age")],
    ][v]
    t = f"wards-{v}"
    table(t, [], header, rows)
    p, q = rows[2], rows[11]
    if v == 0:
        ask(t, "A", f"How old is {p['name']}?", [p["age"]])
        ask(t, "A", "How many patients are in Surgery?", [rows.count(lambda r: r["ward"] == "Surgery")])
        ask(t, "A", "Average days by ward", rows.groups("ward", "days", statistics.mean).values())
    if v == 1:
        ask(t, "A", f"When was {p['name']} admitted?", [], [str(p["in"])])
        ask(t, "A", "How many patients does Dr Moe have?", [rows.count(lambda r: r["doc"] == "Dr Moe")])
    if v == 2:
        ask(t, "A", "Which patients have a temperature above 38.5?", [], rows.names("name", lambda r: r["temp"] > 38.5))
        ask(t, "A", "Who is the youngest patient?", [min(rows.col("age"))], rows.top("name", "age", False))
        ask(t, "A", "What is the maximum temperature?", [max(rows.col("temp"))])
    if v == 3:
        ask(t, "A", f"What is the length of stay of {p['id']}?", [p["days"]])
        ask(t, "A", "How many patients are older than 65 years?", [rows.count(lambda r: r["age"] > 65)])
    return t, rows, p, q


@field
def homes(rng, v):
    streets = rng.sample("Oak Elm Pine Birch Cedar Maple Ash Willow Linden Hazel Rowan Alder Juniper Poplar Beech Spruce".split(), 14)
    rows = Rows({"addr": f"{rng.randint(1, 90)} {s} Street", "ref": f"H{700 + i}", "price": rng.randrange(90000, 900000, 1000), "beds": rng.randint(1, 6), "size": rng.randint(40, 320), "town": rng.choice(TOWNS[:3]), "sold": rng.choice(["yes", "no"]), "built": rng.randint(1890, 2022)} for i, s in enumerate(streets))
    header = [
        [("Address", "addr"), ("Town", "town"), ("Price", "price"), ("Bedrooms", "beds"), ("Sold", "sold")],
        [("Reference", "ref"), ("Address", "addr"), ("Asking price ($)", "price"), ("Size (sqm)", "size"), ("Year built", "built")],
        [("Property", "addr"), ("Price", "price"), ("Town", "town"), ("Bedrooms", "beds")],
        [("Ref", "ref"), ("Property", "addr"), ("Size", "size"), ("Built", "built"), ("Town", "town")],
    ][v]
    t = f"homes-{v}"
    table(t, ["Listings"] if v == 0 else [], header, rows)
    p, q = rows[6], rows[3]
    if v == 0:
        ask(t, "A", f"What is the price of {p['addr']}?", [p["price"]])
        ask(t, "A", "How many bedrooms are there in total?", [rows.total("beds")])
        ask(t, "A", "How many addresses are sold?", [rows.count(lambda r: r["sold"] == "yes")])
    if v == 1:
        ask(t, "A", f"What is the asking price of {p['ref']}?", [p["price"]])
        ask(t, "A", "What is the average size?", [rows.mean("size")])
    if v == 2:
        ask(t, "A", "Most expensive property in Brevik", [max(rows.col("price", lambda r: r["town"] == "Brevik"))])
        ask(t, "A", "How many properties have at least 3 bedrooms?", [rows.count(lambda r: r["beds"] >= 3)])
        ask(t, "A", "Average price by town", rows.groups("town", "price", statistics.mean).values())
    if v == 3:
        ask(t, "A", "Which properties were built before 1950?", [], rows.names("addr", lambda r: r["built"] < 1950))
        ask(t, "A", f"Compare {p['addr']} and {q['addr']}", [p["size"], q["size"], p["built"], q["built"]])
    return t, rows, p, q


@field
def players(rng, v):
    names = people(rng, 22)
    rows = Rows({"name": n, "no": i + 1, "team": rng.choice(["Reds", "Blues", "Greens"]), "goals": rng.randint(0, 25), "games": rng.randint(8, 34), "pos": rng.choice(["Forward", "Midfielder", "Defender"]), "height": rng.randint(165, 201)} for i, n in enumerate(names))
    header = [
        [("Player", "name"), ("Team", "team"), ("Goals", "goals"), ("Games", "games"), ("Position", "pos")],
        [("No", "no"), ("Player name", "name"), ("Height (cm)", "height"), ("Team", "team"), ("Goals scored", "goals")],
        [("Player", "name"), ("Position", "pos"), ("Goals", "goals"), ("Height", "height")],
        [("Name", "name"), ("Club", "team"), ("Appearances", "games"), ("Goals", "goals")],
    ][v]
    t = f"players-{v}"
    table(t, [], header, rows)
    p, q = rows[5], rows[10]
    if v == 0:
        ask(t, "A", f"How many goals did {p['name']} score?", [p["goals"]])
        ask(t, "A", "Which team scored the most goals in total?", [], [best_group(rows.groups("team", "goals"))])
        ask(t, "A", "Top 5 players by goals", sorted(rows.col("goals"))[-5:])
    if v == 1:
        ask(t, "A", "Who is the tallest player?", [max(rows.col("height"))], rows.top("name", "height"))
        ask(t, "A", "How many players of the Reds scored more than 10 goals?", [rows.count(lambda r: r["team"] == "Reds" and r["goals"] > 10)])
    if v == 2:
        ask(t, "A", "Average height of defenders", [rows.mean("height", lambda r: r["pos"] == "Defender")])
        ask(t, "A", f"Who scored more goals, {p['name']} or {q['name']}?", [p["goals"], q["goals"]])
        ask(t, "A", "How many players are taller than 190?", [rows.count(lambda r: r["height"] > 190)])
    if v == 3:
        ask(t, "A", f"What is the rank of {p['name']} by goals?", [1 + rows.count(lambda r: r["goals"] > p["goals"])])
        ask(t, "A", "Total goals per club", rows.groups("team", "goals").values())
    return t, rows, p, q


@field
def weather(rng, v):
    names = rng.sample("Kapp Fell Tarn Ness Holt Vik Strand Berg Dale Moor Firth Skerry".split(), 10)
    rows = Rows({"st": n, "temp": round(rng.uniform(-12, 24), 1), "rain": round(rng.uniform(20, 320), 1), "alt": rng.randint(2, 1800), "wind": round(rng.uniform(1, 17), 1), "reg": rng.choice(["Coast", "Inland", "Mountain"])} for n in names)
    header = [
        [("Station", "st"), ("Temperature (C)", "temp"), ("Rainfall (mm)", "rain"), ("Region", "reg")],
        [("Station", "st"), ("Altitude (m)", "alt"), ("Wind speed", "wind"), ("Region", "reg")],
        [("Weather station", "st"), ("Avg temp", "temp"), ("Rain", "rain"), ("Altitude", "alt")],
        [("Station name", "st"), ("Rainfall", "rain"), ("Wind", "wind"), ("Zone", "reg")],
    ][v]
    t = f"weather-{v}"
    table(t, ["Measured in May 2024"] if v == 2 else [], header, rows)
    p, q = rows[2], rows[5]
    if v == 0:
        ask(t, "A", f"What was the temperature at {p['st']}?", [p["temp"]])
        ask(t, "A", "Which station was the coldest?", [min(rows.col("temp"))], rows.top("st", "temp", False))
        ask(t, "A", "Total rainfall in the Coast region", [rows.total("rain", lambda r: r["reg"] == "Coast")])
    if v == 1:
        ask(t, "A", "Which stations lie above 800 m altitude?", [], rows.names("st", lambda r: r["alt"] > 800))
        ask(t, "A", "Average wind speed", [rows.mean("wind")])
    if v == 2:
        ask(t, "A", f"What is the rain at {p['st']}?", [p["rain"]])
        ask(t, "A", "How many stations have a temperature below 5?", [rows.count(lambda r: r["temp"] < 5)])
        ask(t, "A", "What is the lowest altitude?", [min(rows.col("alt"))])
    if v == 3:
        ask(t, "A", "Average rainfall by zone", rows.groups("reg", "rain", statistics.mean).values())
        ask(t, "A", f"Compare wind of {p['st']} and {q['st']}", [p["wind"], q["wind"]])
    return t, rows, p, q


@field
def budget(rng, v):
    units = rng.sample("Library Harbour Parks Schools Roads Housing Museum Transport Health Culture Sports Waste".split(), 11)
    rows = Rows({"unit": n, "plan": rng.randrange(10000, 900000, 1000), "real": rng.randrange(10000, 900000, 1000), "head": rng.randint(2, 80), "area": rng.choice(["Services", "Technical"]), "share": round(rng.uniform(1, 99), 1)} for n in units)
    header = [
        [("Unit", "unit"), ("Budget 2023", "plan"), ("Budget 2024", "real"), ("Area", "area")],
        [("Department", "unit"), ("Planned (EUR)", "plan"), ("Actual (EUR)", "real"), ("Headcount", "head")],
        [("Unit", "unit"), ("Expenses", "real"), ("Completion %", "share"), ("Division", "area")],
        [("Cost centre", "unit"), ("Plan", "plan"), ("Actual", "real"), ("Staff", "head")],
    ][v]
    t = f"budget-{v}"
    body = list(rows)
    table(t, ["Town budget, amounts in full"] if v in (1, 3) else [], header, body)
    if v == 3:
        TABLES[-1][3].append(["Total", rows.total("plan"), rows.total("real"), rows.total("head")])
    p, q = rows[1], rows[4]
    if v == 0:
        ask(t, "A", f"What is the budget 2024 of {p['unit']}?", [p["real"]])
        ask(t, "A", "Total budget 2023", [rows.total("plan")])
        ask(t, "A", "Which unit has the lowest budget 2024?", [min(rows.col("real"))], rows.top("unit", "real", False))
    if v == 1:
        ask(t, "A", "How many departments have a headcount over 40?", [rows.count(lambda r: r["head"] > 40)])
        ask(t, "A", f"What is the difference between {p['unit']} and {q['unit']} in actual?", [p["real"], q["real"], abs(p["real"] - q["real"])])
    if v == 2:
        ask(t, "A", "Which units have a completion below 30%?", [], rows.names("unit", lambda r: r["share"] < 30))
        ask(t, "A", "What is the average completion?", [rows.mean("share")])
        ask(t, "A", "Expenses by division", rows.groups("area", "real").values())
    if v == 3:
        ask(t, "A", "What is the total plan?", [rows.total("plan")])
        ask(t, "A", "How many cost centres are there?", [len(rows)])
    return t, rows, p, q


def later(name, v, t, rows, p, q):
    """Set B, written after the parser was frozen and not changed since."""
    b = lambda *args: ask(t, "B", *args)
    if name == "staff":
        if v == 0:
            b(f"Which department does {p['name']} belong to?", [], [p["dept"]])
            b("What do we pay the Legal department altogether in salaries?", [rows.total("pay", lambda r: r["dept"] == "Legal")])
        if v == 1:
            b("List everyone in IT who earns more than 60000", [], rows.names("name", lambda r: r["dept"] == "IT" and r["pay"] > 60000))
            b(f"Does {p['name']} earn more than {q['name']}?", [p["pay"], q["pay"]])
            b("How many of the staff live in Brevik?", [rows.count(lambda r: r["town"] == "Brevik")])
        if v == 2:
            b(f"What age is {q['name']}?", [q["age"]])
            b("Mean age of people in Finance", [rows.mean("age", lambda r: r["dept"] == "Finance")])
        if v == 3:
            b("How many employees work in each office?", rows.groups("town").values())
            b("Name the five best paid employees", [], [r["name"] for r in sorted(rows, key=lambda r: -r["pay"])[:5]])
            b("What share of employees is remote?", [100 * rows.count(lambda r: r["remote"] == "yes") / len(rows)])
    if name == "stock":
        if v == 0:
            b(f"How many {p['item']} do we have?", [p["qty"]])
            b("Which category holds the greatest total quantity?", [], [best_group(rows.groups("group", "qty"))])
        if v == 1:
            b("List the products that cost less than 30", [], rows.names("item", lambda r: r["price"] < 30))
            b(f"Who supplies the {p['item']}?", [], [p["supplier"]])
            b("What is the most expensive product and who is its supplier?", [max(rows.col("price"))], rows.top("supplier", "price"))
        if v == 2:
            b("How many different suppliers do we have?", [len(set(rows.col("supplier")))])
            b("Average price of Halden articles", [rows.mean("price", lambda r: r["supplier"] == "Halden")])
        if v == 3:
            b("Which product has the fewest units in stock?", [min(rows.col("qty"))], rows.top("item", "qty", False))
            b(f"Show me everything about {p['sku']}", [p["qty"]], [p["item"], p["group"]])
            b("How many products have more than 250 units?", [rows.count(lambda r: r["qty"] > 250)])
    if name == "orders":
        if v == 0:
            b("How much did Adler Ltd order in total?", [rows.total("amount", lambda r: r["client"] == "Adler Ltd")])
            b("How many orders were placed before 2024?", [rows.count(lambda r: r["day"].year < 2024)])
        if v == 1:
            b("What is the biggest total?", [max(rows.col("amount"))])
            b("Average total of the West region", [rows.mean("amount", lambda r: r["region"] == "West")])
            b(f"Which client is on invoice no {p['no']}?", [], [p["client"]])
        if v == 2:
            b("How many orders did each customer place?", rows.groups("client").values())
            b("Orders with revenue of 5000 or more", [rows.count(lambda r: r["amount"] >= 5000)])
        if v == 3:
            b("How many units were sold in the South?", [rows.total("units", lambda r: r["region"] == "South")])
            b("Give me the total sales for each region", rows.groups("region", "amount").values())
            b("Count the late and open orders", [rows.count(lambda r: r["status"] in ("late", "open"))])
    if name == "lands":
        if v == 0:
            b(f"How big is the area of {p['land']}?", [p["area"]])
            b(f"Which country is smaller, {p['land']} or {q['land']}?", [p["area"], q["area"]])
        if v == 1:
            b("Which nations have a GDP over 500?", [], rows.names("land", lambda r: r["gdp"] > 500))
            b("What is the combined population of Auria?", [rows.total("pop", lambda r: r["cont"] == "Auria")])
            b(f"On which continent is {p['land']}?", [], [p["cont"]])
        if v == 2:
            b("Which country has the fewest inhabitants?", [min(rows.col("pop"))], rows.top("land", "pop", False))
            b(f"Of which country is {p['capital']} the capital city?", [], [p["land"]])
        if v == 3:
            b("How many countries on Cessia have an area under 300000?", [rows.count(lambda r: r["cont"] == "Cessia" and r["area"] < 300000)])
            b("Average GDP per continent", rows.groups("cont", "gdp", statistics.mean).values())
            b(f"Is the GDP of {p['land']} above 400?", [p["gdp"]], ["Yes" if p["gdp"] > 400 else "No"])
    if name == "films":
        if v == 0:
            b("Which films came out after 2000?", [], rows.names("title", lambda r: r["year"] > 2000))
            b(f"What genre is {p['title']}?", [], [p["genre"]])
        if v == 1:
            b("What is the shortest film?", [min(rows.col("min"))], rows.top("title", "min", False))
            b("Average running time of comedies", [rows.mean("min", lambda r: r["genre"] == "Comedy")])
            b(f"How long does {p['title']} run?", [p["min"]])
        if v == 2:
            b("How many thrillers are there?", [rows.count(lambda r: r["genre"] == "Thriller")])
            b("What is the oldest movie?", [min(rows.col("year"))], rows.top("title", "year", False))
        if v == 3:
            b("Which director has the highest average score?", [], [best_group(rows.groups("dir", "rating", statistics.mean))])
            b(f"Which films did {p['dir']} direct?", [], rows.names("title", lambda r: r["dir"] == p["dir"]))
            b("Films with a score between 6 and 8", [], rows.names("title", lambda r: 6 <= r["rating"] <= 8))
    if name == "wards":
        if v == 0:
            b(f"In which ward is {p['name']}?", [], [p["ward"]])
            b("Who stayed the most days?", [max(rows.col("days"))], rows.top("name", "days"))
        if v == 1:
            b("Which patients were admitted in March 2024?", [], rows.names("name", lambda r: r["in"].month == 3))
            b("How many patients per ward?", rows.groups("ward").values())
            b(f"Who is the physician of {q['name']}?", [], [q["doc"]])
        if v == 2:
            b("How many patients are under 18?", [rows.count(lambda r: r["age"] < 18)])
            b(f"Does {p['name']} have a temperature of {p['temp']}?", [p["temp"]], ["Yes"])
        if v == 3:
            b("What is the average length of stay of Dr Berg's patients?", [rows.mean("days", lambda r: r["doc"] == "Dr Berg")])
            b("Patients with a stay longer than 20 days", [], rows.names("name", lambda r: r["days"] > 20))
            b("What is the median age?", [statistics.median(rows.col("age"))])
    if name == "homes":
        if v == 0:
            b("Which unsold address has the lowest price?", [min(rows.col("price", lambda r: r["sold"] == "no"))])
            b("How many addresses in Corvo have 4 or more bedrooms?", [rows.count(lambda r: r["town"] == "Corvo" and r["beds"] >= 4)])
        if v == 1:
            b("Which address is the largest by size?", [max(rows.col("size"))], rows.top("addr", "size"))
            b(f"What year was {p['addr']} built?", [p["built"]])
            b("Total asking price of all homes", [rows.total("price")])
        if v == 2:
            b("How many properties does each town have?", rows.groups("town").values())
            b("Properties under 300000", [], rows.names("addr", lambda r: r["price"] < 300000))
        if v == 3:
            b(f"What is the size of {q['ref']}?", [q["size"]])
            b("What is the newest property?", [max(rows.col("built"))], rows.top("addr", "built"))
            b("Average size by town", rows.groups("town", "size", statistics.mean).values())
    if name == "players":
        if v == 0:
            b("Who plays forward for the Blues?", [], rows.names("name", lambda r: r["pos"] == "Forward" and r["team"] == "Blues"))
            b("Average goals per team", rows.groups("team", "goals", statistics.mean).values())
        if v == 1:
            b(f"How tall is {p['name']}?", [p["height"]])
            b("Which players did not score more than 3 goals?", [], rows.names("name", lambda r: r["goals"] <= 3))
            b("What is the average height of the Greens?", [rows.mean("height", lambda r: r["team"] == "Greens")])
        if v == 2:
            b("Who is the shortest midfielder?", [min(rows.col("height", lambda r: r["pos"] == "Midfielder"))])
            b("How many defenders have scored at least 5 goals?", [rows.count(lambda r: r["pos"] == "Defender" and r["goals"] >= 5)])
        if v == 3:
            b(f"Compare the appearances of {p['name']} with those of {q['name']}", [p["games"], q["games"]])
            b("Which club has the most players?", [], [best_group(rows.groups("team"))])
            b("How many goals were scored overall?", [rows.total("goals")])
    if name == "weather":
        if v == 0:
            b("Where did it rain the most?", [max(rows.col("rain"))], rows.top("st", "rain"))
            b("How many stations were below zero?", [rows.count(lambda r: r["temp"] < 0)])
        if v == 1:
            b("What is the windiest station?", [max(rows.col("wind"))], rows.top("st", "wind"))
            b(f"How high does {p['st']} lie?", [p["alt"]])
            b("Average altitude of the Inland stations", [rows.mean("alt", lambda r: r["reg"] == "Inland")])
        if v == 2:
            b("Which station had the highest avg temp?", [max(rows.col("temp"))], rows.top("st", "temp"))
            b("Stations with between 100 and 200 mm of rain", [], rows.names("st", lambda r: 100 <= r["rain"] <= 200))
        if v == 3:
            b("How many stations are in each zone?", rows.groups("reg").values())
            b(f"Was the rainfall at {p['st']} {p['rain']}?", [p["rain"]], ["Yes"])
            b("Sum up the rainfall of the Mountain zone", [rows.total("rain", lambda r: r["reg"] == "Mountain")])
    if name == "budget":
        if v == 0:
            b(f"How much was budgeted for {p['unit']} in 2023?", [p["plan"]])
            b("Average budget 2024 of the technical area", [rows.mean("real", lambda r: r["area"] == "Technical")])
        if v == 1:
            b("Which department spent the most?", [max(rows.col("real"))], rows.top("unit", "real"))
            b(f"How many people work in {p['unit']}?", [p["head"]])
            b("What is the total headcount?", [rows.total("head")])
        if v == 2:
            b(f"What completion does {p['unit']} have?", [p["share"]])
            b("List units with expenses of more than 500000", [], rows.names("unit", lambda r: r["real"] > 500000))
        if v == 3:
            b("What was the actual for Harbour?" if "Harbour" in rows.col("unit") else f"What was the actual for {q['unit']}?", [next((r["real"] for r in rows if r["unit"] == "Harbour"), q["real"])])
            b("Which cost centre has the smallest staff?", [min(rows.col("head"))], rows.top("unit", "head", False))
            b("How many cost centres have a plan above 300000 and an actual below 500000?", [rows.count(lambda r: r["plan"] > 300000 and r["real"] < 500000)])


def last(name, v, t, rows, p, q):
    """Set C, one question a table, written after the parser had learned from B, and not changed since."""
    c = lambda *args: ask(t, "C", *args)
    texts = {
        "staff": [
            lambda: c("What is the total salary of the IT department?", [rows.total("pay", lambda r: r["dept"] == "IT")]),
            lambda: c("Which employee in Finance has the lowest salary?", [min(rows.col("pay", lambda r: r["dept"] == "Finance"))]),
            lambda: c("Who was hired first?", [], [min(rows, key=lambda r: r["since"])["name"]]),
            lambda: c("Is the average salary above 60000?", [rows.mean("pay")], ["Yes" if rows.mean("pay") > 60000 else "No"]),
        ],
        "stock": [
            lambda: c(f"Compare the price of {p['item']} and {q['item']}", [p["price"], q["price"]]),
            lambda: c("How many products are out of stock or below 20?", [rows.count(lambda r: r["qty"] < 20)]),
            lambda: c("Which articles come from Berg & Co?", [], rows.names("item", lambda r: r["supplier"] == "Berg & Co")),
            lambda: c("How many units are in stock for each category?", rows.groups("group", "qty").values()),
        ],
        "orders": [
            lambda: c("List the late orders of Brevik AS", [], rows.names("no", lambda r: r["status"] == "late" and r["client"] == "Brevik AS")),
            lambda: c("What is the median total?", [statistics.median(rows.col("amount"))]),
            lambda: c("What was the highest revenue in the West?", [max(rows.col("amount", lambda r: r["region"] == "West"))]),
            lambda: c("Which region sold the fewest units in total?", [], [best_group(rows.groups("region", "units"), False)]),
        ],
        "lands": [
            lambda: c("List the countries of Auria", [], rows.names("land", lambda r: r["cont"] == "Auria")),
            lambda: c(f"How many people live in {q['land']}?", [q["pop"]]),
            lambda: c("What is the total area?", [rows.total("area")]),
            lambda: c("Which continent has the highest total GDP?", [], [best_group(rows.groups("cont", "gdp"))]),
        ],
        "films": [
            lambda: c("How many titles are dramas?", [rows.count(lambda r: r["genre"] == "Drama")]),
            lambda: c("Which film has the worst rating?", [min(rows.col("rating"))], rows.top("title", "rating", False)),
            lambda: c("Average length of movies released since 2000", [rows.mean("min", lambda r: r["year"] >= 2000)]),
            lambda: c(f"What score did {q['title']} get?", [q["rating"]]),
        ],
        "wards": [
            lambda: c("Which patient is 70 or older?", [], rows.names("name", lambda r: r["age"] >= 70)),
            lambda: c("How many patients were admitted before July 2024?", [rows.count(lambda r: r["in"].month < 7)]),
            lambda: c("What is the average temperature in Cardiology?", [rows.mean("temp", lambda r: r["ward"] == "Cardiology")]),
            lambda: c("Who has the longest length of stay?", [max(rows.col("days"))], rows.top("name", "days")),
        ],
        "homes": [
            lambda: c("Average price of the sold addresses", [rows.mean("price", lambda r: r["sold"] == "yes")]),
            lambda: c("Which homes have a size between 100 and 200 sqm?", [], rows.names("addr", lambda r: 100 <= r["size"] <= 200)),
            lambda: c("What is the cheapest property with 3 bedrooms?", [min(rows.col("price", lambda r: r["beds"] == 3), default=0)]),
            lambda: c("How many properties are in Corvo?", [rows.count(lambda r: r["town"] == "Corvo")]),
        ],
        "players": [
            lambda: c("How many games did the Greens play in total?", [rows.total("games", lambda r: r["team"] == "Greens")]),
            lambda: c("How many goals does each team have?", rows.groups("team", "goals").values()),
            lambda: c("Which forward scored the most goals?", [max(rows.col("goals", lambda r: r["pos"] == "Forward"))]),
            lambda: c("List players with fewer than 15 appearances", [], rows.names("name", lambda r: r["games"] < 15)),
        ],
        "weather": [
            lambda: c("What is the mean temperature of the mountain stations?", [rows.mean("temp", lambda r: r["reg"] == "Mountain")] if rows.count(lambda r: r["reg"] == "Mountain") else []),
            lambda: c("Which station has the lowest altitude?", [min(rows.col("alt"))], rows.top("st", "alt", False)),
            lambda: c("What was the total rain?", [rows.total("rain")]),
            lambda: c("Top 3 stations by wind", sorted(rows.col("wind"))[-3:]),
        ],
        "budget": [
            lambda: c("List the units with a budget 2023 over 400000", [], rows.names("unit", lambda r: r["plan"] > 400000)),
            lambda: c("Which departments have an actual above 600000 and a headcount under 50?", [], rows.names("unit", lambda r: r["real"] > 600000 and r["head"] < 50)),
            lambda: c("How many units have a completion of at least 50%?", [rows.count(lambda r: r["share"] >= 50)]),
            lambda: c(f"Does {p['unit']} have more staff than {q['unit']}?", [p["head"], q["head"]], ["Yes" if p["head"] > q["head"] else "No"]),
        ],
    }
    texts[name][v]()


def fresh(name, v, t, rows, p, q):
    """Set D, two or three questions a table, written after the parser had learned from A, B and C, and not changed since."""
    d = lambda *args: ask(t, "D", *args)
    if name == "staff":
        sales = lambda r: r["dept"] == "Sales"
        if v == 0:
            d("What do the people in Legal earn on average?", [rows.mean("pay", lambda r: r["dept"] == "Legal")])
            d("How many of the employees do not work remotely?", [rows.count(lambda r: r["remote"] == "no")])
            d("Who is the youngest employee in Sales?", [], [min(filter(sales, rows), key=lambda r: r["age"])["name"]])
        if v == 1:
            d("How many people joined before 2010?", [rows.count(lambda r: r["since"].year < 2010)])
            d("What is the sum of all annual salaries?", [rows.total("pay")])
            d(f"When did {p['name']} start?", [], [str(p["since"])])
        if v == 2:
            d("What is the average age in each department?", rows.groups("dept", "age", statistics.mean).values())
            d(f"Is {p['name']} older than {q['name']}?", [], ["Yes" if p["age"] > q["age"] else "No"])
            d("List everyone under 30", [], rows.names("name", lambda r: r["age"] < 30))
        if v == 3:
            d("Which office has the most employees?", [], [best_group(rows.groups("town"))])
            d(f"Which department does {q['name']} belong to?", [], [q["dept"]])
            d("How many employees make at least 80,000?", [rows.count(lambda r: r["pay"] >= 80000)])
    if name == "stock":
        if v == 0:
            d("How many different categories are there?", [len(set(rows.col("group")))])
            d("What is the most expensive item in Rigging?", [max(rows.col("price", lambda r: r["group"] == "Rigging"))])
            d(f"How many {p['item']} units do we have?", [p["qty"]])
        if v == 1:
            d("Which supplier has the highest average price?", [], [best_group(rows.groups("supplier", "price", statistics.mean))])
            d("How many products cost more than $50?", [rows.count(lambda r: r["price"] > 50)])
        if v == 2:
            d(f"Who supplies the {q['item']}?", [], [q["supplier"]])
            d("What is the total quantity of tools?", [rows.total("qty", lambda r: r["group"] == "Tools")])
            d("List the articles with a price under 10", [], rows.names("item", lambda r: r["price"] < 10))
        if v == 3:
            d("Which product do we have the fewest of?", [min(rows.col("qty"))], rows.top("item", "qty", False))
            d("Number of products per category", rows.groups("group").values())
    if name == "orders":
        if v == 0:
            d("What is the total amount of unpaid orders, that is open ones?", [rows.total("amount", lambda r: r["status"] == "open")])
            d("Which customer has the highest total amount?", [], [best_group(rows.groups("client", "amount"))])
            d("How many orders were placed in 2024?", [rows.count(lambda r: r["day"].year == 2024)])
        if v == 1:
            d("What share of the orders are from the North region?", [100 * rows.count(lambda r: r["region"] == "North") / len(rows)])
            d("What is the average total for Corvo SA?", [rows.mean("amount", lambda r: r["client"] == "Corvo SA")])
            d(f"Who is the client of invoice {p['no']}?", [], [p["client"]])
        if v == 2:
            d("Total revenue by customer", rows.groups("client", "amount").values())
            d("How many orders exceed 5000 in revenue?", [rows.count(lambda r: r["amount"] > 5000)])
            d("When was the latest order?", [], [str(max(rows.col("day")))])
        if v == 3:
            d("How many units were sold in the South?", [rows.total("units", lambda r: r["region"] == "South")])
            d("What percentage of orders are late?", [100 * rows.count(lambda r: r["status"] == "late") / len(rows)])
    if name == "lands":
        if v == 0:
            d(f"What's the capital of {p['land']}?", [], [p["capital"]])
            d("Which country has the largest population in Boria?", [max(rows.col("pop", lambda r: r["cont"] == "Boria"))])
            d("How many countries have more than 50 million people?", [rows.count(lambda r: r["pop"] > 50_000_000)])
        if v == 1:
            d("What is the combined GDP of Auria?", [rows.total("gdp", lambda r: r["cont"] == "Auria")])
            d("How many nations are in each continent?", rows.groups("cont").values())
        if v == 2:
            d(f"Which is larger, {p['land']} or {q['land']}?", [p["area"], q["area"]])
            d("What are the three largest countries by area?", [], [r["land"] for r in sorted(rows, key=lambda r: -r["area"])[:3]])
            d(f"Is {p['capital']} the capital of {p['land']}?", [], ["Yes"])
        if v == 3:
            d("Which countries have a GDP below 100?", [], rows.names("land", lambda r: r["gdp"] < 100))
            d("What is the median area?", [statistics.median(rows.col("area"))])
    if name == "films":
        if v == 0:
            d("How many comedies are rated above 7?", [rows.count(lambda r: r["genre"] == "Comedy" and r["rating"] > 7)])
            d(f"Who directed {p['title']}?", [], [p["dir"]])
            d("What is the highest rated drama?", [max(rows.col("rating", lambda r: r["genre"] == "Drama"))])
        if v == 1:
            d("How long is the longest thriller?", [max(rows.col("min", lambda r: r["genre"] == "Thriller"))])
            d("Which films run for more than two hours, so over 120 minutes?", [], rows.names("title", lambda r: r["min"] > 120))
        if v == 2:
            d("How many movies came out in the 1990s, between 1990 and 1999?", [rows.count(lambda r: 1990 <= r["year"] <= 1999)])
            d("What is the oldest movie?", [], rows.top("title", "year", False))
            d("Average length per genre", rows.groups("genre", "min", statistics.mean).values())
        if v == 3:
            d("Which director made the most films?", [], [best_group(rows.groups("dir"))])
            d("List all films with a score of 8 or higher", [], rows.names("title", lambda r: r["rating"] >= 8))
            d(f"In which year was {q['title']} released?", [q["year"]])
    if name == "wards":
        if v == 0:
            d("How many days did patients stay on average?", [rows.mean("days")])
            d("Which ward has the most patients?", [], [best_group(rows.groups("ward"))])
            d(f"How old is {p['name']}?", [p["age"]])
        if v == 1:
            d("How many patients does Dr Moe treat?", [rows.count(lambda r: r["doc"] == "Dr Moe")])
            d(f"Which ward is {q['name']} in?", [], [q["ward"]])
            d("Who was admitted last?", [], [max(rows, key=lambda r: r["in"])["name"]])
        if v == 2:
            d("Which patients have a temperature above 39?", [], rows.names("name", lambda r: r["temp"] > 39))
            d("How many patients in Surgery are over 60?", [rows.count(lambda r: r["ward"] == "Surgery" and r["age"] > 60)])
        if v == 3:
            d("What is the average length of stay of Dr Lie's patients?", [rows.mean("days", lambda r: r["doc"] == "Dr Lie")])
            d("How many patients stayed longer than two weeks, over 14 days?", [rows.count(lambda r: r["days"] > 14)])
    if name == "homes":
        if v == 0:
            d("How many homes have been sold?", [rows.count(lambda r: r["sold"] == "yes")])
            d("What is the average price in Brevik?", [rows.mean("price", lambda r: r["town"] == "Brevik")])
            d("Which address with at least 4 bedrooms is the cheapest?", [min(rows.col("price", lambda r: r["beds"] >= 4))])
        if v == 1:
            d("How many houses were built after 1950?", [rows.count(lambda r: r["built"] > 1950)])
            d(f"What is the asking price of {p['addr']}?", [p["price"]])
        if v == 2:
            d("Average price by number of bedrooms", rows.groups("beds", "price", statistics.mean).values())
            d("Show properties in Aldersund below 400000", [], rows.names("addr", lambda r: r["town"] == "Aldersund" and r["price"] < 400000))
            d("What's the price range?", [min(rows.col("price")), max(rows.col("price"))])
        if v == 3:
            d("Which property is the newest?", [], rows.top("addr", "built"))
            d("How big is the largest property?", [max(rows.col("size"))])
    if name == "players":
        if v == 0:
            d("Who is the top scorer?", [max(rows.col("goals"))], rows.top("name", "goals"))
            d("How many defenders play for the Reds?", [rows.count(lambda r: r["pos"] == "Defender" and r["team"] == "Reds")])
            d("Average number of goals of the forwards", [rows.mean("goals", lambda r: r["pos"] == "Forward")])
        if v == 1:
            d("Who is the tallest player?", [max(rows.col("height"))], rows.top("name", "height"))
            d("How many players are shorter than 180 cm?", [rows.count(lambda r: r["height"] < 180)])
        if v == 2:
            d("List the midfielders", [], rows.names("name", lambda r: r["pos"] == "Midfielder"))
            d(f"Did {p['name']} score more goals than {q['name']}?", [], ["Yes" if p["goals"] > q["goals"] else "No"])
            d("How many players have not scored a goal?", [rows.count(lambda r: r["goals"] == 0)])
        if v == 3:
            d("Which club has scored the most goals in total?", [], [best_group(rows.groups("team", "goals"))])
            d(f"How many appearances does {q['name']} have?", [q["games"]])
    if name == "weather":
        if v == 0:
            d("Which station is the coldest?", [min(rows.col("temp"))], rows.top("st", "temp", False))
            d("How much rain fell at the coast stations in total?", [rows.total("rain", lambda r: r["reg"] == "Coast")])
            d("Average rainfall per region", rows.groups("reg", "rain", statistics.mean).values())
        if v == 1:
            d("How many stations lie above 1000 m?", [rows.count(lambda r: r["alt"] > 1000)])
            d(f"What wind speed was measured at {p['st']}?", [p["wind"]])
        if v == 2:
            d("Which weather stations had more than 200 mm of rain?", [], rows.names("st", lambda r: r["rain"] > 200))
            d("What is the temperature at the highest station?", [max(rows, key=lambda r: r["alt"])["temp"]])
            d("How many stations have a temperature below 0?", [rows.count(lambda r: r["temp"] < 0)])
        if v == 3:
            d("Which zone is the windiest on average?", [], [best_group(rows.groups("reg", "wind", statistics.mean))])
            d("List the stations with less than 100 rainfall", [], rows.names("st", lambda r: r["rain"] < 100))
    if name == "budget":
        if v == 0:
            d("What is the total budget for 2024?", [rows.total("real")])
            d("Which unit had the highest budget in 2023?", [max(rows.col("plan"))], rows.top("unit", "plan"))
            d("Total budget 2023 per area", rows.groups("area", "plan").values())
        if v == 1:
            d(f"How much did {p['unit']} spend?", [p["real"]])
            d("Which departments spent more than they planned?", [], rows.names("unit", lambda r: r["real"] > r["plan"]))
            d("What is the smallest headcount?", [min(rows.col("head"))])
        if v == 2:
            d("Which unit is the least complete?", [min(rows.col("share"))], rows.top("unit", "share", False))
            d("What are the total expenses of the Technical division?", [rows.total("real", lambda r: r["area"] == "Technical")])
        if v == 3:
            d(f"What is the plan for {q['unit']}?", [q["plan"]])
            d("What is the difference between plan and actual in total?", [abs(rows.total("plan") - rows.total("real"))])
            d("How many cost centres have fewer than 10 staff?", [rows.count(lambda r: r["head"] < 10)])


def main():
    out = HERE / "breadth"
    out.mkdir(exist_ok=True)
    for number, make in enumerate(FIELDS):
        for v in range(4):
            made = make(random.Random(1000 * number + v), v)
            later(make.__name__, v, *made)
            last(make.__name__, v, *made)
            fresh(make.__name__, v, *made)
    for name, title, header, rows in TABLES:
        with open(out / f"{name}.csv", "w", newline="", encoding="utf8") as file:
            writer = csv.writer(file)
            for line in title:
                writer.writerow([line])
            writer.writerow(header)
            writer.writerows(rows)
    with open(HERE / "breadth.jsonl", "w", encoding="utf8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in QUESTIONS)
    print(len(TABLES), "tables", len(QUESTIONS), "questions")


if __name__ == "__main__":
    main()
