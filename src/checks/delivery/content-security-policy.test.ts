import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

test.each([
	["the header", aPage({ headers: { "content-security-policy": "default-src 'self'" } }), "default-src 'self'"],
])("%s is seen, and costs nothing", (_, page, excerpt) => {
	const verdict = ask(contentSecurityPolicy, {}, page);
	expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
	expect(verdict.says).toContain("without effect");
});

test.each([
	["another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(contentSecurityPolicy, {}, page).outcome).toBe("not-applicable");
});
