import type { AuditStage } from "#core/audit-result.ts";
import type { AuditJob } from "../api/live-app.ts";
import type { QueueStage } from "./audit-queue.ts";

/** Who follows an audit hears of further answers of the site this often at most, milliseconds. */
const ANSWERS_MS = 250;

type Hear = (stage: AuditStage) => void;

/**
 * How far one audit has come, for all who wait for it: who comes late hears what was before. It stays short: of what is
 * looked at one stage is kept, with the answers so far.
 */
export class StageLog {
	readonly #stages: AuditStage[] = [];
	readonly #followers = new Set<Hear>();
	readonly #now: () => number;
	#saidMs = 0;

	/** @param now milliseconds since 1970 */
	constructor({ target, mode }: AuditJob, now: () => number) {
		this.#now = now;
		this.#stages.push({ stage: "requested", at: timeOf(now()), domain: target.host, mode });
	}

	/** What was so far. */
	get stages(): readonly AuditStage[] {
		return this.#stages;
	}

	/** @param nowMs when it began; now by default */
	say(stage: QueueStage, nowMs = this.#now()): void {
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

	/** @returns ends it */
	follow(hear: Hear): () => void {
		for (const stage of this.#stages) hear(stage);
		this.#followers.add(hear);
		return () => void this.#followers.delete(hear);
	}
}

function isSame(last: AuditStage, stage: QueueStage): boolean {
	return last.stage !== "collecting" || stage.stage !== "collecting" || last.what === stage.what;
}

function timeOf(ms: number): string {
	return new Date(ms).toISOString();
}
