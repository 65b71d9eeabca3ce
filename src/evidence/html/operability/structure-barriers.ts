import { contextInside, ROOT_CONTEXT } from "../tree/inherited-context.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import { type BarrierList, tagOf } from "./barriers.ts";
import { isOpaque, type Subject, statedRole } from "./subjects.ts";

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu"]);
const DESCRIPTION_LISTS: ReadonlySet<string> = new Set(["dl"]);
const IN_LIST: ReadonlySet<string> = new Set(["li"]);
const IN_DESCRIPTIONS: ReadonlySet<string> = new Set(["dt", "dd", "div"]);
/** Children without content for anybody. */
const EMPTY: ReadonlySet<string> = new Set("script template style link meta noscript br wbr".split(" "));
const HTML = "http://www.w3.org/1999/xhtml";

/** Lists and their items (HTML sections 4.4.5 to 4.4.11, WCAG 1.3.1). */
export function findListBarriers(subjects: readonly Subject[], list: BarrierList): void {
	for (const subject of subjects) {
		const { element, exposed } = subject;
		if (!exposed || element.namespaceURI !== HTML) continue;
		const { tagName } = element;
		if (LISTS.has(tagName)) judgeList(subject, IN_LIST, list);
		else if (tagName === "dl") judgeList(subject, IN_DESCRIPTIONS, list);
		else if (tagName === "li") judgeItem(subject, "no list", LISTS, list);
		else if (tagName === "dt" || tagName === "dd") judgeItem(subject, "no <dl>", DESCRIPTION_LISTS, list);
	}
}

function judgeList(subject: Subject, allowed: ReadonlySet<string>, list: BarrierList): void {
	const { element, explicit } = subject;
	// Another role asks for children of its own.
	if (explicit !== null && explicit !== "list") return;
	list.examine("list-structure");
	const wrong = element.childNodes.find((node) => isElement(node) && isWrong(node, allowed));
	if (!wrong || !isElement(wrong)) return;
	list.add("list-structure", subject, `${tagOf(element)} holds ${tagOf(wrong)} beside its items`);
}

function judgeItem(subject: Subject, missing: string, containers: ReadonlySet<string>, list: BarrierList): void {
	if (subject.explicit !== null && subject.explicit !== "listitem") return;
	list.examine("list-structure");
	if (isInside(subject.element, containers)) return;
	list.add("list-structure", subject, `${tagOf(subject.element)} stands in ${missing}`);
}

function isWrong(child: PageElement, allowed: ReadonlySet<string>): boolean {
	if (allowed.has(child.tagName) || EMPTY.has(child.tagName) || isOpaque(child)) return false;
	if (statedRole(child) === "listitem") return false;
	return !contextInside(child, ROOT_CONTEXT).notExposed;
}

/** Directly, or through one element that is no item itself and counts as the list's fault. */
function isInside(element: PageElement, containers: ReadonlySet<string>): boolean {
	let around = element.parentNode;
	for (let steps = 0; steps < 2 && around; steps++) {
		// Slots, fragments and roles of list are lists to whoever put them there.
		if (!isElement(around) || isOpaque(around) || containers.has(around.tagName)) return true;
		if (statedRole(around) === "list" || around.tagName === "slot") return true;
		around = around.parentNode;
	}
	return false;
}
