import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Empties the folder of a site for a build, as Astro does, but for files that may stay as they are: taking tens of thousands
 * away and putting them back takes longer than reading them.
 * @param stays of the path of a file below the folder, with slashes
 */
export function clearFolder(folder: string, stays: (path: string) => boolean): void {
	if (existsSync(folder)) clear(folder, "", stays);
}

/** A folder that is a mount point, or that somebody has just written into, may stay. */
function removeEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch (error) {
		if (!["EBUSY", "ENOTEMPTY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	}
}

/** @returns whether nothing is left in it */
function clear(folder: string, above: string, stays: (path: string) => boolean): boolean {
	let isEmpty = true;
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const [path, place] = [`${above}${entry.name}`, join(folder, entry.name)];
		// A branch that the site is published from may be checked out there.
		const isLeft = path === ".git" || (entry.isFile() && stays(path));
		if (isLeft || (entry.isDirectory() && !clear(place, `${path}/`, stays))) isEmpty = false;
		else if (entry.isDirectory()) removeEmpty(place);
		else rmSync(place, { force: true, maxRetries: 3 });
	}
	return isEmpty;
}
