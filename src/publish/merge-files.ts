import { Failure } from "#core/failure.ts";
import { parseCheckpoint, parseNote } from "#log/tlog/note.ts";

export interface Entry {
	/** SHA-1 of the blob. */
	readonly id: string;
	/** Git's mode, such as `100644`. */
	readonly mode: string;
}

/** Path from the repository root → file. */
export type Files = ReadonlyMap<string, Entry>;

/** Without `before` it was added, without `after` deleted. */
export interface Change {
	readonly path: string;
	readonly before?: Entry | undefined;
	readonly after?: Entry | undefined;
}

export interface Blobs {
	read(id: string): Promise<Buffer>;
	write(bytes: Buffer): Promise<string>;
}

export function withChanges(files: Files, changes: readonly Change[]): Map<string, Entry> {
	const result = new Map(files);
	for (const { path, after } of changes) {
		if (after) result.set(path, after);
		else result.delete(path);
	}
	return result;
}

interface MergeRules {
	/** Path of the reports from the repository root, with a trailing slash; empty for the root. */
	readonly prefix: string;
	/** Whether to keep our log; otherwise the published one stays. */
	readonly keepLog: boolean;
}

/** Run files get both sides' lines; other files changed on both sides conflict. @param published remote state */
export async function mergeChanges(
	changes: readonly Change[],
	published: Files,
	blobs: Blobs,
	{ prefix, keepLog }: MergeRules,
): Promise<{ readonly apply: Change[]; readonly conflicts: string[] }> {
	const apply: Change[] = [];
	const conflicts: string[] = [];
	for (const { path, before, after } of changes) {
		const there = published.get(path);
		if (there?.id === after?.id || staysAsPublished(path.slice(prefix.length), keepLog, there?.id === before?.id))
			continue;
		if (there?.id === before?.id) apply.push({ path, before: there, after });
		else if (isOfLines(path.slice(prefix.length)) && there && after) {
			const texts = [before, after, there].map(async (each) => (each ? (await blobs.read(each.id)).toString() : ""));
			const [base = "", ours = "", theirs = ""] = await Promise.all(texts);
			const id = await blobs.write(Buffer.from(mergeRunLines(base, ours, theirs)));
			if (id !== there.id) apply.push({ path, before: there, after: { ...after, id } });
		} else conflicts.push(path);
	}
	return { apply, conflicts };
}

/**
 * True for our log if the published one replaces it, except for the operator's policy; and for 2 pending trees.
 * @param path relative to the reports @param isAsBefore whether it is unchanged in the remote
 */
function staysAsPublished(path: string, keepLog: boolean, isAsBefore: boolean): boolean {
	if (path === "log/pending") return !keepLog || !isAsBefore;
	return !keepLog && path.startsWith("log/") && path !== "log/policy.txt";
}

/** Files to which 2 machines may add lines. @param path relative to the reports */
function isOfLines(path: string): boolean {
	return path === "taken-down" || (path.startsWith("runs/") && path.endsWith(".jsonl"));
}

/** Their lines except those that ours removed, then ours. Compares whole lines. @param base common ancestor */
export function mergeRunLines(base: string, ours: string, theirs: string): string {
	const [before, mine, published] = [linesOf(base), linesOf(ours), linesOf(theirs)];
	const still = new Set(mine);
	const taken = new Set(before.filter((line) => !still.has(line)));
	const kept = published.filter((line) => !taken.has(line));
	const known = new Set([...before, ...kept]);
	const added = mine.filter((line) => !known.has(line));
	return [...kept, ...added].map((line) => `${line}\n`).join("");
}

function linesOf(text: string): string[] {
	return text.split("\n").filter((line) => line !== "");
}

interface LogState {
	/** Undefined before the first seal. */
	readonly checkpoint: string | undefined;
	/** Undefined if it has no checkpoint of that size. */
	archived(size: number): Promise<string | undefined>;
}

export async function logStateOf(files: Files, blobs: Pick<Blobs, "read">, prefix: string): Promise<LogState> {
	const read = async (path: string) => {
		const entry = files.get(`${prefix}log/${path}`);
		return entry && (await blobs.read(entry.id)).toString();
	};
	return { checkpoint: await read("checkpoint"), archived: (size) => read(`checkpoints/${size}`) };
}

/** `sealed-twice`: both the published log and ours were sealed; the published one wins. */
type LogDecision = "ours" | "theirs" | "sealed-twice";

/** Logs are never merged. @throws Failure `log-inconsistent` if the published one does not extend the base */
export async function decideLog(base: LogState, ours: LogState, theirs: LogState): Promise<LogDecision> {
	if (base.checkpoint !== undefined && !(await containsCheckpoint(base.checkpoint, theirs)))
		throw new Failure("log-inconsistent", {
			what: "The published log was replaced, so nothing was published.",
			why: `It does not contain the checkpoint of ${sizeOf(base.checkpoint)} leaves that this machine knows.`,
			todo: "A published log is never rewritten: find out who replaced it, and restore log/ there from git.",
		});
	if (theirs.checkpoint === undefined || (await containsCheckpoint(theirs.checkpoint, ours))) return "ours";
	return ours.checkpoint === undefined || (await containsCheckpoint(ours.checkpoint, theirs))
		? "theirs"
		: "sealed-twice";
}

/** Whether it has this checkpoint; verifying the log proves that it is a prefix. */
async function containsCheckpoint(checkpoint: string, { checkpoint: newest, archived }: LogState): Promise<boolean> {
	if (newest === checkpoint) return true;
	const kept = await archived(sizeOf(checkpoint));
	// One of the two may have more signatures.
	return (
		kept !== undefined &&
		newest !== undefined &&
		bodyOf(kept) === bodyOf(checkpoint) &&
		sizeOf(newest) >= sizeOf(checkpoint)
	);
}

function bodyOf(checkpoint: string): string {
	return parseNote(checkpoint).text;
}

export function sizeOf(checkpoint: string | undefined): number {
	return checkpoint === undefined ? 0 : parseCheckpoint(bodyOf(checkpoint)).size;
}
