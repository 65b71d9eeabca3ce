import { describe, expect, it } from "vitest";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { makeFinding } from "../publication/receipt.testkit.ts";
import { night, receiptOf } from "./nights.testkit.ts";
import { findRegressions, isStillWorse } from "./regressions.ts";

const SITE = "a.example.com";
const at = (number: number, failing: readonly string[], change: Partial<Report> = {}) =>
	receiptOf(SITE, night(number), failing, change);
const found = async (...series: readonly Promise<StoredReceipt>[]) =>
	(await findRegressions(await Promise.all(series), async () => undefined)).map(
		({ check, since }) => `${check} since ${since.receipt.auditedAt.slice(5, 10)}`,
	);

describe("findRegressions", () => {
	it("finds what got worse, and since when", async () => {
		expect(await found(at(0, []))).toEqual([]);
		expect(await found(at(0, ["title"]), at(1, ["title"]))).toEqual([]);
		expect(await found(at(0, []), at(1, ["title"]), at(2, ["title", "canonical"]))).toEqual([
			"title since 11-02",
			"canonical since 11-03",
		]);
	});

	it("ends a regression with its recovery, and begins a new one if it returns", async () => {
		expect(await found(at(0, []), at(1, ["title"]), at(2, []))).toEqual([]);
		expect(await found(at(0, []), at(1, ["title"]), at(2, []), at(3, ["title"]))).toEqual(["title since 11-04"]);
	});

	it("ignores another methodology, unless it judged the earlier evidence", async () => {
		const [before, after] = [await at(0, [], { methodology: "1.0.0" }), await at(1, ["title"])];
		expect(await findRegressions([before, after], async () => ({ kept: false }))).toEqual([]);
		const judged = (failing: string[]) => async () => {
			const earlier = (await at(0, failing)).receipt;
			return { kept: true, report: earlier } as const;
		};
		expect(await findRegressions([before, after], judged([]))).toHaveLength(1);
		expect(await findRegressions([before, after], judged(["title"]))).toEqual([]);
	});

	it("reports a site that can no longer be audited only if the site is the reason", async () => {
		const failed = (code: "connection-refused" | "connection-timeout") => {
			const { scores: _, ...rest } = {
				ok: false,
				failure: { code, says: "No answer." },
				coverage: 0,
				scores: undefined,
			};
			return at(1, [], rest).then(({ id, receipt: { scores: __, ...receipt } }) => ({ id, receipt }));
		};
		expect(await found(at(0, []), failed("connection-refused"))).toEqual(["not-audited since 11-02"]);
		expect(await found(at(0, []), failed("connection-timeout"))).toEqual([]);
	});

	it("lists consequences under their cause", async () => {
		const follower = makeFinding("canonical", "discovery", {
			outcome: "not-applicable",
			chargedTo: "title",
			own: { outcome: "fail" },
			title: "No canonical",
		});
		const after = await at(1, ["title"]);
		const findings = after.receipt.findings.map((each) => (each.id === "canonical" ? follower : each));
		const series = [await at(0, []), { ...after, receipt: { ...after.receipt, findings } }];
		const regressions = await findRegressions(series, async () => undefined);
		expect(regressions.map(({ check, followers }) => ({ check, followers }))).toEqual([
			{ check: "title", followers: ["No canonical"] },
		]);
	});

	it("ignores unscored and unknown findings", async () => {
		const shown = receiptOf(SITE, night(1), ["title"], {}, { scored: false });
		const unknown = receiptOf(SITE, night(1), ["title"], {}, { outcome: "unknown" });
		expect(await found(at(0, []), shown)).toEqual([]);
		expect(await found(at(0, []), unknown)).toEqual([]);
		expect(isStillWorse(await unknown, { check: "title", level: 1 })).toBeUndefined();
		expect(
			await found(at(0, []), at(1, ["title"]), receiptOf(SITE, night(2), ["title"], {}, { outcome: "unknown" })),
		).toEqual(["title since 11-02"]);
	});
});
