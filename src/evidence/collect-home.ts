import { Failure, type FailureCode, isFailure, mayBeOurs } from "#core/failure.ts";
import { refreshOf } from "#core/refresh.ts";
import { siteOf, type Target } from "#core/target.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { isSuccess, type Observation, type Page, settle } from "./evidence-map.ts";
import { usageInHeaders } from "./files/robots-txt.ts";
import { baseOf } from "./html/controls/links-and-buttons.ts";
import { mediaTypeOf, sniffBody } from "./response-body.ts";
import type { SiteSource } from "./site/site-source.ts";

export interface HomeVisit {
	readonly page: Observation<Page>;
	readonly response?: HttpResponse | undefined;
	readonly httpsFailure?: Failure | undefined;
}

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

export async function collectHome(source: SiteSource, target: Target): Promise<HomeVisit> {
	let answer: Omit<HomeVisit, "page"> = {};
	const page = await settle(target.url, source.signal, async () => {
		const { value, httpsFailure } = await eitherScheme(new URL(target.url), (url, again) =>
			source.get(url, "page", again),
		);
		answer = { response: value, httpsFailure };
		for (let response = value; ; ) {
			const seen = await readPage(response, source);
			const next = seen.state === "found" ? instantRefresh(seen.value) : undefined;
			if (seen.state !== "found" || next === undefined) return seen;
			const { url, hops } = response;
			if (siteOf(next.hostname) !== target.registrableDomain || hops.length >= MAX_STEPS)
				return { ...seen, value: { ...seen.value, movesTo: next.href } };
			const before = [...hops, { url, status: response.status, location: next.href }];
			const answered = await source.get(next, "page");
			response = { ...answered, hops: [...before, ...answered.hops] };
			answer = { response, httpsFailure };
		}
	});
	return { ...answer, page };
}

/** As many as redirects are followed. */
const MAX_STEPS = 5;
/** Seconds; generators of versioned documentation write 1. */
const INSTANT = 1;
/** Characters: a page that shows more is no mere step, whatever it says where scripts do not run. */
const NO_TEXT = 200;

/**
 * Browsers and Google take an instant refresh for a redirect.
 * @see https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh
 */
function instantRefresh({ url, response, digest }: Page): URL | undefined {
	const { noscriptRefresh } = digest;
	const spare = noscriptRefresh && digest.text.visible < NO_TEXT ? [noscriptRefresh] : [];
	const refresh = refreshOf(response.headers.refresh, [...digest.metas, ...spare]);
	if (!refresh || refresh.delay > INSTANT || refresh.address === "") return undefined;
	const next = URL.parse(refresh.address, baseOf(digest.baseHref, url));
	if (!next || !/^https?:$/.test(next.protocol)) return undefined;
	next.hash = "";
	return next.href === url ? undefined : next;
}

/** @throws Failure `not-html`, and those of the reader */
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

/** A bad certificate is not among them: it is recorded and passed over. */
const NO_HTTPS: ReadonlySet<FailureCode> = new Set([
	"connection-refused",
	"connection-failed",
	"connection-timeout",
	"tls-invalid",
]);

interface EitherScheme<T> {
	readonly value: T;
	readonly httpsFailure?: Failure | undefined;
}

/** @param again for an address that failed before */
type Ask<T> = (url: URL, again?: { readonly again: true }) => Promise<T>;

/** Without https http is asked, then https once more: the lost connection may be our fault. @throws Failure of https */
export async function eitherScheme<T>(https: URL, ask: Ask<T>): Promise<EitherScheme<T>> {
	try {
		return { value: await ask(https) };
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		const plain = await askPlain(https, ask, error);
		if (!mayBeOurs(error.code)) return { value: plain, httpsFailure: error };
		return ask(https, { again: true }).then(
			(value) => ({ value }),
			(second: unknown) => {
				if (!isFailure(second)) throw second;
				return { value: plain, httpsFailure: error };
			},
		);
	}
}

async function askPlain<T>(https: URL, ask: Ask<T>, httpsFailure: Failure): Promise<T> {
	const plain = new URL(https);
	plain.protocol = "http:";
	try {
		return await ask(plain);
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		throw httpsFailure;
	}
}
