import { cut, listing } from "#core/wording.ts";
import { CONTACT_TOOL_TEXTS } from "#site/tools/contact-tool-texts.ts";
import { showNote } from "../overlays/note.ts";
import type { Painter } from "../painters.ts";

/** What a tool has been given for the contact form. */
export interface ContactFields {
	readonly name?: string;
	readonly email?: string;
	readonly domain?: string;
	readonly note?: string;
}

export interface ContactPaint {
	/** What the request is for. */
	readonly kind: "quote" | "consult";
	readonly fields: ContactFields;
}

const texts = CONTACT_TOOL_TEXTS;
const field = { type: "string", maxLength: 4_000 } as const;

/** Fills in the contact form and marks it; sending it is the person's. */
export const paintContact = {
	schema: {
		type: "object",
		properties: {
			kind: { enum: ["quote", "consult"] },
			fields: {
				type: "object",
				properties: { name: field, email: field, domain: field, note: field },
				additionalProperties: false,
			},
		},
		required: ["kind", "fields"],
		additionalProperties: false,
	},
	paint(data: ContactPaint): void {
		const form = contactForm(data.kind);
		if (form) fillInForm(form, data);
	},
} satisfies Painter;

/** What has become of the fields that were given. */
export interface FilledForm {
	readonly filled: readonly (keyof ContactFields)[];
	/** The person has typed something else there. */
	readonly kept: readonly (keyof ContactFields)[];
}

export function fillInForm(form: HTMLFormElement, { fields }: ContactPaint): FilledForm {
	const filled: (keyof ContactFields)[] = [];
	const kept: (keyof ContactFields)[] = [];
	for (const name of Object.keys(texts.fields) as (keyof ContactFields)[]) {
		const control = form.elements.namedItem(name);
		const value = fields[name];
		if (value === undefined || !isText(control)) continue;
		if (!isTyped(control)) fillIn(control, value);
		(control.value === filledIn.get(control) ? filled : kept).push(name);
	}
	form.classList.add("tool-marked");
	form.scrollIntoView({ block: "start" });
	const labelled = (names: typeof filled) => listing(names.map((name) => texts.fields[name]));
	const words = [
		filled.length > 0 ? texts.filled.now(labelled(filled)) : texts.filled.nothing,
		...(kept.length > 0 ? [texts.filled.kept(labelled(kept))] : []),
		texts.filled.unsent,
	];
	showNote({ id: "tool-contact", label: texts.filled.label, tone: "amber" }, words.join(" "));
	return { filled, kept };
}

/** The form of this page, where it is the operator's and for that kind of request. */
export function contactForm(kind: ContactPaint["kind"]): HTMLFormElement | undefined {
	const form = document.querySelector<HTMLFormElement>("form[toolname=fill_in_send]");
	if (!form || form.elements.namedItem("agency")) return undefined;
	const about = form.elements.namedItem("kind");
	return about instanceof HTMLInputElement && about.value === kind ? form : undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What was filled in, by its field. */
const filledIn = new WeakMap<TextControl, string>();

/** What the person has typed is theirs. */
function isTyped(control: TextControl): boolean {
	return control.value !== control.defaultValue && control.value !== filledIn.get(control);
}

function isText(control: unknown): control is TextControl {
	return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
}

function fillIn(control: TextControl, value: string): void {
	control.value = control.maxLength < 0 ? value : cut(value, control.maxLength);
	filledIn.set(control, control.value);
	control.dispatchEvent(new Event("input", { bubbles: true }));
}
