import { decodeSegment } from "#site/page/path-segment.ts";
import type { Endpoint } from "./endpoint.ts";

/** Parameters of an address, decoded. */
export type PathParams = Readonly<Record<string, string>>;

/** An endpoint at an address. */
export interface FoundEndpoint {
	readonly endpoint: Endpoint;
	readonly params: PathParams;
}

/** Every path that an endpoint answers, below the site's address. */
export function pathsOf({ path, aliases = [] }: Pick<Endpoint, "path" | "aliases">): readonly string[] {
	return [path, ...aliases];
}

/** `/api/v1/audits/{id}` as Astro writes it: `/api/v1/audits/[id]`. */
export function routeOf(path: string): string {
	return path.replaceAll("{", "[").replaceAll("}", "]");
}

/** Names of the parameters of a path, in its order. */
export function paramNames(path: string): readonly string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Parameters as Astro gives them: one that is optional may be undefined. */
export function definedParams(params: Readonly<Record<string, string | undefined>>): PathParams {
	return Object.fromEntries(
		Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

/**
 * Finds the endpoint at an address. Whatever has no parameters is one look-up; templates are asked about below the folder that all of
 * them are in, and only for what is no other endpoint.
 * @param home path of the site's address, with a slash at its end
 */
export function createEndpointFinder(
	endpoints: readonly Endpoint[],
	home: string,
): (path: string) => FoundEndpoint | undefined {
	const exact = new Map<string, FoundEndpoint>();
	const templates: { readonly pattern: RegExp; readonly names: readonly string[]; readonly endpoint: Endpoint }[] = [];
	for (const endpoint of endpoints)
		for (const path of pathsOf(endpoint)) {
			const names = paramNames(path);
			const whole = home + path.slice(1);
			if (names.length === 0)
				for (const at of [whole, insertedForm(path, home)]) exact.set(at, { endpoint, params: {} });
			else templates.push({ pattern: patternOf(whole), names, endpoint });
		}
	const folder = `${home}api/`;
	return (path) => exact.get(path) ?? (path.startsWith(folder) ? firstOf(templates, path) : undefined);
}

const METADATA = /^(\/\.well-known\/oauth-(?:authorization-server|protected-resource))(\/.*)?$/;

/**
 * Where clients look for the metadata of an issuer or a resource whose address has a path: between host and path (RFC 8414 section 3.1, RFC
 * 9728 section 3.1). Of a site without a path, and for all else, the same address.
 */
function insertedForm(path: string, home: string): string {
	const [, document, rest = ""] = METADATA.exec(path) ?? [];
	return document === undefined ? home + path.slice(1) : document + home.slice(0, -1) + rest;
}

type Template = { readonly pattern: RegExp; readonly names: readonly string[]; readonly endpoint: Endpoint };

function firstOf(templates: readonly Template[], path: string): FoundEndpoint | undefined {
	for (const { pattern, names, endpoint } of templates) {
		const [, ...segments] = pattern.exec(path) ?? [];
		const values = segments.map(decodeSegment);
		if (values.length > 0 && values.every((value) => value !== undefined))
			return { endpoint, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) };
	}
	return undefined;
}

function patternOf(path: string): RegExp {
	const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${parts.join("([^/]+)")}$`);
}
