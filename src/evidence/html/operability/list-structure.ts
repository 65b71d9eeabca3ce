import { isElement, type PageElement } from "../tree/page-tree.ts";
import { OUTERMOST, standingOf } from "../tree/standing.ts";
import { type BarrierList, tagOf } from "./barrier-list.ts";
import { statedRole } from "./element-role.ts";
import { type BarrierReader, isOpaque, type Subject } from "./subject.ts";

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu"]);
/** Children that say nothing to anybody. */
const SILENT: ReadonlySet<string> = new Set("script template style link meta noscript br wbr".split(" "));
const IN_LIST: ReadonlySet<string> = new Set(["li"]);
const IN_DESCRIPTIONS: ReadonlySet<string> = new Set(["dt", "dd", "div"]);

/** Lists and their items (HTML sections 4.4.5 to 4.4.11, WCAG 1.3.1). */
export class ListStructure implements BarrierReader {
	readonly #list: BarrierList;

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const { element, exposed } = subject;
		if (!exposed || element.namespaceURI !== HTML) return;
		switch (element.tagName) {
			case "ul":
			case "ol":
			case "menu":
				this.#container(subject, IN_LIST);
				break;
			case "dl":
				this.#container(subject, IN_DESCRIPTIONS);
				break;
			case "li":
				this.#item(subject, "no list", isInside(element, LISTS));
				break;
			case "dt":
			case "dd":
				this.#item(subject, "no <dl>", isInside(element, new Set(["dl"])));
				break;
		}
	}

	#container(subject: Subject, allowed: ReadonlySet<string>): void {
		const { element, explicit } = subject;
		// Another role asks for children of its own.
		if (explicit !== null && explicit !== "list") return;
		this.#list.ask("list-structure");
		const wrong = element.childNodes.find((node) => isElement(node) && isWrong(node, allowed));
		if (!wrong || !isElement(wrong)) return;
		this.#list.add("list-structure", subject, `${tagOf(element)} holds ${tagOf(wrong)} beside its items`);
	}

	#item(subject: Subject, missing: string, inside: boolean): void {
		if (subject.explicit !== null && subject.explicit !== "listitem") return;
		this.#list.ask("list-structure");
		if (inside) return;
		this.#list.add("list-structure", subject, `${tagOf(subject.element)} stands in ${missing}`);
	}
}

const HTML = "http://www.w3.org/1999/xhtml";

function isWrong(child: PageElement, allowed: ReadonlySet<string>): boolean {
	if (allowed.has(child.tagName) || SILENT.has(child.tagName) || isOpaque(child)) return false;
	if (statedRole(child) === "listitem") return false;
	return !standingOf(child, OUTERMOST).silent;
}

/** Directly, or through one element that is no item itself and is told of as the list's fault. */
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
