import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { referrerPolicy } from "./referrer-policy.ts";

test.each([
	[
		"the header",
		aPage({ headers: { "referrer-policy": "strict-origin-when-cross-origin" } }),
		"strict-origin-when-cross-origin",
	],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(referrerPolicy, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(referrerPolicy, {}, page).outcome).toBe("not-applicable");
});
