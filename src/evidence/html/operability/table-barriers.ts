import type { Page } from "../page.ts";
import { attribute, hasAttribute, idList } from "../tree/attributes.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, isFilledByScript, quoted, type Subject, tagOf } from "./subjects.ts";

const TABLE_ROLES: ReadonlySet<string> = new Set(["table", "grid", "treegrid"]);
const HEADER_ROLES: ReadonlySet<string> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly entry: PageElementEntry;
	readonly subject: Subject;
	readonly referring: Subject[];
	readonly headers: Subject[];
	readonly cells: Map<string, { readonly subject: Subject; readonly header: boolean }>;
	hasHeader: boolean;
	/** Has markup that only data tables have: caption, thead, border, scope or headers (HTML section 4.9.1). */
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
	list.examine("table-no-header", subject);
	if (hasHeader) return;
	const says = `the table of ${rows} rows and ${columns} columns has no header cell`;
	list.add("table-no-header", subject, says, atEndOf(entry));
}

function judgeHeaders({ headers, subject }: Table, list: BarrierList, grid: TableGrid | undefined): void {
	const empty = new Set<PageElement>(grid ? emptyHeaders(grid) : []);
	for (const header of headers) {
		list.examine("table-header-empty", header);
		if (!empty.has(header.element)) continue;
		const says = `${tagOf(header.element)} at the top of a column of data is empty`;
		list.add("table-header-empty", header, says, atEndOf(subject.entry));
	}
}

function judgeReferences(cell: Subject, table: Table, list: BarrierList): void {
	list.examine("table-headers", cell);
	const wrong = idList(cell.element, "headers").find((id) => id !== "" && !isHeader(table.cells.get(id), cell));
	if (wrong === undefined) return;
	const says = `headers of ${tagOf(cell.element)} names ${quoted(wrong)}, which is not another header cell of its table`;
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

interface TableGrid {
	readonly rows: Cell[][];
	/** Has cells that span rows or columns: we do not compute the grid. */
	spans: boolean;
	nests: boolean;
	full: boolean;
}

interface Cell {
	readonly element: PageElement;
	readonly text: FoldedText;
	length: number;
	bold: number;
	rich: boolean;
	linked: boolean;
	filled: boolean;
}

const RICH: ReadonlySet<string> = new Set(
	`audio button canvas dl form h1 h2 h3 h4 h5 h6 hr iframe img input object ol picture pre select svg table textarea ul
	video`.split(/\s+/),
);
const BOLD: ReadonlySet<string> = new Set(["b", "strong"]);
const MAX_ROWS = 200;
/** Characters; a longer text is a paragraph, which data tables rarely contain. */
const LONGEST_CELL = 60;

function readGrids(page: Page): ReadonlyMap<PageElement, TableGrid> {
	return visit(page.steps, new Grids()).grids;
}

class Grids {
	readonly grids = new Map<PageElement, TableGrid>();
	readonly #open: { readonly entry: PageElementEntry; readonly grid: TableGrid }[] = [];
	#bold = 0;

	start(entry: PageElementEntry): void {
		const { element } = entry;
		if (BOLD.has(element.tagName)) this.#bold++;
		const grid = this.#open.at(-1)?.grid;
		if (element.tagName === "table") {
			if (grid) grid.nests = true;
			const inner: TableGrid = { rows: [], spans: false, nests: false, full: false };
			this.grids.set(element, inner);
			this.#open.push({ entry, grid: inner });
		} else if (grid) addGridPart(grid, element);
	}

	end(entry: PageElementEntry): void {
		if (BOLD.has(entry.element.tagName)) this.#bold--;
		if (entry === this.#open.at(-1)?.entry) this.#open.pop();
	}

	text({ node, context }: PageTextEntry): void {
		const grid = this.#open.at(-1)?.grid;
		const cell = grid?.full ? undefined : grid?.rows.at(-1)?.at(-1);
		if (!cell || context.notText || context.notRendered) return;
		const text = fold(node.value);
		const { length } = text.trim();
		cell.text.add(text);
		cell.length += length;
		if (this.#bold > 0) cell.bold += length;
	}
}

function addGridPart(grid: TableGrid, element: PageElement): void {
	if (grid.full) return;
	if (element.tagName === "tr") {
		if (grid.rows.length === MAX_ROWS) grid.full = true;
		else grid.rows.push([]);
		return;
	}
	const row = grid.rows.at(-1);
	if (!row) return;
	if (element.tagName === "td" || element.tagName === "th") row.push(newCell(grid, element));
	else addToCell(row.at(-1), element);
}

function newCell(grid: TableGrid, element: PageElement): Cell {
	if (spanOf(element, "colspan") !== 1 || spanOf(element, "rowspan") !== 1) grid.spans = true;
	const text = new FoldedText(LONGEST_CELL + 1);
	return { element, text, length: 0, bold: 0, rich: false, linked: false, filled: isFilledByScript(element) };
}

function addToCell(cell: Cell | undefined, { tagName }: PageElement): void {
	if (!cell) return;
	if (RICH.has(tagName) || tagName.includes("-")) cell.rich = true;
	if (tagName === "a") cell.linked = true;
	if (tagName !== "br") cell.filled = true;
}

function spanOf(element: PageElement, name: "colspan" | "rowspan"): number {
	return hasAttribute(element, name) ? Number(attribute(element, name)) : 1;
}

const FIGURE = /^[^\d\p{L}]{0,3}(?:\p{L}{1,4}\s?)?[^\d\p{L}]{0,3}\d[\d\s.,:/%'’–-]*(?:\s?[^\d\s]{1,5})?$/u;

function isFigure({ text }: Cell): boolean {
	return FIGURE.test(text.start);
}

const isEmpty = ({ text }: Cell) => text.start === "";

/** Even rows of short texts, with headers over numbers or numbers next to names. Not layouts, forms or calendars. */
function isPlainlyData({ rows, spans, nests }: TableGrid): boolean {
	const [first = [], ...body] = rows;
	const columns = first.length;
	if (spans || nests || columns < 2 || body.length < 2 || isMonth(body)) return false;
	if (!rows.every((row) => row.length === columns && row.every(isShortText))) return false;
	const isHead = first.every((cell, index) => (index === 0 && isEmpty(cell)) || isName(cell));
	if (!isHead) return columns > 2 && hasNamedFigures(rows);
	const isBoldHead = first.every((cell) => isBold(cell) || isEmpty(cell));
	const hasFigures = first.some((_, index) => index > 0 && isColumnOf(body, index, isFigure, 2));
	if (hasFigures) return columns > 2 || isBoldHead;
	return columns > 2 && isBoldHead && hasOnlyPlainText(body);
}

function hasNamedFigures(rows: readonly (readonly Cell[])[]): boolean {
	return isColumnOf(rows, 0, isName, 4) && rows.every((row) => row.slice(1).every(isFigure));
}

/** False for a menu in columns: its cells are bold or links. */
function hasOnlyPlainText(rows: readonly (readonly Cell[])[]): boolean {
	const filled = rows.flat().filter((cell) => !isEmpty(cell));
	const plain = filled.filter((cell) => !isBold(cell) && !cell.linked);
	return plain.length > filled.length / 2;
}

function isShortText(cell: Cell): boolean {
	return !cell.rich && cell.length <= LONGEST_CELL;
}

function isBold({ length, bold }: Cell): boolean {
	return length > 0 && bold === length;
}

function isName(cell: Cell): boolean {
	return !isEmpty(cell) && !isFigure(cell);
}

function isColumnOf(rows: readonly (readonly Cell[])[], index: number, isSuch: (cell: Cell) => boolean, least: number) {
	const filled = rows.flatMap((row) => row[index] ?? []).filter((cell) => !isEmpty(cell));
	return filled.length >= least && filled.every(isSuch);
}

function isMonth(rows: readonly (readonly Cell[])[]): boolean {
	const days = rows.flat().filter((cell) => !isEmpty(cell));
	return (rows[0]?.length ?? 0) >= 7 && days.every(({ text }) => /^(?:[1-9]|[12]\d|3[01])$/.test(text.start));
}

function emptyHeaders({ rows, spans }: TableGrid): readonly PageElement[] {
	const [first = [], ...body] = rows;
	if (spans || body.length === 0 || body.some((row) => row.length !== first.length)) return [];
	return first.flatMap((cell, index) => {
		const { element, filled } = cell;
		// The corner above row headers names nothing.
		if (index === 0 || element.tagName !== "th" || filled || !isEmpty(cell) || element.attrs.some(isLabel)) return [];
		const texts = body
			.flatMap((row) => row[index] ?? [])
			.filter((each) => !isEmpty(each) && !each.rich && !each.filled);
		return texts.length >= Math.max(2, body.length / 2) ? element : [];
	});
}

function isLabel({ name }: { readonly name: string }): boolean {
	return name === "aria-label" || name === "aria-labelledby" || name === "title" || name === "abbr";
}
