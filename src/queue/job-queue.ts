/** One list of work, done once each, by any number of processes of which any may die. */

export interface Run {
	/** ISO time of its start; also its id. */
	readonly id: string;
	/** True when an unfinished run of the same list is taken up again. */
	readonly resumed: boolean;
	readonly done: number;
}

export interface Job {
	readonly key: string;
	/** What a dead owner said it was about to write; absent on a fresh job. */
	readonly intent?: string | undefined;
}

export interface Finished {
	readonly key: string;
	/** JSON, as handed to `finish`. */
	readonly outcome: string;
}

export interface JobList {
	readonly digest: string;
	readonly keys: readonly string[];
	readonly now: number;
	/** Outcomes of a resumed run that are not final, such as a full disk; their jobs are done again. */
	readonly isPassing?: ((outcome: string) => boolean) | undefined;
}

/** Every implementation passes `job-queue.contract.ts`. Times are ISO 8601 (run) and milliseconds since 1970 (leases). */
export interface JobQueue {
	/** Takes up the unfinished run of this list that began less than a day ago, else begins one. */
	openRun(list: JobList): Promise<Run>;
	/** A name for an owner in this process. */
	newOwner(): string;
	/** The next job that nobody holds; `busy` when the rest is held by living owners; undefined when all are done. */
	claim(run: string, owner: string, now: number): Promise<Job | "busy" | undefined>;
	extend(run: string, key: string, owner: string, now: number): Promise<void>;
	/** Notes what is about to be written, before it is. */
	intend(run: string, key: string, intent: string): Promise<void>;
	/** Sets the final outcome of a job; false where it has one already. */
	finish(run: string, key: string, outcome: string): Promise<boolean>;
	/** Finished jobs in the order of the list. */
	finished(run: string): Promise<readonly Finished[]>;
	closeRun(run: string, now: number): Promise<void>;
	/** Milliseconds to wait until a host may be visited again; 0 notes the visit and allows it. */
	visit(host: string, now: number, intervalMs: number): Promise<number>;
	close(): Promise<void>;
}

/** A job held longer than this without `extend` is free again. */
export const LEASE_MS = 60_000;
