import { siteOf, type Target, whyUnreachable } from "#core/target.ts";
import { type LinkedHost, notShown, type Observation, type Page } from "./evidence-map.ts";
import type { SiteSource } from "./site/site-source.ts";

/** Fewer links than these make no navigation. */
const NAVIGATION_MIN = 3;

type Candidate = Pick<LinkedHost, "host" | "by" | "links" | "of">;

/**
 * Whether the other host answers to which most links of the home page's navigation lead, or else its canonical link. Its
 * robots.txt is asked for, which every crawler reads first; any answer will do.
 */
export async function collectLinkedHost(
	source: SiteSource,
	target: Target,
	home: Observation<Page>,
): Promise<Observation<LinkedHost>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page whose links could lead elsewhere.");
	if (source.kind === "folder") return notShown(home.url, "A folder stands for one host.");
	const candidate = candidateOf(home.value, target);
	if (!candidate) return notShown(home.url, "The links of the home page stay on its host.");
	const { host } = candidate;
	if (siteOf(host) !== target.registrableDomain && whyUnreachable(host) !== undefined)
		return notShown(home.url, `${host} is no public host.`);
	const answer = await source.robots(host);
	const failure = answer.state === "failed" ? answer.failure.code : null;
	return { ...home, value: { ...candidate, failure } };
}

function candidateOf(page: Page, target: Target): Candidate | undefined {
	const own = new Set([target.host, new URL(page.url).hostname]);
	const { digest, url } = page;
	const inNav = digest.anchors.filter((anchor) => anchor.inNav);
	const looked = inNav.length >= NAVIGATION_MIN ? inNav : digest.anchors;
	const addresses = new Set(looked.flatMap((anchor) => (anchor.url !== null ? [anchor.url] : [])));
	const hosts = [...addresses].flatMap((address) => hostOf(address, url) ?? []);
	const [host, members = []] =
		[...Map.groupBy(hosts, (each) => each)].find((group) => group[1].length * 2 > hosts.length) ?? [];
	if (host !== undefined && !own.has(host) && members.length >= NAVIGATION_MIN)
		return { host, by: "navigation", links: members.length, of: hosts.length };
	const canonical = digest.links.find(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href?.trim());
	const named = canonical
		? hostOf(canonical.href ?? "", URL.parse(digest.baseHref ?? "", url)?.href ?? url)
		: undefined;
	return named === undefined || own.has(named) ? undefined : { host: named, by: "canonical", links: 1, of: 1 };
}

function hostOf(address: string, base: string): string | undefined {
	const url = URL.parse(address.trim(), base);
	return url && /^https?:$/.test(url.protocol) ? url.hostname : undefined;
}
