import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { DAY_MS } from "#core/kept-for.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { indexedPng, SIGNATURE } from "./indexed-png.ts";

/** A card that no build has asked for in this time is forgotten. */
const KEPT_DAYS = 30;

/**
 * The PNG of a card, drawn once for each distinct picture: kept in `directory` under the digest of its SVG. A kept file
 * that is not whole is drawn anew.
 */
export async function cachedCard(svg: string, directory: string): Promise<Uint8Array> {
	const path = join(directory, `${createHash("sha256").update(`${RASTERISER}\n${svg}`).digest("hex")}.png`);
	const kept = await readKept(path);
	if (kept && isWholePng(kept)) {
		const now = new Date();
		await ifThere(utimes(path, now, now));
		return kept;
	}
	const png = rasterise(svg);
	await rm(path, { recursive: true, force: true });
	await mkdir(directory, { recursive: true });
	const temporary = join(directory, `.tmp-${randomUUID()}`);
	await writeFile(temporary, png, { flag: "wx" });
	await rename(temporary, path);
	return png;
}

/** Takes away what no build has asked for lately, and what killed builds left. */
export async function pruneCards(directory: string, now = Date.now()): Promise<void> {
	const names = await ifThere(readdir(directory));
	for (const name of names ?? []) {
		const path = join(directory, name);
		const found = await ifThere(stat(path));
		if (found && now - found.mtimeMs > KEPT_DAYS * DAY_MS) await rm(path, { force: true });
	}
}

/** Undefined for what is missing or cannot be read: a card can always be drawn again. */
async function readKept(path: string): Promise<Uint8Array | undefined> {
	return ifThere(readFile(path), ["ENOENT", "EACCES", "EISDIR"]);
}

/** What draws: another version may draw another picture of the same SVG. */
export const RASTERISER = "resvg-js 2.6.2, indexed, filtered";

/** A picture of outlines alone as a PNG of the same size; the machine's own fonts are never asked. */
export function rasterise(svg: string): Uint8Array {
	const picture = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: "off" }).render();
	return indexedPng(picture) ?? picture.asPng();
}

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
