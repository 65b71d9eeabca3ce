import type { PageView, ViewNode } from "#evidence/page-view.ts";
import type { Obstructed } from "./session.ts";
import { fitOf, type Intent } from "./vocabulary.ts";
import { type Seek, seekFor, type Walk } from "./walk.ts";

const FIELD_ROLES: ReadonlySet<string> = new Set(
	"textbox searchbox combobox listbox checkbox radio switch spinbutton date time slider".split(" "),
);
const NAME = "Alex Example";
const FIELDS = seekFor("what the form asks for");
/** Fields filled in per form. */
const MAX_FIELDS = 30;

/** A form as agents see it: fields with a recognizable purpose and a submit button. */
export class Form {
	readonly #walk: Walk;
	readonly #key: string | undefined;

	constructor(walk: Walk, key: string | undefined) {
		this.#walk = walk;
		this.#key = key;
	}

	/** The first form whose fields match; fields outside of all forms count as one more form. */
	static among(walk: Walk, view: PageView, isKind: (fields: readonly ViewNode[]) => boolean): Form | undefined {
		for (const [key, group] of formsOf(view, "")) if (isKind(group)) return new Form(walk, key);
		return undefined;
	}

	/** A form's field that is on the page but not in the accessibility tree. */
	static hidden({ view }: Walk, isKind: (fields: readonly ViewNode[]) => boolean): ViewNode | undefined {
		return [...formsOf(view, "aria").values()].find(isKind)?.[0];
	}

	#nodes(holds: (node: ViewNode) => boolean): readonly ViewNode[] {
		return this.#walk.view.nodes.filter((node) => node.form === this.#key && !node.hidden && holds(node));
	}

	/** Fills in each field. @throws Blocked at the first field that an agent cannot fill in */
	async fill(day: string, { choicesOnly = false }: { readonly choicesOnly?: boolean } = {}): Promise<void> {
		const walk = this.#walk;
		const asked = this.#asked(choicesOnly ? isChoice : isAsked);
		for (const field of asked) await this.#fillOne(field, day);
		await walk.refresh(FIELDS);
		await this.#pickCustomDate(day);
		if (asked.length > 0) await walk.note(FIELDS, choicesOnly ? "chose" : "filled", asked.map(calledOf).join(", "));
		if (!choicesOnly) await this.#leave();
	}

	#asked(isWanted: (field: ViewNode) => boolean): readonly ViewNode[] {
		const fields = this.#nodes((node) => isAsked(node) && isWanted(node));
		return oneOfEachGroup(fields.slice(0, MAX_FIELDS));
	}

	async #leave(): Promise<void> {
		const walk = this.#walk;
		const [first] = this.#nodes(({ role }) => role === "textbox");
		if (first && !(await walk.session.leavesByKey(first))) throw await walk.blocked(FIELDS, "keyboard-trap", first);
	}

	async #fillOne(field: ViewNode, day: string): Promise<void> {
		const walk = this.#walk;
		if (!saysWhatFor(field)) throw await walk.blocked(FIELDS, "field-no-name", field, detailOf(field));
		if (isCustomDate(field)) return;
		if (field.tag === "select") return this.#chooseNative(field);
		if (field.role === "combobox") return this.#choose(field);
		let { obstructed, value } = await walk.session.fill(field, valueFor(field, day));
		if (obstructed && (await walk.clears(obstructed)))
			({ obstructed, value } = await walk.session.fill(field, valueFor(field, day)));
		if (obstructed) return this.#refused(field, obstructed);
		if (value === "" && TYPED.has(field.role) && (field.required || isDateField(field)))
			throw await walk.blocked(FIELDS, isDateField(field) ? "date-picker" : "field-refuses", field);
	}

	/** Skips a field that people need not fill in, such as a honeypot or one that is not open yet. */
	async #refused(field: ViewNode, obstructed: Obstructed): Promise<void> {
		const { obstacle } = obstructed;
		if (obstacle === "invisible" || (obstacle === "disabled" && !field.required)) return;
		throw await this.#walk.blockedBy(FIELDS, field, obstructed);
	}

	async #chooseNative(field: ViewNode): Promise<void> {
		const choice = choiceOf(field);
		if (choice !== "") await this.#walk.session.fill(field, choice);
		else if (!field.disabled && field.options.length <= 1)
			throw await this.#walk.blocked(FIELDS, "choice-no-options", field);
	}

	/** A scripted listbox: opens it and takes the first option. */
	async #choose(field: ViewNode): Promise<void> {
		const walk = this.#walk;
		if (field.tag === "input" && field.attributes.readonly === undefined) {
			await walk.session.fill(field, NAME);
			return;
		}
		if (field.value !== "" && !field.required) return;
		const { obstructed, view } = await walk.session.press(field);
		if (obstructed?.obstacle === "covered") throw await walk.blockedBy(FIELDS, field, obstructed);
		walk.view = view;
		const option = view.nodes.find(
			({ role, hidden, disabled }) => (role === "option" || role === "menuitemradio") && !hidden && !disabled,
		);
		if (!option) {
			if (walk.session.kind === "raw") throw await walk.blocked(FIELDS, "needs-script", field);
			throw await walk.blocked(FIELDS, "choice-no-options", field);
		}
		walk.view = (await walk.session.press(option)).view;
	}

	/** A date field without typing: opens its calendar and picks a day. */
	async #pickCustomDate(day: string): Promise<void> {
		const walk = this.#walk;
		const field = this.#nodes(isCustomDate)[0];
		if (field?.value !== "") return;
		if (walk.session.kind === "raw") throw await walk.blocked(FIELDS, "needs-script", field);
		const known = new Set(walk.view.nodes.map(({ key }) => key));
		const { obstructed, view } = await walk.session.press(field);
		if (obstructed?.obstacle === "covered") throw await walk.blockedBy(FIELDS, field, obstructed);
		walk.view = view;
		const wanted = String(Number(day.slice(8)));
		const days = view.nodes.filter(
			({ role, tag, name, disabled, hidden }) =>
				/^(?:button|gridcell|link|option)$/.test(role) && tag !== "option" && saysDay(name) && !disabled && !hidden,
		);
		const fresh = days.filter(({ key }) => !known.has(key));
		const pool = fresh.length > 0 ? fresh : days;
		const chosen = pool.find(({ name }) => new Set(name.match(/\d+/g)).has(wanted)) ?? pool[0];
		if (!chosen) throw await walk.blocked(FIELDS, "date-picker", field);
		walk.view = (await walk.session.press(chosen)).view;
	}

	/** The submit button, once it can be pressed. @throws Blocked */
	async ready(seek: Seek): Promise<ViewNode> {
		const walk = this.#walk;
		await walk.refresh(seek);
		let button = this.#button(seek);
		if (!button) {
			await walk.scroll();
			button = this.#button(seek);
		}
		if (walk.view.captchas.length > 0) throw await walk.blocked(seek, "captcha", undefined, walk.view.url);
		if (!button) {
			const nameless = this.#nodes(isButton).find(({ name }) => name === "");
			if (nameless) throw await walk.blocked(seek, "no-name", nameless);
			await walk.explain(seek, (node) => node.form === this.#key);
			throw await walk.blocked(seek, "no-submit");
		}
		let obstructed = await walk.session.ready(button);
		if (obstructed && (await walk.clears(obstructed))) obstructed = await walk.session.ready(button);
		if (obstructed) throw await walk.blockedBy(seek, button, obstructed);
		await walk.note(seek, "stopped", `button “${button.name}”`, button);
		return button;
	}

	#button(seek: Seek): ViewNode | undefined {
		const named = this.#nodes(isButton).filter(({ name }) => name !== "");
		return (
			named.toSorted((a, b) => seek.fit(b.name) - seek.fit(a.name)).find(({ name }) => seek.fit(name) > 0) ??
			named.find(
				({ attributes, tag }) => attributes.type === "submit" || (tag === "button" && attributes.type === undefined),
			) ??
			this.#outsideButton(seek)
		);
	}

	/** Some pages put the button after the form, or have no `<form>` at all. */
	#outsideButton(seek: Seek): ViewNode | undefined {
		return this.#walk
			.rank(seek, new Set(["button"]))
			.map(({ node }) => node)
			.find(({ form }) => form === undefined || form === this.#key);
	}

	async type(seek: Seek, field: ViewNode, text: string): Promise<void> {
		const walk = this.#walk;
		let { obstructed, value } = await walk.session.fill(field, text);
		if (obstructed && (await walk.clears(obstructed))) ({ obstructed, value } = await walk.session.fill(field, text));
		if (obstructed) throw await walk.blockedBy(seek, field, obstructed);
		if (value === "") throw await walk.blocked(seek, "field-refuses", field);
		await walk.refresh(seek);
		await walk.note(seek, "filled", `${field.role} “${field.name}”: ${text}`, field);
	}
}

function formsOf({ nodes }: PageView, hidden: ViewNode["hidden"]): Map<string | undefined, ViewNode[]> {
	const fields = nodes.filter((node) => FIELD_ROLES.has(node.role) && node.hidden === hidden && !isSearch(node));
	return Map.groupBy(fields, ({ form }) => form);
}

const isButton = ({ role, attributes }: ViewNode) => role === "button" && attributes.type !== "reset";
const TYPED: ReadonlySet<string> = new Set(["textbox", "date", "time"]);

/** Whether to fill in the field: checkboxes only if required. */
export function isAsked(field: ViewNode): boolean {
	if (!FIELD_ROLES.has(field.role) || field.hidden) return false;
	if (isSearch(field) || field.role === "slider" || /^(?:file|color)$/.test(field.attributes.type ?? "")) return false;
	return (field.role !== "checkbox" && field.role !== "switch") || field.required;
}

function isChoice({ tag, role }: ViewNode): boolean {
	return tag === "select" || role === "combobox" || role === "radio";
}

/** One radio button per group. */
function oneOfEachGroup(fields: readonly ViewNode[]): readonly ViewNode[] {
	const groups = new Set<string>();
	return fields.filter(({ role, attributes }) => {
		if (role !== "radio") return true;
		const isFirst = !groups.has(attributes.name ?? "");
		groups.add(attributes.name ?? "");
		return isFirst;
	});
}

function calledOf({ name, attributes, role }: ViewNode): string {
	return name || attributes.placeholder || attributes.name || role;
}

function isSearch({ role, inside }: ViewNode): boolean {
	return role === "searchbox" || inside.includes("search");
}

/** Whether it has a name, a known purpose, or a type that implies one. */
export function saysWhatFor({ name, attributes, role, required, tag }: ViewNode): boolean {
	if (name !== "" || (attributes.placeholder ?? "") !== "") return true;
	if ((attributes.autocomplete ?? "off") !== "off" && attributes.autocomplete !== "on") return true;
	if (/^(?:email|tel|password|date|time|url|datetime-local)$/.test(attributes.type ?? "")) return true;
	// Optional ones may stay unchanged.
	return role === "checkbox" || role === "radio"
		? !required
		: tag !== "textarea" && tag !== "select" && role !== "textbox";
}

function detailOf({ tag, attributes }: ViewNode): string {
	return `<${tag}${attributes.name ? ` name="${attributes.name}"` : ""}${attributes.type ? ` type="${attributes.type}"` : ""}>`;
}

function isDateField({ name, role, attributes }: ViewNode): boolean {
	if (role === "date" || attributes.type === "date") return true;
	return [name || (attributes.placeholder ?? ""), attributes.name ?? ""].some((said) => fitOf(said, "date") > 0);
}

/** `14`, `Monday, 14 December 2026`; not `14:00`. */
function saysDay(name: string): boolean {
	return !/\d[:.]\d\d/.test(name) && (name.match(/\d+/g) ?? []).some((each) => Number(each) >= 1 && Number(each) <= 31);
}

/** Not a native date field, and not editable. */
function isCustomDate(field: ViewNode): boolean {
	const isNative = /^(?:date|datetime-local|week|month)$/.test(field.attributes.type ?? "");
	return (
		!isNative &&
		field.tag !== "select" &&
		isDateField(field) &&
		(field.attributes.readonly !== undefined || field.role === "combobox")
	);
}

function choiceOf({ options, value }: ViewNode): string {
	const real = options.filter((option) => option !== "" && !/^[-–—.\s]+$/.test(option));
	// The first option is often the question itself.
	return real.length > 1 && (value === "" || value === real[0])
		? (real[1] ?? "")
		: (real.find((each) => each === value) ?? real[0] ?? "");
}

/** Purpose of a field by type, autocomplete (HTML section 4.10.18.7) or name; the first match wins. */
const PURPOSES: readonly (readonly [RegExp, Intent | undefined, (day: string) => string])[] = [
	[/^datetime-local$/, undefined, (day) => `${day}T10:00`],
	[/^month$/, undefined, (day) => day.slice(0, 7)],
	[/^date$/, "date", (day) => day],
	[/^time$/, "time", () => "10:00"],
	[/email/, "email", () => "agent@example.org"],
	[/password/, undefined, () => "not-a-real-password-1"],
	[/^tel/, "phone", () => "+15555550100"],
	[/^(?:number|numeric|spinbutton)$/, undefined, () => "1"],
	[/^url$/, undefined, () => "https://example.org/"],
	[/^textarea$/, "message", () => "This is a rehearsal. Nothing is sent."],
];

/** Obviously fictitious values: example.org (RFC 2606) and the number are reserved. */
function valueFor({ name, attributes, role, tag }: ViewNode, day: string): string {
	const { type = "", autocomplete = "", inputmode = "", placeholder = "" } = attributes;
	const marks = [type, role, autocomplete, inputmode, tag];
	const said = name || placeholder;
	const purpose =
		PURPOSES.find(([mark]) => marks.some((each) => mark.test(each))) ??
		PURPOSES.find(([, intent]) => intent !== undefined && fitOf(said, intent) > 0);
	return purpose ? purpose[2](day) : NAME;
}
