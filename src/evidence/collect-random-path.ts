import { hash } from "node:crypto";
import type { RedirectTrace } from "./evidence-map.ts";
import type { Observation } from "./observation.ts";
import type { SiteSource } from "./site/site-source.ts";
import { traceRedirects } from "./site/trace-redirects.ts";

/**
 * Asks for a page that cannot exist. `found` means that the site answers such addresses with success, directly or by a
 * redirect to a page that does, so that no other file can be believed by its status.
 */
export function collectRandomPath(
	source: SiteSource,
	origin: string,
	seed: string,
): Promise<Observation<RedirectTrace>> {
	return traceRedirects(source, new URL(randomPath(seed), origin));
}

/** Nobody has a page of this name, and the same audit always asks for the same one. */
export function randomPath(seed: string): string {
	return `/sightline-${hash("sha256", seed, "hex").slice(0, 16)}`;
}
