import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { machineFault } from "#config/named-file.ts";
import { dependencyOn } from "#config/program.ts";
import { agencyJsonSchema, agencyNameSchema } from "#core/agency/agency.ts";
import { agencySlugOf } from "#core/agency/agency-slug.ts";
import { PACKAGE, TARBALL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { ifThere, readIfThere } from "#receipts/store/if-there.ts";
import { readPublication, type WatchEntry, watchlistJsonSchema } from "#receipts/store/published-watchlist.ts";
import { markdownText } from "#site/page/page-text.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { readAgencyName, refusedAgency } from "./subject.ts";

export async function run({ argument = ".", options }: Given<"init">, io: Io): Promise<ExitCode> {
	const { stdout } = io;
	const folder = resolve(argument);
	const facts = await ifThere(stat(folder), ["ENOENT"]).catch((error: unknown) => {
		throw refused(folder, error);
	});
	if (facts && !facts.isDirectory()) throw refused(folder, new Error("It is a file, not a folder."));
	const wall = await readWall(folder, options);
	const source = await installedFrom(io);
	const states = await compareFiles(folder, await templateFiles(wall, source));
	const missing = states.filter(({ state }) => state === "added");
	if (!options["dry-run"]) for (const { path, text } of missing) await addFile(folder, path, text);
	stdout.write(summaryOf(states, options["dry-run"]));
	stdout.write(await unwatched(folder, wall));
	if (!options["dry-run"] && missing.length > 0) stdout.write(nextSteps(argument, wall, source));
	return EXIT.fine;
}

type Options = Given<"init">["options"];

async function readWall(folder: string, { agency, domain, "base-url": baseUrl }: Options): Promise<Wall> {
	const folderName = basename(folder);
	if (baseUrl !== undefined) readEnvironment({}, { SIGHTLINE_BASE_URL: ["--base-url", baseUrl] });
	return {
		name: agencySlugOf(folderName) || "wall",
		agency: agency === undefined ? await usualAgency(folder, folderName) : namedAgency(agency),
		domains: [...new Set(domain.map((each) => parseTarget(each).host))],
		baseUrl: baseUrl ?? (await pagesAddress(folder)),
	};
}

type Agency = Wall["agency"];

/** The folder's first agency, else one named after the folder. */
async function usualAgency(folder: string, folderName: string): Promise<Agency> {
	const { brands } = await readAgencyFiles(join(folder, "reports", "agencies"));
	for (const { slug, name } of brands.values()) return { slug, name };
	const name = agencyNameSchema.safeParse(folderName).success ? folderName : "Our agency";
	return { name, slug: agencySlugOf(name) || "agency" };
}

function namedAgency(given: string): Agency {
	const name = readAgencyName(given);
	const slug = agencySlugOf(name);
	if (slug !== "") return { name, slug };
	throw refusedAgency(
		given,
		"The agency's name has no Latin letters or digits to name its file by.",
		"Write it in Latin letters; you can change the name in reports/agencies/ afterwards.",
	);
}

/** GitHub Pages' address; undefined unless the folder is a clone from GitHub. */
async function pagesAddress(folder: string): Promise<string | undefined> {
	const config = await readIfThere(join(folder, ".git", "config")).catch(() => undefined);
	const [, owner, name = ""] =
		/^\s*url = \S*github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git)?\s*$/m.exec(config ?? "") ?? [];
	if (owner === undefined) return undefined;
	const host = `${owner.toLowerCase()}.github.io`;
	return `https://${host}${name.toLowerCase() === host ? "" : `/${name}`}`;
}

interface Wall {
	/** Name of the npm package, which is never published. */
	readonly name: string;
	readonly agency: { readonly name: string; readonly slug: string };
	/** ASCII hosts. */
	readonly domains: readonly string[];
	/** Without trailing slash; undefined if unknown. */
	readonly baseUrl: string | undefined;
}

/** Host of the sample in `template/sample/`, a reserved name (RFC 2606). */
const SAMPLE = "sample.example.com";
/** Written once; after that it belongs to the agency. */
const WATCHLIST = "reports/watchlist.json";

/** npm omits files with these names from packages, and the GitHub folder would apply to this repository. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: ".gitignore", github: ".github" };

/** Text by path with slashes. */
async function templateFiles(wall: Wall, source: string): Promise<ReadonlyMap<string, string>> {
	const root = packageRoot();
	const template = join(root, "template");
	const files = new Map<string, string>();
	for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const [first = "", ...rest] = path.slice(template.length + 1).split(/[\\/]/);
		files.set([RENAMED[first] ?? first, ...rest].join("/"), fillIn(await readFile(path, "utf8"), wall));
	}
	const { dependencies, peerDependencies = dependencies } = JSON.parse(
		await readFile(join(root, "package.json"), "utf8"),
	);
	files.set("package.json", withDependencies(files.get("package.json") ?? "", peerDependencies.astro, source));
	files.set(WATCHLIST, watchlistText(wall));
	files.set("reports/watchlist.schema.json", jsonText(watchlistJsonSchema()));
	const agency = { $schema: "../agency.schema.json", name: wall.agency.name };
	files.set(`reports/agencies/${wall.agency.slug}.json`, jsonText(agency));
	files.set("reports/agency.schema.json", jsonText(agencyJsonSchema()));
	return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fillIn(text: string, { name, agency, baseUrl }: Wall): string {
	const values: Readonly<Record<string, string>> = {
		name,
		agency: markdownText(agency.name),
		slug: agency.slug,
		sample: SAMPLE,
		baseUrl: baseUrl === undefined ? "# SIGHTLINE_BASE_URL=" : `SIGHTLINE_BASE_URL=${baseUrl}`,
	};
	return text.replace(/(?<!\$)\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

/** The oldest Astro that fits and that this version was tested with. */
function withDependencies(text: string, astro: string, source: string): string {
	const dependencies = { astro: astro.replace(/^\^/, ""), [PACKAGE]: source };
	return jsonText({ ...JSON.parse(text), dependencies });
}

const BESIDE = `file:${basename(TARBALL)}`;

/** In package.json's notation: the installation that this program came from or is configured for, or a file. */
async function installedFrom({ env }: Io): Promise<string> {
	const settings = readEnvironment(env);
	const noted = await readIfThere(join(packageRoot(), "..", "..", "package.json"));
	const from: unknown = noted === undefined ? undefined : JSON.parse(noted).dependencies?.[PACKAGE];
	if (typeof from === "string" && !/^(?:file|link):/.test(from)) return from;
	return settings.isNamed ? dependencyOn(settings.baseUrl) : BESIDE;
}

function packageRoot(): string {
	return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
}

/** One line per site, so that a new client is a new line in a diff. */
function watchlistText({ agency, domains }: Wall): string {
	const sample = entryLine({ domain: SAMPLE, folder: "../sample", agency: agency.slug });
	const lines = [sample, ...domains.map((domain) => entryLine({ domain, agency: agency.slug }))];
	return `{\n  "$schema": "./watchlist.schema.json",\n  "entries": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

function entryLine(entry: Partial<WatchEntry>): string {
	return `    ${JSON.stringify(entry, null, 1).replace(/\n\s*/g, " ")}`;
}

async function unwatched(folder: string, { agency, domains }: Wall): Promise<string> {
	const text = await readIfThere(join(folder, WATCHLIST));
	const watched = text === undefined ? domains : readPublication(text).entries.map(({ domain }) => domain);
	const lines = domains
		.filter((domain) => !watched.includes(domain))
		.map((domain) => entryLine({ domain, agency: agency.slug }));
	return lines.length === 0 ? "" : `\nNot watched yet. Add to the entries of ${WATCHLIST}:\n${lines.join(",\n")}\n`;
}

function jsonText(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

interface FileState {
	readonly path: string;
	readonly text: string;
	readonly state: keyof typeof HEADINGS;
}

/** @throws Failure `input-invalid` for a conflicting file, before anything is written */
async function compareFiles(folder: string, files: ReadonlyMap<string, string>): Promise<FileState[]> {
	return Promise.all(
		[...files].map(async ([path, text]) => {
			const there = await ifThere(readFile(join(folder, path), "utf8")).catch((error: unknown) => {
				throw refused(join(folder, path), error);
			});
			if (there === undefined) return { path, text, state: "added" } as const;
			if (there === text) return { path, text, state: "kept" } as const;
			return { path, text, state: path === WATCHLIST ? "own" : "different" } as const;
		}),
	);
}

async function addFile(folder: string, path: string, text: string): Promise<void> {
	const file = join(folder, path);
	try {
		await makeFolder(dirname(file));
		// Never overwrite a file created meanwhile.
		await writeFile(file, text, { flag: "wx" });
	} catch (error) {
		throw refused(file, error);
	}
}

/** Level by level: with `recursive`, Node retries endlessly in /proc and the like. */
async function makeFolder(path: string): Promise<void> {
	const isMade = await ifThere(mkdir(path).then(() => true)).catch((error: unknown) => {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return true;
		throw error;
	});
	if (isMade) return;
	await makeFolder(dirname(path));
	await mkdir(path);
}

function refused(path: string, error: unknown): Failure {
	const why = machineFault(error) ?? (error as Error).message;
	const todo = "Existing files were not changed. Name another folder, or correct this one and run the command again.";
	return new Failure("input-invalid", { what: `${path} cannot be created.`, why, todo }, { cause: error });
}

const HEADINGS = {
	added: ["Added", "Would be added"],
	kept: ["Already there, the same", "Already there, the same"],
	own: ["Already there, yours to change", "Already there, yours to change"],
	different: ["Already there and different: not changed", "Already there and different: would not be changed"],
} as const;

function summaryOf(states: readonly FileState[], isDry: boolean): string {
	const groups = (["added", "kept", "own", "different"] as const).flatMap((state) => {
		const paths = states.filter((each) => each.state === state).map(({ path }) => `  ${path}\n`);
		return paths.length === 0 ? [] : [`${HEADINGS[state][isDry ? 1 : 0]}:\n${paths.join("")}`];
	});
	return groups.join("\n");
}

function nextSteps(folder: string, { baseUrl }: Wall, source: string): string {
	const steps = [
		...(folder === "." ? [] : [`cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`]),
		...(baseUrl === undefined
			? ["set SIGHTLINE_BASE_URL in sightline.env, to the wall's public address, once you know it"]
			: []),
		...(source === BESIDE ? [`put ${basename(TARBALL)} next to package.json, and commit it`] : []),
		"npm install",
		"npm run report     audits, seals and builds; the sample needs no network",
		"npm run preview    shows the wall",
	];
	return `\nNext:\n${steps.map((step) => `  ${step}\n`).join("")}\nREADME.md explains the next steps to the published wall.\n`;
}
