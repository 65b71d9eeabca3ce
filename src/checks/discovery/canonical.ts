import type { Exhibit, Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Evidence, Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { deadVisit, pagesMerged, pagesSeen } from "../shared/duplicate-pages.ts";
import { attributeText, exhibitsOf, headerExhibit } from "../shared/exhibits.ts";

/** One statement of the page's preferred address. */
interface Statement {
	readonly written: string;
	/** Absolute, without a fragment; null when it cannot be resolved. */
	readonly url: string | null;
	readonly exhibits: readonly Exhibit[];
}

export const canonical = definePageCheck({
	id: "canonical",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "standard",
	weight: 3,
	weightReason: "It decides under which address a page is indexed; two answers to that are as bad as a wrong one.",
	title: "The page names one canonical address",
	fault: "The page names no canonical address",
	consequence: "Search engines may list a copy or a wrong address in place of this page.",
	effort: "small",
	doneBy: "developer",
	why: "The same page is reachable under many addresses. The canonical link says which one counts, so that links and rankings add up there and not on a copy.",
	howToFix: 'Put one <link rel="canonical"> with the absolute address of the page into its <head>.',
	consumer: "Google Search, Bing",
	reference: "https://www.rfc-editor.org/rfc/rfc6596",
	reviewed: "2026-11-21",
	note: "In deep audits the named address is held against what it answered, where it was visited, and against what other pages name: three pages of different content that all name one other page are a template's mistake. Variants by query are let be.",
	yieldsTo: ["head-in-raw-html", "text-without-js", "auth-gate"],
	wants: ["home", "sample", "visits"],
	evaluate(page, evidence) {
		const statements = [...linkStatements(page), ...headerStatements(page)];
		const exhibits = statements.flatMap((each) => each.exhibits);
		const [first] = statements;
		if (!first) return judgeAbsent(page);
		const urls = [...new Set(statements.map((each) => each.url ?? each.written))];
		if (urls.length > 1) {
			return {
				outcome: "fail",
				says: `${page.url} names ${urls.length} different canonical addresses: ${listing(urls)}.`,
				fix: `Keep one of them; for this page that is ${tagFor(page.url)}`,
				exhibits,
			};
		}
		return { ...(judgeTarget(page, first, evidence) ?? judgeOne(page, first)), exhibits };
	},
});

function linkStatements(page: Page): readonly Statement[] {
	const { baseHref, links } = page.digest;
	const base = baseHref !== null && URL.canParse(baseHref, page.url) ? new URL(baseHref, page.url).href : page.url;
	return links.flatMap((link) => {
		const written = link.href?.trim() ?? "";
		if (!link.inHead || !link.rel.includes("canonical") || written === "") return [];
		return [{ written, url: resolve(written, base), exhibits: exhibitsOf(page, [link]) }];
	});
}

function headerStatements(page: Page): readonly Statement[] {
	const exhibits = headerExhibit(page, "link");
	return linkTargets(page.response.headers.link, "canonical").map((written) => ({
		written,
		url: resolve(written, page.url),
		exhibits,
	}));
}

function judgeAbsent(page: Page): Verdict {
	const stray = page.digest.links.filter((link) => link.rel.includes("canonical"));
	const inBody = stray.some((link) => !link.inHead && link.href);
	let what = stray.length > 0 ? "has a canonical link without an address" : "names no canonical address";
	if (inBody) what = "names its canonical address outside <head>, where it is ignored";
	return {
		outcome: "partial",
		ratio: 0.5,
		says: `${page.url} ${what}.`,
		fix: `Add to the <head>: ${tagFor(page.url)}`,
		exhibits: exhibitsOf(page, stray),
	};
}

/** What a deep audit knows of the named address. */
function judgeTarget(
	page: Page,
	{ url }: Statement,
	evidence: Pick<Evidence, "home" | "sample" | "visits">,
): Verdict | undefined {
	if (url === null) return undefined;
	const dead = deadVisit(url, evidence.visits);
	if (dead) {
		const answer = dead.softNotFound ? "shows the page for addresses that do not exist" : `answers ${dead.status}`;
		return part(`${page.url} names ${url} as its canonical address, which ${answer}.`, page.url);
	}
	const merged = pagesMerged(page, url, pagesSeen(evidence));
	if (merged === 0) return undefined;
	return part(
		`${page.url} names ${url} as its own address, as ${merged - 1} other pages of different content do; engines may then list none of them.`,
		page.url,
	);
}

function judgeOne(page: Page, { written, url }: Statement): Verdict {
	if (url === null) return part(`The canonical address "${written}" of ${page.url} cannot be read.`, page.url);
	const own = new URL(page.url);
	const named = new URL(url);
	if (withoutWww(named.host) !== withoutWww(own.host)) {
		return part(
			`${page.url} names an address on another host, ${url}, as its own; engines then list that one in its place.`,
			page.url,
		);
	}
	if (own.protocol === "https:" && named.protocol === "http:") {
		named.protocol = "https:";
		return part(`${page.url} is served by https and names the insecure address ${url} as its own.`, named.href);
	}
	if (!/^https?:\/\//i.test(written)) {
		return part(`The canonical address "${written}" is relative; it changes with every host that serves a copy.`, url);
	}
	return { outcome: "pass", says: `The page names one canonical address, ${url}.` };
}

function part(says: string, address: string): Verdict {
	return { outcome: "partial", ratio: 0.5, says, fix: `Write in the <head>: ${tagFor(address)}` };
}

/** www and apex are the pair that a canonical link is meant to join. */
function withoutWww(host: string): string {
	return host.replace(/^www\./, "");
}

function resolve(written: string, base: string): string | null {
	if (!URL.canParse(written, base)) return null;
	const url = new URL(written, base);
	url.hash = "";
	return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

function tagFor(url: string): string {
	return `<link rel="canonical" href="${attributeText(url)}">`;
}

/** Targets of one relation in a Link header (RFC 8288 section 3), as written. */
export function linkTargets(header: string | undefined, relation: string): readonly string[] {
	const targets: string[] = [];
	const field = header ?? "";
	for (const { 0: whole, 1: target = "", index } of field.matchAll(/<([^<>]*)>/g)) {
		const relations = relOf(field, index + whole.length)
			.toLowerCase()
			.split(/\s+/);
		if (relations.includes(relation)) targets.push(target.trim());
	}
	return targets;
}

/** The first `rel` among the parameters that begin here; what stands in quotes is no parameter. */
function relOf(field: string, from: number): string {
	const parameter = /[ \t]*;[ \t]*([^\s=;,"<]*)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"<]*)))?/y;
	parameter.lastIndex = from;
	for (let found = parameter.exec(field); found; found = parameter.exec(field)) {
		if (found[1]?.toLowerCase() === "rel") return found[2] ?? found[3] ?? "";
	}
	return "";
}
