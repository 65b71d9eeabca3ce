/** What an agent gets back, in MCP's form. */
export interface CallResult {
	readonly content: readonly { readonly type: "text"; readonly text: string }[];
	readonly structuredContent: object;
	/** True where the tool did not do what it was asked to: the text says why and what to do. */
	readonly isError?: true;
}

/**
 * Calls a tool of the catalog, as an agent does and the page of the tools does: one after another, each within a minute, its input held
 * against the catalog's schema, the person asked first where the tool needs it.
 * @param input whatever was given
 * @returns also where it failed: nothing is thrown but the signal's reason once it aborts
 */
export async function callTool(_name: string, _input: unknown, _signal?: AbortSignal): Promise<CallResult> {
	throw new Error("to be written");
}
