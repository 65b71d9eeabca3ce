import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { defineSiteCheck } from "../define-check.ts";
import { eachObject, type JsonFault, judgeMachineFile, lacksText } from "../shared/machine-file.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const ADDRESS = /^(?:https?:\/\/\S+|\{[a-zA-Z_]\w*\}\S*)$/;

export const mcpServerCard = defineSiteCheck({
	id: "mcp-server-card",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason: "The card is an experimental extension. The endpoint works without it.",
	tableStakes: true,
	title: "The MCP server card follows its specification",
	fault: "The MCP server card does not follow its specification",
	consequence: "Clients that read the card cannot find out what your server does and where it is.",
	hours: 1,
	doneBy: "developer",
	why: "Clients read the card to learn about a server before they connect. A card in another format is as good as none.",
	howToFix:
		"Publish $schema, name, version and description as in the specification, with the endpoint under remotes. Serve the card below the endpoint at /server-card, and list it in the AI catalog.",
	consumer: "MCP clients and registries",
	counterEvidence: {
		says: "In April 2026, fewer than 15 of the 200,000 most visited domains had an MCP server card or an API catalog.",
		source: "https://blog.cloudflare.com/agent-readiness/",
	},
	reference: "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127",
	reviewed: "2026-11-22",
	note: "SEP-2127 is an extension with an experimental schema. We check a card of its predecessor SEP-1649, with serverInfo and transport, against that format. The card lists no tools. The standard dropped its well-known address, but we still check a card there.",
	needs: ["mcpServerCard"],
	evaluate({ mcpServerCard: seen }) {
		return judgeMachineFile(seen, {
			kind: "MCP server card",
			standard: "the draft SEP-2127",
			faults: (card) => (isOlder(card) ? olderFaults(card) : cardFaults(card)),
			sound: (card) =>
				isOlder(card) ? "is a server card in the format of SEP-1649" : `is the card of ${String(card.name)}`,
			fix: ({ at, says }, url) => {
				if (at === "/$schema") return `Add to ${url}: "$schema": "${SCHEMA}"`;
				return `Correct ${at} in ${url}, which ${says}.`;
			},
		});
	},
});

function isOlder(card: JsonObject): boolean {
	return card.$schema === undefined && card.serverInfo !== undefined;
}

function olderFaults({ serverInfo, transport }: JsonObject): JsonFault[] {
	return [
		...(isJsonObject(serverInfo)
			? lacksText(serverInfo, "/serverInfo", ["name", "version"])
			: [{ at: "/serverInfo", says: "is not an object" }]),
		...(isJsonObject(transport)
			? lacksText(transport, "/transport", ["type"])
			: [{ at: "/transport", says: "is not an object" }]),
	];
}

function cardFaults(card: JsonObject): JsonFault[] {
	const lacking = lacksText(card, "", ["$schema", "name", "version", "description"]);
	if (lacking.length > 0) return lacking;
	const faults: JsonFault[] = [];
	if (card.$schema !== SCHEMA) faults.push({ at: "/$schema", says: `is not ${SCHEMA}` });
	if (!NAME.test(String(card.name)) || String(card.name).length > 200) {
		faults.push({ at: "/name", says: "is not of the form com.example/server" });
	}
	if (String(card.description).length > 100) faults.push({ at: "/description", says: "is longer than 100 characters" });
	return [...faults, ...(card.remotes === undefined ? [] : eachObject(card.remotes, "/remotes", remoteFaults))];
}

function remoteFaults({ type, url }: JsonObject, at: string): JsonFault[] {
	if (type !== "streamable-http" && type !== "sse")
		return [{ at: `${at}/type`, says: "is neither streamable-http nor sse" }];
	return typeof url === "string" && ADDRESS.test(url) ? [] : [{ at: `${at}/url`, says: "is not an address" }];
}
