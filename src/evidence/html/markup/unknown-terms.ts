import type { Located } from "../../digest/located.ts";
import type { UnknownTerm } from "../../digest/structured-data.ts";
import { MAX_UNKNOWN_TERMS, NAME_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";
import { isProperty, isType, nearestTerm } from "./schema-org.ts";

type Form = UnknownTerm["form"];

/** Names that pages say are schema.org's, and are not. Each is told once for a page. */
export class UnknownTerms {
	readonly #found: UnknownTerm[] = [];
	readonly #seen = new Set<string>();

	type(name: string, form: Form, place: () => Located): void {
		this.#see("type", name, null, form, place);
	}

	/** `on`: first type of the node that has the property. */
	property(name: string, on: string | null, form: Form, place: () => Located): void {
		this.#see("property", name, on, form, place);
	}

	/** A node whose names nothing defines: it says nothing to a reader that follows the standard. */
	noContext(type: string, form: Form, place: () => Located): void {
		const key = `context ${form}`;
		if (this.#seen.has(key)) return;
		this.#seen.add(key);
		this.#found.push({ ...place(), kind: "context", term: kept(type), on: null, form, nearest: null });
	}

	finish(): readonly UnknownTerm[] {
		return this.#found;
	}

	#see(kind: "type" | "property", term: string, on: string | null, form: Form, place: () => Located): void {
		const key = `${kind} ${term}`;
		if (this.#seen.has(key) || this.#found.length === MAX_UNKNOWN_TERMS) return;
		this.#seen.add(key);
		if (kind === "type" ? isType(term) : isProperty(term)) return;
		const names = { term: kept(term), on: on === null ? null : kept(on) };
		this.#found.push({ ...place(), kind, ...names, form, nearest: nearestTerm(kind, term) });
	}
}

/** JSON may write names of a megabyte, and half a surrogate pair. */
function kept(name: string): string {
	return cut(name.toWellFormed(), NAME_LENGTH);
}
