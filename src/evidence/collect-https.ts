import type { Target } from "#core/target.ts";
import type { TlsState } from "#net/http-client.ts";
import type { HomeVisit } from "./collect-home.ts";
import type { Observation } from "./observation.ts";
import { notShown } from "./site/settle.ts";
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
	if (response && httpsFailure) {
		return { state: "found", url, status: response.status, value: { state: "invalid", reason: httpsFailure.code } };
	}
	if (page.state === "failed") return { ...page, url };
	return notShown(url, "Its certificate was not seen.");
}

/** Status with which the home page's own address answered, redirects included. */
function statusAt({ response }: HomeVisit, url: string): number | undefined {
	if (response?.url === url) return response.status;
	return response?.hops.find((hop) => hop.url === url)?.status;
}
