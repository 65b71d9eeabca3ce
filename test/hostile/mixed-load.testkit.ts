/** What a public installation meets all day: readers, programs, people, audits, nights, mistakes, and clients that leave. */

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Stage } from "../e2e/people-stage.testkit.ts";
import { signInAs } from "../e2e/people-visitor.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import { attackHosts } from "./attack.testkit.ts";
import { hostOf, LISTED_SITES } from "./catalogue.testkit.ts";
import { hostileHosts } from "./hostile-answers.testkit.ts";
import { HEAP, type ProvingGround } from "./proving-ground.testkit.ts";

const GOOD_SITES = 50;
const JSON_TYPE = { "content-type": "application/json" };

export const MIXED_LOAD_HOSTS = { ...hostileHosts(LISTED_SITES), ...attackHosts(GOOD_SITES) };

const STATIC = [
	"/",
	"/api/docs/",
	"/methodology/",
	"/openapi.json",
	"/favicon.svg",
	"/no-such-page",
	"/robots.txt",
	"/api/health",
];
const BAD: readonly (readonly [
	path: string,
	init: { method: string; headers?: Record<string, string>; body?: string },
])[] = [
	["/api/v1/public/audit", { method: "POST", headers: JSON_TYPE, body: "{" }],
	[
		"/api/v1/public/audit",
		{ method: "POST", headers: JSON_TYPE, body: JSON.stringify({ domain: "http://127.0.0.1/" }) },
	],
	["/api/v1/public/audit", { method: "POST", headers: JSON_TYPE, body: "x".repeat(100_000) }],
	["/api/v1/public/audit", { method: "DELETE" }],
	["/api/v1/public/brief", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }],
	["/%c0%ae%c0%ae/etc/passwd", { method: "GET" }],
];

/** Counts of what was asked, by kind and answer. */
export type Tally = Map<string, number>;

export type Door = Pick<Stage, "home" | "mail">;

/** Asks until the signal says that it is over; a few callers of each kind, each from addresses of its own. */
export async function mixedLoad(ground: ProvingGround, door: Door, over: AbortSignal): Promise<Tally> {
	const tally: Tally = new Map();
	const kinds = [
		...[readStatic, readStatic, auditGood, auditHostile, auditHostile, auditDeep],
		...[askBadly, leaveEarly, leaveEarly, leaveStream, callTools, useAccount, rescanList],
	];
	await Promise.all(
		kinds.map(async (kind, lane) => {
			for (let turn = 0; !over.aborted; turn++) {
				const from = `127.${10 + lane}.${(turn >> 8) & 255}.${turn & 255}`;
				const outcome = await kind({ ground, door, from, turn }).catch(() => "no answer");
				const key = `${kind.name} ${outcome}`;
				tally.set(key, (tally.get(key) ?? 0) + 1);
				await pause(20);
			}
		}),
	);
	return tally;
}

interface Turn {
	readonly ground: ProvingGround;
	/** For people: the site's address as browsers know it, and where its mail arrives. */
	readonly door: Door;
	readonly from: string;
	readonly turn: number;
}

async function readStatic({ ground, from, turn }: Turn): Promise<number> {
	const answer = await ground.ask(from, STATIC[turn % STATIC.length] ?? "/");
	await answer.arrayBuffer();
	return answer.status;
}

async function audit({ ground, from }: Turn, domain: string, mode = "light"): Promise<number> {
	const body = JSON.stringify({ domain, mode });
	const answer = await ground.ask(from, "/api/v1/public/audit", { method: "POST", headers: JSON_TYPE, body });
	const { briefUrl } = (await answer.json()) as { briefUrl?: string };
	if (briefUrl === undefined) return answer.status;
	const shown = await ground.ask(from, new URL(briefUrl).pathname);
	await shown.arrayBuffer();
	return answer.status;
}

const auditGood = (turn: Turn) => audit(turn, `good-${turn.turn % GOOD_SITES}.example.com`);

/** In another order each time round, since which audits meet matters. */
function auditHostile(turn: Turn): Promise<number> {
	const each = LISTED_SITES[(turn.turn * 37) % LISTED_SITES.length];
	return each ? audit(turn, hostOf(each), each.mode) : Promise.resolve(0);
}

const auditDeep = (turn: Turn) => audit(turn, `good-${turn.turn % GOOD_SITES}.example.com`, "deep");

/** Reads the first event of an audit; every second reader leaves then, and the audit goes on without it. */
async function leaveStream({ ground, from, turn }: Turn): Promise<string> {
	const body = JSON.stringify({ domain: `good-${(turn * 7) % GOOD_SITES}.example.com`, mode: "deep" });
	const headers = { ...JSON_TYPE, accept: "text/event-stream" };
	const answer = await ground.ask(from, "/api/v1/public/audit", { method: "POST", headers, body });
	const reader = answer.body?.getReader();
	await reader?.read();
	if (turn % 2 === 0) {
		await reader?.cancel();
		return "left";
	}
	while (!(await reader?.read())?.done);
	return String(answer.status);
}

const TOOL_CALLS: readonly (readonly [name: string, input: (domain: string) => Record<string, unknown>])[] = [
	["audit_domain", (domain) => ({ domain })],
	["next_fix", (domain) => ({ domain })],
	["compare_domains", (domain) => ({ domainA: domain, domainB: "good-0.example.com" })],
	["explain", () => ({ check: "noindex" })],
	["no_such_tool", () => ({})],
];

/** Every other client has a session of its own, as of 2025; the others have none, as of 2026. */
async function callTools({ ground, from, turn }: Turn): Promise<string> {
	const fetch = (url: string | URL, { headers, ...init }: RequestInit = {}) =>
		ground.ask(from, new URL(url).pathname, { ...init, headers: Object.fromEntries(new Headers(headers)) } as never);
	const mode = turn % 2 === 0 ? "legacy" : "auto";
	const client = new Client({ name: "soak", version: "1" }, { versionNegotiation: { mode } });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${ground.base}/mcp`), { fetch: fetch as never }));
	const [name, input] = TOOL_CALLS[turn % TOOL_CALLS.length] as (typeof TOOL_CALLS)[number];
	const call = { name, arguments: input(`good-${turn % GOOD_SITES}.example.com`) };
	const answer = await client.callTool(call).finally(() => client.close());
	return answer.isError ? "error" : "result";
}

/** Signs in by mail, watches a site and has it audited, then leaves; every other account is deleted. */
async function useAccount({ door, turn }: Turn): Promise<number> {
	const email = `person-${turn % 100}@example.com`;
	const domain = `good-${(turn * 3) % GOOD_SITES}.example.com`;
	const person = await signInAs(door, email);
	await person.send("/dashboard/", "watch", { domain, mode: "light" }, { blind: true });
	await person.send("/dashboard/", "rescan", { domain }, { blind: true });
	for (const path of ["/dashboard/", `/dashboard/${domain}/`]) await person.visit(path);
	const left =
		turn % 2 === 0
			? await person.send("/account/", "sign-out")
			: await person.send("/account/", "delete", { email }, { blind: true });
	return left.path.startsWith("/sign-in/") ? left.status : 0;
}

/** A night beside the server, on its store: a list of its own, and what accounts watch. */
async function rescanList({ ground }: Turn): Promise<string> {
	const reports = await mkdtemp(join(ground.data, "reports-"));
	const entries = Array.from({ length: 20 }, (_, at) => ({ domain: `good-${at}.example.com` }));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
	const command = [process.execPath, HEAP, inRepository("src/cli/sightline.ts"), "rescan"];
	const environment = { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: ground.data };
	return `ended with ${(await ground.internet.start(command, environment).ended).code}`;
}

async function askBadly({ ground, from, turn }: Turn): Promise<number> {
	const [path = "/", init] = BAD[turn % BAD.length] ?? [];
	const answer = await ground.ask(from, path, init);
	await answer.arrayBuffer();
	return answer.status;
}

async function leaveEarly({ ground, from, turn }: Turn): Promise<string> {
	const leaving = AbortSignal.timeout(turn % 9);
	const asked = turn % 5 === 0 ? BAD[0] : undefined;
	const path = asked?.[0] ?? STATIC[turn % STATIC.length] ?? "/";
	const answer = await ground.ask(from, path, { ...asked?.[1], signal: leaving }).catch((error: unknown) => {
		if (!leaving.aborted) throw error;
	});
	await answer?.body?.cancel();
	return "left";
}
