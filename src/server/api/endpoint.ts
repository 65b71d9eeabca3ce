import type { z } from "zod";
import { KEY_SCOPES } from "#people/keys/key-scopes.ts";
import type { People } from "#people/open-people.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import { CodedBytes } from "./content-coding.ts";
import type { AuditCaller, LiveApp } from "./live-app.ts";

/** What a token may do; public scopes need none. */
export const PUBLIC_SCOPES = ["audit:public", "brief:public", "health:read"] as const;
export const SCOPES = [...PUBLIC_SCOPES, ...KEY_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** Who asks, after credentials were checked. Its `key` is what quotas are counted by: never shown, never logged as it is. */
export type Identity =
	/** Nobody in particular, or the subject of a verified token. */
	| { readonly kind: "anonymous" | "token"; readonly key: string; readonly account?: undefined }
	/** An account, by the session of a browser on this site or by one of its API keys; a key may change things with `audit:write` alone. */
	| { readonly kind: "session" | "key"; readonly key: string; readonly account: string; readonly mayChange: boolean };

/** What a handler gets beside its input. Its signal aborts when the client disconnects. */
export interface Call extends AuditCaller {
	readonly app: LiveApp;
	readonly people: People;
	readonly identity: Identity;
}

export interface Answer<Output> {
	/** 200 by default. */
	readonly status?: 200 | 503;
	/** The body, or its JSON where a handler has serialized it already. */
	readonly body: Output | SerializedJson;
	/** Beyond those that every answer has. */
	readonly headers?: Readonly<Record<string, string>>;
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

/** One endpoint of the API: method and path, input and output, quota, scope and handler. */
export interface Endpoint<Input = unknown, Output = unknown> {
	/** camelCase; part of the interface. */
	readonly operationId: string;
	readonly method: "GET" | "POST";
	/** Below the site's address. Segments such as `{id}` are parameters: members of the input. */
	readonly path: `/${string}`;
	/** Further addresses with the same answer, which the interface description does not list. */
	readonly aliases?: readonly `/${string}`[];
	readonly tag: "Audits" | "Briefs" | "Wall" | "Tools" | "Account" | "Operation";
	readonly summary: string;
	/** Markdown, a few sentences. */
	readonly description: string;
	/** A token that is sent must hold it; without a token the endpoint is open to everybody. */
	readonly scope?: Scope;
	/**
	 * Whether a session of this site's pages counts, beside an API key: `required` answers 401 to everybody else; with `welcome` an
	 * account only adds something. Absent, no cookie is read.
	 */
	readonly account?: "required" | "welcome";
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
	/** Body of a POST, query of a GET, and parameters of the path; absent where there is none. */
	readonly input?: z.ZodType<Input>;
	/** Whether answers carry an entity tag, by which a caller learns that nothing has changed (status 304). */
	readonly revalidates?: boolean;
	/** The 200 body. */
	readonly output: z.ZodType<Output>;
	/** Bodies of other answers that are no problem documents, by status (health's 503). */
	readonly otherOutputs?: Readonly<Partial<Record<503, z.ZodType>>>;
	/** Shown in the interface description; tests hold them against the schemas. */
	readonly examples: {
		readonly input?: Readonly<Record<string, unknown>>;
		readonly output: Readonly<Record<string, unknown>>;
		/** Of answers that are no problem documents either, by status. */
		readonly otherOutputs?: Readonly<Partial<Record<503, Readonly<Record<string, unknown>>>>>;
	};
	/** @throws Failure; the failure table says with which status it is answered */
	handle(input: Input, call: Call): Promise<Answer<Output>>;
}

/** Infers the types of input and output from the schemas. */
export function defineEndpoint<Input, Output>(endpoint: Endpoint<Input, Output>): Endpoint<Input, Output> {
	return endpoint;
}

/** The account that asks. @throws Error where the endpoint demands none */
export function accountOf({ identity }: Pick<Call, "identity">): string {
	if (identity.account === undefined) throw new Error("An account was expected of an endpoint that demands none.");
	return identity.account;
}
