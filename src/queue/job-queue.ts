import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";

export interface Run {
	/** ISO time of its start. */
	readonly id: string;
	readonly resumed: boolean;
	readonly done: number;
	readonly total: number;
}

export interface OpenRun {
	readonly id: string;
	readonly shared: string;
}

export interface JobSpec {
	readonly key: string;
	/** JSON. */
	readonly data: string;
	/** Highest first, then in list order; 0 by default. */
	readonly priority?: number | undefined;
	/** Only for the process that opened the run, for example to read a local folder. */
	readonly isLocal?: boolean | undefined;
}

export interface JobList {
	readonly digest: string;
	readonly jobs: Iterable<JobSpec>;
	/** JSON. */
	readonly shared?: string | undefined;
	/** Outcomes that are not final, such as a full disk; a resumed run retries their jobs. */
	readonly isPassing?: ((outcome: string) => boolean) | undefined;
}

export interface Job {
	readonly key: string;
	readonly data: string;
	/** What a dead owner was about to write; undefined for a new job. */
	readonly intent?: string | undefined;
	readonly tries: number;
	readonly lost: number;
}

export interface Held {
	readonly run: string;
	readonly key: string;
	readonly owner: string;
}

export interface Entry {
	readonly key: string;
	readonly data: string;
	/** JSON from `finish`. */
	readonly outcome?: string | undefined;
}

/** Read in pages: a night may have a million. */
export type Entries = Iterable<Entry> | AsyncIterable<Entry>;

export interface Progress {
	readonly total: number;
	readonly done: number;
	readonly held: number;
	/** Number of jobs that ended as failed. */
	readonly dead: number;
	readonly paused: boolean;
}

/** `all` includes local jobs of the process that opened the run. */
export type Scope = "all" | "shared";

/** Crash-safe. Every implementation passes `job-queue.contract.ts`. */
export interface JobQueue {
	/** Resumes the list's unfinished run of the last day, else begins one. Closes a `redo` run whose jobs have ended. */
	openRun(list: JobList): Promise<Run>;
	/** Unfinished runs of the last day, oldest first. */
	openRuns(): Promise<readonly OpenRun[]>;
	lastRun(): Promise<string | undefined>;
	newOwner(): string;
	/** `busy`: other owners hold the remaining jobs, or they are postponed; undefined: no job is left. */
	claim(run: string, owner: string, scope?: Scope): Promise<Job | "busy" | "paused" | undefined>;
	extend(held: Held): Promise<void>;
	/** Write-ahead: records what is about to be written. */
	intend(held: Held, intent: string): Promise<void>;
	/** A no-op for an owner that has lost the job. */
	putBack(held: Held, options?: PutBack): Promise<void>;
	/** False if the job already has a final outcome. @param isDead failed, so a person may look and `redo` it */
	finish(run: string, key: string, outcome: string, isDead?: boolean): Promise<boolean>;
	entries(run: string): Entries;
	deadLetters(run: string): Entries;
	/** @returns number of dead jobs to run again @throws Failure `input-invalid` for a run older than a day */
	redo(run: string, keys?: ReadonlySet<string>): Promise<number>;
	progress(run: string): Promise<Progress>;
	/** Jobs in progress still finish. */
	setPaused(run: string, paused: boolean): Promise<void>;
	closeRun(run: string): Promise<void>;
	/** Milliseconds until the next allowed visit. 0 allows and records a visit. */
	visit(host: string, intervalMs: number): Promise<number>;
	close(): Promise<void>;
}

export interface PutBack {
	/** Milliseconds; 0 by default. */
	readonly afterMs?: number | undefined;
	/** Whether it counts as a failed try; false by default. */
	readonly hasFailed?: boolean | undefined;
}

/** Without `extend`, a job is free again after this time. */
export const LEASE_MS = 60_000;
export const RESUMABLE_MS = DAY_MS;
export const RETENTION_MS = 30 * RESUMABLE_MS;

export function tooOld(run: string): Failure {
	return new Failure("input-invalid", {
		what: `No job of ${run} can be retried.`,
		why: "The run began more than a day ago.",
		todo: "Run sightline rescan: it audits the whole list.",
	});
}
