import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { type RunLine, runLineSchema } from "#receipts/store/run-file.ts";
import { sightline, startSightline } from "#test/e2e/process.testkit.ts";

const SITES = FULL ? 12 : 4;
const KILLS = FULL ? 20 : 2;

let reports = "";
let environment: Record<string, string> = {};
beforeEach(async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-rescan-"));
	reports = join(root, "reports");
	environment = { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: join(root, "data"), SIGHTLINE_CONCURRENCY: "3" };
	await mkdir(reports);
});

const domainOf = (index: number) => `site-${index}.example.com`;

async function writeWatchlist(extra: readonly unknown[] = []): Promise<void> {
	const entries = await Promise.all(
		Array.from({ length: SITES }, async (_, index) => {
			const folder = join(reports, "folders", String(index));
			await mkdir(folder, { recursive: true });
			const text = `<!doctype html><html lang="en"><title>Site ${index}</title><main><h1>Site ${index}</h1><p>${"Words. ".repeat(90)}</p></main>`;
			await writeFile(join(folder, "index.html"), text);
			return { domain: domainOf(index), folder };
		}),
	);
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries: [...entries, ...extra] }, null, 2));
}

async function writeSite(name: string, page: string, robots = ""): Promise<void> {
	const folder = join(reports, "folders", name);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, "index.html"), page);
	await writeFile(join(folder, "robots.txt"), robots);
}

async function filesUnder(path: string): Promise<string[]> {
	const entries = await readdir(path, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function runLines(): Promise<RunLine[]> {
	const files = (await filesUnder(join(reports, "runs"))).filter((path) => path.endsWith(".jsonl"));
	const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
	return texts.flatMap((text) => text.trim().split("\n")).map((line) => runLineSchema.parse(JSON.parse(line)));
}

const rescan = (...args: string[]) => sightline(["rescan", ...args], environment);

describe("npm run rescan", () => {
	it("fails before the first audit for an invalid agency file, and names the line", async () => {
		await writeWatchlist();
		await mkdir(join(reports, "agencies"));
		await writeFile(join(reports, "agencies", "north.json"), '{\n  "name": "North",\n  "logo": "none.svg"\n}\n');
		const stderr = expect.stringContaining("north.json, line 3: none.svg cannot be read.");
		expect(await rescan()).toMatchObject({ code: 2, stderr });
		expect(await filesUnder(reports)).toHaveLength(SITES + 2);
	});

	it("writes one receipt and line per domain; a second run with equal results writes no receipt", async () => {
		await writeWatchlist();
		const first = await rescan();
		expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(`${SITES} sites, by outcome`) });
		const receipts = await filesUnder(join(reports, "receipts"));
		expect(receipts).toHaveLength(SITES);
		const second = await rescan();
		expect(second).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(new RegExp(`${SITES} {2}scored \\(unchanged\\)`)),
		});
		expect(await filesUnder(join(reports, "receipts"))).toEqual(receipts);
		const lines = await runLines();
		expect(lines).toHaveLength(2 * SITES);
		const scores = (status: string) =>
			lines.filter((line) => line.status === status).map((line) => [line.domain, line.score]);
		expect(scores("unchanged")).toEqual(scores("recorded"));
	});

	it("names the line of an invalid entry, continues, and exits with 1", async () => {
		await writeWatchlist([{ domain: "10.0.0.1" }, { domain: "fine.example.com", mode: "quick" }]);
		const { code, stdout } = await rescan();
		expect(code).toBe(1);
		expect(stdout).toMatch(/Watchlist line \d+: "10.0.0.1" cannot be audited/);
		expect(stdout).toMatch(/Watchlist line \d+: mode:/);
		expect(await filesUnder(join(reports, "receipts"))).toHaveLength(SITES);
	});

	it("writes a line per entry despite hostile entries and sites", async () => {
		const page = (text: string) => `<!doctype html><html lang="en"><title>A page</title><main>${text}</main>`;
		const harm: Readonly<Record<string, () => Promise<unknown>>> = {
			"nested.example.com": () => writeSite("nested", page("<div>".repeat(10_000))),
			"unclosed.example.com": () => writeSite("unclosed", page("<b><p>".repeat(1_000))),
			"empty.example.com": () => writeSite("empty", ""),
			"robots.example.com": () =>
				writeSite(
					"robots",
					page("<h1>Fine</h1>"),
					`${"User-agent: a\n".repeat(9_000)}${"Disallow: /*a\n".repeat(9_000)}`,
				),
		};
		await Promise.all(Object.values(harm).map((write) => write()));
		const nested = "[".repeat(900) + "]".repeat(900);
		const sites = Object.keys(harm).map((domain) => ({ domain, folder: `folders/${domain.split(".")[0]}` }));
		const odd = [
			7,
			null,
			[],
			"x",
			{ domain: 7 },
			{ domain: "a".repeat(1_000_000) },
			{ domain: "site-0.example.com", folder: "folders/0" },
		];
		await writeWatchlist([...sites, ...odd, { domain: "deep.example.com", mode: "NESTED" }]);
		const path = join(reports, "watchlist.json");
		await writeFile(path, (await readFile(path, "utf8")).replace('"NESTED"', nested));
		expect((await rescan()).code).toBe(1);
		const lines = await runLines();
		expect(lines).toHaveLength(SITES + sites.length + odd.length + 1);
		expect(new Set(lines.map(({ domain }) => domain)).size).toBe(lines.length);
		expect(lines.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(SITES);
		expect(lines.filter(({ status }) => status === "refused")).toHaveLength(odd.length + 1);
		expect(lines.filter(({ reason }) => reason === "internal-error")).toEqual([]);
		expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).toBeLessThan(2_000);
	});

	it("exits with 2 for an invalid watchlist, and writes nothing", async () => {
		await writeFile(join(reports, "watchlist.json"), "{");
		expect(await rescan()).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be used") });
		expect(await readdir(reports)).toEqual(["watchlist.json"]);
	});

	it(`loses and duplicates nothing when it is killed ${KILLS} times`, { timeout: 300_000 }, async () => {
		await writeWatchlist();
		let killed = 0;
		for (let round = 0; round < KILLS; round++) {
			const { child, ended } = startSightline(["rescan"], environment);
			// Spread over start-up and work; the fractions are those of the golden ratio, so they never bunch up.
			await pause(150 + 1500 * ((round * 0.618) % 1));
			if (child.kill("SIGKILL")) killed++;
			await ended;
		}
		expect(killed).toBeGreaterThan(0);
		expect((await rescan()).code).toBe(0);
		// A killed process may leave temporary files, which nothing reads.
		const receipts = (await filesUnder(join(reports, "receipts"))).filter((path) => path.endsWith(".json"));
		expect(receipts).toHaveLength(SITES);
		const lines = await runLines();
		for (const id of new Set(lines.map((line) => line.run))) {
			const domains = lines.filter((line) => line.run === id).map((line) => line.domain);
			expect(domains.toSorted()).toEqual(Array.from({ length: SITES }, (_, index) => domainOf(index)).toSorted());
		}
		for (const path of some(receipts, SITES)) {
			expect(await sightline(["replay", path], environment)).toMatchObject({ code: 0 });
		}
	});
});
