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
	weightReason: "An agent that is sent to a dead endpoint fails at the task that brought it here.",
	tableStakes: true,
	title: "The advertised MCP endpoint answers, and its tools are valid",
	fault: "The advertised MCP endpoint does not answer",
	consequence: "Assistants that are sent to your service cannot use it, and fail at what the customer asked for.",
	effort: "medium",
	doneBy: "developer",
	why: "An advertised endpoint is a promise to every agent that reads it. Where it does not answer, or two tools share a name, the agent gives up or calls the wrong one.",
	howToFix:
		"Let the endpoint answer server/discover and tools/list as the specification of 2026-07-28 has them, with the protocol version in each request, unique tool names and an input schema of type object for every tool; answer initialize as well where older clients are to be served.",
	consumer: "MCP clients such as Claude, ChatGPT and VS Code",
	reference: "https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http",
	reviewed: "2026-11-22",
	note: "The revision of 2026-07-28 has no handshake and no sessions: every request names its protocol version. Servers that know only the handshake of 2025-11-25 are asked in its words, and pass. We ask for the list of tools and call none; a light audit sends no POST to anybody, so only a deep one looks. A 401 that says where to get authorization is a good answer; a 403 says nothing about the endpoint.",
	needs: ["mcp"],
	evaluate({ mcp }) {
		if (mcp.state === "absent") return { outcome: "not-applicable", says: "The site declares no MCP endpoint." };
		const { url, value } = mcp;
		const exhibits = [{ url, at: `status ${value.status}`, excerpt: clip(value.excerpt) }];
		if (value.needsAuthorization) {
			return { outcome: "pass", says: `${url} asks for authorization, and says where to get it.`, exhibits };
		}
		if (value.status === 403)
			return {
				outcome: "not-applicable",
				says: `${url} is closed to us (403), so nothing is known about it.`,
				exhibits,
			};
		if (value.error !== null) {
			return {
				outcome: "fail",
				says: `${url}, named in the ${value.declaredIn}, does not answer as an MCP endpoint (${clip(value.error, 140)}).`,
				fix: `Let ${url} answer POST server/discover and tools/list (MCP 2026-07-28), or take it out of the ${value.declaredIn}.`,
				exhibits,
			};
		}
		const [fault, ...more] = toolFaults(value.tools);
		if (fault !== undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Tools of the MCP endpoint are not valid",
				says: `${url} lists ${plainCount(value.tools.length, "tool")}; ${fault}${more.length > 0 ? `, and ${plainCount(more.length, "further fault")}` : ""}.`,
				fix: `Give every tool of ${url} a name of its own and an inputSchema with "type": "object".`,
				exhibits,
			};
		}
		const mute = muteTools(value.tools);
		const words =
			mute.length > 0 ? ` ${listing(mute)} ${plural(mute.length, "has", "have")} no description to choose by.` : "";
		const server = value.serverName === "" ? "" : ` as "${clip(value.serverName, 60)}"`;
		return {
			outcome: "pass",
			says: `${url} answers${server} (MCP ${clip(value.protocolVersion, 20)}) with ${plainCount(value.tools.length, "tool")}.${words}`,
			exhibits,
		};
	},
});
