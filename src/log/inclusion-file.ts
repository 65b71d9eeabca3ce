import { fromBase64, toBase64 } from "./base64.ts";
import { malformed, parseDecimal } from "./malformed.ts";
import { HASH_BYTES, type Hash } from "./merkle-tree.ts";

/** A self-contained proof that an entry is in a log (C2SP tlog-proof), kept in files that end in `.tlog-proof`. */
export interface InclusionFile {
	/** Bytes that help the reader and that nobody signed: here, the entry itself. */
	readonly extra?: Uint8Array;
	readonly index: number;
	/** From the leaf upwards. */
	readonly proof: readonly Hash[];
	/** The signed checkpoint, to the letter. */
	readonly checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";
/** No tree of at most 2^53 - 1 leaves has a longer path. */
const MOST_HASHES = 53;

export function formatInclusionFile({ extra, index, proof, checkpoint }: InclusionFile): string {
	const lines = [HEADER, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof.map(toBase64)];
	return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** @throws Failure `log-malformed` for text that `formatInclusionFile` would not give */
export function parseInclusionFile(text: string): InclusionFile {
	const fault = (why: string) => malformed("inclusion proof", why);
	if (text.includes("\r"))
		throw fault("Its lines end in CR LF; some program has changed the line ends to those of Windows.");
	const end = text.indexOf("\n\n");
	if (end < 0) throw fault("It has no empty line before the checkpoint.");
	const [header, ...lines] = text.slice(0, end).split("\n");
	if (header !== HEADER) throw fault(`Its first line is not ${HEADER}.`);
	const extra = lines[0]?.startsWith("extra ") ? fromBase64((lines.shift() ?? "").slice("extra ".length)) : null;
	if (extra === undefined) throw fault("Its extra line is not base64.");
	const index = parseDecimal(/^index (.*)$/.exec(lines.shift() ?? "")?.[1] ?? "");
	if (index === undefined) throw fault("It has no index line.");
	if (lines.length > MOST_HASHES) throw fault(`It has more than ${MOST_HASHES} hashes.`);
	const proof = lines.map((line) => {
		const hash = fromBase64(line);
		if (hash?.length !== HASH_BYTES) throw fault("A line of it is not a hash of 32 bytes.");
		return hash;
	});
	return { ...(extra ? { extra } : {}), index, proof, checkpoint: text.slice(end + 2) };
}
