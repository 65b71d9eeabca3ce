import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { parseTilePath, type Tile } from "#log/tlog/tiles.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { boundPart } from "../lists.ts";
import type { LogLeaves } from "./compare-receipts.ts";

export const RESTORE_LOG = "Restore the folder log/ from git.";

export class Findings {
	readonly faults: LogFault[] = [];
	readonly notes: string[] = [];

	/** @param leaf index of the leaf that binds the file */
	fault(file: string, says: string, todo = "Restore it from git.", leaf?: number): undefined {
		this.faults.push({ file, says, todo, ...(leaf === undefined ? {} : { leaf }) });
	}

	firstOfEachKind(): LogFault[] {
		return [...Map.groupBy(this.faults, kindOf).values()].flatMap((alike) => {
			const [first = ""] = alike.map(({ file }) => file);
			const [own, rest] = [alike.filter(({ file }) => file === first), alike.filter(({ file }) => file !== first)];
			// Receipts without a known domain may share a file name, so the leaf is part of the key.
			const names = rest.map(({ file, leaf }) => (leaf === undefined ? { file } : { file, leaf }));
			const others = [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
			const [fault, ...further] = own;
			if (!fault) return [];
			return [others.length > 0 ? { ...fault, more: others.length, others } : fault, ...further];
		});
	}
}

/** Groups bundles, tiles of one level, archived checkpoints and receipts; any other file stands alone. */
function kindOf({ file }: LogFault): string {
	return file
		.replace(/^(log\/tile\/\w+)\/.*/, "$1")
		.replace(/^log\/checkpoints\/\d+/, "log/checkpoints")
		.replace(/^receipts\/.*/, "receipts");
}

export function asSentence(error: unknown): string {
	if (!isFailure(error)) throw error;
	return error.message.replaceAll(/\. ([A-Z])/g, (_, letter: string) => `: ${letter.toLowerCase()}`);
}

/** Drops the first sentence, which only says that the file cannot be read. */
export function reasonOf(error: unknown): string {
	if (!isFailure(error)) throw error;
	return error.message.replace(/^.*?\. /s, "");
}

export function listed(names: readonly string[]): string {
	const more = names.length - 8;
	return names.slice(0, 8).join(", ") + (more > 0 ? ` and ${counted(more, "more", "more")}` : "");
}

export type LogListing = Awaited<ReturnType<typeof listLog>>;

/** Known single files, and temporary files, which their writer removes. */
const EXPECTED =
	/^(checkpoint|vkeys|retired-vkeys|withdrawn|live|keys|policy\.txt|pending|index\/(\d+|[0-9a-f]{64}))$|(^|\/)\.(tmp-|seal-lock)/;

export async function listLog(directory: string) {
	const tiles = new Map<string, Tile>();
	const [checkpoints, unexpected]: [number[], string[]] = [[], []];
	for (const path of await filesUnder(directory)) {
		const tile = parseTilePath(path);
		const size = parseDecimal(/^checkpoints\/(\d+)$/.exec(path)?.[1] ?? "");
		if (tile) tiles.set(path, tile);
		else if (size !== undefined) checkpoints.push(size);
		else if (!EXPECTED.test(path)) unexpected.push(path);
	}
	return { tiles, checkpoints: checkpoints.sort((a, b) => a - b), unexpected };
}

/** Sorted paths with slashes; empty if the directory does not exist. */
export async function filesUnder(directory: string): Promise<string[]> {
	const found = (await ifThere(readdir(directory, { recursive: true, withFileTypes: true }))) ?? [];
	const files = found.filter((each) => !each.isDirectory());
	return files.map(({ parentPath, name }) => slashed(relative(directory, join(parentPath, name)))).sort();
}

export function slashed(path: string): string {
	return path.replaceAll(sep, "/");
}

/** Undefined for anything but a regular file: reading a pipe would block. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
	const facts = await ifThere(stat(path), NO_FILE);
	return facts?.isFile() ? ifThere(readFile(path), NO_FILE) : undefined;
}

const NO_FILE = ["ENOENT", "ENOTDIR", "EISDIR"];

export const SIGNED = "It is sealed and cannot be undone. Report it as a bug of the program that sealed it.";

/**
 * The list must still begin with the bytes that each leaf about it binds.
 * @returns the bytes that the newest leaf binds; undefined if they have changed
 */
export async function readGrowingList(
	directory: string,
	name: string,
	leaves: Pick<LogLeaves, "bound">,
	findings: Findings,
): Promise<Uint8Array> {
	const bytes = (await readBytes(join(directory, name))) ?? new Uint8Array();
	let before = 0;
	for (const { index, leaf } of leaves.bound.get(name) ?? []) {
		if (!boundPart(bytes, leaf)) {
			const says = `It does not begin with the ${leaf.size} bytes that leaf ${index} binds.`;
			findings.fault(`log/${name}`, says, RESTORE_LOG);
			return new Uint8Array();
		}
		if (leaf.size < before) findings.fault(`log/${name}`, `Leaf ${index} binds less of it than one before.`, SIGNED);
		before = leaf.size;
	}
	if (bytes.length > before)
		findings.notes.push(
			`log/${name} has ${counted(bytes.length - before, "byte")} that no leaf binds, left by an interrupted seal. They do not count.`,
		);
	return bytes.subarray(0, before);
}
