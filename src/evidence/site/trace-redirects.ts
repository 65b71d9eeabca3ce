import type { RedirectTrace } from "../evidence-map.ts";
import type { Observation } from "../observation.ts";
import { isSuccess, settle } from "./settle.ts";
import type { SiteSource } from "./site-source.ts";

/** Goes where an address leads; `found` when a page is served at the end. */
export function traceRedirects(source: SiteSource, start: URL): Promise<Observation<RedirectTrace>> {
	return settle(start.href, source.signal, async () => {
		const { url, status, hops, sha256 } = await source.get(start, "page");
		if (!isSuccess(status)) return { state: "absent", url, status };
		return { state: "found", url, status, value: { start: start.href, hops, end: url, status, sha256 } };
	});
}
