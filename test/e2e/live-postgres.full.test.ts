import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompletedAudit } from "#core/audit-result.ts";

import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { openWatchedReceipts } from "#receipts/watched/watched-receipts.ts";
import { freshDatabase } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { type BuiltSite, buildServer } from "./built-site.testkit.ts";
import { documented } from "./documented.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const missing = whyNoTestInternet() ?? whyNoPostgres();
const AUDIT = "/api/v1/public/audit";
const page = (number: number) =>
	`<!doctype html><html lang="en"><title>Site ${number}</title><main><h1>Site ${number}</h1><p>Words of it.</p></main></html>`;
const HELD = "held.example.com";
const HOSTS: Record<string, InternetHost> = {
	[HELD]: { paths: { "/": { delayMs: 6000, body: page(60) } } },
	...Object.fromEntries(
		Array.from({ length: 60 }, (_, number) => [
			`site-${number}.example.com`,
			{ paths: { "/": { delayMs: 200, body: page(number) } } },
		]),
	),
};

describe.skipIf(missing !== undefined)(`two servers on one Postgres${missing ? ` (skipped: ${missing})` : ""}`, () => {
	let internet: TestInternet;
	let site: BuiltSite;
	let url = "";
	let first: RunningServer;
	let second: RunningServer;
	const begin = async (limits: string, database = url) =>
		documented(
			await startBuiltServer({
				site,
				data: await mkdtemp(join(tmpdir(), "sightline-replica-")),
				internet,
				prefix: SERVER_PREFIX,
				environment: { DATABASE_URL: database, SIGHTLINE_LIMITS: limits, SIGHTLINE_BASE_URL: SERVER_BASE_URL },
			}),
		);
	const UNLIMITED = "burst=1000/10s audit=1000/1h";
	beforeAll(async () => {
		url = await freshDatabase();
		internet = await openTestInternet({ hosts: HOSTS });
		await internet.reach(Number(new URL(url).port));
		site = await buildServer();
		[first, second] = await Promise.all([begin(UNLIMITED), begin(UNLIMITED)]);
	});
	afterAll(async () => {
		await Promise.all([first, second].map((server) => server?.stop()));
		await internet?.close();
	});

	const audits = async (host: string) =>
		(await internet.events()).filter(
			(event) => event.kind === "request" && event.host === host && event.path === "/robots.txt",
		).length;

	it("audit no site twice within a minute", { timeout: 60_000 }, async () => {
		const hosts = Array.from({ length: 8 }, (_, number) => `site-${number}.example.com`);
		const asked = hosts.flatMap((domain) =>
			[first, second].flatMap((server) => [1, 2, 3].map(() => server.post(AUDIT, { domain }))),
		);
		const answers = await Promise.all(asked);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as CompletedAudit[];
		for (const host of hosts) {
			expect(await audits(host), host).toBe(1);
			expect(new Set(bodies.filter(({ domain }) => domain === host).map(({ receipt }) => receipt.id)).size, host).toBe(
				1,
			);
		}
		const later = await second.post(AUDIT, { domain: "site-0.example.com" });
		expect([later.status, await audits("site-0.example.com")]).toEqual([200, 1]);
	});

	it("serve each other's pages", async () => {
		const made = await first.post("/api/v1/public/brief", {
			domain: "site-1.example.com",
			agencyName: "Nordlicht",
		});
		const { brief } = (await made.json()) as { brief: { slug: string } };
		expect((await second.ask(`/share/${brief.slug}/`)).status).toBe(200);
	});

	it("share rate limits", { timeout: 60_000 }, async () => {
		const counted = await freshDatabase();
		const limited = await Promise.all([begin("burst=7/1h", counted), begin("burst=7/1h", counted)]);
		try {
			const statuses: number[] = [];
			// In turn: if Postgres responds too slowly, each server counts alone for a while.
			for (let index = 0; index < 20; index++) {
				const from = { "x-forwarded-for": `203.0.113.${index}` };
				const answer = await limited[index % 2]?.post(AUDIT, { domain: "site-0.example.com" }, from);
				statuses.push(answer?.status ?? 0);
			}
			expect(statuses).toEqual([...Array(7).fill(200), ...Array(13).fill(429)]);
		} finally {
			await Promise.all(limited.map((server) => server.stop()));
		}
	});

	it("lose no returned receipt when one is killed, and take over its audits", {
		timeout: 180_000,
	}, async () => {
		const answered: string[] = [];
		const statuses: number[] = [];
		const asked = Array.from({ length: 20 }, async (_, index) => {
			const answer = await first.post(AUDIT, { domain: `site-${index + 20}.example.com` });
			statuses.push(answer.status);
			answered.push(((await answer.json()) as CompletedAudit).receipt.id);
		});
		await expect.poll(() => answered.length, { timeout: 30_000 }).toBeGreaterThan(5);
		const held = first.post(AUDIT, { domain: HELD });
		await expect.poll(() => audits(HELD), { timeout: 30_000, interval: 20 }).toBe(1);
		const ends = Promise.allSettled([...asked, held]);
		await first.stop("SIGKILL");
		const broken = (await ends).filter(({ status }) => status === "rejected");
		expect(broken.length).toBeGreaterThan(0);
		expect(statuses.every((status) => status === 200)).toBe(true);
		for (const id of [...answered]) expect((await second.ask(`/receipts/${id}.json`)).status, id).toBe(200);
		const pool = new Pool({ connectionString: url });
		try {
			const { rows } = await pool.query(
				"SELECT r.id FROM receipt r LEFT JOIN submission s ON s.receipt = r.id LEFT JOIN page p ON p.receipt = r.id WHERE s.receipt IS NULL OR p.receipt IS NULL",
			);
			expect(rows).toEqual([]);
		} finally {
			await pool.end();
		}
		// The killed server's lease ended with it, so the audit starts at once.
		const again = await second.post(AUDIT, { domain: HELD });
		expect([again.status, await audits(HELD)]).toEqual([200, 2]);
	});

	it("serve a watched site without built pages, until it is off the watchlist", async () => {
		const database = await openDatabase({ url, file: "" });
		const watched = await createReceipt({ ...exampleReport(), domain: "watched.example.com" }, "e".repeat(64));
		await openWatchedReceipts(database).put(watched);
		const row = { domain: "watched.example.com", listed: 1, agency_name: "Northlight Partners", noted_ms: 1 };
		await database.sql.insertInto("watched_site").values(row).execute();
		const paths = [
			"brief/watched.example.com/",
			"share/watched.example.com/",
			`share/watched.example.com/${watched.id}/`,
			`receipts/${watched.id}/`,
		];
		for (const path of paths) {
			const response = await second.ask(`/${path}`);
			const text = await response.text();
			expect([path, response.status, response.headers.get("x-robots-tag")]).toEqual([path, 200, null]);
			expect(text).toContain("watched.example.com");
			expect(text).not.toMatch(/noindex|Private link/);
		}
		const file = await second.ask(`/receipts/${watched.id}.json`);
		expect(await file.text()).toBe(await receiptText(watched.receipt));
		await database.sql.deleteFrom("watched_site").execute();
		for (const path of paths) expect((await second.ask(`/${path}`)).status, path).toBe(404);
		await database.close();
	});
});
