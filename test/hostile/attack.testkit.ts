/** One address attacks a server while others go on using it. Never shipped. */

import { setTimeout as pause } from "node:timers/promises";
import { inRepository, type Started } from "../e2e/process.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { numbered, page } from "./hostile-site.testkit.ts";
import type { ProvingGround } from "./proving-ground.testkit.ts";

/** A bystander's request. */
export interface Errand {
	readonly what: string;
	/** Why the response was wrong; undefined if it was right. */
	readonly wrong: string | undefined;
}

const ATTACKER = "127.66.0.1";
const AUDIT = "/api/v1/public/audit";
/** Milliseconds from one bystander's arrival to the next. */
const GAP_MS = 100;

const goodHost = (at: number) => `good-${at}.example.com`;
const GOOD = page('<p><a href="/more/">More of it</a></p>');

/** Sites for so many bystanders, and those that the attack makes use of. */
export function attackHosts(bystanders: number): Record<string, InternetHost> {
	const good = Array.from({ length: bystanders + 1 }, (_, at): [string, InternetHost] => [
		goodHost(at),
		{ paths: { "/": GOOD, "/more/": GOOD } },
	]);
	const links = numbered(1_000, (at) => `<a href="/p${at}">Page ${at}</a> `);
	return {
		...Object.fromEntries(good),
		"*.silent.example.com": { names: "silent" },
		"*.slow.example.com": { paths: { "*": { delayMs: 600_000 } } },
		"*.links.example.com": { paths: { "/robots.txt": { status: 404 }, "*": { delayMs: 200, body: page(links) } } },
	};
}

/** @param ways of the attacker, joined by commas; all of them by default */
export async function attack(ground: ProvingGround, ways = ""): Promise<Started> {
	const { origin } = ground.server;
	const { hostname, port } = new URL(origin);
	const prefix = ground.base.slice(origin.length);
	const script = inRepository("test/hostile/attacker.testkit.ts");
	const started = ground.internet.start([process.execPath, script, hostname, port, prefix, ATTACKER, ways]);
	// Until the attack has taken all it can.
	await pause(1_000);
	return started;
}

/** Each from an address of its own: an audit of a good site, its health, a page, the receipt's page. */
export async function sendBystanders(ground: ProvingGround, count: number, score: number): Promise<Errand[]> {
	const errands = Array.from({ length: count }, async (_, at) => {
		await pause(at * GAP_MS);
		return bystand(ground, `127.2.${at >> 8}.${at & 255}`, goodHost(at + 1), score);
	});
	return (await Promise.all(errands)).flat();
}

async function bystand(ground: ProvingGround, from: string, domain: string, score: number): Promise<Errand[]> {
	const plain = (path: string) =>
		errand(path, async () => {
			const answer = await ground.ask(from, path);
			const text = await answer.text();
			return answer.status === 200 && text.length > 0 ? undefined : `${answer.status}`;
		});
	const audited = errand(AUDIT, async () => {
		const answer = await askAudit(ground, from, domain);
		return answer.score === score ? undefined : JSON.stringify(answer).slice(0, 300);
	});
	return [await plain("/api/health"), await plain("/"), await audited, await plain("/openapi.json")];
}

/** Of a result, a failure or a refusal. */
interface AuditAnswer {
	readonly overallScore?: number;
	readonly code?: string;
	readonly error?: string;
}

export async function askAudit(ground: ProvingGround, from: string, domain: string) {
	const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ domain }) };
	const answer = await ground.ask(from, AUDIT, init);
	const { overallScore, code, error } = (await answer.json()) as AuditAnswer;
	return { status: answer.status, score: overallScore, code, error };
}

async function errand(what: string, work: () => Promise<string | undefined>): Promise<Errand> {
	const wrong = await work().catch((error: unknown) =>
		error instanceof Error ? String(error.cause ?? error) : "failed",
	);
	return { what, wrong };
}

export const baseline = (ground: ProvingGround) => askAudit(ground, "127.2.255.1", goodHost(0));
