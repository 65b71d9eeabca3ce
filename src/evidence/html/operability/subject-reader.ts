import type { FactEnd } from "../fact-readers.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { roleRules } from "./aria-rules.ts";
import { implicitRole, roleInForce, statedRole } from "./element-role.ts";
import { type BarrierReader, isOpaque, type Subject } from "./subject.ts";

/** Elements that barriers concern whatever their attributes. */
const TAGS: ReadonlySet<string> = new Set(
	`a area article aside body button caption dd details dialog dl dt fieldset footer form frame h1 h2 h3 h4 h5 h6 header
	hr html iframe img input label li link main math menu meter nav object ol option output progress search section select
	style summary svg table tbody td textarea tfoot th thead tr ul`.split(/\s+/),
);

/** Attributes by which barriers concern any element; those of ARIA come beside them. */
const ATTRIBUTES: ReadonlySet<string> = new Set("role id tabindex onclick lang for headers usemap".split(" "));

/** Roles that let what is inside count as the children of what is around. */
const TRANSPARENT: ReadonlySet<string> = new Set(
	`none presentation generic paragraph strong emphasis code deletion insertion subscript superscript
	blockquote form`.split(/\s+/),
);

/** Picks the elements that may be or hold a barrier out of the walk, and hands each to every reader of barriers. */
export class SubjectReader implements Reader {
	readonly #parts: readonly BarrierReader[];
	readonly #open: Subject[] = [];
	#order = 0;

	constructor(parts: readonly BarrierReader[]) {
		this.#parts = parts;
	}

	enter(element: PageElement, here: Standing, outer: Standing): void {
		this.#order++;
		if (!concerns(element)) return;
		const subject = this.#subject(element, here, outer);
		this.#open.push(subject);
		for (const part of this.#parts) part.enter?.(subject);
	}

	leave(element: PageElement): void {
		const subject = this.#open.at(-1);
		if (subject?.element !== element) return;
		this.#open.pop();
		for (const part of this.#parts) part.leave?.(subject);
	}

	finish(end: FactEnd): void {
		for (const part of this.#parts) part.finish?.(end);
	}

	#subject(element: PageElement, here: Standing, outer: Standing): Subject {
		const parent = this.#open.at(-1) ?? null;
		const stated = statedRole(element);
		const explicit = stated === null ? null : roleInForce(element, stated);
		const around = parent !== null && (isOpaque(parent.element) || matters(parent)) ? parent : (parent?.above ?? null);
		const leaf = parent !== null && parent.role !== null && roleRules(parent.role)?.leaf === true;
		return {
			element,
			here,
			outer,
			order: this.#order,
			exposed: !here.silent && !here.concealed && !outer.muted,
			explicit,
			role: explicit ?? implicitRole(element),
			aria: element.attrs.flatMap(({ name }) => (name.startsWith("aria-") ? name : [])),
			above: around,
			inLeaf: leaf || (parent?.inLeaf ?? false),
		};
	}
}

function matters({ role }: Subject): boolean {
	return role !== null && !TRANSPARENT.has(role);
}

function concerns(element: PageElement): boolean {
	if (TAGS.has(element.tagName) || isOpaque(element)) return true;
	for (const { name } of element.attrs) if (ATTRIBUTES.has(name) || name.startsWith("aria-")) return true;
	return false;
}
