#!/usr/bin/env python3
"""The attendance workbook that questions to tables are tried on: 75 made-up students, 8 subjects, title rows, a row of the most that can be reached and a totals row.

    pip install openpyxl
    python3 data/tables/make_attendance.py        # writes data/tables/attendance.xlsx, the same bytes but for the time stamp

Names are drawn from two lists by a fixed seed; no person is meant.
"""
import pathlib, random

import openpyxl

HERE = pathlib.Path(__file__).parent
SUBJECTS = ["DBMS", "OS", "Java", "Statistics", "Networks", "Compilers", "Python Lab", "DBMS Lab"]
CLASSES = [42, 40, 38, 36, 40, 34, 24, 24]
FIRST = "Aarav Aditi Ananya Arjun Bhavya Charan Deepika Divya Farhan Gayatri Harish Ishaan Jahnavi Karthik Kavya Lakshmi Manoj Meera Nikhil Pooja Pranav Rahul Ritu Sneha Tarun".split()
LAST = "Reddy Sharma Naidu".split()


def main():
    random.seed(75)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "CSE-B"
    sheet.append(["Sagara Institute of Technology"])
    sheet.append(["III B.Tech I Semester, CSE-B: attendance from 2024-07-01 to 2024-10-31"])
    sheet.merge_cells("A1:L1")
    sheet.merge_cells("A2:L2")
    sheet.append([])
    sheet.append(["S.No", "Roll No", "Student Name", *SUBJECTS, "TOTAL", "%"])
    sheet.append([None, None, "MAX MARKS", *CLASSES, sum(CLASSES), 1.0])
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    random.shuffle(names)
    rows = []
    for number, name in enumerate(names, 1):
        keen = random.choice([0.55, 0.68, 0.75, 0.82, 0.9, 0.95])
        attended = [min(most, round(most * min(1, max(0, random.gauss(keen, 0.07))))) for most in CLASSES]
        total = sum(attended)
        rows.append(attended)
        sheet.append([number, f"22B81A05{number:02}" if number < 60 else f"23B85A05{number - 59:02}", name, *attended, total, total / sum(CLASSES)])
    columns = list(zip(*rows))
    sheet.append([None, None, "TOTAL", *[sum(column) for column in columns], sum(map(sum, columns)), None])
    for row in sheet.iter_rows(min_row=5, min_col=13, max_col=13):
        row[0].number_format = "0.00%"
    book.save(HERE / "attendance.xlsx")


if __name__ == "__main__":
    main()
