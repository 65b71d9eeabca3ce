import type { FailureCode } from "#core/failure.ts";
import { isOwnAction } from "#core/link-action.ts";
import { isWithin } from "#core/target.ts";
import type { Declaration } from "../evidence-map.ts";

/** A declaration whose address can be asked for. */
export interface Declared extends Declaration {
	/** Absolute, http or https, without fragment. */
	readonly url: string;
	readonly use: Use;
}

/** What is scored comes first, and what leads to more before what ends in itself. The last two are not asked by GET. */
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

/** What a declared address is for, and so how it is asked for. */
export type Use = (typeof USES)[number];

const URL_LENGTH = 2_000;
/** Longer than any registered media type. */
export const PROMISED_LENGTH = 100;

const BY_TYPE: Readonly<Record<string, Use>> = {
	"application/vnd.oai.openapi": "api-description",
	"application/vnd.oai.openapi+json": "api-description",
	"application/openapi+json": "api-description",
	"application/openapi+yaml": "api-description",
	"application/mcp-server-card+json": "mcp-server-card",
	"application/a2a-agent-card+json": "agent-card",
	"application/ai-catalog+json": "ai-catalog",
};

/** RFC 8631 and 9727, and the relations that drafts of agent discovery use. */
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

/** Names that say by themselves what the file is. */
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

/** Description formats other than OpenAPI: they are there or not, and no more is read of them. */
const OTHER_DESCRIPTION = /xml|html|markdown|graphql|asyncapi|protobuf|^text\/(?!ya?ml|x-yaml)/;

/** By the media type that is promised, else the relation, else the path; undefined for links of other kinds. */
export function useOf(relation: string, promised: string, url: string): Use | undefined {
	// What is promised is foreign text: `constructor` is a name of every object.
	const typed = Object.hasOwn(BY_TYPE, promised) ? BY_TYPE[promised] : undefined;
	if (typed) return typed;
	if (relation === "alternate") return promised === "text/markdown" ? "document" : undefined;
	const related = Object.hasOwn(BY_RELATION, relation) ? BY_RELATION[relation] : undefined;
	if (related === "api-description" && OTHER_DESCRIPTION.test(promised)) return "document";
	if (related === "mcp-endpoint" && new URL(url).pathname.endsWith(".json")) return "mcp-server-card";
	return related;
}

/** By the name of the file alone, for links that say nothing else. */
export function useOfPath(url: string): Use | undefined {
	const { pathname } = new URL(url);
	return BY_PATH.find(([pattern]) => pattern.test(pathname))?.[1];
}

/** The address that a declaration leads to; undefined where it is none that can be asked for. */
export function addressOf(href: unknown, base: string): string | undefined {
	if (typeof href !== "string" || href.trim() === "" || href.length > URL_LENGTH) return undefined;
	if (/[{}]/.test(href) || !URL.canParse(href, base)) return undefined;
	const url = new URL(href, base);
	if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
	if (url.username !== "" || url.password !== "") return undefined;
	url.hash = "";
	return url.href;
}

/** Why an address is not asked with a GET. */
export const NOT_READ: Partial<Record<Use, string>> = {
	"mcp-endpoint": "It takes messages by POST; the check mcp-endpoint says what it answers.",
	endpoint: "It takes messages, and nothing is sent to an agent that nobody asked to.",
};

/** A site may name any address; messages go to its own hosts only. */
export const ELSEWHERE = "it lies on another host";
/** Asking is to change nothing, whatever a site names as an interface. */
export const AN_ACTION = "it looks like an action";

/** Why a declared address is not asked for; undefined where it is. `domain` is the site's registrable domain. */
export function whyNotRead({ use, url }: Pick<Declared, "use" | "url">, domain: string): string | undefined {
	if (use === "mcp-endpoint" && !isOwn(url, domain)) return `Declared, not asked: ${ELSEWHERE}.`;
	return isOwnAction(url, domain) ? `Declared, not asked: ${AN_ACTION}.` : NOT_READ[use];
}

/** Failures that every client would meet: nothing is there, for nobody. */
export const GONE: ReadonlySet<string> = new Set<FailureCode>([
	"name-not-found",
	"connection-refused",
	"target-blocked",
	"redirect-blocked",
	"redirect-loop",
	"redirect-limit",
]);

/** A failure that tells of our own limits, or of the site's wish, and nothing about the address. */
export const OUR_LIMITS: ReadonlySet<string> = new Set(["robots-refused", "not-in-folder", "wait-requested"]);

/** True for the site's own hosts. */
export function isOwn(url: string, domain: string): boolean {
	return isWithin(new URL(url).hostname, domain);
}
