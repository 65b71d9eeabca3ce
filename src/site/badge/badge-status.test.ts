import { describe, expect, it } from "vitest";
import { makeFacts, UNAUDITED, UNSEALED, WITHDRAWN } from "./badge-facts.testkit.ts";
import { badgeStatus, isCurrent } from "./badge-status.ts";

describe("badgeStatus", () => {
	it.each([
		["2026-12-26T02:00:00.000Z", false],
		["2026-12-26T02:00:00.001Z", true],
		// a clock that is behind makes nothing stale
		["2026-11-20T00:00:00.000Z", false],
	])("built at %s, an audit of 21 November is stale: %s", (builtAt, stale) => {
		expect(badgeStatus(makeFacts({ builtAt }))).toMatchObject({ state: "scored", score: 86, stale });
		expect(badgeStatus({ ...UNAUDITED, builtAt })).toEqual({ state: "unaudited", stale });
	});

	it("counts from the last audit that found the same", () => {
		const facts = makeFacts({ builtAt: "2027-01-20T00:00:00.000Z", recheckedAt: "2027-01-18T00:00:00.000Z" });
		expect(badgeStatus(facts)).toMatchObject({ stale: false });
	});

	it("claims nothing that is not in the log, and nothing that was taken down", () => {
		expect(badgeStatus(UNSEALED)).toEqual({ state: "unsealed" });
		expect(badgeStatus({ ...UNSEALED, withdrawn: true })).toEqual({ state: "withdrawn" });
		expect(badgeStatus(WITHDRAWN)).toEqual({ state: "withdrawn" });
	});

	it("reads a score of 0 as a score", () => {
		expect(badgeStatus(makeFacts({ overallScore: 0 }))).toMatchObject({ state: "scored", score: 0 });
	});
});

it("calls an audit of a folder nothing about the public site", () => {
	const facts = makeFacts({ source: "folder" });
	expect(isCurrent(badgeStatus(facts), facts)).toBe(false);
	expect(isCurrent(badgeStatus(makeFacts()), makeFacts())).toBe(true);
});
