import { isFailure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { type Note, parseNote } from "#log/tlog/note.ts";
import { CHECKPOINT_BYTES } from "./file-bounds.ts";
import { notFetched, type ReaderOfSite } from "./site-reader.ts";

/** The checkpoint that a site shows; its signatures are not checked. */
export interface ShownCheckpoint {
	readonly data: Uint8Array;
	readonly text: string;
	readonly note: Note;
	readonly checkpoint: Checkpoint;
}

/**
 * Reads the checkpoint of a site. A page that says "not found" with status 200 is no evidence against anybody.
 * @throws Failure `not-fetched`, also for what is no checkpoint
 */
export async function readShownCheckpoint(site: ReaderOfSite): Promise<ShownCheckpoint> {
	const data = await site.read("log", "log/checkpoint", CHECKPOINT_BYTES);
	const text = new TextDecoder().decode(data);
	try {
		const note = parseNote(text);
		return { data, text, note, checkpoint: parseCheckpoint(note.text) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		throw notFetched(
			new URL("log/checkpoint", site.base),
			`What the site gives there is no checkpoint. ${error.message}`,
		);
	}
}
