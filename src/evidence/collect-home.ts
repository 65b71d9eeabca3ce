import { Failure } from "#core/failure.ts";
import type { Target } from "#core/target.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { isSuccess, type Observation, type Page, settle } from "./evidence-map.ts";
import { usageInHeaders } from "./files/robots-usage.ts";
import { mediaTypeOf, sniffBody } from "./response-body.ts";
import { eitherScheme } from "./site/either-scheme.ts";
import type { SiteSource } from "./site/site-source.ts";

export interface HomeVisit {
	readonly page: Observation<Page>;
	/** The response behind it, where there was one, also when it could not be read as a page. */
	readonly response?: HttpResponse | undefined;
	/** Why https was given up, where the response came over plain http. */
	readonly httpsFailure?: Failure | undefined;
}

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** The home page, over https, or over http where https cannot be connected to. */
export async function collectHome(source: SiteSource, target: Target): Promise<HomeVisit> {
	let answer: Omit<HomeVisit, "page"> = {};
	const page = await settle(target.url, source.signal, async () => {
		const { value, httpsFailure } = await eitherScheme(new URL(target.url), (url, again) =>
			source.get(url, "page", again),
		);
		answer = { response: value, httpsFailure };
		return readPage(value, source);
	});
	return { ...answer, page };
}

/**
 * Digests a response as a page.
 * @throws Failure `not-html`, and those of the reader
 */
export async function readPage(response: HttpResponse, source: Pick<SiteSource, "read">): Promise<Observation<Page>> {
	const { url, status, headers, hops, encodedBytes, timings, tls, body, truncated } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	if (!isHtml(response)) throw notHtml(response);
	const digest = await source.read("page", { body, contentType: headers["content-type"], url, truncated });
	const usage = usageInHeaders(headers);
	const facts = { headers, hops, encodedBytes, timings, ...(tls ? { tls } : {}), ...(usage ? { usage } : {}) };
	return { state: "found", url, status, value: { url, response: facts, digest } };
}

function isHtml(response: HttpResponse): boolean {
	const type = mediaTypeOf(response);
	return type === "" ? sniffBody(response.body) === "html" : HTML_TYPES.has(type);
}

function notHtml(response: HttpResponse): Failure {
	const type = mediaTypeOf(response);
	return new Failure("not-html", {
		what: `${response.url} is not an HTML page.`,
		why:
			type === "" ? "It has no Content-Type and does not look like one." : `Its Content-Type is ${type.slice(0, 80)}.`,
		todo: "Serve the home page with the Content-Type text/html.",
	});
}
