import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { SOMEBODY } from "../forms/answer-form.testkit.ts";
import type { FormOutcome } from "../forms/answer-form.ts";
import { answerBrowser, answerPeoplePage, type Person } from "./people-page.ts";
import { PEOPLE_ROUTES, type PeopleRoute } from "./people-routes.ts";
import { type Refusal, refusalWords } from "./refused-texts.ts";

const SITE = "https://a.example/audits";
const links = createSiteLinks(SITE);
const KEYS: PeopleRoute = { pattern: "/admin/api-keys", file: "api-keys.astro", access: "account" };
const OPEN: PeopleRoute = { ...KEYS, access: "anyone" };

interface Asked {
	readonly route?: PeopleRoute;
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly outcome?: FormOutcome;
	readonly retrySeconds?: number;
	readonly session?: (cookie: string | null) => Promise<never>;
	readonly render?: () => Response;
}

/** Asks for the page of API keys; whoever sends a cookie is signed in. */
async function ask(path: string, asked: Asked = {}) {
	const { route = KEYS, method = "GET", headers = { Cookie: "session=good" }, outcome } = asked;
	const shown: Person[] = [];
	const refused: Refusal[] = [];
	const session = asked.session ?? (async () => ({ id: "1", account: SOMEBODY, startedAt: "", isFresh: true }));
	const exchange = {
		request: new Request(SITE + path, { method, headers }),
		params: {},
		clientAddress: "192.0.2.7",
		async show(person: Person) {
			shown.push(person);
			return asked.render?.() ?? new Response("<p>page", { headers: { "Content-Type": "text/html" } });
		},
		async refuse(refusal: Refusal) {
			refused.push(refusal);
			return new Response("<p>refused", { headers: { "Content-Type": "text/html" } });
		},
	};
	const response = await answerPeoplePage(route, exchange, links, async () => ({
		app: createFakeApp(),
		pages: { brief: async () => undefined, receipt: async () => undefined },
		people: stubPeople({ accounts: { session } }),
		admitReader: async () => asked.retrySeconds,
		answerForm: async () => outcome ?? { kind: "sign-in" },
	}));
	return { response, shown, refused, location: response.headers.get("Location") };
}

describe("an account page", () => {
	it("shows the account's data only to the account", async () => {
		const { response, shown } = await ask("/admin/api-keys/?done=revoked");
		expect([response.status, await response.text()]).toEqual([200, "<p>page"]);
		expect(shown).toMatchObject([{ account: SOMEBODY, done: "revoked" }]);
		expect(Object.fromEntries(response.headers)).toEqual({
			"cache-control": "no-store",
			"content-length": "7",
			"content-security-policy": "frame-ancestors 'none'",
			"content-type": "text/html; charset=utf-8",
			"referrer-policy": "same-origin",
			"set-cookie": "sightline-signed-in=1; Path=/; Secure; SameSite=Lax",
			"x-content-type-options": "nosniff",
			"x-robots-tag": "noindex",
		});
	});

	it("redirects to the sign-in and back, without form data", async () => {
		const { response, location, shown } = await ask("/admin/api-keys/?page=2&q=//evil.example", { headers: {} });
		expect([response.status, location]).toEqual([
			303,
			`/audits/sign-in/?next=${encodeURIComponent("/admin/api-keys/?page=2&q=//evil.example")}`,
		]);
		expect(shown).toEqual([]);
		const posted = await ask("/admin/api-keys/?do=make", { method: "POST", outcome: { kind: "sign-in" } });
		expect(posted.location).toBe(`/audits/sign-in/?next=${encodeURIComponent("/admin/api-keys/")}`);
	});

	it("that is public does no account lookup without a cookie", async () => {
		const session = () => Promise.reject(new Error("Nobody may be looked up."));
		const { shown } = await ask("/admin/api-keys/", { route: OPEN, headers: {}, session });
		expect(shown[0]).not.toHaveProperty("account");
	});

	it.each([
		["PUT", "/admin/api-keys/", 405],
		["DELETE", "/admin/api-keys/?do=make", 405],
		["POST", "/admin/api-keys/", 404],
		["POST", "/admin/api-keys/?do=nothing", 404],
		["POST", "/admin/api-keys/?do=__proto__", 404],
	])("answers %s %s with %s", async (method, path, status) => {
		const { response, refused, shown } = await ask(path, { method });
		expect([response.status, refused, shown]).toEqual([status, [{ status }], []]);
	});

	it("has a trailing slash, and no body for HEAD", async () => {
		const { response, location } = await ask("/admin/api-keys?done=a");
		expect([response.status, location]).toEqual([308, "/audits/admin/api-keys/?done=a"]);
		const head = (await ask("/admin/api-keys/", { method: "HEAD" })).response;
		expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "7", ""]);
	});

	it("is limited without a lookup, and reports an unavailable store", async () => {
		const session = () => Promise.reject(new Failure("store-unavailable", { what: "The store is away." }));
		const often = await ask("/admin/api-keys/", { retrySeconds: 7, session });
		expect([often.response.status, often.response.headers.get("retry-after")]).toEqual([429, "7"]);
		const away = await ask("/admin/api-keys/", { session });
		expect([away.response.status, away.refused]).toEqual([503, [{ status: 503 }]]);
	});

	it("may itself be a 404 or a file", async () => {
		const gone = await ask("/admin/api-keys/", { render: () => new Response(null, { status: 404 }) });
		expect([gone.response.status, await gone.response.text()]).toEqual([404, "<p>refused"]);
		const file = () => new Response("BEGIN", { headers: { "Content-Type": "text/calendar" } });
		const { response } = await ask("/admin/api-keys/", { render: file });
		expect(response.headers.get("content-type")).toBe("text/calendar");
	});
});

describe("a form", () => {
	const send = (outcome: FormOutcome, route = KEYS) =>
		ask("/admin/api-keys/?do=make", { method: "POST", outcome, route });
	const page = { kind: "page", account: SOMEBODY, cookies: ["a=1; Path=/", "b=2; Path=/"] } as const;
	const posted = { name: "make", values: { name: "x" }, faults: [{ says: "No." }] };

	it.each([
		["/dashboard/", undefined, "/audits/dashboard/"],
		["/dashboard/", "watched", "/audits/dashboard/?done=watched"],
		["/dashboard/?page=2", "a b", "/audits/dashboard/?page=2&done=a%20b"],
	] as const)("that succeeds leads to %s, %s", async (see, done, location) => {
		const { response } = await send({ kind: "done", result: { see, ...(done && { done }), cookies: ["a=1", "b=2"] } });
		expect([response.status, response.headers.get("location")]).toEqual([303, location]);
		expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
	});

	it("cannot redirect to another site by mistake", async () => {
		await expect(send({ kind: "done", result: { see: "//evil.example/" as "/" } })).rejects.toThrow(RangeError);
	});

	it("with faults is rendered again, with its status and cookies", async () => {
		const { response, shown } = await send({ ...page, status: 422, posted });
		expect([response.status, response.headers.getSetCookie(), shown]).toMatchObject([
			422,
			page.cookies,
			[{ form: posted }],
		]);
		const often = await send({ ...page, status: 429, posted, retrySeconds: 60 });
		expect([often.response.status, often.response.headers.get("retry-after")]).toEqual([429, "60"]);
	});

	it("refused before authentication shows no account page", async () => {
		const { account: _, ...early } = page;
		const outcome = { ...early, account: undefined, status: 429, posted, retrySeconds: 9 } as const;
		expect((await send(outcome)).shown).toEqual([]);
		expect((await send(outcome, OPEN)).shown).toHaveLength(1);
	});

	it("that failed shows the id in the log, unlike other refusals", async () => {
		expect((await send({ kind: "refused", status: 500, requestId: "id" })).refused).toEqual([
			{ status: 500, requestId: "id" },
		]);
		expect((await send({ kind: "refused", status: 403, requestId: "id" })).refused).toEqual([{ status: 403 }]);
	});
});

it("has a unique address and file", () => {
	for (const member of ["pattern", "file"] as const)
		expect(new Set(PEOPLE_ROUTES.map((route) => route[member])).size).toBe(PEOPLE_ROUTES.length);
});

describe("endpoints for browsers", () => {
	const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";
	const refusal = { error: "invalid_request", error_description: "The redirect_uri is <b>." };

	async function lead(answer: Response, accept = HTML, method = "GET") {
		const refused: Refusal[] = [];
		const request = new Request(`${SITE}/oauth/authorize`, { method, headers: { Accept: accept } });
		const response = await answerBrowser(request, answer, async (refusal) => {
			refused.push(refusal);
			return new Response("<p>refused", { headers: { "Content-Type": "text/html" } });
		});
		return { response, refused };
	}

	it("render errors as pages", async () => {
		const headers = { "Retry-After": "7", "X-Request-Id": "1", "Access-Control-Allow-Origin": "*" };
		const { response, refused } = await lead(Response.json(refusal, { status: 400, headers }));
		expect(refused).toEqual([{ status: 400, ofProgram: refusal.error_description }]);
		expect([response.status, await response.text()]).toEqual([400, "<p>refused"]);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"content-security-policy": "frame-ancestors 'none'",
			"retry-after": "7",
			"x-request-id": "1",
		});
		expect(response.headers.has("access-control-allow-origin")).toBe(false);
		const words = refusalWords({ status: 400, ofProgram: "No." });
		expect(words).toMatchObject({ title: "We cannot send you back to this program", says: "No." });
	});

	it("render errors without a description too", async () => {
		const { response, refused } = await lead(new Response("no JSON", { status: 500 }));
		expect([response.status, refused]).toEqual([500, [{ status: 500 }]]);
	});

	it.each<[string, Response, string]>([
		["what is no error", new Response(null, { status: 303, headers: { Location: "https://a.example/" } }), HTML],
		["what a program asked for", Response.json(refusal, { status: 400 }), "application/json"],
	])("%s is answered as it stands", async (_, answer, accept) => {
		const { response, refused } = await lead(answer, accept);
		expect([response, refused]).toEqual([answer, []]);
	});
});
