/** All hostile sites by kind. */

import type { HostileSite } from "./hostile-site.testkit.ts";
import { HTML_SITES } from "./html-sites.testkit.ts";
import { HTTP_SITES } from "./http-sites.testkit.ts";
import { JSON_SITES } from "./json-sites.testkit.ts";
import { mixedSites } from "./mixed-sites.testkit.ts";
import { NAME_SITES } from "./name-sites.testkit.ts";
import { ROBOTS_SITES } from "./robots-sites.testkit.ts";
import { TEXT_SITES } from "./text-sites.testkit.ts";
import { XML_SITES } from "./xml-sites.testkit.ts";

export const LISTED_SITES: readonly HostileSite[] = [
	...HTML_SITES,
	...TEXT_SITES,
	...XML_SITES,
	...ROBOTS_SITES,
	...JSON_SITES,
	...HTTP_SITES,
	...NAME_SITES,
];

export const hostOf = ({ name }: Pick<HostileSite, "name">) => `${name}.example.com`;

const byName = new Map(LISTED_SITES.map((each) => [each.name, each]));

/** The site of a host, or of one below it; those put together at random carry seed and number in their name. */
export function siteOf(host: string): HostileSite | undefined {
	const label =
		host
			.replace(/\.example\.com$/, "")
			.split(".")
			.at(-1) ?? "";
	const [, seed, at] = /^mixed-(\d+)-(\d+)$/.exec(label) ?? [];
	return seed === undefined ? byName.get(label) : mixedSites(Number(at) + 1, Number(seed)).at(-1);
}
