import { hash } from "node:crypto";
import { Failure, type FailureCode, isFailure, mayBeOurs } from "#core/failure.ts";
import { refreshOf } from "#core/refresh.ts";
import { isHostedName, siteOf, type Target, whyUnreachable } from "#core/target.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse, TlsState } from "#net/http-client.ts";
import {
	isSuccess,
	type LinkedHost,
	type NamedAddress,
	notShown,
	type Observation,
	type Page,
	type RedirectTrace,
	settle,
} from "./evidence-map.ts";
import { usageInHeaders } from "./files/robots-txt.ts";
import { baseOf } from "./html/controls/controls.ts";
import type { PageInput } from "./html/digest-page.ts";
import { printable } from "./html/tree/fold-text.ts";
import type { Located, PageDigest } from "./page-digest.ts";
import { mediaTypeOf, sniffBody } from "./response-body.ts";
import type { SiteSource } from "./site/site-source.ts";

/** Sends no request. A site with plain http only is `invalid`, with the failure's code as the reason. */
export function observeHttps(source: SiteSource, target: Target, home: HomeVisit): Observation<TlsState> {
	const { url, host } = target;
	if (source.kind === "folder") return notShown(url, "A folder has no certificate.");
	const proof = source.tlsOf(host);
	if (proof) return { state: "found", url, status: statusAt(home, url) ?? proof.status, value: proof.tls };
	const { page, response, httpsFailure } = home;
	if (response && httpsFailure)
		return { state: "found", url, status: response.status, value: { state: "invalid", reason: httpsFailure.code } };
	if (page.state === "failed") return { ...page, url };
	return notShown(url, "Its certificate could not be read.");
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
	if (sibling === undefined) return notShown(target.url, `${target.host} is not a bare domain or its "www." form.`);
	const start = new URL(`https://${sibling}/`);
	if (source.kind === "folder") return notShown(start.href, "A folder is one host.");
	return traceRedirects(source, start);
}

/** undefined for a provider's customer names, which have no "www.", and for other hosts. */
export function siblingOf({ host, registrableDomain }: Target): string | undefined {
	if (isHostedName(host)) return undefined;
	if (host === registrableDomain) return `www.${host}`;
	return host === `www.${registrableDomain}` ? registrableDomain : undefined;
}

/** `found`: the site answers such addresses with success, even by redirect, so that its statuses prove nothing. */
export function collectRandomPath(source: SiteSource, base: string, seed: string): Promise<Observation<RedirectTrace>> {
	return traceRedirects(source, new URL(`.${randomPath(seed)}`, base));
}

/** Deterministic: repeating an audit requests the same path. */
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

/** The target of most navigation links, else of the canonical link. Requests robots.txt there; any response counts. */
export async function collectLinkedHost(
	source: SiteSource,
	target: Target,
	home: Observation<Page>,
): Promise<Observation<LinkedHost>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page with links to other hosts.");
	if (source.kind === "folder") return notShown(home.url, "A folder is one host.");
	const candidate = candidateOf(home.value, target);
	if (!candidate) return notShown(home.url, "The links of the home page stay on its host.");
	const { host } = candidate;
	if (siteOf(host) !== target.registrableDomain && whyUnreachable(host) !== undefined)
		return notShown(home.url, `${host} is not a public host.`);
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

/** Uses the remaining requests. @param randomPath the response for a path that cannot exist */
export async function collectNamed(
	source: SiteSource,
	home: Observation<Page>,
	randomPath: Observation<RedirectTrace>,
): Promise<Observation<readonly NamedAddress[]>> {
	if (home.state !== "found") return notShown(home.url, "There is no home page that could link to other addresses.");
	const named = addressesNamed(home.value).slice(0, source.left);
	const shares = named.map(({ by }) => source.share(by === "canonical" ? 2 : 1));
	const looks = named.map((each, index) => readNamed(each, shares[index] ?? source, randomPath));
	return { ...home, value: await Promise.all(looks) };
}

type Named = Pick<NamedAddress, "by" | "url">;

const VERSIONS = 2;

function addressesNamed({ url, digest }: Page): Named[] {
	const base = baseOf(digest.baseHref, url);
	const own = new URL(url);
	const onHost = (by: Named["by"], addresses: readonly (string | null | undefined)[], most: number): Named[] => {
		const urls = addresses.flatMap((written) => {
			const address = URL.parse(written?.trim() || url, base);
			if (!address || address.host !== own.host || !/^https?:$/.test(address.protocol)) return [];
			address.hash = "";
			return address.href === url ? [] : [address.href];
		});
		return [...new Set(urls)].slice(0, most).map((each) => ({ by, url: each }));
	};
	const inHead = (rel: string) => digest.links.filter((link) => link.inHead && link.rel.includes(rel));
	const pictures = digest.metas.filter(({ key }) => key === "og:image").map(({ content }) => content);
	return [
		...onHost("canonical", [inHead("canonical")[0]?.href], 1),
		...onHost(
			"hreflang",
			inHead("alternate").flatMap(({ hreflang, href }) => (hreflang === null ? [] : [href])),
			VERSIONS,
		),
		...onHost("og:image", pictures, 1),
		...onHost(
			"image",
			digest.images.map(({ src }) => src),
			1,
		),
	];
}

async function readNamed(
	{ by, url }: Named,
	source: SiteSource,
	randomPath: Observation<RedirectTrace>,
): Promise<NamedAddress> {
	const isPicture = by === "image" || by === "og:image";
	let answer: HttpResponse | undefined;
	const page = await settle(url, source.signal, async () => {
		answer = await source.get(new URL(url), isPicture ? "picture" : "page");
		const { status } = answer;
		return by === "canonical" ? readPage(answer, source) : { state: "absent", url, status };
	});
	const same = randomPath.state === "found" && answer?.sha256 === randomPath.value.sha256;
	const seen = page.state === "found" ? page.value.digest : undefined;
	return {
		by,
		url,
		status: answer?.status ?? null,
		failure: answer || page.state !== "failed" ? null : page.code,
		end: answer?.url ?? url,
		softNotFound: same || (isPicture && answer !== undefined && sniffBody(answer.body) === "html"),
		...(seen ? { title: seen.titles[0]?.text.trim() ?? "", fingerprint: seen.text.fingerprint } : {}),
	};
}

function hostOf(address: string, base: string): string | undefined {
	const url = URL.parse(address.trim(), base);
	return url && /^https?:$/.test(url.protocol) ? url.hostname : undefined;
}

export interface HomeVisit {
	readonly page: Observation<Page>;
	readonly response?: HttpResponse | undefined;
	readonly httpsFailure?: Failure | undefined;
}

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** @param frontPage address of the page to use instead of a missing home page */
export async function collectHome(
	source: SiteSource,
	target: Target,
	frontPage?: () => Promise<string | undefined>,
): Promise<HomeVisit> {
	const visit = await visitHome(source, target.url, target);
	const { page } = visit;
	const instead = page.state === "absent" && page.status === NOT_FOUND ? await frontPage?.() : undefined;
	if (instead === undefined) return visit;
	const front = await visitHome(source, instead, target);
	return front.page.state === "found" ? { ...front, page: { ...front.page, url: page.url, status: NOT_FOUND } } : visit;
}

const NOT_FOUND = 404;

async function visitHome(source: SiteSource, address: string, target: Target): Promise<HomeVisit> {
	let answer: Omit<HomeVisit, "page"> = {};
	const page = await settle(address, source.signal, async () => {
		const { value, httpsFailure } = await eitherScheme(new URL(address), (url, again) =>
			source.get(url, "page", again),
		);
		answer = { response: value, httpsFailure };
		for (let response = value; ; ) {
			const seen = await readPage(response, source);
			const refresh = seen.state === "found" ? instantRefresh(seen.value) : undefined;
			if (seen.state !== "found" || refresh === undefined) return seen;
			const { next, place } = refresh;
			const { url, hops } = response;
			if (siteOf(next.hostname) !== target.registrableDomain || hops.length >= MAX_STEPS)
				return { ...seen, value: { ...seen.value, movesTo: { url: next.href, ...place } } };
			const before = [...hops, { url, status: response.status, location: next.href }];
			const answered = await source.get(next, "page");
			response = { ...answered, hops: [...before, ...answered.hops] };
			answer = { response, httpsFailure };
		}
	});
	return { ...answer, page };
}

/** Same as the limit of redirects. */
const MAX_STEPS = 5;
/** Seconds; generators of versioned documentation write 1. */
const INSTANT = 1;
/** Characters: a page with more text is not just a redirect, whatever it says in noscript. */
const NO_TEXT = 200;

/**
 * Browsers and Google treat an instant refresh as a redirect.
 * @see https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh
 */
export function instantRefresh({ url, response, digest }: Page): { next: URL; place: Located } | undefined {
	const { noscriptRefresh } = digest;
	const spare = noscriptRefresh && digest.text.visible < NO_TEXT ? [noscriptRefresh] : [];
	const header = response.headers.refresh ?? "";
	const refresh = refreshOf(header, [...digest.metas, ...spare]);
	if (!refresh || refresh.delay > INSTANT || refresh.address === "") return undefined;
	const next = URL.parse(refresh.address, baseOf(digest.baseHref, url));
	if (!next || !/^https?:$/.test(next.protocol)) return undefined;
	next.hash = "";
	if (next.href === url) return undefined;
	const { at, excerpt } = refresh.meta ?? { at: "header refresh", excerpt: printable(header, EXCERPT_LENGTH) };
	return { next, place: { at, excerpt } };
}

/** @throws Failure `not-html`, and those of the reader */
export function readPage(response: HttpResponse, source: Pick<SiteSource, "read">): Promise<Observation<Page>> {
	return readHtml(response, async (html) => pageOf(html, await source.read("page", inputOf(html))));
}

/** @throws Failure `not-html`, and those of `read` */
export async function readHtml<T>(
	response: HttpResponse,
	read: (html: HttpResponse) => Promise<T>,
): Promise<Observation<T>> {
	const { url, status } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	if (!isHtml(response)) throw notHtml(response);
	return { state: "found", url, status, value: await read(response) };
}

export function inputOf({ url, headers, body, truncated }: HttpResponse): PageInput {
	return { body, contentType: headers["content-type"], url, truncated };
}

export function pageOf({ url, headers, hops, encodedBytes, timings, tls }: HttpResponse, digest: PageDigest): Page {
	const usage = usageInHeaders(headers);
	const response = { headers, hops, encodedBytes, timings, ...(tls ? { tls } : {}), ...(usage ? { usage } : {}) };
	return { url, response, digest };
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
			type === "" ? "It has no Content-Type and does not look like HTML." : `Its Content-Type is ${type.slice(0, 80)}.`,
		todo: "Serve the home page with the Content-Type text/html.",
	});
}

/** Excludes invalid certificates, which are recorded and tolerated. */
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

/** If https fails, tries http, then https once more, because the failure may be ours. @throws Failure of https */
export async function eitherScheme<T>(https: URL, ask: Ask<T>): Promise<EitherScheme<T>> {
	try {
		return { value: await ask(https) };
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		const plain = await requestPlainHttp(https, ask, error);
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

async function requestPlainHttp<T>(https: URL, ask: Ask<T>, httpsFailure: Failure): Promise<T> {
	const plain = new URL(https);
	plain.protocol = "http:";
	try {
		return await ask(plain);
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		throw httpsFailure;
	}
}
