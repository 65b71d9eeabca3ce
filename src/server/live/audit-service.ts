import { setTimeout as pause } from "node:timers/promises";
import type { AnsweredAudit, Asker, LiveAudit } from "../api/live-app.ts";
import type { DeskWatch } from "./audit-events.ts";
import type { AuditTarget, ClaimOrder } from "./audit-lease.ts";
import { type AuditQueueOptions, createAuditQueue, turnedAway } from "./audit-queue.ts";
import { CallerPlaces } from "./caller-places.ts";
import { createClaimedAudit, type DeskWork } from "./claimed-audit.ts";
import { createRememberedAudits } from "./result-cache.ts";
import { SharedWork } from "./single-flight.ts";
import { wholeSeconds } from "./whole-seconds.ts";

export interface DeskOptions<Found> extends Omit<AuditQueueOptions<Found>, "onEnd" | "now" | "waitMs"> {
	/** What another process has kept; undefined where it is gone since. */
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	readonly claims: ClaimOrder["claims"];
	readonly watch: DeskWatch;
	/** Audits that may wait for their turn: four for each that may run unless told, 16 at least. */
	readonly queueLimit?: number | undefined;
	/** How long one may wait for its turn, milliseconds; 20 s unless told. */
	readonly waitMs?: number | undefined;
	/** Audits that one caller may have under way or waiting. */
	readonly callerPlaces: number;
	/** How long a result is given again, milliseconds; a minute unless told. */
	readonly freshMs?: number | undefined;
	/** A claim of a process that is gone may be taken over after so many milliseconds. */
	readonly leaseMs: number;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface AuditDesk {
	/** As `LiveApp.audit`, for a target that was read. What is known or under way is given to any number of askers. */
	audit(target: AuditTarget, asker: Asker): Promise<AnsweredAudit>;
	/** Audits that run just now, and that wait for their turn. */
	load(): { readonly running: number; readonly queued: number };
	/** From now on only what is known or under way is given. */
	stopTaking(): void;
	/** Waits for audits under way, at most so long, then ends the rest. Returns when all claims are let go of. */
	drain(graceMs: number): Promise<void>;
}

const WAIT_MS = 20_000;
/** How long audits that were ended may take to let go of their claims. */
const LETTING_GO_MS = 3_000;

/** Takes in audits: one for all who ask for the same at the same time, no more at once than the process can carry. */
export function createAuditDesk<Found>(options: DeskOptions<Found>): AuditDesk {
	const { watch, concurrency, freshMs = 60_000, waitMs = WAIT_MS, now = Date.now } = options;
	const places = concurrency + (options.queueLimit ?? Math.max(16, 4 * concurrency));
	const remembered = createRememberedAudits({ freshMs, recall: options.recall, onFault: watch.fault, now });
	const queue = createAuditQueue<Found>({ ...options, waitMs, onEnd: watch.ended, now });
	const callers = new CallerPlaces(options.callerPlaces);
	const shared = new Map<string, SharedWork<AnsweredAudit>>();
	const unsettled = new Set<Promise<void>>();
	const claims: ClaimOrder = { ...options, freshMs, onFault: watch.fault, now };
	const work = createClaimedAudit({ ...options, queue, claims, remembered });
	let taking = true;

	function start(order: DeskWork, caller: string): SharedWork<AnsweredAudit> {
		const { key } = order;
		const code = taking ? "overloaded" : "shutting-down";
		if (!taking || shared.size >= places || !callers.hasRoom(caller)) {
			watch.refused(code);
			throw turnedAway(code);
		}
		const leave = callers.take(caller);
		const forget = () => {
			if (shared.get(key) === begun) shared.delete(key);
		};
		const begun = new SharedWork((signal) => work(order, signal), forget);
		shared.set(key, begun);
		const settled = begun.settled.then(() => {
			forget();
			leave();
			unsettled.delete(settled);
		});
		unsettled.add(settled);
		return begun;
	}

	return {
		async audit(target, { identity, requestId, signal }) {
			signal.throwIfAborted();
			const key = `${target.mode} ${target.domain}`;
			const known = remembered.get(key);
			const running = shared.get(key);
			if (known) watch.answered("memory");
			else if (running) watch.answered("shared");
			if (known) return { audit: known.audit, ageSeconds: wholeSeconds(known.ageMs) };
			return (running ?? start({ key, target, requestId }, identity.key)).join(signal);
		},
		load: () => ({ running: queue.running, queued: queue.waiting }),
		stopTaking() {
			taking = false;
			queue.turnAway(turnedAway("shutting-down"));
		},
		async drain(graceMs) {
			taking = false;
			await within(graceMs, unsettled);
			for (const one of shared.values()) one.end(turnedAway("shutting-down"));
			await within(LETTING_GO_MS, [...unsettled, remembered.settled()]);
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
