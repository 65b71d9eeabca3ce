import { DEEP_PAGES } from "#core/preset.ts";

/** What is wrong with a form that was sent; without a field it is about the form as a whole. */
export interface FormFault {
	readonly field?: string;
	readonly says: string;
}

/** What was typed, by field; a list for fields that may be sent several times. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

/** A form that was sent and not accepted. */
export interface AnsweredForm {
	readonly name: string;
	readonly values: FormValues;
	readonly faults: readonly FormFault[];
}

/** A form as components show it: its address, and what was typed into it with its faults, where it comes back. */
export interface FormView {
	/** Unique on the page; ids of fields begin with it. */
	readonly id: string;
	readonly action: string;
	/** Fields that nobody sees. */
	readonly hidden: Readonly<Record<string, string>>;
	readonly values: FormValues;
	readonly faults: readonly FormFault[];
	/** What agents in the reader's browser call it by, where they may fill it in. The person sends it. */
	readonly tool?: FormTool;
}

interface FormTool {
	/** None of the catalog's. */
	readonly name: string;
	readonly description: string;
}

interface FormPlace {
	readonly page: string;
	readonly name: string;
	/** Fields that nobody sees; they tell forms of one name on one page apart. */
	readonly hidden?: Readonly<Record<string, string>>;
	/** What the page's request sent, whichever of its forms that was. */
	readonly answered?: AnsweredForm | undefined;
	/** What filling it in is for, in a sentence, where agents in the reader's browser may do that (WebMCP). */
	readonly tool?: string;
}

/** The view of one form. An answer counts where name and hidden fields are those that were sent. */
export function formView({ page, name, hidden = {}, answered, tool }: FormPlace): FormView {
	const isAnswered =
		answered?.name === name && Object.entries(hidden).every(([field, value]) => answered.values[field] === value);
	return {
		id: [name, ...Object.values(hidden)].join("-").replace(/[^\w.-]+/g, "-"),
		action: `${page}?do=${encodeURIComponent(name)}`,
		hidden,
		values: isAnswered ? answered.values : {},
		faults: isAnswered ? answered.faults : [],
		...(tool !== undefined && { tool: { name: `fill_in_${name.replaceAll("-", "_")}`, description: tool } }),
	};
}

/** One field of a form, as its component shows it. */
export interface FieldView {
	readonly id: string;
	/** What was typed; undefined where the form was not sent. */
	readonly typed?: string | readonly string[];
	readonly faults: readonly string[];
	/** For `aria-describedby`; undefined where there is neither hint nor fault. */
	readonly describedBy?: string;
	readonly hintId: string;
	readonly faultId: string;
}

/** What describes a field to agents, where they may fill in its form: its label and its hint. */
export function fieldForAgents({ tool }: FormView, label: string, hint?: string): string | undefined {
	return tool && [label, hint].filter(Boolean).join(": ");
}

export function fieldView({ id: form, values, faults }: FormView, name: string, hasHint: boolean): FieldView {
	const id = `${form}-${name}`;
	const [hintId, faultId] = [`${id}-hint`, `${id}-fault`];
	const says = faults.filter(({ field }) => field === name).map((fault) => fault.says);
	const describedBy = [hasHint && hintId, says.length > 0 && faultId].filter(Boolean).join(" ");
	const typed = values[name];
	return {
		id,
		hintId,
		faultId,
		faults: says,
		...(describedBy && { describedBy }),
		...(typed !== undefined && { typed }),
	};
}

/** What was typed into a field of one line or text, or else what the page proposes. */
export function typedText({ typed }: FieldView, proposed = ""): string {
	return typeof typed === "string" ? typed : proposed;
}

/** The chosen values of a field that may have several, or else what the page proposes; of a form that was sent, none where it named none. */
export function typedChoices(form: FormView, name: string, proposed: readonly string[] = []): readonly string[] {
	if (Object.keys(form.values).length === 0) return proposed;
	const typed = form.values[name] ?? [];
	return typeof typed === "string" ? [typed] : typed;
}

/** Title of a page whose form may come back with faults, which readers of a screen hear first. */
export function titleOf(title: string, hasFaults: boolean): string {
	return hasFaults ? `Error: ${title}` : title;
}

export const MODE_OPTIONS = [
	{ value: "light", label: "Light", hint: "The home page and the files beside it. Takes seconds." },
	{
		value: "deep",
		label: "Deep",
		hint: `Up to ${DEEP_PAGES} further pages too. Takes up to a minute, and counts as three audits.`,
	},
] as const;
