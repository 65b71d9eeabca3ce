import type { AuditProgress, AuditStage } from "#core/audit-result.ts";
import type { AnsweredAudit, AuditCaller, AuditJob } from "../api/live-app.ts";

/** An audit outlives its last follower, who may be reconnecting, by this time. */
export const LINGER_MS = 15_000;

/** `recorded` where something was kept. */
export type StageSaid = AuditProgress | { readonly stage: "waiting" | "recorded" };

/** Concurrent callers share it; it aborts when the last one has left. */
export class AuditUnderWay {
	readonly job: AuditJob;
	readonly requestId: string;
	/** Joins by key; callers come and go while it waits and runs. */
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

	/** Aborts when the last caller left, or the process ends. */
	get signal(): AbortSignal {
		return this.#ending.signal;
	}

	/** @param onAbandoned called before the signal aborts @returns fulfilled when the work ended, even by abort */
	begin(work: () => Promise<AnsweredAudit>, onAbandoned: () => void): Promise<void> {
		this.#onAbandoned = onAbandoned;
		const working = work();
		this.#answer = Promise.race([working, this.#aborted.promise]);
		// `join` gives callers the error; without callers it must be no unhandled rejection.
		this.#answer.catch(() => {});
		return working.then(
			() => {},
			() => {},
		);
	}

	/** @throws what the work throws; the reason of the caller's signal */
	async join({ identity: { key }, signal, onStage }: AuditCaller): Promise<AnsweredAudit> {
		signal.throwIfAborted();
		this.callers.set(key, (this.callers.get(key) ?? 0) + 1);
		const left = Promise.withResolvers<never>();
		const leave = () => {
			left.reject(signal.reason);
			// A follower may only have lost the connection.
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
		// The work sees a cancellation, not a failure to report.
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

/** Between reports of further answers to followers. */
const ANSWERS_MS = 250;

/** Stays short: one stage for each thing that is looked at, with the answers so far. */
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

	/** Repeats past stages first. @returns ends it */
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
