import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * Paths of a folder's files as viewers of a repository know them: relative to the checkout that the folder is in, else to
 * the working directory, else to the folder; parted by slashes.
 * @param files real paths by address
 */
export function repositoryPaths(files: ReadonlyMap<string, string>, folder: string): ReadonlyMap<string, string> {
	const real = realpathSync(folder);
	const checkout = checkoutOf(real);
	const working = realpathSync(".");
	const base = checkout ?? (isBelow(real, working) ? working : real);
	const paths = [...files].map(([address, file]) => [address, relative(base, file).split(sep).join("/")] as const);
	return new Map(paths);
}

/** The nearest folder at or above that holds a checkout of git. */
function checkoutOf(folder: string): string | undefined {
	if (existsSync(join(folder, ".git"))) return folder;
	const above = dirname(folder);
	return above === folder ? undefined : checkoutOf(above);
}

function isBelow(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
