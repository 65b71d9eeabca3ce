import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { AuditProgress, AuditStage } from "#core/audit-result.ts";
import { Failure, type FailureCode, isFailure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import type { AuditLeases, LeaseAnswer, LeaseHolder } from "#store/audit-leases.ts";
import type { AnsweredAudit, AuditCaller, AuditJob } from "../api/live-app.ts";
import { Rejection } from "../api/problems.ts";
import { NETWORK_SHARE } from "../rate-limits/rate-limits.ts";
import { AuditSlots, networkOf, type Slot } from "./audit-slots.ts";

export interface AuditServiceOptions<Found> {
	readonly run: (job: AuditJob, options: RunOptions) => Promise<Found>;
	/** Stores the result and ends the lease in one transaction. */
	readonly keep: (found: Found, lease: LeaseHolder) => Promise<LiveAudit>;
	readonly recall: (receipt: string, auditedAt: string) => Promise<LiveAudit | undefined>;
	readonly leases: Pick<AuditLeases, "newOwner" | "acquire" | "renew" | "release">;
	readonly observer: AuditObserver;
	readonly concurrency: number;
	/** Maximum waiting audits; by default 4 per running one, at least 16. */
	readonly queueLimit?: number | undefined;
	/** Maximum wait in milliseconds; 20 s by default. */
	readonly waitMs?: number | undefined;
	/** Audits running or waiting per caller; 10 times as many per network, for all its accounts. */
	readonly callerLimit: number;
	/** Milliseconds after which to abort an audit that missed its own deadline. */
	readonly timeoutMs: (job: Pick<AuditJob, "mode" | "pages">) => number;
	/** Milliseconds for which results are cached; a minute by default. */
	readonly ttlMs?: number | undefined;
	/** Milliseconds until the lease of a dead process expires. */
	readonly leaseMs: number;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

export interface RunOptions {
	/** For fair scheduling of the work inside the audit. */
	readonly caller: string;
	/** Aborts when the last caller leaves or time is up. */
	readonly signal: AbortSignal;
	readonly onProgress: (progress: AuditProgress) => void;
}

/** No method may throw. */
export interface AuditObserver {
	answered(source: AnswerSource): void;
	refused(code: RefusalCode): void;
	ended(job: AuditJob, end: AuditEnd): void;
	/** An error that no caller receives. */
	fault(error: unknown): void;
}

/** This process's cache, an audit in flight, another process's audit, or a new one. */
export type AnswerSource = "memory" | "shared" | "store" | "made";

export type RefusalCode = "overloaded" | "shutting-down";

/** `ms` excludes the wait; `requestId` is the request that began it. */
export type AuditEnd = { readonly ms: number; readonly requestId?: string } & (
	| { readonly audit: LiveAudit }
	| { readonly error: unknown }
);

/** For counters and log lines. */
export type AuditOutcome = "scored" | FailureCode | "cancelled" | "internal-error";

export function outcomeOf(end: AuditEnd): AuditOutcome {
	if ("audit" in end) return end.audit.stored.receipt.failure?.code ?? "scored";
	if (isFailure(end.error)) return end.error.code;
	return end.error instanceof DOMException && end.error.name === "AbortError" ? "cancelled" : "internal-error";
}

const RELEASE_MS = 3_000;
/** Milliseconds between attempts while another process holds the lease. */
const RETRY_MS = { least: 150, most: 400 };
/** Per lease duration, so that one may fail. */
const RENEWALS = 3;

export class AuditService<Found> {
	readonly #options: AuditServiceOptions<Found>;
	readonly #now: () => number;
	readonly #ttlMs: number;
	readonly #capacity: number;
	readonly #cache: ResultCache;
	readonly #slots: AuditSlots;
	readonly #places = new Places();
	readonly #underWay = new Map<string, AuditUnderWay>();
	/** Audits in flight, including abandoned ones. */
	readonly #unsettled = new Set<Promise<void>>();
	readonly #waits = new Set<(why: Failure) => void>();
	/** Average of recent audits; initially the maximum for an ordinary site. */
	#paceMs = 2_000;
	#admitting = true;

	constructor(options: AuditServiceOptions<Found>) {
		const { concurrency, ttlMs = 60_000, now = Date.now, recall, observer } = options;
		this.#options = options;
		this.#now = now;
		this.#ttlMs = ttlMs;
		this.#capacity = concurrency + (options.queueLimit ?? Math.max(16, 4 * concurrency));
		this.#cache = new ResultCache({ ttlMs, recall, onFault: observer.fault, now });
		this.#slots = new AuditSlots(concurrency);
	}

	/** As `LiveApp.audit`. */
	async audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit> {
		caller.signal.throwIfAborted();
		const { observer } = this.#options;
		const key = `${depthOf(job)} ${job.target.host}`;
		const cached = this.#cache.get(key);
		if (cached) {
			observer.answered("memory");
			const { stages, ...answered } = cached;
			for (const stage of stages) caller.onStage?.(stage);
			return answered;
		}
		const underWay = this.#underWay.get(key);
		if (underWay) observer.answered("shared");
		try {
			const answer = (underWay ?? this.#admit(job, caller, key)).join(caller);
			// It may now use the turn of the caller that just joined.
			if (underWay) this.#slots.advance();
			return await answer;
		} catch (error) {
			if (!isFailure(error) || error.code !== "overloaded") throw error;
			throw new Rejection("overloaded", { headers: { "Retry-After": String(this.#secondsToWait()) }, cause: error });
		}
	}

	load(): { readonly running: number; readonly queued: number } {
		return { running: this.#slots.running, queued: this.#slots.waiting };
	}

	/** Cached results and audits in flight are still returned. */
	stopAdmitting(): void {
		this.#admitting = false;
		for (const end of [...this.#waits]) end(refusalOf("shutting-down"));
	}

	/** Waits up to `graceMs`, aborts the rest, and returns when all leases are released. */
	async drain(graceMs: number): Promise<void> {
		this.#admitting = false;
		await within(graceMs, Promise.all(this.#unsettled));
		for (const audit of this.#underWay.values()) audit.abort(refusalOf("shutting-down"));
		await within(RELEASE_MS, Promise.all([...this.#unsettled, this.#cache.settled()]));
	}

	#admit(job: AuditJob, { identity, addressKey, requestId }: AuditCaller, key: string): AuditUnderWay {
		const { observer } = this.#options;
		const hasRoom = this.#admitting && this.#underWay.size < this.#capacity;
		const leave = hasRoom ? this.#takePlaces(identity.key, addressKey, job.mode) : undefined;
		if (!leave) {
			const code = this.#admitting ? "overloaded" : "shutting-down";
			observer.refused(code);
			throw refusalOf(code);
		}
		const audit = new AuditUnderWay(job, requestId, this.#now);
		this.#underWay.set(key, audit);
		const remove = () => {
			if (this.#underWay.get(key) === audit) this.#underWay.delete(key);
		};
		const settled = audit
			.begin(() => this.#make(audit, key), remove)
			.then(() => {
				remove();
				leave();
				this.#unsettled.delete(settled);
			});
		this.#unsettled.add(settled);
		return audit;
	}

	/** Deep audits get at most half of all places, and so does each network. */
	#takePlaces(caller: string, addressKey: string, mode: AuditMode): (() => void) | undefined {
		const { callerLimit } = this.#options;
		const half = Math.ceil(this.#capacity / 2);
		return this.#places.take([
			[`caller ${caller}`, Math.min(callerLimit, half)],
			[`network ${networkOf(addressKey)}`, Math.min(callerLimit * NETWORK_SHARE, half)],
			[`mode ${mode}`, mode === "deep" ? half : this.#capacity],
		]);
	}

	async #make(audit: AuditUnderWay, key: string): Promise<AnsweredAudit> {
		const { recall, observer } = this.#options;
		for (let ttlMs = this.#ttlMs; ; ttlMs = 0) {
			const lease = await this.#acquireLease(audit, ttlMs);
			if (lease.kind === "acquired") return { audit: await this.#makeUnder(lease, audit, key) };
			const stored = await recall(lease.receipt, lease.auditedAt);
			// The result was taken down meanwhile: audit again.
			if (!stored) continue;
			audit.stages.say({ stage: "recorded" }, lease.finishedMs);
			this.#cache.set(key, stored, lease.finishedMs, audit.stages.stages);
			observer.answered("store");
			return { audit: stored, ageSeconds: wholeSeconds(this.#now() - lease.finishedMs) };
		}
	}

	/** Waits for the lease or a result younger than `ttlMs`. @throws Failure `store-unavailable`; the abort reason */
	async #acquireLease(
		{ job, stages, signal }: AuditUnderWay,
		ttlMs: number,
	): Promise<HeldLease | Extract<LeaseAnswer, { kind: "finished" }>> {
		const { leases, leaseMs, observer } = this.#options;
		const holder = { domain: job.target.host, mode: depthOf(job), owner: await leases.newOwner() };
		for (;;) {
			signal.throwIfAborted();
			const answer = await leases.acquire({ ...holder, now: this.#now(), ttlMs, leaseMs });
			if (answer.kind === "finished") return answer;
			if (answer.kind === "acquired") {
				// The next tick retries a failed renewal. At worst the site is audited twice.
				const renew = () => leases.renew(holder, { now: this.#now(), leaseMs }).catch(observer.fault);
				const lease = { kind: answer.kind, holder, renewal: setInterval(renew, leaseMs / RENEWALS).unref() };
				if (!signal.aborted) return lease;
				await this.#releaseLease(lease);
				throw signal.reason;
			}
			stages.say({ stage: "waiting" });
			await pause(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least), undefined, { signal });
		}
	}

	async #releaseLease({ holder, renewal }: HeldLease): Promise<void> {
		clearInterval(renewal);
		// If the release fails, the lease expires.
		await this.#options.leases.release(holder).catch(this.#options.observer.fault);
	}

	async #makeUnder(lease: HeldLease, audit: AuditUnderWay, key: string): Promise<LiveAudit> {
		const { observer } = this.#options;
		try {
			const made = await this.#runInTurn(audit, lease.holder);
			// An unsaved result did not end the lease.
			if (made.place.state === "unsaved") await this.#releaseLease(lease);
			else clearInterval(lease.renewal);
			this.#cache.set(key, made, this.#now(), audit.stages.stages);
			observer.answered("made");
			return made;
		} catch (error) {
			await this.#releaseLease(lease);
			if (isFailure(error) && error.code === "overloaded") observer.refused(error.code);
			throw error;
		}
	}

	/** @throws Failure `overloaded` if it began too late or timed out; the abort reason, which frees its slot at once */
	async #runInTurn({ job, callers, stages, requestId, signal }: AuditUnderWay, lease: LeaseHolder): Promise<LiveAudit> {
		const { run, keep, timeoutMs, waitMs = 20_000, observer } = this.#options;
		let slot: Slot | undefined;
		let startedMs = this.#now();
		const end = () => ({ ms: this.#now() - startedMs, requestId });
		try {
			const onWait = () => stages.say({ stage: "waiting" });
			slot = await runWithin((ending) => this.#slots.acquire({ mode: job.mode, callers, onWait }, ending), {
				signal,
				ms: waitMs,
				late: refusalOf("overloaded"),
				ends: this.#waits,
			});
			startedMs = this.#now();
			const caller = networkOf(slot.caller);
			const found = await runWithin(
				(ending) => run(job, { caller, signal: ending, onProgress: (progress) => stages.say(progress) }),
				{ signal, ms: timeoutMs(job), late: overdue(job) },
			);
			const kept = await keep(found, lease);
			if (kept.place.state !== "unsaved") stages.say({ stage: "recorded" });
			observer.ended(job, { ...end(), audit: kept });
			return kept;
		} catch (error) {
			const isRefused = slot === undefined && error instanceof Failure;
			if (!isRefused) observer.ended(job, { ...end(), error });
			throw error;
		} finally {
			if (slot) this.#paceMs += (this.#now() - startedMs - this.#paceMs) / 8;
			slot?.release();
		}
	}

	/** Estimated seconds until a slot is free; 1 to 60. */
	#secondsToWait(): number {
		const rounds = Math.max(1, (this.#slots.waiting + 1) / this.#options.concurrency);
		return Math.min(Math.max(Math.ceil((rounds * this.#paceMs) / 1000), 1), 60);
	}
}

/** An owner's audit of more pages and one of the default number are not interchangeable. */
function depthOf({ mode, pages }: AuditJob): string {
	return pages === undefined ? mode : `${mode} ${pages}`;
}

/** Renewed until the interval is cleared. */
interface HeldLease {
	readonly kind: "acquired";
	readonly holder: LeaseHolder;
	readonly renewal: NodeJS.Timeout;
}

interface WorkBounds {
	readonly signal: AbortSignal;
	/** Timeout in milliseconds, after which the work fails with `late`. */
	readonly ms: number;
	readonly late: Failure;
	readonly ends?: Set<(why: Failure) => void>;
}

/** Settles within the bounds, even if the work ignores its signal. */
async function runWithin<T>(work: (signal: AbortSignal) => Promise<T>, bounds: WorkBounds): Promise<T> {
	const { signal, ms, late, ends } = bounds;
	signal.throwIfAborted();
	const ending = new AbortController();
	const ended = Promise.withResolvers<never>();
	const end = (why: unknown) => {
		ended.reject(why);
		ending.abort(why);
	};
	const leave = () => end(signal.reason);
	signal.addEventListener("abort", leave, { once: true });
	const timer = setTimeout(end, ms, late);
	ends?.add(end);
	try {
		return await Promise.race([work(ending.signal), ended.promise]);
	} finally {
		clearTimeout(timer);
		ends?.delete(end);
		signal.removeEventListener("abort", leave);
	}
}

/** @throws whatever the work throws in that time */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
	const over = Promise.withResolvers<void>();
	const timer = setTimeout(over.resolve, ms);
	try {
		await Promise.race([work, over.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Unfinished audits by caller, so that none exhausts the capacity. */
class Places {
	readonly #taken = new Map<string, number>();

	/** Takes one place of each kind, or none. @returns releases them; call it once */
	take(kinds: readonly (readonly [kind: string, most: number])[]): (() => void) | undefined {
		if (kinds.some(([kind, most]) => (this.#taken.get(kind) ?? 0) >= most)) return undefined;
		for (const [kind] of kinds) this.#taken.set(kind, (this.#taken.get(kind) ?? 0) + 1);
		return () => {
			for (const [kind] of kinds) {
				const left = (this.#taken.get(kind) ?? 0) - 1;
				if (left > 0) this.#taken.set(kind, left);
				else this.#taken.delete(kind);
			}
		};
	}
}

interface CachedResult {
	audit: LiveAudit;
	readonly stages: readonly AuditStage[];
	readonly endedMs: number;
	readMs: number;
}

export interface ResultCacheOptions {
	readonly ttlMs: number;
	/** 200 by default. */
	readonly max?: number;
	readonly recall: AuditServiceOptions<unknown>["recall"];
	readonly onFault: (error: unknown) => void;
	readonly now: () => number;
}

/** Milliseconds before a failed audit is retried, so as not to hammer a host that is down. */
const UNSAVED_TTL_MS = 10_000;
/** A sealed receipt shows as logged within this time. */
const REREAD_MS = 5_000;

export class ResultCache {
	readonly #options: ResultCacheOptions;
	readonly #results: LRUCache<string, CachedResult>;
	readonly #rereads = new Set<Promise<void>>();

	constructor(options: ResultCacheOptions) {
		this.#options = options;
		this.#results = new LRUCache({ max: options.max ?? 200 });
	}

	/** If the result was pending, rereads it for the next callers. */
	get(key: string): (Required<AnsweredAudit> & Pick<CachedResult, "stages">) | undefined {
		const { ttlMs, onFault, now } = this.#options;
		const result = this.#results.get(key);
		if (!result) return undefined;
		const ageMs = now() - result.endedMs;
		const lifeMs = result.audit.place.state === "unsaved" ? Math.min(ttlMs, UNSAVED_TTL_MS) : ttlMs;
		// Negative if another machine's clock is ahead. After a clock is set far back, lru-cache's `ttl` would keep it.
		if (ageMs >= lifeMs || ageMs < -lifeMs) {
			this.#results.delete(key);
			return undefined;
		}
		const { audit, stages } = result;
		if (audit.place.state === "pending" && now() - result.readMs >= REREAD_MS) {
			result.readMs = now();
			const reading = this.#reread(key, result)
				.catch(onFault)
				.finally(() => this.#rereads.delete(reading));
			this.#rereads.add(reading);
		}
		return { audit, stages, ageSeconds: wholeSeconds(ageMs) };
	}

	/** @param endedMs milliseconds since 1970 */
	set(key: string, audit: LiveAudit, endedMs: number, stages: readonly AuditStage[] = []): void {
		this.#results.set(key, { audit, stages, endedMs, readMs: endedMs });
	}

	async settled(): Promise<void> {
		await Promise.all(this.#rereads);
	}

	async #reread(key: string, result: CachedResult): Promise<void> {
		const { audit } = result;
		const kept = await this.#options.recall(audit.stored.id, audit.auditedAt);
		if (this.#results.peek(key) !== result) return;
		// The receipt is gone: audit again.
		if (!kept) this.#results.delete(key);
		else if (kept.place.state !== audit.place.state) result.audit = { ...audit, place: kept.place };
	}
}

/** Never below 0: another machine's clock may be ahead. */
function wholeSeconds(ms: number): number {
	return Math.max(0, Math.floor(ms / 1000));
}

/** Auditors have their own deadline. If one is late, we were too slow, which says nothing about the site. */
function overdue({ target }: AuditJob): Failure {
	return new Failure("overloaded", {
		what: `The audit of ${target.host} was stopped.`,
		why: "This server could not finish it in time.",
		todo: "Try again in a minute. If it happens again, tell this server's operator.",
	});
}

const REFUSALS = {
	overloaded: {
		what: "This server cannot accept more audits at the moment.",
		why: "All slots are in use, and the queue is full.",
		todo: "Try again in 30 seconds.",
	},
	"shutting-down": {
		what: "This server is shutting down.",
		why: "It accepts no new audits.",
		todo: "Try again in a moment.",
	},
} as const;

function refusalOf(code: RefusalCode): Failure {
	return new Failure(code, REFUSALS[code]);
}

/** Milliseconds that an audit outlives its last follower, who may be reconnecting. */
export const LINGER_MS = 15_000;

/** `recorded` if the result was stored. */
type StageSaid = AuditProgress | { readonly stage: "waiting" | "recorded" };

/** Shared by concurrent callers; aborts when the last one leaves. */
class AuditUnderWay {
	readonly job: AuditJob;
	readonly requestId: string;
	/** Number of callers by address. They come and go while it waits and runs. */
	readonly callers = new Map<string, number>();
	readonly stages: StageLog;
	readonly #ending = new AbortController();
	readonly #aborted = Promise.withResolvers<never>();
	#answer: Promise<AnsweredAudit> = this.#aborted.promise;
	#onAbandoned = () => {};

	/** @param now milliseconds since 1970 */
	constructor(job: AuditJob, requestId: string, now: () => number) {
		this.job = job;
		this.requestId = requestId;
		this.stages = new StageLog(job, now);
	}

	/** Aborts when the last caller leaves or the process ends. */
	get signal(): AbortSignal {
		return this.#ending.signal;
	}

	/** @param onAbandoned called before the signal aborts @returns fulfilled when the work ends, even by abort */
	begin(work: () => Promise<AnsweredAudit>, onAbandoned: () => void): Promise<void> {
		this.#onAbandoned = onAbandoned;
		const working = work();
		this.#answer = Promise.race([working, this.#aborted.promise]);
		// `join` passes the error to callers. Without callers it must not be an unhandled rejection.
		this.#answer.catch(() => {});
		return working.then(
			() => {},
			() => {},
		);
	}

	/** @throws what the work throws; the reason of the caller's signal */
	async join({ addressKey: key, signal, onStage }: AuditCaller): Promise<AnsweredAudit> {
		signal.throwIfAborted();
		this.callers.set(key, (this.callers.get(key) ?? 0) + 1);
		const left = Promise.withResolvers<never>();
		const leave = () => {
			left.reject(signal.reason);
			// A follower may be reconnecting.
			if (onStage) setTimeout(() => this.#leave(key), LINGER_MS).unref();
			else this.#leave(key);
		};
		signal.addEventListener("abort", leave, { once: true });
		const unfollow = onStage && this.stages.follow(onStage);
		try {
			return await Promise.race([this.#answer, left.promise]);
		} finally {
			signal.removeEventListener("abort", leave);
			unfollow?.();
		}
	}

	/** Rejects callers with the reason at once. */
	abort(reason: unknown): void {
		this.#aborted.reject(reason);
		// The work sees a cancellation, not a failure to report.
		this.#ending.abort(new DOMException("The work was ended.", "AbortError"));
	}

	#leave(key: string): void {
		const left = (this.callers.get(key) ?? 0) - 1;
		if (left > 0) this.callers.set(key, left);
		else this.callers.delete(key);
		if (this.callers.size > 0) return;
		this.#onAbandoned();
		this.abort(new DOMException("No caller is left.", "AbortError"));
	}
}

/** Minimum milliseconds between progress reports to followers. */
const ANSWERS_MS = 250;

/** Has one stage per step of the audit, with the number of responses so far. */
export class StageLog {
	readonly #stages: AuditStage[] = [];
	readonly #followers = new Set<(stage: AuditStage) => void>();
	readonly #now: () => number;
	#saidMs = 0;

	constructor({ target, mode }: AuditJob, now: () => number) {
		this.#now = now;
		this.#stages.push({ stage: "requested", at: timeOf(now()), domain: target.host, mode });
	}

	get stages(): readonly AuditStage[] {
		return this.#stages;
	}

	say(stage: StageSaid, nowMs = this.#now()): void {
		const last = this.#stages.at(-1);
		if (last?.stage !== stage.stage || !isSame(last, stage)) {
			this.#stages.push({ ...stage, at: timeOf(nowMs) });
		} else {
			if (stage.stage !== "collecting") return;
			this.#stages[this.#stages.length - 1] = { ...stage, at: last.at };
			if (nowMs - this.#saidMs < ANSWERS_MS) return;
		}
		this.#saidMs = nowMs;
		const said = this.#stages.at(-1);
		if (said) for (const hear of this.#followers) hear(said);
	}

	/** Replays past stages first. @returns stops following */
	follow(hear: (stage: AuditStage) => void): () => void {
		for (const stage of this.#stages) hear(stage);
		this.#followers.add(hear);
		return () => void this.#followers.delete(hear);
	}
}

function isSame(last: AuditStage, stage: StageSaid): boolean {
	return last.stage !== "collecting" || stage.stage !== "collecting" || last.what === stage.what;
}

function timeOf(ms: number): string {
	return new Date(ms).toISOString();
}
