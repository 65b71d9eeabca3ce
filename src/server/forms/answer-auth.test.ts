import { expect, it } from "vitest";
import type { People } from "#people/open-people.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { StubLimits } from "../api/serve.testkit.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import { ORIGIN } from "./answer-form.testkit.ts";
import { answerAuth, type FormContext } from "./answer-form.ts";

const ROUTES = `${createFakeApp().baseUrl}/api/auth`;
const OWN = { Origin: ORIGIN, "Content-Type": "application/json" };

/** Records requests to better-auth in `asked`. */
function openStubAuth(most: Partial<Record<PolicyName, number>> = {}) {
	const asked: Request[] = [];
	const limits = new StubLimits(most);
	const context: FormContext = {
		app: createFakeApp(),
		people: {
			accounts: {
				answerAuthRoute: async (request: Request) => {
					asked.push(request);
					return new Response(null, { status: 204 });
				},
			},
		} as unknown as People,
		limits,
		clientAddress: (peer) => peer,
		addressKey: (address) => address,
		fault: () => {},
	};
	const ask = async (path: string, init: RequestInit = {}) => {
		const response = await answerAuth(context, new Request(ROUTES + path, init), "192.0.2.7");
		return [response.status, response.headers.get("Cache-Control")] as const;
	};
	return { ask, asked, limits };
}

it("passes on a passkey response with the needed request data", async () => {
	const { ask, asked } = openStubAuth();
	const headers = { ...OWN, Cookie: "a=b", "X-Forwarded-Host": "evil.example" };
	expect((await ask("/passkey/verify-authentication", { method: "POST", headers, body: "{}" }))[0]).toBe(204);
	expect(asked.map(({ url, headers }) => [url, Object.fromEntries(headers)])).toEqual([
		[`${ROUTES}/passkey/verify-authentication`, { origin: ORIGIN, "content-type": "application/json", cookie: "a=b" }],
	]);
});

it.each([
	["a route that has a form of ours", "/sign-in/magic-link", "POST", OWN, 404],
	["a route of the organization plugin", "/organization/create", "POST", OWN, 404],
	["another method", "/passkey/verify-authentication", "GET", OWN, 404],
	["a route with something before it", "/x/passkey/verify-authentication", "POST", OWN, 404],
	["another site's page", "/passkey/verify-authentication", "POST", { ...OWN, Origin: "https://evil.example" }, 403],
	["no page at all", "/passkey/generate-register-options", "GET", {}, 403],
	["a body of another type", "/passkey/verify-registration", "POST", { ...OWN, "Content-Type": "text/plain" }, 415],
])("refuses %s before better-auth is asked", async (_, path, method, headers, status) => {
	const { ask, asked } = openStubAuth();
	const body = method === "POST" ? "{}" : null;
	expect(await ask(path, { method, headers, body })).toEqual([status, "no-store"]);
	expect(asked).toEqual([]);
});

it("refuses a large body", async () => {
	const { ask, asked } = openStubAuth();
	const body = JSON.stringify({ response: "a".repeat(20_000) });
	expect((await ask("/passkey/verify-registration", { method: "POST", headers: OWN, body }))[0]).toBe(413);
	expect(asked).toEqual([]);
});

it("counts stored challenges as forms", async () => {
	const { ask, limits } = openStubAuth({ form: 0 });
	const headers = { "Sec-Fetch-Site": "same-origin" };
	expect((await ask("/passkey/generate-authenticate-options", { headers }))[0]).toBe(429);
	expect(limits.taken.map(({ policy }) => policy)).toEqual(["reading", "form"]);
});

it("accepts GitHub's callback", async () => {
	const { ask, asked } = openStubAuth();
	expect((await ask("/callback/github?code=a&state=b", { headers: { "Sec-Fetch-Site": "cross-site" } }))[0]).toBe(204);
	expect(asked[0]?.url).toMatch(/\/callback\/github\?code=a&state=b$/);
});
