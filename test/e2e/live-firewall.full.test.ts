import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiProblem } from "#core/api/api-problem.ts";
import type { AuditResult } from "#core/audit-result.ts";

import { readJsonVector } from "#test/vectors/vectors.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { buildServer } from "./built-site.testkit.ts";
import { documented } from "./documented.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const missing = whyNoTestInternet();
const AUDIT = "/api/v1/public/audit";
const HOME = "<!doctype html><html lang=en><title>A site</title><main><h1>A site</h1><p>Words of it.</p></main>";
const PUBLIC = "93.184.100.0";

interface Row {
	readonly url: string;
	readonly parse: string;
	readonly creds?: boolean;
}

/** Other tests classify each address and spelling without a server, so the short run requests one in this many. */
const STRIDE = { addresses: 1, spellings: 1 };

/** Spellings of addresses from public bypass lists that must never be dialled, of every kind some. */
function mustBlock(): string[] {
	const { rows } = readJsonVector<{ rows: Row[] }>("addresses/ssrf-urls.json");
	const listed = rows.filter((row) => row.parse !== "domain" || row.creds);
	const kinds = Map.groupBy(listed, ({ parse, creds = false }) => `${parse} ${creds}`);
	const asked = [...kinds.values()].flatMap((kind) => kind.filter((_, index) => index % STRIDE.spellings === 0));
	return asked.map((row) => row.url);
}

function inwardAddresses(): string[] {
	const { rows } = readJsonVector<{ rows: { addr: string; global_: boolean; expect?: string }[] }>(
		"addresses/ip-classification.json",
	);
	// DNS answers contain only addresses, without zones.
	const inward = rows.filter((row) => row.global_ === false && !row.addr.includes("%")).map((row) => row.addr);
	return inward.filter((_, index) => index % STRIDE.addresses === 0);
}

/** By name: alone and with a public address. By redirect: as a literal, and as a name of an internal address. */
function world(): Record<string, InternetHost> {
	const hosts: Record<string, InternetHost> = { "home.example.com": { paths: { "/": HOME } } };
	for (const [index, address] of inwardAddresses().entries()) {
		const literal = address.includes(":") ? `[${address}]` : address;
		hosts[`alone-${index}.example.com`] = { addresses: [address], paths: { "/": HOME } };
		hosts[`mixed-${index}.example.com`] = { addresses: [PUBLIC, address], paths: { "/": HOME } };
		hosts[`lure-${index}.example.com`] = {
			paths: { "*": { status: 302, headers: { location: `http://${literal}/` } } },
		};
		hosts[`turn-${index}.example.com`] = { addresses: [[PUBLIC], [address]], paths: { "/": HOME } };
	}
	hosts["named.example.com"] = {
		paths: { "*": { status: 302, headers: { location: "http://alone-0.example.com/" } } },
	};
	return hosts;
}

describe.skipIf(missing !== undefined)(`the firewall of the live API${missing ? ` (skipped: ${missing})` : ""}`, () => {
	let internet: TestInternet;
	let server: RunningServer;
	beforeAll(async () => {
		internet = await openTestInternet({ hosts: world() });
		const unlimited = "burst=1000000/10s audit=1000000/1h";
		server = documented(
			await startBuiltServer({
				site: await buildServer(),
				data: await mkdtemp(join(tmpdir(), "sightline-firewall-")),
				internet,
				prefix: SERVER_PREFIX,
				environment: {
					SIGHTLINE_LIMITS: unlimited,
					SIGHTLINE_CONCURRENCY: "8",
					SIGHTLINE_BASE_URL: SERVER_BASE_URL,
				},
			}),
		);
	});
	afterAll(async () => {
		await server?.stop();
		await internet?.close();
	});

	async function audit(domain: string) {
		const response = await server.post(AUDIT, { domain });
		const body = (await response.json()) as AuditResult | ApiProblem;
		return { domain, status: response.status, body, code: body.ok ? undefined : body.code };
	}

	/** A few at a time, as the server's queue is limited. */
	async function auditAll(domains: readonly string[]) {
		const left = [...domains];
		const answers: Awaited<ReturnType<typeof audit>>[] = [];
		const worker = async () => {
			for (let domain = left.pop(); domain !== undefined; domain = left.pop()) answers.push(await audit(domain));
		};
		await Promise.all(Array.from({ length: 8 }, worker));
		return answers;
	}

	async function expectNothingInward() {
		expect((await internet.events()).filter(({ kind }) => kind === "inward")).toEqual([]);
	}

	it("audits a public site, as a positive control", async () => {
		const { status, body } = await audit("home.example.com");
		expect([status, body]).toMatchObject([200, { ok: true, overallScore: expect.any(Number) }]);
	});

	it("refuses spellings of the bypass lists with 400", { timeout: 120_000 }, async () => {
		const targets = mustBlock();
		expect(targets.length).toBeGreaterThan(1000 / STRIDE.spellings);
		const answers = await auditAll(targets);
		expect(answers.filter(({ status, body }) => status !== 400 || body.ok !== false)).toEqual([]);
		await expectNothingInward();
	});

	it("refuses every name with a private address, alone or beside a public one", { timeout: 240_000 }, async () => {
		const names = inwardAddresses().flatMap((_, index) => [`alone-${index}.example.com`, `mixed-${index}.example.com`]);
		expect(names.length).toBeGreaterThan(200 / STRIDE.addresses);
		const answers = await auditAll(names);
		const wrong = answers.filter(({ status, code }) => status !== 400 || code !== "target-blocked");
		expect(wrong.map(({ domain, status, code }) => [domain, status, code])).toEqual([]);
		await expectNothingInward();
	});

	it("follows no redirect to a private address, by IP or name", { timeout: 240_000 }, async () => {
		const names = inwardAddresses().map((_, index) => `lure-${index}.example.com`);
		const answers = await auditAll([...names, "named.example.com"]);
		const wrong = answers.filter(({ status, body }) => status !== 200 || body.ok || "overallScore" in body);
		expect(wrong.map(({ domain, status, code }) => [domain, status, code])).toEqual([]);
		await expectNothingInward();
	});

	it("never connects to an address that a name changes to after validation (DNS rebinding)", {
		timeout: 240_000,
	}, async () => {
		const answers = await auditAll(inwardAddresses().map((_, index) => `turn-${index}.example.com`));
		expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
		await expectNothingInward();
	});
});
