import type { JsonObject } from "#core/json-object.ts";
import { isSchemaOrg, schemaOrgTerm } from "./schema-org.ts";

export interface Meaning {
	/** A keyword such as `@type`, a schema.org term without its prefix, another vocabulary's IRI, or the name as written. */
	readonly name: string;
	/** `unknown`: a context that is not fetched may define it. `none`: nothing does. `dropped`: the context takes it out of use. */
	readonly from: "keyword" | "schema.org" | "other" | "unknown" | "none" | "dropped";
}

interface Term {
	/** Null where the context takes the name out of use. */
	readonly iri: string | null;
	/** Context that holds inside the term's values (JSON-LD 1.1 section 4.1.8). */
	readonly scoped: unknown;
}

/** What a context holds: changed only while it is put together. */
interface Definitions {
	outer: JsonLdContext | null;
	terms: Map<string, Term>;
	vocab: string | null;
	/** True where a context is named that was not read. */
	unread: boolean;
}

const SCHEMA_ORG = "https://schema.org/";

/** Names that schema.org's own context gives to keywords. */
const ALIASES: ReadonlyMap<string, Term> = new Map(
	Object.entries({ type: { iri: "@type", scoped: undefined }, id: { iri: "@id", scoped: undefined } }),
);

/**
 * The active context of a place in a JSON-LD document (JSON-LD 1.1 section 4.1), as far as it defines what names mean:
 * `@vocab`, prefixes, aliases and scoped contexts. Of contexts kept elsewhere only schema.org's is known; none is fetched.
 */
export class JsonLdContext {
	static readonly EMPTY = new JsonLdContext({ outer: null, terms: new Map(), vocab: null, unread: false });

	readonly #own: Readonly<Definitions>;

	private constructor(own: Readonly<Definitions>) {
		this.#own = own;
	}

	/** The context inside an object that names one; `local` is the value of its `@context`. */
	with(local: unknown): JsonLdContext {
		if (local === undefined) return this;
		const parts: readonly unknown[] = Array.isArray(local) ? local.flat(4) : [local];
		// One link of the chain for each place, however many contexts its list has: looking a name up stays short.
		const { vocab, unread } = this.#own;
		const draft: Definitions = { outer: this, terms: new Map(), vocab, unread };
		const own = (name: string) => draft.terms.get(name) ?? (draft.outer ? draft.outer.#term(name) : undefined);
		for (const part of parts) {
			if (part === null) Object.assign(draft, { outer: null, terms: new Map(), vocab: null, unread: false });
			else if (typeof part === "string") name(part, draft);
			else if (typeof part === "object") define(part as JsonObject, draft, own);
		}
		return new JsonLdContext(draft);
	}

	/** Context that holds inside the values of a property, or of a node of a type. */
	scopedTo(name: string): JsonLdContext {
		return this.with(this.#term(name)?.scoped);
	}

	meaning(written: string): Meaning {
		const name = written.trim();
		const term = this.#term(name);
		if (term === undefined && this.#own.vocab === null && !name.includes(":") && !name.startsWith("@")) {
			return { name, from: this.#own.unread ? "unknown" : "none" };
		}
		const iri = expand(name, (prefix) => this.#term(prefix), this.#own.vocab);
		if (iri === null) return { name, from: "dropped" };
		if (iri.startsWith("@")) return { name: iri, from: "keyword" };
		const bare = schemaOrgTerm(iri);
		if (bare === null) return { name: iri, from: "other" };
		// Of several contexts the last one wins, and that may be the one that was not read.
		return { name: bare, from: this.#own.unread && bare === name ? "unknown" : "schema.org" };
	}

	#term(name: string): Term | undefined {
		for (let context: JsonLdContext | null = this; context; context = context.#own.outer) {
			const term = context.#own.terms.get(name);
			if (term) return term;
		}
		return undefined;
	}
}

function name(address: string, into: Definitions): void {
	if (!isSchemaOrg(address)) {
		into.unread = true;
		return;
	}
	into.vocab = SCHEMA_ORG;
	for (const [alias, term] of ALIASES) into.terms.set(alias, term);
}

function define(local: JsonObject, into: Definitions, own: (name: string) => Term | undefined): void {
	const given = local["@vocab"];
	if (given === null) into.vocab = null;
	else if (typeof given === "string") into.vocab = isSchemaOrg(given) ? SCHEMA_ORG : given;
	if (typeof local["@import"] === "string") name(local["@import"], into);
	const entries = Object.entries(local).filter(([key]) => !key.startsWith("@"));
	// Prefixes first: a term may be written with one that comes below it.
	for (const [key, value] of entries) {
		if (typeof value === "string" && /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)) {
			into.terms.set(key, { iri: value, scoped: undefined });
		}
	}
	for (const [key, value] of entries) into.terms.set(key, termOf(key, value, own, into.vocab));
}

function termOf(key: string, value: unknown, own: (name: string) => Term | undefined, vocab: string | null): Term {
	if (value === null) return { iri: null, scoped: undefined };
	if (typeof value === "string") return { iri: value === key ? null : expand(value, own, vocab), scoped: undefined };
	if (typeof value !== "object") return { iri: null, scoped: undefined };
	const definition = value as JsonObject;
	const id = definition["@id"];
	const scoped = definition["@context"];
	if (id === null || "@reverse" in definition) return { iri: null, scoped };
	const iri = typeof id === "string" ? id : key;
	return { iri: expand(iri, iri === key ? () => undefined : own, vocab), scoped };
}

/** IRI expansion (JSON-LD 1.1 API section 5.2) of a name. */
function expand(name: string, term: (name: string) => Term | undefined, vocab: string | null): string | null {
	if (name.startsWith("@")) return name;
	const own = term(name);
	if (own !== undefined) return own.iri;
	const colon = name.indexOf(":");
	if (colon < 0) return vocab === null ? null : vocab + name;
	if (name.startsWith("//", colon + 1)) return name;
	const prefix = term(name.slice(0, colon))?.iri;
	return prefix ? prefix + name.slice(colon + 1) : name;
}
