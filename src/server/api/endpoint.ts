import type * as z from "zod";
import { KEY_SCOPES } from "#people/keys/api-keys.ts";
import { PUBLIC_SCOPES } from "#people/oauth/protocol.ts";
import type { People } from "#people/open-people.ts";
import { decodeSegment } from "#site/page/site-links.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import type { EventStream } from "./event-stream.ts";
import type { AuditCaller, LiveApp } from "./live-app.ts";
import { CodedBytes } from "./negotiation.ts";

/** Public scopes need no token. */
export const SCOPES = [...PUBLIC_SCOPES, ...KEY_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** Quotas count by `key`. Never show or log it in plain text. */
export type Identity =
	/** Anonymous, or a verified token without an account: a registered client or agent. */
	| {
			readonly kind: "anonymous" | "token";
			readonly key: string;
			readonly account?: undefined;
			readonly scopes?: readonly string[];
	  }
	/** Browser session, API key or granted token (`grant`). Keys and grants need `audit:write` to change data. */
	| {
			readonly kind: "session" | "key" | "grant";
			readonly key: string;
			readonly account: string;
			readonly mayChange: boolean;
			readonly scopes?: readonly string[];
	  };

export interface Call extends AuditCaller {
	readonly app: LiveApp;
	readonly people: People;
	readonly identity: Identity;
	readonly method: string;
	/** Path or absolute URL, with the query. */
	readonly url: string;
	readonly headers: { get(name: string): string | null };
	/** Counts units in another quota than the endpoint's. @throws Rejection `rate-limited` */
	take(policy: PolicyName, units?: number): Promise<void>;
}

export interface Answer<Output> {
	readonly status?: number;
	/** Text, bytes and null are sent unchanged, with a `contentType`. Streams only if the caller asked for events. */
	readonly body: Output | EventStream | CodedBytes | string | Uint8Array<ArrayBuffer> | null;
	/** JSON by default. */
	readonly contentType?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly fault?: unknown;
}

/** A JSON body for repeated use: serialized, encoded and compressed once. */
export class SerializedJson extends CodedBytes {
	constructor(text: string) {
		super(new TextEncoder().encode(text));
	}
	get text(): string {
		return new TextDecoder().decode(this.bytes);
	}
}

/** Errors: problems with (`api`) or without (`document`) refusal, RFC 6749, auth.md, RFC 8935 or JSON-RPC. */
export type Protocol = "api" | "oauth" | "agent" | "events" | "mcp" | "document";

/** `form`: urlencoded strings, of which only `resource` may repeat; `event`: RFC 8417 token; `text`: unparsed JSON. */
export type BodyKind = "json" | "form" | "event" | "text";

interface AnyEndpoint<Input, Output> {
	readonly operationId: string;
	readonly method: "GET" | "POST";
	/** Relative to the site's address. Segments such as `{id}` become members of the input. */
	readonly path: `/${string}`;
	/** Undocumented paths with the same response. */
	readonly aliases?: readonly `/${string}`[];
	/** Scope that a token must have. Requests without a token need none. */
	readonly scope?: Scope;
	/** By session or API key. `required`: 401 without an account; `welcome`: optional; undefined: ignores cookies. */
	readonly account?: "required" | "welcome";
	/** Path in the token's audience; by default the site's address. */
	readonly audience?: "/mcp";
	/** In addition to the burst limit. */
	readonly quota?: Exclude<PolicyName, "burst" | "reading">;
	/** Counts requests but never refuses them, so that other readers at its address cannot lock out a monitor. */
	readonly isAlwaysAnswered?: boolean;
	/** Units per request; 1 by default. */
	readonly cost?: number;
	/** Units beyond `cost`, taken after parsing the input. */
	extraCost?(input: Input): number;
	/** 16 KiB by default. */
	readonly bodyBytes?: number;
	readonly input?: z.ZodType<Input>;
	/** Set if a request may ask for a stream of events. `progress` is the data of all but the last event. */
	readonly events?: { readonly progress: z.ZodType; readonly example: string };
	/** Whether responses have an ETag, so that 304 is possible. */
	readonly revalidates?: boolean;
	/** @throws Failure, mapped by the failure table; ProtocolError, sent unchanged */
	handle(input: Input, call: Call): Promise<Answer<Output>>;
}

export interface ApiEndpoint<Input = unknown, Output = unknown> extends AnyEndpoint<Input, Output> {
	readonly protocol?: "api";
	readonly body?: "json";
	readonly isPage?: false;
	readonly isPostedToo?: false;
	readonly tag: "Audits" | "Briefs" | "Wall" | "Tools" | "Account" | "Operation";
	readonly summary: string;
	readonly description: string;
	readonly output: z.ZodType<Output>;
	/** Error bodies other than problem documents, such as health's 503. */
	readonly otherOutputs?: Readonly<Partial<Record<503, z.ZodType>>>;
	readonly examples: {
		readonly input?: Readonly<Record<string, unknown>>;
		readonly output: Readonly<Record<string, unknown>>;
		readonly otherOutputs?: Readonly<Partial<Record<503, Readonly<Record<string, unknown>>>>>;
	};
}

/** Described by its standard's metadata instead of `/openapi.json`. */
export interface ProtocolEndpoint<Input = unknown> extends AnyEndpoint<Input, unknown> {
	readonly protocol: Exclude<Protocol, "api">;
	/** Whether a POST with the query in its body works like the GET. */
	readonly isPostedToo?: boolean;
	/** JSON by default. Without a schema the handler gets the parsed body. */
	readonly body?: BodyKind;
	/** Browsers are sent here and the handler may read cookies, so other origins must not read the responses. */
	readonly isPage?: boolean;
}

export type Endpoint = ApiEndpoint | ProtocolEndpoint;

export function defineEndpoint<Input, Output>(endpoint: ApiEndpoint<Input, Output>): ApiEndpoint<Input, Output> {
	return endpoint;
}

export function defineProtocolEndpoint<Input>(endpoint: ProtocolEndpoint<Input>): ProtocolEndpoint {
	return endpoint as ProtocolEndpoint;
}

/** @throws Error if the endpoint does not require an account */
export function accountOf({ identity }: Pick<Call, "identity">): string {
	if (identity.account === undefined) throw new Error("An account was expected of an endpoint that demands none.");
	return identity.account;
}

export type PathParams = Readonly<Record<string, string>>;

interface FoundEndpoint {
	readonly endpoint: Endpoint;
	readonly params: PathParams;
}

export function pathsOf({ path, aliases = [] }: Pick<Endpoint, "path" | "aliases">): readonly string[] {
	return [path, ...aliases];
}

/** `/api/v1/audits/{id}` becomes Astro's `/api/v1/audits/[id]`. */
export function routeOf(path: string): string {
	return path.replaceAll("{", "[").replaceAll("}", "]");
}

export function paramNames(path: string): readonly string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Astro gives an absent optional parameter as undefined. */
export function definedParams(params: Readonly<Record<string, string | undefined>>): PathParams {
	return Object.fromEntries(
		Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

/** One lookup; templates only below /api/. @param home path of the site's address, ending in a slash */
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

/** Moves metadata paths between host and path (RFC 8414 section 3.1, RFC 9728 section 3.1). */
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
