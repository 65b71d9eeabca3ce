import { cut } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import { CONTACT_TOOL_TEXTS } from "#site/tools/contact-tool-texts.ts";
import { questionOf } from "./confirm-question.ts";
import { type ContactFields, type ContactPaint, contactForm, paintContact } from "./contact-paint.ts";
import type { PageTool, ToolAnswer, ToolCall } from "./page-tool.ts";

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
function openForm(data: ContactPaint, { place }: Pick<ToolCall, "place">): ToolAnswer {
	const { kind, fields } = data;
	const address = new URL(place.links.contact);
	address.searchParams.set("kind", kind);
	const answer = { text: texts.opens[kind], data: { opens: address.href, fields } };
	if (place.isHere && contactForm(kind)) {
		paintContact.paint(data);
		return answer;
	}
	if (place.isHere) return { ...answer, opens: address.href, carries: { kind: "contact", data } };
	for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
	return { ...answer, opens: address.href };
}
