import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Whether these are the bytes of a PNG from its signature to its end, every chunk as its checksum says. PNG (third
 * edition) sections 5.2 and 5.3.
 */
export function isWholePng(bytes: Uint8Array): boolean {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
	let at = SIGNATURE.length;
	// A chunk: its length, its type, its data, its checksum.
	while (at + 12 <= file.length) {
		const end = at + 8 + file.readUInt32BE(at);
		if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return false;
		if (file.toString("latin1", at + 4, at + 8) === "IEND") return end + 4 === file.length;
		at = end + 4;
	}
	return false;
}
