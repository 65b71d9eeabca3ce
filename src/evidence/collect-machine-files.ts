import { isJsonObject } from "#core/json-object.ts";
import { BASKET_PATHS } from "#core/preset.ts";
import { ANNOTATIONS_PATH, annotationSchema, REPORT_LIMITS } from "#core/report.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import {
	type Evidence,
	isSuccess,
	MACHINE_FILES,
	type MachineFile,
	type MachineFileKey,
	type MachineText,
	notShown,
	type Observation,
	type OwnersAnswers,
	type Page,
	type RedirectTrace,
	settle,
} from "./evidence-map.ts";
import { linesOf, printable, tidy } from "./html/tree/fold-text.ts";
import type { StructuredNode } from "./page-digest.ts";
import { type JsonReading, mediaTypeOf, type Sniffed, sniffBody } from "./response-body.ts";
import type { SiteSource } from "./site/site-source.ts";

/** The only one that is not JSON. */
const PLAIN_TEXT: MachineFileKey = "llmsTxt";

/** @param randomPath if `found`, this file's status proves nothing */
export function collectMachineFile(
	source: SiteSource,
	origin: string,
	key: MachineFileKey,
	randomPath: Promise<Observation<RedirectTrace>>,
): Promise<Observation<MachineFile>> {
	const path = MACHINE_FILES[key];
	const start = new URL(path, origin);
	return settle(start.href, source.signal, async () => {
		const response = await source.get(start, "page");
		return readMachineFile(source, response, path, key === PLAIN_TEXT ? "text" : "json", await randomPath);
	});
}

export async function readMachineFile(
	source: Pick<SiteSource, "read">,
	response: HttpResponse,
	path: string,
	kind: "json" | "text",
	randomPath: Observation<RedirectTrace>,
): Promise<Observation<MachineFile>> {
	const { url, status, body, truncated } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	const sniffed = sniffBody(body);
	const value: MachineFile = {
		path,
		contentType: mediaTypeOf(response),
		bytes: body.length,
		sniffed,
		...(kind === "json"
			? await source.read("json", { url, body })
			: { json: null, jsonError: null, text: await source.read("text", { url, body, truncated }) }),
		excerpt: sniffed === "binary" ? "" : printable(startOf(body), EXCERPT_LENGTH),
		softNotFound: isSoftNotFound(response, sniffed, randomPath),
	};
	return { state: "found", url, status, value };
}

function startOf(body: Uint8Array): string {
	return new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
}

/** The same response as for any address, or an HTML page of the site. */
export function isSoftNotFound(
	{ sha256 }: HttpResponse,
	sniffed: Sniffed,
	randomPath: Observation<RedirectTrace>,
): boolean {
	return randomPath.state === "found" && (sniffed === "html" || randomPath.value.sha256 === sha256);
}

export function collectAnnotations(source: SiteSource, origin: string): Promise<Observation<OwnersAnswers>> {
	const start = new URL(ANNOTATIONS_PATH, origin);
	return settle(start.href, source.signal, async () => {
		const { url, status, body } = await source.get(start, "page");
		// An error page is not the owner's answers.
		if (!isSuccess(status) || sniffBody(body) === "html") return { state: "absent", url, status };
		return { state: "found", url, status, value: readAnswers(await source.read("json", { url, body })) };
	});
}

function readAnswers({ json, jsonError }: JsonReading): OwnersAnswers {
	if (jsonError !== null) return { answers: [], faults: [`It is not JSON: ${jsonError}`] };
	const given: unknown = isJsonObject(json) ? json.annotations : undefined;
	// The file may exist only to prove control of the site.
	if (given === undefined) return { answers: [], faults: [] };
	if (!Array.isArray(given)) return { answers: [], faults: ['"annotations" is not a list.'] };
	const read = given.slice(0, REPORT_LIMITS.annotations).map((each) => annotationSchema.safeParse(each));
	const faults = read.flatMap(({ error }, index) =>
		(error?.issues ?? []).map((issue) => `/annotations/${[index, ...issue.path].join("/")}: ${issue.message}`),
	);
	if (given.length > REPORT_LIMITS.annotations)
		faults.push(`Only the first ${REPORT_LIMITS.annotations} of ${given.length} are read.`);
	return { answers: read.flatMap(({ data }) => data ?? []), faults: faults.slice(0, 20) };
}

/** https://ucp.dev/latest/specification/overview/: agents request it without a link. */
export const UCP_PATH = "/.well-known/ucp";

interface UcpQuery extends Pick<Evidence, "home" | "declared" | "randomPath"> {
	readonly source: SiteSource;
	readonly origin: string;
}

/** Free if the site links to it, because it was already requested then. */
export async function collectUcp(query: UcpQuery): Promise<Observation<MachineFile>> {
	const { source, origin, home, declared, randomPath } = query;
	const targets = declared.state === "found" ? declared.value : [];
	const linked = targets.find(({ url, answer }) => answer.state === "asked" && new URL(url).pathname === UCP_PATH);
	const start = new URL(linked?.url ?? UCP_PATH, origin);
	if (!linked && !isShop(home)) return notShown(start.href, "Nothing links to it, and the home page is not a shop's.");
	if (!linked && source.left === 0) return notShown(start.href, "The request limit was reached.");
	return settle(start.href, source.signal, async () =>
		readMachineFile(source, await source.get(start, "page"), UCP_PATH, "json", randomPath),
	);
}

const SHOP_TYPES: ReadonlySet<string> = new Set(["Product", "ProductGroup", "OnlineStore", "OnlineMarketplace"]);
const SHOPIFY = /^(?:https?:)?\/\/cdn\.shopify\.com\/|\/cdn\/shop\//;

/** Product data visible to readers, a link to a basket, or Shopify, which serves a profile for every shop. */
export function isShop(home: Observation<Page>): boolean {
	if (home.state !== "found") return false;
	const { response, digest, url } = home.value;
	const { jsonLd, microdata, rdfa, stated, metas, links, images, anchors, forms } = digest;
	const unseen = new Set(
		stated.flatMap(({ property, value, visible }) => (property === "name" && !visible ? value : [])),
	);
	const isShown = ({ properties: { name = [] } }: StructuredNode) => !name.some((each) => unseen.has(each));
	const declared = [...jsonLd.nodes, ...microdata, ...rdfa].filter(isShown);
	if (declared.some(({ types }) => types.some((type) => SHOP_TYPES.has(type)))) return true;
	if (metas.some(({ key, content }) => key === "og:type" && /^(?:og:)?product/i.test(content.trim()))) return true;
	if (/shopify/i.test(response.headers["powered-by"] ?? "")) return true;
	if ([...links.map(({ href }) => href), ...images.map(({ src }) => src)].some((each) => SHOPIFY.test(each ?? "")))
		return true;
	const addresses = [...anchors.map((anchor) => anchor.url), ...forms.map(({ action }) => action)];
	return addresses.some((address) => leadsToBasket(address, url));
}

function leadsToBasket(address: string | null, page: string): boolean {
	const url = address === null ? null : URL.parse(address);
	if (!url || url.hostname !== new URL(page).hostname) return false;
	return url.pathname
		.toLowerCase()
		.split("/")
		.some((part) => BASKET_PATHS.has(part.replace(/\.[a-z]{3,5}$/, "")));
}

const LISTED_MAX = 200;
const H1_LENGTH = 200;
/** Characters; a file of 50,000 is already long. */
const READ_MAX = 500_000;

/** `[name](address)`, also with `<address>` or a title. Bounded, so linear time. */
const LINK = /\]\(\s{0,4}<?([^()\s<>]{1,500})/g;
const MENTION = /https?:\/\/[^\s<>"'`()[\]{}|\\]{1,300}|(?<=[\s"'`(])\/[a-z.][\w./~-]{0,300}/gi;

export interface MachineTextBody {
	readonly url: string;
	readonly body: Uint8Array;
	readonly truncated: boolean;
}

export function readMachineText({ body, truncated, url }: MachineTextBody): MachineText {
	const whole = new TextDecoder().decode(body);
	const text = whole.slice(0, READ_MAX);
	return {
		h1: headingOf(text),
		characters: whole.length,
		truncated,
		links: firstOf(text.matchAll(LINK), (found) => absolute(found[1] ?? "", url)),
		mentions: firstOf(text.matchAll(MENTION), (found) => found[0].replace(/[.,;:!?*]+$/, "")),
	};
}

/** CommonMark 4.2, outside fenced code. */
function headingOf(text: string): string | null {
	let fenced = false;
	for (const line of linesOf(text)) {
		if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
		if (!fenced && /^ {0,3}#[ \t]/.test(line))
			return tidy(line.replace(/^ {0,3}#/, ""), H1_LENGTH).replace(/ #+$/, "") || null;
	}
	return null;
}

function absolute(href: string, base: string): string | undefined {
	if (!URL.canParse(href, base)) return undefined;
	const url = new URL(href, base);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	url.hash = "";
	return url.href;
}

function firstOf(found: Iterable<RegExpExecArray>, read: (match: RegExpExecArray) => string | undefined): string[] {
	const kept = new Set<string>();
	for (const match of found) {
		const value = read(match);
		if (value !== undefined && value !== "") kept.add(value.toWellFormed());
		if (kept.size === LISTED_MAX) break;
	}
	return [...kept];
}
