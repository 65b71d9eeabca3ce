import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Report } from "#core/report.ts";
import { EvidenceFiles } from "./evidence-archive.ts";
import { openReceiptFiles } from "./receipt-store.ts";
import { type RecordingPlaces, recordAudit } from "./record-audit.ts";
import { exampleReport } from "./report.testkit.ts";

let places: RecordingPlaces;
let root = "";
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-record-"));
	places = {
		store: openReceiptFiles(join(root, "receipts")),
		archive: new EvidenceFiles(join(root, "evidence")),
	};
});

const day = (number: number, change: Partial<Report> = {}): Report => ({
	...exampleReport(),
	auditedAt: `2026-11-0${number}T02:00:00.000Z`,
	...change,
});
const evidence = (number: number) => ({ seen: number });

/** Stores a complete audit. */
async function record(report: Report, record: unknown, into = places) {
	const recorded = await recordAudit({ report, record, sight: "whole" }, into);
	if (recorded.status === "unreached") throw new RangeError("It was not kept.");
	return recorded;
}

describe("recordAudit", () => {
	it("stores the receipt and its evidence", async () => {
		const { status, stored } = await record(day(1), evidence(1));
		expect(status).toBe("recorded");
		expect(await places.archive.get(stored.receipt.evidenceDigest)).toEqual(evidence(1));
		expect(await places.store.list(day(1))).toEqual([stored]);
	});

	it("writes a receipt if the last one has no engines or different ones", async () => {
		const row = (state: "allowed" | "partly") =>
			({ name: "ChatGPT", kind: "answers", state, says: "It may." }) as const;
		await record(day(1), evidence(1));
		expect((await record(day(2, { reach: [row("allowed")] }), evidence(2))).status).toBe("recorded");
		expect((await record(day(3, { reach: [row("allowed")] }), evidence(3))).status).toBe("unchanged");
		expect((await record(day(4, { reach: [row("partly")] }), evidence(4))).status).toBe("recorded");
	});

	it("writes nothing for an equal result, even if the site's bytes differ", async () => {
		const first = await record(day(1), evidence(1));
		const responses = [{ url: "https://shop.example.com/", status: 200, sha256: "b".repeat(64), bytes: 121 }];
		const again = await record(day(2, { responses }), evidence(2));
		expect(again.status).toBe("unchanged");
		expect(again.stored).toEqual(first.stored);
		expect(again.draft.receipt.auditedAt).toBe(day(2).auditedAt);
		expect(await places.store.list(day(1))).toHaveLength(1);
	});

	it("writes a new receipt when one outcome changes, and when it changes back", async () => {
		const better = day(2, {
			findings: day(2).findings.map(({ ratio: _, fix: __, ...rest }) => ({ ...rest, outcome: "pass" })),
		});
		const statuses = [];
		for (const report of [day(1), better, day(3)]) statuses.push((await record(report, evidence(1))).status);
		expect(statuses).toEqual(["recorded", "recorded", "recorded"]);
	});

	it("keeps only the evidence of the newest 2 receipts of a series", async () => {
		const kept = [];
		for (const number of [1, 2, 3]) {
			const report = day(number, { coverage: 1 - number / 100 });
			kept.push((await record(report, evidence(number))).stored.receipt.evidenceDigest);
		}
		const [oldest = "", ...newest] = kept;
		await expect(places.archive.get(oldest)).rejects.toMatchObject({ code: "evidence-missing" });
		for (const digest of newest) await expect(places.archive.get(digest)).resolves.toBeDefined();
	});

	it("records its intent after the evidence and before the receipt", async () => {
		let receiptsThen = -1;
		await record(day(1), evidence(1), {
			...places,
			intend: async ({ receipt }) => {
				receiptsThen = (await places.store.list(receipt)).length;
				await expect(places.archive.get(receipt.evidenceDigest)).resolves.toEqual(evidence(1));
			},
		});
		expect(receiptsThen).toBe(0);
	});

	it("stores nothing of an audit that may have failed because of us", async () => {
		const { scores: _, ...unseen } = day(1, {
			ok: false,
			failure: { code: "connection-timeout", says: "It was silent." },
		});
		const recorded = await recordAudit({ report: unseen, record: evidence(1), sight: "none" }, places);
		expect(recorded.status).toBe("unreached");
		expect(await readdir(root, { recursive: true })).toEqual([]);
	});

	it("stores a truncated audit only if no fuller one exists", async () => {
		const cut = (number: number, coverage: number) =>
			recordAudit({ report: day(number, { coverage }), record: evidence(number), sight: "cut" }, places);
		expect((await cut(1, 0.7)).status).toBe("recorded");
		expect((await cut(2, 0.9)).status).toBe("recorded");
		expect((await cut(3, 0.8)).status).toBe("unreached");
		expect((await cut(4, 0.9)).status).toBe("unchanged");
		const [last] = await places.store.list(day(1));
		expect(last?.receipt.coverage).toBe(0.9);
	});

	it("leaves no temporary file behind", async () => {
		await record(day(1), evidence(1));
		const names = await readdir(root, { recursive: true });
		expect(names.filter((name) => name.includes(".tmp-"))).toEqual([]);
	});
});
