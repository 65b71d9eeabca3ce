import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Conformance data of others that stands beside a checkout of the project, where there is some. */
const SHARED = join(dirname(fileURLToPath(import.meta.url)), "../../../shared");

/** Path below `../shared`, or undefined where it is not there. */
export function sharedPath(path: string): string | undefined {
	const whole = join(SHARED, path);
	return existsSync(whole) ? whole : undefined;
}
