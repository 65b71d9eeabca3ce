import { closesIndex, closesSnippet, type PlacedDirective } from "#checks/shared/robots-directives.ts";
import type { NamedEngine, ObeyedDirective } from "#core/named-engines.ts";
import type { Limit } from "./reach.ts";

/** What the home page's robots tags and header keep an engine from. @param placed those that are addressed to it */
export function directiveLimits(engine: NamedEngine, placed: readonly PlacedDirective[], auditedAt: string): Limit[] {
	const obeys = (name: ObeyedDirective) => engine.obeys.includes(name);
	const index = placed.find(({ directive }) => closesIndex(directive, auditedAt));
	const snippet = placed.find(({ directive }) => closesSnippet(directive));
	const limits: Limit[] = [];
	if (index) limits.push(obeys("noindex") ? outOfIndex(engine, index) : unspoken(index));
	if (snippet && obeys("nosnippet")) limits.push(withoutQuotes(engine, snippet));
	if (obeys("noarchive")) limits.push(...outOfAnswers(placed));
	return limits;
}

function outOfIndex({ kind, fetcher }: NamedEngine, placed: PlacedDirective): Limit {
	const says = `${sourceOf(placed)} says ${wordOf(placed)}, so it ${kind === "search" ? "may not list the page" : "leaves the page out of its answers"}`;
	const limit = { because: placed.exhibits[0], ...checkOf(placed, "noindex") };
	if (fetcher === undefined) return { state: "blocked", says: `${says}.`, ...limit };
	return { state: "partly", says: `${says}; it may open the page when a person asks.`, ...limit };
}

/** Its vendor does not say whether it obeys the word. */
function unspoken(placed: PlacedDirective): Limit {
	const says = `May read the home page; what it makes of its ${wordOf(placed)}, its vendor does not say.`;
	return { state: "unknown", says, because: placed.exhibits[0], check: "noindex" };
}

function withoutQuotes({ kind }: NamedEngine, placed: PlacedDirective): Limit {
	const may = kind === "search" ? "list the page, and quote nothing of it" : "name the page, and quote nothing of it";
	const says = `${sourceOf(placed)} says ${wordOf(placed)}, so it may ${may}.`;
	return { state: "partly", says, because: placed.exhibits[0], ...checkOf(placed, "snippet-eligible") };
}

/** With nocache Bing's answers keep title and snippet, also beside noarchive. */
function outOfAnswers(placed: readonly PlacedDirective[]): Limit[] {
	const nocache = placed.find(({ directive }) => directive.name === "nocache");
	const noarchive = placed.find(({ directive }) => directive.name === "noarchive");
	const found = nocache ?? noarchive;
	if (!found) return [];
	const limit = { because: found.exhibits[0], check: "bing-ai-controls" };
	const source = `${sourceOf(found)} says ${wordOf(found)}`;
	if (nocache) return [{ state: "partly", says: `${source}, so it shows title and snippet, no more.`, ...limit }];
	return [{ state: "blocked", says: `${source}, so it neither uses nor links the page.`, ...limit }];
}

/** The checks ask about what is said to all, to Google or to Bing. */
const ASKED: ReadonlySet<string> = new Set(["robots", "googlebot", "bingbot"]);

function checkOf({ directive }: PlacedDirective, check: string): Pick<Limit, "check"> {
	return ASKED.has(directive.agent) ? { check } : {};
}

function sourceOf({ where }: PlacedDirective): string {
	return where.startsWith("The header") ? where : "A robots tag";
}

function wordOf({ directive: { name, value } }: PlacedDirective): string {
	return value === "" ? name : `${name}:${value}`;
}
