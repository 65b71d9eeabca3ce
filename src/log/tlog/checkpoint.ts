import { fromBase64, toBase64 } from "#core/bytes.ts";
import { malformed, parseDecimal } from "./canonical.ts";
import type { TreeHead } from "./merkle.ts";
import { HASH_BYTES } from "./merkle.ts";
import {
	cosignatureTime,
	cosignedAt,
	hasSigner,
	isNoteText,
	type OpenedNote,
	SIGNATURE_TYPES,
	type VerifierKey,
} from "./note.ts";

/** C2SP tlog-checkpoint. */
export interface Checkpoint extends TreeHead {
	/** The log's unique name, by custom its address without the scheme. */
	readonly origin: string;
}

/** @throws RangeError for what `parseCheckpoint` would not read */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
	const sound = isOrigin(origin) && Number.isSafeInteger(size) && size >= 0 && root.length === HASH_BYTES;
	if (!sound) throw new RangeError(`There is no checkpoint of ${size} leaves for "${origin}".`);
	return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** @throws Failure `log-malformed` for text that `formatCheckpoint` would not give, extension lines included */
export function parseCheckpoint(text: string): Checkpoint {
	const [origin, sizeLine, rootLine, end, ...more] = text.split("\n");
	if (origin === undefined || end !== "" || more.length > 0) throw malformed("checkpoint", "It is not three lines.");
	if (!isOrigin(origin)) throw malformed("checkpoint", "Its first line does not name a log.");
	const size = parseDecimal(sizeLine ?? "");
	if (size === undefined) throw malformed("checkpoint", "Its second line is not a number of leaves.");
	const root = fromBase64(rootLine ?? "");
	if (root?.length !== HASH_BYTES) throw malformed("checkpoint", "Its third line is not a hash of 32 bytes.");
	return { origin, size, root };
}

function isOrigin(origin: string): boolean {
	return origin !== "" && isNoteText(`${origin}\n`) && !origin.includes("\n");
}

/** Leaves out witnesses: they sign for many logs, so they do not speak for one. */
export function logSigners({ signedBy }: Pick<OpenedNote, "signedBy">, origin: string): VerifierKey[] {
	return signedBy.filter(({ type, name }) => type === SIGNATURE_TYPES.ed25519 && name === origin);
}

/** Witnesses among the signers, and when each saw the checkpoint (ISO 8601). */
export function witnessTimes({ signedBy, signatures }: OpenedNote): { readonly name: string; readonly at: string }[] {
	return signedBy.flatMap((key) => {
		const line = signatures.find((each) => hasSigner([key], each));
		if (key.type !== SIGNATURE_TYPES.cosignature || !line) return [];
		// A cosignature may hold a time past any calendar.
		return { name: key.name, at: cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970` };
	});
}

/** Logs of samples lie under `.invalid`, which has no owner (RFC 6761); their key is public, so anyone can sign. */
export function isSampleOrigin(origin: string): boolean {
	const [host = ""] = origin.toLowerCase().split(/[/:]/);
	return /(^|\.)invalid\.?$/.test(host);
}
