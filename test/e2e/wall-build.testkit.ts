/** Builds the wall, its feeds and the statistics without the rest of the site; never shipped. */

import { type BuiltSite, buildSite, onlyPages } from "./built-site.testkit.ts";

const ROUTES = onlyPages(
	"wall/[...view].astro",
	"wall/index.json.ts",
	"wall/feed.json.ts",
	"wall/atom.xml.ts",
	"stats/index.astro",
	// Browsers request it by themselves.
	"favicon.svg.ts",
);

export function buildWallPages(environment: Record<string, string>): Promise<BuiltSite> {
	return buildSite(environment, { routes: ROUTES });
}
