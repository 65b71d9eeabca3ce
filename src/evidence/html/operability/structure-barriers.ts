import { attribute, hasAttribute, idList } from "../tree/attributes.ts";
import { contextInside, ROOT_CONTEXT } from "../tree/inherited-context.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { isElement, type PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
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

const TABLE_ROLES: ReadonlySet<string> = new Set(["table", "grid", "treegrid"]);
const HEADER_ROLES: ReadonlySet<string> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly entry: PageElementEntry;
	readonly subject: Subject;
	readonly referring: Subject[];
	/** Cells by id: true for header cells. */
	readonly cells: Map<string, { readonly subject: Subject; readonly header: boolean }>;
	hasHeader: boolean;
	/** Marked up as only data is: caption, thead, border, scope or headers (HTML section 4.9.1). */
	isData: boolean;
	hasTable: boolean;
	rows: number;
	columns: number;
	inRow: number;
}

/** Header cells of tables (HTML section 4.9.11, WCAG 1.3.1, ACT rule a25f45). */
export function findTableBarriers(subjects: readonly Subject[], list: BarrierList): void {
	const open: Table[] = [];
	const close = (table: Table) => judgeTable(table, list);
	for (const subject of subjects) {
		closeEnded(open, subject.index, close);
		const table = open.at(-1);
		if (subject.element.tagName === "table") {
			if (table) table.hasTable = true;
			open.push(newTable(subject));
		} else if (table) addPart(table, subject);
	}
	closeEnded(open, Number.POSITIVE_INFINITY, close);
}

function judgeTable(table: Table, list: BarrierList): void {
	const { subject, isData, hasHeader, hasTable, rows, columns } = table;
	const { exposed, explicit, entry } = subject;
	if (!exposed || (explicit !== null && !TABLE_ROLES.has(explicit))) return;
	for (const cell of table.referring) if (cell.exposed) judgeReferences(cell, table, list);
	if (hasTable || !isData || rows < 2 || columns < 2) return;
	list.examine("table-no-header");
	if (hasHeader) return;
	const says = `the table of ${rows} rows and ${columns} columns has no header cell`;
	list.add("table-no-header", subject, says, atEndOf(entry));
}

function judgeReferences(cell: Subject, table: Table, list: BarrierList): void {
	list.examine("table-headers");
	const wrong = idList(cell.element, "headers").find((id) => id !== "" && !isHeader(table.cells.get(id), cell));
	if (wrong === undefined) return;
	const says = `headers of ${tagOf(cell.element)} names ${quoted(wrong)}, which is no other header cell of its table`;
	list.add("table-headers", cell, says, atEndOf(table.entry));
}

function newTable(subject: Subject): Table {
	const { element, explicit } = subject;
	const border = attribute(element, "border");
	return {
		entry: subject.entry,
		subject,
		referring: [],
		cells: new Map(),
		hasHeader: false,
		isData: explicit !== null || (border !== null && border.trim() !== "" && Number(border) !== 0),
		hasTable: false,
		rows: 0,
		columns: 0,
		inRow: 0,
	};
}

function addPart(table: Table, subject: Subject): void {
	const { tagName } = subject.element;
	if (tagName === "caption" || tagName === "thead") table.isData = true;
	else if (tagName === "td" || tagName === "th") addCell(table, subject);
	else if (tagName === "tr") {
		table.rows++;
		table.inRow = 0;
	}
}

function addCell(table: Table, subject: Subject): void {
	const { element, explicit } = subject;
	const header = explicit === null ? element.tagName === "th" : HEADER_ROLES.has(explicit);
	table.columns = Math.max(table.columns, ++table.inRow);
	if (header) table.hasHeader = true;
	if (hasAttribute(element, "headers") || hasAttribute(element, "scope")) table.isData = true;
	if (hasAttribute(element, "headers")) table.referring.push(subject);
	const id = attribute(element, "id");
	if (id && !table.cells.has(id)) table.cells.set(id, { subject, header });
}

function isHeader(target: { subject: Subject; header: boolean } | undefined, cell: Subject): boolean {
	return target?.header === true && target.subject !== cell;
}
