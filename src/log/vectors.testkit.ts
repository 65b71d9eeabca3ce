import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Test vectors of others that stand beside a checkout of the project, where there are some. */
const VECTORS = fileURLToPath(new URL("../../../shared/vectors/", import.meta.url));

export interface Vectors {
	readonly path: string;
	/** What the name of a test or suite that needs them ends in. */
	readonly note: string;
}

/** Where vectors stand that may be missing: `describe.skipIf(!path)`. */
export function findVectors(place: string): Vectors {
	const path = join(VECTORS, place);
	return existsSync(path) ? { path, note: "" } : { path: "", note: " (skipped: no ../shared)" };
}

/** Every JSON file below a folder of vectors, with its path there. */
export function readVectors<T>(folder: string): (T & { readonly file: string })[] {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
	return files.sort().map((file) => ({ ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as T), file }));
}
