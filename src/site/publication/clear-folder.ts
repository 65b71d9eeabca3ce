import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** As Astro does, but for files that may stay: writing tens of thousands anew is slower. `stays`: path with slashes. */
export function clearFolder(folder: string, stays: (path: string) => boolean): void {
	if (existsSync(folder)) clear(folder, "", stays);
}

/** A mount point, or a folder that another program has just written into, may stay. */
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
