import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import { TOOLS } from "#tools/catalog.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { createApi } from "./api.ts";
import { inTurn } from "./call-queue.ts";
import { type CallResult, faultResult, toolFault, toolResult } from "./call-result.ts";
import { type Asker, isConfirmed } from "./confirm-dialog.ts";
import { callBegins, callEnds, departFor } from "./departure.ts";
import type { PageTool, ToolAnswer, ToolCall } from "./page-tool.ts";
import { readPlace } from "./place.ts";
import { endFault, endProgress, showFault, showProgress } from "./progress.ts";
import { withinSession } from "./session-end.ts";
import { isSignedIn } from "./session-watch.ts";
import { ToolFault } from "./tool-fault.ts";
import { readInput } from "./tool-input.ts";
import { TOOL_TABLE } from "./tool-table.ts";

/** From the call to its end, its turn and the person's answer included. Milliseconds. */
const MOST_MS = 60_000;

/**
 * Calls a tool of the catalog, as an agent does and the page of the tools does: one after another, each within a minute, its input held
 * against the catalog's schema, the person asked first where the tool needs it.
 * @param input whatever was given
 * @param asker a person reads beside the button what came of it
 * @returns also where it failed: nothing is thrown but the signal's reason once it aborts
 */
export async function callTool(
	name: string,
	input: unknown,
	given?: AbortSignal,
	asker: Asker = "agent",
): Promise<CallResult> {
	const time = new AbortController();
	const timer = setTimeout(() => time.abort(new ToolFault("too-slow", CALL_TEXTS.tooSlow)), MOST_MS);
	const signal = given ? AbortSignal.any([given, time.signal]) : time.signal;
	callBegins();
	try {
		return await inTurn(signal, () => answer({ name, input, signal, asker }));
	} catch (error) {
		given?.throwIfAborted();
		const fault = toolFault(error);
		if (fault.code !== "declined" && asker === "agent") showFault(titleOf(name), fault.message);
		return faultResult(fault);
	} finally {
		clearTimeout(timer);
		callEnds();
	}
}

interface Asked {
	readonly name: string;
	readonly input: unknown;
	readonly signal: AbortSignal;
	readonly asker: Asker;
}

async function answer({ name, input, signal, asker }: Asked): Promise<CallResult> {
	endFault();
	const tool = TOOLS.find((each) => each.name === name);
	const place = readPlace();
	const load = Object.hasOwn(TOOL_TABLE, name) ? TOOL_TABLE[name] : undefined;
	if (!tool || !place || !load) throw new ToolFault("unknown-tool", CALL_TEXTS.unknown(name));
	if (tool.session === "signed_in" && !(place.isHere && isSignedIn()))
		throw new ToolFault("sign-in-required", CALL_TEXTS.signedOut);
	const parts = { input: readInput(tool, input), place, api: createApi(place), say: showProgress };
	const implementation = await load();
	const until = (end: AbortSignal) =>
		run(implementation, { ...parts, signal: end }, tool.needsConfirm ? asker : undefined);
	try {
		const answered = await (tool.session === "signed_in" ? withinSession(signal, until) : until(signal));
		signal.throwIfAborted();
		if (answered.opens !== undefined) departFor({ ...answered, opens: answered.opens });
		return toolResult(answered);
	} finally {
		endProgress();
	}
}

function titleOf(name: string): string {
	return (TOOL_TITLES as Readonly<Record<string, string>>)[name] ?? name;
}

/** Asks first where the catalog says so; a tool cannot leave it out. @param asker absent where nobody has to consent */
async function run(tool: PageTool, call: ToolCall, asker: Asker | undefined): Promise<ToolAnswer> {
	if (asker === undefined) return tool.run(call);
	if (!tool.question) throw new TypeError("A tool that needs consent has no question.");
	if (await isConfirmed(tool.question(call), call.signal, asker)) return tool.run(call);
	if (tool.declined) return tool.declined(call);
	throw new ToolFault("declined", CALL_TEXTS.declined);
}
