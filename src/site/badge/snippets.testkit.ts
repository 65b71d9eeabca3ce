/** Parses snippets in their languages; never shipped. */

import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { transformSync } from "rolldown/utils";

/** Element, attributes, children. */
export type ReadElement = readonly [string, Readonly<Record<string, unknown>>, ...unknown[]];

/** Top-level nodes of an HTML fragment; text nodes as strings. */
export function readHtml(html: string): unknown[] {
	return parseFragment(html).childNodes.map(readNode);
}

function readNode(node: DefaultTreeAdapterTypes.ChildNode): unknown {
	if ("value" in node) return node.value;
	if (!("tagName" in node)) return node.nodeName;
	const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
	return [node.tagName, attributes, ...node.childNodes.map(readNode)];
}

/** The element that the JSX creates. */
export function readJsx(jsx: string): unknown {
	const read = { runtime: "classic", pragma: "make", pragmaFrag: "fragment" } as const;
	const { code } = transformSync("snippet.jsx", `(${jsx})`, { jsx: read });
	const make = (...parts: unknown[]) => parts;
	return new Function("make", "fragment", `return ${code.trim().replace(/;$/, "")}`)(make, "");
}

/** Parses a Markdown image in a link (CommonMark 6.3 and 6.4); undefined for anything else. */
export function readMarkdown(markdown: string): { alternative: string; source: string; target: string } | undefined {
	const escaped = "\\\\[!-/:-@[-`{-~]";
	// Every character with a meaning in Markdown needs a backslash.
	const plain = '[^\\\\\\[\\]!<>&*_`~|#@"\\n]';
	const address = "[^\\s()<>\\\\]+";
	const whole = new RegExp(`^\\[!\\[((?:${escaped}|${plain})*)\\]\\((${address})\\)\\]\\((${address})\\)$`, "u");
	const [, alternative, source, target] = whole.exec(markdown) ?? [];
	if (alternative === undefined || source === undefined || target === undefined) return undefined;
	return { alternative: alternative.replace(/\\([!-/:-@[-`{-~])/g, "$1"), source, target };
}
