import type { Target } from "#core/target.ts";
import type { RedirectTrace } from "./evidence-map.ts";
import type { Observation } from "./observation.ts";
import { notShown } from "./site/settle.ts";
import type { SiteSource } from "./site/site-source.ts";
import { traceRedirects } from "./site/trace-redirects.ts";

/** The other one of `example.com` and `www.example.com`: one of them should send visitors to the other. */
export async function collectSiblingHost(source: SiteSource, target: Target): Promise<Observation<RedirectTrace>> {
	const sibling = siblingOf(target);
	if (sibling === undefined) return notShown(target.url, `${target.host} is neither a bare domain nor its "www.".`);
	const start = new URL(`https://${sibling}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder stands for one host.");
	return traceRedirects(source, start);
}

/** undefined for a host that is neither of the two. */
export function siblingOf({ host, registrableDomain }: Target): string | undefined {
	if (host === registrableDomain) return `www.${host}`;
	return host === `www.${registrableDomain}` ? registrableDomain : undefined;
}
