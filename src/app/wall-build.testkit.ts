/** Builds the wall, its feeds and the statistics without the rest of the site; never shipped. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { inRepository, run } from "./process.testkit.ts";

const PAGES = {
	"/wall/[...view]": "src/pages/wall/[...view].astro",
	"/wall/index.json": "src/pages/wall/index.json.ts",
	"/wall/feed.json": "src/pages/wall/feed.json.ts",
	"/wall/atom.xml": "src/pages/wall/atom.xml.ts",
	"/stats/": "src/pages/stats/index.astro",
};

export interface WallBuild {
	readonly outDir: string;
	readonly seconds: number;
	remove(): Promise<void>;
}

/**
 * A directory in which Astro may build. It lies in the repository, since a build that goes elsewhere keeps its
 * intermediate files in one place for all, where two at a time overwrite each other's.
 */
export function makeBuildPlace(): Promise<string> {
	return mkdtemp(inRepository(".tmp-wall-"));
}

export async function buildWallPages(environment: Record<string, string>): Promise<WallBuild> {
	const root = await makeBuildPlace();
	const outDir = join(root, "site");
	await mkdir(join(root, "src", "pages"), { recursive: true });
	const text = JSON.stringify;
	const collections = text(inRepository("src/content.config.ts"));
	await writeFile(join(root, "src", "content.config.ts"), `export { collections } from ${collections};`);
	const routes = Object.entries(PAGES).map(([pattern, path]) => ({ pattern, entrypoint: inRepository(path) }));
	const overrides = { root, srcDir: join(root, "src"), publicDir: inRepository("public"), outDir };
	await writeFile(
		join(root, "astro.config.mjs"),
		`import config from ${text(pathToFileURL(inRepository("astro.config.mjs")).href)};
		const pages = { name: "wall-pages", hooks: { "astro:config:setup": ({ injectRoute }) => ${text(routes)}.forEach(injectRoute) } };
		export default { ...config, ...${text(overrides)}, cacheDir: ${text(join(root, "cache"))}, integrations: [...config.integrations, pages] };`,
	);
	const started = performance.now();
	const config = relative(inRepository("."), join(root, "astro.config.mjs"));
	const astro = inRepository("node_modules/astro/bin/astro.mjs");
	const ended = await run([astro, "build", "--silent", "--config", config], environment);
	expect(ended, ended.stderr + ended.stdout).toMatchObject({ code: 0 });
	const seconds = (performance.now() - started) / 1000;
	return { outDir, seconds, remove: () => rm(root, { recursive: true, force: true }) };
}
