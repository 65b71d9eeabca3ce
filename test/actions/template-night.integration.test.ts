import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { runSteps, type Step } from "./runner.testkit.ts";
import { runWorkflow } from "./workflow.testkit.ts";

const template = new URL("../../template/github/workflows/nightly.yml", import.meta.url);
const program = fileURLToPath(new URL("../../src/cli/sightline.ts", import.meta.url));
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-template-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder of programs, each a script of a shell. */
async function programs(name: string, scripts: Readonly<Record<string, string>>): Promise<string> {
	const bin = join(folder, name);
	await mkdir(bin, { recursive: true });
	for (const [each, script] of Object.entries(scripts))
		await writeFile(join(bin, each), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	return bin;
}

const gitIn =
	(cwd: string) =>
	(...args: string[]) =>
		execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@north.example", ...args], { cwd, encoding: "utf8" });

it("the template begins a log if there never was one, but not if it was lost", async () => {
	const workspace = join(folder, "wall");
	await mkdir(join(workspace, "reports/log"), { recursive: true });
	const bin = await programs("bin", { npm: 'echo "npm $*"' });
	const git = gitIn(workspace);
	const seal = async (name: string) => {
		const { jobs } = parse(await readFile(template, "utf8"));
		const steps = jobs.night.steps.filter((step: Step) => step.name === "Seal");
		const temp = join(folder, name);
		await mkdir(temp);
		const contexts = { secrets: { LOG_SIGNING_KEY: "key" } };
		const env = { PATH: `${bin}:${process.env.PATH}` };
		const result = await runSteps(steps, { workspace, temp, github: {}, contexts, env });
		expect(result.conclusion, result.log).toBe("success");
		return result.log.trim();
	};
	git("init", "--quiet", "--initial-branch=main");
	git("commit", "--quiet", "--allow-empty", "--message=Begin");
	expect(await seal("first")).toBe("npm run -s seal -- --new-log");
	await writeFile(join(workspace, "reports/log/checkpoint"), "log\n");
	git("add", "--all");
	git("commit", "--quiet", "--message=Sealed");
	expect(await seal("second")).toBe("npm run -s seal --");
	git("rm", "--quiet", "reports/log/checkpoint");
	git("commit", "--quiet", "--message=Lost");
	expect(await seal("lost")).toBe("npm run -s seal --");
});

it("the template reports what bots got from logs in folders and buckets, and sites without logs", async () => {
	const [origin, bucket] = [join(folder, "origin"), join(folder, "bucket")];
	const line = (day: string, status: number) =>
		`66.249.66.1 - - [${day}/Nov/2026:12:00:00 +0000] "GET /a?q=mine HTTP/1.1" ${status} 9 "-" "Googlebot/2.1"\n`;
	for (const [path, text] of Object.entries({
		[join(origin, ".gitignore")]: "node_modules\n",
		[join(origin, "logs/fine/access.log")]: line("01", 200).repeat(20),
		[join(origin, "logs/refused/access.log")]: line("01", 200).repeat(20) + line("20", 403).repeat(9),
		[join(bucket, "2026/access.log")]: line("02", 200).repeat(7),
	})) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	}
	// Its receipt says what the site allows.
	const site = fileURLToPath(new URL("../../samples/sites/tidewater-books.example.net", import.meta.url));
	execFileSync(process.execPath, [program, "audit", "--dir", site, "--as", "a.example.com", "--save"], {
		env: { ...process.env, SIGHTLINE_REPORTS: join(origin, "reports"), SIGHTLINE_DATA: join(folder, "data") },
		stdio: "ignore",
	});
	const git = gitIn(origin);
	git("init", "--quiet", "--initial-branch=main");
	git("add", "--all");
	git("commit", "--quiet", "--message=Begin");
	const bin = await programs("runner", {
		npm: `shift 4; exec "${process.execPath}" "${program}" "$@"`,
		aws: `echo "aws $*"; [ "$3" = s3://ours/b/ ] && mkdir -p "$4" && cp -r "${bucket}/." "$4"`,
	});
	const night = async (name: string, vars: Readonly<Record<string, string>>, event_name = "schedule") => {
		const { bots } = await runWorkflow(parse(await readFile(template, "utf8")), {
			origin,
			folder: join(folder, name),
			stores: { folder: join(folder, "stores") },
			bin,
			without: ["night", "deploy", "keep-alive"],
			github: { event_name, ref_name: "main" },
			contexts: { vars, secrets: { LOGS_ID: "id", LOGS_KEY: "key" } },
		});
		return { ...bots, log: bots?.run?.log ?? "", summary: bots?.run?.summary ?? "" };
	};
	expect((await night("unset", {})).result).toBe("skipped");
	const both = "a.example.com logs/fine\r\n\r\nb.example.com s3://ours/b/\r\n";
	expect((await night("pushed", { SIGHTLINE_LOGS: both }, "push")).result).toBe("skipped");

	const fine = await night("fine", { SIGHTLINE_LOGS: both, SIGHTLINE_LOGS_ENDPOINT: "https://s3.example" });
	expect(fine.result, fine.log).toBe("success");
	expect(fine.summary.match(/^# .*$/gm)).toEqual([
		expect.stringMatching(/a\.example\.com$/),
		expect.stringMatching(/b\.example\.com$/),
	]);
	expect(fine.summary.match(/^## By engine and bot.*$/gm)).toHaveLength(1);
	expect(fine.log).toMatch(/^aws s3 sync s3:\/\/ours\/b\/ .* --endpoint-url https:\/\/s3\.example$/m);
	expect(fine.log + fine.summary).not.toMatch(/66\.249|mine/);
	expect(gitIn(join(folder, "fine/bots/workspace"))("status", "--porcelain")).toBe("");

	const sites =
		"a.example.com logs/refused\nb.example.com s3://theirs/\nc.example.com logs/none\nd.example.com logs/fine";
	const failed = await night("failed", { SIGHTLINE_LOGS: sites });
	expect(failed.result).toBe("failure");
	expect(failed.run?.commands.map(({ name, message }) => `${name}: ${message}`)).toEqual([
		expect.stringMatching(/^error: A bot of a\.example\.com changed/),
		expect.stringMatching(/^error: The logs of b\.example\.com could not be fetched/),
		expect.stringMatching(/^error: The logs of c\.example\.com could not be read/),
	]);
	expect(failed.summary).toContain("Your server began to refuse Googlebot on 20 November 2026");
	expect(failed.summary).toMatch(/^# .*d\.example\.com$/m);
});
