import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Machine, makeMachine, QUICK, stateOf, temporaryFolder } from "../machine.testkit.ts";
import { type PublishOptions, publish } from "../publish.ts";
import { type FakeGitHub, type Fault, startGitHub, UNHURRIED } from "./github.testkit.ts";

const FULL = process.env.SIGHTLINE_TEST_FULL !== undefined;
const PATIENCE = { ...QUICK, tries: 12 };

let github: FakeGitHub;
beforeEach(async () => {
	github = await startGitHub();
});
afterEach(() => github.close());

async function machine(): Promise<Machine> {
	const root = temporaryFolder();
	const more = { GITHUB_TOKEN: "hush", GITHUB_REPOSITORY: "octo/audits", GITHUB_API_URL: github.url };
	const made = await makeMachine(root, join(root, "reports"), more);
	const publish = (options: Partial<PublishOptions> = {}) =>
		made.publish({ patience: PATIENCE, pace: UNHURRIED, ...options });
	return { ...made, publish };
}

/** Every file of the branch has the bytes that the machine has. */
async function expectPublished({ settings }: Machine): Promise<void> {
	const paths = github.git("ls-tree", "-r", "--name-only", "main", "reports/").split("\n");
	for (const path of paths) {
		const bytes = await readFile(join(settings.reports, path.slice("reports/".length)));
		expect(github.git("rev-parse", `main:${path}`), path).toBe(blobId(bytes));
	}
	expect(paths).toContain("reports/log/checkpoint");
}

function blobId(bytes: Buffer): string {
	return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

describe("publishing without a checkout", () => {
	it("makes one commit with everything that is new, and none when run again", async () => {
		const one = await machine();
		await one.audit(1, 2);
		await writeFile(join(one.settings.reports, "watchlist.json"), '{"entries": []}\n');
		const { by, commit, published } = await one.publish();
		expect({ by, receipts: published?.receipts, leaves: published?.leaves.after }).toEqual({
			by: "api",
			receipts: 2,
			leaves: 3,
		});
		expect(github.git("rev-parse", "main")).toBe(commit);
		expect(github.git("log", "--format=%s", "main").split("\n")).toEqual([
			"Sightline: 2 receipts; log of 3 leaves",
			"Begin",
		]);
		expect(github.git("show", "main:README.md")).toBe("Audits");
		await expectPublished(one);
		expect((await one.publish()).published).toBeUndefined();
		await rm(join(one.settings.reports, "watchlist.json"));
		await one.audit(3);
		await one.publish();
		expect(github.git("ls-tree", "-r", "--name-only", "main")).not.toContain("watchlist.json");
	});

	it("never publishes the data folder, nor any name that begins with a dot", async () => {
		const one = await machine();
		await one.audit(1);
		const { reports } = one.settings;
		await mkdir(join(reports, "receipts/.sightline"), { recursive: true });
		for (const name of [".env", "receipts/.sightline/signing-key"]) await writeFile(join(reports, name), "PRIVATE KEY");
		const within = { ...one.settings, data: join(reports, "data") };
		const options = { issues: false, dryRun: false, patience: PATIENCE, pace: UNHURRIED };
		await expect(publish(options, within, process.env)).rejects.toMatchObject({ code: "publish-refused" });
		expect(github.requests).toEqual([]);
		await one.publish();
		expect(github.git("ls-tree", "-r", "--name-only", "main")).not.toMatch(/(^|\/)\./m);
		await expectPublished(one);
	});

	it("sends text with the tree and only other bytes as blobs, and nothing that is there already", async () => {
		const one = await machine();
		await one.audit(1);
		await one.publish();
		github.requests.length = 0;
		await one.audit(2);
		await one.publish();
		const writes = github.requests.filter((request) => !request.startsWith("GET"));
		// A tile and its entries, then tree, commit and branch.
		expect(writes.map((request) => request.replace(/^(\w+) \/git\/(\w+).*$/, "$2"))).toEqual([
			"blobs",
			"blobs",
			"trees",
			"commits",
			"refs",
		]);
	});

	it("lets the published log stay where two have sealed it, and brings in what others have published", async () => {
		const [one, other] = [await machine(), await machine()];
		await one.audit(1);
		await one.publish();
		await other.publish();
		await one.audit(2);
		await other.audit(3);
		await one.publish();
		const before = await stateOf(one);
		expect((await other.publish()).sealedAgain).toBe(true);
		const after = await stateOf(other);
		expect(after.leaves.slice(0, 2)).toEqual(before.leaves);
		expect(after.leaves).toHaveLength(3);
		await one.publish();
		expect(await stateOf(one)).toEqual(after);
		await expectPublished(one);
	});

	it("moves the branch only from where it has looked", async () => {
		const one = await machine();
		await one.audit(1);
		let moves = 0;
		github.beforeMove = () => {
			if (moves++ > 0) return;
			const tree = github.git("rev-parse", "main^{tree}");
			github.git("update-ref", "refs/heads/main", github.git("commit-tree", "-p", "main", "-m", "Theirs", tree));
		};
		await one.publish();
		expect(github.git("log", "--format=%s", "main").split("\n").slice(1)).toEqual(["Theirs", "Begin"]);
		expect(moves).toBe(2);
	});

	it("does not bring back what was taken down before its record was kept", async () => {
		const one = await machine();
		await one.audit(1, 2);
		github.fault = (request) => (request.startsWith("PATCH") ? "lost" : undefined);
		await one.publish();
		github.fault = () => undefined;
		// Killed before the record said that the commit is part of the branch.
		const record = join(one.settings.data, "publish", `${encodeURIComponent("octo/audits@main")}.json`);
		const { base } = JSON.parse(await readFile(record, "utf8"));
		await writeFile(record, JSON.stringify({ base: github.git("rev-parse", "main^"), pending: base }));
		await rm(join(one.settings.reports, "receipts/site-1.example.com"), { recursive: true });
		await one.publish();
		expect(github.git("ls-tree", "-r", "--name-only", "main")).not.toContain("site-1.example.com");
	});

	it("says what is in conflict and changes neither side", async () => {
		const [one, other] = [await machine(), await machine()];
		await writeFile(join(one.settings.reports, "watchlist.json"), '{"entries": []}\n');
		await mkdir(join(other.settings.reports), { recursive: true });
		await writeFile(join(other.settings.reports, "watchlist.json"), '{"entries": [ ]}\n');
		await one.publish();
		const head = github.git("rev-parse", "main");
		await expect(other.publish()).rejects.toThrow(/both here and in octo\/audits: reports\/watchlist.json/);
		expect(github.git("rev-parse", "main")).toBe(head);
		expect(await readFile(join(other.settings.reports, "watchlist.json"), "utf8")).toContain("[ ]");
	});

	it.each([
		[{ GITHUB_TOKEN: "wrong" }, /GitHub answered 401.*Set GITHUB_TOKEN/s],
		[{ GITHUB_REPOSITORY: "octo/nothing" }, /GitHub answered 404.*See to GITHUB_REPOSITORY/s],
		[{ GITHUB_TOKEN: "" }, /nowhere to publish to.*GITHUB_TOKEN/s],
	])("says what to do about %j", async (change, words) => {
		const root = temporaryFolder();
		const given = { GITHUB_TOKEN: "hush", GITHUB_REPOSITORY: "octo/audits", GITHUB_API_URL: github.url, ...change };
		const made = await makeMachine(root, join(root, "reports"), given);
		await expect(made.publish({ pace: UNHURRIED })).rejects.toThrow(words);
	});

	it("asks again where no answer comes", async () => {
		const one = await machine();
		await one.audit(1);
		let first = true;
		github.fault = () => {
			const fault = first ? "hang" : undefined;
			first = false;
			return fault;
		};
		await one.publish({ patience: { ...PATIENCE, exchangeMs: 3000 } });
		await expectPublished(one);
	});

	it("says at once that a branch is protected", async () => {
		const one = await machine();
		await one.audit(1);
		github.fault = (request) => (request.startsWith("PATCH") ? "protected" : undefined);
		await expect(one.publish()).rejects.toThrow(/could not be moved.*Protected branch/s);
		expect(github.requests.filter((request) => request.startsWith("PATCH"))).toHaveLength(1);
	});

	it("publishes where issues are turned off or fail, and says so", async () => {
		const one = await machine();
		await one.audit(1);
		github.fault = (request) => (request.endsWith("/issues") ? 410 : undefined);
		expect(await one.publish({ issues: true })).toMatchObject({
			faulty: false,
			notes: [expect.stringContaining("turned off")],
		});
		github.fault = (request) => (request.endsWith("/issues") ? 500 : undefined);
		await one.audit(2);
		expect(await one.publish({ issues: true })).toMatchObject({ published: { receipts: 1 }, faulty: true });
	});

	it("says in a dry run what it would publish, and changes nothing", async () => {
		const one = await machine();
		await one.audit(1);
		expect(await one.publish({ dryRun: true })).toMatchObject({ by: "api", to: "octo/audits", branch: "main" });
		expect(github.requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
	});

	it("loses nothing and does nothing twice, whatever goes wrong", async () => {
		const faults = fc.array(
			fc.option(fc.constantFrom<Fault>("lost", "dropped", "secondary", "limit", 500, 502, 409), {
				nil: undefined,
				freq: 3,
			}),
			{ maxLength: 40 },
		);
		await fc.assert(
			fc.asyncProperty(faults, fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }), async (sequence, turns) => {
				await github.close();
				github = await startGitHub();
				const [one, other] = [await machine(), await machine()];
				await one.audit(1);
				await one.publish();
				await other.publish();
				let at = 0;
				github.fault = () => sequence[at++];
				let number = 10;
				for (const isFirst of turns) {
					const turn = isFirst ? one : other;
					await turn.audit(number++);
					// One that gave up is run again the night after.
					await turn.publish().catch(() => undefined);
				}
				github.fault = () => undefined;
				for (const each of [one, other, one]) await each.publish();
				const [mine, theirs] = [await stateOf(one), await stateOf(other)];
				expect(theirs).toEqual(mine);
				expect(mine.domains).toHaveLength(1 + turns.length);
				expect(new Set(mine.leaves).size).toBe(mine.leaves.length);
				expect(mine.leaves).toHaveLength(1 + turns.length);
				await expectPublished(one);
			}),
			{ numRuns: FULL ? 30 : 1 },
		);
	}, 1_800_000);
});
