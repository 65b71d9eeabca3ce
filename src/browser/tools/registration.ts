import type { WebMCP } from "webmcp-types";
import type { Tool } from "#core/tool.ts";
import { UNLOADED } from "#site/tools/page-script.ts";
import { TOOLS } from "#tools/catalog.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import type { CallResult } from "./call-result.ts";
import type { Asker } from "./guards/confirm-dialog.ts";
import type { Place } from "./place.ts";
import { polyfilledContext } from "./polyfill.ts";
import { wasSignedIn, watchSession } from "./session-watch.ts";

/** On `document`, whenever tools were registered or taken away, and where none could be. */
export const TOOLS_CHANGED = "sightline:tools";

/** Tools whose effect reaches beyond the page: the clipboard, a form to somebody, a picture of what was logged. */
const CONSEQUENTIAL: ReadonlySet<string> = new Set([
	"get_cli_snippet",
	"request_quote",
	"book_consult",
	"export_ticket",
	"mint_badge",
]);

/** Each with what takes it away. */
const registered = new Map<string, AbortController>();

let isTried = false;

/** Whether the page has found out what the browser takes: what is not registered then will not be by waiting. */
export function isRegistrationTried(): boolean {
	return isTried;
}

/** Names of the tools that the browser has of this page now, in the catalog's order. */
export function registeredTools(): readonly string[] {
	return TOOLS.map(({ name }) => name).filter((name) => registered.has(name));
}

/** Registers the tools of this place, and those of a session whenever somebody is signed in. */
export async function registerTools(place: Place): Promise<void> {
	// The interface is there in secure contexts alone, natively and polyfilled.
	const context = document.modelContext ?? (isSecureContext ? await polyfilledContext() : undefined);
	isTried = true;
	if (!context) {
		document.dispatchEvent(new Event(TOOLS_CHANGED));
		return;
	}
	// Accounts are of the server's own pages.
	if (place.isHere) watchSession((isSignedIn) => void update(context, isSignedIn));
	await update(context, place.isHere && wasSignedIn());
}

/** Makes what is registered what there should be. */
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
		// Taken away again before it was there.
		if (controller.signal.aborted) return;
		registered.delete(name);
		reportError(error);
	}
}

/** The catalog's hints; what is consequential is said where it happens. */
function hintsOf({ name, annotations }: Tool): WebMCP.ToolAnnotations {
	const hints = annotations as WebMCP.ToolAnnotations | undefined;
	return CONSEQUENTIAL.has(name) ? { ...hints, consequentialHint: true } : { ...hints };
}

/**
 * Calls a tool, as `callTool` has it; what calls need is loaded with the first.
 * @returns also where that does not load, as of any other call that failed: agents are given results to read, and what an exception
 * says need not reach them
 */
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
