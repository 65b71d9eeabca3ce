import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inRepository, start } from "./process.testkit.ts";

/** With one page of ours: what Astro writes around it is the same for all. */
const CONFIG = `
	import config from ${JSON.stringify(pathToFileURL(inRepository("astro.config.mjs")).href)};
	const [site] = config.integrations;
	const setup = (options) => site.hooks["astro:config:setup"]({ ...options, injectRoute() {} });
	const page = { pattern: "/terms", entrypoint: ${JSON.stringify(inRepository("src/pages/terms.astro"))} };
	const hooks = { "astro:config:setup": (options) => setup(options).then(() => options.injectRoute(page)) };
	export default { ...config, integrations: [{ ...site, hooks }] };`;

let root = "";
beforeAll(async () => {
	root = await mkdtemp(inRepository(".tmp-unchanged-"));
	await writeFile(join(root, "astro.config.mjs"), CONFIG);
	// A file as new as the process may have changed after reading.
	await setTimeout(100);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function build(adapter: string): Promise<string> {
	const environment = {
		SIGHTLINE_REPORTS: inRepository("samples"),
		SIGHTLINE_DATA: join(root, "data"),
		SIGHTLINE_ADAPTER: adapter,
	};
	const astro = [inRepository("node_modules/astro/bin/astro.mjs"), "build", "--root", root];
	const { code, stdout, stderr } = await start(astro, environment).ended;
	expect(code, stderr).toBe(0);
	return stdout;
}

test.each([
	["none", "dist/terms/index.html"],
	["node", "dist/client/terms/index.html"],
])(
	"a build that comes again ends at once, until a file of the site is gone (adapter %s)",
	async (adapter, file) => {
		const page = join(root, file);
		expect(await build(adapter)).toContain("Complete!");
		const { mtimeMs } = await stat(page);
		expect(await build(adapter)).toContain("Nothing has changed");
		expect((await stat(page)).mtimeMs).toBe(mtimeMs);
		await rm(page);
		expect(await build(adapter)).toContain("Complete!");
		await stat(page);
	},
	300_000,
);
