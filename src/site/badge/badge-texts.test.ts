import { describe, expect, it } from "vitest";
import { SOURCES } from "../brief/texts.ts";
import { badgeAlternative, badgeDescription, badgeMessage } from "./badge-texts.ts";
import { EVERY_KIND, makeFacts } from "./picture-facts.testkit.ts";

const kind = (name: string) => EVERY_KIND[name] ?? makeFacts();

describe("the message of a badge", () => {
	it.each([
		["fresh", "86 mostly ready · 21 Nov 2026"],
		["stale", "86 on 28 Aug 2026 · stale"],
		["rechecked", "86 mostly ready · 20 Nov 2026"],
		["from a folder", "86 from a folder · 21 Nov 2026"],
		["stale, from a folder", "86 folder, 28 Aug 2026 · stale"],
		["not audited", "not audited · 21 Nov 2026"],
		["not audited, stale", "not audited, 28 Aug 2026 · stale"],
		["not yet sealed", "not yet sealed"],
		["withdrawn", "withdrawn"],
	])("%s: %s", (name, message) => {
		expect(badgeMessage(kind(name))).toBe(message);
	});
});

describe("the alternative text", () => {
	it.each([
		["fresh", "Sightline audit of www.example.org: 86 of 100, mostly ready, 21 November 2026"],
		["stale", "Sightline audit of www.example.org: 86 of 100, mostly ready, 28 August 2026 (stale)"],
		["not audited", "Sightline audit of www.example.org: not audited, 21 November 2026"],
		["not yet sealed", "Sightline audit of www.example.org: not yet sealed, 21 November 2026"],
		["withdrawn", "Sightline audit of www.example.org: withdrawn at the owner’s request"],
		[
			"from a folder",
			"Sightline audit of www.example.org: 86 of 100, mostly ready, 21 November 2026, from a folder before publication",
		],
	])("%s", (name, text) => {
		expect(badgeAlternative(kind(name))).toBe(text);
	});

	it("falls back to the ASCII host", () => {
		expect(badgeAlternative(makeFacts({ displayDomain: "\u200b\u0007" }))).toContain("of www.example.org:");
	});
});

describe("the description", () => {
	it("names the proof", () => {
		const words = badgeDescription(makeFacts({ agencyName: "Nordlicht", recheckedAt: "2026-11-22T00:00:00.000Z" }));
		expect(words).toBe(
			`Audited on 21 November 2026 with methodology 0.1.0. Found the same on 22 November 2026. Prepared by Nordlicht. Receipt ${"3f9ac2d1".repeat(8)}, leaf 17 in the tree of 42 with root ${"9b1e4c6a".repeat(8)}.`,
		);
	});

	it("contains the notice of a folder, and what is not in the log", () => {
		expect(badgeDescription(kind("from a folder"))).toContain(SOURCES.folderNotice);
		expect(badgeDescription(kind("not yet sealed"))).toMatch(/, not yet in the log\.$/);
	});

	it("reveals nothing about a removed receipt", () => {
		expect(badgeDescription(kind("withdrawn"))).not.toMatch(/Receipt|2026|0\.1\.0/);
	});
});
