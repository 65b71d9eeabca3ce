/** Builds the site for a test, as many at once as there are tests; never shipped. */

import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { inRepository } from "./process.testkit.ts";
import { buildInPlace, type Routes, type SiteBuild } from "./site-build.testkit.ts";

/** Its files are there until the test file ends. */
export type BuiltSite = Pick<SiteBuild, "outDir" | "seconds">;

const places: string[] = [];
const builds: Promise<SiteBuild>[] = [];
afterAll(async () => {
	// A build that nobody awaits any more would write into what is being removed.
	await Promise.allSettled(builds);
	await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })));
});

/** As `buildInPlace`, in a place that is removed when the test file ends. */
export function buildSite(environment: Record<string, string>, routes?: Routes): Promise<BuiltSite> {
	const built = buildInPlace(environment, routes, (place) => places.push(place));
	builds.push(built);
	return built;
}

/** The whole site of the samples with its live API, for a server of its own. */
export function buildServer(environment: Record<string, string> = {}): Promise<BuiltSite> {
	return buildSite({ SIGHTLINE_REPORTS: inRepository("samples"), SIGHTLINE_ADAPTER: "node", ...environment });
}
