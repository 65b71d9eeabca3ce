import { expect, test } from "vitest";
import { aPage, ask } from "../page.testkit.ts";
import { permissionsPolicy } from "./permissions-policy.ts";

test.each([["the header", aPage({ headers: { "permissions-policy": "camera=()" } }), "camera=()"]])(
	"%s is seen, and costs nothing",
	(_, page, excerpt) => {
		const verdict = ask(permissionsPolicy, {}, page);
		expect(verdict).toMatchObject({ outcome: "pass", exhibits: [{ url: page.url, excerpt }] });
		expect(verdict.says).toContain("without effect");
	},
);

test.each([
	["another header", aPage({ headers: { "x-frame-options": "DENY" } })],
	["nothing", aPage()],
])("%s is no sign of it", (_, page) => {
	expect(ask(permissionsPolicy, {}, page).outcome).toBe("not-applicable");
});
