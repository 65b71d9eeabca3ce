import { listing, plainCount, plural } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { muteTools, toolFaults } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";

export const mcpEndpoint = defineSiteCheck({
	id: "mcp-endpoint",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	mode: "deep",
	atStake: "feature",
	weightReason: "An agent that uses a dead endpoint fails at its task.",
	tableStakes: true,
	title: "The advertised MCP endpoint works, and its tools are valid",
	fault: "The advertised MCP endpoint does not work",
	problem: "assistants that you send to your service cannot use it",
	consequence: "Assistants cannot use your service, and fail at what the customer asked for.",
	hours: 6,
	doneBy: "developer",
	why: "An MCP endpoint lets AI assistants call your service. If it does not respond, or 2 tools share a name, the assistant gives up or calls the wrong tool.",
	howToFix:
		"Make the endpoint support server/discover and tools/list as in the specification of 2026-07-28, with the protocol version in each request, unique tool names and an input schema of type object for every tool. Support initialize as well if you want to serve older clients.",
	consumer: "MCP clients such as Claude, ChatGPT and VS Code",
	reference: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
	reviewed: "2026-11-22",
	note: "The revision of 2026-07-28 has no handshake and no sessions: every request states its protocol version. For servers that know only the handshake of 2025-11-25 we use that, and they pass. We request the list of tools but call none. A light audit never sends a POST, so only a deep audit checks this. A 401 that says where to get authorization passes. A 403 tells us nothing about the endpoint.",
	needs: ["mcp"],
	evaluate({ mcp }) {
		if (mcp.state === "absent") return { outcome: "not-applicable", says: "The site declares no MCP endpoint." };
		const { url, value } = mcp;
		const exhibits = [{ url, at: `status ${value.status}`, excerpt: clip(value.excerpt) }];
		if (value.needsAuthorization) {
			return { outcome: "pass", says: `${url} requires authorization and says where to get it.`, exhibits };
		}
		if (value.status === 403)
			return {
				outcome: "not-applicable",
				says: `${url} blocks us (403), so we could not check it.`,
				exhibits,
			};
		if (value.error !== null) {
			return {
				outcome: "fail",
				says: `${url}, listed in the ${value.declaredIn}, does not work as an MCP endpoint (${clip(value.error, 140)}).`,
				fix: `Make ${url} accept POST server/discover and tools/list (MCP 2026-07-28), or remove it from the ${value.declaredIn}.`,
				exhibits,
			};
		}
		const [fault, ...more] = toolFaults(value.tools);
		if (fault !== undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Tools of the MCP endpoint are not valid",
				says: `${url} lists ${plainCount(value.tools.length, "tool")}: ${fault}${more.length > 0 ? `, and ${plainCount(more.length, "more fault")}` : ""}.`,
				fix: `Give every tool of ${url} a unique name and an inputSchema with "type": "object".`,
				exhibits,
			};
		}
		const mute = muteTools(value.tools);
		const words =
			mute.length > 0
				? ` ${listing(mute)} ${plural(mute.length, "has", "have")} no description, so assistants cannot choose between them.`
				: "";
		const server = value.serverName === "" ? "" : ` as "${clip(value.serverName, 60)}"`;
		return {
			outcome: "pass",
			says: `${url} responds${server} (MCP ${clip(value.protocolVersion, 20)}) with ${plainCount(value.tools.length, "tool")}.${words}`,
			exhibits,
		};
	},
});
