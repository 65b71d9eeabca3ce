import { describe, expect, it } from "vitest";
import { ask, createFakeApp } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { getSession } from "./session.ts";

const ANN = { id: "account-1", email: "ann@example.com", name: "Ann", createdAt: "2026-11-01T00:00:00.000Z" };
const agency = { agency: { id: "a", slug: "studio", name: "Studio" }, role: "viewer" as const };

async function askAs(
	account: string,
	input: object,
	agencies: readonly (typeof agency)[] = [],
	scopes?: readonly string[],
) {
	const people = stubPeople({
		accounts: { find: async (id) => ({ ...ANN, id, email: `${id}@example.com` }) },
		agencies: { members: { agenciesOf: async () => agencies } as never },
		secret: async () => "a secret of the installation",
	});
	const who = { key: `account:${account}`, account, mayChange: true };
	const identity = scopes ? ({ ...who, kind: "grant", scopes } as const) : ({ ...who, kind: "session" } as const);
	return (await ask(getSession, input, createFakeApp(), undefined, { people, identity })).body;
}

describe("the session", () => {
	it("names nobody until the person has confirmed it", async () => {
		for (const input of [{}, { confirmed: "false" }]) {
			const body = await askAs("account-1", input);
			expect(Object.keys(body)).toEqual(["ok", "plan", "refusal"]);
		}
	});

	it("then has the address and a key of the account's own, which is the same each time", async () => {
		const [ann, again, bob] = await Promise.all(
			["ann", "ann", "bob"].map((account) => askAs(account, { confirmed: "true" })),
		);
		expect(ann).toMatchObject({ email: "ann@example.com", visitorKey: again?.visitorKey });
		expect(bob?.visitorKey).not.toBe(ann?.visitorKey);
	});

	it("tells a program that acts for an account what its person let it know, whatever it says itself", async () => {
		const known = async (...scopes: string[]) => {
			const { ok, plan, refusal, ...named } = await askAs("ann", { confirmed: "true" }, [], ["audit:read", ...scopes]);
			return Object.keys(named);
		};
		expect(await known()).toEqual([]);
		expect(await known("email")).toEqual(["email"]);
		expect(await known("openid", "email")).toEqual(["email", "visitorKey"]);
	});

	it("says that members of an agency have its plan", async () => {
		expect(await askAs("ann", {})).toHaveProperty("plan", "free");
		expect(await askAs("ann", {}, [agency])).toHaveProperty("plan", "agency");
	});
});
