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

const MODULES = resolve("node_modules");

/** The one of the tools that we have ourselves. */
function built(project: string): string {
	const env = { ...process.env, NODE_OPTIONS: "", ASTRO_TELEMETRY_DISABLED: "1" };
	execFileSync(process.execPath, [join(MODULES, "astro/bin/astro.mjs"), "build", "--silent"], { cwd: project, env });
	return join(project, "dist");
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

if (FULL)
	test("a project that is repaired in its templates and built again has no such fault, and nothing left to change", async (run) => {
		const project = mkdtempSync(join(tmpdir(), "sightline-rebuilt-"));
		run.onTestFinished(() => rmSync(project, { recursive: true }));
		cpSync(join(import.meta.dirname, "projects/astro"), project, { recursive: true });
		symlinkSync(MODULES, join(project, "node_modules"));
		const repaired = async () => {
			const folder = built(project);
			return inSource(await repairFolder(request(folder)), project);
		};

		const first = await repaired();
		expect(first.files.length).toBeGreaterThan(1);
		const wanted = new Set(first.checks.filter(({ after }) => !isFault(after.outcome)).map(({ id }) => id));
		for (const check of ["lang", "viewport-zoom", "tabindex", "jsonld-parse"]) expect(wanted).toContain(check);
		expect((await writeRepairs({ folder: first.folder }, first.files)).refused).toEqual([]);

		const second = await repaired();
		const left = second.before.findings.filter(({ id, outcome }) => wanted.has(id) && isFault(outcome));
		expect(left.map(({ id, says }) => `${id}: ${says}`)).toEqual([]);
		expect(worseChecks(first.before, second.before)).toEqual([]);
		expect(second.files.map(({ path }) => path)).toEqual([]);
	}, 600_000);
