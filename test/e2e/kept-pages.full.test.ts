import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Notices } from "#core/notice.ts";
import { addNight, benchHost, confirmNight, newestReceipt, writeBuildLoad } from "../bench/build-load.testkit.ts";
import { onlyPages } from "./built-site.testkit.ts";
import { sightline } from "./process.testkit.ts";
import { buildInPlace } from "./site-build.testkit.ts";

/** A build that reuses earlier pages equals a full build byte for byte. */

const SITES = 9;
const CLOCK = "test/e2e/later-clock.testkit.ts";
const PAGES = onlyPages(
	"brief/[slug]/index.astro",
	"brief/[slug]/findings.astro",
	"brief/[slug].md.ts",
	"brief/[slug].json.ts",
	"history/[slug].astro",
	"repair/[slug]/[pair].astro",
	"repair/[slug]/[pair].md.ts",
	"share/[slug]/index.astro",
	"share/[slug]/[id].astro",
	"receipts/[id].astro",
	"receipts/[id].json.ts",
	"receipts/[id].tlog-proof.ts",
	"seal/[id].svg.ts",
	"badge/[slug].svg.ts",
	"badge/[slug].json.ts",
	"card/[slug].png.ts",
	"oembed/[slug].json.ts",
	"wall/[...view].astro",
);

let root = "";
let reports = "";
let place: string | undefined;
let night = 0;
let daysLater = 0;
const entries: Record<string, unknown>[] = [];
const notices: Notices["notices"] = [];
const environment = (data: string) => ({
	SIGHTLINE_REPORTS: reports,
	SIGHTLINE_DATA: join(root, data),
	LOG_ORIGIN: "kept.example.com/log",
	// Without this, a first seal requires its key in advance.
	CI: "",
	// Shells set it to the started command, which differs each time.
	_: `/usr/bin/build-${Math.random()}`,
	TEST_DAYS_LATER: String(daysLater),
});

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	reports = join(root, "reports");
	await writeBuildLoad(reports, SITES);
	entries.push(...Array.from({ length: SITES }, (_, site) => ({ domain: benchHost(site) })));
	await seal();
	await build("data");
});
afterAll(() => Promise.all([root, place ?? root].map((path) => rm(path, { recursive: true, force: true }))));

/** All files of the site, and the number older than this build. */
async function build(data: string) {
	const started = Date.now();
	const built = await buildInPlace(environment(data), { routes: PAGES, again: place, preload: CLOCK });
	place = built.place;
	const all = await readdir(built.outDir, { recursive: true, withFileTypes: true });
	const paths = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const times = await Promise.all(paths.map((path) => stat(path)));
	const files = await Promise.all(
		paths.map(async (path) => [path, (await readFile(path)).toString("base64")] as const),
	);
	return { files: new Map(files), kept: times.filter(({ mtimeMs }) => mtimeMs < started - 1).length };
}

async function seal(): Promise<void> {
	const { code, stderr } = await sightline(["seal"], environment("data"));
	if (code !== 0) throw new Error(stderr);
}

const writeWatchlist = () => writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
/** Changes to one site between two builds. */
const EDITS: Readonly<Record<string, (site: number) => Promise<unknown>>> = {
	async audited(site) {
		night += 1;
		await addNight(reports, [benchHost(site)], night);
	},
	async confirmed(site) {
		night += 1;
		await confirmNight(reports, [benchHost(site)], night);
	},
	sealed: seal,
	async corrected(site) {
		notices.push({
			kind: "correction",
			receipt: await newestReceipt(reports, benchHost(site)),
			at: "2026-12-01T10:00:00.000Z",
			says: `${night}`,
		});
		await writeFile(join(reports, "notices.json"), JSON.stringify({ notices }));
	},
	async takenDown(site) {
		const about = { domain: benchHost(site), at: "2026-12-02T10:00:00.000Z" };
		const receipts = notices.length % 2 === 0 ? ("all" as const) : [await newestReceipt(reports, benchHost(site))];
		notices.push({ kind: "removal", ...about, receipts, proof: { place: "dns", found: "removal" } });
		await writeFile(join(reports, "notices.json"), JSON.stringify({ notices }));
	},
	async unlisted(site) {
		entries[site] = { ...entries[site], wall: entries[site]?.wall === false };
		await writeWatchlist();
	},
	async handedOn(site) {
		await mkdir(join(reports, "agencies"), { recursive: true });
		await writeFile(join(reports, "agencies", "north.json"), JSON.stringify({ name: `North ${night}` }));
		entries[site] = { ...entries[site], agency: "north" };
		await writeWatchlist();
	},
	/** Until every audit is stale. */
	async later() {
		daysLater += 60;
	},
	async forgotten(site) {
		entries[site] = { ...entries[site], domain: `other-${benchHost(site)}` };
		await writeWatchlist();
	},
};

async function compare(what: string) {
	const warm = await build("data");
	const cold = await build(`cold-${night}-${Math.random()}`);
	expect([...warm.files.keys()].sort(), what).toEqual([...cold.files.keys()].sort());
	for (const [path, bytes] of cold.files) expect(warm.files.get(path) === bytes, `${what}: ${path}`).toBe(true);
	expect(cold.kept).toBe(0);
	return warm;
}

test("after every kind of change, the site equals a full build", async () => {
	const byHand = join(place ?? "", "site", "brief", benchHost(SITES - 1), "index.html");
	await writeFile(byHand, "Another hand's.");
	let site = 0;
	for (const edit of Object.keys(EDITS).filter((name) => name !== "sealed")) await EDITS[edit]?.(site++);
	await EDITS.sealed?.(0);
	const { kept } = await compare("every kind");
	// Two sites' pages, except stale ones and those with peers, and most receipts.
	expect(kept).toBeGreaterThan(30);
});

test("the site equals a full build after any changes in any order", { timeout: 1_200_000 }, async () => {
	const edit = fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(SITES - 1));
	for (const edits of fc.sample(fc.array(edit, { minLength: 1, maxLength: 4 }), { seed: 20261123, numRuns: 12 })) {
		for (const [name, site] of edits) await EDITS[name]?.(site).catch(ignoreGone);
		await compare(JSON.stringify(edits));
	}
});

/** A forgotten site has no receipts to change. */
function ignoreGone(error: NodeJS.ErrnoException): void {
	if (error.code !== "ENOENT") throw error;
}
