// npm run bundle [folder]: writes JavaScript to lib/, because Node strips no types in node_modules. Deletes nothing.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { viteDynamicImportVarsPlugin, viteImportGlobPlugin } from "rolldown/experimental";
import { readEnvironment } from "#config/environment.ts";
import { readKeyLines } from "#log/verify/trusted-keys.ts";
import { importsOf, OF_A_SERVER } from "#pages/_integration/server-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Packages that read files beside them, are native, or load our pages. */
const UNBUNDLED = ["playwright-core", "axe-core", "satori", "@resvg/resvg-js", "astro", "@astrojs/*"];

const PROGRAMS = {
	sightline: "src/cli/sightline.ts",
	action: "src/cli/action/action.ts",
	// Loaded by URL, so each needs its own file beside the code that starts it.
	"thread-worker": "src/audit/thread-worker.ts",
	"log-worker": "src/access-logs/log-worker.ts",
};

/**
 * Groups of modules in one file with their imports, except those of earlier groups: resolving a module costs Node more
 * than reading it. Modules that several commands need come before those of one command.
 */
const TOGETHER = {
	start: ["cli/main.ts", "config/exit-code.ts", "cli/help.ts", "cli/output-file.ts"],
	settings: ["config/environment.ts", "config/program.ts"],
	target: ["core/target.ts"],
	// Threads must not load settings and receipt schemas, which take 8 MB in each.
	threads: [
		"core/crawlers.ts",
		"core/hosts/is-within.ts",
		"core/json-object.ts",
		"core/once-per.ts",
		"core/verdict.ts",
		"evidence/reading/readers.ts",
		"receipts/store/if-there.ts",
		"site/page/page-text.ts",
	],
	receipts: [
		"audit/page-journal.ts",
		"core/access/access-report.ts",
		"core/audit-request.ts",
		"log/lists.ts",
		"log/seal/log-folder.ts",
		"log/verify/material.ts",
		"receipts/store/notices-file.ts",
		"receipts/store/record-audit.ts",
		"site/brief/receipt-words.ts",
		"site/brief/texts.ts",
		"site/checks/check-texts.ts",
		"site/page/site-links.ts",
	],
	checks: ["checks/registry.ts"],
	results: ["audit/simulate.ts", "core/audit-result.ts", "p-queue", "site/brief/audit-result.ts"],
	judge: [
		"audit/assess.ts",
		"audit/evaluate.ts",
		"audit/page-reader.ts",
		"evidence/charset.ts",
		"evidence/collect-home.ts",
		"evidence/fit-size.ts",
		"evidence/words.ts",
	],
	audit: ["cli/audit.ts", "cli/formats/format.ts"],
	page: ["evidence/html/digest-page.ts"],
};

/** A file of the bundle. */
export interface Bundled {
	readonly name: string;
	/** Path of the source, if it is built from one. */
	readonly source: string | undefined;
	/** Paths of its sources. */
	readonly inputs: readonly string[];
	/** Names of statically imported files and packages. */
	readonly imports: readonly string[];
	/** Names of dynamically imported files and packages. */
	readonly imported: readonly string[];
	readonly bytes: number;
}

/** @param more name in the bundle → path of the source */
export async function bundle(outdir: string, more: Readonly<Record<string, string>> = {}): Promise<Bundled[]> {
	// Pinned, so that the log's keys do not come from the log's own site.
	const keys = await readKeyLines(readEnvironment(process.env).reports);
	const external = importsOf([...UNBUNDLED, ...OF_A_SERVER]);
	const { output } = await build({
		cwd: root,
		input: { ...PROGRAMS, ...more },
		external,
		platform: "node",
		// Prefer ES modules to CommonJS, for tree shaking.
		resolve: { mainFields: ["module", "main"] },
		transform: { target: "node22", define: { SIGHTLINE_PINNED_KEYS: JSON.stringify(keys) } },
		// Shared modules may add exports to an entry file.
		preserveEntrySignatures: "allow-extension",
		checks: { ineffectiveDynamicImport: false },
		plugins: [
			// A check's examples are imported by name.
			viteDynamicImportVarsPlugin(),
			viteImportGlobPlugin(),
			{
				name: "ascii",
				generateBundle(_, bundle) {
					for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = inAscii(file.code);
				},
			},
		],
		output: {
			dir: outdir,
			chunkFileNames: "[name]-[hash].js",
			comments: false,
			minify: true,
			// Every other command and dynamic import is a separate, lazily loaded file.
			codeSplitting: {
				groups: Object.entries(TOGETHER).map(([name, paths], index, { length }) => ({
					name,
					test: (id) => paths.some((path) => isOf(id, path)),
					priority: length - index,
				})),
			},
		},
	});
	const files = output.flatMap((file) => (file.type === "chunk" ? file : []));
	const sources = files.flatMap(({ moduleIds }) => moduleIds.filter((id) => isAbsolute(id)));
	await writeFile(join(outdir, "LICENSES.txt"), await licencesOf(sources.map(inRoot)));
	const missing = Object.values(TOGETHER).flatMap((paths) =>
		paths.filter((path) => !sources.some((id) => isOf(id, path))),
	);
	if (missing.length > 0) throw new Error(`The bundle has no ${missing.join(", ")}.`);
	return files.map(({ fileName, facadeModuleId, moduleIds, imports, dynamicImports, code }) => ({
		name: fileName,
		source: facadeModuleId === null ? undefined : inRoot(facadeModuleId),
		inputs: moduleIds.map(inRoot),
		imports,
		imported: dynamicImports,
		bytes: Buffer.byteLength(code),
	}));
}

/** V8 stores strings with other characters as UTF-16. Strings of `String.raw` are patterns, where escapes work too. */
function inAscii(code: string): string {
	return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** @param path relative to `src/`, or a package name */
const isOf = (id: string, path: string) => id === join(root, "src", path) || id.includes(`/node_modules/${path}/`);

const inRoot = (id: string) => relative(root, id).replaceAll("\\", "/");

/** Licences of the bundled packages, as their terms require; identical texts appear once. */
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

if (import.meta.main) {
	const lib = join(root, "lib");
	const [outdir = lib] = process.argv.slice(2);
	if (outdir === lib) await rm(lib, { recursive: true, force: true });
	await bundle(outdir);
}
