import { programAt } from "#config/program.ts";
import { isFailure } from "#core/failure.ts";
import { clipped } from "#core/wording.ts";
import { answerMcp, createMcpServer, registryEntry, serverCard, serverCardWithTools } from "#mcp/server.ts";
import { DEFECT, type HostedAudit, type Operation, type ToolHost } from "#mcp/tool-host.ts";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import { type Answer, type Call, defineProtocolEndpoint, type Endpoint, SerializedJson } from "#server/api/endpoint.ts";
import { type ProblemCode, problemKind, Rejection, rejectionFor } from "#server/api/problems.ts";
import { entityTag, firstPolicy } from "#server/api/responses.ts";
import { demandScope } from "#server/caller/identify.ts";
import {
	auditDomain,
	listOccurrences,
	openBrief,
	publicAudit,
	publicCompare,
	publicExecutiveBrief,
	publicSimulateLift,
} from "#server/endpoints/audits.ts";
import { getHealth } from "#server/endpoints/installation.ts";
import { ownAccess } from "#server/pages/people-file.ts";
import { toBriefDocument } from "#site/brief/brief-twin.ts";
import { plainText } from "#site/page/page-text.ts";

/** Room for a client's icons. */
const BODY_BYTES = 65_536;

/** Streamable HTTP. A tool call counts in the limits of its API operation. */
export const mcp = defineProtocolEndpoint({
	operationId: "mcp",
	method: "POST",
	path: "/mcp",
	protocol: "mcp",
	body: "text",
	bodyBytes: BODY_BYTES,
	audience: "/mcp",
	async handle(body, call) {
		const { headers, signal, app } = call;
		const host = openLiveHost(call);
		const request = { headers, signal, body: String(body) };
		const { fault, ...answer } = await answerMcp(request, app.baseUrl, () => createMcpServer(host));
		if (host.refused) throw host.refused;
		return { ...answer, fault: host.defect ?? fault };
	},
});

type Counted = Pick<Endpoint, "scope" | "quota" | "cost">;

const OPERATIONS: Readonly<Record<Operation, Counted>> = {
	audit: publicAudit,
	brief: publicExecutiveBrief,
	compare: publicCompare,
	simulate: publicSimulateLift,
	occurrences: listOccurrences,
	health: getHealth,
};

interface LiveHost extends ToolHost {
	/** A missing scope refuses the whole request (RFC 6750). */
	readonly refused: Rejection | undefined;
	readonly defect: unknown;
}

function openLiveHost(call: Call): LiveHost {
	const { app, identity } = call;
	let refused: Rejection | undefined;
	let defect: unknown;
	const whileBothWait = (signal: AbortSignal) => AbortSignal.any([call.signal, signal]);
	const auditFor = async (domain: string, signal: AbortSignal) => {
		const caller = { ...call, signal: whileBothWait(signal) };
		return (await auditDomain({ domain, mode: "light" }, caller)).audit;
	};
	return {
		baseUrl: app.baseUrl,
		program: programAt(app.baseUrl),
		get refused() {
			return refused;
		},
		get defect() {
			return defect;
		},
		async admit(operation) {
			const { scope, quota, cost } = OPERATIONS[operation];
			if (scope) demandScope(identity, scope, app.baseUrl, "/mcp");
			if (!quota) return;
			await call.take(firstPolicy({ quota }));
			await call.take(quota, cost);
		},
		audit: async ({ host }, signal) => hosted(await auditFor(host, signal)),
		async brief({ host }, agencyName, signal) {
			const live = await auditFor(host, signal);
			const audit = hosted(live);
			// The page keeps showing an earlier audit, which saw more.
			if (!live.stored.receipt.scores || live.place.state === "unsaved") return { audit };
			return { audit, brief: toBriefDocument(await openBrief(live, agencyName, call), app.baseUrl) };
		},
		simulate: (...asked) => app.simulate(...asked),
		verify: ({ signal = call.signal, ...options }) =>
			app.verify({ ...options, signal: whileBothWait(signal) }).catch(ofSite),
		async occurrences({ host }, receipt, filter) {
			const id = receipt ?? (await app.shownAt(host));
			if (id === undefined) throw notKept(`No audit of ${host} is kept here.`);
			return app.occurrences(id, filter).catch((error) => {
				throw isFailure(error) && error.code === "evidence-missing" ? notKept(error.message) : error;
			});
		},
		async access({ host }, { files }) {
			if (files.length > 0)
				throw new Rejection("input-invalid", {
					detail: "Over HTTP no file can be named: the server reads none of yours. Leave files out.",
				});
			if (identity.account === undefined)
				throw new Rejection("sign-in-required", {
					detail:
						"What bots got is shown to the owner of the domain alone: use an API key or a token that acts for them.",
				});
			const found = await ownAccess(call.people, identity.account, host);
			if (found) return found.report;
			throw notKept(`No log of ${host} came from this account, or it has not proved that the domain is its own.`);
		},
		health: () => app.health(),
		tell(error) {
			const rejection = rejectionFor(error);
			const { status, meaning, retryAfterSeconds } = problemKind(rejection.code);
			if (status === 403) refused = rejection;
			if (status >= 500 && !LOAD.has(rejection.code)) defect = rejection.parts.cause ?? rejection;
			if (rejection.code === "internal-error") return DEFECT;
			// The agent does not see response headers.
			if (retryAfterSeconds !== undefined) return `${meaning} Try again in ${retryAfterSeconds} seconds.`;
			return clipped(plainText(rejection.message), MESSAGE_LENGTH);
		},
	};
}

/** Refusals under load are not logged as faults. */
const LOAD: ReadonlySet<ProblemCode> = new Set(["overloaded", "shutting-down"]);

const MESSAGE_LENGTH = 1200;

function hosted({ stored, auditedAt, place }: LiveAudit): HostedAudit {
	return { stored, auditedAt, ...place };
}

function notKept(detail: string): Rejection {
	return new Rejection("not-found", { detail });
}

/** Failures of the named site are reported to the caller. */
function ofSite(error: unknown): never {
	throw isFailure(error) ? new Rejection("input-invalid", { detail: error.message, cause: error }) : error;
}

/** SEP-2127 requires an address beside the server's. */
export const mcpServerCard = defineProtocolEndpoint({
	operationId: "mcpServerCard",
	method: "GET",
	path: "/mcp/server-card",
	protocol: "document",
	revalidates: true,
	handle: async (_input, { app }) => cardAnswer("application/mcp-server-card+json", serverCard(app.baseUrl)),
});

/** The address of earlier drafts. */
export const mcpServerCardWithTools = defineProtocolEndpoint({
	operationId: "mcpServerCardWithTools",
	method: "GET",
	path: "/.well-known/mcp/server-card.json",
	protocol: "document",
	revalidates: true,
	handle: async (_input, { app }) => cardAnswer("application/json; charset=utf-8", serverCardWithTools(app.baseUrl)),
});

/** Entry of this server for an MCP registry. */
export const mcpRegistryEntry = defineProtocolEndpoint({
	operationId: "mcpRegistryEntry",
	method: "GET",
	path: "/mcp/server.json",
	protocol: "document",
	revalidates: true,
	handle: async (_input, { app }) => cardAnswer("application/json; charset=utf-8", registryEntry(app.baseUrl)),
});

/** Cached for an hour. The draft requires preflight fields on the card itself. */
function cardAnswer(contentType: string, card: object): Answer<unknown> {
	const text = JSON.stringify(card);
	return {
		body: new SerializedJson(text),
		contentType,
		headers: {
			"Cache-Control": "public, max-age=3600",
			ETag: entityTag(text),
			"Access-Control-Allow-Methods": "GET",
			"Access-Control-Allow-Headers": "Content-Type, If-None-Match",
		},
	};
}
