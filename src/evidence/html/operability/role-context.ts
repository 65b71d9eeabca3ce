import { MAX_ID_REFERENCES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { roleRules } from "./aria-rules.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import { type BarrierReader, isOpaque, type Subject } from "./subject.ts";

/** What stands in a container whose role asks for children of certain roles. */
interface Container {
	readonly subject: Subject;
	readonly owned: ReadonlySet<string>;
	/** Has one of them, or might: custom elements and aria-owns bring in others. */
	satisfied: boolean;
	/** Something in the accessibility tree that is none of them. */
	other: Subject | undefined;
}

/** Required contexts and required owned elements (WAI-ARIA 1.2 sections 5.2.6 and 5.2.7) of roles that authors write. */
export class RoleContext implements BarrierReader {
	readonly #list: BarrierList;
	readonly #containers = new Map<Subject, Container>();
	/** Subjects without their context, until it is known that no aria-owns gives them one. */
	readonly #outside: Subject[] = [];
	readonly #owned = new Set<string>();

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		this.#noteOwned(subject);
		const { explicit, exposed, above } = subject;
		if (above) this.#tellAbove(above, subject);
		if (!exposed || explicit === null) return;
		const rules = roleRules(explicit);
		if (!rules) return;
		if (rules.context.size > 0) this.#context(subject, rules.context);
		if (rules.owned.size === 0) return;
		const busy = attribute(subject.element, "aria-busy")?.toLowerCase() === "true";
		const satisfied = busy || attribute(subject.element, "aria-owns") !== null;
		this.#containers.set(subject, { subject, owned: rules.owned, satisfied, other: undefined });
	}

	leave(subject: Subject): void {
		const container = this.#containers.get(subject);
		if (!container) return;
		this.#containers.delete(subject);
		this.#list.ask("role-context");
		const { owned, other, satisfied } = container;
		// An empty one may wait for its first entries.
		if (satisfied || !other) return;
		const says = `role=${quoted(subject.explicit ?? "")} on ${tagOf(subject.element)} holds ${tagOf(other.element)}, but no ${[...owned].join(", ")}`;
		this.#list.add("role-context", subject, says);
	}

	finish(): void {
		for (const subject of this.#outside) {
			const { element, explicit } = subject;
			if (this.#owned.has(attribute(element, "id") ?? "")) continue;
			const context = [...(roleRules(explicit ?? "")?.context ?? [])].join(", ");
			const says = `role=${quoted(explicit ?? "")} on ${tagOf(element)} stands in no ${context}`;
			this.#list.add("role-context", subject, says);
		}
	}

	#context(subject: Subject, context: ReadonlySet<string>): void {
		this.#list.ask("role-context");
		const { above } = subject;
		const known = above !== null && (isOpaque(above.element) || context.has(above.role ?? ""));
		if (!known) this.#outside.push(subject);
	}

	#tellAbove(above: Subject, subject: Subject): void {
		const container = this.#containers.get(above);
		if (!container || container.satisfied) return;
		if (isOpaque(subject.element)) container.satisfied = true;
		else if (subject.role === null || !subject.exposed) return;
		else if (container.owned.has(subject.role)) container.satisfied = true;
		else if (!PASSED_OVER.has(subject.role)) container.other ??= subject;
	}

	#noteOwned({ element, aria }: Subject): void {
		if (!aria.includes("aria-owns")) return;
		const ids = cut(attribute(element, "aria-owns") ?? "", VALUE_LENGTH).split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES);
		for (const id of ids) this.#owned.add(id);
	}
}

/** Roles that change nothing: what is inside counts in their place, or they only part the entries. */
const PASSED_OVER: ReadonlySet<string> = new Set(
	tokens(`none presentation generic paragraph strong emphasis code deletion insertion subscript superscript blockquote
	form separator img image`),
);
