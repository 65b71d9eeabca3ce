import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RASTERISER, rasterise } from "./rasterise.ts";
import { isWholePng } from "./whole-png.ts";

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
		await utimes(path, now, now).catch(nothing);
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
	const names = await readdir(directory).catch(nothing);
	for (const name of names ?? []) {
		const path = join(directory, name);
		const found = await stat(path).catch(nothing);
		if (found && now - found.mtimeMs > KEPT_DAYS * 86_400_000) await rm(path, { force: true });
	}
}

/** Undefined for what is missing or cannot be read: a card can always be drawn again. */
async function readKept(path: string): Promise<Uint8Array | undefined> {
	return readFile(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EACCES" && error.code !== "EISDIR") nothing(error);
		return undefined;
	});
}

function nothing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT") throw error;
}
