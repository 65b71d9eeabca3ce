import { describe, expect, test } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { FAILURE_CODES } from "#core/failure.ts";
import { receiptSchema } from "#core/receipt.ts";
import {
	failedReceipt,
	folderReceipt,
	gatedReceipt,
	makeReceipt,
	readyReceipt,
	store,
	storedSamples,
} from "../publication/receipt.testkit.ts";
import { failureParts } from "./audit-result.ts";
import { buildBrief } from "./brief.ts";
import { ADVICE } from "./texts.ts";

const options = { baseUrl: "https://audit.example.com/reports" };

test("the samples are receipts", () => {
	for (const { receipt } of storedSamples()) expect(receiptSchema.safeParse(receipt).error).toBeUndefined();
});

describe("a scored brief", () => {
	const brief = buildBrief(store("a1", readyReceipt()), options);

	test("has the members of the interface specification", () => {
		expect(brief).toMatchObject({
			ok: true,
			id: "a1".padEnd(64, "0"),
			slug: "www.example.org",
			clientDomain: "www.example.org",
			agencyName: "",
			industryPreset: "publisher",
			overallScore: 91,
			shareUrl: "https://audit.example.com/reports/share/www.example.org/",
		});
	});

	test("has further members for readers", () => {
		expect(brief).toMatchObject({
			band: { words: "Ready" },
			axes: { structure: 94, accessibility: 89 },
			engines: { search: 93, answers: 90 },
			preset: { label: "Publisher" },
			briefUrl: "https://audit.example.com/reports/brief/www.example.org/",
			source: "network",
			mode: "light",
			coverage: 0.974,
			cli: "npx https://audit.example.com/reports/cli/sightline-0.3.4.tgz audit www.example.org",
			refusal: REFUSAL,
			receipt: { id: "a1".padEnd(64, "0"), evidenceDigest: "e".repeat(64) },
		});
		expect(brief.notApplicable.map(({ key }) => key)).toEqual(["interfaces"]);
	});

	test("orders findings by lift without changing the receipt", () => {
		const receipt = readyReceipt();
		const before = structuredClone(receipt);
		const { findings } = buildBrief(store("a1", receipt), options);
		expect(findings.slice(0, 2).map(({ id }) => id)).toEqual(["alt", "robots-fetch"]);
		expect(receipt).toEqual(before);
	});
});

test("a brief has its receipt's place in the log", () => {
	const stored = store("a1", readyReceipt());
	expect(buildBrief(stored, options).receipt).toMatchObject({ id: stored.id, state: "pending" });
	expect(buildBrief(stored, { ...options, logIndex: 0 }).receipt).toMatchObject({ state: "logged", logIndex: 0 });
});

test("a gated brief names its gates and both scores", () => {
	expect(buildBrief(store("b2", gatedReceipt()), options)).toMatchObject({
		overallScore: 40,
		ungatedScore: 71,
		band: { words: "Not ready" },
		gates: [{ id: "noindex", cap: 40 }],
	});
});

test("a brief of a folder audit says so", () => {
	expect(buildBrief(store("c3", folderReceipt()), options).source).toBe("folder");
});

describe("a brief without a score", () => {
	const brief = buildBrief(store("f4", failedReceipt()), options);

	test("has no number at all", () => {
		expect(brief.ok).toBe(false);
		for (const key of ["overallScore", "band", "axes", "engines", "pillars"]) expect(brief).not.toHaveProperty(key);
	});

	test("says why, and what to do", () => {
		expect(brief).toMatchObject({
			failure: { code: "challenged", says: "The site answered our bot with a challenge instead of a page." },
		});
		if (brief.ok) throw new Error("unreachable");
		expect(brief.failure.advice).toContain("SightlineBot");
	});
});

test("every failure has advice that is a sentence", () => {
	for (const code of FAILURE_CODES) expect(ADVICE[code]).toMatch(/^[A-Z].{20,}\.$/);
});

test("a failure has the response and the advice, each once", () => {
	const what = "gone.example was not found. DNS has no address for it.";
	expect(failureParts("name-not-found", `${what} Check the spelling and the DNS records.`)).toEqual({
		says: what,
		advice: "Check the spelling and the DNS records.",
	});
	expect(failureParts("name-not-found", what).advice).toBe(ADVICE["name-not-found"]);
	expect(failureParts("tls-invalid", "It is not trusted. Let’s Encrypt signed it.").says).toContain("signed");
});

test("an agency's name is unchanged", () => {
	const brief = buildBrief(store("a1", readyReceipt()), { ...options, agencyName: "Harbour & Sons <b>" });
	expect(brief.agencyName).toBe("Harbour & Sons <b>");
});

test("an international domain keeps its ASCII form as slug", () => {
	const receipt = makeReceipt({ domain: "xn--mnchen-3ya.de" });
	expect(buildBrief(store("a1", receipt), options)).toMatchObject({
		slug: "xn--mnchen-3ya.de",
		clientDomain: "xn--mnchen-3ya.de",
		displayDomain: "münchen.de",
	});
});
