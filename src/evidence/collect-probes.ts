import { hash } from "node:crypto";
import { isHostedName, siteOf, type Target, whyUnreachable } from "#core/target.ts";
import type { TlsState } from "#net/http-client.ts";
import type { HomeVisit } from "./collect-home.ts";
import {
	isSuccess,
	type LinkedHost,
	notShown,
	type Observation,
	type Page,
	type RedirectTrace,
	settle,
} from "./evidence-map.ts";
import type { SiteSource } from "./site/site-source.ts";

/** Sends no request. A site on plain http only is `invalid`, with the failure's code as the reason. */
export function observeHttps(source: SiteSource, target: Target, home: HomeVisit): Observation<TlsState> {
	const { url, host } = target;
	if (source.kind === "folder") return notShown(url, "A folder has no certificate.");
	const proof = source.tlsOf(host);
	if (proof) return { state: "found", url, status: statusAt(home, url) ?? proof.status, value: proof.tls };
	const { page, response, httpsFailure } = home;
	if (response && httpsFailure)
		return { state: "found", url, status: response.status, value: { state: "invalid", reason: httpsFailure.code } };
	if (page.state === "failed") return { ...page, url };
	return notShown(url, "Its certificate was not seen.");
}

function statusAt({ response }: HomeVisit, url: string): number | undefined {
	if (response?.url === url) return response.status;
	return response?.hops.find((hop) => hop.url === url)?.status;
}

export async function collectPlainHttp(source: SiteSource, host: string): Promise<Observation<RedirectTrace>> {
	const start = new URL(`http://${host}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder is not served over http.");
	return traceRedirects(source, start);
}

export async function collectSiblingHost(source: SiteSource, target: Target): Promise<Observation<RedirectTrace>> {
	const sibling = siblingOf(target);
	if (sibling === undefined) return notShown(target.url, `${target.host} is neither a bare domain nor its "www.".`);
	const start = new URL(`https://${sibling}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder stands for one host.");
	return traceRedirects(source, start);
}

/** undefined for a provider's name, which has no "www.", and any other host. */
export function siblingOf({ host, registrableDomain }: Target): string | undefined {
	if (isHostedName(host)) return undefined;
	if (host === registrableDomain) return `www.${host}`;
	return host === `www.${registrableDomain}` ? registrableDomain : undefined;
}

/** `found`: the site answers such addresses with success, even by redirect, so that statuses of files prove nothing. */
export function collectRandomPath(
	source: SiteSource,
	origin: string,
	seed: string,
): Promise<Observation<RedirectTrace>> {
	return traceRedirects(source, new URL(randomPath(seed), origin));
}

/** The same audit always asks for the same one. */
export function randomPath(seed: string): string {
	return `/sightline-${hash("sha256", seed, "hex").slice(0, 16)}`;
}

function traceRedirects(source: SiteSource, start: URL): Promise<Observation<RedirectTrace>> {
	return settle(start.href, source.signal, async () => {
		const { url, status, hops, sha256 } = await source.get(start, "page");
		if (!isSuccess(status)) return { state: "absent", url, status };
		return { state: "found", url, status, value: { start: start.href, hops, end: url, status, sha256 } };
	});
}

const NAVIGATION_MIN = 3;

type Candidate = Pick<LinkedHost, "host" | "by" | "links" | "of">;

/** Where most navigation links lead, else the canonical link. Asks for robots.txt; any answer counts. */
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
