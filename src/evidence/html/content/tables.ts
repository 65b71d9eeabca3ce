import type { PageTable } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_TABLES, NAME_LENGTH } from "../page-caps.ts";
import { FoldedText, fold } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";

const LAYOUT_ROLES: ReadonlySet<string | null> = new Set(["presentation", "none"]);
const HEADER_ROLES: ReadonlySet<string | null> = new Set(["columnheader", "rowheader"]);

interface Table {
	readonly entry: PageElementEntry;
	readonly caption: FoldedText;
	rows: number;
	cells: number;
	columns: number;
	headers: number;
	nests: boolean;
}

/** Tables that people see, in document order of their beginnings. */
export function collectTables({ steps, names, source }: Page): readonly PageTable[] {
	return visit(steps, new Tables()).found.map((table) => ({
		...source.startTag(table.entry.element),
		rows: table.rows,
		columns: table.columns,
		headers: table.headers,
		caption: table.caption.start || names.label(table.entry.element),
		layout: isLayout(table),
	}));
}

class Tables {
	readonly found: Table[] = [];
	readonly #open: Table[] = [];
	#caption: PageElementEntry | undefined;

	start(entry: PageElementEntry): void {
		const { element } = entry;
		if (element.tagName === "table") {
			this.#begin(entry);
			return;
		}
		const table = this.#open.at(-1);
		if (!table) return;
		if (element.tagName === "tr") {
			table.rows++;
			table.cells = 0;
		} else if (element.tagName === "td" || element.tagName === "th") {
			table.columns = Math.max(table.columns, ++table.cells);
			const { explicitRole: role } = entry;
			if (role === null ? element.tagName === "th" : HEADER_ROLES.has(role)) table.headers++;
		} else if (element.tagName === "caption") {
			this.#caption = entry;
		}
	}

	end(entry: PageElementEntry): void {
		if (entry === this.#open.at(-1)?.entry) this.#open.pop();
		if (entry === this.#caption) this.#caption = undefined;
	}

	text({ node, context }: PageTextEntry): void {
		if (this.#caption && !context.notRendered && !context.notText) this.#open.at(-1)?.caption.add(fold(node.value));
	}

	#begin(entry: PageElementEntry): void {
		const outer = this.#open.at(-1);
		if (outer) outer.nests = true;
		const caption = new FoldedText(NAME_LENGTH);
		const table: Table = { entry, caption, rows: 0, cells: 0, columns: 0, headers: 0, nests: false };
		this.#open.push(table);
		if (!entry.context.notRendered && this.found.length < MAX_TABLES) this.found.push(table);
	}
}

function isLayout({ entry: { explicitRole: role }, rows, columns, nests }: Table): boolean {
	return LAYOUT_ROLES.has(role) || nests || rows < 2 || columns < 2;
}
