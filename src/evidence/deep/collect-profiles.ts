import type { OuterLink } from "../digest/visits.ts";
import type { Page } from "../evidence-map.ts";
import type { Observation } from "../observation.ts";
import { notShown, settle } from "../site/settle.ts";
import { PROFILE_REQUESTS, type SiteSource } from "../site/site-source.ts";

/** Profiles that are looked at: each may cost a request, a redirect and its host's robots.txt. */
const EACH = 3;
const LOOKED_AT = PROFILE_REQUESTS / EACH;

/** Where the `sameAs` links of the home page lead, each asked for once. */
export async function collectProfiles(
	source: SiteSource,
	home: Observation<Page>,
): Promise<Observation<readonly OuterLink[]>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page that could name profiles.");
	if (source.kind === "folder") return notShown(home.url, "A folder stands for one host; profiles lie on others.");
	const urls = profilesOf(home.value);
	if (urls.length === 0) return notShown(home.url, "The structured data names no profiles (sameAs).");
	const shares = urls.map((url) => ({ url, share: source.share(EACH) }));
	const links = await Promise.all(shares.map(({ url, share }) => follow(url, share)));
	return { ...home, value: links };
}

async function follow(url: string, source: SiteSource): Promise<OuterLink> {
	const seen = await settle(url, source.signal, async () => {
		const { status } = await source.get(new URL(url), "page");
		return { state: "absent", url, status };
	});
	return seen.state === "failed"
		? { url, status: null, failure: seen.code }
		: { url, status: seen.status, failure: null };
}

/** Absolute web addresses on other hosts, in the order in which they stand, each once. */
function profilesOf({ url, digest }: Page): string[] {
	const { host } = new URL(url);
	const nodes = [...digest.jsonLd.nodes, ...digest.microdata, ...digest.rdfa];
	const named = nodes.flatMap(({ properties }) => properties.sameAs ?? []);
	const outer = named.flatMap((value) => {
		const address = URL.parse(value);
		return address && /^https?:$/.test(address.protocol) && address.host !== host ? [address.href] : [];
	});
	return [...new Set(outer)].slice(0, LOOKED_AT);
}
