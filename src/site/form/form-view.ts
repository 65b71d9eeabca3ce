import { DEEP_PAGES } from "#core/preset.ts";

/** Without `field`, it is about the whole form. */
export interface FormFault {
	readonly field?: string;
	readonly says: string;
}

/** By field; a list for fields that may repeat. */
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
	/** For agents in the reader's browser. Only the person submits the form. */
	readonly tool?: FormTool;
}

interface FormTool {
	/** Must not be a name in the tool catalog. */
	readonly name: string;
	readonly description: string;
}

interface FormPlace {
	readonly page: string;
	readonly name: string;
	/** Distinguishes forms of the same name on a page. */
	readonly hidden?: Readonly<Record<string, string>>;
	/** The form that this request submitted, if any. */
	readonly answered?: AnsweredForm | undefined;
	/** Its purpose in one sentence, for agents in the reader's browser (WebMCP). */
	readonly tool?: string;
}

/** Applies an answer only if name and hidden fields match. */
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
	/** Undefined if the form was not submitted. */
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

/** A form submitted without choices has none. */
export function typedChoices(form: FormView, name: string, proposed: readonly string[] = []): readonly string[] {
	if (Object.keys(form.values).length === 0) return proposed;
	const typed = form.values[name] ?? [];
	return typeof typed === "string" ? [typed] : typed;
}

/** Screen readers read the title first. */
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
