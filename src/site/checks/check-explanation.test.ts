import { expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { checkExplanationSchema, explainCheck } from "./check-explanation.ts";

it("explains every check by its schema, with examples, those that fail first", async () => {
	for (const { id, yieldsTo = [] } of CHECKS) {
		const explained = await explainCheck(id);
		expect(checkExplanationSchema.parse(explained)).toEqual(explained);
		expect(explained.causes).toEqual(yieldsTo);
		const outcomes = explained.examples.map(({ outcome }) => outcome);
		expect(outcomes.length, id).toBeGreaterThan(1);
		const failing = outcomes.filter((outcome) => outcome === "fail");
		expect(outcomes.slice(0, failing.length), id).toEqual(failing);
	}
});

it("names the cap of a grave fault, and what follows from a check", async () => {
	expect(await explainCheck("noindex")).toMatchObject({
		cap: 40,
		following: expect.arrayContaining(["policy-coherence"]),
	});
	expect(await explainCheck("hsts")).not.toHaveProperty("cap");
});

it.each([
	["hstss", "Did you mean hsts?"],
	["robots", "Did you mean robots-fetch or robots-syntax?"],
	["zzz", 'There is no check named "zzz". sightline explain lists all of them.'],
])("says of the check %s, which there is not, which was meant", async (id, says) => {
	await expect(explainCheck(id)).rejects.toThrow(says);
});
