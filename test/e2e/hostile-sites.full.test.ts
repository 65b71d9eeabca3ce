import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import type { HostileOutcome } from "./hostile-audits.testkit.ts";
import { inRepository } from "./process.testkit.ts";

const missing = whyNoTestInternet();
const DEADLINE_MS = 20_000;

let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Audits these targets or all hosts in turn, in a process on an Internet of these hosts. */
async function auditAll(hosts: Record<string, InternetHost>, inputs = Object.keys(hosts)): Promise<HostileOutcome[]> {
	const list = join(folder, `${crypto.randomUUID()}.json`);
	await writeFile(list, JSON.stringify(inputs));
	const internet = await openTestInternet({ hosts });
	try {
		const command = [process.execPath, inRepository("test/e2e/hostile-audits.testkit.ts"), list];
		const { code, stdout, stderr } = await internet.start(command).ended;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const lines = stdout.trim().split("\n");
		return lines.map((line) => JSON.parse(line) as HostileOutcome);
	} finally {
		await internet.close();
	}
}

const page = (body: string) =>
	`<!doctype html><html lang="en"><title>Hostile</title><main><h1>Hostile</h1>${body}</main>`;

describe.skipIf(missing !== undefined)(`against hostile sites${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("ends every audit within its deadline and 100 MB", { timeout: 300_000 }, async () => {
		const bomb = {
			headers: { "content-encoding": "gzip", "content-type": "text/html" },
			base64: gzipSync(Buffer.alloc(300_000_000, 0x61)).toString("base64"),
		};
		const warmUp = { "warm-up.example.com": { paths: { "/": page("<p>Words.</p>") } } };
		const heavy = {
			"nested.example.com": { paths: { "/": page("<div>".repeat(100_000)) } },
			"attributes.example.com": {
				paths: { "/": page(`<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(" ")}>`) },
			},
			"bomb.example.com": { paths: { "/": bomb, "/robots.txt": bomb } },
			"loop.example.com": { paths: { "/": redirect("/a"), "/a": redirect("/") } },
		};
		const drip = { body: page("<p>Words.</p>".repeat(100)), dripMs: 300 };
		// Sites that only delay audits run concurrently.
		const outcomes = await Promise.all([
			auditAll({ ...warmUp, ...heavy }),
			auditAll({ ...warmUp, "drip.example.com": { paths: { "/": drip } } }),
			auditAll({ ...warmUp, "silent.example.com": { paths: { "*": { delayMs: 60_000 } } } }),
		]);
		const codes = Object.fromEntries(outcomes.flat().map(({ input, code }) => [input.split(".")[0], code]));
		// Reading stops at 5 MiB, and the audit judges that part, as crawlers do.
		expect(codes).toMatchObject({ bomb: "scored", loop: "redirect-loop" });
		// On a busy machine an audit says that the delay may be its own.
		expect(["deadline-exceeded", "machine-busy"]).toContain(codes.drip);
		expect(["headers-timeout", "deadline-exceeded", "machine-busy"]).toContain(codes.silent);
		expect(codes["warm-up"]).toBe("scored");
		for (const { input, ms, growthMiB } of outcomes.flatMap((of) => of.slice(1))) {
			// The deadline pauses for up to 8 seconds while the machine is busy.
			expect(ms, input).toBeLessThan(DEADLINE_MS + 10_000);
			expect(growthMiB, input).toBeLessThan(100);
		}
	});

	it("refuses every target of the bypass lists and every private address without a connection", {
		timeout: 300_000,
	}, async () => {
		const inward = ["10.0.0.5", "192.168.7.7", "169.254.169.254", "127.0.0.1", "fd00::5", "::ffff:a00:5"];
		const hosts = {
			...Object.fromEntries(inward.map((address, at) => [`inward-${at}.example.com`, { addresses: [address] }])),
			"mixed.example.com": { addresses: ["93.184.200.1", "10.0.0.5"] },
		};
		const { rows } = readJsonVector<{ rows: { url: string; parse: string; creds?: boolean }[] }>(
			"addresses/ssrf-urls.json",
		);
		const mustBlock = rows.filter((row) => row.parse !== "domain" || row.creds).map((row) => row.url);
		expect(mustBlock.length).toBeGreaterThan(1000);
		const outcomes = await auditAll(hosts, [...Object.keys(hosts), ...mustBlock]);
		expect(outcomes.filter((each) => !each.refused)).toEqual([]);
		expect(outcomes.filter((each) => each.accepted > 0)).toEqual([]);
	});

	it("does not follow a redirect to a private address", { timeout: 120_000 }, async () => {
		const places = ["http://127.0.0.1/", "http://10.0.0.5/", "http://[fd00::5]/", "https://169.254.169.254/latest/"];
		const lures = places.map((place, at) => [`lure-${at}.example.com`, { paths: { "/": redirect(place) } }] as const);
		const outcomes = await auditAll(Object.fromEntries(lures));
		expect(outcomes.map(({ code }) => code)).toEqual(places.map(() => "redirect-blocked"));
	});
});

function redirect(location: string) {
	return { status: 302, headers: { location } };
}
