import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

import { freshDatabase } from "#store/database.testkit.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { buildSite } from "./built-site.testkit.ts";
import { inRepository } from "./process.testkit.ts";

const missing = whyNoTestInternet() ?? whyNoPostgres();
/** The packages that go with a function are looked for in the long run alone, which takes twice the time of the build. */
/** Settings of a function besides the database. */
const FUNCTION = { SIGHTLINE_SECRET: "0123456789abcdef0123456789abcdef" };
const SAMPLES = { SIGHTLINE_REPORTS: inRepository("samples") };
const HOME = "<!doctype html><html lang=en><title>A site</title><main><h1>A site</h1><p>Words of it.</p></main></html>";

/** Calls a function like Vercel's runtime: one request at a time, with the caller's address in a header. */
const ASK = `
	const { default: built } = await import(process.argv[1]);
	const answers = [];
	for (const [path, body] of JSON.parse(process.argv[2])) {
		const headers = { "content-type": "application/json", "x-forwarded-for": "198.51.100.7" };
		const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
		const response = await built.fetch(new Request("https://audit.example.org" + path, init));
		const text = await response.text();
		answers.push({ status: response.status, type: response.headers.get("content-type"), text });
	}
	process.stdout.write(JSON.stringify(answers), () => process.exit(0));
`;

interface Answer {
	readonly status: number;
	readonly type: string;
	readonly text: string;
}

describe.skipIf(missing !== undefined)(`on Vercel${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("audits through the built function, and refuses without Postgres", { timeout: 180_000 }, async () => {
		const environment = { ...SAMPLES, SIGHTLINE_ADAPTER: "vercel", SIGHTLINE_BASE_URL: "https://audit.example.org" };
		const { outDir } = await buildSite(environment);
		const output = join(dirname(outDir), ".vercel", "output");
		const folder = join(output, "functions", "_render.func");
		const { handler } = JSON.parse(readFileSync(join(folder, ".vc-config.json"), "utf8"));
		// Unused packages may keep their package.json, as better-auth searches for them.
		expect(existsSync(join(folder, "node_modules", "sharp", "lib"))).toBe(false);
		expect(existsSync(join(output, "static", "wall", "index.html"))).toBe(true);
		expect(existsSync(join(output, "static", "log", "checkpoint"))).toBe(
			existsSync(inRepository("samples/log/checkpoint")),
		);
		const internet = await openTestInternet({ hosts: { "shop.example.com": { paths: { "/": HOME } } } });
		try {
			const DATABASE_URL = await freshDatabase();
			await internet.reach(Number(new URL(DATABASE_URL).port));
			const ask = async (asked: readonly unknown[], given: Record<string, string>) => {
				const data = await mkdtemp(join(tmpdir(), "sightline-function-"));
				const run = [process.execPath, "--input-type=module", "-e", ASK, join(folder, handler), JSON.stringify(asked)];
				const { stdout, stderr, code } = await internet.start(run, {
					...environment,
					...FUNCTION,
					SIGHTLINE_DATA: data,
					...given,
				}).ended;
				expect(code, stderr).toBe(0);
				return { answers: JSON.parse(stdout.slice(stdout.lastIndexOf("\n[{") + 1)) as Answer[], stderr };
			};
			const { answers } = await ask(
				[
					["/api/v1/public/audit", { domain: "shop.example.com" }],
					["/api/v1/public/brief", { domain: "shop.example.com" }],
					["/share/shop.example.com/"],
					["/api/v1/public/wall?limit=1"],
					["/api/nothing"],
					["/_image?href=/favicon.svg&w=9&f=webp"],
					["/_server-islands/x?s=&e=a&p=b"],
				],
				{ DATABASE_URL },
			);
			const [audit, brief, share, wall, unknown, ...unused] = answers;
			expect(unused.map(({ status, text }) => [status, text.length < 100])).toEqual([
				[404, true],
				[404, true],
			]);
			expect(JSON.parse(audit?.text ?? "")).toMatchObject({
				ok: true,
				domain: "shop.example.com",
				overallScore: expect.any(Number),
			});
			expect(JSON.parse(brief?.text ?? "")).toMatchObject({
				ok: true,
				brief: { shareUrl: "https://audit.example.org/share/shop.example.com/" },
			});
			expect([share?.status, share?.text]).toEqual([200, expect.stringContaining("shop.example.com")]);
			expect(JSON.parse(wall?.text ?? "")).toMatchObject({ ok: true });
			expect([unknown?.status, unknown?.type]).toEqual([404, "application/problem+json"]);
			const refused = await ask([["/api/v1/public/audit", { domain: "shop.example.com" }]], { DATABASE_URL: "" });
			expect(JSON.parse(refused.answers[0]?.text ?? "")).toMatchObject({
				status: 503,
				error: expect.stringContaining("DATABASE_URL"),
			});
			expect(refused.stderr).toContain("DATABASE_URL is not set");
			const broken = await ask([["/api/v1/public/wall"]], { DATABASE_URL: "postgres://secret@127.0.0.1:1/hidden" });
			expect(broken.answers[0]).toMatchObject({ status: 503, text: expect.stringContaining("store-unavailable") });
			expect(broken.answers[0]?.text).not.toMatch(/127\.0\.0\.1|hidden|secret/);
			expect(broken.stderr).toContain("127.0.0.1:1/hidden");
		} finally {
			await internet.close();
		}
	});
});
