import address from "@mcp-b/webmcp-polyfill/iife?url";
import type { WebMCP } from "webmcp-types";
import type { Tool } from "#core/tool.ts";
import { UNLOADED } from "#site/tools/page-script.ts";
import { TOOLS } from "#tools/catalog.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import type { CallResult } from "./call-guards.ts";
import type { Asker } from "./confirm-dialog.ts";
import type { Place } from "./place.ts";
import { wasSignedIn, watchSession } from "./session-watch.ts";

/** Dispatched on `document`, even if no tool could be registered. */
export const TOOLS_CHANGED = "sightline:tools";

/** Tools with effects beyond the page: clipboard, contact form, badge. */
const CONSEQUENTIAL: ReadonlySet<string> = new Set([
	"get_cli_snippet",
	"request_quote",
	"book_consult",
	"export_ticket",
	"mint_badge",
]);

const registered = new Map<string, AbortController>();

let isTried = false;

/** After this, waiting does not register further tools. */
export function isRegistrationTried(): boolean {
	return isTried;
}

export function registeredTools(): readonly string[] {
	return TOOLS.map(({ name }) => name).filter((name) => registered.has(name));
}

export async function registerTools(place: Place): Promise<void> {
	// The API exists only in secure contexts, natively and polyfilled.
	const context = document.modelContext ?? (isSecureContext ? await polyfilledContext() : undefined);
	isTried = true;
	if (!context) {
		document.dispatchEvent(new Event(TOOLS_CHANGED));
		return;
	}
	// Only the server's own pages have accounts.
	if (place.isHere) watchSession((isSignedIn) => void update(context, isSignedIn));
	await update(context, place.isHere && wasSignedIn());
}

async function update(context: WebMCP.ModelContext, withSession: boolean): Promise<void> {
	const gone = TOOLS.filter(({ name, session }) => session === "signed_in" && !withSession && registered.has(name));
	for (const { name } of gone) {
		registered.get(name)?.abort();
		registered.delete(name);
	}
	const missing = TOOLS.filter(({ name, session }) => (session === "always" || withSession) && !registered.has(name));
	await Promise.all(missing.map((tool) => register(context, tool)));
	if (gone.length + missing.length > 0) document.dispatchEvent(new Event(TOOLS_CHANGED));
}

async function register(context: WebMCP.ModelContext, tool: Tool): Promise<void> {
	const { name, description, inputSchema } = tool;
	const controller = new AbortController();
	registered.set(name, controller);
	try {
		await context.registerTool(
			{
				name,
				title: TOOL_TITLES[name as keyof typeof TOOL_TITLES],
				description,
				inputSchema,
				annotations: hintsOf(tool),
				execute: (input, options) => callRegistered(name, input, options?.signal),
			},
			{ signal: controller.signal },
		);
	} catch (error) {
		// Removed before the registration finished.
		if (controller.signal.aborted) return;
		registered.delete(name);
		reportError(error);
	}
}

function hintsOf({ name, annotations }: Tool): WebMCP.ToolAnnotations {
	const hints = annotations as WebMCP.ToolAnnotations | undefined;
	return CONSEQUENTIAL.has(name) ? { ...hints, consequentialHint: true } : { ...hints };
}

/** @returns a result even if the code does not load, because an exception's message may not reach agents */
export async function callRegistered(
	name: string,
	input: unknown,
	signal?: AbortSignal,
	asker?: Asker,
): Promise<CallResult> {
	const loaded = await import("./call-tool.ts").catch(() => undefined);
	if (loaded) return loaded.callTool(name, input, signal, asker);
	const structuredContent = { ok: false, error: UNLOADED, code: "unloaded" };
	return { content: [{ type: "text", text: UNLOADED }], structuredContent, isError: true };
}

/** Uses a script element, because the load event waits for it. @returns undefined if it does not load */
async function polyfilledContext(): Promise<WebMCP.ModelContext | undefined> {
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

/** Adapts the polyfill, which takes input as JSON text, passes no signal, and drops unknown hints. */
function likeNative(context: WebMCP.ModelContext): void {
	const { registerTool, getTools, executeTool } = context;
	const hints = new Map<string, WebMCP.ToolAnnotations>();
	/** Signal of the call that is being passed on synchronously. */
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
				// The polyfill's parameter is a string, unlike the standard's type.
				return executeTool.call(context, tool, text as unknown as object, options);
			} finally {
				calling = undefined;
			}
		},
	};
	for (const [name, value] of Object.entries(own)) Object.defineProperty(context, name, { value, configurable: true });
}
