"""Text of PDFs as Groundwall reads it, against pdftotext (Debian's poppler-utils): F1 of their words, file by file, and on average.

  cargo build --release -p groundwall-ingest --example text
  python bench/peers/pdf.py target/release/examples/text FOLDER [--worst N]

A word is a run of letters and digits, in lower case; how often it stands counts, its place does not. Files for which pdftotext finds fewer than 20 words
are left out of the average and listed with what Groundwall says about them.
"""

import argparse, collections, glob, json, re, subprocess, time

WORD = re.compile(r"\w+")


def words(text): return collections.Counter(WORD.findall(text.lower().replace("\u00ad", "")))


def f1(a, b):
    both = sum((a & b).values())
    return 2 * both / (sum(a.values()) + sum(b.values())) if both else 0.0


p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
p.add_argument("text"); p.add_argument("folder"); p.add_argument("--worst", type=int, default=12); a = p.parse_args()
scores, ours, theirs, pages, placed, both = [], 0.0, 0.0, 0, 0, 0
for path in sorted(glob.glob(f"{a.folder}/*.pdf")):
    got = subprocess.run([a.text, path], capture_output=True, text=True, timeout=300)
    start = time.time(); other = subprocess.run(["pdftotext", "-q", path, "-"], capture_output=True); spent = time.time() - start
    reference = words(other.stdout.decode("utf-8", "replace"))
    name = path.rsplit("/", 1)[-1]
    if got.returncode: print(f"DIED {name}: {got.stderr[-200:]}"); scores.append((0.0, name)); continue
    read = json.loads(got.stdout)
    if sum(reference.values()) < 20: print(f"no text for pdftotext: {name}: {read.get('error') or read.get('notes')}"); continue
    if "error" in read: print(f"error: {name}: {read['error']}"); scores.append((0.0, name)); continue
    text = "\n".join(block["text"] for block in read["blocks"])
    for number, page in enumerate(other.stdout.decode("utf-8", "replace").split("\f"), 1):
        here = words(page); placed += sum((here & words("\n".join(block["text"] for block in read["blocks"] if block["page"] == number))).values())
        both += sum((here & words(text)).values())
    if not text and not read["notes"]: print(f"SILENT: {name}")
    scores.append((f1(words(text), reference), name)); ours += read["seconds"]; theirs += spent; pages += read["pages"] or 0
scores.sort()
for score, name in scores[: a.worst]: print(f"{score:.3f} {name}")
mean = sum(score for score, _ in scores) / max(1, len(scores))
print(f"{len(scores)} files, {pages} pages: word F1 {mean:.3f} on average, {sum(s < .9 for s, _ in scores)} under .9; {placed / max(1, both):.3f} of the words on the page where pdftotext has them; {1000 * ours / max(1, pages):.1f} ms a page, pdftotext {1000 * theirs / max(1, pages):.1f}")
