/** Something in the published log, or in what it commits to, that is not as it must be. */
export interface LogFault {
	/** The file that is wrong, relative to the reports directory. */
	readonly file: string;
	/** What is wrong with it, in one sentence. */
	readonly says: string;
	/** What to do, in one sentence. */
	readonly todo: string;
}

/** What a full recomputation of the log has shown. It is fine when there are no faults. */
export interface LogAudit {
	readonly origin: string;
	/** Number of leaves. */
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** `<name>+<key id>` of the log's keys whose signature on the checkpoint is right. */
	readonly signedBy: readonly string[];
	/** Known witnesses that have cosigned the checkpoint, and when (ISO 8601). */
	readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	/** Checkpoints of before that were shown to be prefixes of this one. */
	readonly earlierCheckpoints: number;
	/** Receipt files that are what the log says. */
	readonly receipts: number;
	/** Receipts of the log that were taken down, which a notice says. */
	readonly withdrawn: number;
	/** Receipt files that wait for the next seal. */
	readonly pending: number;
	/** What a reader should know and nobody has to mend. */
	readonly notes: readonly string[];
	readonly faults: readonly LogFault[];
	/** Files that were written anew or removed, relative to the reports directory. */
	readonly repaired: readonly string[];
}

/** How far a recomputation is. */
export interface LogAuditProgress {
	readonly done: number;
	readonly total: number;
	readonly step: string;
}
