import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import * as z from "zod";
import { PRODUCT } from "#core/brand.ts";
import { CAPABILITIES, SERVER_INFO } from "./server.ts";
import { SERVED_TOOLS } from "./tools.ts";

/** The first revision without sessions, which the SDK keeps apart from those before it. */
const STATELESS_REVISION = "2026-07-28";
/** The first whose clients speak over this transport: earlier ones ask for another, though `initialize` answers them too. */
const FIRST_STREAMABLE = "2025-03-26";
/** `server/discover` names the first, as the SDK has it; the others are answered by `initialize`. */
const REVISIONS = [STATELESS_REVISION, ...SUPPORTED_PROTOCOL_VERSIONS.filter((each) => each >= FIRST_STREAMABLE)];

/**
 * The card of the server at `/mcp` (SEP-2127): who it is and how to reach it. Tools are asked of the server itself.
 * @param siteUrl no trailing slash
 */
export function serverCard(siteUrl: string) {
	const { hostname } = new URL(siteUrl);
	const domain = hostname.replace(/[[\]]/g, "").replaceAll(":", "-").split(".").toReversed().join(".");
	return {
		$schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
		name: `${domain}/${SERVER_INFO.name}`,
		version: SERVER_INFO.version,
		title: PRODUCT,
		description: "Audits a public site's structure and accessibility for search engines and AI agents.",
		websiteUrl: siteUrl,
		remotes: [
			{
				type: "streamable-http",
				url: `${siteUrl}/mcp`,
				supportedProtocolVersions: REVISIONS,
			},
		],
	} as const;
}

/** The same with what readers of earlier drafts (SEP-1649) look for. */
export function serverCardWithTools(siteUrl: string) {
	const tools = Object.entries(SERVED_TOOLS).map(([name, { title, description, input }]) => {
		const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
		return { name, title, description, inputSchema };
	});
	return {
		...serverCard(siteUrl),
		serverInfo: SERVER_INFO,
		protocolVersion: STATELESS_REVISION,
		transport: { type: "streamable-http", endpoint: `${siteUrl}/mcp` },
		capabilities: CAPABILITIES,
		tools,
	};
}
