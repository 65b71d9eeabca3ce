import type { Barrier, BarrierKind, Operability } from "../../digest/operability.ts";
import { MAX_BARRIERS } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Subject } from "./subject.ts";

/** Characters of a page's own value inside a sentence. */
const QUOTE_LENGTH = 60;

interface Noted {
	readonly kind: BarrierKind;
	readonly element: PageElement;
	readonly order: number;
	readonly says: string;
}

/** What was asked and found, kind by kind; barriers may come in any order. */
export class BarrierList {
	readonly #examined = new Map<BarrierKind, number>();
	readonly #found = new Map<BarrierKind, number>();
	/** Of each kind the first ones in document order. */
	readonly #kept = new Map<BarrierKind, Noted[]>();

	/** Counts an element that a kind was asked of. */
	ask(kind: BarrierKind): void {
		this.#examined.set(kind, (this.#examined.get(kind) ?? 0) + 1);
	}

	add(kind: BarrierKind, { element, order }: Pick<Subject, "element" | "order">, says: string): void {
		this.#found.set(kind, (this.#found.get(kind) ?? 0) + 1);
		const kept = this.#kept.get(kind) ?? [];
		this.#kept.set(kind, kept);
		if (kept.length === MAX_BARRIERS && order >= (kept.at(-1)?.order ?? 0)) return;
		const after = kept.findLastIndex((other) => other.order <= order);
		kept.splice(after + 1, 0, { kind, element, order, says });
		kept.length = Math.min(kept.length, MAX_BARRIERS);
	}

	finish(source: PageSource): Operability {
		const noted = [...this.#kept.values()].flat().sort((one, other) => one.order - other.order);
		const barriers = noted.map(({ kind, element, says }): Barrier => ({ kind, says, ...source.startTag(element) }));
		return { examined: Object.fromEntries(this.#examined), found: Object.fromEntries(this.#found), barriers };
	}
}

/** A value of the page, short and in quotation marks. */
export function quoted(value: string): string {
	const short = tidy(value, QUOTE_LENGTH);
	return short.length === QUOTE_LENGTH ? `"${short}…"` : `"${short}"`;
}

/** An element as a sentence names it: `<nav>`, `<input type="checkbox">`. */
export function tagOf(element: PageElement): string {
	const type = element.tagName === "input" ? attribute(element, "type") : null;
	return type === null ? `<${tidy(element.tagName, QUOTE_LENGTH)}>` : `<input type=${quoted(type)}>`;
}
