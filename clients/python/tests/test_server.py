"""The client against a server of its own."""

import asyncio
import unittest

from groundwall import AsyncGroundwall, Groundwall, GroundwallError
from running import Running

SOURCE = b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes."


class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Running()
        cls.base = cls.server.base

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.stop()

    def test_a_report_comes_from_a_document(self) -> None:
        with Groundwall(self.base) as wall:
            made = wall.create_collection("Harbour")
            taken = wall.upload([("quay.txt", SOURCE)], collection="Harbour")
            self.assertEqual((taken["collection"], taken["refused"]), (made["id"], []))
            self.assertEqual(wall.documents("Harbour")["documents"][0]["names"][0], "quay.txt")
            asked = wall.ask("When was the Timber Quay built?", collection="Harbour")
            self.assertEqual(asked["state"], "verified")
            self.assertIn("1931", asked["delivered"] or "")
            report = wall.verify(claims=["The Timber Quay was built in 1940."], collection="Harbour")
            self.assertEqual(report["claims"][0]["verdict"], "refuted")
            again = wall.report(report["id"])
            self.assertEqual((again["id"], again["banner"]), (report["id"], report["banner"]))
            page = wall.reports(collection="Harbour", limit=1)
            self.assertEqual((page["total"], len(page["reports"])), (2, 1))
            self.assertIn(b"1940", wall.export(report["id"], "csv"))
            wall.delete_report(report["id"])
            with self.assertRaises(GroundwallError) as gone:
                wall.report(report["id"])
            self.assertEqual((gone.exception.status, gone.exception.code), (404, "not_found"))
            names = [one["name"] for one in wall.collections()]
            self.assertIn("Harbour", names)
            wall.delete_collection(made["id"])
            self.assertEqual(len(wall.collections()), len(names) - 1)

    def test_sources_are_enough_and_errors_say_what_to_do(self) -> None:
        async def run() -> None:
            async with AsyncGroundwall(self.base) as wall:
                source = {"id": "quay", "text": SOURCE.decode()}
                report = await wall.verify("The crane lifts 12 tonnes.", sources=[source], origin="test")
                self.assertEqual(report["claims"][0]["verdict"], "supported")
                with self.assertRaises(GroundwallError) as wrong:
                    await wall.ask(" ")
                self.assertEqual((wrong.exception.status, wrong.exception.code), (422, "unprocessable"))
                self.assertIn("empty", wrong.exception.message)
                with self.assertRaises(ValueError):
                    await wall.verify()

        asyncio.run(run())

    def test_a_wrong_key_is_refused(self) -> None:
        with Groundwall(self.base, api_key="gw_00000000_none") as wall:
            with self.assertRaises(GroundwallError) as refused:
                wall.documents()
            self.assertEqual(refused.exception.status, 401)


if __name__ == "__main__":
    unittest.main()
