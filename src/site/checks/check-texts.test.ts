import { expect, test } from "vitest";
import { METHODOLOGY } from "#core/methodology.ts";
import {
	type CheckFacts,
	checkOfGate,
	checksById,
	checksOfPillar,
	engineHeading,
	followingChecks,
	modeWords,
	presetList,
	weightWords,
} from "./check-texts.ts";

const make = (id: string, parts: Partial<CheckFacts> = {}): CheckFacts => ({
	id,
	pillar: "content",
	engines: ["search"],
	grade: "standard",
	mode: "light",
	weight: 3,
	title: id,
	...parts,
});
const checks = [
	make("charset", { weight: 1 }),
	make("text-without-js", { weight: 5 }),
	make("title", { pillar: "discovery" }),
	make("heading-outline", { yieldsTo: ["text-without-js"] }),
	make("landmarks", { yieldsTo: ["text-without-js", "gone"] }),
];
const ids = (all: readonly CheckFacts[]) => all.map(({ id }) => id);

test("a pillar's checks are heaviest first", () => {
	expect(ids(checksOfPillar(checks, "content"))).toEqual([
		"text-without-js",
		"heading-outline",
		"landmarks",
		"charset",
	]);
});

test("root causes and the checks charged to them find each other", () => {
	expect(ids(followingChecks(checks, "text-without-js"))).toEqual(["heading-outline", "landmarks"]);
	expect(ids(checksById(checks, ["text-without-js", "gone"]))).toEqual(["text-without-js"]);
	expect(checksById(checks)).toEqual([]);
});

test("words of a check", () => {
	expect(engineHeading(["search", "answers"])).toBe("Search engines and answer engines");
	expect(presetList(undefined)).toBe("Every kind of site");
	expect(presetList(["ecommerce", "docs"])).toBe("Online shop, Documentation");
	expect([modeWords("light"), modeWords("deep")]).toEqual(["Light and deep", "Deep only"]);
	expect(weightWords({ grade: "vendor", weight: 5 })).toBe("5");
	expect(weightWords({ grade: "convention", weight: 1 })).toBe("not scored");
	expect(weightWords({ grade: "vendor", weight: 1, scored: false })).toBe("not scored");
});

test("a gate leads to its check, in a known version only", () => {
	expect(checkOfGate(METHODOLOGY, "noindex")).toBe("noindex");
	expect(checkOfGate(METHODOLOGY, "tls-invalid")).toBe("https");
	expect(checkOfGate("9.9.9", "noindex")).toBeUndefined();
});
