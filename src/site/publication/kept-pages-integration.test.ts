import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { clearFolder, keptPagesIntegration, programDigest, sitemapFacts } from "./kept-pages-integration.ts";

test("where no page can be kept, the build hears of it and goes on", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-kept-"));
	const file = join(root, "pages");
	await writeFile(file, "no folder");
	const said: string[] = [];
	const logger = { warn: (text: string) => said.push(text) };
	const { hooks, all, factsOf } = keptPagesIntegration(file, {});
	const setup = { command: "build", config: { vite: {} }, updateConfig() {}, logger };
	await hooks["astro:config:setup"]?.(setup as never);
	await hooks["astro:config:done"]?.({} as never);
	await hooks["astro:build:generated"]?.({ logger } as never);
	expect(said).toEqual([expect.stringContaining("EEXIST")]);
	expect(all([{ pathname: "a/" }])).toEqual([{ pathname: "a/" }]);
	expect(factsOf("a/index.html")).toBeUndefined();
	await rm(root, { recursive: true });
});

test.each([
	["a site of files", undefined, "static", true],
	["a server", {}, "server", true],
	["a site of files with an adapter, which may write pages elsewhere", {}, "static", false],
])("of %s, pages are kept where it is known that Astro writes them", async (_kind, adapter, buildOutput, isKept) => {
	const [root, data] = [
		await mkdtemp(join(tmpdir(), "sightline-site-")),
		await mkdtemp(join(tmpdir(), "sightline-kept-")),
	];
	const folder = pathToFileURL(`${root}/`);
	const build = { format: "directory", client: new URL("client/", folder) };
	const prerenderers: unknown[] = [];
	const { hooks } = keptPagesIntegration(join(data, "pages"), {});
	const options = {
		config: { adapter, build, outDir: folder, publicDir: pathToFileURL(join(data, "public/")) },
		buildOutput: "static",
	};
	const setup = { command: "build", config: { vite: {} }, updateConfig() {}, logger: {} };
	await hooks["astro:config:setup"]?.(setup as never);
	await hooks["astro:config:done"]?.(options as never);
	// An adapter says so when it is asked, after the others.
	options.buildOutput = buildOutput;
	await hooks["astro:build:start"]?.({ setPrerenderer: (each: unknown) => prerenderers.push(each) } as never);
	await hooks["astro:build:setup"]?.({} as never);
	expect(prerenderers).toHaveLength(isKept ? 1 : 0);
	for (const place of [root, data]) await rm(place, { recursive: true });
});

test.each([
	[undefined, ["settings"]],
	[true, ["index.html", "settings"]],
	[false, ["index.html", "settings"]],
])(
	"a build empties the folder of the site, but for a repository, unless the project says what is done (%s)",
	async (emptyOutDir, left) => {
		const [root, data] = [
			await mkdtemp(join(tmpdir(), "sightline-site-")),
			await mkdtemp(join(tmpdir(), "sightline-kept-")),
		];
		await mkdir(join(root, ".git"));
		for (const path of [".git/settings", "index.html"]) await writeFile(join(root, path), "");
		const { hooks } = keptPagesIntegration(join(data, "pages"), {});
		const folder = pathToFileURL(`${root}/`);
		const given: Record<string, unknown>[] = [];
		const config = {
			vite: { build: { emptyOutDir } },
			build: { format: "directory" },
			outDir: folder,
			publicDir: pathToFileURL(join(data, "public/")),
		};
		const setup = {
			command: "build",
			config,
			updateConfig: ({ vite }: { vite: object }) => given.push({ ...vite }),
			logger: {},
		};
		await hooks["astro:config:setup"]?.(setup as never);
		await hooks["astro:config:done"]?.({ config, buildOutput: "static" } as never);
		await hooks["astro:build:start"]?.({ setPrerenderer() {} } as never);
		// Astro has yet to refuse the project's own folder.
		expect((await readdir(root)).sort()).toEqual([".git", "index.html"]);
		await hooks["astro:build:setup"]?.({} as never);
		expect(given[0]?.build).toEqual(emptyOutDir === undefined ? { emptyOutDir: false } : undefined);
		const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
		expect(files.map(({ name }) => name).sort()).toEqual(left);
		for (const place of [root, data]) await rm(place, { recursive: true });
	},
);

const name = fc.constantFrom("a", "b", "c.html");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
/** Files of which none is a folder of another. */
const paths = fc
	.uniqueArray(path, { maxLength: 12 })
	.map((all) => all.filter((one) => !all.some((other) => other.startsWith(`${one}/`))));

test("what may stay stays, and nothing else: no file, and no folder that is empty then", async () => {
	await fc.assert(
		fc.asyncProperty(paths, fc.func(fc.boolean()), async (files, stays) => {
			const root = await mkdtemp(join(tmpdir(), "sightline-clear-"));
			for (const file of files) {
				await mkdir(dirname(join(root, file)), { recursive: true });
				await writeFile(join(root, file), "");
			}
			await mkdir(join(root, "empty/folder"), { recursive: true });
			clearFolder(root, (file) => stays(file));
			const left = await readdir(root, { recursive: true, withFileTypes: true });
			const found = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
			expect(found.sort()).toEqual(
				files
					.filter((file) => stays(file))
					.map((file) => join(root, file))
					.sort(),
			);
			const folders = left.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
			expect(folders.filter((folder) => !found.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
			await rm(root, { recursive: true });
		}),
		{ seed: 20261123, numRuns: 40 },
	);
});

test("a link is taken away, and what it leads to is left alone; where there is no folder, there is nothing to do", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-clear-"));
	await mkdir(join(root, "elsewhere"));
	await writeFile(join(root, "elsewhere/page"), "");
	await mkdir(join(root, "site"));
	await symlink("../elsewhere", join(root, "site/folder"));
	await symlink("../elsewhere/page", join(root, "site/page"));
	clearFolder(join(root, "site"), () => true);
	expect(await readdir(root, { recursive: true })).toEqual(["elsewhere", "site", "elsewhere/page"]);
	clearFolder(join(root, "nowhere"), () => true);
	await rm(root, { recursive: true });
});

const ASTRO = "/site/node_modules/astro/dist/actions/runtime/client.js";
const PAGE = "/site/src/pages/index.astro";

/** Of a program with one module. @param settings of the process */
function digestOf(id: string, code: string, settings: object = {}): string | undefined {
	const { plugin, read } = programDigest(settings);
	const bundling = {
		environment: { name: "prerender" },
		getModuleIds: () => [id].values(),
		getModuleInfo: () => ({ code }),
	};
	plugin.generateBundle.call(bundling, undefined, {});
	// This repository's packages are installed above its own source.
	const config = { root: pathToFileURL(`${import.meta.dirname}/`), integrations: [], vite: {} };
	return read(config as never);
}

/** As Astro writes what the environment has into a module. */
function withEnvironment(environment: Readonly<Record<string, string>>): string {
	const entries = Object.entries(environment).map(([name, value]) => `${name}:${JSON.stringify(value)},`);
	return `if ((Object.assign(import.meta.env,{${entries.join("")}}))?.PROD) start();`;
}

test("is the same whatever Astro writes of the environment into its own modules", () => {
	const plain = digestOf(ASTRO, withEnvironment({}));
	expect(plain).toMatch(/^[0-9a-f]{64}$/);
	const environment = fc.dictionary(fc.stringMatching(/^[_$a-zA-Z][\w$]{0,8}$/), fc.string());
	fc.assert(fc.property(environment, (given) => digestOf(ASTRO, withEnvironment(given)) === plain));
});

test("is another one where a module, a setting or what a page has of the environment is another", () => {
	const digests = [
		digestOf(PAGE, "one"),
		digestOf(PAGE, "two"),
		digestOf(ASTRO, "two"),
		digestOf(PAGE, "one", { baseUrl: "https://example.org" }),
		digestOf(PAGE, withEnvironment({ _: "/usr/bin/npm" })),
		digestOf(PAGE, withEnvironment({ _: "/usr/bin/npx" })),
	];
	expect(new Set(digests).size).toBe(digests.length);
});

const page = (head: string) =>
	Buffer.from(`<!DOCTYPE html><html lang="en"><head>${head}</head><body><p>Text</p></body></html>`);

it("lists a page with the time of what it shows", () => {
	const head = '<meta property="article:modified_time" content="2026-11-21T05:35:00.000Z">';
	expect(sitemapFacts(page(head))).toEqual({ listed: true, lastmod: "2026-11-21T05:35:00.000Z" });
	expect(sitemapFacts(page(""))).toEqual({ listed: true });
});

it("leaves out a page that search engines are kept from, in whatever order its attributes stand", () => {
	expect(sitemapFacts(page('<meta content="noindex" name="robots">'))).toEqual({ listed: false });
	const leadsElsewhere = '<!doctype html><title>Redirecting</title><meta name="robots" content="noindex"><body></body>';
	expect(sitemapFacts(Buffer.from(leadsElsewhere))).toEqual({ listed: false });
	expect(sitemapFacts(page('<title>&lt;meta name="robots" content="noindex"&gt;</title>'))).toEqual({ listed: true });
});
