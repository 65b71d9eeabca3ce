import type { Page } from "../page.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { isFilledByScript } from "./barriers.ts";

/** What stands in the cells of a table, as far as it tells data from layout. */
export interface TableGrid {
	readonly rows: Cell[][];
	/** Cells that span several rows or columns: which cell stands under which is not worked out. */
	spans: boolean;
	nests: boolean;
	/** As many rows as are kept were read. */
	full: boolean;
}

interface Cell {
	readonly element: PageElement;
	readonly text: FoldedText;
	/** Characters of its text, and those of them that are bold. */
	length: number;
	bold: number;
	/** Holds an element that is no text: a picture, a control, a heading, a list. */
	rich: boolean;
	linked: boolean;
	/** Holds an element of any kind but a line break. */
	filled: boolean;
}

const RICH: ReadonlySet<string> = new Set(
	`audio button canvas dl form h1 h2 h3 h4 h5 h6 hr iframe img input object ol picture pre select svg table textarea ul
	video`.split(/\s+/),
);
const BOLD: ReadonlySet<string> = new Set(["b", "strong"]);
/** Rows that are kept: more tell nothing new. */
const MAX_ROWS = 200;
/** A longer text is a paragraph, which tables of data seldom hold. */
const LONGEST_CELL = 60;

/** The grids of all tables; what stands in a table inside another belongs to the inner one. */
export function readGrids(page: Page): ReadonlyMap<PageElement, TableGrid> {
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
		} else if (grid) addPart(grid, element);
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

function addPart(grid: TableGrid, element: PageElement): void {
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

/** A number, an amount, a day, a share or a time of day, with a short unit before or behind it. */
const FIGURE = /^[^\d\p{L}]{0,3}(?:\p{L}{1,4}\s?)?[^\d\p{L}]{0,3}\d[\d\s.,:/%'’–-]*(?:\s?[^\d\s]{1,5})?$/u;

function isFigure({ text }: Cell): boolean {
	return FIGURE.test(text.start);
}

const isEmpty = ({ text }: Cell) => text.start === "";

/**
 * True for a table without header cells that shows by what stands in it that it holds data: rows of equal length, short
 * texts and nothing else, and either a first row that reads as headers over columns of figures, or figures beside names
 * in every row. A table that lays out a page or a form, and a month of days, are none.
 */
export function isPlainlyData({ rows, spans, nests }: TableGrid): boolean {
	const [first = [], ...body] = rows;
	const columns = first.length;
	if (spans || nests || columns < 2 || body.length < 2 || isMonth(body)) return false;
	if (!rows.every((row) => row.length === columns && row.every(isShortText))) return false;
	const isHead = first.every((cell, index) => (index === 0 && isEmpty(cell)) || isName(cell));
	if (!isHead) return columns > 2 && holdsNamedFigures(rows);
	const isBoldHead = first.every((cell) => isBold(cell) || isEmpty(cell));
	const hasFigures = first.some((_, index) => index > 0 && isColumnOf(body, index, isFigure, 2));
	if (hasFigures) return columns > 2 || isBoldHead;
	return columns > 2 && isBoldHead && holdsPlainText(body);
}

/** Names in the first column, figures in all others. */
function holdsNamedFigures(rows: readonly (readonly Cell[])[]): boolean {
	return isColumnOf(rows, 0, isName, 4) && rows.every((row) => row.slice(1).every(isFigure));
}

/** Most cells hold text that is neither bold nor a link: a menu laid out in columns does not. */
function holdsPlainText(rows: readonly (readonly Cell[])[]): boolean {
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

/** Every cell of the column that is not empty is such a cell, and so many are. */
function isColumnOf(rows: readonly (readonly Cell[])[], index: number, isSuch: (cell: Cell) => boolean, least: number) {
	const filled = rows.flatMap((row) => row[index] ?? []).filter((cell) => !isEmpty(cell));
	return filled.length >= least && filled.every(isSuch);
}

/** Days of a month, week by week. */
function isMonth(rows: readonly (readonly Cell[])[]): boolean {
	const days = rows.flat().filter((cell) => !isEmpty(cell));
	return (rows[0]?.length ?? 0) >= 7 && days.every(({ text }) => /^(?:[1-9]|[12]\d|3[01])$/.test(text.start));
}

/** Cells of the first row that are empty header cells, over columns of which at least half holds text. */
export function emptyHeaders({ rows, spans }: TableGrid): readonly PageElement[] {
	const [first = [], ...body] = rows;
	if (spans || body.length === 0 || body.some((row) => row.length !== first.length)) return [];
	return first.flatMap((cell, index) => {
		const { element, filled } = cell;
		// The corner above the headers of rows has nothing to name.
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
