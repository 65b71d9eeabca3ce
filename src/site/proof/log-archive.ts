import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { parseNote } from "#log/note.ts";
import { cosignedAt } from "#log/note-key.ts";
import type { PublishedLog } from "#receipts/store/published-log.ts";
import { publicLogFiles } from "../integrations/log-files.ts";

/** Every checkpoint that was ever published. */
export interface LogArchive {
	/** By number of leaves, smallest first. */
	readonly sizes: readonly number[];
	/** Those that an authority has stamped with the time (RFC 3161). */
	readonly stamped: ReadonlySet<number>;
}

let loading: Promise<LogArchive> | undefined;

export function logArchive(): Promise<LogArchive> {
	loading ??= load();
	return loading;
}

async function load(): Promise<LogArchive> {
	const paths = await publicLogFiles(join(readEnvironment(process.env).reports, "log"));
	const sizesOf = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? []).map(Number);
	return {
		sizes: sizesOf(/^checkpoints\/(0|[1-9]\d*)$/).sort((a, b) => a - b),
		stamped: new Set(sizesOf(/^checkpoints\/(0|[1-9]\d*)\.tsr$/)),
	};
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
	return others.map(({ name, keyId, signature }) => ({ name, keyId, at: cosignedAt(signature) }));
}
