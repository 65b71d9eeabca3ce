import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogDigests } from "#access-logs/access-receipt.ts";
import { writtenAccess } from "#cli/formats/access.ts";
import { createInk } from "#cli/terminal.ts";
import { accessReceiptText } from "#core/access/access-receipt.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import { accessReportSchema } from "#core/access/access-report.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { accessPage } from "#site/access/access-page.ts";
import { accessCsv, accessMarkdown, botRow } from "#site/access/access-tables.ts";
import { differences, reportOf } from "./judge-log.ts";
import { SEEDED_LOGS, seededLog } from "./seeded-log.ts";

const seeds = Array.from({ length: SEEDED_LOGS }, (_, index) => index + 1);
const LINES = FULL ? 20_000 : 200;

describe("a seeded log", () => {
	it.each(seeds)(
		"%i has its known counts in a report of the schema, and no address and no query in any output",
		async (seed) => {
			const log = seededLog(seed, LINES);
			const report = await reportOf(log);
			expect(differences(report, log)).toEqual([]);
			expect(accessReportSchema.parse(report)).toEqual(report);
			expect(found(report, log.secrets)).toEqual([]);
		},
	);

	it("with one line more than is known of differs", async () => {
		const log = seededLog(1, 100);
		const more = { ...log, lines: [...log.lines, log.lines.at(-1) ?? ""] };
		expect(differences(await reportOf(more), log)).not.toEqual([]);
	});

	it("gives the same report in whatever pieces and threads it is read", async () => {
		const log = seededLog(19, FULL ? 6_000 : 3_000);
		expect(JSON.stringify(await reportOf(log, 2))).toBe(JSON.stringify(await reportOf(log, 0)));
	});
});

describe("a bot in the tables", () => {
	it("has each kind of answer in a column of its own, the bytes, the mean time, and when it came", async () => {
		const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
		const lines = ["/a 200", "/old 301", "/a 403", "/a 429", "/gone 404", "/robots.txt 200"].map((text) => {
			const [path, status] = text.split(" ");
			return `66.249.66.1 - - [10/Nov/2026:13:55:36 +0000] "GET ${path} HTTP/1.1" ${status} 23 "-" "${bot}" 0.250`;
		});
		const format = '$remote_addr - - [$time_local] "$request" $status $bytes_sent "-" "$http_user_agent" $request_time';
		const report = await reportOf({ name: "timed", lines, truth: new Map(), proxies: 0, secrets: [], format });
		expect(report.bots.map(botRow)).toMatchObject([
			{
				...{ verified: 6, answered: 2, redirects: 1, refused: 2, missing: 1, data: "1 kB", time: "250 ms" },
				...{ first: "2026-11-10 13:55", robots: "2026-11-10 13:55" },
			},
		]);
		expect(accessCsv(report)).toContain("6,1,2,1,2,1,0,138,1500,6,1,0,0");
		expect(accessMarkdown(report)).toContain("- Googlebot: /, /about, /never");
		expect(accessPage(report)).toContain("<code>/</code>, <code>/about</code>, <code>/never</code>");
	});
});

describe("a path that verified bots were refused", () => {
	it("names the CDN locations that did it, most first", async () => {
		const line = (EdgeColoCode: string, EdgeResponseStatus: number, ClientRequestURI = "/a?b=c") =>
			JSON.stringify({
				...{ ClientIP: "66.249.66.1", ClientRequestHost: "example.com", ClientRequestMethod: "GET", ClientRequestURI },
				...{ ClientRequestUserAgent: "Googlebot/2.1", EdgeColoCode, EdgeResponseStatus, EdgeResponseBytes: 1 },
				EdgeStartTimestamp: "2026-11-10T13:55:36Z",
			});
		const lines = [
			...[line("FRA", 200), line("FRA", 403), line("LHR", 429), line("LHR", 503), line("LHR", 403, "/b")],
			...[line("66.249.66.2", 403), line("CDG", 200)],
		];
		const report = await reportOf({ name: "edges", lines, truth: new Map(), proxies: 0, secrets: [] });
		expect(report.bots[0]?.refused.map(({ path, edges }) => ({ path, edges }))).toEqual([
			{
				path: "/a",
				edges: [
					{ edge: "LHR", requests: 2 },
					{ edge: "…", requests: 1 },
					{ edge: "FRA", requests: 1 },
				],
			},
			{ path: "/b", edges: [{ edge: "LHR", requests: 1 }] },
		]);
		const says = "2 × 403, 1 × 429, 1 × 5xx, at LHR (2), … (1), FRA (1)";
		expect(accessMarkdown(report)).toContain(`- Googlebot, /a: ${says}\n`);
		expect(accessPage(report)).toContain(says);
		expect(found(report, ["66.249.66"])).toEqual([]);
	});
});

const FORMS = ["table", "json", "csv", "markdown", "html"] as const;

describe("a log in the common format", () => {
	it("has no user agents, and each form for people says so", async () => {
		const lines = ['66.249.66.1 - - [10/Nov/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 23'];
		const report = await reportOf({ name: "common", lines, truth: new Map(), proxies: 0, secrets: [] });
		const ink = createInk({ write: () => undefined });
		for (const form of ["table", "markdown", "html"] as const)
			expect(writtenAccess(report, form, ink)).toContain("1 line has no user agent");
	});
});

function outputs(report: AccessReport): string[] {
	const receipt = accessReceiptText(new LogDigests("a secret of sixteen").receipt(report, "2026-11-29T00:00:00.000Z"));
	const ink = createInk({ write: () => undefined });
	return [...FORMS.map((form) => writtenAccess(report, form, ink)), receipt];
}

function found(report: AccessReport, secrets: readonly string[]): string[] {
	const all = outputs(report).join("\n");
	return secrets.filter((secret) => all.includes(secret));
}

describe("a request line of any text", () => {
	// A line that cannot be read is shown by its form, letters as `a` and digits as `0`: what is its own form tells nothing.
	const isItsOwnForm = (text: string) => /^[a0.:]*$/.test(text);
	const address = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => !isItsOwnForm(text));
	const agent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

	it("shows neither the address, in whatever part of the path it is repeated, nor the query, and injects nothing", {
		timeout: 300_000,
	}, async () => {
		await fc.assert(
			fc.asyncProperty(
				address,
				fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replace(/[\s"?#;]/g, "x")),
				fc.stringMatching(/^[a-z]{6,20}$/).filter((text) => !isItsOwnForm(text)),
				async (ip, text, word) => {
					const query = `${word}=${word}0${word}`;
					const line = `66.249.66.1 - - [10/Nov/2026:13:55:36 +0100] "GET /${text}/from-${ip}?${query} HTTP/1.1" 403 1 "-" "${agent}"`;
					const lines = [line, line.replace("66.249.66.1", ip)];
					const report = await reportOf({ name: "<b>", lines, truth: new Map(), proxies: 0, secrets: [] });
					expect(found(report, [ip, query, "66.249.66.1"])).toEqual([]);
					// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
					expect(outputs(report).join("")).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
					expect(accessPage(report)).not.toContain("<b>");
				},
			),
			{ numRuns: FULL ? 2_000 : 10 },
		);
	});
});
