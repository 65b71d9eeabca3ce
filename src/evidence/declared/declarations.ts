import type { FailureCode } from "#core/failure.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { isOwnAction } from "#core/link-action.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Declaration, MachineFile, MachineFileKey, Page, RobotsTxt } from "../evidence-map.ts";
import { cut, printable } from "../html/tree/fold-text.ts";

export type CardKey = MachineFileKey | "mcpServerCard";

const ITEMS_MAX = 20;
const LINK_RELATIONS = ["service-desc", "service-doc", "service-meta", "status"];

interface Naming {
	readonly href: unknown;
	readonly rel: string;
	readonly use: Use | undefined;
	readonly promised?: string;
	readonly at: string;
}

/** `url` is where the file was served, `domain` the site's registrable domain. */
export function declaredByFile(key: CardKey, file: MachineFile, url: string, domain: string): Declared[] {
	if (file.softNotFound) return [];
	if (key === "llmsTxt") return linkedIn(file, domain);
	if (!isJsonObject(file.json)) return [];
	return READERS[key](file.json, url).flatMap(({ href, rel, use, promised = "", at }) => {
		const address = addressOf(href, url);
		if (address === undefined || use === undefined) return [];
		const excerpt = printable(`${rel}: ${String(href)}`, EXCERPT_LENGTH);
		return [{ url: address, use, declaredIn: NAMES[key], rel, promised, at, excerpt }];
	});
}

const NAMES: Readonly<Record<Exclude<CardKey, "llmsTxt">, string>> = {
	apiCatalog: "api-catalog",
	authorizationServer: "oauth-authorization-server",
	protectedResource: "oauth-protected-resource",
	agentCard: "agent-card",
	aiCatalog: "ai-catalog",
	mcpServerCard: "mcp-server-card",
};

const READERS: Readonly<Record<keyof typeof NAMES, (json: JsonObject, url: string) => readonly Naming[]>> = {
	apiCatalog: (json, url) => items(json.linkset).flatMap((context, index) => linksOf(context, index, url)),
	authorizationServer: (json) => [
		{ href: json.service_documentation, rel: "service_documentation", use: "document", at: "/service_documentation" },
		{ href: json.jwks_uri, rel: "jwks_uri", use: "document", promised: "application/json", at: "/jwks_uri" },
		...skillOf(json),
	],
	protectedResource: ({ resource_documentation: href, ...json }) => [
		{ href, rel: "resource_documentation", use: "document", at: "/resource_documentation" },
		...skillOf(json),
	],
	agentCard: (json) => [
		{ href: json.url, rel: "url", use: "endpoint", at: "/url" },
		...items(json.supportedInterfaces).map((each, index): Naming => {
			return { href: each.url, rel: "supportedInterfaces", use: "endpoint", at: `/supportedInterfaces/${index}/url` };
		}),
	],
	aiCatalog: (json, url) => items(json.entries).flatMap((entry, index) => entryOf(entry, `/entries/${index}`, url)),
	mcpServerCard: (json) => remotesOf(json, ""),
};

function linksOf(context: JsonObject, index: number, url: string): Naming[] {
	return LINK_RELATIONS.flatMap((rel) =>
		items(context[rel]).map((link, place) => {
			const promised = mediaType(link.type);
			const address = addressOf(link.href, url);
			const use = address === undefined ? undefined : useOf(rel, promised, address);
			return { href: address, rel, use, promised, at: `/linkset/${index}/${rel}/${place}` };
		}),
	);
}

/** Does not follow nested catalogs, whose depth is unknown. */
function entryOf(entry: JsonObject, at: string, url: string): Naming[] {
	const promised = mediaType(entry.type);
	const address = addressOf(entry.url, url);
	const use = address === undefined ? undefined : (useOf("", promised, address) ?? useOfPath(address) ?? "document");
	const embedded = promised === "application/mcp-server-card+json" && isJsonObject(entry.data) ? entry.data : {};
	return [
		{ href: address, rel: "entries", use: use === "ai-catalog" ? "document" : use, promised, at: `${at}/url` },
		...remotesOf(embedded, `${at}/data`),
	];
}

/** `remotes` of SEP-2127, and `transport` of the card's first draft. */
function remotesOf(card: JsonObject, at: string): Naming[] {
	const remotes = items(card.remotes).map((remote, index): Naming => {
		const use = remote.type === "streamable-http" ? "mcp-endpoint" : "endpoint";
		return { href: remote.url, rel: "remotes", use, at: `${at}/remotes/${index}/url` };
	});
	const { transport } = card;
	if (!isJsonObject(transport)) return remotes;
	const use = transport.type === "sse" ? "endpoint" : "mcp-endpoint";
	return [
		...remotes,
		{ href: transport.endpoint ?? transport.url, rel: "transport", use, at: `${at}/transport/endpoint` },
	];
}

function skillOf(json: JsonObject): Naming[] {
	const { skill: href } = isJsonObject(json.agent_auth) ? json.agent_auth : {};
	return [{ href, rel: "agent_auth.skill", use: "auth-md", promised: "text/markdown", at: "/agent_auth/skill" }];
}

function linkedIn({ text }: MachineFile, domain: string): Declared[] {
	return (text?.links ?? []).flatMap((url) => {
		const use = isOwn(url, domain) ? useOfPath(url) : undefined;
		if (use === undefined) return [];
		const excerpt = printable(url, EXCERPT_LENGTH);
		return [{ url, use, declaredIn: "llms.txt", rel: "", promised: "", at: "link", excerpt }];
	});
}

function items(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value.slice(0, ITEMS_MAX).map((each) => (isJsonObject(each) ? each : {})) : [];
}

function mediaType(value: unknown): string {
	return typeof value === "string" ? (cut(value, PROMISED_LENGTH).split(";", 1)[0] ?? "").trim().toLowerCase() : "";
}

export function declaredByPage(page: Page, domain: string): Declared[] {
	return [...fromElements(page), ...fromHeader(page), ...fromAnchors(page, domain)];
}

function fromElements({ url, digest }: Page): Declared[] {
	const base = digest.baseHref === null ? url : (addressOf(digest.baseHref, url) ?? url);
	return digest.links.flatMap(({ rel, href, type, at, excerpt }) => {
		const promised = type?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
		return named(rel, promised, addressOf(href, base), { declaredIn: "link element", at, excerpt });
	});
}

function fromHeader({ url, response }: Page): Declared[] {
	return readLinkField(response.headers.link ?? "").flatMap(({ target, rel, type, anchored, excerpt }) => {
		if (anchored) return [];
		const place = { declaredIn: "Link header", at: "header link", excerpt: printable(excerpt, EXCERPT_LENGTH) };
		return named(rel, type, addressOf(target, url), place);
	});
}

function fromAnchors({ digest }: Page, domain: string): Declared[] {
	const declared = new Map<string, Declared>();
	for (const anchor of digest.anchors) {
		const url = addressOf(anchor.url, "https://none.invalid/");
		if (url === undefined || declared.has(url) || !isOwn(url, domain)) continue;
		const use = useOfPath(url);
		const { at, excerpt } = anchor;
		if (use) declared.set(url, { url, use, declaredIn: "anchor", rel: "", promised: "", at, excerpt });
	}
	return [...declared.values()];
}

function named(
	relations: readonly string[],
	promised: string,
	url: string | undefined,
	place: Pick<Declared, "declaredIn" | "at" | "excerpt">,
): Declared[] {
	if (url === undefined) return [];
	for (const rel of relations) {
		const use = useOf(rel, promised, url);
		if (use) return [{ ...place, url, use, rel, promised: cut(promised, PROMISED_LENGTH) }];
	}
	return [];
}

export function declaredByRobots({ agentmaps = [] }: RobotsTxt): Declared[] {
	return agentmaps.flatMap(({ url: written, line }) => {
		const url = addressOf(written, written);
		if (url === undefined) return [];
		const excerpt = printable(`Agentmap: ${written}`, EXCERPT_LENGTH);
		return [
			{ url, use: "ai-catalog", declaredIn: "robots.txt", rel: "Agentmap", promised: "", at: `line ${line}`, excerpt },
		] as const;
	});
}

/** RFC 8288 section 3. */
interface LinkField {
	readonly target: string;
	readonly rel: readonly string[];
	/** The first `type`, without parameters, lower case; or "". */
	readonly type: string;
	/** `anchor` makes it a link of another resource. */
	readonly anchored: boolean;
	readonly excerpt: string;
}

/** HTTP servers allow about 16 KiB of headers; longer lists are attacks. */
const LINKS_MAX = 100;

/** As lenient as RFC 8288 appendix B; stops at the first syntax error. Linear time. */
export function readLinkField(field: string): LinkField[] {
	const links: LinkField[] = [];
	for (let at = field.indexOf("<"); at >= 0 && links.length < LINKS_MAX; at = field.indexOf("<", at)) {
		const close = field.indexOf(">", at);
		if (close < 0) break;
		const { parameters, end } = readParameters(field, close + 1);
		links.push({
			target: field.slice(at + 1, close).trim(),
			rel: (parameters.get("rel") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
			type: (parameters.get("type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
			anchored: parameters.has("anchor"),
			excerpt: field.slice(at, end).trim(),
		});
		at = end;
	}
	return links;
}

/** Up to the comma that ends the link. The first parameter of a name counts. */
function readParameters(field: string, from: number) {
	const parameters = new Map<string, string>();
	let at = skipSpace(field, from);
	while (field[at] === ";") {
		const begin = skipSpace(field, at + 1);
		const nameEnd = endOf(field, begin, "=;, \t");
		const name = field.slice(begin, nameEnd).toLowerCase();
		at = skipSpace(field, nameEnd);
		let value = "";
		if (field[at] === "=") ({ value, at } = readValue(field, skipSpace(field, at + 1)));
		if (name !== "" && !parameters.has(name)) parameters.set(name, value);
		at = skipSpace(field, at);
	}
	return { parameters, end: at };
}

function readValue(field: string, from: number): { value: string; at: number } {
	if (field[from] !== '"') {
		const end = endOf(field, from, ";, \t");
		return { value: field.slice(from, end), at: end };
	}
	const pieces: string[] = [];
	let at = from + 1;
	while (at < field.length && field[at] !== '"') {
		if (field[at] === "\\") at++;
		pieces.push(field[at] ?? "");
		at++;
	}
	return { value: pieces.join(""), at: at + 1 };
}

function skipSpace(field: string, from: number): number {
	let at = from;
	while (field[at] === " " || field[at] === "\t") at++;
	return at;
}

function endOf(field: string, from: number, ends: string): number {
	let at = from;
	while (at < field.length && !ends.includes(field[at] ?? "")) at++;
	return at;
}

export interface Declared extends Declaration {
	readonly url: string;
	readonly use: Use;
}

/** Scored uses first, then those that lead to more. The last two are not requested by GET. */
export const USES = [
	"api-catalog",
	"api-description",
	"ai-catalog",
	"mcp-server-card",
	"skills-index",
	"agent-card",
	"document",
	"auth-md",
	"commerce",
	"mcp-endpoint",
	"endpoint",
] as const;

export type Use = (typeof USES)[number];

const URL_LENGTH = 2_000;
const PROMISED_LENGTH = 100;

const BY_TYPE: Readonly<Record<string, Use>> = {
	"application/vnd.oai.openapi": "api-description",
	"application/vnd.oai.openapi+json": "api-description",
	"application/openapi+json": "api-description",
	"application/openapi+yaml": "api-description",
	"application/mcp-server-card+json": "mcp-server-card",
	"application/a2a-agent-card+json": "agent-card",
	"application/ai-catalog+json": "ai-catalog",
};

/** RFC 8631 and 9727, and drafts of agent discovery. */
const BY_RELATION: Readonly<Record<string, Use>> = {
	"api-catalog": "api-catalog",
	"service-desc": "api-description",
	"service-doc": "document",
	"service-meta": "document",
	status: "document",
	describedby: "document",
	"ai-catalog": "ai-catalog",
	"agent-card": "agent-card",
	"agent-skills": "skills-index",
	"mcp-server-card": "mcp-server-card",
	mcp: "mcp-endpoint",
	"mcp-server": "mcp-endpoint",
};

const BY_PATH: readonly (readonly [RegExp, Use])[] = [
	[/\/(?:openapi|swagger)\.(?:json|ya?ml)$/, "api-description"],
	[/\/(?:\.well-known\/mcp\/server-card(?:\.json)?|mcp\/server-card(?:\.json)?)$/, "mcp-server-card"],
	[/^\/\.well-known\/(?:agent-)?skills\/index\.json$/, "skills-index"],
	[/^\/\.well-known\/ai-catalog\.json$/, "ai-catalog"],
	[/^\/\.well-known\/api-catalog$/, "api-catalog"],
	[/^\/\.well-known\/agent(?:-card)?\.json$/, "agent-card"],
	[/^\/auth\.md$/, "auth-md"],
	[/^\/\.well-known\/(?:ucp|acp\.json|x402(?:\.json)?)$/, "commerce"],
];

/** Only their existence counts. */
const OTHER_DESCRIPTION = /xml|html|markdown|graphql|asyncapi|protobuf|^text\/(?!ya?ml|x-yaml)/;

/** By media type, else relation, else path. */
function useOf(relation: string, promised: string, url: string): Use | undefined {
	// Foreign text: `constructor` is a property of every object.
	const typed = Object.hasOwn(BY_TYPE, promised) ? BY_TYPE[promised] : undefined;
	if (typed) return typed;
	if (relation === "alternate") return promised === "text/markdown" ? "document" : undefined;
	const related = Object.hasOwn(BY_RELATION, relation) ? BY_RELATION[relation] : undefined;
	if (related === "api-description" && OTHER_DESCRIPTION.test(promised)) return "document";
	if (related === "mcp-endpoint" && new URL(url).pathname.endsWith(".json")) return "mcp-server-card";
	return related;
}

function useOfPath(url: string): Use | undefined {
	const { pathname } = new URL(url);
	return BY_PATH.find(([pattern]) => pattern.test(pathname))?.[1];
}

export function addressOf(href: unknown, base: string): string | undefined {
	if (typeof href !== "string" || href.trim() === "" || href.length > URL_LENGTH) return undefined;
	if (/[{}]/.test(href) || !URL.canParse(href, base)) return undefined;
	const url = new URL(href, base);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	if (url.username !== "" || url.password !== "") return undefined;
	url.hash = "";
	return url.href;
}

export const NOT_READ: Partial<Record<Use, string>> = {
	"mcp-endpoint": "It accepts messages by POST; see the check mcp-endpoint.",
	endpoint: "It accepts messages, but we do not send messages to agents.",
};

/** We post messages only to the site's own hosts. */
export const ELSEWHERE = "it is on another host";
/** Requests must not change anything. */
export const AN_ACTION = "it looks like an action";

export function whyNotRead({ use, url }: Pick<Declared, "use" | "url">, domain: string): string | undefined {
	if (use === "mcp-endpoint" && !isOwn(url, domain)) return `Declared, not requested: ${ELSEWHERE}.`;
	return isOwnAction(url, domain) ? `Declared, not requested: ${AN_ACTION}.` : NOT_READ[use];
}

export const GONE: ReadonlySet<string> = new Set<FailureCode>([
	"name-not-found",
	"connection-refused",
	"target-blocked",
	"redirect-blocked",
	"redirect-loop",
	"redirect-limit",
]);

/** These say nothing about the address. */
export const OUR_LIMITS: ReadonlySet<string> = new Set(["robots-refused", "not-in-folder", "wait-requested"]);

export function isOwn(url: string, domain: string): boolean {
	return isWithin(new URL(url).hostname, domain);
}
