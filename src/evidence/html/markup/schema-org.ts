import { SCHEMA_ORG_TERMS, schemaOrgTypes } from "#core/schema-org.ts";
import type { Located, UnknownTerm } from "../../page-digest.ts";
import { NAME_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";

/** Unknown and duplicate names kept; a template repeats its faults. */
const MAX_UNKNOWN_TERMS = 50;

/** Removed from terms. Pages use both schemes and `www.`. */
const PREFIX = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;

export function schemaOrgTerm(name: string): string | null {
	const bare = name.replace(PREFIX, "");
	return bare === name ? null : bare;
}

export function isSchemaOrg(address: string): boolean {
	return /^(?:(?:https?:)?\/\/)?(?:www\.)?schema\.org(?:[/#].{0,60})?$/i.test(address.trim());
}

interface Terms {
	readonly properties: ReadonlySet<string>;
	readonly words: ReadonlySet<string>;
}

let terms: Terms | undefined;

/** Split lazily, for the first page with structured data. */
function known(): Terms {
	terms ??= {
		properties: new Set(SCHEMA_ORG_TERMS.properties.split(" ")),
		words: new Set(
			[SCHEMA_ORG_TERMS.types, SCHEMA_ORG_TERMS.properties].flatMap((names) => names.split(/[ <]/)).flatMap(wordsOf),
		),
	};
	return terms;
}

/** `Person/Minister` is a site's own subtype of Person (schema.org's first extension mechanism, still supported). */
export function isType(name: string): boolean {
	return schemaOrgTypes().has(name.split("/", 1)[0] ?? "");
}

/** `query-input` is the input of an action's property (schema.org/docs/actions.html, part 4). */
export function isProperty(name: string): boolean {
	const [bare = ""] = name.split("/", 1);
	const { properties } = known();
	return properties.has(bare) || properties.has(bare.replace(/-(?:in|out)put$/, ""));
}

/** Up to this length, a different letter makes a different word: `County` and `Country`, `Sale` and `Male`. */
const SHORT_WORD = 7;
const WIDER: ReadonlyMap<string, string> = new Map(
	["County", "Province", "District", "Region", "Municipality"].map((word) => [`type ${word}`, "AdministrativeArea"]),
);

export function nearestTerm(kind: "type" | "property", name: string): string | null {
	const all = kind === "type" ? schemaOrgTypes().keys() : known().properties.keys();
	const lower = name.toLowerCase();
	const bound = name.length > 6 ? 2 : 1;
	const close = [...all]
		.filter((term) => Math.abs(term.length - name.length) <= bound)
		.map((term) => ({ term, distance: editDistance(lower, term.toLowerCase()) }))
		.filter(({ distance }) => distance <= bound);
	// Ignore more distant candidates.
	const least = Math.min(...close.map(({ distance }) => distance));
	const best = close.find(({ term, distance }) => distance === least && (distance === 0 || isSlip(name, term)));
	return best?.term ?? WIDER.get(`${kind} ${name}`) ?? null;
}

/** False if both are real words: a different word is not a misspelling. */
function isSlip(name: string, term: string): boolean {
	if (spelling(name) === spelling(term)) return true;
	const kept = wordsOf(term);
	const changed = wordsOf(name).filter((word) => !kept.includes(word));
	return changed.some((word) => !known().words.has(word) && (word.length > SHORT_WORD || kept.length > 1));
}

/** Normalizes singular and plural, single and double letters, British and American spelling. */
function spelling(name: string): string {
	return name.toLowerCase().replace(/s$/, "").replaceAll("our", "or").replaceAll("z", "s").replace(/(.)\1/g, "$1");
}

function wordsOf(name: string): string[] {
	return name.split(/(?=[A-Z])|[^A-Za-z0-9]+/).map((word) => word.toLowerCase());
}

function editDistance(a: string, b: string): number {
	let before = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			row.push(Math.min(swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
		}
		before = row;
	}
	return before[b.length] ?? 0;
}

type Form = UnknownTerm["form"];

export class UnknownTerms {
	readonly #found: UnknownTerm[] = [];
	readonly #seen = new Set<string>();

	type(name: string, form: Form, locate: () => Located): void {
		this.#see("type", name, null, form, locate);
	}

	property(name: string, on: string | null, form: Form, locate: () => Located): void {
		this.#see("property", name, on, form, locate);
	}

	/** A node without any vocabulary: a standards-compliant reader gets nothing from it. */
	noContext(type: string, form: Form, locate: () => Located): void {
		const key = `context ${form}`;
		if (this.#seen.has(key)) return;
		this.#seen.add(key);
		this.#found.push({ ...locate(), kind: "context", term: kept(type), on: null, form, nearest: null });
	}

	finish(): readonly UnknownTerm[] {
		return this.#found;
	}

	#see(kind: "type" | "property", term: string, on: string | null, form: Form, locate: () => Located): void {
		const key = `${kind} ${term}`;
		if (this.#seen.has(key) || this.#found.length === MAX_UNKNOWN_TERMS) return;
		this.#seen.add(key);
		if (kind === "type" ? isType(term) : isProperty(term)) return;
		const names = { term: kept(term), on: on === null ? null : kept(on) };
		this.#found.push({ ...locate(), kind, ...names, form, nearest: nearestTerm(kind, term) });
	}
}

/** JSON may contain names of a megabyte, and lone surrogates. */
function kept(name: string): string {
	return cut(name.toWellFormed(), NAME_LENGTH);
}
