import { MAX_ID_REFERENCES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import { type BarrierList, quoted, tagOf } from "./barrier-list.ts";
import type { BarrierReader, Subject } from "./subject.ts";

const TABLE_ROLES: ReadonlySet<string> = new Set(["table", "grid", "treegrid"]);
const HEADER_ROLES: ReadonlySet<string> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly subject: Subject;
	/** Cells that say which headers they have. */
	readonly referring: Subject[];
	/** Cells by id: true for header cells. */
	readonly cells: Map<string, { readonly subject: Subject; readonly header: boolean }>;
	hasHeader: boolean;
	/** Marked up as only data is: caption, thead, border, scope or headers (HTML section 4.9.1). */
	isData: boolean;
	hasTable: boolean;
	rows: number;
	/** Cells of the longest row. */
	columns: number;
	inRow: number;
}

/** Header cells of tables (HTML section 4.9.11, WCAG 1.3.1, ACT rule a25f45). */
export class TableStructure implements BarrierReader {
	readonly #list: BarrierList;
	readonly #open: Table[] = [];

	constructor(list: BarrierList) {
		this.#list = list;
	}

	enter(subject: Subject): void {
		const { element } = subject;
		const table = this.#open.at(-1);
		switch (element.tagName) {
			case "table":
				if (table) table.hasTable = true;
				this.#open.push(newTable(subject));
				break;
			case "caption":
			case "thead":
				if (table) table.isData = true;
				break;
			case "tr":
				if (table) startRow(table);
				break;
			case "td":
			case "th":
				if (table) addCell(table, subject);
				break;
		}
	}

	leave({ element }: Subject): void {
		const table = this.#open.at(-1);
		if (table?.subject.element !== element) return;
		this.#open.pop();
		const { exposed, explicit } = table.subject;
		if (!exposed || (explicit !== null && !TABLE_ROLES.has(explicit))) return;
		for (const cell of table.referring) this.#references(cell, table);
		this.#headers(table);
	}

	#references(cell: Subject, table: Table): void {
		if (!cell.exposed) return;
		this.#list.ask("table-headers");
		const ids = cut(attribute(cell.element, "headers") ?? "", VALUE_LENGTH).split(/[\t\n\f\r ]+/, MAX_ID_REFERENCES);
		const wrong = ids.find((id) => id !== "" && !isHeader(table.cells.get(id), cell));
		if (wrong === undefined) return;
		const says = `headers of ${tagOf(cell.element)} names ${quoted(wrong)}, which is no other header cell of its table`;
		this.#list.add("table-headers", cell, says);
	}

	#headers({ subject, isData, hasHeader, hasTable, rows, columns }: Table): void {
		if (hasTable || !isData || rows < 2 || columns < 2) return;
		this.#list.ask("table-no-header");
		if (hasHeader) return;
		this.#list.add("table-no-header", subject, `the table of ${rows} rows and ${columns} columns has no header cell`);
	}
}

function newTable(subject: Subject): Table {
	const { element, explicit } = subject;
	const border = attribute(element, "border");
	return {
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

function startRow(table: Table): void {
	table.rows++;
	table.inRow = 0;
}

function addCell(table: Table, subject: Subject): void {
	const { element, explicit } = subject;
	const header = explicit === null ? element.tagName === "th" : HEADER_ROLES.has(explicit);
	table.inRow++;
	table.columns = Math.max(table.columns, table.inRow);
	if (header) table.hasHeader = true;
	if (hasAttribute(element, "headers") || hasAttribute(element, "scope")) table.isData = true;
	if (hasAttribute(element, "headers")) table.referring.push(subject);
	const id = attribute(element, "id");
	if (id && !table.cells.has(id)) table.cells.set(id, { subject, header });
}

function isHeader(target: { subject: Subject; header: boolean } | undefined, cell: Subject): boolean {
	return target?.header === true && target.subject !== cell;
}
