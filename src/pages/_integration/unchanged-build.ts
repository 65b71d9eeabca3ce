import { hash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroConfig, AstroIntegration } from "astro";
import type { Settings } from "#config/environment.ts";
import { installedPackages } from "#site/publication/kept-pages-integration.ts";

export interface LastBuild {
	/** Whether it read what this one would read, and all that it left is there. */
	isCurrent(): boolean;
	/** Keeps what this build read and left; last, after all that write files. */
	readonly integration: AstroIntegration;
}

/**
 * Ask it before anything else is read. Astro and Vite take seconds to begin, so a build with nothing to do ends before them.
 * What cannot be known from files of this machine makes every build run: pages of a project's own, a bucket, a link.
 */
export function lastBuild(config: AstroConfig, settings: Settings, run: Partial<Run> = {}): LastBuild {
	const record = join(settings.data, "last-build");
	const output = fileURLToPath(config.outDir);
	const inputs = inputsOf(config, settings, { program: PROGRAM, began: performance.timeOrigin, ...run });
	const now = (): string | undefined => {
		const left = inputs && filesBelow([output], []);
		return left && hash("sha256", JSON.stringify([inputs, left]));
	};
	return {
		isCurrent: () => existsSync(record) && readFileSync(record, "utf8") === now(),
		integration: {
			name: "sightline-last-build",
			hooks: {
				"astro:build:done": async () => {
					const state = now();
					if (state === undefined) return rm(record, { force: true });
					await mkdir(dirname(record), { recursive: true });
					await writeFile(record, state);
				},
			},
		},
	};
}

interface Run {
	/** Folder of the package or checkout. */
	readonly program: string;
	/** When its process did, in milliseconds. */
	readonly began: number;
}

const PROGRAM = dirname(fileURLToPath(import.meta.resolve("sightline/package.json")));

/** Where others go on after `build()`, or ask for all anew, nothing ends early. */
export function mayEndEarly([, program = "", ...options]: readonly string[]): boolean {
	return /^astro(?:\.m?js)?$/.test(basename(program)) && !options.includes("--force");
}

/** Environment that Vite, Astro and Node take settings of their own from. */
const OF_TOOLS = /^(?:(?:ASTRO|PUBLIC|VITE|LC)_.*|LANG|NODE_ENV|NODE_OPTIONS|TZ)$/;

function inputsOf(config: AstroConfig, settings: Settings, { program, began }: Run): object | undefined {
	const { integrations, adapter, vite, ...rest } = config;
	const isOurs = integrations.length === 1 && !adapter && !vite.plugins?.length && !existsSync(config.srcDir);
	if (!isOurs || settings.adapter === "vercel" || settings.evidence !== undefined) return undefined;
	const [root, output] = [fileURLToPath(config.root), fileURLToPath(config.outDir)];
	const packages = installedPackages([root, import.meta.dirname]);
	const evidence = join(settings.data, "evidence");
	// Tests build beside each other.
	const others = readdirSync(program).filter((name) => name.startsWith(".tmp-"));
	const files = filesBelow(
		[...new Set([root, program, fileURLToPath(config.publicDir), settings.reports, evidence])],
		[output, settings.data, ...others.map((name) => join(program, name))],
	);
	// A file that changed since the process began may have been read before.
	if (!packages || !files || files.some(([, , , changedAt]) => changedAt > began - CLOCK_TICK_MS)) return undefined;
	const environment = Object.entries(process.env).filter(([name]) => OF_TOOLS.test(name));
	// What goes stale does so by the day of the build.
	const day = new Date().toISOString().slice(0, 10);
	const code = (_: string, value: unknown) => (typeof value === "function" ? String(value) : value);
	const about = JSON.stringify([rest, vite, settings, environment.sort(), process.argv, process.versions], code);
	return { day, about, packages, files };
}

/** File systems tell times by the kernel's clock. */
const CLOCK_TICK_MS = 10;

/** Path, size, and when bytes and name were changed, in milliseconds. */
type Stamp = readonly [path: string, size: number, modifiedAt: number, changedAt: number];

/** Astro writes types for editors into a folder of its own. */
const NO_INPUT = [".astro", ".git", "node_modules"];

/** Of every other file; undefined where a link may lead elsewhere. */
function filesBelow(folders: readonly string[], except: readonly string[]): Stamp[] | undefined {
	const found: Stamp[] = [];
	const leftOut = new Set(except.map((folder) => join(folder, ".")));
	const waiting = folders.filter((folder) => existsSync(folder)).map((folder) => join(folder, "."));
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
		for (const entry of readdirSync(folder, { withFileTypes: true })) {
			const path = join(folder, entry.name);
			if (NO_INPUT.includes(entry.name) || leftOut.has(path)) continue;
			if (entry.isSymbolicLink()) return undefined;
			if (entry.isDirectory()) waiting.push(path);
			else {
				const { size, mtimeMs, ctimeMs } = lstatSync(path);
				found.push([path, size, mtimeMs, ctimeMs]);
			}
		}
	return found.sort(([a], [b]) => (a < b ? -1 : 1));
}
