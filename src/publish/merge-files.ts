import { Failure } from "#core/failure.ts";
import { parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { parseNote } from "#log/tlog/note.ts";

export interface Entry {
	/** Id of its bytes: git's SHA-1 of a blob. */
	readonly id: string;
	/** `100644`, or whatever else git has for it. */
	readonly mode: string;
}

/** Path from the repository's root → file. */
export type Files = ReadonlyMap<string, Entry>;

/** What became of one file; without `before` it is new, without `after` it is gone. */
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
	/** Folder of the reports from the repository's root, with a slash behind it; empty where they are the repository. */
	readonly prefix: string;
	/** Whether changes of the log go on; otherwise the published log stays as it is. */
	readonly keepLog: boolean;
}

/**
 * What is left to do where the same files have changed elsewhere too. A night's run file takes the lines of both; any other
 * file that both have changed is a conflict. Nobody's log is merged with another.
 * @param published the files as they are elsewhere by now
 */
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
 * Whether the published file stays: of a log that gives way, but for the policy, which is its operator's; and of two trees that
 * wait for their witnesses.
 * @param path below the reports
 * @param isAsBefore whether nobody else has changed it
 */
function staysAsPublished(path: string, keepLog: boolean, isAsBefore: boolean): boolean {
	if (path === "log/pending") return !keepLog || !isAsBefore;
	return !keepLog && path.startsWith("log/") && path !== "log/policy.txt";
}

/** Files whose lines two machines may have added to. @param path below the reports */
function isOfLines(path: string): boolean {
	return path === "taken-down" || (path.startsWith("runs/") && path.endsWith(".jsonl"));
}

/**
 * A run file that two machines have written: the lines of theirs that ours has not taken out, then those that ours has
 * added. Lines differ by their whole text.
 * @param base the file as both began with it
 */
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

/** One state of the reports: here, elsewhere, or as both began with it. */
interface LogState {
	/** Text of `log/checkpoint`; undefined where nothing has been sealed. */
	readonly checkpoint: string | undefined;
	/** Text of the checkpoint that it keeps of a size; undefined where it keeps none. */
	archived(size: number): Promise<string | undefined>;
}

export async function logStateOf(files: Files, blobs: Pick<Blobs, "read">, prefix: string): Promise<LogState> {
	const read = async (path: string) => {
		const entry = files.get(`${prefix}log/${path}`);
		return entry && (await blobs.read(entry.id)).toString();
	};
	return { checkpoint: await read("checkpoint"), archived: (size) => read(`checkpoints/${size}`) };
}

/** Whose log goes on: the one here, the published one, or the published one though the one here has been sealed too. */
type LogDecision = "ours" | "theirs" | "sealed-twice";

/**
 * One log is kept, two are never merged: what is published stays, and the log here may only go on from it.
 * @throws Failure `log-inconsistent` where the published log does not go on from what was published before
 */
export async function decideLog(base: LogState, ours: LogState, theirs: LogState): Promise<LogDecision> {
	if (base.checkpoint !== undefined && !(await goesOn(base.checkpoint, theirs)))
		throw new Failure("log-inconsistent", {
			what: "The published log is not the one that was published before, so nothing was published.",
			why: `It does not hold the checkpoint of ${sizeOf(base.checkpoint)} leaves that this machine knows of.`,
			todo: "A published log is never rewritten: find out who has replaced it, and restore log/ there from git.",
		});
	if (theirs.checkpoint === undefined || (await goesOn(theirs.checkpoint, ours))) return "ours";
	return ours.checkpoint === undefined || (await goesOn(ours.checkpoint, theirs)) ? "theirs" : "sealed-twice";
}

/** Whether a log is, or holds among those it keeps, this checkpoint. That it is a prefix, verifying the log tells. */
async function goesOn(checkpoint: string, { checkpoint: newest, archived }: LogState): Promise<boolean> {
	if (newest === checkpoint) return true;
	const kept = await archived(sizeOf(checkpoint));
	// Signatures may have been added to one of the two.
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
