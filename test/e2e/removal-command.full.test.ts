import { writeFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Settings } from "#config/environment.ts";

import { filesUnder, keepAudit, owner, readNotice, runLines, startReports } from "#receipts/removal/removal.testkit.ts";
import { remove } from "#receipts/removal/removal.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { rescan } from "#rescan/rescan.ts";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { inRepository, sightline } from "./process.testkit.ts";

let settings: Settings;
let environment: Record<string, string> = {};
let id = "";
beforeEach(async () => {
	settings = await startReports();
	environment = { SIGHTLINE_REPORTS: settings.reports, SIGHTLINE_DATA: settings.data };
	id = await keepAudit(settings, "example.com", 20);
});

const job = [inRepository("src/cli/sightline.ts"), "removal"];
const removal = (...args: string[]) => sightline(["removal", ...args], environment);

describe("npm run removal", () => {
	it.each([
		[["localhost"], /public host name/],
		[["--correct", "a".repeat(64), "--says", "x"], /There is no receipt/],
	])("refuses %j with 2, and changes nothing", async (args, says) => {
		const { code, stdout, stderr } = await removal(...args);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(says);
		expect(await filesUnder(settings.reports)).not.toContain("notices.json");
	});

	it("adds a correction to a receipt", async () => {
		const says = "The page had a heading; our reader missed it.";
		const ended = await removal("--correct", id, "--says", says);
		expect(ended).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("of example.com") });
		expect(await readNotice(settings)).toMatchObject([{ kind: "correction", receipt: id, says }]);
		expect((await removal("--correct", id, "--says", says)).stdout).toMatch(/already/);
	});
});

describe("a domain whose owner has asked for removal", () => {
	let site = "";
	beforeEach(async () => {
		await remove({ domain: "example.com", receipts: [], check: false }, settings, owner("sightline-remove=all"));
		site = join(settings.reports, "site");
		await mkdir(site, { recursive: true });
		await writeFile(
			join(site, "index.html"),
			'<!doctype html><html lang="en"><title>Here</title><main><h1>Here</h1></main>',
		);
	});

	it("is refused by the rescan, which audits the others", async () => {
		const entries = [
			{ domain: "example.com", folder: site },
			{ domain: "other.example.org", folder: site },
		];
		await writeFile(join(settings.reports, "watchlist.json"), JSON.stringify({ entries }));
		const { code, stdout } = await sightline(["rescan"], environment);
		expect(code).toBe(1);
		expect(stdout).toMatch(/refused: removal-asked/);
		const lines = await runLines(settings);
		const of = (domain: string): RunLine[] =>
			lines.filter((line) => line.domain === domain && line.run > "2026-11-20T12");
		expect(of("example.com")).toMatchObject([
			{
				status: "refused",
				ok: false,
				reason: "removal-asked",
				says: expect.stringContaining("asked us to take its audits down"),
			},
		]);
		expect(of("other.example.org")).toMatchObject([{ status: "recorded" }]);
		expect((await filesUnder(join(settings.reports, "receipts"))).map((file) => file.split("/")[0])).toEqual([
			"other.example.org",
		]);
	});

	it("removed during a run has no result in the run file and no receipt", async () => {
		const domains = ["first.example.com", "second.example.com", "third.example.com"];
		const watchlist = join(settings.reports, "watchlist.json");
		await writeFile(watchlist, JSON.stringify({ entries: domains.map((domain) => ({ domain, folder: site })) }));
		const notices = await readNotice(settings);
		const removalOf = (domain: string) => ({ ...notices[0], domain });
		const asked = JSON.stringify({ notices: [removalOf("first.example.com"), removalOf("third.example.com")] });
		const lines: RunLine[] = [];
		await rescan(
			{
				watchlist,
				onLine: (line) => lines.push(line),
				onProgress: ({ done }) => done === 1 && writeFileSync(join(settings.reports, "notices.json"), asked),
			},
			{ ...settings, concurrency: 1 },
		);
		expect(lines.map(({ domain, status, score }) => [domain, status, typeof score])).toEqual([
			["first.example.com", "withdrawn", "undefined"],
			["second.example.com", "recorded", "number"],
			["third.example.com", "refused", "undefined"],
		]);
		expect(lines[0]).not.toHaveProperty("receipt");
	});

	it("is refused by audit --save, but can be audited without saving", async () => {
		const audit = ["audit", "--dir", site, "--as", "example.com"];
		expect(await sightline([...audit, "--save"], environment)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("asked us to take its audits down"),
		});
		expect(await filesUnder(join(settings.reports, "receipts"))).toEqual([]);
		expect((await sightline(audit, environment)).code).toBe(0);
	});
});

const missing = whyNoTestInternet();
describe.skipIf(missing !== undefined)(`on the web${missing ? ` (skipped: ${missing})` : ""}`, () => {
	/** The command where example.com gives this file, and moved.example.org leads there. */
	const onlineWith = async (file: string, ...args: string[]) => {
		const path = "/.well-known/sightline.json";
		const moved = { status: 302, headers: { location: `https://example.com${path}` } };
		const internet = await openTestInternet({
			hosts: { "example.com": { paths: { [path]: file } }, "moved.example.org": { paths: { [path]: moved } } },
		});
		try {
			return await internet.start([process.execPath, ...job, ...args], environment).ended;
		} finally {
			await internet.close();
		}
	};

	it("follows the request file on the site's server", { timeout: 60_000 }, async () => {
		const online = (...args: string[]) => onlineWith('{"remove": "all", "contact": "of others"}', ...args);

		expect(await online("moved.example.org")).toMatchObject({
			code: 1,
			stdout: expect.stringContaining("redirects to"),
		});
		expect(await online("example.com", "--check")).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("1 receipt"),
		});
		expect(await filesUnder(join(settings.reports, "receipts"))).toHaveLength(1);
		const done = await online("example.com");
		expect(done).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("A notice was written") });
		expect(await filesUnder(join(settings.reports, "receipts"))).toEqual([]);

		expect(await online("example.com", "--withdraw")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("still stands"),
		});
		expect(await onlineWith("{}", "example.com", "--withdraw")).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("has ended"),
		});
		expect(JSON.parse(await readFile(join(settings.reports, "notices.json"), "utf8")).notices[0]).toHaveProperty(
			"ended",
		);
	});
});
