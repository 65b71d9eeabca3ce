/** A plain Astro site with a given number of pages and files; never shipped. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface BareSize {
	/** Pages of HTML, each by one component. */
	readonly pages: number;
	/** Files that an endpoint writes. */
	readonly files: number;
}

/** Writes the project into an empty directory of the repository, so that it finds Astro. */
export async function writeBareSite(root: string, { pages, files }: BareSize): Promise<void> {
	const paths = (count: number) =>
		`export const getStaticPaths = () => Array.from({ length: ${count} }, (_, id) => ({ params: { id: String(id) } }));`;
	await write(join(root, "astro.config.mjs"), 'export default { outDir: "./site" };\n');
	await write(
		join(root, "src/pages/p/[id].astro"),
		`---\n${paths(pages)}\nconst { id } = Astro.params;\n---\n<!doctype html>\n<html lang="en"><head><title>{id}</title></head><body><h1>Page {id}</h1></body></html>\n`,
	);
	await write(
		join(root, "src/pages/f/[id].json.ts"),
		`${paths(files)}\nexport const GET = ({ params }) => Response.json({ id: params.id });\n`,
	);
}

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}
