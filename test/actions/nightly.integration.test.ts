import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { createKeyPair } from "#log/seal/signing-keys.ts";
import { type FakeGitHub, startGitHub } from "#publish/github.testkit.ts";
import { type JobResult, readWorkflow, runWorkflow } from "./workflow.testkit.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
/** Of the program, as much as a night takes; the site is built in the long form. */
const PROGRAM = ["package.json", "tsconfig.json", ".gitignore", ".npmrc", "samples/sites"];
const CODE = ["jobs", "src"];
/** With what the command line that it offers is packed from. */
const SITE = [
	"astro.config.mjs",
	...[
		"template",
		"install",
		"sightline.config.schema.json",
		"LICENSE",
		"README.md",
		"CHANGELOG.md",
		"package-lock.json",
	],
];
/** The script of package.json without npm, which takes as long to start as the program: `npm run --silent NAME -- …`. */
const NPM = String.raw`#!/bin/sh
name=$3; shift 3; [ "$1" = -- ] && shift
command=$(sed -n "s/^[[:space:]]*\"$name\": \"\(.*\)\",$/\1/p" package.json)
exec sh -c "$command \"\$@\"" npm "$@"
`;
const BASE = "https://octo.github.io/audits";

let folder: string;
let github: FakeGitHub;
let key: string;
let attempts = 0;
const origin = (...args: string[]) => github.git(...args);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-nightly-"));
	github = await startGitHub();
	key = (await createKeyPair(readEnvironment({ SIGHTLINE_BASE_URL: BASE }).log.origin)).privateKey;
	const first = join(folder, "first");
	for (const path of [...PROGRAM, ...(FULL ? [...CODE, ...SITE] : [])])
		await cp(join(repository, path), join(first, path), { recursive: true });
	// Thousands of files, which six checkouts would write anew and compile anew.
	if (!FULL) for (const path of CODE) await symlink(join(repository, path), join(first, path));
	await cp(join(repository, "reports/notices.schema.json"), join(first, "reports/notices.schema.json"));
	const sites = ["bakery.example.com", "docs.example.com", "shop.example.com"].slice(0, FULL ? 3 : 1);
	const names = await readdir(join(repository, "samples/sites"));
	const entries = sites.map((domain, at) => ({ domain, folder: `../samples/sites/${names[at]}` }));
	await writeFile(join(first, "reports/watchlist.json"), JSON.stringify({ entries }));
	const git = (...args: string[]) => execFileSync("git", ["-C", first, ...args], { stdio: "pipe" });
	git("init", "--quiet", "--initial-branch=main");
	git("add", "--all");
	git("-c", "user.name=Octo", "-c", "user.email=octo@example.com", "commit", "--quiet", "--message=Begin");
	git("push", "--quiet", "--force", github.folder, "main");
});

afterAll(async () => {
	await github.close();
	await rm(folder, { recursive: true, force: true });
});

interface Night {
	/** Nights of the same number are attempts of one run. */
	readonly run: number;
	readonly secrets?: Readonly<Record<string, string>>;
	readonly begin?: boolean;
	readonly event?: string;
	readonly branch?: string;
	readonly onEnd?: (job: string) => Promise<void>;
}

async function night({ run, secrets = {}, begin = false, event = "workflow_dispatch", branch = "main", onEnd }: Night) {
	const attempt = join(folder, `attempt-${++attempts}`);
	const stores = { folder: join(folder, `run-${run}`) };
	await mkdir(join(stores.folder, "artifacts"), { recursive: true });
	const bin = join(folder, "bin");
	await mkdir(bin, { recursive: true });
	await writeFile(join(bin, "gh"), '#!/bin/sh\necho "gh $*"\n', { mode: 0o755 });
	if (!FULL) await writeFile(join(bin, "npm"), NPM, { mode: 0o755 });
	return runWorkflow(await readWorkflow("nightly.yml"), {
		origin: github.folder,
		folder: attempt,
		stores,
		bin,
		onEnd,
		without: FULL ? [] : ["build", "deploy"],
		github: {
			event_name: event,
			ref_name: branch,
			run_id: String(run),
			run_attempt: String(attempts),
			event: { repository: { default_branch: "main" } },
			repository: "octo/audits",
			server_url: "https://github.com",
			api_url: github.url,
			token: "hush",
		},
		contexts: { inputs: { "begin-log": begin }, secrets, vars: {} },
	});
}

function endsOf(jobs: Readonly<Record<string, JobResult>>): Record<string, string> {
	const ends = Object.entries(jobs).map(([name, { result, run }]) => {
		return [name, result === "failure" ? `failure:\n${run?.log}` : result];
	});
	return Object.fromEntries(ends);
}

const summaryOf = (jobs: Readonly<Record<string, JobResult>>) => jobs.publish?.run?.summary ?? "";
const treeOf = () => origin("ls-tree", "-r", "--name-only", "main", "reports/").split("\n");

describe("the nightly workflow", () => {
	const fine = { plan: "success", rescan: "success", publish: "success", "keep-alive": "skipped" };
	const built = FULL ? { build: "success", deploy: "success" } : {};

	it("does nothing on another branch, where the key could sign a second log", async () => {
		const jobs = await night({ run: 9, secrets: { LOG_SIGNING_KEY: key }, branch: "other" });
		expect(new Set(Object.values(endsOf(jobs)))).toEqual(new Set(["skipped"]));
	});

	it.runIf(FULL)(
		"publishes receipts as pending with a note if there is no key",
		{
			timeout: 900_000,
		},
		async () => {
			const jobs = await night({ run: 1, event: "schedule" });
			expect(endsOf(jobs)).toEqual({ ...fine, ...built, "keep-alive": "success" });
			expect(jobs["keep-alive"]?.run?.log).toContain("PUT repos/octo/audits/actions/workflows/nightly.yml/enable");
			expect(summaryOf(jobs)).toContain("| sites | 3 |");
			expect(summaryOf(jobs)).toContain("not sealed in this night");
			const warnings = jobs.publish?.run?.commands.filter((command) => command.name === "warning");
			expect(
				warnings?.map(({ message }) => message),
				jobs.publish?.run?.log,
			).toEqual([expect.stringContaining("Nothing was sealed")]);
			expect(treeOf().filter((path) => path.startsWith("reports/receipts/")).length).toBe(3);
			expect(treeOf().filter((path) => path.startsWith("reports/log/"))).toEqual([]);
		},
	);

	it("seals with a key, and is idempotent", {
		timeout: FULL ? 900_000 : 240_000,
	}, async () => {
		const secrets = { LOG_SIGNING_KEY: key };
		const jobs = await night({ run: 2, secrets, begin: true });
		expect(endsOf(jobs)).toEqual({ ...fine, ...built });
		expect(summaryOf(jobs)).toMatch(/sealed, \d+ leaves/);
		expect(treeOf()).toContain("reports/log/checkpoint");
		expect(origin("log", "-1", "--format=%an", "main")).toBe("github-actions[bot]");
		const head = origin("rev-parse", "main");
		const again = await night({ run: 2, secrets, begin: true });
		expect(endsOf(again)).toEqual({ ...fine, ...built });
		expect(origin("rev-parse", "main")).toBe(head);
		const logs = Object.values({ ...jobs, ...again }).map(({ run }) => run?.log ?? "");
		expect(logs.filter((log) => log.includes(key))).toEqual([]);
	});

	it.runIf(FULL)(
		"publishes nothing of a site removed during the night",
		{ timeout: FULL ? 900_000 : 240_000 },
		async () => {
			const head = origin("rev-parse", "main");
			const onEnd = async (job: string) => {
				if (job === "rescan") await writeFile(join(folder, "run-3", "artifacts", "found", "notices"), "another");
			};
			const jobs = await night({ run: 3, secrets: { LOG_SIGNING_KEY: key }, onEnd });
			expect(jobs).toMatchObject({
				publish: { result: "failure" },
				build: { result: "skipped" },
				deploy: { result: "skipped" },
			});
			expect(jobs.publish?.run?.log).toContain("A site was taken down while others were audited");
			expect(origin("rev-parse", "main")).toBe(head);
		},
	);

	if (FULL)
		it("the job that reads sites cannot change receipts or remove run lines", async () => {
			const [run = ""] = treeOf().filter((path) => path.startsWith("reports/runs/"));
			const [receipt = ""] = treeOf().filter((path) => path.startsWith("reports/receipts/"));
			const before = [origin("show", `main:${receipt}`), origin("show", `main:${run}`)];
			const onEnd = async (job: string) => {
				if (job !== "rescan") return;
				const found = join(folder, "run-4", "artifacts", "found");
				await mkdir(dirname(join(found, receipt)), { recursive: true });
				await writeFile(join(found, receipt), "{}");
				await writeFile(join(found, run), `${before[1]?.split("\n")[0]}\n`);
				await mkdir(join(found, "reports/log"), { recursive: true });
				await writeFile(join(found, "reports/log/checkpoint"), "mine");
			};
			const jobs = await night({ run: 4, secrets: { LOG_SIGNING_KEY: key }, onEnd });
			expect(endsOf(jobs)).toEqual({ ...fine, ...built });
			expect([origin("show", `main:${receipt}`), origin("show", `main:${run}`)]).toEqual(before);
		}, 240_000);

	if (FULL)
		it("the job that reads sites cannot add receipts of unwatched sites", async () => {
			const head = origin("rev-parse", "main");
			const stranger = "reports/receipts/stranger.example.com/2026-01-01T00-00-00Z.json";
			const onEnd = async (job: string) => {
				if (job !== "rescan") return;
				const found = join(folder, "run-5", "artifacts", "found");
				await mkdir(dirname(join(found, stranger)), { recursive: true });
				await writeFile(join(found, stranger), "{}");
			};
			const jobs = await night({ run: 5, secrets: { LOG_SIGNING_KEY: key }, onEnd });
			expect(jobs.publish?.result).toBe("failure");
			expect(jobs.publish?.run?.log).toContain(`${stranger} is of a site that nobody watches`);
			expect(origin("rev-parse", "main")).toBe(head);
		}, 240_000);
});
