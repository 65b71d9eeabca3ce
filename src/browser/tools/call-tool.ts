import type { Tool } from "#core/tool.ts";
import { UNLOADED } from "#site/tools/page-script.ts";
import { TOOLS } from "#tools/catalog.ts";
import { TOOL_TITLES } from "#tools/tool-titles.ts";
import { createApi } from "./api.ts";
import { type CallResult, faultResult, inTurn, readInput, TimeLimit, toolFault, toolResult } from "./call-guards.ts";
import { type Asker, isConfirmed } from "./confirm-dialog.ts";
import { callBegins, callEnds, carryFor, departFor, isElsewhere, isFormFilledIn, leavingFor } from "./leaving.ts";
import { removeFault, removeOverlay, removeProgress, showFault, showProgress, showWay } from "./overlays.ts";
import { type PageTool, type ToolAnswer, type ToolCall, ToolFault } from "./page-tool.ts";
import { readPlace } from "./place.ts";
import { isSignedIn, watchSession } from "./session-watch.ts";

const TOOL_TABLE: Readonly<Record<string, () => Promise<PageTool>>> = {
	audit_domain: () => import("./audits.ts").then(({ auditDomain }) => auditDomain),
	Service_Scanner: () => import("./audits.ts").then(({ auditDomain }) => auditDomain),
	open_brief: () => import("./audits.ts").then(({ openBrief }) => openBrief),
	simulate_lift: () => import("./lift.ts").then(({ simulateLift }) => simulateLift),
	open_scan: () => import("./audits.ts").then(({ openScan }) => openScan),
	get_health: () => import("./service-tools.ts").then(({ getHealth }) => getHealth),
	get_cli_snippet: () => import("./service-tools.ts").then(({ getCliSnippet }) => getCliSnippet),
	open_mcp_card: () => import("./service-tools.ts").then(({ openMcpCard }) => openMcpCard),
	compare_domains: () => import("./compare.ts").then(({ compareDomains }) => compareDomains),
	highlight_findings: () => import("./highlight.ts").then(({ highlightFindings }) => highlightFindings),
	request_quote: () => import("./contact-tools.ts").then(({ requestQuote }) => requestQuote),
	book_consult: () => import("./contact-tools.ts").then(({ bookConsult }) => bookConsult),
	open_dashboard: () => import("./account-tools.ts").then(({ openDashboard }) => openDashboard),
	open_agency_portal: () => import("./account-tools.ts").then(({ openAgencyPortal }) => openAgencyPortal),
	export_ticket: () => import("./account-tools.ts").then(({ exportTicket }) => exportTicket),
	mint_badge: () => import("./account-tools.ts").then(({ mintBadge }) => mintBadge),
	list_recent_audits: () => import("./account-tools.ts").then(({ listRecentAudits }) => listRecentAudits),
	get_session: () => import("./account-tools.ts").then(({ getSession }) => getSession),
};

/** Never throws. @param asker set if a person reads the outcome beside a button @returns a result even on failure */
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
		// The browser already responded to the agent and would log an exception as a page error.
		if (given?.aborted)
			return faultResult(
				new ToolFault("cancelled", "The call was cancelled before it finished. Call again if you still need it."),
			);
		const fault = toolFault(error);
		if (!UNSHOWN.has(fault.code) && asker === "agent") showFault(titleOf(name), fault.message);
		return faultResult(fault);
	} finally {
		limit.stop();
		callEnds();
	}
}

/** Codes not shown, because the person already knows. */
const UNSHOWN: ReadonlySet<string> = new Set(["declined", "page-changes"]);

interface Asked {
	readonly tool: Tool | undefined;
	readonly name: string;
	readonly input: unknown;
	readonly limit: TimeLimit;
	readonly asker: Asker;
}

async function answer({ tool, name, input, limit, asker }: Asked): Promise<CallResult> {
	removeFault();
	const leaving = leavingFor();
	if (leaving !== undefined)
		throw new ToolFault(
			"page-changes",
			`An earlier call is opening ${leaving} so nothing was done on this page. Call again there.`,
		);
	const place = readPlace();
	const load = Object.hasOwn(TOOL_TABLE, name) ? TOOL_TABLE[name] : undefined;
	if (!tool || !place || !load)
		throw new ToolFault("unknown-tool", `Unknown tool ${name}. The tools are listed at /.well-known/webmcp.json.`);
	if (tool.session === "signed_in" && !(place.isHere && (await isSignedIn())))
		throw new ToolFault(
			"sign-in-required",
			"The session in this browser has ended. Ask the person to sign in on the page Sign in, then call again.",
		);
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
		removeProgress();
	}
}

/** If the page would lose input, the person opens the other page. */
function depart(answered: ToolAnswer, opens: string): ToolAnswer {
	const departure = { ...answered, opens };
	if (!isElsewhere(opens) || !isFormFilledIn()) {
		departFor(departure);
		return answered;
	}
	showWay(opens, () => carryFor(departure));
	return {
		...answered,
		text: `The page was not left, because it has a form that is filled in and not sent. The person sees a link to ${opens} over the page. It would have opened:\n${answered.text}`,
	};
}

function titleOf(name: string): string {
	return (TOOL_TITLES as Readonly<Record<string, string>>)[name] ?? name;
}

interface Consent {
	readonly limit: TimeLimit;
	/** Undefined if no consent is needed. */
	readonly asker: Asker | undefined;
}

/** Enforces the question, so that no tool can skip consent. */
async function run(tool: PageTool, call: ToolCall, { limit, asker }: Consent): Promise<ToolAnswer> {
	if (asker === undefined) return tool.run(call);
	if (!tool.question) throw new TypeError("A tool that needs consent has no question.");
	const question = tool.question(call);
	limit.enter("asking");
	const isAgreed = await isConfirmed(question, call.signal, asker);
	limit.enter("running");
	if (isAgreed) return tool.run(call);
	if (tool.declined) return tool.declined(call);
	throw new ToolFault(
		"declined",
		"The person declined, so nothing was done. Explain why you need it, and do not ask again unless they tell you to.",
	);
}

/** When the session ends, aborts the tool and removes its overlay. @param run gets a signal that aborts with it */
async function withinSession<T>(given: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const [session, watching] = [new AbortController(), new AbortController()];
	const before = overlayInView();
	let laid: HTMLElement | undefined;
	const look = (isSignedIn: boolean) => {
		if (isSignedIn) return;
		session.abort(
			new ToolFault(
				"sign-in-required",
				"The session in this browser has ended. Ask the person to sign in on the page Sign in, then call again.",
			),
		);
		if (laid) removeOverlay(laid);
		watching.abort();
	};
	watchSession(look, watching.signal);
	try {
		return await run(AbortSignal.any([given, session.signal]));
	} finally {
		const after = overlayInView();
		if (after !== null && after !== before) laid = after;
		else watching.abort();
	}
}

function overlayInView(): HTMLElement | null {
	return document.getElementById("tool-overlay");
}
