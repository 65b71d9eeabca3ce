import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import { FakeSite, type Reply, TOO_LATE, text, to } from "../fake-site.testkit.ts";
import { readHere } from "../reading/readers.ts";
import { PacedQueue } from "./request-pace.ts";
import { SiteSource } from "./site-source.ts";

const HOST = "a.example.com";
const HOME = `https://${HOST}/`;

const READER = { read: readHere };
const never = new AbortController().signal;

function open(
	site: FakeSite,
	limits = { requests: 24, atOnce: 6, otherRobots: 2 },
	signal = new AbortController().signal,
) {
	return SiteSource.open({ kind: "network", client: site, reader: READER, host: HOST, signal, limits });
}

function get(source: SiteSource, path: string) {
	return source.get(new URL(path, HOME), "page");
}

/** The same response for many paths of the host. */
function pages(count: number, reply: Reply): Record<string, Reply> {
	return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${HOME}${index}`, reply]));
}

describe("SiteSource: requests", () => {
	it("requests robots.txt once, before anything else from a host", async () => {
		const site = new FakeSite({ [HOME]: "home", [`${HOME}b`]: "b" });
		const source = open(site);
		await get(source, "/");
		await get(source, "/b");
		await source.robots();
		expect(site.requests).toEqual([`${HOME}robots.txt`, HOME, `${HOME}b`]);
	});

	it("lists every hop, and requests nothing twice", async () => {
		const site = new FakeSite({ [`${HOME}a`]: to("/b", 302), [`${HOME}b`]: to("/c"), [`${HOME}c`]: "c" });
		const source = open(site);
		const response = await get(source, "/a");
		expect(response).toMatchObject({
			url: `${HOME}c`,
			status: 200,
			hops: [
				{ url: `${HOME}a`, status: 302, location: `${HOME}b` },
				{ url: `${HOME}b`, status: 301, location: `${HOME}c` },
			],
		});
		await get(source, "/b");
		expect(site.requests).toHaveLength(4);
	});

	it.each(["headers-timeout", "connection-timeout", "connection-refused"] as const)(
		"calls %s our own delay where that may have been the cause",
		async (code) => {
			let late = 0;
			const client = {
				get: async () => {
					late += 1_000;
					throw new Failure(code, { what: "Nothing came." });
				},
			};
			const openWith = (ownDelay: () => number) =>
				SiteSource.open({ kind: "network", client, reader: READER, host: HOST, signal: never, ownDelay });
			const codeOf = (source: SiteSource) => get(source, "/").catch((failure) => failure.code);
			expect(await codeOf(openWith(() => late))).toBe(code === "connection-refused" ? code : "machine-busy");
			expect(await codeOf(openWith(() => 0))).toBe(code);
		},
	);

	it("reports how long we delayed a response", async () => {
		let late = 0;
		const client = new FakeSite({ [HOME]: "home" });
		const ownDelay = () => {
			late += 7;
			return late;
		};
		const source = SiteSource.open({ kind: "network", client, reader: READER, host: HOST, signal: never, ownDelay });
		expect((await get(source, "/")).timings.ownDelay).toBe(7);
		expect((await get(open(client), "/")).timings).not.toHaveProperty("ownDelay");
	});

	it("stops at the sixth redirect and in loops", async () => {
		const chain = Object.fromEntries([0, 1, 2, 3, 4, 5].map((step) => [`${HOME}${step}`, to(`/${step + 1}`)]));
		const source = open(new FakeSite({ ...chain, [`${HOME}x`]: to("/y"), [`${HOME}y`]: to("/x") }));
		await expect(get(source, "/0")).rejects.toMatchObject({ code: "redirect-limit" });
		expect(await get(source, "/1").catch(({ code }) => code)).not.toBe("redirect-limit");
		await expect(get(source, "/x")).rejects.toMatchObject({ code: "redirect-loop" });
	});

	it("sends at most 6 requests at once", async () => {
		const site = new FakeSite(pages(20, { delay: 5 }));
		const source = open(site);
		await Promise.all(Array.from({ length: 20 }, (_, index) => get(source, `/${index}`)));
		expect(site.busiest).toBe(6);
	});

	it("cuts each kind of body at its own limit", async () => {
		const long = "x".repeat(11 * 1024 * 1024);
		const source = open(new FakeSite({ [`${HOME}long`]: long, [`${HOME}robots.txt`]: text(long) }));
		expect(await get(source, "/long")).toMatchObject({ truncated: true, encodedBytes: 5 * 1024 * 1024 });
		const map = await source.get(new URL("/long", HOME), "sitemap");
		expect(map).toMatchObject({ truncated: true, encodedBytes: 10 * 1024 * 1024 });
		expect(await source.robots()).toMatchObject({ response: { truncated: true, encodedBytes: 512_000 } });
	});

	it("ends with the audit's deadline, including queued requests", async () => {
		const site = new FakeSite(pages(12, { delay: TOO_LATE }));
		const source = open(site, { requests: 24, atOnce: 2, otherRobots: 2 }, site.deadline());
		const codes = await Promise.all(
			Array.from({ length: 12 }, (_, index) => get(source, `/${index}`).catch(({ code }) => code)),
		);
		expect(new Set(codes)).toEqual(new Set(["deadline-exceeded"]));
		expect(site.requests.length).toBeLessThan(5);
	});
});

describe("SiteSource: budget", () => {
	it("counts redirects, and stops when spent", async () => {
		const site = new FakeSite({ ...pages(9, { body: "x" }), [`${HOME}r`]: to("/0") });
		// Two are reserved for the robots.txt of other hosts.
		const source = open(site, { requests: 6, atOnce: 6, otherRobots: 2 });
		await get(source, "/r");
		expect(source.left).toBe(1);
		await get(source, "/1");
		await expect(get(source, "/2")).rejects.toMatchObject({ code: "request-budget" });
		await get(source, "/0");
		expect(site.requests).toHaveLength(4);
	});

	it("reserves a share for its owner, whoever is faster", async () => {
		const seen = await Promise.all(
			[0, 20].map(async (delay) => {
				const site = new FakeSite({ ...pages(4, { body: "x", delay: 10 }), [`${HOME}r`]: { ...to("/0"), delay } });
				const source = open(site, { requests: 5, atOnce: 6, otherRobots: 2 });
				await source.robots();
				const [first, second] = [source.share(1), source.share(9)];
				const codes = await Promise.all([
					get(first, "/r").catch(({ code }) => code),
					get(second, "/0").then(({ status }) => status),
				]);
				return [first.left, second.left, source.left, codes];
			}),
		);
		expect(seen[0]).toEqual([0, 0, 0, ["request-budget", 200]]);
		expect(seen[1]).toEqual(seen[0]);
	});

	it("does not charge a share for responses cached before it", async () => {
		const site = new FakeSite({ [HOME]: "home", [`${HOME}r`]: to("/") });
		const source = open(site);
		await get(source, "/");
		const share = source.share(1);
		expect(await get(share, "/r")).toMatchObject({ url: HOME, status: 200 });
		expect(site.requests).toEqual([`${HOME}robots.txt`, HOME, `${HOME}r`]);
	});
});

describe("SiteSource: robots.txt", () => {
	it("obeys a group that names SightlineBot, path by path", async () => {
		const robots = text("User-agent: SightlineBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /");
		const site = new FakeSite({ [`${HOME}robots.txt`]: robots, [HOME]: "home", [`${HOME}go`]: to("/private/x") });
		const source = open(site);
		expect((await get(source, "/")).status).toBe(200);
		await expect(get(source, "/private?x")).rejects.toMatchObject({
			code: "robots-refused",
			message: expect.stringContaining('Line 2 says "Disallow: /private".'),
		});
		await expect(get(source, "/go")).rejects.toMatchObject({ code: "robots-refused" });
		expect(site.requests).toEqual([`${HOME}robots.txt`, HOME, `${HOME}go`]);
	});

	it("ignores the default group", async () => {
		const robots = text("User-agent: *\nDisallow: /");
		const source = open(new FakeSite({ [`${HOME}robots.txt`]: robots, [HOME]: "home" }));
		expect((await get(source, "/")).status).toBe(200);
	});

	it("obeys robots.txt of redirect targets too", async () => {
		const closed = text("User-agent: sightlinebot\nDisallow: /");
		const site = new FakeSite({
			[HOME]: to("https://b.example.com/"),
			"https://b.example.com/robots.txt": closed,
			"https://b.example.com/": "home",
		});
		await expect(get(open(site), "/")).rejects.toMatchObject({ code: "robots-refused" });
		expect(site.requests).not.toContain("https://b.example.com/");
	});

	it.each([500, 404, 403])("is allowed if robots.txt answers %i", async (status) => {
		const source = open(new FakeSite({ [`${HOME}robots.txt`]: { status }, [HOME]: "home" }));
		expect((await get(source, "/")).status).toBe(200);
		expect(await source.robots()).toMatchObject({ state: "none", response: { status } });
	});

	it("reads it over http without https", async () => {
		const site = new FakeSite({ "http://a.example.com/robots.txt": text("User-agent: SightlineBot\nDisallow: /x") });
		const source = open(site);
		expect(await source.robots()).toMatchObject({
			state: "read",
			response: { url: "http://a.example.com/robots.txt" },
		});
		await expect(source.get(new URL("http://a.example.com/x"), "page")).rejects.toMatchObject({
			code: "robots-refused",
		});
	});
});

describe("SiteSource: responses addressed to us", () => {
	it.each<[string, Reply]>([
		["429", { status: 429, headers: { "retry-after": "120" } }],
		["503 with Retry-After", { status: 503, headers: { "retry-after": "120" } }],
	])("stops for the rest of the audit at %s", async (_, reply) => {
		const site = new FakeSite({ [HOME]: reply, [`${HOME}b`]: "b" });
		const source = open(site);
		await expect(get(source, "/")).rejects.toMatchObject({
			code: "wait-requested",
			message: expect.stringContaining("Retry-After: 120"),
		});
		await expect(get(source, "/b")).rejects.toMatchObject({ code: "wait-requested" });
		expect(site.requests).not.toContain(`${HOME}b`);
	});

	it("continues after a 503 without Retry-After", async () => {
		const source = open(new FakeSite({ [HOME]: { status: 503 }, [`${HOME}b`]: "b" }));
		expect((await get(source, "/")).status).toBe(503);
		expect((await get(source, "/b")).status).toBe(200);
	});

	it("treats a challenge as a failure, and one with 429 as a request to stop too", async () => {
		const mitigated = { "cf-mitigated": "challenge" };
		const source = open(
			new FakeSite({
				[HOME]: { status: 403, headers: mitigated },
				[`${HOME}b`]: "b",
				[`${HOME}c`]: { status: 429, headers: mitigated },
				[`${HOME}d`]: "d",
			}),
		);
		await expect(get(source, "/")).rejects.toMatchObject({ code: "challenged" });
		expect((await get(source, "/b")).status).toBe(200);
		await expect(get(source, "/c")).rejects.toMatchObject({ code: "challenged" });
		await expect(get(source, "/d")).rejects.toMatchObject({ code: "challenged" });
	});

	it("never treats a folder's content as addressed to us", async () => {
		const client = new FakeSite({ [HOME]: { headers: { "cf-mitigated": "challenge" } } });
		const source = SiteSource.open({
			kind: "folder",
			client,
			reader: READER,
			host: HOST,
			signal: new AbortController().signal,
		});
		expect((await get(source, "/")).status).toBe(200);
	});
});

describe("SiteSource: connections", () => {
	it("tolerates an invalid certificate once per host, and remembers it", async () => {
		const badCertificate = "CERT_HAS_EXPIRED";
		const site = new FakeSite({ [`${HOME}*`]: { badCertificate }, [HOME]: { badCertificate, body: "home" } });
		const source = open(site);
		expect((await get(source, "/")).tls).toEqual({ state: "invalid", reason: badCertificate });
		expect(site.requests).toEqual([`${HOME}robots.txt`, `${HOME}robots.txt`, HOME]);
		expect(source.tlsOf(HOST)).toMatchObject({ tls: { state: "invalid", reason: badCertificate } });
		expect(source.left).toBe(24 - 2 - 3);
	});

	it("does not retry an unreachable host", async () => {
		const site = new FakeSite({ "https://b.example.com/*": { failure: "connection-timeout" } });
		const source = open(site);
		for (const path of ["x", "y"]) {
			const asked = source.get(new URL(path, "https://b.example.com/"), "page");
			await expect(asked).rejects.toMatchObject({ code: "connection-timeout" });
		}
		expect(site.requests.filter((url) => url.startsWith("https:"))).toEqual(["https://b.example.com/robots.txt"]);
	});

	it("tolerates one broken connection to a host that responded before", async () => {
		const source = open(new FakeSite({ [HOME]: "home", [`${HOME}b`]: { failure: "connection-failed" } }));
		await get(source, "/");
		await expect(get(source, "/b")).rejects.toMatchObject({ code: "connection-failed" });
		expect((await get(source, "/c")).status).toBe(404);
	});

	it("reports a redirect to a forbidden target", async () => {
		const inward = "http://169.254.169.254/";
		const source = open(
			new FakeSite({ [HOME]: to(inward), [`${inward}*`]: { failure: "target-blocked" }, [`${HOME}b`]: "b" }),
		);
		await expect(get(source, "/")).rejects.toMatchObject({ code: "redirect-blocked" });
		await expect(source.get(new URL(inward), "page")).rejects.toMatchObject({ code: "target-blocked" });
	});

	it.each([
		["file:///etc/passwd", 'a "file:" address'],
		["javascript:alert(1)", 'a "javascript:" address'],
		["http://a:b@elsewhere.example.org/", "user name or password"],
		["http://elsewhere.example.org:22/", "Port 22"],
		["http://printer.local/", "only a private network"],
	])("reports a redirect to %s without a request", async (location, words) => {
		const site = new FakeSite({ [HOME]: to(location) });
		await expect(get(open(site), "/")).rejects.toMatchObject({
			code: "redirect-blocked",
			message: expect.stringContaining(words),
		});
		expect(site.requests).toEqual([`${HOME}robots.txt`, HOME]);
	});

	it("rethrows bugs of the program", async () => {
		const client = { get: () => Promise.reject(new TypeError("bug")) };
		const source = SiteSource.open({
			kind: "network",
			client,
			reader: READER,
			host: HOST,
			signal: new AbortController().signal,
		});
		await expect(get(source, "/")).rejects.toThrow(TypeError);
	});
});

describe("SiteSource: ledger", () => {
	it("lists every response, sorted and deduplicated", async () => {
		const list = async (delay: number) => {
			const site = new FakeSite({
				[`${HOME}a`]: { ...to("/b"), delay },
				[`${HOME}b`]: "bé",
				[`${HOME}c`]: { delay: 5 },
			});
			const source = open(site);
			await Promise.all([get(source, "/c"), get(source, "/a"), get(source, "/b")]);
			return source.responses();
		};
		const records = await list(0);
		expect(records.map(({ url, status, bytes }) => [url, status, bytes])).toEqual([
			[`${HOME}a`, 301, 0],
			[`${HOME}b`, 200, 3],
			[`${HOME}c`, 200, 0],
			[`${HOME}robots.txt`, 404, 9],
		]);
		expect(records[0]?.sha256).toMatch(/^e3b0c442/);
		expect(await list(20)).toEqual(records);
	});
});

describe("SiteSource: other sites", () => {
	const OTHER = "https://profiles.example.net/";
	const closed = { [`${OTHER}robots.txt`]: text("User-agent: *\nDisallow: /"), [`${OTHER}me`]: "me" };

	it("obey their robots.txt in full, paid from the share", async () => {
		const source = open(new FakeSite({ [HOME]: "home", ...closed }));
		const share = source.shareForOtherSites(3);
		await expect(share.get(new URL("me", OTHER), "page")).rejects.toMatchObject({ code: "robots-refused" });
		expect(share.left).toBe(2);
		expect((await get(share, "/")).status).toBe(200);
	});

	it("may be gone, whatever their robots.txt", async () => {
		const share = open(new FakeSite({ [HOME]: "home" })).shareForOtherSites(3);
		const asked = share.get(new URL("https://gone.example.net/"), "page");
		await expect(asked).rejects.toMatchObject({ code: "name-not-found" });
	});

	it("that ask us to wait do not end the audit of this one", async () => {
		const source = open(new FakeSite({ [HOME]: "home", [`${HOME}a`]: "a", [`${OTHER}me`]: { status: 429 } }));
		await expect(source.shareForOtherSites(3).get(new URL("me", OTHER), "page")).rejects.toMatchObject({
			code: "wait-requested",
		});
		expect((await get(source, "/a")).status).toBe(200);
	});
});

const signal = new AbortController().signal;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Vitest's fake timers do not reach node:timers/promises. */
const fakeWait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds at which each request starts, by its duration. */
async function startsOf(latencies: readonly number[]): Promise<number[]> {
	const pace = new PacedQueue(undefined, fakeWait);
	const origin = performance.now();
	const starts: number[] = [];
	const done = latencies.map((latency) =>
		pace.add(
			async () => {
				starts.push(Math.round(performance.now() - origin));
				await new Promise((resolve) => setTimeout(resolve, latency));
			},
			{ signal },
		),
	);
	await vi.runAllTimersAsync();
	await Promise.all(done);
	return starts;
}

describe("PacedQueue", () => {
	it("starts a request every 250 ms on a quick site", async () => {
		expect(await startsOf([10, 20, 30, 40])).toEqual([0, 250, 500, 750]);
	});

	it("waits twice the last response time on a slower site", async () => {
		// The response after 200 ms arrives while the second request waits for its 250 ms. A fast response shortens no wait.
		expect(await startsOf([200, 300, 10, 10, 10])).toEqual([0, 400, 1000, 1600, 1850]);
	});

	it("has at most 2 requests in flight", async () => {
		// The third starts when one of the two has ended, and twice its 1,000 ms have passed since the second began.
		expect(await startsOf([1000, 5000, 10])).toEqual([0, 250, 2250]);
	});

	it("continues after a failed request", async () => {
		const pace = new PacedQueue(undefined, fakeWait);
		const failing = pace.add(() => Promise.reject(new Error("no answer")), { signal });
		const next = pace.add(async () => "answer", { signal });
		await expect(failing).rejects.toThrow("no answer");
		await vi.runAllTimersAsync();
		expect(await next).toBe("answer");
	});

	it("delays no one beyond the deadline", async () => {
		const ending = new AbortController();
		const pace = new PacedQueue();
		const started = vi.fn(async () => {});
		await pace.add(started, ending);
		const waiting = [1, 2, 3].map(() => pace.add(started, ending));
		const settled = Promise.allSettled(waiting);
		ending.abort();
		expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(started).toHaveBeenCalledTimes(1);
	});
});
