import address from "@mcp-b/webmcp-polyfill/iife?url";

/**
 * Loads the polyfill and makes it as native browsers are. As an element, not an import: the page's load event waits for elements, so
 * that tools are there when it ends.
 * @returns undefined where it does not load
 */
export async function polyfilledContext(): Promise<WebMCP.ModelContext | undefined> {
	const script = document.createElement("script");
	script.src = address;
	await new Promise((settle) => {
		script.addEventListener("load", settle);
		script.addEventListener("error", settle);
		document.head.append(script);
	});
	const context = document.modelContext;
	if (context) likeNative(context);
	return context;
}

/**
 * The polyfill takes input as a text of JSON, gives a tool no signal, and drops hints that it does not know: callers and tools find
 * here what a native browser gives them.
 */
function likeNative(context: WebMCP.ModelContext): void {
	const { registerTool, getTools, executeTool } = context;
	const hints = new Map<string, WebMCP.ToolAnnotations>();
	/** Of the call that is being handed over, which happens at once. */
	let calling: AbortSignal | undefined;
	const own = {
		async registerTool(tool: WebMCP.ModelContextTool, options?: WebMCP.ModelContextRegisterToolOptions) {
			const execute = (input: Record<string, unknown>) =>
				tool.execute(input, { signal: calling ?? new AbortController().signal });
			const registering = registerTool.call(context, { ...tool, execute }, options);
			if (tool.annotations) hints.set(tool.name, tool.annotations);
			await registering;
		},
		async getTools(options?: WebMCP.ModelContextGetToolOptions) {
			const tools = await getTools.call(context, options);
			return tools.map((tool) => {
				const { consequentialHint = false } = hints.get(tool.name) ?? {};
				return consequentialHint ? { ...tool, annotations: { ...tool.annotations, consequentialHint } } : tool;
			});
		},
		async executeTool(
			tool: WebMCP.RegisteredTool,
			input?: object | string | null,
			options?: WebMCP.ModelContextExecuteToolOptions,
		) {
			calling = options?.signal;
			try {
				const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
				// Its parameter is a text, whatever the standard's type says.
				return executeTool.call(context, tool, text as unknown as object, options);
			} finally {
				calling = undefined;
			}
		},
	};
	for (const [name, value] of Object.entries(own)) Object.defineProperty(context, name, { value, configurable: true });
}
