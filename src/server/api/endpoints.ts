import {
	claimAgent,
	completeAgentClaim,
	notifyAgentEvent,
	registerAgent,
} from "../endpoints/agents/agent-endpoints.ts";
import { publicAudit } from "../endpoints/audit.ts";
import { mintBadge } from "../endpoints/badges.ts";
import { publicExecutiveBrief } from "../endpoints/brief.ts";
import { publicCompare } from "../endpoints/compare.ts";
import { botKeyDirectory } from "../endpoints/discovery/bot-key-directory.ts";
import { discoveryEndpoints } from "../endpoints/discovery/documents.ts";
import { jwks } from "../endpoints/discovery/jwks.ts";
import { getHealth } from "../endpoints/health.ts";
import { mcp } from "../endpoints/mcp/mcp.ts";
import { mcpServerCard, mcpServerCardWithTools } from "../endpoints/mcp/server-card.ts";
import {
	authorizeClient,
	giveToken,
	registerClient,
	revokeToken,
	userInfo,
} from "../endpoints/oauth/oauth-endpoints.ts";
import { getAudit, listAudits } from "../endpoints/own-audits.ts";
import { getSession } from "../endpoints/session.ts";
import { publicSimulateLift } from "../endpoints/simulate-lift.ts";
import { publicTools } from "../endpoints/tools.ts";
import { publicWall } from "../endpoints/wall.ts";
import { changeWatchlist } from "../endpoints/watchlist.ts";
import type { ApiEndpoint, Endpoint, ProtocolEndpoint } from "./endpoint.ts";
import { pathsOf, routeOf } from "./endpoint-paths.ts";

/** Every endpoint of the API, in the order in which its description lists them. */
export const ENDPOINTS: readonly ApiEndpoint[] = [
	publicAudit,
	publicExecutiveBrief,
	publicSimulateLift,
	publicCompare,
	publicWall,
	publicTools,
	getSession,
	listAudits,
	getAudit,
	changeWatchlist,
	mintBadge,
	getHealth,
];

/** What standards describe: OAuth, agent registration, MCP and keys. */
const PROTOCOL_ENDPOINTS: readonly ProtocolEndpoint[] = [
	registerClient,
	authorizeClient,
	giveToken,
	revokeToken,
	userInfo,
	registerAgent,
	claimAgent,
	completeAgentClaim,
	notifyAgentEvent,
	jwks,
	botKeyDirectory,
	mcp,
	mcpServerCard,
	mcpServerCardWithTools,
];

const NAMED_ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS, ...PROTOCOL_ENDPOINTS];

/** Every endpoint that the server answers, with the documents that say so. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [...NAMED_ENDPOINTS, ...discoveryEndpoints(NAMED_ENDPOINTS)];

/** Endpoints by the routes that Astro knows them under. */
export const ENDPOINT_OF_ROUTE: ReadonlyMap<string, Endpoint> = new Map(
	ALL_ENDPOINTS.flatMap((endpoint) => pathsOf(endpoint).map((path) => [routeOf(path), endpoint] as const)),
);

/** Documents that the server answers beside the endpoints. */
export const DOCUMENT_PATHS = ["/openapi.json", "/oembed"] as const;

/** Routes of `src/pages/_live/api.ts`; the last two take every other address below /api/ and /.well-known/. */
export const API_ROUTES: readonly string[] = [
	...ENDPOINT_OF_ROUTE.keys(),
	...DOCUMENT_PATHS,
	"/api/[...path]",
	"/.well-known/[...path]",
];
