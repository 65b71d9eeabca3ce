/** Rules in the order in which they count: ids after classes. */
export type StyleRules = (element: string, attributes: ReadonlyMap<string, string>) => Iterable<[string, string]>;

const IMPORTANT = /!important$/i;

type LookOf = (name: string, value: string) => string | undefined;

export function looksOf(style: string, lookOf: LookOf): ReadonlyMap<string, string> {
	const looks = new Map<string, string>();
	for (const each of style.split(";")) {
		const colon = each.indexOf(":");
		if (colon < 1) continue;
		const name = each.slice(0, colon).trim().toLowerCase();
		const value = lookOf(
			name,
			each
				.slice(colon + 1)
				.trim()
				.replace(IMPORTANT, "")
				.trimEnd(),
		);
		if (value !== undefined) looks.set(name, value);
	}
	return looks;
}

const SELECTOR = /^([.#]?)(-?[A-Za-z_][\w-]*)$/;
/** Drawing programs write one for each look that parts share. */
const SELECTORS_MAX = 1000;

/** By property: its value, and its place in the sheet. */
type Style = Map<string, { readonly value: string; readonly at: number }>;

/**
 * Rules for one class, id or element, merged by selector so that an element costs no more than its own.
 * @returns a sentence for any other rule: without it the drawing would look different
 */
export function readStyleSheet(sheet: string, lookOf: LookOf): StyleRules | string {
	const text = sheet.split("*/").map((part) => part.split("/*", 1)[0]);
	const rules = text.join(" ").split("}");
	if (rules.pop()?.trim() !== "") return COMPLEX;
	const styles = new Map<string, Style>();
	let at = 0;
	for (const rule of rules) {
		const [selectors = "", style = "", ...more] = rule.split("{");
		const look = looksOf(style, lookOf);
		for (const selector of selectors.split(",").map((each) => each.trim())) {
			if (more.length > 0 || !SELECTOR.test(selector) || ++at > SELECTORS_MAX) return COMPLEX;
			const merged: Style = styles.get(selector) ?? new Map();
			for (const [name, value] of look) merged.set(name, { value, at });
			styles.set(selector, merged);
		}
	}
	return (element, attributes) => {
		const classes = [...new Set(attributes.get("class")?.split(/\s+/))].map((name) => styles.get(`.${name}`));
		const found = [styles.get(element), inOrder(classes), styles.get(`#${attributes.get("id")}`)];
		return new Map(found.flatMap((style) => [...(style ?? [])].map(([name, { value }]) => [name, value] as const)));
	};
}

/** Between equal rules the later one counts, whichever class is named first. */
function inOrder(styles: readonly (Style | undefined)[]): Style {
	const last: Style = new Map();
	for (const style of styles)
		for (const [name, said] of style ?? []) if (said.at > (last.get(name)?.at ?? 0)) last.set(name, said);
	return last;
}

const COMPLEX =
	"Its style sheet has more than colours by class. Export it with presentation attributes in place of a style sheet.";
