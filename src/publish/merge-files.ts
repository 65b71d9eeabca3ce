import { Failure } from "#core/failure.ts";
import { parseCheckpoint, parseNote } from "#log/tlog/note.ts";

export interface Entry {
	/** Git's SHA-1 of the blob. */
	readonly id: string;
	/** `100644`, or another of git's. */
	readonly mode: string;
}

/** Path from the repository's root → file. */
export type Files = ReadonlyMap<string, Entry>;

/** Without `before` it is new, without `after` it is gone. */
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
	/** Reports below the repository's root, with a trailing slash; empty for the root. */
	readonly prefix: string;
	/** Otherwise the published log stays as it is. */
	readonly keepLog: boolean;
}

/** Run files take both sides' lines; other files changed on both conflict. @param published as it is elsewhere now */
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
 * Yes for a log that gives way, but for its operator's policy, and for two trees that wait for their witnesses.
 * @param path below the reports @param isAsBefore whether it is unchanged elsewhere
 */
function staysAsPublished(path: string, keepLog: boolean, isAsBefore: boolean): boolean {
	if (path === "log/pending") return !keepLog || !isAsBefore;
	return !keepLog && path.startsWith("log/") && path !== "log/policy.txt";
}

/** Two machines may add lines. @param path below the reports */
function isOfLines(path: string): boolean {
	return path === "taken-down" || (path.startsWith("runs/") && path.endsWith(".jsonl"));
}

/** Theirs less the lines that ours took out, then ours; lines differ by their whole text. @param base of both */
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
	/** Undefined where nothing has been sealed. */
	readonly checkpoint: string | undefined;
	/** Undefined where it keeps no checkpoint of that size. */
	archived(size: number): Promise<string | undefined>;
}

export async function logStateOf(files: Files, blobs: Pick<Blobs, "read">, prefix: string): Promise<LogState> {
	const read = async (path: string) => {
		const entry = files.get(`${prefix}log/${path}`);
		return entry && (await blobs.read(entry.id)).toString();
	};
	return { checkpoint: await read("checkpoint"), archived: (size) => read(`checkpoints/${size}`) };
}

/** `sealed-twice`: the published log goes on, though the one here has been sealed too. */
type LogDecision = "ours" | "theirs" | "sealed-twice";

/** Logs are never merged. @throws Failure `log-inconsistent` where the published one does not go on from before */
export async function decideLog(base: LogState, ours: LogState, theirs: LogState): Promise<LogDecision> {
	if (base.checkpoint !== undefined && !(await goesOn(base.checkpoint, theirs)))
		throw new Failure("log-inconsistent", {
			what: "The published log was replaced, so nothing was published.",
			why: `It does not contain the checkpoint of ${sizeOf(base.checkpoint)} leaves that this machine knows.`,
			todo: "A published log is never rewritten: find out who replaced it, and restore log/ there from git.",
		});
	if (theirs.checkpoint === undefined || (await goesOn(theirs.checkpoint, ours))) return "ours";
	return ours.checkpoint === undefined || (await goesOn(ours.checkpoint, theirs)) ? "theirs" : "sealed-twice";
}

/** Whether it is or keeps this checkpoint; verifying the log shows that it is a prefix. */
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
