"""Writes the sample documents of data/samples: the papers of Skarvik, a small port that does not exist.

    pip install reportlab openpyxl python-docx odfpy xlwt
    python data/make_samples.py

The files are in the repository; this is how they were made. All text is written for Groundwall and under its licence.
"""

import datetime
import pathlib

import docx
import openpyxl
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table as OdfTable, TableCell, TableRow
from odf.text import P
from openpyxl.styles import Font
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

HERE = pathlib.Path(__file__).parent / "samples"
HERE.mkdir(exist_ok=True)


def text(name, body):
    (HERE / name).write_text(body.strip() + "\n", encoding="utf-8")


def pdf(name, title, pages):
    styles = getSampleStyleSheet()

    def frame(canvas, document):
        canvas.saveState()
        canvas.setFont("Helvetica", 8)
        canvas.drawString(25 * mm, A4[1] - 15 * mm, "Port of Skarvik")
        canvas.drawRightString(A4[0] - 25 * mm, 15 * mm, f"Page {document.page} of {len(pages)}")
        canvas.restoreState()

    flow = []
    for place, page in enumerate(pages):
        if place:
            flow.append(PageBreak())
        else:
            flow += [Paragraph(title, styles["Title"]), Spacer(1, 6 * mm)]
        for part in page:
            if isinstance(part, list):
                table = Table(part, hAlign="LEFT")
                table.setStyle(TableStyle([("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"), ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"), ("ALIGN", (1, 0), (-1, -1), "RIGHT")]))
                flow += [table, Spacer(1, 4 * mm)]
            elif part.startswith("# "):
                flow.append(Paragraph(part[2:], styles["Heading2"]))
            else:
                flow += [Paragraph(part, styles["BodyText"]), Spacer(1, 2 * mm)]
    document = SimpleDocTemplate(str(HERE / name), pagesize=A4, leftMargin=25 * mm, rightMargin=25 * mm, topMargin=25 * mm, bottomMargin=25 * mm, title=title, author="Port of Skarvik", invariant=1)
    document.build(flow, onFirstPage=frame, onLaterPages=frame)


text("about-the-port.txt", """
The port of Skarvik lies on the north shore of the Aldersund. It was founded in 1894 as a herring station and became a municipal port in 1931.
The inner harbour has six berths and the outer pier has two. The fairway is dredged to a depth of 8.5 metres.
The harbour office stands on Tollbod Quay and is open from 07:00 to 19:00 on weekdays. Outside these hours the duty officer answers on VHF channel 12.
The harbour master is Ingrid Solheim, who took over from Tor Bakken on 1 March 2021.
Skarvik has a population of 4,180. About 240 people work in the port, most of them in fish processing.
The port is owned by the municipality of Skarvik and run by Skarvik Havn KF. It receives no state subsidy.
The nearest railway station is in Fossen, 38 kilometres inland. A bus connects the station and Tollbod Quay four times a day.
""")

text("lighthouse-history.txt", """
The Grunnskjær lighthouse marks the southern entrance to the Aldersund.

It was built between 1902 and 1904 by the engineer Henrik Lund. The tower is 27 metres high and made of cast iron, because stone could not be landed on the reef in winter.

The first lamp burned paraffin. It was replaced by an electric lamp in 1938, when a cable was laid from Skarvik. The light has a range of 16 nautical miles and shows two white flashes every ten seconds.

Four keepers lived on the reef in turns of six weeks. The last keeper, Marta Nilsen, left on 30 June 1987, when the light was automated. She had served there for eleven years.

During the storm of January 1952 the sea broke the windows of the lamp room, but the light went out for only one night. No one was hurt.

Since 2009 the tower has been a listed monument. Visitors may climb it from May to September; the lamp room itself stays closed.
""")

text("ferry-timetable.md", """
# Ferry Skarvik – Ytterøy

Valid from 1 May 2024. The crossing takes 35 minutes.

## Weekdays

| Departure Skarvik | Departure Ytterøy | Carries vehicles |
|---|---|---|
| 06:15 | 07:05 | yes |
| 09:30 | 10:20 | yes |
| 13:00 | 13:50 | no |
| 17:45 | 18:35 | yes |

## Weekends

| Departure Skarvik | Departure Ytterøy | Carries vehicles |
|---|---|---|
| 10:00 | 10:50 | yes |
| 16:30 | 17:20 | yes |

## Fares

- Adults pay 62 kroner for a single crossing.
- Children under 16 pay half. Children under 4 travel free.
- A car up to six metres costs 148 kroner, driver included.
- Bicycles travel free of charge.

## Conditions

The ferry does not sail when the wind at Grunnskjær exceeds 22 metres per second. Cancellations are announced on VHF channel 12 and at the ticket office. Tickets for a cancelled crossing stay valid for 30 days.

Dogs are allowed on deck and in the aft lounge, but not in the café.
""")

text("accident-report-2024-03.html", """
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Accident report 2024-03</title></head><body>
<h1>Accident report 2024-03: contact of MV Havørn with the outer pier</h1>
<h2>What happened</h2>
<p>On 14 February 2024 at 16:52 the coaster MV Havørn struck the outer pier of Skarvik while berthing. The wind was south-westerly at 19 metres per second. Nobody was injured and no oil was spilled.</p>
<p>The bow thruster failed twelve seconds before the contact. The master, Jonas Vik, ordered full astern, but the ship had still 2.1 knots of headway.</p>
<h2>Damage</h2>
<ul><li>The ship had a dent of 3 metres in the bow plating above the waterline.</li><li>Two fenders and 11 metres of the pier's edge beam were destroyed.</li><li>The repair of the pier cost 1.37 million kroner and was finished on 22 May 2024.</li></ul>
<h2>Cause</h2>
<p>The bow thruster failed because a cooling hose had burst. The hose was nine years old and the maker recommends a replacement after five. The harbour pilot was not on board, since the ship is below the length from which pilotage is compulsory.</p>
<h2>Recommendations</h2>
<ol><li>Owners should replace cooling hoses of thrusters every five years.</li><li>The port should lower the wind limit for berthing at the outer pier from 20 to 17 metres per second.</li></ol>
</body></html>
""")

text("berths.csv", """
Berth,Name,Length (m),Depth (m),Shore power (kW),Use
B1,Tollbod Quay,92,6.5,400,Ferry and passenger ships
B2,Fish Quay North,74,5.8,250,Fishing vessels
B3,Fish Quay South,68,5.8,250,Fishing vessels
B4,Timber Quay,120,7.4,0,General cargo
B5,Oil Jetty,85,8.0,0,Fuel only
B6,Yard Quay,55,5.2,160,Repairs
P1,Outer Pier West,160,8.5,1200,Cruise and cargo
P2,Outer Pier East,140,8.5,0,Cargo
""")

rows = [("Species", "2022 (t)", "2023 (t)", "2024 (t)", "Value 2024 (kroner)"), ("Herring", 5210, 4870, 5430, 48870000), ("Cod", 2140, 2260, 1980, 61380000), ("Haddock", 640, 590, 715, 13585000), ("Saithe", 910, 1005, 960, 12480000), ("Shrimp", 118, 131, 142, 9230000)]
text("fish-landings.tsv", "\n".join("\t".join(map(str, row)) for row in rows))

pdf("annual-report-2024.pdf", "Annual Report 2024", [
    ["# The year in short", "In 2024 the port of Skarvik was called at by 1,312 ships, 4 percent more than the year before. The turnover of Skarvik Havn KF was 41.6 million kroner and its operating profit 5.2 million kroner.",
     "The most important event of the year was the opening of shore power at the outer pier on 3 June. Seven cruise ships used it before the season ended, and together they saved an estimated 310 tonnes of carbon dioxide.",
     "# Organisation", "Skarvik Havn KF had 34 employees at the end of the year, of whom 12 are women. Sick leave fell from 6.1 to 4.8 percent. The board met nine times. Its chair is Aslaug Dahl, a former shipbroker."],
    ["# Economy", "Revenue rose by 7 percent, mainly because of higher fees from cruise ships. Costs rose by 5 percent. The port repaid 3.0 million kroner of its loan at Kystbanken, which stood at 27.5 million kroner at the end of December.",
     [["Million kroner", "2023", "2024"], ["Port dues", "21.4", "22.9"], ["Quay rent", "9.8", "10.1"], ["Passenger fees", "4.3", "5.4"], ["Other revenue", "3.4", "3.2"], ["Total revenue", "38.9", "41.6"]],
     "The auditor, Nordfjord Revisjon, approved the accounts without remarks on 18 February 2025."],
    ["# Environment", "The port sorts 81 percent of its waste. Two oil spills were reported, both below 50 litres, and both were cleaned up within a day. The water quality at the bathing beach east of the outer pier was rated excellent.",
     "Ships that use shore power receive a discount of 15 percent on port dues. The discount was granted 61 times.",
     "# Outlook", "In 2025 the port plans to dredge the turning basin and to replace the crane at the Timber Quay. The dredging needs a permit from the county governor, who has not yet decided. The investment budget for 2025 is 18 million kroner."],
])

pdf("storm-plan.pdf", "Storm Preparedness Plan", [
    ["# Purpose", "This plan says who does what when a storm is forecast for the Aldersund. It was adopted by the port board on 12 October 2023 and replaces the plan of 2017.",
     "# Levels", "Yellow: wind above 17 metres per second is forecast. The duty officer warns all ships by VHF and checks the moorings at the Yard Quay.",
     "Orange: wind above 24 metres per second is forecast. The outer pier is closed to pedestrians, small craft must leave berths P1 and P2, and a second officer is called in.",
     "Red: wind above 32 metres per second is forecast. The port is closed to all traffic except rescue vessels. The harbour master decides when it opens again."],
    ["# Duties", "The duty officer keeps the log and informs the municipality. The harbour master may order a ship to leave its berth. The police, not the port, evacuate buildings.",
     "The rescue boat Elias Berg lies at the Tollbod Quay and must be ready to sail within 15 minutes at level Orange and within 5 minutes at level Red.",
     "# Exercises", "An exercise is held every year before the end of October. The exercise of 2023 took place on 26 October and involved 48 people. It showed that the siren on the Timber Quay could not be heard at the Fish Quay; a second siren was installed in January 2024."],
])

document = docx.Document()
document.core_properties.created = document.core_properties.modified = datetime.datetime(2024, 1, 15)
document.add_heading("Harbour Rules of Skarvik", 0)
document.add_heading("1 Arrival and departure", 1)
document.add_paragraph("Ships longer than 15 metres must report their arrival to the harbour office at least 24 hours in advance. Fishing vessels registered in Skarvik are exempt.")
document.add_paragraph("The speed limit in the inner harbour is 5 knots and in the fairway 8 knots.")
document.add_paragraph("Pilotage is compulsory for ships longer than 90 metres.")
document.add_heading("2 Berths", 1)
document.add_paragraph("The harbour office assigns the berths. A ship may not change its berth without permission.")
for item in ["Bunkering is allowed only at the Oil Jetty.", "Welding on deck needs a written permit.", "Garbage must be delivered in the marked containers."]:
    document.add_paragraph(item, style="List Bullet")
document.add_heading("3 Fines", 1)
document.add_paragraph("Whoever breaks these rules may be fined by the harbour master. A fine must be paid within 21 days. A complaint against a fine is decided by the port board.")
table = document.add_table(rows=1, cols=2)
table.style = "Table Grid"
table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Offence", "Fine (kroner)"
for offence, fine in [("Speeding in the inner harbour", "2,500"), ("Changing berth without permission", "4,000"), ("Discharge of oily water", "25,000"), ("Missing arrival report", "1,500")]:
    cells = table.add_row().cells
    cells[0].text, cells[1].text = offence, fine
document.add_heading("4 Entry into force", 1)
document.add_paragraph("These rules were adopted on 5 December 2023 and apply from 1 January 2024.")
document.save(HERE / "harbour-rules.docx")

document = docx.Document()
document.core_properties.created = document.core_properties.modified = datetime.datetime(2024, 9, 20)
document.add_heading("Minutes of the Port Board, 17 September 2024", 0)
document.add_paragraph("Present: Aslaug Dahl (chair), Per Moen, Siri Haugen, Kjell Aas, Ingrid Solheim (harbour master, without vote). Absent: Randi Lie.")
document.add_heading("Item 1: Wind limit at the outer pier", 1)
document.add_paragraph("The board discussed the recommendation of accident report 2024-03. Ingrid Solheim proposed to lower the wind limit for berthing to 17 metres per second. Per Moen objected that fishing vessels would lose landing days. The proposal was adopted with three votes to one; Per Moen voted against it. The new limit applies from 1 November 2024.")
document.add_heading("Item 2: Crane at the Timber Quay", 1)
document.add_paragraph("The crane dates from 1979 and its load has been reduced from 12 to 8 tonnes. Three offers were received:")
table = document.add_table(rows=1, cols=3)
table.style = "Table Grid"
for cell, value in zip(table.rows[0].cells, ["Supplier", "Price (million kroner)", "Delivery"]):
    cell.text = value
for row in [("Løfteteknikk AS", "6.4", "May 2025"), ("Baltkran", "5.9", "September 2025"), ("Nordic Lift", "7.1", "April 2025")]:
    for cell, value in zip(table.add_row().cells, row):
        cell.text = value
document.add_paragraph("The board chose Løfteteknikk AS because of the earlier delivery and the longer warranty of five years. The decision was unanimous.")
document.add_heading("Item 3: Any other business", 1)
document.add_paragraph("Siri Haugen asked about the smell at the Fish Quay. The harbour master will report in November. The next meeting is on 19 November 2024.")
document.save(HERE / "council-minutes-2024-09.docx")

book = openpyxl.Workbook()
book.properties.created = book.properties.modified = datetime.datetime(2024, 1, 10)
sheet = book.active
sheet.title = "Dues 2024"
sheet.append(["Port of Skarvik"])
sheet.append(["Port dues by type of ship, in kroner"])
sheet.append([])
sheet.append(["Type of ship", "Calls", "Gross tonnage", "Rate per GT", "Dues"])
data = [("Cruise ship", 29, 812400, 6.2), ("Coaster", 274, 602800, 8.4), ("Tanker", 52, 187200, 9.1), ("Ferry", 730, 657000, 12.5), ("Fishing vessel", 227, 45400, 10.3)]
for row in data:
    sheet.append([*row, round(row[2] * row[3])])
sheet.append(["Total", sum(row[1] for row in data), sum(row[2] for row in data), None, sum(round(row[2] * row[3]) for row in data)])
sheet["A1"].font = sheet["A2"].font = Font(bold=True)
sheet.column_dimensions["A"].width = 24
other = book.create_sheet("Discounts")
other.append(["Discount", "Share", "Valid until"])
for row in [("Shore power", 0.15, datetime.date(2026, 12, 31)), ("Environmental index above 50", 0.10, datetime.date(2025, 12, 31)), ("More than 20 calls a year", 0.08, datetime.date(2024, 12, 31))]:
    other.append(row)
for cell in other["B"][1:]:
    cell.number_format = "0%"
book.save(HERE / "port-dues-2024.xlsx")

book = xlwt.Workbook()
sheet = book.add_sheet("Register")
date = xlwt.easyxf(num_format_str="YYYY-MM-DD")
for column, value in enumerate(["Call sign", "Vessel", "Type", "Built", "Length (m)", "Owner", "Last inspection"]):
    sheet.write(0, column, value)
vessels = [("LKHV", "Havørn", "Coaster", 2001, 78.5, "Vik Rederi AS", datetime.date(2023, 11, 8)), ("LMSO", "Solvind", "Fishing vessel", 1996, 27.3, "Brødrene Hansen", datetime.date(2024, 4, 19)), ("LNYT", "Ytterøyferja", "Ferry", 2012, 49.9, "Aldersund Ferjer", datetime.date(2024, 2, 27)), ("LEBG", "Elias Berg", "Rescue boat", 2018, 16.2, "Skarvik Havn KF", datetime.date(2024, 6, 4)), ("LPKA", "Karianne", "Fishing vessel", 1988, 19.8, "Karianne Fisk", datetime.date(2022, 9, 30))]
for row, vessel in enumerate(vessels, 1):
    for column, value in enumerate(vessel):
        if isinstance(value, datetime.date):
            sheet.write(row, column, value, date)
        else:
            sheet.write(row, column, value)
book.save(str(HERE / "vessel-register.xls"))

book = OpenDocumentSpreadsheet()
table = OdfTable(name="Staff")
for row in [("Name", "Role", "Employed since", "Working time (%)"), ("Ingrid Solheim", "Harbour master", "2015-08-01", 100), ("Ole Strand", "Deputy harbour master", "2019-02-01", 100), ("Nina Berge", "Head of finance", "2011-05-15", 80), ("Amir Rahimi", "Environmental officer", "2022-10-01", 100), ("Kari Foss", "Duty officer", "2008-03-01", 60)]:
    line = TableRow()
    for value in row:
        cell = TableCell(valuetype="float", value=str(value)) if isinstance(value, int) else TableCell(valuetype="string")
        cell.addElement(P(text=str(value)))
        line.addElement(cell)
    table.addElement(line)
book.spreadsheet.addElement(table)
book.save(str(HERE / "harbour-staff.ods"))
