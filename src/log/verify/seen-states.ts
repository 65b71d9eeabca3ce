import { hash } from "node:crypto";
import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { parseNote } from "#log/tlog/note.ts";
import { createFile, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";

export interface SeenStates {
	readonly directory: string;
	/** Undefined before the first `sightline monitor`. @throws Failure `input-invalid` for a damaged one */
	last(): Promise<SeenState | undefined>;
	/** The newest checked state, also from a verified receipt. @throws Failure `input-invalid` for a damaged one */
	newest(): Promise<SeenState | undefined>;
	/** Another file beside it, such as the keys that the state was checked with. */
	read(name: string): Promise<string | undefined>;
	keep(name: string, text: string): Promise<void>;
	/** Keeps evidence of a rewritten log for ever, in a folder of its own for each checkpoint. @returns the folder */
	keepEvidence(evidence: Evidence): Promise<string>;
}

interface Evidence {
	readonly shown: string;
	readonly seen: string | undefined;
	/** What is wrong, as a sentence. */
	readonly says: string;
	readonly fetched?: ReadonlyMap<string, Uint8Array>;
}

interface SeenState {
	readonly text: string;
	readonly checkpoint: Checkpoint;
}

/** The state of the last look, up to which the leaves were reported. */
export const LAST = "checkpoint";
/** The newest state that a receipt was verified against. */
export const VERIFIED = "verified";

/** In `<SIGHTLINE_DATA>/monitor/<host>`, with the port and the path of the site where it has them. */
export function openSeenStates(data: string, base: URL): SeenStates {
	const place = `${base.host}${base.pathname}`.replace(/\/$/, "").replaceAll(/[^\w.-]/g, "_");
	const directory = join(data, "monitor", place);
	const read = (name: string) => readIfThere(join(directory, name));
	const state = async (name: string): Promise<SeenState | undefined> => {
		const text = await read(name);
		return text === undefined ? undefined : { text, checkpoint: parseState(text, join(directory, name)) };
	};
	return {
		directory,
		read,
		last: () => state(LAST),
		async newest() {
			const [last, verified] = [await state(LAST), await state(VERIFIED)];
			return !last || (verified && verified.checkpoint.size > last.checkpoint.size) ? verified : last;
		},
		keep: (name, text) => replaceFile(join(directory, name), text),
		async keepEvidence({ shown, seen, says, fetched = new Map() }) {
			const folder = join(directory, "evidence", hash("sha256", shown, "hex").slice(0, 16));
			const files = new Map<string, string | Uint8Array>([["shown/log/checkpoint", shown]]);
			for (const [path, bytes] of fetched) files.set(`shown/${path}`, bytes);
			if (seen !== undefined) files.set("seen/log/checkpoint", seen);
			files.set("says", `${says}\n`);
			for (const [name, bytes] of files) await createFile(join(folder, name), bytes);
			return folder;
		},
	};
}

/** A damaged file of this machine says nothing against the site. */
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
