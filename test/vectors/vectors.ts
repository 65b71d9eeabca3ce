/** Published cases of others that the project is held against; each folder's SOURCE.txt says whose they are. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = import.meta.dirname;

/** Path of a file or folder, such as `jcs/input`. */
export function vectorPath(path: string): string {
	return join(HERE, path);
}

export function readVector(path: string): string {
	return readFileSync(vectorPath(path), "utf8");
}

export function readJsonVector<T>(path: string): T {
	return JSON.parse(readVector(path)) as T;
}

/** Every JSON file below a folder, each with its path there. */
export function readJsonVectors<T>(folder: string): (T & { readonly file: string })[] {
	const files = readdirSync(vectorPath(folder), { recursive: true, encoding: "utf8" });
	const json = files.filter((file) => file.endsWith(".json")).sort();
	return json.map((file) => ({ ...readJsonVector<T>(join(folder, file)), file }));
}

const SHARED = fileURLToPath(new URL("../../../shared/", import.meta.url));

/** What may not be handed on, such as other people's web pages, and may stand beside the checkout. */
export interface SharedData {
	/** Undefined if missing: `it.skipIf(!path)`. */
	readonly path: string | undefined;
	/** Suffix for names of tests that need it. */
	readonly note: string;
}

export function findSharedData(path: string): SharedData {
	const whole = join(SHARED, path);
	return existsSync(whole) ? { path: whole, note: "" } : { path: undefined, note: " (skipped: no ../shared)" };
}
