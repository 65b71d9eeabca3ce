import { describe, expect, it } from "vitest";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt } from "../publication/receipt.testkit.ts";
import { sealLines } from "./badge-texts.ts";
import { drawSeal } from "./draw-seal.ts";
import { makeFacts, UNAUDITED, UNSEALED, WITHDRAWN } from "./picture-facts.testkit.ts";
import {
	factsOfReceipt,
	factsOfRemovedReceipt,
	factsOfSite,
	factsOfWithdrawal,
	isCurrent,
	pictureStatus,
} from "./picture-facts.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

describe("pictureStatus", () => {
	it.each([
		["2026-12-26T02:00:00.000Z", false],
		["2026-12-26T02:00:00.001Z", true],
		// a slow clock makes nothing stale
		["2026-11-20T00:00:00.000Z", false],
	])("built at %s, an audit of 21 November is stale: %s", (builtAt, stale) => {
		expect(pictureStatus(makeFacts({ builtAt }))).toMatchObject({ state: "scored", score: 86, stale });
		expect(pictureStatus({ ...UNAUDITED, builtAt })).toEqual({ state: "unaudited", stale });
	});

	it("counts from the last equal result", () => {
		const facts = makeFacts({ builtAt: "2027-01-20T00:00:00.000Z", recheckedAt: "2027-01-18T00:00:00.000Z" });
		expect(pictureStatus(facts)).toMatchObject({ stale: false });
	});

	it("claims nothing about unsealed or removed receipts", () => {
		expect(pictureStatus(UNSEALED)).toEqual({ state: "unsealed" });
		expect(pictureStatus({ ...UNSEALED, withdrawn: true })).toEqual({ state: "withdrawn" });
		expect(pictureStatus(WITHDRAWN)).toEqual({ state: "withdrawn" });
	});

	it("reads a score of 0 as a score", () => {
		expect(pictureStatus(makeFacts({ overallScore: 0 }))).toMatchObject({ state: "scored", score: 0 });
	});
});

it("makes no claim about the public site for a folder audit", () => {
	const facts = makeFacts({ source: "folder" });
	expect(isCurrent(pictureStatus(facts), facts)).toBe(false);
	expect(isCurrent(pictureStatus(makeFacts()), makeFacts())).toBe(true);
});

const BUILT_AT = "2026-11-22T00:00:00.000Z";
const AUDIT = { id: "a".repeat(64), receipt: makeReceipt({ domain: "xn--mnchen-3ya.example.com" }) };
const LATER = { id: "b".repeat(64), receipt: makeReceipt({ ...AUDIT.receipt, auditedAt: "2026-11-21T02:00:00.000Z" }) };
const log = (...rechecks: string[]) => ({
	firstCheckpoint: () => ({ size: 42, root: "9b".repeat(32) }),
	rechecks: (id: string) => (id === AUDIT.id ? rechecks.map((auditedAt) => ({ auditedAt })) : []),
});

describe("factsOfSite", () => {
	it("uses the newest sealed audit, not a newer unsealed one", () => {
		const sealed = { ...summariseReceipt(AUDIT), logIndex: 7 };
		const facts = factsOfSite(
			makeSite([AUDIT, LATER], { sealed, agency: { slug: "nordlicht", name: "Nordlicht", version: "0123456789ab" } }),
			log(),
			BUILT_AT,
		);
		expect(facts).toEqual({
			slug: "xn--mnchen-3ya.example.com",
			displayDomain: "münchen.example.com",
			overallScore: 80,
			axes: { structure: 80, accessibility: 80 },
			auditedAt: "2026-11-20T02:00:00.000Z",
			source: "network",
			methodology: AUDIT.receipt.methodology,
			agencyName: "Nordlicht",
			receiptId: AUDIT.id,
			logIndex: 7,
			root: "9b".repeat(32),
			treeSize: 42,
			builtAt: BUILT_AT,
		});
	});

	it("uses the newest as unsealed if none is sealed", () => {
		const facts = factsOfSite(makeSite([AUDIT, LATER]), undefined, BUILT_AT);
		expect(facts).toMatchObject({ receiptId: LATER.id });
		expect(facts).not.toHaveProperty("logIndex");
	});

	it("has the time of the last equal result", () => {
		const sealed = { ...summariseReceipt(AUDIT), logIndex: 7 };
		const rechecked = log("2026-11-21T02:00:00.000Z", "2026-11-22T02:00:00.000Z");
		const facts = factsOfSite(makeSite([AUDIT], { sealed }), rechecked, BUILT_AT);
		expect(facts.recheckedAt).toBe("2026-11-22T02:00:00.000Z");
	});
});

it("has no score for a site that could not be audited", () => {
	const { scores: _, ...receipt } = makeReceipt({ ok: false });
	const summary = { ...summariseReceipt({ id: AUDIT.id, receipt }), logIndex: 0 };
	const facts = factsOfReceipt(summary, { agencyName: "", log: log(), builtAt: BUILT_AT });
	expect(facts).not.toHaveProperty("overallScore");
	expect(facts).toMatchObject({ logIndex: 0, treeSize: 42 });
});

it("keeps only the name of a removed site", () => {
	const removal = {
		kind: "removal" as const,
		domain: "www.example.org",
		receipts: "all" as const,
		at: BUILT_AT,
		proof: { place: "dns" as const, found: "x" },
	};
	expect(factsOfWithdrawal(removal, BUILT_AT)).toMatchObject({
		slug: "www.example.org",
		withdrawn: true,
		receiptId: "",
	});
});

describe("facts of a removed receipt", () => {
	const of = (index: number | undefined) =>
		factsOfRemovedReceipt(AUDIT.id, "2026-11-21T10:00:00.000Z", { index, log: log(), builtAt: BUILT_AT });

	it("keep leaf and root, with a seal without a name", async () => {
		expect(of(7)).toMatchObject({ logIndex: 7, root: "9b".repeat(32), treeSize: 42, slug: "", displayDomain: "" });
		const { title, description } = readPicture(await drawSeal(of(7), "https://audit.example.com"));
		expect(title).toBe("Sightline receipt: withdrawn at the owner’s request");
		expect(description).toBe(
			`This receipt was taken down at its owner’s request. Receipt ${AUDIT.id}, leaf 7 in the tree of 42 with root ${"9b".repeat(32)}.`,
		);
		expect(sealLines(of(7))).toEqual([
			"This receipt was taken down",
			"at the owner’s request",
			"Leaf 7 in a tree of 42",
			"Root 9b9b9b9b",
		]);
	});

	it("have no leaf if it was never sealed", () => {
		expect(of(undefined)).not.toHaveProperty("logIndex");
		expect(sealLines(of(undefined))).toHaveLength(2);
	});
});
