import { changeWatchlist, getAudit, getSession, listAudits } from "../endpoints/account.ts";
import {
	listOccurrences,
	publicAudit,
	publicCompare,
	publicExecutiveBrief,
	publicSimulateLift,
} from "../endpoints/audits.ts";
import {
	authorizeClient,
	claimAgent,
	completeAgentClaim,
	giveToken,
	notifyAgentEvent,
	registerAgent,
	registerClient,
	revokeToken,
	userInfo,
} from "../endpoints/authorization.ts";
import { mintBadge } from "../endpoints/badges.ts";
import { botKeyDirectory, discoveryEndpoints, jwks } from "../endpoints/discovery.ts";
import { getHealth, publicTools, publicWall } from "../endpoints/installation.ts";
import { mcp, mcpRegistryEntry, mcpServerCard, mcpServerCardWithTools } from "../endpoints/mcp.ts";
import { type ApiEndpoint, type Endpoint, type ProtocolEndpoint, pathsOf, routeOf } from "./endpoint.ts";

/** In the order of the API description. */
export const ENDPOINTS: readonly ApiEndpoint[] = [
	publicAudit,
	publicExecutiveBrief,
	publicSimulateLift,
	publicCompare,
	listOccurrences,
	publicWall,
	publicTools,
	getSession,
	listAudits,
	getAudit,
	changeWatchlist,
	mintBadge,
	getHealth,
];

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
	mcpRegistryEntry,
	mcpServerCard,
	mcpServerCardWithTools,
];

const NAMED_ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS, ...PROTOCOL_ENDPOINTS];

export const ALL_ENDPOINTS: readonly Endpoint[] = [...NAMED_ENDPOINTS, ...discoveryEndpoints(NAMED_ENDPOINTS)];

export const ENDPOINT_OF_ROUTE: ReadonlyMap<string, Endpoint> = new Map(
	ALL_ENDPOINTS.flatMap((endpoint) => pathsOf(endpoint).map((path) => [routeOf(path), endpoint] as const)),
);

export const DOCUMENT_PATHS = ["/openapi.json", "/oembed"] as const;

/** Routes of `src/pages/_live/api.ts`. The last 2 are catch-alls for /api/ and /.well-known/. */
export const API_ROUTES: readonly string[] = [
	...ENDPOINT_OF_ROUTE.keys(),
	...DOCUMENT_PATHS,
	"/api/[...path]",
	"/.well-known/[...path]",
];
