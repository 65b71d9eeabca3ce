import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { PageTable } from "../../digest/content.ts";
import type { AccessibleNames } from "../names/accessible-names.ts";
import { explicitRole } from "../names/roles.ts";
import { MAX_TABLES, NAME_LENGTH } from "../page-caps.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";

const LAYOUT_ROLES: ReadonlySet<string | null> = new Set(["presentation", "none"]);
const HEADER_ROLES: ReadonlySet<string | null> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly element: PageElement;
	readonly caption: FoldedText;
	rows: number;
	cells: number;
	columns: number;
	headers: number;
	/** Holds another table. */
	nests: boolean;
}

/** Tables that people see, in document order of their beginnings. */
export class TableReader implements Reader {
	readonly #tables: Table[] = [];
	readonly #open: Table[] = [];
	#caption: PageElement | undefined;

	finish(names: AccessibleNames, source: PageSource): readonly PageTable[] {
		return this.#tables.map((table) => ({
			...source.startTag(table.element),
			rows: table.rows,
			columns: table.columns,
			headers: table.headers,
			caption: table.caption.start || names.label(table.element),
			layout: isLayout(table),
		}));
	}

	enter(element: PageElement, here: Standing): void {
		if (element.tagName === "table") {
			this.#begin(element, here);
			return;
		}
		const table = this.#open.at(-1);
		if (!table) return;
		if (element.tagName === "tr") {
			table.rows++;
			table.cells = 0;
		} else if (element.tagName === "td" || element.tagName === "th") {
			table.columns = Math.max(table.columns, ++table.cells);
			if (isHeader(element)) table.headers++;
		} else if (element.tagName === "caption") {
			this.#caption = element;
		}
	}

	leave(element: PageElement): void {
		if (element === this.#open.at(-1)?.element) this.#open.pop();
		if (element === this.#caption) this.#caption = undefined;
	}

	text(node: Tree.TextNode, here: Standing): void {
		if (this.#caption && !here.unseen && !here.muted) this.#open.at(-1)?.caption.add(fold(node.value));
	}

	#begin(element: PageElement, here: Standing): void {
		const outer = this.#open.at(-1);
		if (outer) outer.nests = true;
		const table = {
			element,
			caption: new FoldedText(NAME_LENGTH),
			rows: 0,
			cells: 0,
			columns: 0,
			headers: 0,
			nests: false,
		};
		this.#open.push(table);
		if (!here.unseen && this.#tables.length < MAX_TABLES) this.#tables.push(table);
	}
}

function isHeader(cell: PageElement): boolean {
	const role = explicitRole(cell);
	return role === null ? cell.tagName === "th" : HEADER_ROLES.has(role);
}

function isLayout({ element, rows, columns, nests }: Table): boolean {
	return LAYOUT_ROLES.has(explicitRole(element)) || nests || rows < 2 || columns < 2;
}
