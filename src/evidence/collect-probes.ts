import { hash } from "node:crypto";
import { isHostedName, type Target } from "#core/target.ts";
import type { TlsState } from "#net/http-client.ts";
import type { HomeVisit } from "./collect-home.ts";
import { isSuccess, notShown, type Observation, type RedirectTrace, settle } from "./evidence-map.ts";
import type { SiteSource } from "./site/site-source.ts";

/**
 * Whether the audited host answers over https, and with which certificate; asks for nothing itself. A site that answers
 * over plain http only is found `invalid`, with the failure's code as the reason.
 */
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

/** Status with which the home page's own address answered, redirects included. */
function statusAt({ response }: HomeVisit, url: string): number | undefined {
	if (response?.url === url) return response.status;
	return response?.hops.find((hop) => hop.url === url)?.status;
}

/** The home page asked for over http://, where a site should send its visitors to https://. */
export async function collectPlainHttp(source: SiteSource, host: string): Promise<Observation<RedirectTrace>> {
	const start = new URL(`http://${host}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder is not served over http.");
	return traceRedirects(source, start);
}

/** The other one of `example.com` and `www.example.com`: one of them should send visitors to the other. */
export async function collectSiblingHost(source: SiteSource, target: Target): Promise<Observation<RedirectTrace>> {
	const sibling = siblingOf(target);
	if (sibling === undefined) return notShown(target.url, `${target.host} is neither a bare domain nor its "www.".`);
	const start = new URL(`https://${sibling}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder stands for one host.");
	return traceRedirects(source, start);
}

/** undefined for a host that is neither of the two, and for a name that a provider hands out, which has no "www.". */
export function siblingOf({ host, registrableDomain }: Target): string | undefined {
	if (isHostedName(host)) return undefined;
	if (host === registrableDomain) return `www.${host}`;
	return host === `www.${registrableDomain}` ? registrableDomain : undefined;
}

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

/** Goes where an address leads; `found` when a page is served at the end. */
function traceRedirects(source: SiteSource, start: URL): Promise<Observation<RedirectTrace>> {
	return settle(start.href, source.signal, async () => {
		const { url, status, hops, sha256 } = await source.get(start, "page");
		if (!isSuccess(status)) return { state: "absent", url, status };
		return { state: "found", url, status, value: { start: start.href, hops, end: url, status, sha256 } };
	});
}
