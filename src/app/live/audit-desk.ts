import { setTimeout as pause } from "node:timers/promises";
import type { AnsweredAudit, LiveAudit } from "#api/live-app.ts";
import { type AuditEnd, type AuditQueueOptions, createAuditQueue } from "./audit-queue.ts";
import { createFreshResults } from "./fresh-results.ts";
import { type AuditTarget, type ClaimOrder, type HeldClaim, holdClaim } from "./held-claim.ts";
import { SharedWork } from "./shared-work.ts";
import { turnedAway } from "./turned-away.ts";

/** Where an answer came from: this process's memory, an audit under way, another process's, or one of its own. */
export type AnswerWay = "memory" | "shared" | "store" | "made";

/** What an onlooker hears; must not throw. */
export interface DeskWatch {
	answered(way: AnswerWay): void;
	/** A new audit was turned away. */
	refused(code: "overloaded" | "shutting-down"): void;
	/** An audit of this process ended. */
	ended(target: AuditTarget, end: AuditEnd): void;
	/** Something went wrong that nobody waits for. */
	fault(error: unknown): void;
}

export interface DeskOptions<Found> extends Omit<AuditQueueOptions<Found>, "onEnd" | "now"> {
	/** What another process has kept; undefined where it is gone since. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	readonly claims: ClaimOrder["claims"];
	readonly watch: DeskWatch;
	/** Audits that may wait for their turn: four for each that may run unless told, 16 at least. */
	readonly queueLimit?: number | undefined;
	/** How long a result is given again, milliseconds; a minute unless told. */
	readonly freshMs?: number | undefined;
	/** A claim of a process that is gone may be taken over after so many milliseconds. */
	readonly leaseMs: number;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface AuditDesk {
	/** As `LiveApp.audit`, for a target that was read. */
	audit(target: AuditTarget, signal: AbortSignal): Promise<AnsweredAudit>;
	/** Audits that run just now, and that wait for their turn. */
	load(): { readonly running: number; readonly queued: number };
	/** From now on only what is known or under way is given. */
	stopTaking(): void;
	/** Waits for audits under way, at most so long, then ends the rest. Returns when all claims are let go of. */
	drain(graceMs: number): Promise<void>;
}

/** Results of the last minute that are kept in memory. */
const REMEMBERED = 200;
/** How long audits that were ended may take to let go of their claims. */
const LETTING_GO_MS = 3_000;

/** Takes in audits: one for all who ask for the same at the same time, no more at once than the process can carry. */
export function createAuditDesk<Found>(options: DeskOptions<Found>): AuditDesk {
	const { watch, concurrency, freshMs = 60_000, now = Date.now } = options;
	const places = concurrency + (options.queueLimit ?? Math.max(16, 4 * concurrency));
	const fresh = createFreshResults<LiveAudit>({ freshMs, most: REMEMBERED });
	const queue = createAuditQueue<Found>({ ...options, onEnd: watch.ended, now });
	const shared = new Map<string, SharedWork<AnsweredAudit>>();
	const unsettled = new Set<Promise<void>>();
	const claimOrder: ClaimOrder = { ...options, freshMs, onFault: watch.fault, now };
	let taking = true;

	async function makeUnder(claim: HeldClaim, key: string, target: AuditTarget, signal: AbortSignal) {
		try {
			const audit = await queue.make(target, claim.holder, signal);
			claim.stop();
			fresh.put(key, audit, now());
			watch.answered("made");
			return { audit };
		} catch (error) {
			await claim.release();
			throw error;
		}
	}

	async function work(key: string, target: AuditTarget, signal: AbortSignal): Promise<AnsweredAudit> {
		for (let goodFor = freshMs; ; goodFor = 0) {
			const held = await holdClaim(target, { ...claimOrder, freshMs: goodFor }, signal);
			if (held.kind === "mine") return await makeUnder(held, key, target, signal);
			const audit = await options.recall(held.receipt, held.auditedAt);
			// What was found a moment ago may have been taken down since; then it is to be looked at anew.
			if (!audit) continue;
			fresh.put(key, audit, held.finishedMs);
			watch.answered("store");
			return { audit, ageSeconds: wholeSeconds(now() - held.finishedMs) };
		}
	}

	function start(key: string, target: AuditTarget): SharedWork<AnsweredAudit> {
		const code = taking ? "overloaded" : "shutting-down";
		if (!taking || shared.size >= places) {
			watch.refused(code);
			throw turnedAway(code);
		}
		const forget = () => {
			if (shared.get(key) === begun) shared.delete(key);
		};
		const begun = new SharedWork((signal) => work(key, target, signal), forget);
		shared.set(key, begun);
		const settled = begun.settled.then(() => {
			forget();
			unsettled.delete(settled);
		});
		unsettled.add(settled);
		return begun;
	}

	return {
		async audit(target, signal) {
			signal.throwIfAborted();
			const key = `${target.mode} ${target.domain}`;
			const known = fresh.get(key, now());
			const running = shared.get(key);
			if (known) watch.answered("memory");
			else if (running) watch.answered("shared");
			if (known) return { audit: known.value, ageSeconds: wholeSeconds(known.ageMs) };
			return (running ?? start(key, target)).join(signal);
		},
		load: () => ({ running: queue.running, queued: queue.waiting }),
		stopTaking() {
			taking = false;
		},
		async drain(graceMs) {
			taking = false;
			await within(graceMs, unsettled);
			for (const one of shared.values()) one.end(turnedAway("shutting-down"));
			await within(LETTING_GO_MS, unsettled);
		},
	};
}

/** Waits for all of them, at most so long. */
async function within(ms: number, all: Iterable<Promise<void>>): Promise<void> {
	const over = new AbortController();
	await Promise.race([
		Promise.all(all),
		// Ended when there is nothing left to wait for.
		pause(ms, undefined, { signal: over.signal }).catch(() => {}),
	]);
	over.abort();
}

function wholeSeconds(ms: number): number {
	return Math.max(0, Math.floor(ms / 1000));
}
