import type { Tool } from "#core/tool.ts";
import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import { UNLOADED } from "#site/tools/page-script.ts";
import { TOOLS } from "#tools/catalog.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { createApi } from "./api.ts";
import { type CallResult, faultResult, toolFault, toolResult } from "./call-result.ts";
import { inTurn } from "./guards/call-queue.ts";
import { type Asker, isConfirmed } from "./guards/confirm-dialog.ts";
import { withinSession } from "./guards/session-end.ts";
import { TimeLimit } from "./guards/time-limit.ts";
import { readInput } from "./guards/tool-input.ts";
import { callBegins, callEnds, carryFor, departFor, isElsewhere, leavingFor } from "./leaving/departure.ts";
import { isFormFilledIn } from "./leaving/filled-form.ts";
import { endFault, endProgress, showFault, showProgress, showWay } from "./overlays/progress.ts";
import type { PageTool, ToolAnswer, ToolCall } from "./page-tool.ts";
import { readPlace } from "./place.ts";
import { isSignedIn } from "./session-watch.ts";
import { ToolFault } from "./tool-fault.ts";

/** What each tool of the catalog does in a page, loaded with its first call. */
const TOOL_TABLE: Readonly<Record<string, () => Promise<PageTool>>> = {
	audit_domain: () => import("./audits/audits.ts").then(({ auditDomain }) => auditDomain),
	Service_Scanner: () => import("./audits/audits.ts").then(({ auditDomain }) => auditDomain),
	open_brief: () => import("./audits/audits.ts").then(({ openBrief }) => openBrief),
	simulate_lift: () => import("./audits/lift.ts").then(({ simulateLift }) => simulateLift),
	open_scan: () => import("./audits/audits.ts").then(({ openScan }) => openScan),
	get_health: () => import("./service/service-health.ts").then(({ getHealth }) => getHealth),
	get_cli_snippet: () => import("./service/service-tools.ts").then(({ getCliSnippet }) => getCliSnippet),
	open_mcp_card: () => import("./service/service-tools.ts").then(({ openMcpCard }) => openMcpCard),
	compare_domains: () => import("./audits/compare.ts").then(({ compareDomains }) => compareDomains),
	highlight_findings: () => import("./audits/highlight.ts").then(({ highlightFindings }) => highlightFindings),
	request_quote: () => import("./people/contact-tools.ts").then(({ requestQuote }) => requestQuote),
	book_consult: () => import("./people/contact-tools.ts").then(({ bookConsult }) => bookConsult),
	open_dashboard: () => import("./people/account-tools.ts").then(({ openDashboard }) => openDashboard),
	open_agency_portal: () => import("./people/account-tools.ts").then(({ openAgencyPortal }) => openAgencyPortal),
	export_ticket: () => import("./people/checkout-tools.ts").then(({ exportTicket }) => exportTicket),
	mint_badge: () => import("./people/checkout-tools.ts").then(({ mintBadge }) => mintBadge),
	list_recent_audits: () => import("./people/account-tools.ts").then(({ listRecentAudits }) => listRecentAudits),
	get_session: () => import("./people/account-tools.ts").then(({ getSession }) => getSession),
};

/**
 * Calls a tool of the catalog, as an agent does and the page of the tools does: one after another, each within its time, its input held
 * against the catalog's schema, the person asked first where the tool needs it.
 * @param input whatever was given
 * @param asker a person reads beside the button what came of it
 * @returns also where it failed or was given up: nothing is thrown
 */
export async function callTool(
	name: string,
	input: unknown,
	given?: AbortSignal,
	asker: Asker = "agent",
): Promise<CallResult> {
	const tool = TOOLS.find((each) => each.name === name);
	const limit = new TimeLimit(given, tool?.moneyPath === "audit");
	callBegins();
	try {
		return await inTurn(limit.signal, () => answer({ tool, name, input, limit, asker }));
	} catch (error) {
		// The agent has its answer from the browser, which prints an exception as an error of the page.
		if (given?.aborted) return faultResult(new ToolFault("cancelled", CALL_TEXTS.cancelled));
		const fault = toolFault(error);
		if (!UNSHOWN.has(fault.code) && asker === "agent") showFault(titleOf(name), fault.message);
		return faultResult(fault);
	} finally {
		limit.stop();
		callEnds();
	}
}

/** The person knows, or sees it. */
const UNSHOWN: ReadonlySet<string> = new Set(["declined", "page-changes"]);

interface Asked {
	readonly tool: Tool | undefined;
	readonly name: string;
	readonly input: unknown;
	readonly limit: TimeLimit;
	readonly asker: Asker;
}

async function answer({ tool, name, input, limit, asker }: Asked): Promise<CallResult> {
	endFault();
	const leaving = leavingFor();
	if (leaving !== undefined) throw new ToolFault("page-changes", CALL_TEXTS.leaving(leaving));
	const place = readPlace();
	const load = Object.hasOwn(TOOL_TABLE, name) ? TOOL_TABLE[name] : undefined;
	if (!tool || !place || !load) throw new ToolFault("unknown-tool", CALL_TEXTS.unknown(name));
	if (tool.session === "signed_in" && !(place.isHere && (await isSignedIn())))
		throw new ToolFault("sign-in-required", CALL_TEXTS.signedOut);
	const parts = { input: readInput(tool, input), place, api: createApi(place), say: showProgress };
	const implementation = await load().catch(() => {
		throw new ToolFault("unloaded", UNLOADED);
	});
	const until = (end: AbortSignal) =>
		run(implementation, { ...parts, signal: end }, { limit, asker: tool.needsConfirm ? asker : undefined });
	try {
		limit.enter("running");
		const { signal } = limit;
		const answered = await (tool.session === "signed_in" ? withinSession(signal, until) : until(signal));
		signal.throwIfAborted();
		return toolResult(answered.opens === undefined ? answered : depart(answered, answered.opens));
	} finally {
		endProgress();
	}
}

/** Leaves the page once it may; where something would be lost with it, the person opens the other one. */
function depart(answered: ToolAnswer, opens: string): ToolAnswer {
	const departure = { ...answered, opens };
	if (!isElsewhere(opens) || !isFormFilledIn()) {
		departFor(departure);
		return answered;
	}
	showWay(opens, () => carryFor(departure));
	return { ...answered, text: `${CALL_TEXTS.stays(opens)}\n${answered.text}` };
}

function titleOf(name: string): string {
	return (TOOL_TITLES as Readonly<Record<string, string>>)[name] ?? name;
}

interface Consent {
	readonly limit: TimeLimit;
	/** Absent where nobody has to consent. */
	readonly asker: Asker | undefined;
}

/** Asks first where the catalog says so; a tool cannot leave it out. */
async function run(tool: PageTool, call: ToolCall, { limit, asker }: Consent): Promise<ToolAnswer> {
	if (asker === undefined) return tool.run(call);
	if (!tool.question) throw new TypeError("A tool that needs consent has no question.");
	const question = tool.question(call);
	limit.enter("asking");
	const isAgreed = await isConfirmed(question, call.signal, asker);
	limit.enter("running");
	if (isAgreed) return tool.run(call);
	if (tool.declined) return tool.declined(call);
	throw new ToolFault("declined", CALL_TEXTS.declined);
}
