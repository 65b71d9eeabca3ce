import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { Accounts } from "#people/accounts/accounts.ts";
import type { People } from "#people/open-people.ts";
import { DEFAULT_QUOTAS } from "../rate-limits/rate-limits.ts";
import { ACCOUNT_FORMS } from "./account.ts";
import { openStubForms } from "./answer-form.testkit.ts";
import type { FormCall } from "./form.ts";
import { SIGN_IN_FORMS, signInTarget } from "./sign-in.ts";

describe("signInTarget", () => {
	it.each(["/account/", "/dashboard/example.com/?page=2", "/agency/portal/acme/"])("is %s", (path) => {
		expect(signInTarget(path)).toBe(path);
	});

	it.each([
		...[
			"https://evil.example/",
			"//evil.example",
			"/\\evil.example",
			"/..//evil.example",
			"javascript:alert(1)",
			"",
			"dashboard",
		],
		...["/sign-in/", "/sign-in/link/?token=a", undefined, ["/account/"]],
	])("leads to the dashboard for %j", (next) => {
		expect(signInTarget(next)).toBe("/dashboard/");
	});
});

/** Answers a form with fake accounts. */
async function answer(
	name: string,
	typed: Record<string, string>,
	accounts: Partial<Accounts>,
	more: Partial<FormCall> = {},
) {
	const form = [...SIGN_IN_FORMS, ...ACCOUNT_FORMS].find((each) => each.name === name);
	if (!form) throw new Error(`there is no form ${name}`);
	const people = { accounts } as unknown as People;
	const call = { people, count: async () => undefined, headers: new Headers(), ...more } as unknown as FormCall;
	return form.handle(form.input.parse(typed), call);
}

it.each(SIGN_IN_FORMS.map((form) => [form.name, form] as const))(
	"guesses with the form %s end with its quota",
	async (_, form) => {
		const { units } = DEFAULT_QUOTAS[form.quota];
		expect(units).toBeLessThanOrEqual(20);
		const { send } = openStubForms({ [form.quota]: units });
		let tried = 0;
		const guessed = { ...form, handle: async () => ({ faults: [{ says: `Not the ${++tried}th.` }] }) };
		for (let guess = 0; guess < units + 10; guess++) {
			const fields = new URLSearchParams({ email: `${guess}@example.com`, token: `${guess}`.padStart(32, "A") });
			const outcome = await send(guessed, fields, null);
			expect([guess, outcome]).toMatchObject([guess, { kind: "page", status: guess < units ? 422 : 429 }]);
		}
		expect(tried).toBe(units);
	},
);

describe("the form that has a link mailed", () => {
	it("answers the same for any address, and lower-cases it", async () => {
		const sent: unknown[] = [];
		const sendLink = async (...link: unknown[]) => void sent.push(link);
		const counted: string[] = [];
		const count = async (policy: string, key: string) => void counted.push(`${policy} ${key}`);
		expect(
			await answer(
				"send-link",
				{ email: "Ada@Example.com", next: "//evil.example" },
				{ sendLink },
				{ count: count as FormCall["count"] },
			),
		).toEqual({
			show: { email: "ada@example.com" },
		});
		expect([sent, counted]).toEqual([[["ada@example.com", "/dashboard/"]], ["sign-in email:ada@example.com"]]);
	});

	it("is limited per address", async () => {
		const sendLink = () => Promise.reject(new Error("sent"));
		const wait = { count: async () => 61 };
		expect(await answer("send-link", { email: "ada@example.com" }, { sendLink }, wait)).toMatchObject({
			faults: [{ field: "email", says: expect.stringContaining("wait 2 minutes") }],
		});
	});

	it("keeps its input if the mail server fails, without details", async () => {
		const sendLink = () => Promise.reject(new Failure("mail-unsent", { what: "secret-host" }));
		const answered = await answer("send-link", { email: "ada@example.com" }, { sendLink });
		expect(answered).toEqual({ faults: [{ says: "We could not send the email. Try again in a few minutes." }] });
	});
});

describe("the form that deletes the account", () => {
	const account = { id: "a", email: "ada@example.com", name: "", createdAt: "2026-11-01T00:00:00.000Z" };
	const deletion = async (email: string) => {
		const forgotten: string[] = [];
		const accounts = { signedOutCookies: ["gone"] as readonly string[] } as Accounts;
		const people = { accounts, forget: async (id: string) => void forgotten.push(id) } as unknown as People;
		return { result: await answer("delete", { email }, {}, { account, people }), forgotten };
	};

	it("requires the address as confirmation", async () => {
		expect(await deletion("bob@example.com")).toMatchObject({
			result: { faults: [{ field: "email" }] },
			forgotten: [],
		});
		expect(await deletion("ADA@example.com")).toEqual({
			result: { see: "/sign-in/", done: "deleted", cookies: ["gone"] },
			forgotten: ["a"],
		});
	});
});
