import { isJsonObject } from "#core/json-object.ts";
import { ANNOTATIONS_PATH, annotationSchema, REPORT_LIMITS } from "#core/report.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import {
	isSuccess,
	MACHINE_FILES,
	type MachineFile,
	type MachineFileKey,
	type MachineText,
	type Observation,
	type OwnersAnswers,
	type RedirectTrace,
	settle,
} from "./evidence-map.ts";
import { linesOf, printable, tidy } from "./html/tree/fold-text.ts";
import { type JsonReading, mediaTypeOf, type Sniffed, sniffBody } from "./response-body.ts";
import type { SiteSource } from "./site/site-source.ts";

/** The others are JSON by their standards. */
const PLAIN_TEXT: MachineFileKey = "llmsTxt";

/** @param randomPath where it is `found`, this file's status proves nothing */
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

/** The same answer as to everything, or another web page of the site. */
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
		// A page for missing addresses is not the owner's answer.
		if (!isSuccess(status) || sniffBody(body) === "html") return { state: "absent", url, status };
		return { state: "found", url, status, value: readAnswers(await source.read("json", { url, body })) };
	});
}

function readAnswers({ json, jsonError }: JsonReading): OwnersAnswers {
	if (jsonError !== null) return { answers: [], faults: [`It is not JSON: ${jsonError}`] };
	const given: unknown = isJsonObject(json) ? json.annotations : undefined;
	// The file may be there for its other use alone.
	if (given === undefined) return { answers: [], faults: [] };
	if (!Array.isArray(given)) return { answers: [], faults: ['"annotations" is no list.'] };
	const read = given.slice(0, REPORT_LIMITS.annotations).map((each) => annotationSchema.safeParse(each));
	const faults = read.flatMap(({ error }, index) =>
		(error?.issues ?? []).map((issue) => `/annotations/${[index, ...issue.path].join("/")}: ${issue.message}`),
	);
	if (given.length > REPORT_LIMITS.annotations)
		faults.push(`Only the first ${REPORT_LIMITS.annotations} of ${given.length} are read.`);
	return { answers: read.flatMap(({ data }) => data ?? []), faults: faults.slice(0, 20) };
}

const LISTED_MAX = 200;
const H1_LENGTH = 200;
/** Characters; a file of 50,000 is long already. */
const READ_MAX = 500_000;

/** `[name](address)`, also with `<address>` or a title. Bounded, so linear. */
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
