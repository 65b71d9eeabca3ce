import { hash } from "node:crypto";
import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { createFile, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";

interface Evidence {
	readonly shown: string;
	readonly seen: string | undefined;
	/** The contradiction, as a sentence. */
	readonly says: string;
	readonly fetched?: ReadonlyMap<string, Uint8Array>;
}

export interface SeenState {
	readonly text: string;
	readonly checkpoint: Checkpoint;
}

/** State of the last look; its leaves have been reported. */
export const LAST = "checkpoint";
/** Newest state that a receipt was verified against. */
export const VERIFIED = "verified";

/** What this machine saw of the log of a site. */
export class SeenStates {
	/** `<SIGHTLINE_DATA>/monitor/<host>`, with the site's port and path, if any. */
	readonly directory: string;

	constructor(data: string, base: URL) {
		const place = `${base.host}${base.pathname}`.replace(/\/$/, "").replaceAll(/[^\w.-]/g, "_");
		this.directory = join(data, "monitor", place);
	}

	/** Undefined before the first `sightline monitor`. @throws Failure `input-invalid` for a damaged one */
	last(): Promise<SeenState | undefined> {
		return this.#state(LAST);
	}

	/** The newest verified state, also from `verify`. @throws Failure `input-invalid` for a damaged one */
	async newest(): Promise<SeenState | undefined> {
		const [last, verified] = [await this.#state(LAST), await this.#state(VERIFIED)];
		return !last || (verified && verified.checkpoint.size > last.checkpoint.size) ? verified : last;
	}

	async #state(name: string): Promise<SeenState | undefined> {
		const text = await readIfThere(join(this.directory, name));
		return text === undefined ? undefined : { text, checkpoint: parseState(text, join(this.directory, name)) };
	}

	/** Lines of another file in the directory, such as the keys that the state was verified with. */
	async lines(name: string): Promise<string[]> {
		return ((await readIfThere(join(this.directory, name))) ?? "").split("\n").filter(Boolean);
	}

	async keepLines(name: string, lines: Iterable<string | number>): Promise<void> {
		const text = [...lines].map((line) => `${line}\n`).join("");
		if (text !== ((await readIfThere(join(this.directory, name))) ?? "")) await this.keep(name, text);
	}

	keep(name: string, text: string): Promise<void> {
		return replaceFile(join(this.directory, name), text);
	}

	/** Keeps evidence of a rewritten log permanently, in one folder per checkpoint. @returns the folder */
	async keepEvidence({ shown, seen, says, fetched = new Map() }: Evidence): Promise<string> {
		const folder = join(this.directory, "evidence", hash("sha256", shown, "hex").slice(0, 16));
		const files = new Map<string, string | Uint8Array>([["shown/log/checkpoint", shown]]);
		for (const [path, bytes] of fetched) files.set(`shown/${path}`, bytes);
		if (seen !== undefined) files.set("seen/log/checkpoint", seen);
		files.set("says", `${says}\n`);
		for (const [name, bytes] of files) await createFile(join(folder, name), bytes);
		return folder;
	}
}

/** A damaged file on this machine is not the site's fault. */
function parseState(text: string, path: string): Checkpoint {
	try {
		return parseCheckpoint(parseNote(text).text);
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw new Failure("input-invalid", {
			what: `${path}, where this machine keeps what it saw of the log, is damaged.`,
			why: error.message,
			todo: "Restore it; without the file, the next look is a first one.",
		});
	}
}
