import type { Page } from "#evidence/html/page.ts";
import { visit } from "#evidence/html/tree/page-entries.ts";

/** What the audit takes for the page's own text, a line to a block. */
export function writtenMainText({ steps, mainText }: Page): string {
	const lines: string[] = [];
	let line = "";
	const edge = ({ separatesWords }: { readonly separatesWords: boolean }) => {
		if (!separatesWords || line.trim() === "") return;
		lines.push(line.trim());
		line = "";
	};
	visit(steps, {
		start: edge,
		end: edge,
		text({ parent, folded }) {
			if (mainText.holds(parent)) line += folded;
		},
	});
	return [...lines, line.trim()].join("\n");
}
