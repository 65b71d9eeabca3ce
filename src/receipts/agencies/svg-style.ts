/** What a style sheet says of an element, in the order in which it counts: rules of ids after those of classes. */
export type StyleRules = (element: string, attributes: ReadonlyMap<string, string>) => [string, string][];

/** Properties and values of a style, those that count last. */
export function declarationsOf(style: string): [string, string][] {
	return style.split(";").flatMap((each) => {
		const colon = each.indexOf(":");
		const [name, value] = [each.slice(0, colon).trim().toLowerCase(), each.slice(colon + 1).trim()];
		return colon > 0 ? [[name, value.replace(/\s*!important$/i, "")] as [string, string]] : [];
	});
}

const SELECTOR = /^([.#]?)(-?[A-Za-z_][\w-]*)$/;
/** Weight of a selector by its first character. */
const WEIGHTS: Readonly<Record<string, number>> = { "": 0, ".": 1, "#": 2 };

/**
 * Reads the style sheet of a drawing as programs for drawing write them: rules for one class, id or element each. They
 * become attributes.
 * @returns a sentence where it has more than that: the drawing would look different without it
 */
export function readStyleSheet(sheet: string): StyleRules | string {
	const text = sheet.split("*/").map((part) => part.split("/*", 1)[0]);
	const rules = text.join(" ").split("}");
	if (rules.pop()?.trim() !== "") return COMPLEX;
	const found: { kind: string; name: string; weight: number; style: [string, string][] }[] = [];
	for (const rule of rules) {
		const [selectors = "", style = "", ...more] = rule.split("{");
		if (more.length > 0) return COMPLEX;
		for (const selector of selectors.split(",")) {
			const [, kind, name] = SELECTOR.exec(selector.trim()) ?? [];
			if (kind === undefined || name === undefined) return COMPLEX;
			found.push({ kind, name, weight: WEIGHTS[kind] ?? 0, style: declarationsOf(style) });
		}
	}
	const byWeight = found.toSorted((a, b) => a.weight - b.weight);
	return (element, attributes) => {
		const classes = new Set((attributes.get("class") ?? "").split(/\s+/));
		return byWeight.flatMap(({ kind, name, style }) => {
			const fits = kind === "." ? classes.has(name) : name === (kind === "#" ? attributes.get("id") : element);
			return fits ? style : [];
		});
	};
}

const COMPLEX =
	"Its style sheet has more than colours by class. Export it with presentation attributes in place of a style sheet.";
