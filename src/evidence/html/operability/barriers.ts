import type { Barrier, BarrierKind, Operability } from "../../page-digest.ts";
import { MAX_BARRIERS, MAX_TREE_NODES } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement, PageSource } from "../tree/page-tree.ts";

const QUOTE_LENGTH = 60;

type Place = Pick<PageElementEntry, "element" | "index">;

interface FoundBarrier {
	readonly kind: BarrierKind;
	readonly place: Place;
	readonly says: string;
	readonly inNamelessLink: boolean;
}

export const AT_PAGE_END = Number.POSITIVE_INFINITY;

/** The content decides such a barrier: it is known where the element ends, of inner elements first. */
export function atEndOf({ end, index }: PageElementEntry): number {
	return end - (index + 1) / (MAX_TREE_NODES + 1);
}

export class BarrierList {
	readonly #examined = new Map<BarrierKind, number>();
	readonly #found = new Map<BarrierKind, number>();
	readonly #kept = new Map<BarrierKind, FoundBarrier[]>();
	#inNamelessLinks = 0;
	readonly #firstKnown = new Map<BarrierKind, number>();

	examine(kind: BarrierKind): void {
		this.#examined.set(kind, (this.#examined.get(kind) ?? 0) + 1);
	}

	/** `known`: index in the page from which the barrier is known; the element's start, unless given. */
	add(kind: BarrierKind, place: Place, says: string, known = place.index, inNamelessLink = false): void {
		if (inNamelessLink) this.#inNamelessLinks++;
		this.#found.set(kind, (this.#found.get(kind) ?? 0) + 1);
		this.#firstKnown.set(kind, Math.min(known, this.#firstKnown.get(kind) ?? AT_PAGE_END));
		const kept = this.#kept.get(kind) ?? [];
		this.#kept.set(kind, kept);
		const { index } = place;
		if (kept.length === MAX_BARRIERS && index >= (kept.at(-1)?.place.index ?? 0)) return;
		const after = kept.findLastIndex((other) => other.place.index <= index);
		kept.splice(after + 1, 0, { kind, place, says, inNamelessLink });
		kept.length = Math.min(kept.length, MAX_BARRIERS);
	}

	/** Barriers of one element are in the order in which the page made their kinds known. */
	finish(source: PageSource): Operability {
		const first = (kind: BarrierKind) => this.#firstKnown.get(kind) ?? AT_PAGE_END;
		const kinds = [...this.#kept.keys()].sort((one, other) =>
			first(one) < first(other) ? -1 : Number(first(one) > first(other)),
		);
		const found = kinds.flatMap((kind) => this.#kept.get(kind) ?? []);
		found.sort((one, other) => one.place.index - other.place.index);
		const barriers = found.map(({ kind, place, says, inNamelessLink }): Barrier => {
			const flag = inNamelessLink ? { inNamelessLink } : {};
			return { kind, says, ...source.startTag(place.element), ...flag };
		});
		return {
			examined: Object.fromEntries(this.#examined),
			found: Object.fromEntries(this.#found),
			barriers,
			...(this.#inNamelessLinks > 0 ? { inNamelessLinks: this.#inNamelessLinks } : {}),
		};
	}
}

export function quoted(value: string): string {
	const short = tidy(value, QUOTE_LENGTH);
	return short.length === QUOTE_LENGTH ? `"${short}…"` : `"${short}"`;
}

export function tagOf(element: PageElement): string {
	const type = element.tagName === "input" ? attribute(element, "type") : null;
	return type === null ? `<${tidy(element.tagName, QUOTE_LENGTH)}>` : `<input type=${quoted(type)}>`;
}

/** What template languages of the browser leave in the source for scripts to fill: `{{ label }}`, `${id}`, `<%= x %>`. */
const TEMPLATED = /\{\{|\$\{|<%|\[\[/;

const FILLS: ReadonlySet<string> = new Set(
	`x-text x-html v-text v-html ng-bind ng-bind-html data-bind data-i18n data-l10n-id :aria-label x-bind:aria-label
	v-bind:aria-label :alt v-bind:alt x-bind:alt :title v-bind:title x-bind:title`.split(/\s+/),
);

export function isTemplated(value: string): boolean {
	return TEMPLATED.test(value);
}

export function isFilledByScript(element: PageElement): boolean {
	return element.attrs.some(({ name }) => FILLS.has(name));
}
