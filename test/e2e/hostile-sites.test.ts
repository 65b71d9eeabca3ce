import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import type { HostileOutcome } from "./hostile-audits.testkit.ts";
import { inMiniInternet, whyNoMiniInternet } from "./mini-internet.testkit.ts";
import { inRepository } from "./process.testkit.ts";

const missing = whyNoMiniInternet();
const PRIVATE = ["10.0.0.5/32", "192.168.7.7/32", "169.254.169.254/32", "fd00::5/128"];
const DEADLINE_MS = 20_000;

let sites = "";
beforeAll(async () => {
	sites = await mkdtemp(join(tmpdir(), "sightline-hostile-"));
});

async function site(host: string, files: Record<string, string | Uint8Array>, settings: object = {}): Promise<string> {
	await mkdir(join(sites, host), { recursive: true });
	for (const [name, body] of Object.entries({ ...files, ".site.json": JSON.stringify(settings) })) {
		await writeFile(join(sites, host, name), body);
	}
	return host;
}

async function auditAll(inputs: readonly string[]): Promise<HostileOutcome[]> {
	const list = join(sites, "..", `${sites.split("/").at(-1)}.json`);
	await writeFile(list, JSON.stringify(inputs));
	const command = [process.execPath, inRepository("test/e2e/hostile-audits.testkit.ts"), list, ...PRIVATE];
	const { code, stdout, stderr } = await inMiniInternet(sites, command);
	expect(stderr).toBe("");
	expect(code).toBe(0);
	return stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

const page = (body: string) =>
	`<!doctype html><html lang="en"><title>Hostile</title><main><h1>Hostile</h1>${body}</main>`;

describe.skipIf(missing !== undefined)(`against hostile sites${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("ends every audit within its deadline and 100 MB", { timeout: 300_000 }, async () => {
		const bomb = gzipSync(Buffer.alloc(300_000_000, 0x61));
		const hosts = [
			await site("warm-up.example.com", { "index.html": page("<p>Words.</p>") }),
			await site("nested.example.com", { "index.html": page("<div>".repeat(100_000)) }),
			await site("attributes.example.com", {
				"index.html": page(`<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(" ")}>`),
			}),
			await site(
				"bomb.example.com",
				{ "index.html": bomb, "robots.txt": bomb },
				{ headers: { "*": { "content-encoding": "gzip", "content-type": "text/html" } } },
			),
			await site("drip.example.com", { "index.html": page("<p>Words.</p>".repeat(100)) }, { drip: { "/": [1, 300] } }),
			await site("loop.example.com", {}, { redirects: { "/": [302, "/a"], "/a": [302, "/"] } }),
			await site("silent.example.com", { "index.html": page("") }, { delayMs: { "*": 60_000 } }),
		];
		const outcomes = await auditAll(hosts);
		const codes = Object.fromEntries(outcomes.map(({ input, code }) => [input.split(".")[0], code]));
		// The bomb is cut at 5 MiB and judged by what was read, as crawlers do with long pages.
		expect(codes).toMatchObject({ bomb: "scored", loop: "redirect-loop", drip: "deadline-exceeded" });
		expect(["headers-timeout", "deadline-exceeded"]).toContain(codes.silent);
		expect(codes["warm-up"]).toBe("scored");
		for (const { input, ms, growthMiB } of outcomes.slice(1)) {
			expect(ms, input).toBeLessThan(DEADLINE_MS + 2_000);
			expect(growthMiB, input).toBeLessThan(100);
		}
	});

	it("refuses every target of the bypass lists, and everything that leads inward, without one connection there", {
		timeout: 300_000,
	}, async () => {
		const inward = await Promise.all(
			["10.0.0.5", "192.168.7.7", "169.254.169.254", "127.0.0.1", "fd00::5", "::ffff:a00:5"].map((address, index) =>
				site(`inward-${index}.example.com`, {}, { address }),
			),
		);
		const mixed = await site("mixed.example.com", {}, { address: ["93.184.200.1", "10.0.0.5"] });
		const { rows } = readJsonVector<{ rows: { url: string; parse: string; creds?: boolean }[] }>(
			"addresses/ssrf-urls.json",
		);
		const mustBlock = rows.filter((row) => row.parse !== "domain" || row.creds).map((row) => row.url);
		expect(mustBlock.length).toBeGreaterThan(1000);
		const outcomes = await auditAll([...inward, mixed, ...mustBlock]);
		expect(outcomes.filter((each) => !each.refused)).toEqual([]);
		expect(outcomes.filter((each) => each.accepted > 0)).toEqual([]);
	});

	it("does not follow a redirect inward", { timeout: 120_000 }, async () => {
		const places = ["http://127.0.0.1/", "http://10.0.0.5/", "http://[fd00::5]/", "https://169.254.169.254/latest/"];
		const hosts = await Promise.all(
			places.map((place, index) =>
				site(`lure-${index}.example.com`, {}, { redirects: { "/": [302, place] }, upgrade: false }),
			),
		);
		const outcomes = await auditAll(hosts);
		expect(outcomes.map(({ code }) => code)).toEqual(places.map(() => "redirect-blocked"));
	});
});
