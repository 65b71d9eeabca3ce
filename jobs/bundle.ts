// npm run bundle: the command line as plain JavaScript in lib/, since Node strips no types inside node_modules.
// Given a directory, it is written there; nothing in it is deleted. Given a second path, esbuild's account of what is in
// each file goes there.
import { glob, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { readEnvironment } from "#config/environment.ts";
import { readKeyLines } from "#receipts/verify/trusted-keys.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Packages that stay packages, each loaded when a deep audit shows a page to a browser: playwright-core finds files of its
 * own beside it, and axe-core is handed to the page as the text that was published.
 */
const EXTERNAL = ["playwright-core", "axe-core"];

/** What a server alone needs, which the package has none of: people sign in there, and mail is sent from beside it. */
const ACCOUNTS = ["better-auth", "better-auth/*", "@better-auth/*", "nodemailer"];

/** What pictures are drawn with: 1.6 MB, for one command of the many. */
const DRAWING = ["satori"];

/** What `sightline/site` runs inside of, and its parts. */
const ASTRO = ["astro", "@astrojs/*"];

const SITE = "src/pages/_integration/site-integration.ts";

/**
 * Pages, and what they are built from, are in the package as source, since Astro compiles them; these rooms, which they
 * only call, are in it as JavaScript, each module that a page or a builder imports under its own name.
 */
const PAGE_SOURCES = "src/{browser,components,core,layouts,log,pages,site}/**/*.{astro,ts}";
const NOT_SHIPPED = /\.(test|testkit|contract)\.ts$|^src\/(log\/sumdb-judge|pages\/_(live|people|integration))\//;
const CALLED = /^(?:import|\} from) (?!type ).*?"#((?:audit|checks|evidence|receipts|server)\/[^"]+)\.ts";$/gm;

/**
 * What packages bring along and we never run:
 * - zod's messages in some fifty languages but its own in English;
 * - Ajv in the MCP server, which would judge what a client's person typed into a form; no tool of ours asks for any;
 * - pg-boss's own schedules: nights have a scheduler of ours; its search for differences of its tables, which only its own
 *   program asks for; and its migrations from schemas that no release of ours has had;
 * - undici's second parser of HTTP/1.1, Milo, which is off unless UNDICI_USE_MILO is set, and its first one for processors
 *   with SIMD: where that does not load, undici takes the one that runs on all;
 * - the addresses of GitHub's API that nothing here asks for;
 * - what d3 knows of colours, ticks and most of its curves;
 * - the tables by which a serializer of HTML could read entities, which it only writes, and write others than XML's;
 * - media types that no file name ends in, and those of vendors' programs.
 */
const withoutUnused: Plugin = {
	name: "without-unused",
	setup({ onLoad }) {
		const languages = 'export { default as en } from "./en.js";';
		onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: languages }));
		const shims = `import process from "node:process";
			export class DefaultJsonSchemaValidator {
				getValidator() { throw new Error("No form is asked for, so no judge of one is bundled."); }
			}
			export { process };`;
		const none = 'throw new Error("No schedule is asked for, so no reader of one is bundled.");';
		const rules = `export class RRuleTemporal { constructor() { ${none} } }`;
		onLoad({ filter: /[\\/]rrule-temporal[\\/]dist[\\/]index\.js$/ }, () => ({ contents: rules }));
		onLoad({ filter: /[\\/]pg-boss[\\/]dist[\\/]schema\.json$/ }, async ({ path }) => ({
			contents: withoutTables(await readFile(path, "utf8")),
			loader: "json",
		}));
		const older = 'throw new Error("No release has had an older schema of pg-boss.");';
		const migrations = ["migrate", "migrateCommands", "next", "rollback", "getMinVersion"];
		const noMigration = `const none = () => { ${older} }; export const getAllForConfig = () => [];
			export { ${migrations.map((name) => `none as ${name}`).join(", ")} };`;
		onLoad({ filter: /[\\/]pg-boss[\\/]dist[\\/]migrationStore\.js$/ }, () => ({ contents: noMigration }));
		const expressions = `export const CronExpressionParser = { parse() { ${none} } };`;
		onLoad({ filter: /[\\/]cron-parser[\\/]dist[\\/]index\.js$/ }, () => ({ contents: expressions }));
		// Drawings of a brief scale numbers to numbers, with no ticks and lines of two kinds.
		const numbers = `export const interpolateNumber = (a, b) => ((a = +a), (b = +b), (t) => a * (1 - t) + b * t);
			const none = () => { throw new Error("Only numbers are scaled, so no reader of other values is bundled."); };
			export { interpolateNumber as interpolate, none as interpolateRound, none as piecewise };`;
		onLoad({ filter: /[\\/]d3-interpolate[\\/]dist[\\/]d3-interpolate\.mjs$/ }, () => ({ contents: numbers }));
		const formats = [
			"formatSpecifier",
			"precisionFixed",
			"precisionRound",
			"precisionPrefix",
			"formatPrefix",
			"format",
		];
		const unformatted = `const none = () => { throw new Error("No tick is written, so no format of one is bundled."); };
			export { ${formats.map((name) => `none as ${name}`).join(", ")} };`;
		onLoad({ filter: /[\\/]d3-format[\\/]dist[\\/]d3-format\.mjs$/ }, () => ({ contents: unformatted }));
		onLoad({ filter: /[\\/]d3-shape[\\/]dist[\\/]d3-shape\.mjs$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replaceAll("= (function custom(", "= /* @__PURE__ */ (function custom("),
		}));
		const milo = 'module.exports = { setup() { throw new Error("Milo is not bundled: unset UNDICI_USE_MILO."); } };';
		onLoad({ filter: /[\\/]undici[\\/]lib[\\/]milo[\\/](no-)?simd\.js$/ }, () => ({ contents: milo }));
		onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp_simd-wasm\.js$/ }, () => ({ contents: "" }));
		const endpoints = /[\\/]plugin-rest-endpoint-methods[\\/]dist-src[\\/]generated[\\/]endpoints\.js$/;
		onLoad({ filter: endpoints }, async ({ path }) => ({ contents: await askedEndpoints(path) }));
		const entities = /[\\/]dom-serializer[\\/].*[\\/]esm[\\/]generated[\\/]decode-data-html\.js$/;
		onLoad({ filter: entities }, () => ({ contents: "export default new Uint16Array(0);" }));
		const names = /[\\/]dom-serializer[\\/].*[\\/]esm[\\/]generated[\\/]encode-html\.js$/;
		onLoad({ filter: names }, () => ({ contents: "export default new Map();" }));
		onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
			const types: Record<string, { extensions?: string[] }> = JSON.parse(await readFile(path, "utf8"));
			const ofFiles = Object.entries(types).filter(
				([type, { extensions }]) => extensions && !/^application\/(?:vnd|prs|x-)/.test(type),
			);
			return { contents: JSON.stringify(Object.fromEntries(ofFiles)), loader: "json" };
		});
		onLoad({ filter: /@modelcontextprotocol[\\/]server[\\/]dist[\\/]shimsNode\.mjs$/ }, () => ({ contents: shims }));
	},
};

/** Schema of pg-boss in the first release that has it: who changes from it to a later one needs the migrations between. */
const FIRST_BOSS_SCHEMA = 43;

/** pg-boss's description of its tables, without the tables: its states of jobs are read from it. */
function withoutTables(text: string): string {
	const { version, schemaToken, partitioned, nonPartitioned } = JSON.parse(text);
	if (version !== FIRST_BOSS_SCHEMA)
		throw new Error(`pg-boss has schema ${version} now: bundle its migrations from ${FIRST_BOSS_SCHEMA} on.`);
	const states = ({ enum: named }: { enum: unknown }) => ({ enum: named });
	return JSON.stringify({
		version,
		schemaToken,
		partitioned: states(partitioned),
		nonPartitioned: states(nonPartitioned),
	});
}

/** Octokit's table of endpoints, with those alone that the one room that has it asks for as `….rest.<group>.<method>`. */
async function askedEndpoints(path: string): Promise<string> {
	const asked = new Set<string>();
	for await (const file of glob("src/publish/**/*.ts", { cwd: root })) {
		const source = await readFile(join(root, file), "utf8");
		if (/\b(?:client|octokit)\.rest\b(?!\.\w+\.\w)/.test(source)) {
			throw new Error(`${file} asks Octokit by another way than client.rest.<group>.<method>, which the bundle needs.`);
		}
		for (const [, group, method] of source.matchAll(/\.rest\.(\w+)\.(\w+)/g)) asked.add(`${group}.${method}`);
	}
	const all: Record<string, Record<string, unknown>> = (await import(pathToFileURL(path).href)).default;
	const groups = Object.entries(all).map(([group, methods]) => [
		group,
		Object.fromEntries(Object.entries(methods).filter(([method]) => asked.has(`${group}.${method}`))),
	]);
	const kept = groups.filter(([, methods]) => Object.keys(methods ?? {}).length > 0);
	return `export default ${JSON.stringify(Object.fromEntries(kept))};`;
}

/** Rubrics stand in the package as source, too, so programs read them there: from `lib`, beside `src`. */
const rubricsBeside: Plugin = {
	name: "rubrics-beside",
	setup({ onResolve }) {
		onResolve({ filter: /^\.\/rubrics\/[\d.]+\.json$/ }, ({ path }) => ({
			path: path.replace(/^\./, "../src/core"),
			external: true,
		}));
	},
};

// Readers who have the package have the keys of this log by another way than its site.
const keys = await readKeyLines(readEnvironment(process.env).reports);

const [outdir = join(root, "lib"), account] = process.argv.slice(2);
if (outdir === join(root, "lib")) await rm(outdir, { recursive: true, force: true });
const { metafile } = await build({
	absWorkingDir: root,
	entryPoints: {
		sightline: "src/cli/sightline.ts",
		// The program of action.yml.
		action: "src/cli/action/action.ts",
		// The reading worker is loaded by its address, so it needs a file of its own beside the code that starts it.
		"reading-worker": "src/evidence/reading/reading-worker.ts",
		site: SITE,
		...(await calledByPages()),
	},
	outdir,
	bundle: true,
	// A command, and whatever is imported on the way, is a file of its own that is read when it is needed.
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node22",
	external: [...EXTERNAL, ...ACCOUNTS, ...DRAWING, ...ASTRO],
	// Modules rather than CommonJS where a package has both: what is not used of them is left out.
	mainFields: ["module", "main"],
	// Packages of CommonJS ask for modules of Node by `require`, which a module does not have.
	banner: {
		js: `import { createRequire as $createRequire } from "node:module"; const require = $createRequire(import.meta.url);`,
	},
	define: { SIGHTLINE_PINNED_KEYS: JSON.stringify(keys) },
	plugins: [withoutUnused, rubricsBeside],
	metafile: true,
	legalComments: "none",
	minify: true,
});
if (account !== undefined) await writeFile(account, JSON.stringify(metafile));
await writeFile(join(outdir, "site.d.ts"), await typesOf(SITE));
await writeFile(join(outdir, "LICENSES.txt"), await licencesOf(Object.keys(metafile.inputs)));

/** The licence of each package whose code is in the bundle, as its terms ask for; where several have the same text it stands once. */
async function licencesOf(inputs: readonly string[]): Promise<string> {
	const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "").filter(Boolean);
	const packages = [...new Set(folders)].toSorted().map(async (folder) => {
		const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
		const file = (await readdir(join(root, folder))).find((each) => /^licen[cs]e/i.test(each));
		const terms = file ? await readFile(join(root, folder, file), "utf8") : `Licence: ${license}`;
		return { name: `${name} ${version}`, terms: terms.trim() };
	});
	const byTerms = Map.groupBy(await Promise.all(packages), ({ terms }) => terms);
	const texts = [...byTerms].map(([terms, of]) => `${of.map(({ name }) => name).join("\n")}\n\n${terms}\n`);
	return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/** Name in the bundle → path of each module that the shipped source calls. */
async function calledByPages(): Promise<Record<string, string>> {
	const modules: Record<string, string> = {};
	for await (const path of glob(PAGE_SOURCES, { cwd: root })) {
		if (NOT_SHIPPED.test(path)) continue;
		const text = await readFile(join(root, path), "utf8");
		for (const [, name = ""] of text.matchAll(CALLED)) modules[name] = `src/${name}.ts`;
	}
	return modules;
}

/** Types of what a module exports, by its own words alone. */
async function typesOf(path: string): Promise<string> {
	const { outputText } = ts.transpileDeclaration(await readFile(join(root, path), "utf8"), { fileName: path });
	return outputText;
}
