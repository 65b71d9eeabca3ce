import { cut, listing } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import { questionOf } from "./confirm-dialog.ts";
import type { Painter } from "./leaving.ts";
import { showNote } from "./overlays.ts";
import type { PageTool, ToolAnswer, ToolCall } from "./page-tool.ts";

interface ContactFields {
	readonly name?: string;
	readonly email?: string;
	readonly domain?: string;
	readonly note?: string;
}

interface ContactPaint {
	readonly kind: "quote" | "consult";
	readonly fields: ContactFields;
}

const LABELS = { name: "Name", email: "Email address", domain: "Website", note: "Message" } as const;
const field = { type: "string", maxLength: 4_000 } as const;

/** The person submits the form. */
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

interface FilledForm {
	readonly filled: readonly (keyof ContactFields)[];
	/** Fields where the person has typed something else. */
	readonly kept: readonly (keyof ContactFields)[];
}

function fillInForm(form: HTMLFormElement, { fields }: ContactPaint): FilledForm {
	const filled: (keyof ContactFields)[] = [];
	const kept: (keyof ContactFields)[] = [];
	for (const name of Object.keys(LABELS) as (keyof ContactFields)[]) {
		const control = form.elements.namedItem(name);
		const value = fields[name];
		if (value === undefined || !isText(control)) continue;
		if (!isTyped(control)) fillIn(control, value);
		(control.value === filledIn.get(control) ? filled : kept).push(name);
	}
	form.classList.add("tool-marked");
	form.scrollIntoView({ block: "start" });
	const labelled = (names: typeof filled) => listing(names.map((name) => LABELS[name]));
	const words = [
		filled.length > 0 ? `Filled in: ${labelled(filled)}.` : "Nothing was filled in.",
		...(kept.length > 0 ? [`Kept what you typed: ${labelled(kept)}.`] : []),
		"Nothing has been sent. Send it yourself.",
	];
	showNote({ id: "tool-contact", label: "Filled in", tone: "amber" }, words.join(" "));
	return { filled, kept };
}

export function contactForm(kind: ContactPaint["kind"]): HTMLFormElement | undefined {
	const form = document.querySelector<HTMLFormElement>("form[toolname=fill_in_send]");
	if (!form || form.elements.namedItem("agency")) return undefined;
	const about = form.elements.namedItem("kind");
	return about instanceof HTMLInputElement && about.value === kind ? form : undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const filledIn = new WeakMap<TextControl, string>();

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

export const requestQuote: PageTool = contactTool("request_quote", "quote", ["domain", "note"]);

export const bookConsult: PageTool = contactTool("book_consult", "consult", ["name", "email"]);

function contactTool(
	tool: "request_quote" | "book_consult",
	kind: ContactPaint["kind"],
	names: readonly (keyof ContactFields)[],
): PageTool {
	return {
		question({ input }) {
			const fields = fieldsOf(input, names);
			return questionOf(
				tool,
				names.map((name) => ({ name: LABELS[name], value: fields[name] })),
			);
		},
		run: async (call) => openForm({ kind, fields: fieldsOf(call.input, names) }, call),
	};
}

/** Maximum characters; the person sees truncated values before consenting. */
const LONGEST = 4_000;

/** Exactly what the person was shown. */
function fieldsOf(input: ToolCall["input"], names: readonly (keyof ContactFields)[]): ContactFields {
	const given = names.map((name) => {
		const lines = (input[name] ?? "").split(/\r?\n/).map(plainText);
		return [name, cut(lines.join(name === "note" ? "\n" : " ").trim(), LONGEST)] as const;
	});
	return Object.fromEntries(given.filter(([, text]) => text !== ""));
}

/** Personal data stays in the browser; only a form on another origin gets it in the URL. */
function openForm(paint: ContactPaint, { place }: Pick<ToolCall, "place">): ToolAnswer {
	const { kind, fields } = paint;
	const form = place.isHere ? contactForm(kind) : undefined;
	if (form) {
		const { filled, kept } = fillInForm(form, paint);
		const now = Object.fromEntries(filled.map((name) => [name, fields[name]]));
		return { text: filledWords(labelsOf(filled), labelsOf(kept)), data: { fields: now, kept } };
	}
	const address = new URL(place.links.contact);
	address.searchParams.set("kind", kind);
	if (!place.isHere) for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
	const given = labelsOf(Object.keys(fields) as (keyof ContactFields)[]);
	const fills = given === undefined ? "it fills in nothing" : `there it fills in: ${given}`;
	const named = kind === "quote" ? "a request for a quote" : "a consultation";
	return {
		text: `The contact page opens with ${named}; ${fills}. ${SENDS}`,
		data: { opens: address.href, fields, kept: [] },
		opens: address.href,
		...(place.isHere && { carries: { kind: "contact", data: paint } }),
	};
}

const SENDS = "The form is highlighted. The person decides whether to send it.";

function filledWords(filled: string | undefined, kept: string | undefined): string {
	return [
		filled === undefined ? "Nothing was filled in." : `Filled in: ${filled}.`,
		...(kept === undefined ? [] : [`Kept what the person typed: ${kept}.`]),
		SENDS,
	].join(" ");
}

function labelsOf(names: readonly (keyof ContactFields)[]): string | undefined {
	return names.length === 0 ? undefined : listing(names.map((name) => LABELS[name]));
}
