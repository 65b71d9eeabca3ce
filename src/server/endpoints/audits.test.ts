import { describe, expect, it } from "vitest";
import { cliCommand, REFUSAL, TARBALL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import type { People } from "#people/open-people.ts";
import type { WatchedDomain } from "#people/watched/watched-domains.ts";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import { failedReceipt, gatedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { ask, createFakeApp, makeLiveAudit, TEST_SITE } from "../api/live-app.testkit.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { FieldFailure } from "../api/problems.ts";
import { listOccurrences, publicAudit, publicCompare } from "./audits.ts";

const HOST = "www.example.org";

describe("publicAudit", () => {
	it("returns a site's scores and receipt", async () => {
		const audit = await makeLiveAudit(readyReceipt());
		const { status, body, headers } = await ask(
			publicAudit,
			{ domain: HOST },
			createFakeApp({ audits: { [HOST]: audit } }),
		);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			ok: true,
			domain: HOST,
			overallScore: 91,
			mode: "light",
			briefUrl: `${TEST_SITE}/brief/${HOST}/`,
			cli: cliCommand(`npx https://audit.example.com/base/${TARBALL}`, HOST),
			refusal: REFUSAL,
			receipt: { id: audit.stored.id, state: "pending" },
		});
		expect(body).not.toHaveProperty("receipt.logIndex");
		expect(headers).not.toHaveProperty("Age");
	});

	it("returns the receipt's place in the log and the time of the last equal result", async () => {
		const place = { state: "logged", logIndex: 12 } as const;
		const audit = await makeLiveAudit(readyReceipt(), { place, auditedAt: "2026-11-21T10:00:00.000Z" });
		const { body } = await ask(publicAudit, { domain: HOST }, createFakeApp({ audits: { [HOST]: audit } }));
		expect(body).toMatchObject({
			auditedAt: "2026-11-21T10:00:00.000Z",
			receipt: { id: audit.stored.id, state: "logged", logIndex: 12 },
		});
	});

	it("sends the age of a cached result, and serializes it once", async () => {
		const app = createFakeApp({ audits: { [HOST]: await makeLiveAudit(readyReceipt()) }, ageSeconds: 17 });
		const first = await ask(publicAudit, { domain: HOST }, app);
		const second = await ask(publicAudit, { domain: `https://${HOST}/about` }, app);
		expect(first.headers).toEqual({ Age: "17" });
		expect(first.written).toBeDefined();
		expect(second.written).toBe(first.written);
	});

	it("serializes again for another audit of the same site", async () => {
		const [first, second] = await Promise.all(
			["2026-11-21T10:00:00.000Z", "2026-11-21T11:00:00.000Z"].map(async (auditedAt) => {
				const audit = await makeLiveAudit(readyReceipt(), { auditedAt });
				return ask(publicAudit, { domain: HOST }, createFakeApp({ audits: { [HOST]: audit } }));
			}),
		);
		expect(first?.body.auditedAt).toBe("2026-11-21T10:00:00.000Z");
		expect(second?.body.auditedAt).toBe("2026-11-21T11:00:00.000Z");
	});

	it("counts a deep audit as 3", () => {
		const { extraCost } = publicAudit;
		expect([extraCost?.({ domain: HOST, mode: "light" }), extraCost?.({ domain: HOST, mode: "deep" })]).toEqual([0, 2]);
	});

	it("passes on the mode and the host", async () => {
		const app = createFakeApp({ audits: { [HOST]: await makeLiveAudit(readyReceipt()) } });
		await ask(publicAudit, { domain: `HTTP://${HOST}./x`, mode: "deep" }, app);
		expect(app.jobs).toEqual([{ host: HOST, mode: "deep" }]);
	});

	it("returns 200 without a score for a site that could not be audited", async () => {
		const failed = failedReceipt();
		const app = createFakeApp({ audits: { [failed.domain]: await makeLiveAudit(failed) } });
		const { status, body } = await ask(publicAudit, { domain: failed.domain }, app);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			ok: false,
			domain: failed.domain,
			error: failed.failure?.says,
			code: "challenged",
			methodology: failed.methodology,
			refusal: REFUSAL,
			recommendations: [],
		});
		for (const member of ["overallScore", "pillars", "axes", "engines"]) expect(body).not.toHaveProperty(member);
	});

	it.each([
		["localhost", "target-blocked"],
		["127.0.0.1", "target-blocked"],
		["user:secret@example.com", "target-invalid"],
		["inward.example.com", "target-blocked"],
	])("refuses %s and says where the fault lies", async (domain, code) => {
		const failure = await ask(publicAudit, { domain }, createFakeApp()).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(FieldFailure);
		expect(failure).toMatchObject({ code, errors: [{ pointer: "#/domain" }] });
		const { message, errors } = failure as FieldFailure;
		expect(errors[0]?.detail).toBe(message);
	});

	it("rethrows failures that are not the caller's", async () => {
		const overloaded = new Failure("overloaded", { what: "Too many audits are under way." });
		const app = createFakeApp({ audits: { [HOST]: overloaded } });
		await expect(ask(publicAudit, { domain: HOST }, app)).rejects.toBe(overloaded);
	});

	it("reads up to 1,000 pages for the domain's proved owner, and 25 for others", async () => {
		const app = createFakeApp({ audits: { [HOST]: await makeLiveAudit(readyReceipt()) } });
		const identity = { kind: "session", key: "s", account: "owner", mayChange: true } as const;
		const control = (since?: string) => ({ control: { ...(since === undefined ? {} : { since }) } }) as WatchedDomain;
		const peopleWith = (watched: WatchedDomain | undefined) =>
			stubPeople({ watched: { get: async () => watched }, audits: { record: async () => {} } });
		const asked = async (given: object, people?: People) =>
			ask(publicAudit, { domain: HOST, mode: "deep", ...given }, app, undefined, people ? { identity, people } : {});
		await asked({ pages: 1_000 }, peopleWith(control("2026-11-21T02:00:00.000Z")));
		await asked({ pages: 25 });
		await asked({ pages: 9 });
		expect(app.jobs).toEqual(
			[{ pages: 1_000 }, {}, { pages: 9 }].map((each) => ({ host: HOST, mode: "deep", ...each })),
		);
		const refused = { errors: [{ pointer: "#/pages" }] };
		for (const people of [undefined, peopleWith(undefined), peopleWith(control())])
			await expect(asked({ pages: 26 }, people)).rejects.toMatchObject(refused);
		await expect(asked({ mode: "light", pages: 9 })).rejects.toMatchObject(refused);
	});

	it("passes on its caller's signal", async () => {
		const gone = new AbortController();
		const app = createFakeApp({
			audits: {
				[HOST]: (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
			},
		});
		const asked = ask(publicAudit, { domain: HOST }, app, gone.signal);
		const reason = new Error("The client has gone.");
		gone.abort(reason);
		await expect(asked).rejects.toBe(reason);
	});
});

const A = "www.example.org";
const B = "shop.example.org";
const both = async (): Promise<Record<string, LiveAudit>> => ({
	[A]: await makeLiveAudit(readyReceipt()),
	[B]: await makeLiveAudit(gatedReceipt()),
});

describe("publicCompare", () => {
	it("counts as 2 audits", () => {
		expect(publicCompare).toMatchObject({ quota: "audit", cost: 2 });
	});

	it("returns both results and A's lead over B", async () => {
		const app = createFakeApp({ audits: await both() });
		const { body, headers } = await ask(publicCompare, { domainA: A, domainB: B }, app);
		expect(app.jobs).toEqual([
			{ host: A, mode: "light" },
			{ host: B, mode: "light" },
		]);
		expect(headers).toEqual({});
		expect(body).toMatchObject({
			ok: true,
			a: { domain: A, overallScore: 91 },
			b: { domain: B, overallScore: 40 },
			difference: { overallScore: 51, axes: { structure: 31, accessibility: 9 } },
			refusal: REFUSAL,
		});
		expect(body).toHaveProperty("difference.pillars.0", {
			key: "access",
			label: "Crawler and agent access",
			a: 96,
			b: null,
			difference: null,
		});
	});

	it("starts both concurrently, and sends the greater age", async () => {
		const known = await both();
		let begun = 0;
		let open: (value?: unknown) => void = () => {};
		const opened = new Promise((resolve) => {
			open = resolve;
		});
		const waiting = (host: string, ageSeconds: number) => async (): Promise<AnsweredAudit> => {
			begun += 1;
			if (begun === 2) open();
			await opened;
			const audit = known[host];
			if (!audit) throw new Error(`No audit of ${host}.`);
			return { audit, ageSeconds };
		};
		const app = createFakeApp({ audits: { [A]: waiting(A, 3), [B]: waiting(B, 41) } });
		const { headers } = await ask(publicCompare, { domainA: A, domainB: B }, app);
		expect(headers).toEqual({ Age: "41" });
	});

	it("has no difference if one could not be audited, with the reason", async () => {
		const failed = failedReceipt();
		const audits = { [A]: await makeLiveAudit(readyReceipt()), [failed.domain]: await makeLiveAudit(failed) };
		const { status, body } = await ask(
			publicCompare,
			{ domainA: failed.domain, domainB: A },
			createFakeApp({ audits }),
		);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			ok: false,
			a: { ok: false, code: "challenged" },
			b: { ok: true, overallScore: 91 },
			error: `${failed.domain} could not be audited: ${failed.failure?.says}`,
			refusal: REFUSAL,
		});
		expect(body).not.toHaveProperty("difference");
	});

	it.each([
		["localhost", A, ["#/domainA"]],
		[A, "http://[::1]/", ["#/domainB"]],
		["localhost", "nonsense", ["#/domainA", "#/domainB"]],
		[A, "inward.example.com", ["#/domainB"]],
	])("refuses %s against %s and says where the fault lies", async (domainA, domainB, pointers) => {
		const app = createFakeApp({ audits: await both() });
		const failure = await ask(publicCompare, { domainA, domainB }, app).catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "target-blocked", errors: pointers.map((pointer) => ({ pointer })) });
		expect((failure as { errors: unknown[] }).errors).toHaveLength(pointers.length);
	});

	it("begins no audit for an invalid pair", async () => {
		const app = createFakeApp({ audits: await both() });
		const asked = ask(publicCompare, { domainA: A, domainB: `HTTPS://${A.toUpperCase()}./x` }, app);
		await expect(asked).rejects.toMatchObject({ code: "input-invalid", errors: [{ pointer: "#/domainB" }] });
		expect(app.jobs).toEqual([]);
	});

	it("does not wait for the other side if one fails", async () => {
		const overloaded = new Failure("overloaded", { what: "Too many audits are under way." });
		let ended: unknown;
		const audits = {
			[A]: overloaded,
			[B]: (signal: AbortSignal) =>
				new Promise<AnsweredAudit>((_, reject) => {
					signal.addEventListener("abort", () => {
						ended = signal.reason;
						reject(signal.reason);
					});
				}),
		};
		const asked = ask(publicCompare, { domainA: A, domainB: B }, createFakeApp({ audits }));
		await expect(asked).rejects.toBe(overloaded);
		expect(ended).toBe(overloaded);
	});
});

describe("listOccurrences", () => {
	const id = "a".repeat(64);

	it("returns the requested part of the list", async () => {
		const asked: unknown[] = [];
		const app = createFakeApp({
			async occurrences(receipt, filter) {
				asked.push(filter);
				return { receipt, domain: HOST, total: 7, occurrences: [], nextCursor: "5" };
			},
		});
		const { status, body } = await ask(listOccurrences, { id, check: "title", limit: "5" }, app);
		expect([status, body]).toEqual([
			200,
			{ ok: true, receipt: id, domain: HOST, total: 7, occurrences: [], nextCursor: "5", refusal: REFUSAL },
		]);
		expect(asked).toEqual([{ check: "title", limit: 5 }]);
	});

	it("returns 404 without a stored list, and refuses a receipt without one", async () => {
		await expect(ask(listOccurrences, { id }, createFakeApp())).rejects.toMatchObject({ code: "not-found" });
		const failure = new Failure("input-invalid", { what: "It names no list." });
		const app = createFakeApp({ occurrences: () => Promise.reject(failure) });
		await expect(ask(listOccurrences, { id }, app)).rejects.toMatchObject({ errors: [{ pointer: "#/id" }] });
	});
});
