import type { Exhibit } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { exhibitsOf, headerExhibit } from "./exhibits.ts";

/** One word of a robots meta tag or of an X-Robots-Tag header, with the crawler it is addressed to. */
export interface RobotsDirective {
	/** Crawler token in lower case; `robots` for all of them. */
	readonly agent: string;
	readonly name: string;
	/** What stands after the colon: a date, a number; "" when nothing. */
	readonly value: string;
}

/**
 * Words that Google or Bing document. Any other word is ignored by crawlers, and so here.
 * https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
const PLAIN =
	"all follow index indexifembedded noarchive nocache nofollow noimageindex noindex none nosnippet notranslate".split(
		" ",
	);
const WITH_VALUE = ["max-image-preview", "max-snippet", "max-video-preview", "unavailable_after"];
const KNOWN: ReadonlySet<string> = new Set([...PLAIN, ...WITH_VALUE]);

/** True when the directive keeps the page out of an index at that time (ISO 8601). */
export function closesIndex(directive: RobotsDirective, auditedAt: string): boolean {
	if (directive.name === "noindex" || directive.name === "none") return true;
	if (directive.name !== "unavailable_after") return false;
	// A date that cannot be read has no effect, as Google documents: NaN compares false.
	return readDate(directive.value) < Date.parse(auditedAt);
}

/**
 * True when the directive leaves no text of the page for a snippet, and so none for an AI answer built on search: with
 * `nosnippet` or `max-snippet:0`, as Google documents, a page cannot stand in AI Overviews or AI Mode.
 */
export function closesSnippet({ name, value }: RobotsDirective): boolean {
	return name === "nosnippet" || (name === "max-snippet" && /^0+$/.test(value));
}

/**
 * Directives of a tag, or of an X-Robots-Tag header, `withAgents`: `noindex`, `googlebot: noindex, nofollow`, or several
 * fields joined with commas. A crawler's name holds until the next one, as Google's own examples read.
 */
function readList(text: string, agentAtFirst: string, withAgents: boolean): readonly RobotsDirective[] {
	const read: RobotsDirective[] = [];
	let agent = agentAtFirst;
	for (const piece of text.toLowerCase().split(",")) {
		const named = withAgents ? splitAgent(piece) : undefined;
		agent = named?.agent ?? agent;
		const { name, value } = splitValue(named?.rest ?? piece);
		const last = read.at(-1);
		if (KNOWN.has(name)) read.push({ agent, name, value });
		// "unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT": the comma is the date's.
		else if (last?.name === "unavailable_after") read[read.length - 1] = { ...last, value: `${last.value},${piece}` };
	}
	return read;
}

function splitAgent(piece: string): { agent: string; rest: string } | undefined {
	const colon = piece.indexOf(":");
	const agent = piece.slice(0, Math.max(colon, 0)).trim();
	return /^[a-z][a-z_-]*$/.test(agent) && !KNOWN.has(agent) ? { agent, rest: piece.slice(colon + 1) } : undefined;
}

function splitValue(piece: string): { name: string; value: string } {
	const colon = piece.indexOf(":");
	if (colon < 0) return { name: piece.trim(), value: "" };
	return { name: piece.slice(0, colon).trim(), value: piece.slice(colon + 1).trim() };
}

/** Milliseconds; NaN when unreadable. A date without a zone is UTC, so that no machine's own zone can move a verdict. */
function readDate(text: string): number {
	const date = text.trim();
	if (/\d\s*(z|utc|gmt|[ecmp][sd]t)$|:\d{2}\s*[+-]\d{2}:?\d{2}$/.test(date)) return Date.parse(date);
	if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return Date.parse(date);
	return Date.parse(/\dt\d/.test(date) ? `${date}z` : `${date} utc`);
}

const HEADER = "x-robots-tag";

/** A directive, and the tag or header that says it. */
export interface PlacedDirective {
	readonly directive: RobotsDirective;
	/** `The meta tag "robots" (line 3, column 1)`; the same for all directives of one place. */
	readonly where: string;
	/** Opening of a fix: `Delete <meta …> from https://…`. */
	readonly removal: string;
	readonly exhibits: readonly Exhibit[];
}

/** Every directive of a page that is addressed to one of the agents (`robots` for all crawlers), tags first. */
export function placedDirectives(page: Page, agents: readonly string[]): readonly PlacedDirective[] {
	return [...inMetas(page), ...inHeader(page)].filter(({ directive }) => agents.includes(directive.agent));
}

/** One directive for each place that says it. */
export function onePerPlace(placed: readonly PlacedDirective[]): readonly PlacedDirective[] {
	return [...new Map(placed.toReversed().map((each) => [each.where, each])).values()].toReversed();
}

function inMetas(page: Page): readonly PlacedDirective[] {
	return page.digest.metas
		.filter(({ by }) => by === "name")
		.flatMap((meta) =>
			readList(meta.content, meta.key, false).map((directive) => ({
				directive,
				where: `The meta tag "${meta.key}" (${meta.at})`,
				removal: `Delete ${meta.excerpt} from ${page.url}`,
				exhibits: exhibitsOf(page, [meta]),
			})),
		);
}

function inHeader(page: Page): readonly PlacedDirective[] {
	const value = page.response.headers[HEADER];
	if (value === undefined) return [];
	return readList(value, "robots", true).map((directive) => ({
		directive,
		where: "The header X-Robots-Tag",
		removal: `Stop sending "X-Robots-Tag: ${value}" with ${page.url}`,
		exhibits: headerExhibit(page, HEADER),
	}));
}
