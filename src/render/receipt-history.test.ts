import { expect, test } from "vitest";
import { makeReceipt, store } from "./receipt.testkit.ts";
import { lightHistories } from "./receipt-history.ts";

const at = (id: string, day: string, parts = {}) =>
	store(id, makeReceipt({ auditedAt: `2026-11-${day}T02:00:00.000Z`, ...parts }));
const ids = (history: readonly { id: string }[] | undefined) => history?.map(({ id }) => id.replace(/0+$/, ""));

test("newest first, whatever the order of the files", () => {
	const histories = lightHistories([at("b", "02"), at("c", "03"), at("a", "01")]);
	expect(ids(histories.get("www.example.org"))).toEqual(["c", "b", "a"]);
});

test("deep audits have no part in it", () => {
	const histories = lightHistories([at("a", "01"), at("d", "09", { mode: "deep" })]);
	expect(ids(histories.get("www.example.org"))).toEqual(["a"]);
});

test("a domain with deep audits only has no history", () => {
	expect(lightHistories([at("d", "09", { mode: "deep" })]).size).toBe(0);
});

test("domains stand in the order of their newest audit; one moment is settled by id", () => {
	const histories = lightHistories([
		at("z", "05", { domain: "one.example.org" }),
		at("y", "05", { domain: "two.example.org" }),
		at("x", "07", { domain: "three.example.org" }),
	]);
	expect([...histories.keys()]).toEqual(["three.example.org", "two.example.org", "one.example.org"]);
});
