import { cut, listing } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import { CONTACT_TOOL_TEXTS } from "#site/tools/contact-tool-texts.ts";
import { questionOf } from "../guards/confirm-dialog.ts";
import type { PageTool, ToolAnswer, ToolCall } from "../page-tool.ts";
import { type ContactFields, type ContactPaint, contactForm, fillInForm } from "./contact-paint.ts";

const texts = CONTACT_TOOL_TEXTS;

/** Opens the contact form as a request for a quote, filled in. */
export const requestQuote: PageTool = contactTool("request_quote", "quote", ["domain", "note"]);

/** Opens the contact form as a proposal of a consultation, filled in. */
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
				names.map((name) => ({ name: texts.fields[name], value: fields[name] })),
			);
		},
		run: async (call) => openForm({ kind, fields: fieldsOf(call.input, names) }, call),
	};
}

/** What the form takes of a field; longer ones are cut, as the person sees before they agree. */
const LONGEST = 4_000;

/** As the person is shown it, so that nothing else is filled in. */
function fieldsOf(input: ToolCall["input"], names: readonly (keyof ContactFields)[]): ContactFields {
	const given = names.map((name) => {
		const lines = (input[name] ?? "").split(/\r?\n/).map(plainText);
		return [name, cut(lines.join(name === "note" ? "\n" : " ").trim(), LONGEST)] as const;
	});
	return Object.fromEntries(given.filter(([, text]) => text !== ""));
}

/** What a person says of themselves is carried within the browser; only where the form is another origin's it goes in the address. */
function openForm(paint: ContactPaint, { place }: Pick<ToolCall, "place">): ToolAnswer {
	const { kind, fields } = paint;
	const form = place.isHere ? contactForm(kind) : undefined;
	if (form) {
		const { filled, kept } = fillInForm(form, paint);
		const now = Object.fromEntries(filled.map((name) => [name, fields[name]]));
		return { text: texts.inView(labelsOf(filled), labelsOf(kept)), data: { fields: now, kept } };
	}
	const address = new URL(place.links.contact);
	address.searchParams.set("kind", kind);
	if (!place.isHere) for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
	return {
		text: texts.opens(texts.kinds[kind], labelsOf(Object.keys(fields) as (keyof ContactFields)[])),
		data: { opens: address.href, fields, kept: [] },
		opens: address.href,
		...(place.isHere && { carries: { kind: "contact", data: paint } }),
	};
}

/** Undefined for none. */
function labelsOf(names: readonly (keyof ContactFields)[]): string | undefined {
	return names.length === 0 ? undefined : listing(names.map((name) => texts.fields[name]));
}
