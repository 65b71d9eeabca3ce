import { API_VERSION, PRODUCT, VERSION } from "#core/brand.ts";
import type { AiCatalog } from "#core/discovery/agent-catalogs.ts";
import { SKILLS, skillAddress } from "#site/discovery/skills.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { ServedPaths } from "./served-paths.ts";

const QUERIES = [
	"audit the structure of example.com",
	"how readable is this site for AI agents",
	"compare the structure of two sites",
];

/** The media type by which catalogs of agents know a skill's file. */
const SKILL_TYPE = 'text/markdown; profile="urn:air:agent-skills"';

/** What agents can use here (Agentic Resource Discovery): tools over MCP, the API and the skills. */
export function aiCatalog({ baseUrl, paths }: ServedPaths): AiCatalog {
	const links = createSiteLinks(baseUrl);
	const host = new URL(baseUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, "-");
	const named = (kind: string, name: string) => `urn:air:${host}:${kind}:${name}`;
	const mcp = {
		identifier: named("mcp", "audit"),
		displayName: `${PRODUCT} tools`,
		type: "application/mcp-server-card+json",
		url: `${baseUrl}/mcp/server-card`,
		description: "Audits public sites, compares them and verifies receipts, over the Model Context Protocol.",
		representativeQueries: QUERIES,
		version: VERSION,
	};
	const api = {
		identifier: named("api", "audit"),
		displayName: `${PRODUCT} API`,
		type: "application/json",
		url: `${baseUrl}/openapi.json`,
		description: "The same as an HTTP API. What is public needs no token.",
		representativeQueries: QUERIES,
		version: API_VERSION,
	};
	const skills = SKILLS.map((skill) => ({
		identifier: named("skill", skill.name),
		displayName: skill.name,
		type: SKILL_TYPE,
		url: skillAddress({ baseUrl, hasServer: true }, skill),
		description: skill.description,
		representativeQueries: [...skill.queries],
		version: VERSION,
	}));
	return {
		specVersion: "1.0",
		host: { displayName: PRODUCT, documentationUrl: links.absolute(links.api) },
		entries: [...(paths.has("/mcp/server-card") ? [mcp] : []), api, ...skills],
	};
}
