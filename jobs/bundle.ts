// npm run bundle [folder]: plain JavaScript in lib/, since Node strips no types inside node_modules. Deletes nothing.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { readEnvironment } from "#config/environment.ts";
import { readKeyLines } from "#log/verify/trusted-keys.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Packages that find files of their own beside them, are native, or load our pages. */
const UNBUNDLED = ["playwright-core", "axe-core", "satori", "@resvg/resvg-js", "astro", "@astrojs/*"];

/** What a server alone needs: it runs in a checkout, or an image of one, where these are installed. */
export const OF_A_SERVER = ["better-auth", "@better-auth/*", "nodemailer", "@astrojs/node", "@astrojs/vercel"];

const PROGRAMS = {
	sightline: "src/cli/sightline.ts",
	action: "src/cli/action/action.ts",
	// Loaded by their addresses, so each needs a file of its own beside the code that starts it.
	"thread-worker": "src/audit/thread-worker.ts",
	"log-worker": "src/access-logs/log-worker.ts",
};

/** @param more name in the bundle → path of its source @returns esbuild's account of what is in each file */
export async function bundle(outdir: string, more: Readonly<Record<string, string>> = {}): Promise<Metafile> {
	// Built in, so that the keys of this log come from elsewhere than the log's own site.
	const keys = await readKeyLines(readEnvironment(process.env).reports);
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: { ...PROGRAMS, ...more },
		outdir,
		bundle: true,
		// Each command, and each import on the way, is a file of its own that is read when it is needed.
		splitting: true,
		format: "esm",
		platform: "node",
		target: "node22",
		external: [...UNBUNDLED, ...OF_A_SERVER],
		// Modules over CommonJS where a package has both: unused parts are left out.
		mainFields: ["module", "main"],
		// CommonJS packages get Node's modules by `require`, which a module does not have.
		banner: {
			js: `import { createRequire as $createRequire } from "node:module"; const require = $createRequire(import.meta.url);`,
		},
		define: { SIGHTLINE_PINNED_KEYS: JSON.stringify(keys) },
		metafile: true,
		legalComments: "none",
		minify: true,
	});
	await writeFile(join(outdir, "LICENSES.txt"), await licencesOf(Object.keys(metafile.inputs)));
	return metafile;
}

/** The licence of each bundled package, as its terms ask; the same text stands once. */
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
