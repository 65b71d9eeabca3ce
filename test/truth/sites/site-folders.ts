import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findSharedData } from "#test/vectors/vectors.ts";

/** A real website as a folder, and the addresses of its pages. */
export interface SiteFolder {
	readonly host: string;
	readonly folder: string;
	/** Paths, sorted; a folder's index stands for the folder. */
	readonly pages: readonly string[];
}

/** The websites beside the checkout; undefined where they are not there. */
export function siteFolders(): readonly SiteFolder[] | undefined {
	const sites = findSharedData("sites").path;
	if (sites === undefined) return undefined;
	return readdirSync(sites, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => ({ host: name, folder: join(sites, name), pages: pagesOf(join(sites, name)) }))
		.sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** Home pages of the real websites, or of others where there are none. */
export function homePages(others: readonly { readonly host: string; readonly folder: string }[]) {
	return (siteFolders() ?? others)
		.map(({ host, folder }) => ({ host, folder, file: join(folder, "index.html") }))
		.filter(({ file }) => existsSync(file));
}

function pagesOf(folder: string): string[] {
	const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
	return entries
		.filter(isPage)
		.map((entry) => addressOf(folder, entry))
		.sort();
}

/** What a host shows for addresses that do not exist is no page of the site. */
function isPage(entry: Dirent): boolean {
	return (
		entry.isFile() &&
		entry.name.endsWith(".html") &&
		entry.name !== "404.html" &&
		existsSync(join(entry.parentPath, entry.name))
	);
}

function addressOf(folder: string, { parentPath, name }: Dirent): string {
	const segments = join(parentPath, name).slice(folder.length).split("/").filter(Boolean);
	const path = `/${segments.map(encodeURIComponent).join("/")}`;
	return name === "index.html" ? path.slice(0, -"index.html".length) : path;
}
