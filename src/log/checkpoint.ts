import { fromBase64, toBase64 } from "./base64.ts";
import { malformed, parseDecimal } from "./malformed.ts";
import type { TreeHead } from "./merkle-proof.ts";
import { HASH_BYTES } from "./merkle-tree.ts";

/** What a log commits to: which log it is, how many leaves it has, their root. C2SP tlog-checkpoint. */
export interface Checkpoint extends TreeHead {
	/** The log's unique name, by custom its address without the scheme. */
	readonly origin: string;
}

/** Text of the checkpoint's note. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
	return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** @throws Failure `log-malformed` for text that `formatCheckpoint` would not give, extension lines included */
export function parseCheckpoint(text: string): Checkpoint {
	const [origin, sizeLine, rootLine, end, ...more] = text.split("\n");
	if (origin === undefined || origin === "" || end !== "" || more.length > 0)
		throw malformed("checkpoint", "It is not three lines.");
	const size = parseDecimal(sizeLine ?? "");
	if (size === undefined) throw malformed("checkpoint", "Its second line is not a number of leaves.");
	const root = fromBase64(rootLine ?? "");
	if (root?.length !== HASH_BYTES) throw malformed("checkpoint", "Its third line is not a hash of 32 bytes.");
	return { origin, size, root };
}
