/**
 * Loaded before a build for Vercel: its function then has its own files alone, and takes packages from the checkout around
 * it. To find all files of all packages costs more than the rest of the build. Never shipped.
 */

import { registerHooks } from "node:module";

const TRACER = `
	import { readdir } from "node:fs/promises";
	import { dirname, join, relative } from "node:path";
	export async function nodeFileTrace([entry], { base }) {
		const files = await readdir(dirname(entry), { recursive: true, withFileTypes: true });
		const paths = files.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
		return { fileList: new Set(paths.map((path) => relative(base, path))), warnings: [] };
	}
`;

registerHooks({
	resolve: (specifier, context, next) =>
		specifier === "@vercel/nft"
			? { url: `data:text/javascript,${encodeURIComponent(TRACER)}`, shortCircuit: true }
			: next(specifier, context),
});
