import { join } from "node:path";
import { readEnvironment } from "#app/environment.ts";
import type { PublishedLog } from "#app/published-log.ts";
import { parseNote } from "#log/note.ts";
import { cosignatureTime } from "#log/note-key.ts";
import { publicLogFiles } from "./log-files.ts";

let loading: Promise<readonly number[]> | undefined;

/** Sizes of every checkpoint that was ever published, smallest first. */
export function logArchive(): Promise<readonly number[]> {
	loading ??= load();
	return loading;
}

async function load(): Promise<readonly number[]> {
	const paths = await publicLogFiles(join(readEnvironment(process.env).reports, "log"));
	const sizes = paths.flatMap((path) => /^checkpoints\/(0|[1-9]\d*)$/.exec(path)?.[1] ?? []);
	return sizes.map(Number).sort((a, b) => a - b);
}

/** Somebody beside the log who has signed its checkpoint; nobody has checked that here. */
export interface Cosigner {
	readonly name: string;
	/** 8 hex digits. */
	readonly keyId: string;
	/** ISO 8601; when the checkpoint was seen, as the cosignature says. Undefined where it gives no time. */
	readonly at: string | undefined;
}

/** Signatures on the newest checkpoint under other names than the log's own. */
export function cosigners({ checkpoint, origin }: PublishedLog): Cosigner[] {
	const others = parseNote(checkpoint).signatures.filter(({ name }) => name !== origin);
	return others.map(({ name, keyId, signature }) => {
		const time = cosignatureTime(signature);
		// A year beyond 9999 is no time that anybody has seen.
		return { name, keyId, at: time < 253_402_300_800 ? new Date(time * 1000).toISOString() : undefined };
	});
}
