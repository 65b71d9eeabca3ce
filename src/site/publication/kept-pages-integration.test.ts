import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { keptPagesIntegration } from "./kept-pages-integration.ts";

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
