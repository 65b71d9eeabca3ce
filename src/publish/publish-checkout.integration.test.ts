import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Settings } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import { logPaths } from "#log/seal/log-folder.ts";
import { seal } from "#log/seal/seal.ts";
import { addReceipt, keyOf, moment, ORIGIN, unchanged, writeRun } from "#log/seal/sealing.testkit.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { deleteReceiptsOf } from "#receipts/removal/removal-files.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { openDatabase } from "#store/database.ts";
import { tryLockFile } from "#store/locks.ts";
import { startGitHub, UNHURRIED } from "./github.testkit.ts";
import { type Machine, makeMachine, makeRemote, QUICK, stateOf, temporaryFolder } from "./machine.testkit.ts";
import { publish } from "./publish.ts";
import { publishedPlaces } from "./publish-checkout.ts";

const site = (number: number) => `site-${number}.example.com`;
const unique = (leaves: readonly string[]) => new Set(leaves).size === leaves.length;

async function writeHook(remote: string, name: string, lines: string): Promise<void> {
	const path = join(remote, "hooks", name);
	await mkdir(join(remote, "hooks"), { recursive: true });
	await writeFile(path, `#!/bin/sh\n${lines}\n`);
	await chmod(path, 0o755);
}

describe("publishing from a checkout", () => {
	it("commits only new reports, summarizes them, and is a no-op when run again", async () => {
		const { first, git } = await makeRemote();
		await first.audit(1, 2);
		await writeFile(join(first.home, "notes.txt"), "Not finished");
		await writeFile(join(first.home, "draft.txt"), "Staged by hand");
		first.git("add", "draft.txt");
		await writeFile(join(first.settings.reports, ".tmp-half"), "half");
		const { commit, published } = await first.publish();
		expect(git("log", "-1", "--format=%an %s", "main")).toBe("Sightline Sightline: 2 receipts; log of 3 leaves");
		expect(published).toMatchObject({ receipts: 2, leaves: { before: 0, after: 3 } });
		const files = git("diff", "--name-only", "main^", "main").split("\n");
		expect(files.every((file) => /^reports\/(receipts|log)\/[^.]/.test(file))).toBe(true);
		expect(
			first
				.git("status", "--porcelain")
				.split("\n")
				.map((line) => line.trim()),
		).toEqual(expect.arrayContaining(["A  draft.txt", "M notes.txt"]));
		expect((await first.publish()).published).toBeUndefined();
		expect(git("rev-parse", "main")).toBe(commit);
	});

	it("publishes nothing if an agency file is invalid, and names its line", async () => {
		const { first, git } = await makeRemote();
		await first.audit(1);
		const before = git("rev-parse", "main");
		await mkdir(join(first.settings.reports, "agencies"));
		await writeFile(join(first.settings.reports, "agencies", "north.json"), '{\n  "name": ""\n}\n');
		await expect(first.publish()).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining("north.json, line 2: name must have 1 to 60 characters"),
		});
		expect(git("rev-parse", "main")).toBe(before);
	});

	it("never publishes the data folder or dot files", async () => {
		const { first, git } = await makeRemote();
		const { settings, home } = first;
		await first.audit(1);
		const at = (reports: string, data: string) =>
			publish(
				{ issues: false, dryRun: false, patience: QUICK },
				{ ...settings, reports: join(home, reports), data: join(home, data) },
				process.env,
			);
		await mkdir(join(home, ".sightline"));
		await writeFile(join(home, ".sightline/signing-key"), "PRIVATE KEY");
		await symlink(join(home, ".sightline"), join(home, "elsewhere"));
		for (const data of [".sightline", ".", "data/of/ours", "elsewhere"])
			await expect(at(".", data), data).rejects.toMatchObject({ code: "publish-refused" });
		expect(git("log", "--format=%s", "main")).toBe("Begin");
		await mkdir(join(settings.reports, "receipts/.sightline/deep"), { recursive: true });
		for (const name of [".env", "receipts/.sightline/signing-key", "receipts/.sightline/deep/jobs.sqlite"])
			await writeFile(join(settings.reports, name), "PRIVATE KEY");
		// Like a file somebody staged by hand.
		first.git("add", "reports/.env");
		expect((await first.publish({ dryRun: true })).files?.filter((path) => path.includes("/."))).toEqual([]);
		await first.publish();
		expect(git("ls-tree", "-r", "--name-only", "main")).toContain("reports/log/checkpoint");
		expect(git("ls-tree", "-r", "--name-only", "main")).not.toMatch(/(^|\/)\./m);
		// A folder beside the reports whose name begins alike is none of them.
		await expect(at("reports", "reports-data")).resolves.toMatchObject({ by: "git" });
	});

	it("rebases all our commits onto what others have pushed", async () => {
		const { first, clone, git } = await makeRemote();
		const second = await clone();
		await first.audit(1);
		first.git("commit", "--quiet", "--allow-empty-message", "--message=", "--allow-empty");
		await writeFile(join(second.home, "theirs.txt"), "Theirs");
		second.git("add", "--all");
		second.git("commit", "--quiet", "--message=Theirs");
		second.git("push", "--quiet", "origin", "main");
		await writeFile(join(first.home, "ours.txt"), "Ours");
		first.git("add", "ours.txt");
		first.git("commit", "--quiet", "--message=Ours");
		await first.publish();
		expect(git("log", "--format=%an %s", "main").split("\n")).toEqual([
			"Sightline Sightline: 1 receipt; log of 2 leaves",
			"Ada Ours",
			"Ada Theirs",
			"Ada Begin",
		]);
		expect(await readFile(join(first.home, "theirs.txt"), "utf8")).toBe("Theirs");
		expect(first.git("rev-parse", "HEAD")).toBe(git("rev-parse", "main"));
	});

	it("keeps the published log if 2 machines have sealed, and seals again without loss, duplicates or rewriting", async () => {
		const { first, clone } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		const db = await openDatabase({ url: undefined, file: join(second.settings.data, "live.sqlite") });
		const live = await sha256Hex("a live receipt");
		await openSubmissions(db).submit({ kind: "audit", receipt: live, auditedAt: moment(500) });
		await openSubmissions(db).submit({ kind: "recheck", receipt: live, auditedAt: moment(501) });
		await db.close();
		await first.audit(2, 3);
		const theirs = (await stateOf(first)).leaves[0]?.split(" ")[1] ?? "";
		await writeRun(first.settings.reports, "2026-11-02", [unchanged(theirs, moment(100))]);
		await seal({}, first.settings);
		await writeRun(second.settings.reports, "2026-11-02", [unchanged(theirs, moment(200))]);
		await second.audit(4);
		// A second commit of the same night, after a push that failed.
		await first.publish();
		const published = await stateOf(first);
		const outcome = await second.publish();
		expect(outcome.sealedAgain).toBe(true);
		const after = await stateOf(second);
		expect(after.leaves.slice(0, published.leaves.length)).toEqual(published.leaves);
		expect(after.leaves).toHaveLength(published.leaves.length + 4);
		expect(unique(after.leaves.filter((leaf) => leaf.startsWith("audit")))).toBe(true);
		expect(after.leaves).toContain(`audit ${live}`);
		expect(after.leaves).toContain(`recheck ${live}`);
		expect(after.domains).toEqual([1, 2, 3, 4].map(site));
		expect(await readFile(join(second.settings.reports, "runs/2026-11-02.jsonl"), "utf8")).toMatch(/.*\n.*\n$/);
		const waiting = await withLiveStore(
			second.settings,
			async (store) => store && openSubmissions(store).countPending(),
		);
		expect(waiting).toBe(0);
		await first.publish();
		expect(await stateOf(first)).toEqual(after);
		await first.audit(9);
		expect((await first.publish()).sealedAgain).toBe(false);
	});

	if (FULL)
		it("takes others' seals if nothing was sealed here", async () => {
			const { first, clone } = await makeRemote();
			const second = await clone();
			await first.audit(1);
			await first.publish();
			expect(await second.publish()).toMatchObject({ sealedAgain: false, published: undefined });
			expect(await stateOf(second)).toEqual(await stateOf(first));
			await second.audit(2);
			await second.publish();
		});

	if (FULL)
		it("lets any number of machines publish at once", { timeout: 300_000 }, async () => {
			const { first, clone } = await makeRemote();
			await first.audit(1);
			await first.publish();
			const count = 8;
			const others = await Promise.all(Array.from({ length: count }, clone));
			await Promise.all(others.map((machine, at) => machine.audit(10 + at, 30 + at)));
			await Promise.all(others.map((machine) => machine.publish({ patience: { ...QUICK, tries: 30 } })));
			await first.publish();
			const { leaves, domains } = await stateOf(first);
			expect(domains).toHaveLength(1 + 2 * count);
			expect(leaves).toHaveLength(1 + 2 * count);
			expect(unique(leaves)).toBe(true);
		});

	it("names the conflicting file, and changes nothing", async () => {
		const { first, clone, git } = await makeRemote();
		const second = await clone();
		for (const [machine, text] of [
			[first, "[ ]"],
			[second, "[  ]"],
		] as const)
			await writeFile(join(machine.settings.reports, "watchlist.json"), `{"entries": ${text}}\n`);
		await first.publish();
		await second.audit(1);
		const published = git("rev-parse", "main");
		await expect(second.publish()).rejects.toThrow(/here and in the published version: reports\/watchlist.json/);
		expect(git("rev-parse", "main")).toBe(published);
		expect(second.git("status", "--porcelain", "--untracked-files=no")).toBe("");
		expect(await readFile(join(second.settings.reports, "watchlist.json"), "utf8")).toContain("[  ]");
		expect((await stateOf(second)).domains).toEqual([site(1)]);
		expect(await readdir(join(second.home, ".git"))).not.toContain("rebase-merge");
	});

	it("keeps a commit refused by a remote hook, and pushes it later", async () => {
		const { first, remote, git } = await makeRemote();
		await first.audit(1);
		await writeHook(remote, "pre-receive", "echo 'Frozen until Monday' >&2; exit 1");
		await expect(first.publish()).rejects.toThrow(/refused the push.*Frozen until Monday/s);
		await first.audit(2);
		await writeHook(remote, "pre-receive", "exit 0");
		expect((await first.publish()).published).toMatchObject({ receipts: 2 });
		expect(git("log", "--format=%s", "main").split("\n")).toHaveLength(3);
	});

	it("times out on an unresponsive server, and says so", async () => {
		const { first } = await makeRemote();
		await first.audit(1);
		const silent = createServer().listen(0, "127.0.0.1");
		await new Promise((resolve) => silent.once("listening", resolve));
		const address = silent.address();
		first.git("remote", "set-url", "origin", `git://127.0.0.1:${typeof address === "object" ? address?.port : 0}/x`);
		const patience = { ...QUICK, tries: 2, exchangeMs: 150 };
		await expect(first.publish({ patience })).rejects.toThrow(
			/could not be brought up to date in 2 tries.*did not answer/s,
		);
		silent.close();
		expect(first.git("log", "-1", "--format=%s")).toContain("1 receipt");
	});

	it("refuses a remote with a rewritten log", async () => {
		const { first, clone } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		second.git("rm", "--quiet", "-r", "reports/log");
		second.git("commit", "--quiet", "--message=Begin again");
		second.git("push", "--quiet", "origin", "main");
		await first.audit(2);
		await expect(first.publish()).rejects.toThrow(/published log was replaced/);
		expect((await stateOf(first)).leaves).toHaveLength(2);
	});

	it("can be killed at any step and run again, even with a seal in between", async () => {
		const { first, clone } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		const steps = FULL ? Array.from({ length: 60 }, (_, at) => String(at + 1)) : ["push"];
		for (const [round, step] of steps.entries()) {
			await first.audit(100 + round);
			await first.publish();
			await second.audit(200 + round);
			await publishKilledAt(step, second.settings);
			await second.audit(300 + round);
			await second.publish();
			await first.publish();
			expect(await stateOf(second), step).toEqual(await stateOf(first));
		}
		const { leaves, domains } = await stateOf(first);
		expect(unique(leaves)).toBe(true);
		expect(domains).toHaveLength(leaves.length);
	}, 1_800_000);

	it("says in a dry run what it would publish, and changes nothing", async () => {
		const { first, git } = await makeRemote();
		await first.audit(1);
		const before = [git("rev-parse", "main"), first.git("rev-parse", "HEAD"), first.git("status", "--porcelain")];
		const outcome = await first.publish({ dryRun: true });
		expect(outcome).toMatchObject({ by: "git", branch: "main", dryRun: true });
		expect(outcome.files).toContain("reports/log/checkpoint");
		expect([git("rev-parse", "main"), first.git("rev-parse", "HEAD"), first.git("status", "--porcelain")]).toEqual(
			before,
		);
	});

	it("publishes even if issues are disabled or fail, and says so", async () => {
		const github = await startGitHub();
		const { first } = await makeRemote({
			GITHUB_TOKEN: "hush",
			GITHUB_REPOSITORY: "octo/audits",
			GITHUB_API_URL: github.url,
		});
		await first.audit(1);
		github.fault = (request) => (request.endsWith("/issues") ? 410 : undefined);
		const notes = [expect.stringContaining("turned off")];
		expect(await first.publish({ issues: true, pace: UNHURRIED })).toMatchObject({ faulty: false, notes });
		github.fault = (request) => (request.endsWith("/issues") ? 500 : undefined);
		await first.audit(2);
		const outcome = await first.publish({ issues: true, pace: UNHURRIED });
		expect(outcome).toMatchObject({ published: { receipts: 1 }, faulty: true });
		await github.close();
	});

	it("says that the reports must be in a checkout", async () => {
		const root = temporaryFolder();
		const machine = await makeMachine(root, join(root, "reports"));
		await expect(machine.publish()).rejects.toThrow(/no place to publish to.*Publish from a checkout/s);
	});
});

describe("publishing beside another machine that seals", () => {
	it("a removal sealed into a replaced log is listed in the published one", async () => {
		const { first, clone } = await makeRemote();
		await first.audit(1, 2);
		await first.publish();
		const second = await clone();
		await deleteReceiptsOf("site-1.example.com", "all", second.settings);
		expect(await seal({}, second.settings)).toMatchObject({ faulty: false });
		await first.audit(3);
		await first.publish();
		expect(await second.publish()).toMatchObject({ sealedAgain: true });
		expect((await stateOf(second)).domains).toEqual(["site-2.example.com", "site-3.example.com"]);
		expect(await verifyLog({}, second.settings)).toMatchObject({ faults: [], withdrawn: 1 });
	});

	if (FULL)
		it("a log that failed verification after sealing again is not published by a retry", async () => {
			const { first, clone } = await makeRemote();
			await first.audit(1, 2);
			await first.publish();
			const second = await clone();
			await second.audit(4);
			await first.audit(3);
			await first.publish();
			await rm(join(second.settings.reports, "receipts", "site-1.example.com"), { recursive: true });
			const refused = { code: "log-inconsistent", message: expect.stringContaining("does not verify") };
			for (let tried = 0; tried < 3; tried++) await expect(second.publish()).rejects.toMatchObject(refused);
		});

	if (FULL)
		it("no newer log is checked out during a seal", async () => {
			const { first, clone } = await makeRemote();
			await first.audit(1);
			await first.publish();
			const second = await clone();
			await first.audit(2);
			await first.publish();
			const before = await stateOf(second);
			const release = tryLockFile(logPaths(join(second.settings.reports, "log")).lock);
			await expect(second.publish()).rejects.toMatchObject({ code: "store-busy" });
			expect(await stateOf(second)).toEqual(before);
			release?.();
			await second.publish();
			expect(await stateOf(second)).toEqual(await stateOf(first));
		});
});

const sealBeside = async ({ settings }: Pick<Machine, "settings">, number: number) => {
	await addReceipt(settings.reports, number);
	return seal({}, settings, await publishedPlaces(settings, process.env));
};

describe("a seal in a checkout", () => {
	it("signs nothing if another machine has pushed, and continues after that was pulled", async () => {
		const { first, clone, remote } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		expect(await sealBeside(first, 2)).toMatchObject({ comparedWith: `main of ${remote}`, notes: [] });
		await first.publish();
		await expect(sealBeside(second, 3)).rejects.toMatchObject({
			code: "log-changed",
			message: expect.stringMatching(/ahead of this one: it has 4 leaves, this one has 2.*sightline publish/),
		});
		// Publishing brings it here, and seals what could not be sealed.
		expect(await second.publish()).toMatchObject({ sealedAgain: true, published: { receipts: 1 } });
		expect(await sealBeside(second, 4)).toMatchObject({ added: { audits: 1 } });
		await second.publish();
		expect((await stateOf(second)).leaves).toHaveLength(4);
	});

	if (FULL)
		it("refuses if both have sealed, and publishing keeps the published log", async () => {
			const { first, clone } = await makeRemote();
			await first.audit(1);
			await first.publish();
			const second = await clone();
			await first.audit(2);
			await second.audit(3);
			await first.publish();
			await expect(sealBeside(second, 4)).rejects.toThrow(/published log differs from this one/);
			expect((await second.publish()).sealedAgain).toBe(true);
			expect(await sealBeside(second, 5)).toMatchObject({ added: { audits: 1 } });
			expect((await stateOf(second)).domains).toHaveLength(5);
		});

	it("continues with a note if the remote is unreachable", async () => {
		const { first, remote } = await makeRemote();
		await rename(remote, `${remote}.away`);
		await addReceipt(first.settings.reports, 1);
		const places = await publishedPlaces(first.settings, process.env);
		const { notes, comparedWith } = await seal({ newLog: true }, first.settings, places);
		expect(comparedWith).toBeUndefined();
		expect(notes).toEqual([expect.stringMatching(/^We could not check whether the log at main of .* has grown/)]);
	});

	if (FULL)
		it("notes that nothing was compared without a remote or checked-out branch", async () => {
			const { first } = await makeRemote();
			await first.audit(1);
			first.git("checkout", "--quiet", "--detach");
			expect((await sealBeside(first, 2)).notes).toEqual([expect.stringMatching(/has grown\. No branch is/)]);
			first.git("remote", "remove", "origin");
			expect((await sealBeside(first, 3)).notes).toEqual([expect.stringMatching(/^The log was signed without a look/)]);
		});
});

const GIT_ENDS_MS = 10_000;

/** Kills a publisher when it starts git with that argument, or for that many times; git itself ends its work. */
async function publishKilledAt(step: string, { reports, data }: Settings): Promise<void> {
	const bin = await mkdtemp(join(tmpdir(), "sightline-bin-"));
	const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
	const lines = [
		"#!/bin/sh",
		`echo x >> ${bin}/count`,
		`case " $* $(wc -l < ${bin}/count | tr -d ' ') " in *" ${step} "*) kill -9 $PPID;; esac`,
		`${real} "$@"`,
		"code=$?",
		`echo x >> ${bin}/ended`,
		"exit $code",
	];
	await writeFile(join(bin, "git"), `${lines.join("\n")}\n`);
	await chmod(join(bin, "git"), 0o755);
	const program = fileURLToPath(new URL("../cli/sightline.ts", import.meta.url));
	const places = { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: data, PATH: `${bin}:${process.env.PATH}` };
	const env = { ...process.env, ...places, LOG_ORIGIN: ORIGIN, LOG_SIGNING_KEY: await keyOf(1) };
	const child = spawn(process.execPath, [program, "publish", "--no-issues"], { env, stdio: "ignore" });
	const [code, signal] = await once(child, "close");
	// With more steps than it has, it has published.
	expect(signal ?? code).toBe(Number(step) > 30 && code === 0 ? 0 : "SIGKILL");
	// The next step would find the locks of a running git. A git that was killed as well never reports its end.
	const until = Date.now() + GIT_ENDS_MS;
	while ((await linesIn(join(bin, "ended"))) < (await linesIn(join(bin, "count"))) && Date.now() < until)
		await pause(20);
}

async function linesIn(path: string): Promise<number> {
	return ((await readIfThere(path)) ?? "").split("\n").length - 1;
}
