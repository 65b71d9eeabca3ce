import { shellQuoted } from "#core/brand.ts";
import type { Finding, ResponseRecord } from "#core/report.ts";

/** One request that anybody can make to see what a finding rests on, and what came back when we made it. */
export interface Reproduction {
	readonly url: string;
	/** Place among the audit's responses, counted from 0. */
	readonly index: number;
	/** See {@link requestCommand}. */
	readonly curl: string;
	readonly status: number;
	/** Length of the decoded body, and its SHA-256 in hex. */
	readonly bytes: number;
	readonly sha256: string;
	/** Fields of the answer's header that the finding rests on. */
	readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const FIELD = /^header ([!#$%&'*+.^_`|~0-9a-z-]+)$/i;

/** What names the requests behind a finding. */
export type Reproducible = Pick<Finding, "evidence" | "outcome" | "says" | "fix">;

/**
 * Of an audit's responses, the requests behind a finding, each once: those of its evidence; else those that its sentence names, or its
 * fix; else the home page, which most checks look at. Only what the receipt holds, and nothing of what was not judged.
 */
export function reproductions(responses: readonly ResponseRecord[]): (finding: Reproducible) => Reproduction[] {
	const byUrl = new Map([...Map.groupBy(responses, ({ url }) => url)].map(([url, all]) => [url, answerOf(all)]));
	const home = homeOf(responses);
	return (finding) =>
		responsesBehind(finding, byUrl, home).map((response) => {
			const { url, status, bytes, sha256 } = response;
			const fields = finding.evidence.flatMap(({ url: place, at = "", excerpt }) => {
				const [, name] = FIELD.exec(at) ?? [];
				return name !== undefined && withoutFragment(place) === url ? [{ name, value: excerpt }] : [];
			});
			return { url, index: responses.indexOf(response), curl: requestCommand(url), status, bytes, sha256, fields };
		});
}

/** A command for a POSIX shell that makes one request: brackets and braces of the address are no pattern of curl's. */
export function requestCommand(url: string): string {
	return `curl -sS -i --compressed --globoff ${shellQuoted(url)}`;
}

function responsesBehind(
	finding: Reproducible,
	byUrl: ReadonlyMap<string, ResponseRecord | undefined>,
	home: readonly ResponseRecord[],
): readonly ResponseRecord[] {
	const ofUrls = (urls: readonly string[]) => [...new Set(urls)].flatMap((url) => byUrl.get(url) ?? []);
	const shown = ofUrls(finding.evidence.map(({ url }) => withoutFragment(url)));
	if (shown.length > 0) return shown;
	const { outcome, says, fix = "" } = finding;
	if (outcome === "unknown" || outcome === "not-applicable") return [];
	return [says, fix].map((text) => ofUrls(urlsIn(text))).find(({ length }) => length > 0) ?? home;
}

/** Addresses in a sentence, without the marks that end it. */
function urlsIn(text: string): string[] {
	return [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([url]) => withoutFragment(url).replace(/[.,;:!?)]+$/, ""));
}

/** What the site's own address answered, after its redirects. */
function homeOf(responses: readonly ResponseRecord[]): readonly ResponseRecord[] {
	const homes = responses.filter(({ url }) => URL.parse(url)?.pathname === "/");
	const home = answerOf(homes) ?? responses[0];
	return home ? [home] : [];
}

/** Of several answers the first that leads nowhere else. */
function answerOf(responses: readonly ResponseRecord[]): ResponseRecord | undefined {
	return responses.find(({ status }) => status < 300 || status >= 400) ?? responses[0];
}

function withoutFragment(url: string): string {
	return url.replace(/#.*$/s, "");
}
