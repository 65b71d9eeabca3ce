import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import type { OwnAudits } from "#people/audits/own-audits.ts";
import type { WatchedDomain } from "#people/watched/watched-domains.ts";
import type { PictureFacts } from "#site/badge/picture-facts.ts";
import type { ApiEndpoint } from "../api/endpoint.ts";
import { ask, createFakeApp, type FakeParts } from "../api/live-app.testkit.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { changeWatchlist, getAudit, getSession, listAudits } from "./account.ts";
import { mintBadge } from "./badges.ts";
import { WALL_EXAMPLES } from "./installation.ts";
import { BOOKSHOP } from "./receipts.examples.ts";

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
	it("contains no identity before the person has confirmed", async () => {
		for (const input of [{}, { confirmed: "false" }]) {
			const body = await askAs("account-1", input);
			expect(Object.keys(body)).toEqual(["ok", "plan", "refusal"]);
		}
	});

	it("then contains the address and a stable key of the account", async () => {
		const [ann, again, bob] = await Promise.all(
			["ann", "ann", "bob"].map((account) => askAs(account, { confirmed: "true" })),
		);
		expect(ann).toMatchObject({ email: "ann@example.com", visitorKey: again?.visitorKey });
		expect(bob?.visitorKey).not.toBe(ann?.visitorKey);
	});

	it("tells a program only what its person allowed", async () => {
		const known = async (...scopes: string[]) => {
			const { ok, plan, refusal, ...named } = await askAs("ann", { confirmed: "true" }, [], ["audit:read", ...scopes]);
			return Object.keys(named);
		};
		expect(await known()).toEqual([]);
		expect(await known("email")).toEqual(["email"]);
		expect(await known("openid", "email")).toEqual(["email", "visitorKey"]);
	});

	it("gives members of an agency its plan", async () => {
		expect(await askAs("ann", {})).toHaveProperty("plan", "free");
		expect(await askAs("ann", {}, [agency])).toHaveProperty("plan", "agency");
	});
});

const { domain, auditedAt, methodology, scores } = BOOKSHOP.receipt;
const OWN: OwnAudit = {
	id: BOOKSHOP.id,
	domain,
	mode: "light",
	source: "network",
	auditedAt,
	foundAt: auditedAt,
	methodology,
	...(scores && { scores: { overall: scores.overall, axes: scores.axes } }),
	place: { state: "pending" },
};
const LOGGED: OwnAudit = { ...OWN, place: { state: "logged", logIndex: 9 } };
const SCORE = scores?.overall ?? expect.fail();
const FACTS: PictureFacts = {
	slug: domain,
	displayDomain: domain,
	overallScore: SCORE,
	auditedAt,
	methodology,
	agencyName: "",
	receiptId: BOOKSHOP.id,
	logIndex: 1204,
	builtAt: auditedAt,
};

/** An account with these audits. */
function audits(own: readonly OwnAudit[]): Partial<OwnAudits> {
	return {
		list: async (account, query) => {
			expect(account).toBe("ann");
			if (query.cursor === "bad") throw new Failure("input-invalid", { what: "It is no cursor." });
			return { audits: own.filter((each) => query.domain === undefined || each.domain === query.domain) };
		},
		async get(_, id) {
			const audit = own.find((each) => each.id === id);
			return audit && { audit, stored: BOOKSHOP, text: "" };
		},
	};
}

const request = (endpoint: ApiEndpoint, input: unknown, own: readonly OwnAudit[], parts: FakeParts = {}) =>
	ask(endpoint, input, createFakeApp(parts), undefined, {
		identity: { kind: "key", key: "k", account: "ann", mayChange: true },
		people: stubPeople({ audits: audits(own) }),
	});

describe("GET audits", () => {
	it("lists the account's audits, with whether the wall shows them and their place in the log", async () => {
		const wall = [...WALL_EXAMPLES.output.firstPage.entries];
		const { body } = await request(listAudits, {}, [LOGGED, { ...OWN, id: "f".repeat(64) }], { wall });
		expect(body).toMatchObject({
			audits: [
				{ id: BOOKSHOP.id, overallScore: SCORE, onWall: true, receipt: { state: "logged", logIndex: 9 } },
				{ id: "f".repeat(64), onWall: false, receipt: { state: "pending" } },
			],
		});
	});

	it("accepts domains in any spelling, and explains an invalid domain or cursor", async () => {
		const { body } = await request(listAudits, { domain: `https://${domain.toUpperCase()}/x` }, [OWN]);
		expect(body).toMatchObject({ audits: [{ domain }] });
		await expect(request(listAudits, { domain: "localhost" }, [])).rejects.toMatchObject({
			code: "input-invalid",
			errors: [{ pointer: "#/domain" }],
		});
		await expect(request(listAudits, { cursor: "bad" }, [])).rejects.toMatchObject({
			errors: [{ pointer: "#/cursor" }],
		});
	});

	it("returns one with findings and ticket, and 404 for another account's", async () => {
		const { body } = await request(getAudit, { id: BOOKSHOP.id }, [LOGGED]);
		expect(body).toMatchObject({ audit: { id: BOOKSHOP.id }, result: { ok: true, receipt: { logIndex: 9 } } });
		expect(JSON.stringify(body)).toContain(`/dashboard/${domain}/?audit=${BOOKSHOP.id}`);
		await expect(request(getAudit, { id: BOOKSHOP.id }, [])).rejects.toMatchObject({ code: "not-found" });
	});
});

describe("POST badges", () => {
	it("returns the seal of an audit on the wall, with embed addresses", async () => {
		const { body } = await request(mintBadge, { domain, score: SCORE }, [], { published: async () => FACTS });
		expect(body).toMatchObject({ domain, score: SCORE, receipt: { id: BOOKSHOP.id, logIndex: 1204 } });
		expect(body).toHaveProperty("embed.sealUrl");
		expect(body).toHaveProperty("svg", expect.stringMatching(/^<svg [\s\S]*leaf 1204[\s\S]*<\/svg>/i));
	});

	it("returns the seal of a private domain's logged audit without addresses", async () => {
		const { body } = await request(mintBadge, { domain }, [{ ...OWN, id: "e".repeat(64) }, LOGGED]);
		expect(body).toMatchObject({ score: SCORE, receipt: { logIndex: 9 } });
		expect(body).not.toHaveProperty("embed");
	});

	it("refuses a wrong score and returns the right one", async () => {
		const asked = request(mintBadge, { domain, score: SCORE + 1 }, [LOGGED]);
		await expect(asked).rejects.toMatchObject({
			code: "score-differs",
			message: expect.stringContaining(`says ${SCORE}, not`),
		});
	});

	it("says when to retry for a pending one, and whether there is none", async () => {
		await expect(request(mintBadge, { domain }, [OWN])).rejects.toMatchObject({
			code: "receipt-pending",
			parts: { headers: { "Retry-After": expect.stringMatching(/^\d+$/) } },
		});
		await expect(request(mintBadge, { domain }, [])).rejects.toMatchObject({ code: "nothing-to-seal" });
		await expect(request(mintBadge, { domain: "localhost" }, [])).rejects.toMatchObject({
			errors: [{ pointer: "#/domain" }],
		});
	});
});

describe("POST watchlist", () => {
	const change = (input: unknown, list: Map<string, WatchedDomain>) =>
		ask(changeWatchlist, input, createFakeApp(), undefined, {
			identity: { kind: "key", key: "k", account: "ann", mayChange: true },
			people: stubPeople({
				watched: {
					list: async () => [...list.values()],
					get: async (_, host) => list.get(host),
					unwatch: async (_, host) => list.delete(host),
					async watch(_, host, mode) {
						if (host === "full.example.com") throw new Failure("input-invalid", { what: "No more than 100." });
						const control = { record: "", text: "", file: "", member: "", says: [] };
						const watch = { domain: host, mode, addedAt: auditedAt, control };
						list.set(host, watch);
						return watch;
					},
				},
			}),
		});

	it("adds and removes idempotently, and reports the changes", async () => {
		const list = new Map<string, WatchedDomain>();
		const input = { add: [{ domain: "https://A.example.com/" }, { domain: "b.example.com", mode: "deep" }] };
		expect((await change(input, list)).body).toMatchObject({
			added: ["a.example.com", "b.example.com"],
			watched: [
				{ domain: "a.example.com", mode: "light", isPublic: false },
				{ domain: "b.example.com", mode: "deep" },
			],
		});
		expect((await change(input, list)).body).toMatchObject({ added: [], removed: [] });
		const rest = await change({ remove: ["a.example.com", "never.example.com"] }, list);
		expect(rest.body).toMatchObject({ removed: ["a.example.com"], watched: [{ domain: "b.example.com" }] });
		expect((await change({}, list)).body).toMatchObject({ added: [], removed: [], watched: [{}] });
	});

	it("changes nothing if one name is invalid, which is named; a refusal has its pointer", async () => {
		const list = new Map<string, WatchedDomain>();
		const add = [{ domain: "a.example.com" }, { domain: "localhost" }];
		await expect(change({ add, remove: ["10.0.0.1"] }, list)).rejects.toMatchObject({
			errors: [{ pointer: "#/add/1/domain" }, { pointer: "#/remove/0" }],
		});
		expect(list.size).toBe(0);
		await expect(change({ add: [{ domain: "full.example.com" }] }, list)).rejects.toMatchObject({
			errors: [{ pointer: "#/add/0/domain" }],
		});
	});
});
