import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GuardedClient } from "#net/guarded-client.ts";
import { startTripwire, type Tripwire } from "#net/loopback-site.testkit.ts";
import { isPublicAddress } from "#net/public-address.ts";
import { ForeignJson, type WayOut } from "./foreign-json.ts";

describe("URLs named by strangers", () => {
	let wire: Tripwire;
	beforeAll(async () => {
		wire = await startTripwire();
	});
	afterAll(() => wire.close());

	const inward = [
		...["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost", "127.1", "2130706433", "0x7f.1"],
		...["10.0.0.1", "169.254.169.254", "[fd00:ec2::254]", "192.168.0.1", "intranet", "metadata.google.internal"],
		...["rebound.example.com"],
	];

	it("never lead to private addresses", async () => {
		const openClient = () =>
			new GuardedClient({
				userAgent: "SightlineBot/test",
				isPublicAddress,
				ports: [443, wire.port],
				resolve: async () => ["127.0.0.1"],
			});
		const json = new ForeignJson(openClient, Date.now);
		const asked = inward.flatMap((host) => [`https://${host}:${wire.port}/x`, `http://${host}:${wire.port}/x`]);
		for (const url of asked) expect(await json.read(url), url).toBeUndefined();
		expect(wire.accepted()).toBe(0);
	});
});

describe("foreign documents", () => {
	const open = (answer: (url: string) => Promise<{ status: number; text: string }>) => {
		const clock = { ms: 0 };
		const asked: string[] = [];
		const client = {
			get: async ({ href }: URL) => {
				asked.push(href);
				const { status, text } = await answer(href);
				return { status, body: new TextEncoder().encode(text) };
			},
			close: async () => {},
		};
		const json = new ForeignJson(
			() => client as unknown as ReturnType<WayOut>,
			() => clock.ms,
		);
		const read = json.read.bind(json);
		return { read, clock, asked };
	};
	const URL_A = "https://a.example.com/a";

	it("are fetched once for concurrent callers, cached for minutes, failures for seconds", async () => {
		const pages: Record<string, string> = { [URL_A]: '{"a":1}' };
		const { read, clock, asked } = open(async (url) => ({ status: pages[url] ? 200 : 404, text: pages[url] ?? "" }));
		expect(await Promise.all([read(URL_A), read(URL_A)])).toEqual([{ a: 1 }, { a: 1 }]);
		expect(asked).toHaveLength(1);
		clock.ms += 31_000;
		await read(URL_A);
		expect(asked).toHaveLength(1);
		await read(URL_A, { leastFreshMs: 30_000 });
		expect(asked).toHaveLength(2);
		const other = "https://b.example.com/b";
		expect([await read(other), await read(other), asked.length]).toEqual([undefined, undefined, 3]);
		pages[other] = "7";
		clock.ms += 30_000;
		expect(await read(other)).toBe(7);
	});

	it("are rejected if they are not JSON or deeply nested", async () => {
		const { read } = open(async () => ({ status: 200, text: "<html>" }));
		expect(await read(URL_A)).toBeUndefined();
		const deep = open(async () => ({ status: 200, text: `${"[".repeat(15_000)}${"]".repeat(15_000)}` }));
		expect(await deep.read(URL_A)).toBeUndefined();
	});

	it("are limited in concurrent fetches, in total and per host; others get a stale document or a retry time", async () => {
		const waiting = Promise.withResolvers<{ status: number; text: string }>();
		const known = "https://known.example.com/a";
		const { read, clock } = open((url) =>
			url === known && clock.ms === 0 ? Promise.resolve({ status: 200, text: "7" }) : waiting.promise,
		);
		await read(known);
		clock.ms += 300_000;
		const reads = [read("https://a.example.com/0"), read("https://a.example.com/1")];
		await expect(read("https://a.example.com/2")).rejects.toMatchObject({
			...{ status: 503, error: "temporarily_unavailable", headers: { "Retry-After": "5" } },
		});
		reads.push(...Array.from({ length: 18 }, (_, at) => read(`https://${at}.example.com/`)));
		await expect(read("https://b.example.com/")).rejects.toMatchObject({ status: 503 });
		expect(await read(known)).toBe(7);
		clock.ms += 3_300_000;
		await expect(read(known)).rejects.toMatchObject({ status: 503 });
		waiting.resolve({ status: 200, text: "1" });
		expect(await Promise.all(reads)).toEqual(Array(20).fill(1));
		expect(await read("https://b.example.com/")).toBe(1);
	});

	it("are counted for the sender before the fetch, unless cached", async () => {
		const { read, asked } = open(async () => ({ status: 200, text: "1" }));
		let counted = 0;
		const count = async () => void counted++;
		const refuse = () => Promise.reject(new Error("too often"));
		await expect(read(URL_A, { count: refuse })).rejects.toThrow("too often");
		expect(asked).toEqual([]);
		expect(await Promise.all([read(URL_A, { count }), read(URL_A, { count: refuse }).catch(() => 0)])).toEqual([1, 0]);
		expect([await read(URL_A, { count: refuse }), counted, asked.length]).toEqual([1, 1, 1]);
	});

	it("evict failures, then the oldest, above the limit", async () => {
		let status = 200;
		const { read, asked } = open(async () => ({ status, text: "1" }));
		for (let at = 0; at < 501; at++) await read(`https://a.example.com/${at}`);
		await read("https://a.example.com/1");
		expect(asked).toHaveLength(501);
		await read("https://a.example.com/0");
		expect(asked).toHaveLength(502);
		status = 404;
		for (let at = 0; at < 501; at++) await read(`https://b.example.com/${at}`);
		await read("https://a.example.com/0");
		expect(asked).toHaveLength(1003);
	});
});
