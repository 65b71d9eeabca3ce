import { compile, type Options } from "css-select";
import { AttributeAction, parse, type Selector, SelectorType } from "css-what";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { isElement, type PageElement, type PageTree, parentOf } from "../tree/page-tree.ts";
import { ALL_SCREENS } from "./media.ts";
import type { Declaration, Declarations, SheetRule } from "./sheet-rules.ts";

/** Per page: rules tested, and steps to ancestors and siblings. Only hostile pages exceed it; then no rule matches. */
const MAX_STEPS = 2_000_000;
const CLASSES_LENGTH = 2_000;
/** Distinct class lists cached; a page built with a framework has a few thousand. */
const MAX_KNOWN = 20_000;

/** States that readers can cause without any script. */
const DYNAMIC: ReadonlySet<string> = new Set(
	`hover focus focus-within focus-visible active target target-within checked open popover-open modal
	placeholder-shown valid invalid user-valid user-invalid autofill`.split(/\s+/),
);

/** One selector of a rule's list. */
interface StyleRule extends SheetRule {
	readonly specificity: number;
	matches(element: PageElement): boolean;
}

/** The winning value per screen, by property. */
export type Winners = ReadonlyMap<string, readonly [computer: string | undefined, telephone: string | undefined]>;

/** Rules by the rarest name in their subject, as browsers index them. */
class RuleIndex {
	readonly #byKey = new Map<string, StyleRule[]>();
	readonly #byClasses = new Map<string, readonly StyleRule[]>();
	readonly #any: StyleRule[] = [];
	size = 0;

	add(rule: StyleRule, key: string | undefined): void {
		this.size++;
		if (key === undefined) this.#any.push(rule);
		else addTo(this.#byKey, key, rule);
	}

	/** Lists of rules that may match the element. */
	candidates({ tagName, attrs }: PageElement): readonly (readonly StyleRule[])[] {
		const lists: (readonly StyleRule[])[] = [this.#any];
		const byTag = this.#byKey.get(tagName);
		if (byTag) lists.push(byTag);
		for (const { name, value } of attrs) {
			const found =
				name === "class" ? this.#ofClasses(value) : name === "id" ? this.#byKey.get(`#${value}`) : undefined;
			if (found && found.length > 0) lists.push(found);
		}
		return lists;
	}

	/** Cached per class list, which elements share. */
	#ofClasses(value: string): readonly StyleRule[] {
		const known = this.#byClasses.get(value);
		if (known) return known;
		const found = classesIn(value).flatMap((word) => this.#byKey.get(`.${word}`) ?? []);
		if (this.#byClasses.size < MAX_KNOWN) this.#byClasses.set(value, found);
		return found;
	}
}

/** CSS Cascading 5, for the page's own sheets. */
export class Cascade {
	readonly #all = new RuleIndex();
	readonly #deciding = new RuleIndex();
	readonly #dynamic: StyleRule[] = [];
	readonly #byName = new Map<string, StyleRule[]>();
	readonly #select: Options<Tree.Node, PageElement>;
	readonly #isOnPage: (name: string) => boolean;
	#steps = 0;

	/** @param decides true for rules that can change the result alone @param isOnPage see `namesOnPage` */
	constructor(
		rules: readonly SheetRule[],
		decides: (declarations: Declarations) => boolean,
		isOnPage: (name: string) => boolean,
	) {
		this.#select = this.#adapted();
		this.#isOnPage = isOnPage;
		for (const rule of rules) {
			const isDeciding = decides(rule.declarations);
			for (const tokens of selectorsIn(rule.selector)) this.#add(rule, tokens, isDeciding);
		}
	}

	/** Whether a deciding rule matches the element. */
	concerns(element: PageElement): boolean {
		if (this.#deciding.size === 0 || this.#steps >= MAX_STEPS) return false;
		for (const rules of this.#deciding.candidates(element)) {
			this.#steps += rules.length;
			for (const rule of rules) if (rule.matches(element)) return true;
		}
		return false;
	}

	winners(element: PageElement, inline: Declarations): Winners {
		const found = new Map<string, [Ranked?, Ranked?]>();
		for (const rules of this.#all.candidates(element)) {
			this.#steps += rules.length;
			if (this.#steps > MAX_STEPS) break;
			for (const rule of rules) {
				if (!rule.matches(element)) continue;
				for (const [property, declaration] of rule.declarations) take(found, property, { declaration, rule });
			}
		}
		for (const [property, declaration] of inline) take(found, property, { declaration, rule: undefined });
		return new Map(
			[...found].map(([property, [one, other]]) => [property, [one?.declaration.value, other?.declaration.value]]),
		);
	}

	/** Values that the element would get for this property after a reader's action or a script's change of classes. */
	*possible(element: PageElement, property: string): Generator<{ value: string; needsScript: boolean }> {
		this.#steps += this.#dynamic.length;
		if (this.#steps > MAX_STEPS) return;
		for (const rule of this.#dynamic) {
			const value = rule.declarations.get(property)?.value;
			if (value !== undefined && rule.matches(element)) yield { value, needsScript: false };
		}
		for (const rule of namesOf(element).flatMap((name) => this.#byName.get(name) ?? [])) {
			const value = rule.declarations.get(property)?.value;
			if (value !== undefined && !rule.matches(element)) yield { value, needsScript: true };
		}
	}

	#add(rule: SheetRule, tokens: Selector[], isDeciding: boolean): void {
		const { kept, dynamic } = withoutStates(tokens);
		const subject = subjectOf(kept);
		if (kept.length === 0 || subject.some(({ type }) => type === SelectorType.PseudoElement)) return;
		const names = subject.flatMap((token) => nameOf(token) ?? []);
		const mayMatch = kept.every((token) => {
			const name = nameOf(token);
			return name === undefined || this.#isOnPage(name);
		});
		const matches = mayMatch ? this.#matcher(kept) : () => false;
		const styled: StyleRule = { ...rule, specificity: specificityOf(tokens), matches };
		if (dynamic) {
			if (mayMatch) this.#dynamic.push(styled);
			return;
		}
		for (const name of names) addTo(this.#byName, name, styled);
		if (!mayMatch) return;
		const key = names.find((name) => name.startsWith("#")) ?? names[0] ?? subject.map(typeOf).find(Boolean);
		this.#all.add(styled, key);
		if (isDeciding) this.#deciding.add(styled, key);
	}

	#matcher(tokens: Selector[]): (element: PageElement) => boolean {
		const make = () => {
			const chain = chainOf(tokens, (rest) => this.#compiled(rest));
			return chain ? (element: PageElement) => this.#followsChain(element, chain) : this.#compiled(tokens);
		};
		let made: ((element: PageElement) => boolean) | undefined;
		return (element) => {
			made ??= make();
			return made(element);
		};
	}

	/** Compiled lazily. Selectors that the library does not support match nothing. */
	#compiled(tokens: Selector[]): (element: PageElement) => boolean {
		let compiled: ((element: PageElement) => boolean) | undefined;
		return (element) => {
			compiled ??= this.#compile(tokens);
			return this.#steps < MAX_STEPS && compiled(element);
		};
	}

	/** Taking the nearest matching ancestors leaves most room for the other compounds, so no backtracking is needed. */
	#followsChain(element: PageElement, [own = [], ...around]: Chain): boolean {
		let top = topOf(element, own);
		for (const run of around) {
			let at = top && parentOf(top);
			for (top = undefined; at && !top; at = parentOf(at)) {
				this.#steps++;
				top = topOf(at, run);
			}
			if (!top) return false;
		}
		return top !== undefined;
	}

	#compile(tokens: Selector[]): (element: PageElement) => boolean {
		try {
			return compile<Tree.Node, PageElement>([tokens], this.#select);
		} catch {
			return () => false;
		}
	}

	#adapted(): Options<Tree.Node, PageElement> {
		const parentOf = (node: Tree.Node) => {
			this.#steps++;
			return this.#steps < MAX_STEPS && "parentNode" in node ? node.parentNode : null;
		};
		const childrenOf = (node: Tree.Node) => {
			const children = "childNodes" in node ? node.childNodes : [];
			this.#steps += children.length;
			return this.#steps < MAX_STEPS ? children : [];
		};
		return {
			adapter: {
				isTag: isElement,
				getAttributeValue: (element, name) => attribute(element, name) ?? undefined,
				hasAttrib: hasAttribute,
				getName: ({ tagName }) => tagName,
				getParent: parentOf,
				getChildren: childrenOf,
				getSiblings: (node) => {
					const parent = parentOf(node);
					return parent ? childrenOf(parent) : [node];
				},
				// Used by non-standard selectors, and by `:empty`, for which this is enough.
				getText: (node) => ("value" in node ? node.value : ""),
				existsOne: (test, nodes) => someInside(test, nodes, childrenOf),
				// Used only for searches.
				removeSubsets: (nodes) => nodes,
				findAll: () => [],
				findOne: () => null,
			},
		};
	}
}

/** Whether a descendant matches, for `:has()`. */
function someInside(
	test: (element: PageElement) => boolean,
	nodes: readonly Tree.Node[],
	childrenOf: (node: Tree.Node) => readonly Tree.Node[],
): boolean {
	const waiting = [...nodes];
	for (let node = waiting.pop(); node; node = waiting.pop()) {
		if (!isElement(node)) continue;
		if (test(node)) return true;
		waiting.push(...childrenOf(node));
	}
	return false;
}

interface Ranked {
	readonly declaration: Declaration;
	/** Undefined for the style attribute. */
	readonly rule: StyleRule | undefined;
}

function take(found: Map<string, [Ranked?, Ranked?]>, property: string, next: Ranked): void {
	const winners = found.get(property) ?? [];
	if (winners.length === 0) found.set(property, winners);
	const screens = next.rule?.screens ?? ALL_SCREENS;
	for (const screen of [0, 1] as const) {
		if ((screens & (1 << screen)) === 0) continue;
		const before = winners[screen];
		if (!before || wins(next, before)) winners[screen] = next;
	}
}

/** CSS Cascading 5 section 6.1: importance, style attribute, layers, specificity, order. */
function wins(next: Ranked, before: Ranked): boolean {
	const { important } = next.declaration;
	if (important !== before.declaration.important) return important;
	if (!next.rule || !before.rule) return !next.rule;
	const layers = next.rule.layer - before.rule.layer;
	if (layers !== 0) return important ? layers < 0 : layers > 0;
	const specific = next.rule.specificity - before.rule.specificity;
	return specific === 0 ? next.rule.order >= before.rule.order : specific > 0;
}

function selectorsIn(text: string): Selector[][] {
	try {
		return parse(text);
	} catch {
		// Browsers drop rules with invalid selectors.
		return [];
	}
}

/** Replaces states such as `:checked` by `*`, so that the rest of the selector must match. */
function withoutStates(tokens: readonly Selector[]): { kept: Selector[]; dynamic: boolean } {
	let dynamic = false;
	const kept = tokens.map((token) => {
		if (token.type !== SelectorType.Pseudo) return token;
		const isState = DYNAMIC.has(token.name);
		if (!isState && !hasState(token)) return token;
		// `:not(:hover)` holds until a reader acts.
		if (isState || token.name !== "not") dynamic = true;
		return ANY;
	});
	return { kept, dynamic };
}

const ANY: Selector = { type: SelectorType.Universal, namespace: null };

function hasState(token: Selector): boolean {
	if (token.type !== SelectorType.Pseudo || !Array.isArray(token.data)) return false;
	return token.data
		.flat()
		.some((inner) => (inner.type === SelectorType.Pseudo && DYNAMIC.has(inner.name)) || hasState(inner));
}

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
	SelectorType.Adjacent,
	SelectorType.Child,
	SelectorType.Descendant,
	SelectorType.Parent,
	SelectorType.Sibling,
	SelectorType.ColumnCombinator,
]);

function subjectOf(tokens: readonly Selector[]): readonly Selector[] {
	return tokens.slice(tokens.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1);
}

/** Conditions on one element. */
interface Compound {
	type: string | undefined;
	id: string | undefined;
	readonly classes: string[];
	/** Other conditions, compiled by the library. */
	readonly others: Selector[];
	isOther: ((element: PageElement) => boolean) | undefined;
}

/** Compounds from subject to root: each inner list is joined by `>`, and lists are joined by descendant combinators. */
type Chain = readonly (readonly Compound[])[];

/** Undefined for sibling combinators. */
function chainOf(
	tokens: readonly Selector[],
	compiled: (tokens: Selector[]) => (element: PageElement) => boolean,
): Chain | undefined {
	let compound = newCompound();
	const chain = [[compound]];
	for (const token of tokens.toReversed()) {
		if (token.type === SelectorType.Child || token.type === SelectorType.Descendant) {
			compound = newCompound();
			if (token.type === SelectorType.Descendant) chain.push([compound]);
			else chain.at(-1)?.push(compound);
		} else if (COMBINATORS.has(token.type)) return undefined;
		else describe(compound, token);
	}
	for (const each of chain.flat()) if (each.others.length > 0) each.isOther = compiled(each.others);
	return chain;
}

function newCompound(): Compound {
	return { type: undefined, id: undefined, classes: [], others: [], isOther: undefined };
}

function describe(compound: Compound, token: Selector): void {
	const name = nameOf(token);
	if (name?.startsWith(".")) compound.classes.push(name.slice(1));
	else if (name && compound.id === undefined) compound.id = name.slice(1);
	else if (token.type === SelectorType.Tag && token.namespace === null) compound.type = typeOf(token);
	else if (token.type !== SelectorType.Universal || token.namespace !== null) compound.others.push(token);
}

/** The topmost element of a `>` chain that starts here, if all its compounds match. */
function topOf(element: PageElement, compounds: readonly Compound[]): PageElement | undefined {
	let top: PageElement | undefined;
	for (const compound of compounds) {
		top = top ? parentOf(top) : element;
		if (!top || !isSuch(top, compound)) return undefined;
	}
	return top;
}

function isSuch(element: PageElement, { type, id, classes, isOther }: Compound): boolean {
	if (type !== undefined && element.tagName !== type) return false;
	if (id !== undefined && attribute(element, "id") !== id) return false;
	if (classes.length > 0) {
		const value = attribute(element, "class");
		if (value === null || !classes.every((name) => hasWord(value, name))) return false;
	}
	return isOther === undefined || isOther(element);
}

const SPACE = /[\t\n\f\r ]/;

/** As `classesIn` but without allocating: many rules test ancestors. */
function hasWord(value: string, word: string): boolean {
	for (let at = value.indexOf(word); at >= 0 && at < CLASSES_LENGTH; at = value.indexOf(word, at + 1)) {
		const end = at + word.length;
		if ((at === 0 || SPACE.test(value.charAt(at - 1))) && (end === value.length || SPACE.test(value.charAt(end)))) {
			return true;
		}
	}
	return false;
}

function typeOf(token: Selector): string | undefined {
	return token.type === SelectorType.Tag ? token.name.toLowerCase() : undefined;
}

function nameOf(token: Selector): string | undefined {
	if (token.type !== SelectorType.Attribute) return undefined;
	if (token.name === "class" && token.action === AttributeAction.Element) return `.${token.value}`;
	return token.name === "id" && token.action === AttributeAction.Equals && token.ignoreCase === "quirks"
		? `#${token.value}`
		: undefined;
}

function namesOf(element: PageElement): readonly string[] {
	const classes = classesIn(attribute(element, "class") ?? "");
	return [...classes.map((word) => `.${word}`), `#${attribute(element, "id") ?? ""}`];
}

/** @returns whether any element has this class (`.a`) or id (`#a`) */
export function namesOnPage({ classes, ids }: Pick<PageTree, "classes" | "ids">): (name: string) => boolean {
	let words: Set<string> | undefined;
	return (name) => {
		if (name.startsWith("#")) return ids.has(name.slice(1));
		words ??= new Set(Array.from(classes).flatMap(classesIn));
		return words.has(name.slice(1));
	};
}

function classesIn(value: string): readonly string[] {
	const words = value.slice(0, CLASSES_LENGTH).split(/[\t\n\f\r ]+/);
	return [...new Set(words)].filter(Boolean);
}

function addTo(lists: Map<string, StyleRule[]>, key: string, rule: StyleRule): void {
	const known = lists.get(key);
	if (known) known.push(rule);
	else lists.set(key, [rule]);
}

/** Selectors 4 section 17: ids, then classes, attributes and states, then types. */
function specificityOf(tokens: readonly Selector[]): number {
	let sum = 0;
	for (const token of tokens) {
		if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) sum += 1;
		else if (token.type === SelectorType.Attribute) sum += nameOf(token)?.startsWith("#") ? 1_000_000 : 1_000;
		else if (token.type === SelectorType.Pseudo) sum += specificityOfPseudo(token);
	}
	return sum;
}

function specificityOfPseudo({ name, data }: Extract<Selector, { type: SelectorType.Pseudo }>): number {
	if (name === "where") return 0;
	return Array.isArray(data) ? Math.max(0, ...data.map(specificityOf)) : 1_000;
}
