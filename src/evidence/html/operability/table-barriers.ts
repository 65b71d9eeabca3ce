import type { Page } from "../page.ts";
import { attribute, hasAttribute, idList } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
import type { Subject } from "./subjects.ts";
import { emptyHeaders, isPlainlyData, readGrids, type TableGrid } from "./table-grids.ts";

const TABLE_ROLES: ReadonlySet<string> = new Set(["table", "grid", "treegrid"]);
const HEADER_ROLES: ReadonlySet<string> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly entry: PageElementEntry;
	readonly subject: Subject;
	readonly referring: Subject[];
	/** Header cells that are in the accessibility tree. */
	readonly headers: Subject[];
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
export function findTableBarriers(subjects: readonly Subject[], list: BarrierList, page: Page): void {
	if (!subjects.some(({ element }) => element.tagName === "table")) return;
	const grids = readGrids(page);
	const open: Table[] = [];
	const close = (table: Table) => judgeTable(table, list, grids.get(table.subject.element));
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

function judgeTable(table: Table, list: BarrierList, grid: TableGrid | undefined): void {
	const { subject, hasHeader, hasTable, rows, columns } = table;
	const { exposed, explicit, entry } = subject;
	if (!exposed || (explicit !== null && !TABLE_ROLES.has(explicit))) return;
	for (const cell of table.referring) if (cell.exposed) judgeReferences(cell, table, list);
	if (hasTable || rows < 2 || columns < 2) return;
	if (hasHeader) judgeHeaders(table, list, grid);
	const isData = table.isData || (!hasHeader && grid !== undefined && isPlainlyData(grid));
	if (!isData) return;
	list.examine("table-no-header");
	if (hasHeader) return;
	const says = `the table of ${rows} rows and ${columns} columns has no header cell`;
	list.add("table-no-header", subject, says, atEndOf(entry));
}

/** Header cells in which nothing stands, over columns in which something does. */
function judgeHeaders({ headers, subject }: Table, list: BarrierList, grid: TableGrid | undefined): void {
	const empty = new Set<PageElement>(grid ? emptyHeaders(grid) : []);
	for (const header of headers) {
		list.examine("table-header-empty");
		if (!empty.has(header.element)) continue;
		const says = `${tagOf(header.element)} at the top of a column of data is empty`;
		list.add("table-header-empty", header, says, atEndOf(subject.entry));
	}
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
		headers: [],
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
	if (header && subject.exposed) table.headers.push(subject);
	if (hasAttribute(element, "headers") || hasAttribute(element, "scope")) table.isData = true;
	if (hasAttribute(element, "headers")) table.referring.push(subject);
	const id = attribute(element, "id");
	if (id && !table.cells.has(id)) table.cells.set(id, { subject, header });
}

function isHeader(target: { subject: Subject; header: boolean } | undefined, cell: Subject): boolean {
	return target?.header === true && target.subject !== cell;
}
