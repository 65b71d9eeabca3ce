import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { assess } from "#audit/assess.ts";
import { type Audit, audit } from "#audit/audit.ts";
import { type AuditOptions, Deadline } from "#audit/auditor.ts";
import { CHECKS } from "#checks/registry.ts";
import { Failure } from "#core/failure.ts";
import { FULL, some } from "#core/long-form.testkit.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { limitsOf, SiteSource } from "#evidence/site/site-source.ts";
import type { HttpClient } from "#net/http-client.ts";
import { loopbackClient, startLoopbackSite } from "#net/loopback-site.testkit.ts";
import { resolveHost } from "#net/name-lookups.ts";
import { startNameServer } from "#net/name-server.testkit.ts";
import { openNights } from "./nights.testkit.ts";

const SITES = ["a.example.com", "b.example.com"];
const PAGE = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><p>${"Words. ".repeat(90)}</p></main>`;

/** As the auditor does, with another client and clock. */
async function auditBy(
	{ target, signal: given }: AuditOptions,
	client: Pick<HttpClient, "get">,
	ownDelay = () => 0,
): Promise<Audit> {
	const deadline = new Deadline(20_000, ownDelay);
	const signal = AbortSignal.any([deadline.signal, ...(given ? [given] : [])]);
	const parts = { kind: "network", client, reader: { read: readHere }, host: target.host, ownDelay, signal } as const;
	return audit({
		target,
		depth: { mode: "light" },
		source: SiteSource.open({ ...parts, limits: limitsOf("light") }),
		judge: (record) => assess(record, CHECKS),
		auditedAt: new Date().toISOString(),
		signal,
	}).finally(() => deadline.clear());
}

afterEach(() => {
	vi.useRealTimers();
});

/** From its night's start on, this process hardly works. Milliseconds. */
interface Starved {
	readonly from: number;
	readonly ms: number;
}

/** On a clock of its own; a request that meets a starved moment fails after 5 s. */
async function openStarvedNights() {
	let [begun, periods, audits]: [number, readonly Starved[], number] = [0, [], 0];
	const site = new FakeSite(Object.fromEntries(SITES.map((host) => [`https://${host}/`, PAGE])));
	const passed = () => Date.now() - begun;
	const ownDelay = () => periods.reduce((sum, { from, ms }) => sum + Math.min(Math.max(passed() - from, 0), ms), 0);
	const client: Pick<HttpClient, "get"> = {
		async get(url, limits) {
			const isLate = periods.some(({ from, ms }) => passed() >= from && passed() < from + ms);
			await new Promise((resolve) => setTimeout(resolve, isLate ? 5_000 : 20));
			if (isLate) throw new Failure("connection-timeout", { what: `${url.host} did not answer.` });
			return site.get(url, limits);
		},
	};
	const nights = await openNights(SITES, (options) => {
		audits++;
		return auditBy(options, client, ownDelay);
	});
	return {
		...nights,
		audits: () => audits,
		async night(starved: readonly Starved[] = []) {
			[begun, periods, audits] = [Date.now(), starved, 0];
			let isOver = false;
			const night = nights.night().finally(() => {
				isOver = true;
			});
			while (!isOver) {
				// Files are written, and digests made, in real time.
				await pause(1);
				await vi.advanceTimersByTimeAsync(100);
			}
			return night;
		},
	};
}

describe("a night on a starved machine", () => {
	const from = fc.nat(10_000);
	const starved = fc.array(fc.record({ from, ms: fc.integer({ min: 1, max: 90_000 }) }), {
		minLength: 1,
		maxLength: 3,
	});

	it("retries lost sites in the same or next night, and claims nothing about them", {
		timeout: FULL ? 1_800_000 : 180_000,
	}, async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
		vi.spyOn(Math, "random").mockReturnValue(0.5);
		const short: readonly Starved[] = [{ from: 0, ms: 4_000 }];
		await fc.assert(
			fc.asyncProperty(starved, async (periods) => {
				const nights = await openStarvedNights();
				const before = await nights.night();
				expect(before).toMatchObject(SITES.map(() => ({ status: "recorded", ok: true })));
				const receipts = await nights.receipts();
				for (const { status, ok, score } of await nights.night(periods))
					if (status === "unchanged") expect([ok, score]).toEqual([true, before[0]?.score]);
					else expect([status, ok]).toEqual(["unreached", false]);
				if (periods === short) expect(nights.audits()).toBeGreaterThan(SITES.length);
				const end = Math.max(...periods.map(({ from, ms }) => from + ms));
				const after = end > 15_000 ? await nights.night() : [];
				expect(after.filter(({ status }) => status !== "unchanged")).toEqual([]);
				// No receipt tells of this machine.
				expect(await nights.receipts()).toEqual(receipts);
				await nights.close();
			}),
			FULL ? { numRuns: 100, examples: [[short]] } : { numRuns: 1, examples: [[short]] },
		);
	});
});

describe("a night during an outage of its name server", () => {
	const WAYS = ["servfail", "silent", "refused"] as const;
	/** Questions of a night that are answered before; a site asks again for each connection. */
	const MOMENTS = Array.from({ length: 12 }, (_, at) => at);
	const CASES = WAYS.flatMap((way) => MOMENTS.map((at) => [way, at] as const));
	const KEPT = /Nothing was recorded; the earlier receipt is kept\.$/;

	it.each(some(CASES, CASES.length))("(%s, at query %d): the next night audits its sites again", async (way, at) => {
		vi.spyOn(Math, "random").mockReturnValue(0);
		let [asked, away] = [0, Number.POSITIVE_INFINITY];
		const server = await startNameServer(() => (asked++ < away ? { a: ["127.0.0.1"] } : { a: way, aaaa: way }));
		const site = await startLoopbackSite({ "/": { body: PAGE, headers: { "content-type": "text/html" } } });
		const options = { servers: [server.address], hostsFile: { addressesOf: async () => [] }, tryMs: 40, tries: 1 };
		const resolve = (host: string, signal: AbortSignal) => resolveHost(host, signal, options);
		const nights = await openNights(SITES, async (asked) => {
			const client = loopbackClient([site.port], { resolve, timeouts: { lookup: 400 } });
			const get: HttpClient["get"] = async (url, limits) => {
				const response = await client.get(site.url(url.pathname + url.search, url.hostname), limits);
				return { ...response, url: url.href };
			};
			return auditBy(asked, { get }).finally(() => client.close());
		});
		const before = await nights.night();
		expect(before).toMatchObject(SITES.map(() => ({ status: "recorded", ok: true })));
		[asked, away] = [0, at];
		// What failed beside a page that was read is unknown.
		for (const { status, reason, says, ok } of await nights.night())
			if (status !== "unreached") expect(ok).toBe(true);
			else expect([reason, says]).toEqual(["name-lookup-failed", expect.stringMatching(KEPT)]);
		away = Number.POSITIVE_INFINITY;
		const scores = (await nights.night()).map(({ score }) => score);
		expect(scores).toEqual(before.map(({ score }) => score));
		await Promise.all([nights.close(), site.close(), server.close()]);
	});
});
