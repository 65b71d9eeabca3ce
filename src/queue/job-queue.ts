/** Lists of work, done once each, by any number of processes of which any may die. */

import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";

export interface Run {
	/** ISO time of its start; also its id. */
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
	/** JSON: all that a worker needs to know of the job. */
	readonly data: string;
	/** The highest come first, then as listed; 0 by default. */
	readonly priority?: number | undefined;
	/** Only for the process that opened the run, such as one that reads a folder there. */
	readonly isLocal?: boolean | undefined;
}

export interface JobList {
	readonly digest: string;
	readonly jobs: Iterable<JobSpec>;
	/** JSON: what workers need to know of the run as a whole. */
	readonly shared?: string | undefined;
	/** Outcomes of a resumed run that are not final, such as a full disk; their jobs are done again. */
	readonly isPassing?: ((outcome: string) => boolean) | undefined;
}

export interface Job {
	readonly key: string;
	readonly data: string;
	/** What a lost owner said it was about to write; absent on a fresh job. */
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
	/** JSON, as handed to `finish`; absent while there is none. */
	readonly outcome?: string | undefined;
}

/** Read page by page: a night may have a million. */
export type Entries = Iterable<Entry> | AsyncIterable<Entry>;

export interface Progress {
	readonly total: number;
	readonly done: number;
	readonly held: number;
	/** Of those done: not finished as they should. */
	readonly dead: number;
	readonly paused: boolean;
}

/** `all`: also jobs that are only for the process that opened the run. */
export type Scope = "all" | "shared";

/** Every implementation passes `job-queue.contract.ts`. */
export interface JobQueue {
	/**
	 * Takes up the unfinished run of this list that began less than a day ago, else begins one. A run that was opened again by
	 * `redo`, and whose jobs have all ended since, is closed.
	 */
	openRun(list: JobList): Promise<Run>;
	/** Unfinished runs that began less than a day ago, the oldest first. */
	openRuns(): Promise<readonly OpenRun[]>;
	lastRun(): Promise<string | undefined>;
	newOwner(): string;
	/**
	 * The next job that nobody holds; `busy` when the rest is held, or put back for later; `paused` while the run is;
	 * undefined when none is left.
	 */
	claim(run: string, owner: string, scope?: Scope): Promise<Job | "busy" | "paused" | undefined>;
	extend(held: Held): Promise<void>;
	/** Notes what is about to be written, before it is. */
	intend(held: Held, intent: string): Promise<void>;
	/** Gives a job back. One that the owner has lost meanwhile stays as it is. */
	putBack(held: Held, options?: PutBack): Promise<void>;
	/**
	 * Sets the final outcome of a job; false where it has one already.
	 * @param isDead whether it did not finish as it should, so that somebody may want to look at it and have it done again
	 */
	finish(run: string, key: string, outcome: string, isDead?: boolean): Promise<boolean>;
	entries(run: string): Entries;
	deadLetters(run: string): Entries;
	/**
	 * Has dead jobs done again, all or those named, and opens the run for them; says how many.
	 * @throws Failure `input-invalid` for a run that began more than a day ago, of which nobody takes jobs
	 */
	redo(run: string, keys?: ReadonlySet<string>): Promise<number>;
	progress(run: string): Promise<Progress>;
	/** While a run is paused nobody is given a job of it; those under way are finished. */
	setPaused(run: string, paused: boolean): Promise<void>;
	closeRun(run: string): Promise<void>;
	/** Milliseconds to wait until a host may be visited again; 0 notes the visit and allows it. */
	visit(host: string, intervalMs: number): Promise<number>;
	close(): Promise<void>;
}

export interface PutBack {
	/** Milliseconds until it may be claimed again; 0 by default. */
	readonly afterMs?: number | undefined;
	/** Whether this was a try that failed; false by default. */
	readonly hasFailed?: boolean | undefined;
}

/** A job held longer than this without `extend` is free again. */
export const LEASE_MS = 60_000;
export const RESUMABLE_MS = DAY_MS;
export const RETENTION_MS = 30 * RESUMABLE_MS;

export function tooOld(run: string): Failure {
	return new Failure("input-invalid", {
		what: `No job of ${run} can be done again.`,
		why: "The run began more than a day ago; jobs are taken of younger ones only.",
		todo: "Run sightline rescan: it audits the whole list.",
	});
}
