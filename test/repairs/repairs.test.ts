import { join } from "node:path";
import { expect, test } from "vitest";
import { REPAIRED_CHECKS } from "#checks/repair-kinds.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { BREAKS } from "./breaks.ts";
import { casesOf, repairBroken } from "./broken-folders.ts";

/** Sites of our own, as small as can be; `npm run repairs` does the same to the real ones. */
const SITES = ["astro", "hugo"].map((tool) => ({
	host: "example.com",
	site: join(import.meta.dirname, "built", tool),
}));

test("every check that is repaired is broken in some way", () => {
	expect([...new Set(BREAKS.map(({ check }) => check))].sort()).toEqual([...REPAIRED_CHECKS].sort());
});

test("sites of our own, broken by each fault in turn, are repaired and nothing else changes", async () => {
	const asked = new Set<string>(some([...REPAIRED_CHECKS].sort(), 3));
	const done = new Set<string>();
	for (const each of casesOf(SITES)) {
		if (!asked.has(each.broken.check) || done.has(each.broken.check)) continue;
		const outcome = await repairBroken(each);
		if (outcome.state === "not broken") continue;
		done.add(outcome.check);
		expect(outcome.faults, JSON.stringify(outcome)).toEqual([]);
		expect(outcome.state, JSON.stringify(outcome)).not.toBe("not repaired");
	}
	expect(done.size).toBeGreaterThan(FULL ? 30 : 10);
}, 300_000);
