import { CALL_TEXTS } from "#site/tools/call-texts.ts";
import { ToolFault } from "../tool-fault.ts";

/** What a call does: it waits for its turn, for the person, or for the tool. */
export type Phase = "waiting" | "asking" | "running";

/** A call's own time, and as much again for the person. Milliseconds. */
const MOST_MS = 60_000;
const CODES = { waiting: "busy", asking: "unanswered", running: "too-slow" } as const;

/** Ends a call whose time is over: a minute for its turn and its work together, and one for the person's answer. */
export class TimeLimit {
	/** Aborts with a fault when the time is over, or as the caller's does. */
	readonly signal: AbortSignal;
	readonly #over = new AbortController();
	readonly #isAudit: boolean;
	#phase: Phase = "waiting";
	#leftMs = MOST_MS;
	#since = performance.now();
	#timer: ReturnType<typeof setTimeout>;

	/** @param isAudit whether the tool audits, which may go on without it */
	constructor(given: AbortSignal | undefined, isAudit: boolean) {
		this.signal = given ? AbortSignal.any([given, this.#over.signal]) : this.#over.signal;
		this.#isAudit = isAudit;
		this.#timer = setTimeout(() => this.#end(), MOST_MS);
	}

	enter(phase: Phase): void {
		if (this.#phase !== "asking") this.#leftMs -= performance.now() - this.#since;
		this.#phase = phase;
		this.#since = performance.now();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#end(), phase === "asking" ? MOST_MS : this.#leftMs);
	}

	stop(): void {
		clearTimeout(this.#timer);
	}

	#end(): void {
		const { waiting, asking, running, auditing } = CALL_TEXTS.tooSlow;
		const says = { waiting, asking, running: this.#isAudit ? auditing : running };
		this.#over.abort(new ToolFault(CODES[this.#phase], says[this.#phase]));
	}
}
