import type { LogFault } from "#core/verification.ts";
import type { AuditLeaf } from "./leaf-ledger.ts";
import type { StoredFile } from "./stored-receipts.ts";
import { listed } from "./words.ts";

/** Receipts that were taken down: their leaves stay, their files must be gone. */
export interface Withdrawals {
	readonly ids: ReadonlySet<string>;
	/** Domains of which everything was taken down. */
	readonly domains: ReadonlySet<string>;
	/** Those of them that are to stay down; the others' owners have let audits begin anew. */
	readonly standing: ReadonlySet<string>;
}

/** How the receipt store and the leaves of the log go together. */
export interface ReceiptMatch {
	/** Files that are what the log says. */
	readonly matching: number;
	readonly pending: number;
	readonly withdrawn: number;
	readonly faults: readonly LogFault[];
	readonly notes: readonly string[];
	/** Leaves of live audits, whose receipts are never published. */
	readonly unlisted: number;
	/** Leaves of which there is no file, and no file that may have been it; by the receipt's id. */
	readonly lost: readonly (readonly [string, AuditLeaf])[];
}

const RESTORE = "Restore it from git.";

/**
 * Compares file by file.
 * @param inDoubt whether a leaf may be none of the log's
 * @param ofLive whether a leaf is of a live audit
 */
export function createReceiptMatcher(
	audits: ReadonlyMap<string, AuditLeaf>,
	{ ids, standing }: Withdrawals,
	inDoubt: (leaf: number) => boolean,
	ofLive: (leaf: number) => boolean,
) {
	const seen = new Set<string>();
	const faults: LogFault[] = [];
	/** Files that are not in the log as they are now, by the time in their name. */
	const unlogged = new Map<string, StoredFile[]>();
	/** Files that were to be deleted. */
	const kept: string[] = [];
	let matching = 0;

	return {
		add(stored: StoredFile): void {
			const { file, id = "", domain, auditedAt, fault } = stored;
			if (fault) faults.push({ file, says: fault, todo: RESTORE });
			if (standing.has(domain) || ids.has(id)) kept.push(file);
			const leaf = audits.get(id);
			if (!leaf) {
				const time = timeOf(file);
				unlogged.set(time, [...(unlogged.get(time) ?? []), stored]);
				return;
			}
			seen.add(id);
			if (leaf.auditedAt === auditedAt) matching++;
			else if (!inDoubt(leaf.index)) faults.push(wrongTime(file, leaf));
		},
		end(): ReceiptMatch {
			const gone = [...audits].filter(([id, { index }]) => !seen.has(id) && !inDoubt(index));
			const published = gone.filter(([, { index }]) => !ofLive(index));
			const missing = published.filter(([id]) => !ids.has(id));
			const { pairs, rest } = pairUp(missing, unlogged);
			const valid = [...unlogged.values()].flat().filter(({ fault }) => !fault);
			const changed = pairs.filter(({ stored }) => !stored.fault);
			return {
				matching,
				pending: valid.length - changed.length,
				withdrawn: published.length - missing.length,
				unlisted: gone.length - published.length,
				faults: [...faults, ...changed.map(isOther)],
				notes: kept.length > 0 ? [`Taken down by notices.json and still here: ${listed(kept)}.`] : [],
				lost: rest,
			};
		},
	};
}

/** `2026-11-21T02:00:00.000Z` of the file's name. */
function timeOf(file: string): string {
	const [date = "", time = ""] = (file.split("/").at(-1) ?? "").replace(/(~.*)?\.json$/, "").split("T");
	return `${date}T${time.replaceAll("-", ":")}`;
}

interface Pair {
	readonly stored: StoredFile;
	readonly leaf: AuditLeaf;
}

/** A file that the log does not know is the one that it lacks, changed, when it bears the same time. */
function pairUp(
	missing: readonly (readonly [string, AuditLeaf])[],
	unlogged: ReadonlyMap<string, readonly StoredFile[]>,
) {
	const pairs: Pair[] = [];
	const rest: (readonly [string, AuditLeaf])[] = [];
	for (const [time, lacking] of Map.groupBy(missing, ([, { auditedAt }]) => auditedAt)) {
		const candidates = (unlogged.get(time) ?? []).toSorted((a, b) => Number(!a.fault) - Number(!b.fault));
		const damaged = candidates.filter(({ fault }) => fault).length;
		// With as many damaged files as are missing, the others are new; otherwise any of them may be meant.
		const suspects = damaged >= lacking.length ? candidates.slice(0, damaged) : candidates;
		const [first] = lacking;
		for (const stored of suspects) if (first) pairs.push({ stored, leaf: first[1] });
		rest.push(...lacking.slice(suspects.length));
	}
	return { pairs, rest };
}

function isOther({ stored: { file }, leaf: { index } }: Pair): LogFault {
	return { file, says: `It is not the receipt that leaf ${index} records for its time.`, todo: RESTORE };
}

function wrongTime(file: string, { index, auditedAt }: AuditLeaf): LogFault {
	return {
		file,
		says: `Leaf ${index} says that it was drawn up at ${auditedAt}.`,
		todo: "A leaf cannot be changed: draw up the receipt anew, and report this as a defect.",
	};
}
