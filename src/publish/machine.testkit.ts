import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import { readEntries } from "#log/seal/log-folder.ts";
import { seal } from "#log/seal/seal.ts";
import { addReceipt, keyOf, ORIGIN } from "#log/seal/sealing.testkit.ts";
import { isReceiptLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { sizeOf } from "./merge-files.ts";
import type { Patience } from "./patience.ts";
import { type PublishOptions, publish } from "./publish.ts";

/** Short waits for tests. */
export const QUICK: Patience = { tries: 8, firstMs: 5, mostMs: 60, exchangeMs: 20_000 };

/** A machine that audits, seals and publishes with the log's key. */
export interface Machine {
	readonly settings: Settings;
	/** Writes the receipts of these numbers and seals them. */
	audit(...numbers: readonly number[]): Promise<void>;
	publish(options?: Partial<PublishOptions>): ReturnType<typeof publish>;
}

export function temporaryFolder(): string {
	return mkdtempSync(join(tmpdir(), "sightline-publish-"));
}

export async function makeMachine(root: string, reports: string, more: NodeJS.ProcessEnv = {}): Promise<Machine> {
	const given = { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: join(root, "data"), LOG_ORIGIN: ORIGIN };
	const settings = readEnvironment({ ...given, LOG_SIGNING_KEY: await keyOf(1), ...more });
	await mkdir(reports, { recursive: true });
	return {
		settings,
		async audit(...numbers) {
			for (const number of numbers) await addReceipt(reports, number);
			await seal({ newLog: sizeOf(await checkpointOf(settings)) === 0 }, settings);
		},
		publish: (options = {}) =>
			publish({ issues: false, dryRun: false, patience: QUICK, ...options }, settings, process.env),
	};
}

async function checkpointOf({ reports }: Settings): Promise<string | undefined> {
	return readFile(join(reports, "log/checkpoint"), "utf8").catch(() => undefined);
}

/** Domains with receipts, and the leaves of the log, which must verify. */
export async function stateOf({ settings }: Machine) {
	const { faults } = await verifyLog({}, settings);
	if (faults.length > 0) throw new Error(JSON.stringify(faults));
	const checkpoint = await checkpointOf(settings);
	const leaves: string[] = [];
	for await (const { entries } of readEntries(join(settings.reports, "log"), 0, sizeOf(checkpoint)))
		leaves.push(
			...entries
				.map(parseLeaf)
				.filter(isReceiptLeaf)
				.map(({ kind, receipt }) => `${kind} ${receipt}`),
		);
	const domains = (await readdir(join(settings.reports, "receipts"))).sort();
	return { checkpoint, domains, leaves };
}

/** Runs git in a folder with an author. */
export function gitIn(folder: string) {
	const person = {
		GIT_AUTHOR_NAME: "Ada",
		GIT_AUTHOR_EMAIL: "ada@example.com",
		GIT_COMMITTER_NAME: "Ada",
		GIT_COMMITTER_EMAIL: "ada@example.com",
	};
	return (...args: readonly string[]) =>
		execFileSync("git", args, {
			cwd: folder,
			env: { ...process.env, ...person },
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
		}).trim();
}

/** Turns off maintenance, which takes 2 of 8 processes of a clone. */
const UNTIDY = ["--config=maintenance.auto=false", "--config=gc.auto=0"];

/** A folder with a bare repository of one commit and a clone of it, copied for each test. */
let pattern: Promise<string> | undefined;

async function makePattern(): Promise<string> {
	const root = temporaryFolder();
	const [remote, home] = [join(root, "remote.git"), join(root, "home")];
	gitIn(root)("init", "--quiet", "--bare", "--initial-branch=main", remote);
	await appendFile(join(remote, "config"), "[receive]\n\tautogc = false\n");
	gitIn(root)("clone", "--quiet", ...UNTIDY, remote, home);
	await mkdir(join(home, "reports"));
	await writeFile(join(home, "reports", "watchlist.json"), '{"entries": []}\n');
	await writeFile(join(home, "notes.txt"), "Kept by hand\n");
	const git = gitIn(home);
	git("checkout", "--quiet", "-B", "main");
	git("add", "--all");
	git("commit", "--quiet", "--message=Begin");
	git("push", "--quiet", "origin", "main");
	return root;
}

/** A bare repository with one commit, and machines with clones. @param more environment variables */
export async function makeRemote(more: NodeJS.ProcessEnv = {}) {
	const root = temporaryFolder();
	const remote = join(root, "remote.git");
	pattern ??= makePattern();
	const made = await pattern;
	const first = join(root, "machine-1");
	for (const [from, to] of [
		["remote.git", remote],
		["home", first],
	] as const)
		await cp(join(made, from), to, { recursive: true });
	const config = join(first, ".git", "config");
	await writeFile(config, (await readFile(config, "utf8")).replace(join(made, "remote.git"), remote));
	let machines = 0;
	const machineIn = async (home: string) => {
		const machine = await makeMachine(join(root, `state-${++machines}`), join(home, "reports"), more);
		return { ...machine, home, git: gitIn(home) };
	};
	const clone = async () => {
		const home = join(root, `machine-${machines + 1}`);
		gitIn(root)("clone", "--quiet", ...UNTIDY, remote, home);
		return machineIn(home);
	};
	return { root, remote, clone, first: await machineIn(first), git: gitIn(remote) };
}
