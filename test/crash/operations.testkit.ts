import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Audit } from "#audit/audit.ts";
import type { createAuditor } from "#audit/auditor.ts";
import { main } from "#cli/main.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { verifyLog } from "#log/audit/verify-log.ts";
import { seal } from "#log/seal/seal.ts";
import { addReceipt, keyOf, moment, ORIGIN, unchanged, writeRun } from "#log/seal/sealing.testkit.ts";
import { gitIn, QUICK } from "#publish/machine.testkit.ts";
import { publish } from "#publish/publish.ts";
import { at, auditOf, MINUTE, START } from "#receipts/live/live.testkit.ts";
import { openPageTable } from "#receipts/live/live-pages.ts";
import { checkLiveReceipts, listSeries } from "#receipts/live/receipt-table.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { keepAudit, owner } from "#receipts/removal/removal.testkit.ts";
import { remove } from "#receipts/removal/removal.ts";
import { writeAll } from "#receipts/store/durable-file.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { runLineSchema } from "#receipts/store/run-file.ts";
import { rescan } from "#rescan/rescan.ts";
import { ENGINE } from "#rescan/work-on.ts";
import { openDatabase } from "#store/database.ts";

/** An operation on a disk, and what must hold after any crash. */
export interface Operation {
	/** Makes the disk as it is before. */
	prepare(disk: string): Promise<void>;
	/** @param say acknowledges something that must never be lost afterwards */
	run(disk: string, say: (what: string) => void): Promise<void>;
	/** Opens the disk after a crash and continues. @throws Error for the first violation */
	check(disk: string, said: readonly string[]): Promise<void>;
}

async function settingsOf(disk: string): Promise<Settings> {
	return readEnvironment({
		SIGHTLINE_REPORTS: join(disk, "reports"),
		SIGHTLINE_DATA: join(disk, "data"),
		LOG_ORIGIN: ORIGIN,
		LOG_SIGNING_KEY: await keyOf(1),
	});
}

function expectThat(holds: boolean, says: string): void {
	if (!holds) throw new Error(says);
}

/** Checks that each receipt is complete and in its place. @returns ids by domain */
async function receiptsIn({ reports }: Settings): Promise<Map<string, string[]>> {
	const found = new Map<string, string[]>();
	for (const path of filesIn(join(reports, "receipts"))) {
		const { id, receipt } = await readReceipt(readFileSync(path, "utf8"), path);
		expectThat(path.endsWith(`/${receipt.domain}/${fileName(receipt)}`), `${path} is a receipt of ${receipt.domain}.`);
		found.set(receipt.domain, [...(found.get(receipt.domain) ?? []), id]);
	}
	return found;
}

function linesIn({ reports }: Settings) {
	return filesIn(join(reports, "runs")).flatMap((path) => {
		const text = readFileSync(path, "utf8");
		expectThat(text.endsWith("\n"), `${path} ends within a line.`);
		return text
			.split("\n")
			.filter(Boolean)
			.map((line) => runLineSchema.parse(JSON.parse(line)));
	});
}

function filesIn(folder: string): string[] {
	if (!existsSync(folder)) return [];
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile() && !entry.name.startsWith(".tmp-"))
		.map(({ parentPath, name }) => join(parentPath, name));
}

/** Verifies the log like a reader. @returns its number of leaves */
async function expectWholeLog(settings: Settings, since?: string): Promise<number> {
	if (!existsSync(join(settings.reports, "log", "checkpoint"))) return 0;
	const { faults, size } = await verifyLog(since === undefined ? {} : { since }, settings);
	const [fault] = faults;
	expectThat(fault === undefined, `log verify: ${fault?.file}: ${fault?.says}`);
	return size;
}

/** Seals again, and compares the log with every checkpoint that may have been seen. */
async function expectLogGoesOn(disk: string, settings: Settings, options: Parameters<typeof seal>[0] = {}) {
	const path = join(settings.reports, "log", "checkpoint");
	const [before, since] = [existsSync(path) ? readFileSync(path) : undefined, `${disk}-checkpoint`];
	if (before) writeFileSync(since, before);
	const sealed = await seal({ newLog: !before, ...options }, settings);
	expectThat(!sealed.faulty, `The next seal leaves something out: ${sealed.notes.join(" ")}`);
	expectThat((await expectWholeLog(settings, before ? since : undefined)) === sealed.size, "The log has another size.");
	const left = filesIn(join(settings.reports, "log")).filter((each) => basename(each).startsWith(".tmp-"));
	expectThat(left.length === 0, `${left[0]} is left.`);
	return sealed;
}

/** `sealed <leaves>` is acknowledged. */
function sealing(prepare: (settings: Settings) => Promise<void>, whole: number): Operation {
	return {
		prepare: async (disk) => prepare(await settingsOf(disk)),
		async run(disk, say) {
			const settings = await settingsOf(disk);
			const isFirst = !existsSync(join(settings.reports, "log", "checkpoint"));
			say(`sealed ${(await seal({ newLog: isFirst }, settings)).size}`);
		},
		async check(disk, said) {
			const settings = await settingsOf(disk);
			const size = await expectWholeLog(settings);
			for (const word of said) expectThat(`sealed ${size}` === word, `${word}, and the log has ${size} leaves.`);
			await receiptsIn(settings);
			const { size: after } = await expectLogGoesOn(disk, settings);
			expectThat(after === whole, `The next seal ends with ${after} leaves, not ${whole}.`);
		},
	};
}

/** Crosses the edge of a tile: a level is added and partial tiles are deleted. */
async function beforeGrowing(settings: Settings): Promise<void> {
	const { reports } = settings;
	const receipt = await addReceipt(reports, 0);
	const nights = (from: number, count: number) =>
		Array.from({ length: count }, (_, number) => unchanged(receipt, moment(from + number)));
	await writeRun(reports, "2026-11-01", nights(1, 252));
	await seal({ newLog: true }, settings);
	await addReceipt(reports, 5000);
	await writeRun(reports, "2026-11-02", nights(6000, 4));
}

/** Sites of a night with fake audits and real writes. */
const NIGHT = ["a.example.com", "b.example.com", "c.example.com"];

function auditorOf(coverage: (domain: string) => number): typeof createAuditor {
	return async () => ({
		async audit({ target: { host }, mode }): Promise<Audit> {
			const found = { coverage: coverage(host), auditedAt: new Date().toISOString() };
			const report = { ...exampleReport(), domain: host, mode, ...found };
			return { record: { seen: host } as unknown as Audit["record"], report, sight: "whole" };
		},
		close: async () => {},
	});
}

async function rescanOnce(disk: string, coverage: (domain: string) => number) {
	const engine = { ...ENGINE, openAuditor: auditorOf(coverage), hostIntervalMs: 0 };
	return rescan({ watchlist: join(disk, "reports", "watchlist.json") }, await settingsOf(disk), engine);
}

/** The second night: one site has changed, one has not, one is new. */
const rescanning: Operation = {
	async prepare(disk) {
		const { reports } = await settingsOf(disk);
		const list = (domains: readonly string[]) =>
			writeFileSync(
				join(reports, "watchlist.json"),
				JSON.stringify({ entries: domains.map((domain) => ({ domain })) }),
			);
		mkdirSync(reports, { recursive: true });
		list(NIGHT.slice(0, 2));
		await rescanOnce(disk, () => 1);
		list(NIGHT);
	},
	async run(disk, say) {
		await rescanOnce(disk, (domain) => (domain === NIGHT[0] ? 0.9 : 1));
		say("ended");
	},
	async check(disk, said) {
		const settings = await settingsOf(disk);
		await receiptsIn(settings);
		const before = linesIn(settings).length;
		if (said.includes("ended")) expectThat(before === 5, `The night has ended, and ${before} lines are there.`);
		else await rescanOnce(disk, (domain) => (domain === NIGHT[0] ? 0.9 : 1));
		const [receipts, lines] = [await receiptsIn(settings), linesIn(settings)];
		for (const [number, domain] of NIGHT.entries()) {
			const count = receipts.get(domain)?.length ?? 0;
			expectThat(count === (number === 0 ? 2 : 1), `${domain} has ${count} receipts.`);
		}
		// A night that ended unacknowledged is followed by another.
		for (const [run, ofRun] of Map.groupBy(lines, (line) => line.run)) {
			const domains = ofRun.map(({ domain }) => domain).sort();
			const expected = NIGHT.slice(0, run === lines[0]?.run ? 2 : 3);
			expectThat(domains.join() === expected.join(), `The night of ${run} has lines of ${domains}.`);
		}
		for (const { domain, receipt = "" } of lines)
			expectThat(receipts.get(domain)?.includes(receipt) === true, `The receipt of a line of ${domain} is gone.`);
		await expectLogGoesOn(disk, settings);
	},
};

const REMOVED = "example.com";

const removing: Operation = {
	async prepare(disk) {
		const settings = await settingsOf(disk);
		for (const domain of [REMOVED, "example.org"]) await keepAudit(settings, domain, 20);
		await seal({ newLog: true }, settings);
	},
	async run(disk, say) {
		await removeOnce(disk);
		say("removed");
	},
	async check(disk, said) {
		const settings = await settingsOf(disk);
		await receiptsIn(settings);
		if (!said.includes("removed")) await removeOnce(disk);
		const notices = await readNotices(join(settings.reports, "notices.json"));
		expectThat(
			notices.notices.some(({ kind }) => kind === "removal"),
			"The notice is gone.",
		);
		const receipts = await receiptsIn(settings);
		expectThat(!receipts.has(REMOVED) && receipts.has("example.org"), `There are receipts of ${[...receipts.keys()]}.`);
		for (const line of linesIn(settings).filter(({ domain }) => domain === REMOVED))
			expectThat(line.receipt === undefined, "A line still names the receipt.");
		await expectLogGoesOn(disk, settings);
	},
};

async function removeOnce(disk: string): Promise<void> {
	const settings = await settingsOf(disk);
	await remove({ domain: REMOVED, receipts: [], check: false }, settings, owner("sightline-remove=all"));
}

const SERIES = { domain: exampleReport().domain, source: "network", mode: "light" } as const;

/** Coverages of 3 live audits: the second result equals the first, the third differs. */
const FOUND = [1, 1, 0.9];

const keepingLive: Operation = {
	prepare: async (disk) => keepMinute(disk, 0),
	async run(disk, say) {
		for (const minute of [1, 2]) {
			await keepMinute(disk, minute);
			say(`kept ${minute}`);
		}
	},
	async check(disk, said) {
		const db = await openDatabase({ file: join(disk, "data", "live.sqlite") });
		let last = "";
		try {
			const { faults } = await checkLiveReceipts(db);
			expectThat(faults.length === 0, `${faults[0]?.file}: ${faults[0]?.says}`);
			const series = await listSeries(db, SERIES, { now: START });
			const page = await openPageTable(db).get(SERIES.domain, START);
			const leaves = await db.sql.selectFrom("submission").select("audited_at").execute();
			const moments = leaves.map(({ audited_at }) => audited_at).sort();
			last = moments.at(-1) ?? "";
			for (const minute of [0, ...said.map((word) => Number(word.split(" ")[1]))])
				expectThat(moments.includes(at(minute)), `The audit of minute ${minute} was kept, and has no leaf.`);
			expectThat(
				page?.auditedAt === moments.at(-1),
				`The page is of ${page?.auditedAt}, the last leaf of ${moments.at(-1)}.`,
			);
			const [newest] = series;
			expectThat(
				page?.receipt === newest?.id,
				`The page shows ${page?.receipt}, and the newest receipt is ${newest?.id}.`,
			);
		} finally {
			await db.close();
		}
		for (const minute of [1, 2]) if (at(minute) > last) await keepMinute(disk, minute);
		const settings = await settingsOf(disk);
		mkdirSync(settings.reports, { recursive: true });
		expectThat((await expectLogGoesOn(disk, settings)).added.audits === 2, "Not both live audits were sealed.");
	},
};

async function keepMinute(disk: string, minute: number): Promise<void> {
	mkdirSync(disk, { recursive: true });
	const db = await openDatabase({ file: join(disk, "data", "live.sqlite") });
	await saveLiveAudit(db, { ...auditOf(minute, FOUND[minute]), lifetimeMs: 1_000_000 * MINUTE });
	await db.close();
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Example Bindery</title><meta name="robots" content="noindex"></head>
<body><main><h1>Books</h1><p>We repair books whose backs have given up, and sew loose sheets into new ones.</p></main></body>
</html>
`;

/** @throws Error unless the command ends with 0 */
async function sightline(...args: readonly string[]): Promise<void> {
	const errors: string[] = [];
	const io = { stdout: { write: () => true }, stderr: { write: (text: string) => errors.push(text) } };
	const env = { ...process.env, SIGHTLINE_LOG_KEY: "k".repeat(40) };
	const code = await main(args, { ...io, env });
	if (code !== 0) throw new Error(`sightline ${args.join(" ")} ended with ${code}: ${errors.join("")}`);
}

const fixing: Operation = {
	async prepare(disk) {
		mkdirSync(join(disk, "site"), { recursive: true });
		writeFileSync(join(disk, "site", "index.html"), PAGE);
	},
	async run(disk, say) {
		await fixOnce(disk);
		say("fixed");
	},
	async check(disk, said) {
		const text = readFileSync(join(disk, "site", "index.html"), "utf8");
		expectThat(text.startsWith("<!doctype html>") && text.endsWith("</html>\n"), "The page is half there.");
		expectThat(!(text.includes("noindex") && said.includes("fixed")), "The page was repaired, and is not.");
		if (text.includes("noindex")) await fixOnce(disk);
		expectThat(
			!readFileSync(join(disk, "site", "index.html"), "utf8").includes("noindex"),
			"The page is not repaired.",
		);
	},
};

async function fixOnce(disk: string): Promise<void> {
	await sightline("fix", join(disk, "site"), "--as", "example.com", "--check", "noindex", "--apply");
}

const readingLogs: Operation = {
	async prepare(disk) {
		mkdirSync(disk, { recursive: true });
		const line =
			'192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0 (compatible; GPTBot/1.2)"\n';
		writeFileSync(join(disk, "access.log"), line.repeat(3));
		writeFileSync(join(disk, "report.json"), "{}\n");
	},
	async run(disk, say) {
		await readLogs(disk);
		say("written");
	},
	async check(disk, said) {
		const report = JSON.parse(readFileSync(join(disk, "report.json"), "utf8"));
		expectThat(
			!said.includes("written") || Object.keys(report).length > 0,
			"The report was written, and is not there.",
		);
		await readLogs(disk);
	},
};

async function readLogs(disk: string): Promise<void> {
	const [logs, output] = [join(disk, "access.log"), join(disk, "report.json")];
	await sightline("logs", logs, "--as", "example.com", "--format", "json", "--output", output);
}

/** 20 files in 4 folders, written at once, half of them new. */
const MANY = Array.from({ length: 20 }, (_, number) => ({
	path: `${number % 4}/${number}`,
	data: Buffer.from(`new ${number}`.repeat(50)),
}));

const writingMany: Operation = {
	async prepare(disk) {
		for (const { path } of MANY.slice(0, 10)) {
			mkdirSync(join(disk, "all", path, ".."), { recursive: true });
			writeFileSync(join(disk, "all", path), "old");
		}
	},
	async run(disk, say) {
		await writeAll(join(disk, "all"), MANY);
		say("written");
	},
	async check(disk, said) {
		for (const { path, data } of MANY) {
			const file = join(disk, "all", path);
			const bytes = existsSync(file) ? readFileSync(file) : undefined;
			const isOld = path !== "" && (bytes === undefined || bytes.equals(Buffer.from("old")));
			expectThat(bytes?.equals(data) === true || isOld, `${path} is half a file.`);
			expectThat(!said.includes("written") || !isOld, `${path} was written, and is not there.`);
		}
		await writeAll(join(disk, "all"), MANY);
	},
};

/** A machine and a bare repository on the same disk. */
const publishing: Operation = {
	async prepare(disk) {
		mkdirSync(disk, { recursive: true });
		const git = gitIn(disk);
		git("init", "--quiet", "--bare", "--initial-branch=main", "remote.git");
		// Make the server's writes durable.
		gitIn(join(disk, "remote.git"))("config", "core.fsync", "all");
		git("clone", "--quiet", "--config=gc.auto=0", "--config=maintenance.auto=false", "remote.git", "home");
		const settings = await publishSettings(disk);
		mkdirSync(settings.reports);
		writeFileSync(join(settings.reports, "watchlist.json"), '{"entries": []}\n');
		const home = gitIn(join(disk, "home"));
		home("checkout", "--quiet", "-B", "main");
		home("add", "--all");
		home("commit", "--quiet", "--message=Begin");
		home("push", "--quiet", "origin", "main");
		await addReceipt(settings.reports, 1);
		await seal({ newLog: true }, settings);
	},
	async run(disk, say) {
		say(`published ${(await publishOnce(disk)).commit}`);
	},
	async check(disk, said) {
		const [settings, remote] = [await publishSettings(disk), gitIn(join(disk, "remote.git"))];
		expectThat((await expectWholeLog(settings)) > 0, "The log is gone.");
		remote("fsck", "--strict", "--no-dangling");
		for (const word of said) {
			const tip = remote("rev-parse", "refs/heads/main");
			expectThat(`published ${tip}` === word, `${word}, and the branch is at ${tip}.`);
		}
		await publishOnce(disk);
		const published = remote("show", "refs/heads/main:reports/log/checkpoint");
		const own = readFileSync(join(settings.reports, "log", "checkpoint"), "utf8").trim();
		expectThat(published === own, "What is published is not the log.");
	},
};

async function publishSettings(disk: string): Promise<Settings> {
	const { data: _, ...given } = await settingsOf(disk);
	return { ...given, data: join(disk, "data"), reports: join(disk, "home", "reports") };
}

async function publishOnce(disk: string) {
	const settings = await publishSettings(disk);
	return publish({ issues: false, dryRun: false, patience: QUICK }, settings, process.env);
}

export const OPERATIONS: Readonly<Record<string, Operation>> = {
	"first-seal": sealing(async ({ reports }) => {
		for (const number of [1, 2, 3]) await addReceipt(reports, number);
	}, 4),
	seal: sealing(beforeGrowing, 260),
	rescan: rescanning,
	removal: removing,
	live: keepingLive,
	fix: fixing,
	logs: readingLogs,
	files: writingMany,
	publish: publishing,
};

export function isGitThere(): boolean {
	try {
		execFileSync("git", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
