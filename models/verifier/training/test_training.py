"""What the training promises, on a hundred rows and a model of one layer: `python -m unittest` in this folder, four minutes on two cores. Needs what train.py needs (torch, transformers, safetensors, numpy)."""

import collections, json, os, subprocess, sys, tempfile, unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import hard_negatives, near_pairs, world  # noqa: E402
from leave_out import write  # noqa: E402

LABELS = {"SUPPORTED", "NEUTRAL", "CONTRADICTED", "UNSUPPORTED"}


def hundred():
    """A hundred rows of the made worlds."""
    return [row for row, _ in zip(world.rows(5), range(100))]


def texts():
    """Texts of several sentences with supported claims, as people write them."""
    told = [
        ("The old mill stands by the river. It was built in 1872 by Anna Berg for Carl Holm. More than 40 workers often slept above the kiln for 3 weeks. The mill must be closed in winter.", ["Anna Berg built the mill for Carl Holm.", "The mill must be closed in winter."]),
        ("Sales rose by 12 percent in March 2019, and the firm hired 250 drivers. All of the drivers may use the yard. On April 3, 2019 the old depot was sold for 1,250,000 crowns. The new depot is larger.", ["All of the drivers may use the yard.", "The old depot was sold on April 3, 2019 for 1,250,000 crowns.", "The new depot is larger than the old one."]),
        ("The doctor was not told of the delay. Two nurses gave the child a large dose before the tests. Half of the children were treated at home. The father thanked the hospital.", ["The doctor was not told of the delay.", "Two nurses gave the child a dose before the tests."]),
    ]
    return [(evidence, claim) for evidence, claims in told for claim in claims]


class Made(unittest.TestCase):
    def check(self, rows):
        said = collections.defaultdict(set)
        for row in rows:
            self.assertIn(row["label"], LABELS)
            self.assertTrue(row["evidence"].strip() and row["claim"].strip(), row)
            said[row["evidence"], row["claim"]].add(row["label"] == "SUPPORTED")
        self.assertEqual([pair for pair, labels in said.items() if len(labels) > 1], [], "the same pair is said to be supported and not")

    def test_worlds_are_the_same_for_a_seed_and_never_at_odds_with_themselves(self):
        self.assertEqual(hundred(), hundred())
        self.check([row for row, _ in zip(world.rows(1), range(5000))])

    def test_worlds_have_every_kind_and_about_as_many_true_as_false(self):
        rows = [row for row, _ in zip(world.rows(1), range(5000))]
        kinds = collections.Counter(row["set"] for row in rows)
        self.assertEqual(set(kinds), {f"world_{kind}" for kind in ("relation", "sibling", "order", "rule", "mode", "done", "number", "absent")})
        self.assertAlmostEqual(sum(row["label"] == "SUPPORTED" for row in rows) / len(rows), 0.5, delta=0.08)

    def test_edits_have_every_kind_are_the_same_for_a_seed_and_not_at_odds(self):
        take = lambda: [row for row, _ in zip(near_pairs.rows(texts(), 1, near_pairs.KINDS), range(400))]
        rows = take()
        self.assertEqual(rows, take())
        self.assertEqual({row["set"] for row in rows}, {f"near_{kind}" for kind in near_pairs.KINDS})
        self.check(rows)

    def test_an_absence_keeps_the_neighbours_and_takes_the_sentence(self):
        for row in (row for row, _ in zip(near_pairs.rows(texts(), 2, ["absent"]), range(40))):
            if row["label"] == "NEUTRAL":
                self.assertGreaterEqual(len(near_pairs.SENTENCE.split(row["evidence"])), 2)
                self.assertNotIn(row["claim"], row["evidence"])

    def test_what_is_embedded_is_denied_left_open_or_asserted_and_half_of_it_is_true(self):
        rows = [row for row, _ in zip(near_pairs.rows(texts(), 4, ["embedded"]), range(400))]
        self.assertEqual(collections.Counter(row["label"] for row in rows), {"SUPPORTED": 200, "NEUTRAL": 100, "CONTRADICTED": 100})
        self.check(rows)
        for row in rows:
            self.assertNotIn("{", row["evidence"])
            self.assertNotRegex(row["evidence"], r"\.\.|, ,|  ")
        label = {row["evidence"]: row["label"] for row in rows}
        of = lambda text, wanted: self.assertTrue(all(label[evidence] == wanted for evidence in label if text in evidence and "true that" not in evidence), text)
        of("There is no doubt that", "SUPPORTED")
        of("Nobody knows whether", "NEUTRAL")
        of("Whoever says that", "CONTRADICTED")

    def test_the_words_of_the_frames_are_those_of_the_check(self):
        from embedded import ASSERTED, BESIDE, DENIED, WITHHELD, Embedded
        import random

        frames = Embedded(random.Random(1))
        self.assertTrue(all(len(words) >= 3 and len(set(words)) == len(words) for name, words in frames.slots.items()), frames.slots)
        for frame in DENIED + WITHHELD + ASSERTED + BESIDE:
            told = frames.put(frame, "The mill was closed in 1872.", "Two nurses left.")
            self.assertIn("mill was closed in 1872", told)
            self.assertEqual(("wo nurses left" in told), frame in BESIDE, told)

    def test_a_number_written_another_way_keeps_its_value(self):
        make = near_pairs.Pairs(texts(), 1)
        self.assertIn(("It took 21 days.", True), [(true, true != false) for true, false in make.ways("It took 3 weeks.")])
        self.assertTrue(all(true.endswith(("3 April 2019.", "2019-04-03.")) and true != false for true, false in make.ways("It was sold on April 3, 2019.")))

    def test_files_without_supported_rows_are_named_as_such(self):
        with self.assertRaisesRegex(SystemExit, "supported rows"):
            next(near_pairs.rows([], 1, near_pairs.KINDS))
        with self.assertRaisesRegex(SystemExit, "supported rows"):
            hard_negatives.rows([], 10, 1, None, 10, 10)

    def test_a_hard_negative_is_near_from_another_text_and_lacks_a_name_or_figure(self):
        import numpy as np

        supported = [{"evidence": evidence, "claim": claim, "label": "SUPPORTED", "set": "told"} for evidence, claim in texts()]
        same = lambda said: np.ones((len(said), 1), np.float32)  # everything looks alike to this embedder
        rows = hard_negatives.rows(supported, 8, 1, same, 10, 100)
        self.assertTrue(rows)
        for false, true in zip(rows[::2], rows[1::2]):
            self.assertEqual((false["label"], true["label"], false["claim"]), ("NEUTRAL", "SUPPORTED", true["claim"]))
            self.assertNotIn(false["evidence"], true["evidence"])
            self.assertTrue(any(point not in false["evidence"] for point in hard_negatives.POINT.findall(false["claim"])))


class Trained(unittest.TestCase):
    """The whole recipe on a hundred rows, with one layer of random weights in the place of the encoder."""

    @classmethod
    def setUpClass(cls):
        from transformers import BertConfig, BertForSequenceClassification

        cls.folder = tempfile.TemporaryDirectory()
        cls.at = Path(cls.folder.name)
        config = BertConfig.from_pretrained(HERE.parent, num_hidden_layers=1, num_labels=3)
        BertForSequenceClassification(config).save_pretrained(cls.at / "base")
        (cls.at / "base/tokenizer.json").write_bytes((HERE.parent / "tokenizer.json").read_bytes())
        write(cls.at / "rows.jsonl", hundred())
        os.makedirs(cls.at / "sets")
        write(cls.at / "sets/made.jsonl", hundred())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def train(self, *words):
        told = subprocess.run([sys.executable, HERE / "train.py", *words], cwd=self.at, capture_output=True, text=True, timeout=300)
        self.assertEqual(told.returncode, 0, told.stderr[-2000:])
        return told.stdout

    def fit(self, out, *more):
        return self.train("fit", "base", out, "--pairs", "rows.jsonl", "--minutes", "0", "--dropout", "0", "--lr", "1e-3", "--max-len", "96", *more)

    def test_labels_evaluation_average_and_export_run_and_keep_their_shapes(self):
        import numpy as np
        from safetensors.numpy import load_file

        self.fit("student", "--epochs", "2", "--int8")
        self.assertIn("100 rows", self.train("label", "student", "soft.npy", "--pairs", "rows.jsonl"))
        self.assertEqual(np.load(self.at / "soft.npy").shape, (100, 3))
        self.fit("distilled", "--epochs", "1", "--soft", "soft.npy")
        self.assertRegex(self.train("eval", "student", "--sets", "sets", "--rows", "60"), r"made +n +60 BAcc 0\.\d+")
        self.train("average", "student", "distilled", "mean")
        one, other, mean = (load_file(self.at / name / "model.safetensors") for name in ("student", "distilled", "mean"))
        name = "classifier.bias"
        self.assertTrue(np.allclose(mean[name].astype(np.float32), (one[name] + other[name]) / 2, atol=2e-3))
        self.assertIn("entailment", json.loads((self.at / "mean/config.json").read_text())["id2label"]["0"])
        self.train("export", "student", "shipped")
        self.assertEqual({str(tensor.dtype) for tensor in load_file(self.at / "shipped/model.safetensors").values()}, {"float16"})

    def test_the_ways_of_training_and_reading_run_and_differ(self):
        self.fit("plain", "--epochs", "1")
        from safetensors.numpy import load_file

        weights = {name: load_file(self.at / name / "model.safetensors")["classifier.weight"] for name in ["plain"]}
        for name, words in {"focal": ["--focal", "2"], "balanced": ["--balanced"], "windows": ["--windows"], "again": ["--seed", "2"]}.items():
            self.fit(name, "--epochs", "1", *words)
            weights[name] = load_file(self.at / name / "model.safetensors")["classifier.weight"]
            self.assertTrue((weights[name] != weights["plain"]).any(), f"{name} changes nothing")
        told = {reading: self.train("eval", "plain", "--sets", "sets", "--rows", "60", *reading) for reading in ((), ("--reading", "second"), ("--reading", "both"))}
        self.assertEqual(len(set(told.values())), 3, told)

    def test_ways_are_compared_with_chance_beside_them(self):
        pairs = [{"evidence": evidence, "claim": claim, "label": "SUPPORTED", "set": "told"} for evidence, claim in texts()]
        write(self.at / "pairs.jsonl", pairs)
        os.makedirs(self.at / "ways", exist_ok=True)
        write(self.at / "ways/hard.jsonl", hundred()[:4])
        words = [sys.executable, HERE / "ways.py", self.at, self.at / "ways", "--sets", "sets", "--base", "base", "--human", "6", "--each", "4", "--rows", "10"]
        told = subprocess.run(words, cwd=self.at, capture_output=True, text=True, timeout=600)
        self.assertEqual(told.returncode, 0, told.stderr[-2000:])
        for part in ("| plain, seed 9 (chance) |", "| focal loss, gamma 2 |", "| weights of three seeds averaged |", "| two readings, their mean |", "| hard negatives by the embedder |"):
            self.assertIn(part, told.stdout)

    def test_a_hundred_rows_are_learned_by_heart(self):
        told = self.fit("heart", "--epochs", "40", "--tokens", "1024", "--freeze-embeddings")
        accuracy = [float(line.split()[-1]) for line in told.splitlines() if " acc " in line]
        self.assertGreater(accuracy[-1], accuracy[0] + 0.1, told)

    def test_one_command_rebuilds_the_weights_and_goes_on_after_a_break(self):
        pairs = [{"evidence": evidence, "claim": claim, "label": "SUPPORTED", "set": "told"} for evidence, claim in texts()] + hundred()
        for name, rows in (("pairs", pairs), ("made", hundred())):
            write(self.at / f"{name}.jsonl", rows)
        settings = {"PYTHON": sys.executable, "START": "base", "TEACHER": "base", "NEAR": "60", "WORLD": "60", "LIMIT": "100", "EPOCHS": "1", "CHECKPOINT": "0.0001", "SETS": "sets"}
        for part in ("agreement with the labels", "goes on at step"):
            told = subprocess.run(["bash", HERE / "rebuild.sh", self.at, self.at / "rebuilt"], cwd=self.at, env={**os.environ, **settings}, capture_output=True, text=True, timeout=300)
            self.assertEqual(told.returncode, 0, told.stderr[-2000:])
            self.assertIn(part, told.stdout)
        self.assertLessEqual({"config.json", "model.safetensors", "reference.json", "tokenizer.json"}, {path.name for path in (self.at / "rebuilt/out").iterdir()})

    def test_kinds_are_left_out_one_after_the_other_and_chance_stands_beside_them(self):
        pairs = [{"evidence": evidence, "claim": claim, "label": "SUPPORTED", "set": "told"} for evidence, claim in texts()]
        write(self.at / "pairs.jsonl", pairs)
        words = [sys.executable, HERE / "leave_out.py", self.at, self.at / "left", "--sets", "sets", "--base", "base", "--human", "6", "--each", "4", "--rows", "20", "--kinds", "scope,relation"]
        told = subprocess.run(words, cwd=self.at, capture_output=True, text=True, timeout=300)
        self.assertEqual(told.returncode, 0, told.stderr[-2000:])
        for part in ("| left out | held_out_near | held_out_world | made | mean |", "| near_scope |", "| world_relation |", "| all of them |", "(chance)"):
            self.assertIn(part, told.stdout)
        self.assertEqual(subprocess.run(words, cwd=self.at, capture_output=True, text=True, timeout=60).stdout, told.stdout)

    def test_training_that_breaks_off_goes_on_where_it_was(self):
        self.fit("broken", "--epochs", "4", "--checkpoint", "0.0001")
        self.assertIn("goes on at step", self.fit("broken", "--epochs", "4", "--checkpoint", "0.0001"))


if __name__ == "__main__":
    unittest.main()
