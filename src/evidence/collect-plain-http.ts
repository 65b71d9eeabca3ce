import type { RedirectTrace } from "./evidence-map.ts";
import type { Observation } from "./observation.ts";
import { notShown } from "./site/settle.ts";
import type { SiteSource } from "./site/site-source.ts";
import { traceRedirects } from "./site/trace-redirects.ts";

/** The home page asked for over http://, where a site should send its visitors to https://. */
export async function collectPlainHttp(source: SiteSource, host: string): Promise<Observation<RedirectTrace>> {
	const start = new URL(`http://${host}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder is not served over http.");
	return traceRedirects(source, start);
}
