import { aria, roles } from "aria-query";

/** What WAI-ARIA 1.2 defines for a role. */
export interface RoleRules {
	/** States and properties that the role supports, global ones among them. */
	readonly supported: ReadonlySet<string>;
	readonly prohibited: readonly string[];
	readonly required: readonly string[];
	/** Its content names it. */
	readonly namedByContent: boolean;
	/** Its content is no part of the accessibility tree. */
	readonly leaf: boolean;
	/** Roles of which one must be around it; none when empty. */
	readonly context: ReadonlySet<string>;
	/** Roles of which it must have one inside; none when empty. */
	readonly owned: ReadonlySet<string>;
}

export interface AttributeRules {
	readonly type: string;
	readonly values: ReadonlySet<string>;
	readonly allowsUndefined: boolean;
}

/** Roles of the WAI-ARIA 1.3 draft that browsers know; nothing more is asked of them. */
const DRAFT_ROLES =
	"associationlist associationlistitemkey associationlistitemvalue comment image sectionfooter sectionheader suggestion";
/** Attributes of the 1.3 draft that the library's table lacks. */
const DRAFT_ATTRIBUTES = "aria-actions aria-colindextext aria-rowindextext";

/** Global in WAI-ARIA 1.2 (section 6.5), or still allowed everywhere with a warning (6.5.1), or global in the draft of 1.3. */
export const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
	...Object.keys(roles.get("roletype")?.props ?? {}),
	..."aria-disabled aria-errormessage aria-haspopup aria-invalid".split(" "),
	..."aria-braillelabel aria-brailleroledescription aria-description".split(" "),
	...DRAFT_ATTRIBUTES.split(" "),
]);

/** A role may stand without what has a value by itself: an option is not selected, a tree item neither (WAI-ARIA 1.2). */
const NOT_REQUIRED: ReadonlySet<string> = new Set(["option", "treeitem"]);
/** A combobox points at its popup only while that is open (WAI-ARIA 1.2, combobox). */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map([["combobox", ["aria-expanded"]]]);

/** Publications may leave these out, and a caption or a radio group may stand alone (DPUB-ARIA 1.1, WAI-ARIA 1.2). */
function isLoose(role: string): boolean {
	return role.startsWith("doc-") || role === "caption" || role === "radiogroup" || role === "rowheader";
}

/** The library leaves out what an option must stand in. */
const CONTEXT: ReadonlyMap<string, readonly string[]> = new Map([["option", ["listbox", "group", "combobox"]]]);

const RULES: ReadonlyMap<string, RoleRules> = new Map(
	roles.entries().flatMap(([role, rules]) => (rules.abstract ? [] : [[role, rulesFrom(role, rules)] as const])),
);

const ROLES: ReadonlySet<string> = new Set([...RULES.keys(), ...DRAFT_ROLES.split(" ")]);

const ATTRIBUTES: ReadonlyMap<string, AttributeRules> = new Map([
	...DRAFT_ATTRIBUTES.split(" ").map((name) => [name, attributeRules("string")] as const),
	...aria.entries().map(([name, { type, values = [], allowundefined = false }]) => {
		return [name as string, attributeRules(type, values.map(String), allowundefined)] as const;
	}),
]);

/** True for the roles of WAI-ARIA, Graphics-ARIA and DPUB-ARIA that authors may write. */
export function isRole(word: string): boolean {
	return ROLES.has(word);
}

export function roleRules(role: string): RoleRules | undefined {
	return RULES.get(role);
}

export function ariaAttribute(name: string): AttributeRules | undefined {
	return ATTRIBUTES.get(name);
}

/** The library's entry of a role, of which its published types name a part. */
interface LibraryRules {
	readonly props: object;
	readonly prohibitedProps: object;
	readonly requiredProps: object;
	readonly childrenPresentational: boolean;
	readonly nameFrom: readonly string[];
	readonly requiredContextRole: readonly string[];
	readonly requiredOwnedElements: readonly (readonly string[])[];
}

function rulesFrom(role: string, entry: object): RoleRules {
	const rules = entry as LibraryRules;
	const loose = isLoose(role);
	return {
		supported: new Set(Object.keys(rules.props)),
		prohibited: Object.values(rules.prohibitedProps),
		required: NOT_REQUIRED.has(role) ? [] : (REQUIRED.get(role) ?? Object.keys(rules.requiredProps)),
		namedByContent: rules.nameFrom.includes("contents"),
		leaf: rules.childrenPresentational,
		context: new Set(loose ? [] : (CONTEXT.get(role) ?? rules.requiredContextRole)),
		owned: new Set(loose ? [] : rules.requiredOwnedElements.flat()),
	};
}

function attributeRules(type: string, values: readonly string[] = [], allowsUndefined = false): AttributeRules {
	return { type, values: new Set(values), allowsUndefined };
}
