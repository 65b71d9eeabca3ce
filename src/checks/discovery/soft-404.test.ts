import { expect, test } from "vitest";
import { absent, ask, aTrace, found } from "../page.testkit.ts";
import { soft404 } from "./soft-404.ts";

const RANDOM = "https://example.com/k3v9x1q7";

test.each([
	[404, "pass"],
	[410, "pass"],
	[403, "pass"],
	[500, "partial"],
	[429, "not-applicable"],
])("%i for a missing page: %s", (status, outcome) => {
	const verdict = ask(soft404, { randomPath: absent(status, RANDOM) });
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.says).toContain(String(status));
});

test("success is a soft 404", () => {
	expect(ask(soft404, { randomPath: found(aTrace(RANDOM), RANDOM) })).toMatchObject({
		outcome: "fail",
		says: `${RANDOM} does not exist, but the site returns 200.`,
		exhibits: [{ url: RANDOM, excerpt: "200" }],
	});
});

test("so is a redirect to the start page", () => {
	const randomPath = found(aTrace(RANDOM, "https://example.com/"), "https://example.com/");
	expect(ask(soft404, { randomPath })).toMatchObject({
		outcome: "fail",
		says: `${RANDOM} does not exist, but the site redirects it to https://example.com/, which returns 200.`,
		exhibits: [{ url: RANDOM, excerpt: "301" }],
	});
});
