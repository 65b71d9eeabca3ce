// npm run package [folder] [file for bundle statistics]: writes the files of `npm pack`: the bundle, sources of pages
// that `sightline/site` builds, the template of `sightline init`, and a package.json derived from their imports.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration, HookParameters } from "astro";
import ts from "typescript";
import { OF_A_SERVER } from "#pages/_integration/server-packages.ts";
import sightline from "#pages/_integration/site-integration.ts";
import { type Bundled, bundle } from "./bundle.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const SITE = "src/pages/_integration/site-integration.ts";
/** Folders that pages only call. They are compiled; each module that a page imports keeps its name. */
const COMPILED = ["audit", "checks", "evidence", "log", "receipts", "server"];
/** Browsers run this part, so it is packaged as source. */
const IN_BROWSERS = "log/tlog";
const AS_THEY_ARE = [
	"template",
	"install",
	"sightline.config.schema.json",
	"src/styles/fonts/LICENSE",
	"LICENSE",
	"README.md",
	"CHANGELOG.md",
];
/** The project with the site installs its own version. */
const OF_THE_PROJECT = "astro";

/** Matches our files named in a module or style sheet. Compiled code has no type imports. */
const NAMED =
	/(?:\bfrom|\bimport)\s*\(?\s*["']([.#][^"']+)["']|(?:import\.meta\.resolve|new URL)\(\s*["']([.#][^"']+)["']|@import\s+["'](\.[^"']+)["']|\burl\(["']?([\w.][\w./-]*\.\w+)["')]/g;
const TYPES = /^(?:import|export) type [^;]*;$/gm;

const usual = join(root, "package");
const [folder = usual, account] = process.argv.slice(2);
// Never delete a folder given by the user, which may contain other files.
if (folder === usual) await rm(usual, { recursive: true, force: true });

const checkout = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
const dependencies: Readonly<Record<string, string>> = checkout.dependencies;

const sources = new Set<string>();
const compiled = new Map<string, string>();
const packages = new Set<string>();
process.env.SIGHTLINE_ADAPTER = "none";
process.env.SIGHTLINE_API_URL = "https://api.example.com";
await setUp(sightline());

const modules = Object.fromEntries([...compiled].sort());
const bundled = await bundle(join(folder, "lib"), { site: SITE, ...modules });
for (const name of unbundled(bundled)) packages.add(name);
await writeFile(join(folder, "lib/site.d.ts"), await typesOf(SITE));
for (const path of [...sources, ...AS_THEY_ARE]) {
	await mkdir(dirname(join(folder, path)), { recursive: true });
	await cp(join(root, path), join(folder, path), { recursive: true });
}
await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
if (account !== undefined) await writeFile(account, JSON.stringify(bundled));

async function setUp({ hooks }: AstroIntegration): Promise<void> {
	const routes: (string | URL)[] = [];
	const inner: AstroIntegration[] = [];
	const given = {
		config: { publicDir: new URL("none/", import.meta.url), vite: {} },
		injectRoute: ({ entrypoint }: { entrypoint: string | URL }) => routes.push(entrypoint),
		updateConfig: ({ integrations = [] }: { integrations?: AstroIntegration[] }) => inner.push(...integrations),
		// Warnings about reports do not concern the package.
		logger: { warn() {} },
	};
	await hooks["astro:config:setup"]?.(given as unknown as HookParameters<"astro:config:setup">);
	for (const route of routes) await follow(relative(root, String(route)).replaceAll("\\", "/"));
	for (const each of inner) await setUp(each);
}

async function follow(path: string): Promise<void> {
	if (sources.has(path)) return;
	sources.add(path);
	if (!/\.(?:ts|astro|css)$/.test(path)) return;
	const text = (await readFile(join(root, path), "utf8")).replace(TYPES, "");
	for (const name of Object.keys(dependencies)) if (new RegExp(`["']${name}["/]`).test(text)) packages.add(name);
	for (const named of text.matchAll(NAMED)) {
		const [name = ""] = named.slice(1).flatMap((each) => each?.replace(/\?.*$/, "") ?? []);
		const target = name.startsWith("#") ? `src/${name.slice(1)}` : posix.join(posix.dirname(path), name);
		const room = /^src\/([^/]+)\//.exec(target)?.[1] ?? "";
		if (COMPILED.includes(room) && !target.startsWith(`src/${IN_BROWSERS}/`))
			compiled.set(target.replace(/^src\/|\.ts$/g, ""), target);
		else await follow(target);
	}
}

function unbundled(files: readonly Bundled[]): string[] {
	const imported = files.flatMap(({ imports, imported }) => [...imports, ...imported]);
	const isOfServer = (path: string) => OF_A_SERVER.some((each) => path.startsWith(each.replace("*", "")));
	const used = imported.filter((path) => !isOfServer(path));
	return Object.keys(dependencies).filter((name) => used.some((path) => `${path}/`.startsWith(`${name}/`)));
}

async function typesOf(path: string): Promise<string> {
	const { outputText } = ts.transpileDeclaration(await readFile(join(root, path), "utf8"), { fileName: path });
	return outputText;
}

function manifest(): object {
	const { name, version, description, type, license, engines } = checkout;
	const ranges = Object.fromEntries([...packages].sort().map((each) => [each, dependencies[each]]));
	const { [OF_THE_PROJECT]: astro, ...own } = ranges;
	return {
		name,
		version,
		description,
		type,
		license,
		engines,
		bin: { sightline: "lib/sightline.js" },
		exports: {
			"./site": { types: "./lib/site.d.ts", default: "./lib/site.js" },
			"./package.json": "./package.json",
		},
		imports: {
			...Object.fromEntries(COMPILED.map((room) => [`#${room}/*.ts`, `./lib/${room}/*.js`])),
			[`#${IN_BROWSERS}/*.ts`]: `./src/${IN_BROWSERS}/*.ts`,
			"#*": "./src/*",
		},
		dependencies: own,
		// The command line needs no Astro.
		peerDependencies: { [OF_THE_PROJECT]: `^${astro}` },
		peerDependenciesMeta: { [OF_THE_PROJECT]: { optional: true } },
	};
}
