import { hash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Leaf } from "#log/tlog/leaf.ts";
import { blindDomain, formatIndex } from "../lists.ts";
import { ORIGIN, put, writeLog, writeReceipt } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

const AT = "2026-11-20T00:00:00.000Z";

/** Leaf 0 is the published receipt of site-0, leaf 1 a listed one of another site; the index names leaf 1 for both. */
async function logHidingBehind(list: "live" | "withdrawn", when: "before the index" | "after it") {
	const [there, hidden] = (await writeLog({ sizes: [2] })).leaves;
	if (there?.kind !== "audit" || !hidden) throw new Error("no leaves");
	const bind = (name: string, text: string): Leaf => {
		return { kind: "list", name, digest: hash("sha256", text), size: text.length, at: AT };
	};
	const covers = when === "after it" ? 2 : 3;
	const names = ["site-0.example.com", "made-up.example.com"].map((domain) => blindDomain(ORIGIN, domain));
	const { head, shards } = formatIndex(covers, new Map(names.map((name) => [name, 1])));
	const index = bind(head.path, Buffer.from(head.data).toString());
	const bound = bind(list, "1\n");
	const leaves = [there, hidden, ...(when === "after it" ? [index, bound] : [bound, index])];
	const log = await writeLog({ sizes: [4], leaves, auditEvery: 100 });
	await writeReceipt(log.reports, "site-0.example.com", there.auditedAt);
	for (const { path, data } of [head, ...shards, { path: list, data: "1\n" }])
		await put(join(log.reports, "log"), path, data);
	return (await recomputeLog(log)).audit.faults.filter(({ file }) => file.startsWith("log/index/"));
}

it.each([
	["live", "before the index"],
	["live", "after it"],
	["withdrawn", "before the index"],
] as const)("an index that names a leaf which log/%s lists %s hides what is the newest", async (list, when) => {
	expect((await logHidingBehind(list, when)).map(({ says }) => says)).toEqual([
		"It names leaf 1 for site-0.example.com, whose newest audit is leaf 0.",
		"It names leaf 1 for a domain of another leaf.",
	]);
});

it("an index may name receipts removed after it", async () => {
	expect(await logHidingBehind("withdrawn", "after it")).toEqual([]);
});

it("an index without an archived checkpoint names the missing checkpoint", async () => {
	const at = (size: number): Leaf => ({
		kind: "list",
		name: `index/${size}`,
		digest: hash("sha256", "x"),
		size: 1,
		at: AT,
	});
	const [first, second, third] = (await writeLog({ sizes: [3] })).leaves as [Leaf, Leaf, Leaf];
	const leaves = [first, at(1), second, at(3), third, at(5)];
	const log = await writeLog({ sizes: [2, 4, 6], leaves, auditEvery: 100 });
	const missing = async () =>
		(await recomputeLog(log)).audit.faults.filter(({ says }) => says.startsWith("The file is missing: the index"));
	expect(await missing()).toEqual([]);
	await rm(join(log.reports, "log", "checkpoints", "4"));
	expect((await missing()).map(({ file }) => file)).toEqual(["log/checkpoints/4"]);
});
