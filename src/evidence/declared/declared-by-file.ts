import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { MachineFile, MachineFileKey } from "../evidence-map.ts";
import { cut, printable } from "../html/tree/fold-text.ts";
import { addressOf, type Declared, isOwn, PROMISED_LENGTH, type Use, useOf, useOfPath } from "./declared-uses.ts";

export type CardKey = MachineFileKey | "mcpServerCard";

/** Contexts of a linkset, entries of a catalog, interfaces of a card that are read. */
const ITEMS_MAX = 20;
const LINK_RELATIONS = ["service-desc", "service-doc", "service-meta", "status"];

/** A value somewhere in a file that names an address. */
interface Naming {
	readonly href: unknown;
	readonly rel: string;
	readonly use: Use | undefined;
	readonly promised?: string;
	/** JSON Pointer. */
	readonly at: string;
}

/** What a machine file names in its turn. `url` is where it was served; `domain` the site's registrable domain. */
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

/** Catalogs inside catalogs are not followed: nobody said how deep they go. */
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

/** `remotes` of SEP-2127, and the single `transport` of the card's first draft. */
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

/** The objects of a list, its first items. */
function items(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value.slice(0, ITEMS_MAX).map((each) => (isJsonObject(each) ? each : {})) : [];
}

function mediaType(value: unknown): string {
	return typeof value === "string" ? (cut(value, PROMISED_LENGTH).split(";", 1)[0] ?? "").trim().toLowerCase() : "";
}
