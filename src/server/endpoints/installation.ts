import { REFUSAL, VERSION } from "#core/brand.ts";
import { type Health, healthSchema } from "#core/health.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { toolCatalogSchema } from "#core/tool.ts";
import { type WallEntry, type WallPage, type WallQuery, wallPageSchema, wallQuerySchema } from "#core/wall-page.ts";
import { readCursor, writeCursor } from "#people/page-cursor.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { defineEndpoint } from "../api/endpoint.ts";
import { atField } from "../api/problems.ts";
import { cacheableJson } from "../api/responses.ts";
import { BOOKSHOP, EXAMPLE_SITE, NEWSPAPER } from "./receipts.examples.ts";

/** The catalog never changes while the program runs. */
const answer = cacheableJson(TOOL_CATALOG);

export const publicTools = defineEndpoint({
	operationId: "publicTools",
	revalidates: true,
	method: "GET",
	path: "/api/v1/public/tools",
	aliases: ["/.well-known/webmcp.json"],
	tag: "Tools",
	summary: "List the tools for agents in the browser",
	description: `The catalog of tools that the site's pages offer to agents through WebMCP: twelve for every visitor, six for a signed-in
browser session. The same document stands at \`/.well-known/webmcp.json\`.`,
	output: toolCatalogSchema,
	examples: { output: { catalog: TOOL_CATALOG } },
	handle: async () => answer,
});

const well: Health = {
	status: "ok",
	version: VERSION,
	methodology: METHODOLOGY,
	time: "2026-11-21T09:30:12.480Z",
	refusal: REFUSAL,
	checks: {
		store: { status: "ok", kind: "postgres" },
		log: { status: "ok", size: 1206, pending: 3 },
		schedule: { lastRun: "2026-11-21T02:00:00.000Z", nextRun: "2026-11-22T02:00:00.000Z", missed: false },
	},
};

const storeDown: Health = {
	...well,
	status: "down",
	checks: { ...well.checks, store: { status: "down", kind: "postgres" } },
};

export const HEALTH_EXAMPLES = { output: { well }, otherOutputs: { 503: { storeDown } } };

export const getHealth = defineEndpoint({
	operationId: "getHealth",
	method: "GET",
	path: "/api/health",
	tag: "Operation",
	summary: "Check service status",
	description: `Says whether the store answers, how long the log is and what waits for it, and whether the nightly rescan began. Status
503, with the same members, when the store is down: audits cannot be kept then. It is answered however often it is asked;
what it says of the store may be a second old.`,
	scope: "health:read",
	isAlwaysAnswered: true,
	output: healthSchema,
	otherOutputs: { 503: healthSchema },
	examples: HEALTH_EXAMPLES,
	async handle(_input, { app }) {
		const health = await app.health();
		return { status: health.status === "ok" ? 200 : 503, body: health };
	},
});

type WallPlace = Pick<WallEntry, "auditedAt" | "domain">;

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z0-9.-]{1,253})$/;

/** Newest first, then by name. */
function wallOrder(a: WallPlace, b: WallPlace): number {
	if (a.auditedAt !== b.auditedAt) return a.auditedAt > b.auditedAt ? -1 : 1;
	return a.domain === b.domain ? 0 : a.domain < b.domain ? -1 : 1;
}

const cursorOf = ({ auditedAt, domain }: WallPlace) => writeCursor(auditedAt, domain);

const links = createSiteLinks(EXAMPLE_SITE);

const entryOf = ({ id, receipt }: StoredReceipt, logIndex: number) => ({
	domain: receipt.domain,
	...(receipt.scores ? { overallScore: receipt.scores.overall, axes: receipt.scores.axes } : {}),
	industryPreset: receipt.preset.key,
	mode: receipt.mode,
	methodology: receipt.methodology,
	auditedAt: receipt.auditedAt,
	shareUrl: links.absolute(links.share(receipt.domain)),
	briefUrl: links.absolute(links.brief(receipt.domain)),
	receipt: { id, state: "logged" as const, logIndex },
});

export const WALL_EXAMPLES = {
	input: { nextPage: { limit: 2, cursor: cursorOf(BOOKSHOP.receipt) } },
	output: {
		firstPage: {
			ok: true,
			total: 148,
			entries: [entryOf(NEWSPAPER, 1205), entryOf(BOOKSHOP, 1204)],
			nextCursor: cursorOf(BOOKSHOP.receipt),
			refusal: REFUSAL,
		},
		nothingPublished: { ok: true, total: 0, entries: [], refusal: REFUSAL },
	},
};

export const publicWall = defineEndpoint({
	operationId: "publicWall",
	revalidates: true,
	method: "GET",
	path: "/api/v1/public/wall",
	tag: "Wall",
	summary: "Read the public wall",
	description: `The sites of the watchlist, each by its newest light audit, newest first. Sites that strangers audit are not on it.

Pages are linked by \`nextCursor\`, which stays good when audits are added. A page is at most a minute behind the published
wall.`,
	input: wallQuerySchema,
	output: wallPageSchema,
	examples: WALL_EXAMPLES,
	handle: async (query, { app }) =>
		atField("#/cursor", async () => cacheableJson(pageOf(inOrder(await app.wall()), query))),
});

/** Paging needs a total order, also for equal times. */
const inOrder = oncePer((wall: readonly WallEntry[]): readonly WallEntry[] => wall.toSorted(wallOrder));

/** @throws Failure `input-invalid` for an invalid cursor */
function pageOf(wall: readonly WallEntry[], { limit, cursor }: WallQuery): WallPage {
	const start = cursor === undefined ? 0 : firstAfter(wall, cursor);
	const entries = wall.slice(start, start + limit);
	const last = entries.at(-1);
	return {
		ok: true,
		total: wall.length,
		entries,
		...(last && start + entries.length < wall.length ? { nextCursor: cursorOf(last) } : {}),
		refusal: REFUSAL,
	};
}

function firstAfter(wall: readonly WallEntry[], cursor: string): number {
	const [auditedAt = "", domain = ""] = readCursor(cursor, PLACE);
	const place = { auditedAt, domain };
	let [low, high] = [0, wall.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		const entry = wall[middle];
		if (entry && wallOrder(entry, place) <= 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
