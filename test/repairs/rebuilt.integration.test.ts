import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { parsePlace } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { worseChecks } from "#repairs/prove.ts";
import { repairFolder } from "#repairs/repair-folder.ts";
import { inSource } from "#repairs/source-map.ts";
import { writeRepairs } from "#repairs/write-repairs.ts";
import { missingRegistry } from "#test/registry.testkit.ts";

const MODULES = resolve("node_modules");

interface Tool {
	readonly name: string;
	/** Of the project's node_modules. */
	readonly build: readonly string[];
	/** Output folder. */
	readonly folder: string;
	/** Checks whose faults must disappear. */
	readonly repaired: readonly string[];
}

/** Astro is our own dependency; the test installs the others. */
const TOOLS: readonly Tool[] = [
	{
		name: "astro",
		build: ["astro/bin/astro.mjs", "build", "--silent"],
		folder: "dist",
		repaired: ["lang", "viewport-zoom", "tabindex", "jsonld-parse"],
	},
	{
		name: "eleventy",
		build: ["@11ty/eleventy/cmd.cjs", "--quiet"],
		folder: "_site",
		repaired: ["lang", "viewport-zoom", "tabindex", "jsonld-parse"],
	},
	{ name: "next", build: ["next/dist/bin/next", "build"], folder: "out", repaired: ["lang", "crawl-delay", "alt"] },
];

function install(project: string, { name }: Tool): void {
	if (name === "astro") symlinkSync(MODULES, join(project, "node_modules"));
	else
		execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"], {
			cwd: project,
		});
}

function built(project: string, { build: [program = "", ...options], folder }: Tool): string {
	const env = { ...process.env, NODE_OPTIONS: "", ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1" };
	execFileSync(process.execPath, [join(project, "node_modules", program), ...options], { cwd: project, env });
	return join(project, folder);
}

const request = (folder: string) => ({ folder, target: parsePlace("example.com"), settings: readEnvironment({}) });

test.each(["astro", "hugo", "jekyll", "eleventy", "next"])(
	"the faults of a site made by %s are repaired in its templates",
	async (tool) => {
		const project = join(import.meta.dirname, "projects", tool);
		const found = await inSource(await repairFolder(request(join(import.meta.dirname, "built", tool))), project);
		const done = new Set(found.steps.map(({ check }) => check));
		expect(done).toContain("lang");
		for (const { path, isNew } of found.files) expect(isNew || existsSync(join(project, path)), path).toBe(true);
	},
);

const missing = missingRegistry();

for (const tool of FULL ? TOOLS : [])
	test.skipIf(tool.name !== "astro" && missing)(
		`a project of ${tool.name} that is repaired in its templates and built again has no such fault, and nothing left to change`,
		async (run) => {
			const project = mkdtempSync(join(tmpdir(), "sightline-rebuilt-"));
			run.onTestFinished(() => rmSync(project, { recursive: true }));
			cpSync(join(import.meta.dirname, "projects", tool.name), project, { recursive: true });
			install(project, tool);
			const repaired = async () => inSource(await repairFolder(request(built(project, tool))), project);

			const first = await repaired();
			expect(first.files.length).toBeGreaterThan(1);
			// A page that has too little of a language to tell it by is made of the template, too.
			const whole = first.checks.filter(({ id, after }) => !isFault(after.outcome) || id === "lang");
			const wanted = new Set(whole.map(({ id }) => id));
			for (const check of tool.repaired) expect([...wanted], check).toContain(check);
			expect((await writeRepairs({ folder: first.folder }, first.files)).refused).toEqual([]);

			const second = await repaired();
			const left = second.before.findings.filter(({ id, outcome }) => wanted.has(id) && isFault(outcome));
			expect(left.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
			expect(worseChecks(first.before, second.before)).toEqual([]);
			expect(second.files.map(({ path }) => path)).toEqual([]);
		},
		600_000,
	);
