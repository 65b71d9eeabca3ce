import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A route as Astro's `injectRoute` takes it; the entrypoint is a path on this machine. */
export interface SiteRoute {
	readonly pattern: string;
	readonly entrypoint: string;
}

/** The folder of the pages, which is also their addresses; files and folders with an underscore are parts of pages. */
const PAGES = fileURLToPath(new URL(".", import.meta.resolve("#pages/index.astro")));
const PAGE = /^(?!.*(?:^|[\\/])_).+\.(?:astro|ts)$/;
const TEST = /\.(?:test|testkit)\.ts$/;

/**
 * Every page and file of the site. A file that the project itself has in its public folder, such as its own
 * `favicon.svg`, stands in place of ours.
 */
export function siteRoutes(publicDir: URL): SiteRoute[] {
	return readdirSync(PAGES, { recursive: true, encoding: "utf8" })
		.filter((path) => PAGE.test(path) && !TEST.test(path))
		.sort()
		.map((path) => ({ pattern: patternOf(path), entrypoint: join(PAGES, path) }))
		.filter(({ pattern }) => !statSync(new URL(`.${pattern}`, publicDir), { throwIfNoEntry: false })?.isFile());
}

/** `wall/index.json.ts` answers at `/wall/index.json`, `wall/[...view].astro` at `/wall/[...view]`. */
function patternOf(path: string): string {
	const address = path.replaceAll("\\", "/").replace(/\.(?:astro|ts)$/, "");
	return `/${address.replace(/(^|\/)index$/, "")}`;
}
