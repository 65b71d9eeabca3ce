import type { BrowserContext, Page } from "playwright-core";

const MAX_TOOLS = 100;

/** As the browser tells of a tool; nothing but its name is certain. */
export interface ToolRecord {
	readonly name: string;
}

/** Tools that a page registers; null where the browser does not know WebMCP. */
export type RegisteredTools = readonly ToolRecord[] | null;

/**
 * Listens for WebMCP tools (webmachinelearning.github.io/webmcp), imperative and declarative. Call before the page is
 * opened; what it returns tells the tools that stand at the time of asking.
 */
export async function watchTools(context: BrowserContext, page: Page): Promise<() => RegisteredTools> {
	const session = await context.newCDPSession(page);
	// A domain newer than playwright-core's list of them.
	const wire = session as unknown as {
		send(method: string): Promise<unknown>;
		on(event: string, listener: (message: { tools?: unknown }) => void): void;
	};
	const tools = new Map<string, ToolRecord>();
	const listed = (message: { tools?: unknown }) =>
		Array.isArray(message.tools) ? message.tools.filter(isToolRecord) : [];
	wire.on("WebMCP.toolsAdded", (message) => {
		for (const tool of listed(message)) if (tools.size < MAX_TOOLS) tools.set(tool.name, tool);
	});
	wire.on("WebMCP.toolsRemoved", (message) => {
		for (const { name } of listed(message)) tools.delete(name);
	});
	try {
		await wire.send("WebMCP.enable");
	} catch {
		// Browsers before WebMCP have no such domain.
		return () => null;
	}
	return () => [...tools.values()];
}

function isToolRecord(value: unknown): value is ToolRecord {
	return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
