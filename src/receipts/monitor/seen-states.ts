import { hash } from "node:crypto";
import { join } from "node:path";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { parseNote } from "#log/note.ts";
import { createFile, replaceFile } from "../store/durable-file.ts";
import { readIfThere } from "../store/if-there.ts";

/** What this machine remembers of the log of one site. */
export interface SeenStates {
	/** Where it is kept. */
	readonly directory: string;
	/** The newest state that was checked, as it was shown; undefined before the first. @throws Failure `log-malformed` */
	last(): Promise<{ readonly text: string; readonly size: number } | undefined>;
	/** Another file that is kept beside it, such as the keys that the state was checked with. */
	read(name: string): Promise<string | undefined>;
	keep(name: string, text: string): Promise<void>;
	/**
	 * Keeps what shows that a log was rewritten, for ever: each thing that was seen is a folder that is never written again.
	 * @param shown what the site shows, by which the folder is named
	 * @param files by their path in it
	 * @returns the folder
	 */
	keepEvidence(shown: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<string>;
}

/** Name of the file with the newest state. */
export const LAST = "checkpoint";

/**
 * Opens what is remembered of the log of a site: `<SIGHTLINE_DATA>/monitor/<host>`, with the port and the path of a site
 * that lives elsewhere than at the front of its host.
 */
export function openSeenStates(data: string, base: URL): SeenStates {
	const place = `${base.host}${base.pathname}`.replace(/\/$/, "").replaceAll(/[^\w.-]/g, "_");
	const directory = join(data, "monitor", place);
	const read = (name: string) => readIfThere(join(directory, name));
	return {
		directory,
		read,
		async last() {
			const text = await read(LAST);
			return text === undefined ? undefined : { text, size: parseCheckpoint(parseNote(text).text).size };
		},
		keep: (name, text) => replaceFile(join(directory, name), text),
		async keepEvidence(shown, files) {
			const folder = join(directory, "evidence", hash("sha256", shown, "hex").slice(0, 16));
			for (const [name, bytes] of files) await createFile(join(folder, name), bytes);
			return folder;
		},
	};
}
