/** Builds the wall, its feeds and the statistics without the rest of the site; never shipped. */

import { type BuiltSite, buildSite } from "./built-site.testkit.ts";

const ROUTES = {
	"/wall/[...view]": "src/pages/wall/[...view].astro",
	"/wall/index.json": "src/pages/wall/index.json.ts",
	"/wall/feed.json": "src/pages/wall/feed.json.ts",
	"/wall/atom.xml": "src/pages/wall/atom.xml.ts",
	"/stats/": "src/pages/stats/index.astro",
	// Browsers ask for it by themselves.
	"/favicon.svg": "src/pages/favicon.svg.ts",
};

export function buildWallPages(environment: Record<string, string>): Promise<BuiltSite> {
	return buildSite(environment, { routes: ROUTES });
}
