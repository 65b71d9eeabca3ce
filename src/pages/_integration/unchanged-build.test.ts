import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AstroConfig } from "astro";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { lastBuild, mayEndEarly } from "./unchanged-build.ts";

let place = "";
const at = (path: string) => join(place, path);
const FILES = [
	"program/src/page.astro",
	"site/astro.config.mjs",
	"site/node_modules/.package-lock.json",
	"site/public/own.svg",
	"site/dist/index.html",
	"site/dist/brief/a/index.html",
	"reports/watchlist.json",
	"reports/receipts/a/1.json",
	"data/evidence/ab/cd",
];
let config: Record<string, unknown> = {};
let environment: Record<string, string> = {};

beforeEach(() => {
	place = mkdtempSync(join(tmpdir(), "sightline-unchanged-"));
	for (const file of FILES) {
		mkdirSync(join(at(file), ".."), { recursive: true });
		writeFileSync(at(file), "before");
	}
	const folder = (path: string) => pathToFileURL(`${at(path)}/`);
	const folders = {
		root: folder("site"),
		srcDir: folder("site/src"),
		publicDir: folder("site/public"),
		outDir: folder("site/dist"),
	};
	config = { ...folders, base: "/", vite: {}, integrations: [{}] };
	environment = { SIGHTLINE_REPORTS: at("reports"), SIGHTLINE_DATA: at("data"), SIGHTLINE_ADAPTER: "none" };
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	rmSync(place, { recursive: true });
});

/** As a process that begins when all files are a while old. */
const next = (began = Date.now() + 60_000) =>
	lastBuild(config as unknown as AstroConfig, readEnvironment(environment), { program: at("program"), began });
const build = (last = next()) => last.integration.hooks["astro:build:done"]?.({} as never);

test("a build has nothing to do where all that the last one read and left is as it was", async () => {
	expect(next().isCurrent()).toBe(false);
	await build();
	expect(next().isCurrent()).toBe(true);
});

const CHANGES: Readonly<Record<string, () => void>> = {
	"a setting": () => {
		environment.SIGHTLINE_BASE_URL = "https://other.example.com";
	},
	"a setting of Astro": () => {
		config.base = "/audits";
	},
	"a function among them": () => {
		config.vite = { define: () => "" };
	},
	"an integration of the project": () => {
		config.integrations = [{}, {}];
	},
	"the time zone": () => vi.stubEnv("TZ", "Asia/Kathmandu"),
	"the day": () => vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ["Date"] }),
	"pages of the project's own": () => mkdirSync(at("site/src")),
	"a link": () => symlinkSync(at("data"), at("reports/elsewhere")),
	"a new receipt": () => writeFileSync(at("reports/receipts/a/2.json"), ""),
	"a new file of the project": () => writeFileSync(at("site/public/robots.txt"), ""),
	"a new file of the site": () => writeFileSync(at("site/dist/other.html"), ""),
};
test.each(Object.entries(CHANGES))("with another state of %s it builds", async (_what, change) => {
	await build();
	change();
	expect(next().isCurrent()).toBe(false);
});

const EDITS: Readonly<Record<string, (file: string) => void>> = {
	written: (file) => appendFileSync(file, "after"),
	"put back in time, with as many bytes": (file) => {
		writeFileSync(file, "after!");
		utimesSync(file, 1, 1);
	},
	moved: (file) => renameSync(file, `${file}.old`),
	removed: (file) => rmSync(file),
};
test.each(FILES.flatMap((file) => Object.keys(EDITS).map((edit) => [file, edit] as const)))(
	"with %s %s it builds, and then has nothing to do",
	async (file, edit) => {
		for (const each of FILES) utimesSync(at(each), 1, 1);
		await build();
		EDITS[edit]?.(at(file));
		expect(next().isCurrent()).toBe(false);
		await build();
		expect(next().isCurrent()).toBe(!file.includes("node_modules") || edit === "written" || edit.startsWith("put"));
	},
);

test("what changes while a build runs is not taken for what it read", async () => {
	const running = next();
	const before = Date.now();
	writeFileSync(at("program/src/page.astro"), "during");
	await build(running);
	expect(next().isCurrent()).toBe(false);
	// One that is as old may have loaded the module before it looked for it.
	await build(next(before));
	expect(next().isCurrent()).toBe(false);
});

test("only Astro's command line ends early, and not where all is asked for anew", () => {
	const node = process.execPath;
	expect(mayEndEarly([node, "/a/node_modules/astro/bin/astro.mjs", "build"])).toBe(true);
	expect(mayEndEarly([node, "/a/node_modules/.bin/astro", "build"])).toBe(true);
	expect(mayEndEarly([node, "/a/node_modules/.bin/astro", "build", "--force"])).toBe(false);
	expect(mayEndEarly([node, "/a/deploy-astro.mjs"])).toBe(false);
	expect(mayEndEarly([node])).toBe(false);
});
