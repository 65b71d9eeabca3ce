/** Hand-made evidence for tests of checks. The default is a plain page without faults. */

import { parseTarget } from "#core/target.ts";
import type { Verdict } from "#core/verdict.ts";
import type {
	Absent,
	Evidence,
	EvidenceKey,
	Failed,
	Found,
	MachineFile,
	NamedAddress,
	Page,
	PageVisit,
	RedirectTrace,
	RenderedPage,
	RobotsTxt,
} from "#evidence/evidence-map.ts";
import type {
	JsonLdNode,
	PageAnchor,
	PageDigest,
	PageHeading,
	PageLink,
	PageMeta,
	TextFacts,
} from "#evidence/page-digest.ts";
import type { Check, CheckContext } from "./define-check.ts";
import { PageRows, rowOf } from "./shared/page-rows.ts";
import { addressKey } from "./shared/site-addresses.ts";

export const HOME = "https://example.com/";
const AT = "line 1, column 1";
const NOWHERE = { at: AT, excerpt: "" };

export const CONTEXT: CheckContext = {
	target: parseTarget("example.com"),
	preset: "general",
	auditedAt: "2026-11-21T06:00:00.000Z",
};

export function found<T>(value: T, url = HOME, status = 200): Found<T> {
	return { state: "found", url, status, value };
}

export function absent(status = 404, url = HOME): Absent {
	return { state: "absent", url, status };
}

export function failed(code: string, url = HOME): Failed {
	return { state: "failed", url, code, reason: `Nothing came back (${code}).` };
}

/** Runs a check like the engine; missing evidence that it needs is an error of the test. */
export function ask(check: Check, evidence: Partial<Evidence>, page?: Page, context: CheckContext = CONTEXT): Verdict {
	for (const key of check.needs) {
		if (!evidence[key] || evidence[key].state === "failed") throw new Error(`${check.id} needs ${key}`);
	}
	// The engine passes the whole map; a check's type limits what it may read.
	const whole = withDefaults(check.wants ?? [], evidence);
	if (check.scope === "site") {
		return check.evaluate(whole as Parameters<typeof check.evaluate>[0], context);
	}
	if (!page || check.scope !== "page") throw new Error(`${check.id} looks at a page`);
	return check.evaluate(page, whole as Parameters<typeof check.evaluate>[1], context);
}

interface Together {
	readonly isWhole?: boolean;
	/** Addresses in the sitemap. */
	readonly listed?: readonly string[];
	readonly visits?: readonly PageVisit[];
}

/** Verdicts of a check that compares pages, the home page first. */
export function askPages(check: Check, pages: readonly Page[], { isWhole = true, listed, visits = [] }: Together = {}) {
	if (check.scope !== "pages") throw new Error(`${check.id} does not look at all pages`);
	const rows = new PageRows();
	for (const page of pages) rows.add(rowOf(page, CONTEXT.auditedAt));
	for (const visit of visits) rows.note(visit);
	rows.isWhole = isWhole;
	rows.listed = listed && new Set(listed.map((url) => addressKey(new URL(url, HOME).href)));
	return [...rows].map((row) => check.evaluate(row, rows));
}

function withDefaults(wants: readonly EvidenceKey[], evidence: Partial<Evidence>): Partial<Evidence> {
	const unseen = Object.fromEntries(wants.map((key) => [key, failed("not-shown")]));
	return { ...unseen, ...evidence };
}

export interface PageParts {
	readonly url?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly hops?: Page["response"]["hops"];
	readonly tls?: Page["response"]["tls"];
	readonly digest?: Partial<PageDigest>;
}

export function aPage(parts: PageParts = {}): Page {
	return {
		url: parts.url ?? HOME,
		response: {
			headers: parts.headers ?? {},
			hops: parts.hops ?? [],
			encodedBytes: 4000,
			timings: { dns: 1, connect: 2, ttfb: 30, total: 40 },
			tls: "tls" in parts ? parts.tls : { state: "valid" },
		},
		digest: { ...plainDigest(), ...parts.digest },
	};
}

function plainDigest(): PageDigest {
	return {
		bytes: 12_000,
		truncated: false,
		charset: { label: "utf-8", from: "meta" },
		doctype: true,
		parts: { html: NOWHERE, head: NOWHERE, body: NOWHERE },
		lang: { at: AT, excerpt: '<html lang="en">', text: "en" },
		titles: [{ at: AT, excerpt: "<title>Example</title>", text: "Example" }],
		baseHref: null,
		metas: [],
		links: [],
		headings: [aHeading(1, "Example")],
		anchors: [],
		images: [],
		fields: [],
		landmarks: [{ at: AT, excerpt: "<main>", role: "main", label: "" }],
		buttons: [],
		forms: [],
		captchas: [],
		tables: [],
		media: [],
		dates: [],
		bylines: [],
		customer: { amounts: 0, blankPrices: { count: 0, first: [] }, telephone: null, address: null, hours: null },
		insecure: [],
		inlineState: null,
		readerLinks: { count: 0, bare: [], bareCount: 0 },
		paywalls: [],
		operability: { examined: {}, found: {}, barriers: [] },
		jsonLd: { blocks: [], nodes: [] },
		microdata: [],
		rdfa: [],
		stated: [],
		unknownTerms: [],
		hidden: [],
		text: aText(),
		appRoot: null,
		counts: { elements: 120, depth: 9, scripts: 0, anchors: 0, images: 0, fields: 0, headings: 1 },
	};
}

export function aText(parts: Partial<TextFacts> = {}): TextFacts {
	const plain = { visible: 2000, main: 1600, start: "Example", words: 330, mainOffset: 900, noSnippet: 0, hidden: 0 };
	return { ...plain, fingerprint: [], ...parts };
}

export function aMeta(key: string, content: string): PageMeta {
	return { key, by: "name", content, at: AT, excerpt: `<meta name="${key}" content="${content}">` };
}

export function aLink(rel: string, href: string | null, inHead = true): PageLink {
	const excerpt = `<link rel="${rel}" href="${href ?? ""}">`;
	return { rel: rel.split(" "), href, hreflang: null, type: null, inHead, at: AT, excerpt };
}

export function aHeading(level: number, text: string): PageHeading {
	return { level, text, at: `line ${level + 10}, column 1`, excerpt: `<h${level}>${text}</h${level}>` };
}

/** `href` is resolved against the home page. */
export function anAnchor(href: string, name = "A link"): PageAnchor {
	const url = URL.canParse(href, HOME) ? new URL(href, HOME).href : null;
	const excerpt = `<a href="${href}">${name}</a>`;
	return { href, url, name, rel: [], inNav: false, scripted: false, at: AT, excerpt };
}

/** Agents and rule lines of one group: `[["*"], ["Disallow: /"]]`. */
export type RobotsLines = readonly [readonly string[], readonly string[]];

/** robots.txt from short groups, with one line per agent and rule. */
export function aRobots(...groups: readonly RobotsLines[]): RobotsTxt {
	let line = 0;
	return {
		kind: "text",
		contentType: "text/plain",
		bytes: 200,
		truncated: false,
		groups: groups.map(([agents, lines]) => {
			const start = line + 1;
			line += agents.length;
			const rules = lines.map((text) => {
				line += 1;
				const [key = "", pattern = ""] = text.split(/:\s*/);
				return { allow: key === "Allow", pattern, line, text };
			});
			return {
				agents: agents.map((agent) => agent.toLowerCase()),
				rules: rules.filter((rule) => rule.pattern),
				line: start,
			};
		}),
		sitemaps: [],
		usage: [],
		crawlDelays: [],
		faults: [],
	};
}

export function aTrace(start: string, ...path: readonly string[]): RedirectTrace {
	const stops = [start, ...path];
	return {
		start,
		hops: path.map((location, index) => ({ url: stops[index] ?? start, status: 301, location })),
		end: stops.at(-1) ?? start,
		status: 200,
		sha256: "0".repeat(64),
	};
}

export function aMachineFile(path: string, parts: Partial<MachineFile> = {}): MachineFile {
	return {
		path,
		contentType: "application/json",
		bytes: 300,
		sniffed: "json",
		json: {},
		jsonError: null,
		excerpt: "{}",
		softNotFound: false,
		...parts,
	};
}

export function aNode(
	types: readonly string[],
	properties: JsonLdNode["properties"],
	parts: Partial<JsonLdNode> = {},
): JsonLdNode {
	return { types, properties, id: null, block: 0, top: true, ...parts };
}

/** A visit to an address that the home page and the sitemap contain; answered 200. */
export function aVisit(path: string, parts: Partial<PageVisit> = {}): PageVisit {
	const url = new URL(path, HOME).href;
	const plain = { status: 200, failure: null, end: url, hops: 0, softNotFound: false } as const;
	return { url, from: ["sitemap", "home"], linkedFrom: HOME, ...plain, ...parts };
}

/** A page as rendered by a browser, without faults. */
/** On the host of the home page. */
export function aNamed(by: NamedAddress["by"], path: string, parts: Partial<NamedAddress> = {}): NamedAddress {
	const url = new URL(path, HOME).href;
	return { by, url, status: 200, failure: null, end: url, softNotFound: false, ...parts };
}

export function aRenderedPage(parts: Partial<RenderedPage> = {}): RenderedPage {
	return {
		browser: "Chromium 150",
		url: HOME,
		text: aText(),
		head: { title: "Example", canonical: [], robots: [], description: "", jsonLdTypes: [] },
		cls: 0,
		layout: { barriers: [], contrast: { examined: 10, found: 0 }, targetSize: { examined: 5, found: 0 } },
		tools: [],
		requests: { answered: 1, refused: 0, beyond: 0 },
		...parts,
	};
}
