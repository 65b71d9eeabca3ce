import type { AuditProgress, AuditStage } from "#core/audit-result.ts";
import type { AnsweredAudit, AuditCaller, AuditJob } from "../api/live-app.ts";

/** An audit that is followed goes on for so long after it lost its last follower, who may be reconnecting. */
export const LINGER_MS = 15_000;

/** How far an audit has come; `recorded` where something was kept. */
export type StageSaid = AuditProgress | { readonly stage: "waiting" | "recorded" };

/** One audit for all who ask for the same at the same time. When the last of them has left, it is aborted. */
export class AuditUnderWay {
	readonly job: AuditJob;
	/** Of the request that began it. */
	readonly requestId: string;
	/** How often each caller has joined, by key; callers come and go while it waits and runs. */
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

	/** Aborts when nobody waits any more, or the process is ending. */
	get signal(): AbortSignal {
		return this.#ending.signal;
	}

	/**
	 * Begins the work.
	 * @param onAbandoned called when the last caller has left, before the signal aborts
	 * @returns fulfilled when the work has ended, also where it was aborted
	 */
	begin(work: () => Promise<AnsweredAudit>, onAbandoned: () => void): Promise<void> {
		this.#onAbandoned = onAbandoned;
		const working = work();
		this.#answer = Promise.race([working, this.#aborted.promise]);
		// Callers get the error from `join`; without callers it is no unhandled rejection.
		this.#answer.catch(() => {});
		return working.then(
			() => {},
			() => {},
		);
	}

	/** @throws what the work throws; the reason of the caller's signal when it aborts */
	async join({ identity: { key }, signal, onStage }: AuditCaller): Promise<AnsweredAudit> {
		signal.throwIfAborted();
		this.callers.set(key, (this.callers.get(key) ?? 0) + 1);
		const left = Promise.withResolvers<never>();
		const leave = () => {
			left.reject(signal.reason);
			// Whoever follows the stages may only have lost the connection.
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

	/** Callers get the reason at once. */
	abort(reason: unknown): void {
		this.#aborted.reject(reason);
		// The work sees a cancellation, not a failure that it might report.
		this.#ending.abort(new DOMException("The work was ended.", "AbortError"));
	}

	#leave(key: string): void {
		const left = (this.callers.get(key) ?? 0) - 1;
		if (left > 0) this.callers.set(key, left);
		else this.callers.delete(key);
		if (this.callers.size > 0) return;
		this.#onAbandoned();
		this.abort(new DOMException("Nobody waits for it any more.", "AbortError"));
	}
}

/** Followers hear of further answers of the site this often at most, milliseconds. */
const ANSWERS_MS = 250;

/** How far one audit has come. It stays short: for each thing that is looked at it keeps one stage, with the answers so far. */
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

	/** @param nowMs when it began; now by default */
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

	/**
	 * Tells what was so far, and then what happens.
	 * @returns ends it
	 */
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
