import { REFUSAL } from "#core/brand.ts";
import type { Tool, ToolCatalog } from "#core/tool.ts";
import { AUDIT_TOOLS } from "./audit-tools.ts";
import { MEMBER_TOOLS } from "./member-tools.ts";
import { SERVICE_TOOLS } from "./service-tools.ts";

const ALL = { ...AUDIT_TOOLS, ...SERVICE_TOOLS, ...MEMBER_TOOLS } as const;

/** Name of a tool; part of the interface. */
export type ToolName = keyof typeof ALL;

/** The order of the interface specification. */
const ORDER = [
	"audit_domain",
	"Service_Scanner",
	"open_brief",
	"simulate_lift",
	"open_scan",
	"get_health",
	"get_cli_snippet",
	"open_mcp_card",
	"compare_domains",
	"highlight_findings",
	"request_quote",
	"book_consult",
	"open_dashboard",
	"open_agency_portal",
	"export_ticket",
	"mint_badge",
	"list_recent_audits",
	"get_session",
] as const satisfies readonly ToolName[];

/** Every tool, in the order of the interface specification. */
export const TOOLS: readonly Tool[] = ORDER.map((name) => ({ name, ...ALL[name] }));

const namesOf = (session: Tool["session"]) => TOOLS.filter((tool) => tool.session === session).map(({ name }) => name);

/** What GET tools and `/.well-known/webmcp.json` answer. */
export const TOOL_CATALOG: ToolCatalog = {
	ok: true,
	count: TOOLS.length,
	public: namesOf("always"),
	signedIn: namesOf("signed_in"),
	tools: [...TOOLS],
	inspector: "https://chromewebstore.google.com/detail/model-context-tool-inspec/gbpdfapgefenggkahomfgkhfehlcenpd",
	flag: "enable-webmcp-testing",
	polyfill: true,
	refusal: REFUSAL,
};
