// npm run bundle: the command line as plain JavaScript in lib/, since Node strips no types inside node_modules.
// Given a directory, it is written there; nothing in it is deleted.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readEnvironment } from "#config/environment.ts";
import { readKeyLines } from "#receipts/verify/trusted-keys.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// Readers who have the package have the keys of this log by another way than its site.
const keys = await readKeyLines(readEnvironment(process.env).reports);

const [outdir = path("../lib")] = process.argv.slice(2);
if (outdir === path("../lib")) await rm(outdir, { recursive: true, force: true });
await build({
	entryPoints: {
		sightline: path("../src/cli/sightline.ts"),
		// The parser's worker is loaded by its address, so it needs a file of its own beside the code that starts it.
		"page-worker": path("../src/evidence/html/page-worker.ts"),
	},
	outdir,
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node22",
	define: { SIGHTLINE_PINNED_KEYS: JSON.stringify(keys) },
	// Packages of CommonJS ask for modules of Node by `require`, which a module does not have.
	// Modules rather than CommonJS where a package has both: what is not used of them is left out.
	mainFields: ["module", "main"],
	banner: {
		js: `import { createRequire as $createRequire } from "node:module"; const require = $createRequire(import.meta.url);`,
	},
	legalComments: "none",
});
