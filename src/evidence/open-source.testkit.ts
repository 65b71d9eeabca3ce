import { parseTarget } from "#core/target.ts";
import { FakeSite, type Reply } from "./fake-site.testkit.ts";
import { readHere } from "./reading/readers.ts";
import { type SiteLimits, SiteSource } from "./site/site-source.ts";

export const HOST = "www.acme-shoes.com";
export const HOME = `https://${HOST}/`;
export const TARGET = parseTarget(HOST);

export interface OpenSource {
	readonly site: FakeSite;
	readonly source: SiteSource;
}

/**
 * A site source for HOST with hand-made responses. Keys are addresses, or paths on HOST. @param limits by default those
 * of a light audit
 */
export function openSource(
	replies: Readonly<Record<string, Reply | string>>,
	kind: "network" | "folder" = "network",
	limits?: SiteLimits,
): OpenSource {
	const absolute = Object.entries(replies).map(([key, reply]) => [
		key.startsWith("/") ? `https://${HOST}${key}` : key,
		reply,
	]);
	const site = new FakeSite(Object.fromEntries(absolute));
	const source = SiteSource.open({
		kind,
		client: site,
		reader: { read: readHere },
		host: HOST,
		signal: new AbortController().signal,
		limits,
	});
	return { site, source };
}
