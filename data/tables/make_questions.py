#!/usr/bin/env python3
"""Questions and claims about attendance.xlsx with answers that are computed here, apart from the product.

    pip install openpyxl
    python3 data/tables/make_questions.py        # writes data/tables/attendance.jsonl

Each row: the text, its kind, `says` (what the answer must hold, word for word) and, where it is told, `cells`. `mood` is question or claim; `holds` is whether a claim is true.
"""
import json, pathlib, statistics

import openpyxl

HERE = pathlib.Path(__file__).parent


def main():
    sheet = openpyxl.load_workbook(HERE / "attendance.xlsx").active
    rows = list(sheet.iter_rows(min_row=6, max_row=80))
    head = [cell.value for cell in sheet[4]]
    by = {row[2].value: row for row in rows}
    at = {name: head.index(name) for name in head}
    col = lambda name: [row[at[name]].value for row in rows]
    percent = lambda value: f"{value * 100:.2f}".rstrip("0").rstrip(".") + "%"
    figure = lambda value: f"{round(value + 1e-9, 2):,}".rstrip("0").rstrip(".") if value % 1 else f"{int(value):,}"
    meera, tarun, pranav = by["Meera Sharma"], by["Tarun Naidu"], next(row for row in rows if row[1].value == "22B81A0507")
    out = []

    def ask(kind, text, *says, cells=None):
        out.append({"mood": "question", "kind": kind, "text": text, "says": list(says), **({"cells": cells} if cells else {})})

    def claim(text, holds):
        out.append({"mood": "claim", "kind": "claim", "text": text, "says": [], "holds": holds})

    cell = lambda row, name: row[at[name]].coordinate
    shown = lambda row: f"{row[at['%']].value * 100:.2f}%"
    ask("look-up by id", "What is the attendance of 22B81A0507?", shown(pranav), cells=[cell(pranav, "%")])
    ask("look-up by id", "Show the attendance percentage for roll number 22B81A0507", shown(pranav))
    ask("look-up by id", "How many Java classes did 22B81A0507 attend?", f" {pranav[at['Java']].value}.", cells=[cell(pranav, "Java")])
    ask("look-up by name", "What is the attendance of Meera Sharma?", shown(meera), cells=[cell(meera, "%")])
    ask("look-up by name", "What is Meera Sharma's total?", f" {meera[at['TOTAL']].value}.")
    ask("look-up, whole", "Give me the details of Tarun Naidu", f"DBMS {tarun[at['DBMS']].value}", f"TOTAL {tarun[at['TOTAL']].value}", tarun[1].value)
    ask("missing id", "What is the attendance of 22B81A0999?", "There is no student “22B81A0999”")
    ask("missing name", "What is the attendance of Zubin Mehta?", "There is no student “Zubin Mehta”")
    ask("true value", f"Is the attendance of Meera Sharma {shown(meera)}?", "Yes.")
    ask("true value", f"Does Tarun Naidu have {tarun[at['OS']].value} in OS?", "Yes.")
    ask("false value", "Is the attendance of Meera Sharma 75%?", "No.", shown(meera))
    ask("false value", f"Did Tarun Naidu attend {tarun[at['Java']].value + 3} classes in Java?", "No.", f" {tarun[at['Java']].value}.")
    ask("compare two", "Compare Meera Sharma and Tarun Naidu", f"TOTAL: Meera Sharma {meera[at['TOTAL']].value}, Tarun Naidu {tarun[at['TOTAL']].value}")
    ask("compare, one missing", "Compare 22B81A0507 and 22B81A0999", "There is no student “22B81A0999”", f"TOTAL {pranav[at['TOTAL']].value}")
    ask("compare on a column", "Compare Meera Sharma and Tarun Naidu in Networks", f"Meera Sharma {meera[at['Networks']].value}, Tarun Naidu {tarun[at['Networks']].value}")
    low = [row for row in rows if row[at["%"]].value < 0.65]
    ask("filter, count", "How many students have attendance below 65%?", f"{len(low)} of 75")
    ask("filter, count", "How many students have 30 or more in Java?", f"{sum(v >= 30 for v in col('Java'))} of 75")
    ask("filter, list", "Which students have attendance above 95%?", *[row[2].value for row in rows if row[at["%"]].value > 0.95])
    ask("filter, list", "List students whose total is less than 160", *[row[2].value for row in rows if row[at["TOTAL"]].value < 160])
    ask("between", "How many students have attendance between 65 and 75 percent?", f"{sum(0.65 <= v <= 0.75 for v in col('%'))} of 75")
    ask("max", "What is the highest attendance?", f"{max(col('%')) * 100:.2f}%")
    ask("min", "Who has the lowest total?", f": {min(col('TOTAL'))}", *[row[2].value for row in rows if row[at["TOTAL"]].value == min(col("TOTAL"))])
    ask("average", "What is the average attendance?", percent(statistics.mean(col("%"))), cells=["M6:M80"])
    ask("average", "What is the average of Statistics?", figure(statistics.mean(col("Statistics"))))
    ask("median", "What is the median of OS?", figure(statistics.median(col("OS"))))
    ask("sum", "What is the total of DBMS Lab?", figure(sum(col("DBMS Lab"))), cells=["K6:K80"])
    best = sorted(rows, key=lambda row: -row[at["TOTAL"]].value)
    ask("top-n", "Top 3 students by total", *[row[2].value for row in best if row[at["TOTAL"]].value >= best[2][at["TOTAL"]].value])
    ask("rank", "What is the rank of Meera Sharma by total?", f"of 75 by TOTAL ({meera[at['TOTAL']].value})", f" {1 + sum(v > meera[at['TOTAL']].value for v in col('TOTAL'))}")
    ask("count", "How many students are there?", "75 students")
    ask("share", "What percentage of students have attendance above 75%?", figure(100 * sum(v > 0.75 for v in col("%")) / 75) + "%")
    ask("two conditions", "How many students have more than 30 in Java and attendance below 75%?", f"{sum(row[at['Java']].value > 30 and row[at['%']].value < 0.75 for row in rows)} of 75")
    claim(f"Meera Sharma's attendance is {shown(meera)}.", True)
    claim("Meera Sharma's attendance is 91%.", False)
    claim(f"The average attendance was {round(statistics.mean(col('%')) * 100)} %.", True)
    claim("The average attendance was 81 %.", False)
    claim(f"{len(low)} students have attendance below 65%.", True)
    claim(f"{len(low) + 2} students have attendance below 65%.", False)
    claim(f"Tarun Naidu has a higher total than Meera Sharma.", tarun[at["TOTAL"]].value > meera[at["TOTAL"]].value)
    claim(f"Meera Sharma has a higher total than Tarun Naidu.", meera[at["TOTAL"]].value > tarun[at["TOTAL"]].value)
    top = max(rows, key=lambda row: row[at["%"]].value)
    claim(f"{top[2].value} has the highest attendance.", True)
    claim(f"Meera Sharma has the highest attendance at {top[at['%']].value * 100:.2f}%.", False)
    claim(f"Tarun Naidu attended {tarun[at['Java']].value} classes in Java.", True)
    with open(HERE / "attendance.jsonl", "w", encoding="utf8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in out)


if __name__ == "__main__":
    main()
