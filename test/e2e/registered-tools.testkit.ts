/** Page tools seen by a browser's agent, and in the catalog; never shipped. */

import type { Page } from "playwright-core";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import type { ToolBrowser } from "./page-tools.testkit.ts";

/** Has an agent ask for the page's tools at the end of its load: `namesAtLoad` is a promise of their names. */
export const ASK_AT_LOAD = `
	addEventListener("load", () => {
		globalThis.namesAtLoad = document.modelContext.getTools().then((tools) => tools.map(({ name }) => name));
	});`;

interface FoundTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema?: unknown;
	readonly annotations: Readonly<Record<string, boolean | undefined>>;
}

/** What the agent of a browser sees of each tool; hints that are false are left out. */
export async function toolsOf(page: Page, kind: ToolBrowser["kind"]): Promise<readonly FoundTool[]> {
	const found = kind === "native" ? await page.webmcp.tools() : await page.evaluate(POLYFILLED_TOOLS);
	return (found as readonly FoundTool[]).map((tool) => {
		const { name, description, inputSchema, annotations = {} } = tool;
		// The browser's own protocol names a hint without its ending.
		const hints = Object.entries(annotations).filter(([, isSet]) => isSet);
		return {
			name,
			description,
			inputSchema,
			annotations: Object.fromEntries(hints.map(([hint]) => [`${hint.replace(/Hint$/, "")}Hint`, true])),
		};
	});
}

const POLYFILLED_TOOLS = `document.modelContext.getTools().then((tools) => tools.map(
	({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations })))`;

const CONSEQUENTIAL = ["get_cli_snippet", "request_quote", "book_consult"];

/** The catalog's tools for strangers, and what is consequential. */
export function expectedTools(knowsHint: boolean): FoundTool[] {
	return TOOL_CATALOG.tools
		.filter(({ session }) => session === "always")
		.map(({ name, description, inputSchema, annotations }) => ({
			name,
			description,
			inputSchema,
			annotations: { ...annotations, ...(knowsHint && CONSEQUENTIAL.includes(name) && { consequentialHint: true }) },
		}));
}

export function sorted(tools: readonly FoundTool[]): FoundTool[] {
	return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
