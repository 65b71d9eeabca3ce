import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { CHECKS, night, receiptOf } from "#site/history/nights.testkit.ts";
import { type FakeGitHub, type Fault, startGitHub, UNHURRIED } from "./github.testkit.ts";
import { openGitHub } from "./github.ts";
import { QUICK, temporaryFolder } from "./machine.testkit.ts";
import { writeReceipt, writeWatchlist } from "./nights.testkit.ts";
import { readMark, updateIssues } from "./plan-issues.ts";

const SITES = ["a.example.com", "b.example.com", "c.example.com", "d.example.com"];
const NIGHTS = 30;

let fake: FakeGitHub;
beforeEach(async () => {
	fake = await startGitHub();
});
afterEach(() => fake.close());

const github = () =>
	openGitHub({ token: "hush", apiUrl: fake.url, repository: "octo/audits", exchangeMs: 20_000, pace: UNHURRIED });

function makeSettings(): Settings {
	const root = temporaryFolder();
	return readEnvironment({
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_BASE_URL: "https://audit.example.com",
	});
}

/** Open issues by site and check. */
function openIssues(): string[] {
	const open = fake.issues.filter(({ state }) => state === "open").map(({ body }) => readMark(body)?.state);
	return open.map((state) => (state && "domain" in state ? `${state.domain} ${state.check}` : "other")).sort();
}

/** What a site fails in each night: mostly what it failed in the night before. */
const nights = fc.array(
	fc.record({
		flips: fc.array(fc.tuple(fc.constantFrom(...SITES), fc.constantFrom(...CHECKS)), { maxLength: 2 }),
		faults: fc.array(fc.option(fc.constantFrom<Fault>("lost", "secondary", 500, 502), { nil: undefined, freq: 2 }), {
			maxLength: 8,
		}),
		/** The process dies after these requests. */
		killedAfter: fc.option(fc.nat(8), { nil: undefined, freq: 3 }),
	}),
	{ minLength: NIGHTS, maxLength: NIGHTS },
);

it("there is exactly one issue per site and cause in 30 nights with crashes and lost responses", async () => {
	await fc.assert(
		fc.asyncProperty(nights, async (plan) => {
			await fake.close();
			fake = await startGitHub();
			const settings = makeSettings();
			await writeWatchlist(settings, SITES);
			const failing = new Map(SITES.map((site) => [site, new Set<string>()]));
			for (const site of SITES) await writeReceipt(settings, await receiptOf(site, night(0), []));
			for (const [at, { flips, faults, killedAfter = 1e9 }] of plan.entries()) {
				for (const [site, check] of flips) {
					const now = failing.get(site) ?? new Set();
					if (!now.delete(check)) now.add(check);
				}
				for (const site of new Set(flips.map(([each]) => each)))
					await writeReceipt(settings, await receiptOf(site, night(at + 1), [...(failing.get(site) ?? [])]));
				let requests = 0;
				fake.now = () => new Date(night(at + 1));
				fake.fault = () => (++requests > killedAfter ? 500 : faults[requests]);
				await updateIssues(github(), settings, { dryRun: false, patience: { ...QUICK, tries: 3 }, now: fake.now() });
				expect(new Set(openIssues()).size).toBe(openIssues().length);
			}
			fake.fault = () => undefined;
			const last = { dryRun: false, patience: QUICK, now: new Date(night(NIGHTS)) };
			expect((await updateIssues(github(), settings, last)).faulty).toBe(false);
			const expected = [...failing].flatMap(([site, checks]) => [...checks].map((check) => `${site} ${check}`));
			expect(openIssues()).toEqual(expected.sort());
			// Each cause has one issue all month: reopened, never duplicated.
			const causes = fake.issues.map(({ body }) => readMark(body)?.cause);
			expect(new Set(causes).size).toBe(causes.length);
			for (const { comments } of fake.issues) {
				const marks = comments.map(({ body }) => body.split("\n")[0]);
				expect(new Set(marks).size).toBe(marks.length);
			}
			expect((await updateIssues(github(), settings, last)).issues).toEqual([]);
		}),
		{ numRuns: FULL ? 100 : 1 },
	);
}, 3_600_000);

it("issues stay unchanged for a watchlist with faults, and no removed site is named", async () => {
	const settings = makeSettings();
	const [site = ""] = SITES;
	const update = (at: number) =>
		updateIssues(github(), settings, { dryRun: false, patience: QUICK, now: new Date(night(at)) });
	await writeWatchlist(settings, SITES);
	await writeReceipt(settings, await receiptOf(site, night(0), []));
	await writeReceipt(settings, await receiptOf(site, night(1), ["title"]));
	await update(1);
	expect(openIssues()).toEqual([`${site} title`]);
	const list = join(settings.reports, "watchlist.json");
	const slips = ['{"entries": [', '{"sites": []}', '{"entries": [{"domain": "a example.com"}]}'];
	for (const slip of slips) {
		await writeFile(list, slip);
		expect(await update(2)).toMatchObject({
			issues: [],
			faulty: true,
			notes: [expect.stringContaining("Issues were not changed")],
		});
	}
	await rm(list);
	expect(await update(2)).toEqual({ issues: [], notes: [], faulty: false });
	expect(openIssues()).toEqual([`${site} title`]);
	// Another name by a slip, which is a list without faults.
	await writeWatchlist(settings, ["a.exmaple.com"]);
	await update(2);
	expect(openIssues()).toEqual([]);
	await writeWatchlist(settings, SITES);
	// Long after the audit that found it.
	await update(40);
	expect(openIssues()).toEqual([`${site} title`]);
	await writeReceipt(settings, await receiptOf(site, night(41), []));
	await update(41);
	expect(fake.issues).toMatchObject([{ state: "closed", comments: [{}, {}, {}] }]);
	const proof = { place: "dns", found: "remove" };
	const removal = { kind: "removal", domain: site, receipts: "all", at: night(42), proof };
	await writeFile(join(settings.reports, "notices.json"), JSON.stringify({ notices: [removal] }));
	await update(42);
	expect(JSON.stringify(fake.issues)).not.toContain(site);
});
