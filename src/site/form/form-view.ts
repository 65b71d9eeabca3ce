import { DEEP_PAGES } from "#core/preset.ts";

/** Without a field it is about the whole form. */
export interface FormFault {
	readonly field?: string;
	readonly says: string;
}

/** By field; a list for fields that may be sent several times. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

export interface AnsweredForm {
	readonly name: string;
	readonly values: FormValues;
	readonly faults: readonly FormFault[];
}

export interface FormView {
	/** Unique on the page; field ids begin with it. */
	readonly id: string;
	readonly action: string;
	readonly hidden: Readonly<Record<string, string>>;
	readonly values: FormValues;
	readonly faults: readonly FormFault[];
	/** For agents in the reader's browser; the person sends the form. */
	readonly tool?: FormTool;
}

interface FormTool {
	/** Not a name of the catalog's. */
	readonly name: string;
	readonly description: string;
}

interface FormPlace {
	readonly page: string;
	readonly name: string;
	/** Tell forms of one name on one page apart. */
	readonly hidden?: Readonly<Record<string, string>>;
	/** What the page's request sent, by any of its forms. */
	readonly answered?: AnsweredForm | undefined;
	/** Its purpose in a sentence, for agents in the reader's browser (WebMCP). */
	readonly tool?: string;
}

/** An answer counts where name and hidden fields are those that were sent. */
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

export interface FieldView {
	readonly id: string;
	/** Undefined where the form was not sent. */
	readonly typed?: string | readonly string[];
	readonly faults: readonly string[];
	readonly describedBy?: string;
	readonly hintId: string;
	readonly faultId: string;
}

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

export function typedText({ typed }: FieldView, proposed = ""): string {
	return typeof typed === "string" ? typed : proposed;
}

/** A form that was sent without one has none. */
export function typedChoices(form: FormView, name: string, proposed: readonly string[] = []): readonly string[] {
	if (Object.keys(form.values).length === 0) return proposed;
	const typed = form.values[name] ?? [];
	return typeof typed === "string" ? [typed] : typed;
}

/** Screen readers say it first. */
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
