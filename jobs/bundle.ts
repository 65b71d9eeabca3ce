// npm run bundle: the command line as plain JavaScript in lib/, since Node strips no types inside node_modules.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

await rm(path("../lib"), { recursive: true, force: true });
await build({
	entryPoints: {
		sightline: path("../src/app/cli.ts"),
		// The parser's worker is loaded by its address, so it needs a file of its own beside the code that starts it.
		"page-worker": path("../src/evidence/html/page-worker.ts"),
	},
	outdir: path("../lib"),
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node22",
	// Our own code only: packages stay packages, so that npm can update them.
	packages: "external",
	legalComments: "none",
});
