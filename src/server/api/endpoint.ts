import type * as z from "zod";
import { KEY_SCOPES } from "#people/keys/api-keys.ts";
import { PUBLIC_SCOPES } from "#people/oauth/protocol.ts";
import type { People } from "#people/open-people.ts";
import { decodeSegment } from "#site/page/path-segment.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import type { EventStream } from "./event-stream.ts";
import type { AuditCaller, LiveApp } from "./live-app.ts";
import { CodedBytes } from "./negotiation.ts";

/** What a token may do; public scopes need none. */
export const SCOPES = [...PUBLIC_SCOPES, ...KEY_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Who asks, after credentials were checked. Its `key` is what quotas are counted by: never shown, never logged as it
 * is.
 */
export type Identity =
	/**
	 * Nobody in particular, or the subject of a verified token that acts for no account: a client or an agent that
	 * registered.
	 */
	| {
			readonly kind: "anonymous" | "token";
			readonly key: string;
			readonly account?: undefined;
			readonly scopes?: readonly string[];
	  }
	/**
	 * An account: by a browser session, one of its API keys, or a token that it granted (`grant`). Key and grant may
	 * change things with `audit:write` alone.
	 */
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
	/** From the path on, or absolute, with its query. */
	readonly url: string;
	/** Of the request; a name in any case. */
	readonly headers: { get(name: string): string | null };
	/** Counts units in a quota beside the endpoint's own. @throws Rejection `rate-limited` */
	take(policy: PolicyName, units?: number): Promise<void>;
}

export interface Answer<Output> {
	readonly status?: number;
	/** Text, bytes and null (none) go out as they are and have a `contentType`; a stream is for who asked for events. */
	readonly body: Output | EventStream | CodedBytes | string | Uint8Array<ArrayBuffer> | null;
	/** JSON by default. */
	readonly contentType?: string;
	/** Beyond those that every answer has. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly fault?: unknown;
}

/** JSON of a body that is given often, serialized, encoded and compressed once. */
export class SerializedJson extends CodedBytes {
	constructor(text: string) {
		super(new TextEncoder().encode(text));
	}
	get text(): string {
		return new TextDecoder().decode(this.bytes);
	}
}

/**
 * The shape of an address's errors: problem documents with the refusal (`api`) or without (`document`), those of RFC 6749
 * (`oauth`), auth.md (`agent`) and RFC 8935 (`events`), or JSON-RPC (`mcp`).
 */
export type Protocol = "api" | "oauth" | "agent" | "events" | "mcp" | "document";

/**
 * How the body of a POST is written: JSON by default; `form` is application/x-www-form-urlencoded, an object of texts to the schema, where
 * `resource` alone may be a list; `event` is a Security Event Token (RFC 8417) as a text; `text` is JSON as it came, not parsed.
 */
export type BodyKind = "json" | "form" | "event" | "text";

interface AnyEndpoint<Input, Output> {
	readonly operationId: string;
	readonly method: "GET" | "POST";
	/** Below the site's address. Segments such as `{id}` are parameters: members of the input. */
	readonly path: `/${string}`;
	/** Further addresses with the same answer, which the interface description does not list. */
	readonly aliases?: readonly `/${string}`[];
	/** A token that is sent must hold it; without a token the endpoint is open to everybody. */
	readonly scope?: Scope;
	/**
	 * Whether a session of this site's pages counts, beside an API key: `required` answers 401 to everybody else; with `welcome` an
	 * account only adds something. Absent, no cookie is read.
	 */
	readonly account?: "required" | "welcome";
	/** Tokens must be meant for this path below the site's address; elsewhere for that address itself. */
	readonly audience?: "/mcp";
	/** The quota that a request is counted in, beside the burst limit; none where answering costs nothing. */
	readonly quota?: Exclude<PolicyName, "burst" | "reading">;
	/** Counted as others and never refused: who watches a server must not be shut out by readers of the same address. */
	readonly isAlwaysAnswered?: boolean;
	/** How many units of the quota one request takes; 1 by default. */
	readonly cost?: number;
	/** Units beyond `cost` for what is asked: taken once the input was read, refused like the others. */
	extraCost?(input: Input): number;
	/** Bytes of a body; 16 KiB by default. */
	readonly bodyBytes?: number;
	readonly input?: z.ZodType<Input>;
	/**
	 * Of an endpoint that answers with a stream of events where the request asks for one: `progress` is the data of
	 * those before the last.
	 */
	readonly events?: { readonly progress: z.ZodType; readonly example: string };
	/** Whether answers carry an entity tag, by which a caller learns that nothing has changed (status 304). */
	readonly revalidates?: boolean;
	/** @throws Failure; the failure table says with which status it is answered. ProtocolError goes out as it stands. */
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
	/** The 200 body. */
	readonly output: z.ZodType<Output>;
	/** Bodies of other answers that are no problem documents, by status (health's 503). */
	readonly otherOutputs?: Readonly<Partial<Record<503, z.ZodType>>>;
	/** Shown in the interface description; tests hold them against the schemas. */
	readonly examples: {
		readonly input?: Readonly<Record<string, unknown>>;
		readonly output: Readonly<Record<string, unknown>>;
		readonly otherOutputs?: Readonly<Partial<Record<503, Readonly<Record<string, unknown>>>>>;
	};
}

/** An address that a standard describes: its own documents say that it is there, not `/openapi.json`. */
export interface ProtocolEndpoint<Input = unknown> extends AnyEndpoint<Input, unknown> {
	readonly protocol: Exclude<Protocol, "api">;
	/** A GET that may be sent as a POST too, whose body then has the members of the query. */
	readonly isPostedToo?: boolean;
	/** Where it is not JSON. Without a schema the handler gets the body as it was read. */
	readonly body?: BodyKind;
	/**
	 * Whether a browser is led here, whose cookie the handler may read: pages of other origins may not read the answers.
	 */
	readonly isPage?: boolean;
}

export type Endpoint = ApiEndpoint | ProtocolEndpoint;

export function defineEndpoint<Input, Output>(endpoint: ApiEndpoint<Input, Output>): ApiEndpoint<Input, Output> {
	return endpoint;
}

export function defineProtocolEndpoint<Input>(endpoint: ProtocolEndpoint<Input>): ProtocolEndpoint {
	return endpoint as ProtocolEndpoint;
}

/** The account that asks. @throws Error where the endpoint demands none */
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

/** `/api/v1/audits/{id}` as Astro writes it: `/api/v1/audits/[id]`. */
export function routeOf(path: string): string {
	return path.replaceAll("{", "[").replaceAll("}", "]");
}

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
 * Finds the endpoint at an address: one look-up, and below /api/ the templates.
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
