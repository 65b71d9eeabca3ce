import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { readReceipt } from "../store/receipt.ts";
import { fileName, receiptFileNames } from "../store/receipt-files.ts";
import { toldBy } from "./words.ts";

/** One file of the receipt store, as far as the log is concerned. */
export interface StoredFile {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly domain: string;
	/** Of a file that is a receipt. */
	readonly id?: string;
	readonly auditedAt?: string;
	/** Why it is none, as a sentence. */
	readonly fault?: string;
}

const AT_ONCE = 32;

/** Paths of all receipt files below `receipts/`: `<domain>/<name>`. */
export async function listReceipts(directory: string): Promise<string[]> {
	const domains = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return [];
		throw error;
	});
	const paths: string[] = [];
	for (const domain of domains.filter((each) => each.isDirectory()).map(({ name }) => name)) {
		for (const name of await receiptFileNames(join(directory, domain))) paths.push(`${domain}/${name}`);
	}
	return paths.sort();
}

/** Reads every one of them strictly. */
export async function* readReceipts(directory: string, paths: readonly string[]): AsyncGenerator<StoredFile> {
	for (let at = 0; at < paths.length; at += AT_ONCE)
		yield* await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => readStored(directory, path)));
}

async function readStored(directory: string, path: string): Promise<StoredFile> {
	const file = `receipts/${path}`;
	const [domain = "", name = ""] = path.split("/");
	try {
		const text = decodeStrictly(await readFile(join(directory, path)));
		if (text === undefined) return { file, domain, fault: "It is not UTF-8 text." };
		const { id, receipt } = await readReceipt(text, "It");
		const place = `${receipt.domain}/${fileName(receipt)}`;
		if (place !== `${domain}/${name}`) return { file, domain, fault: `It is the receipt that belongs at ${place}.` };
		return { file, domain, id, auditedAt: receipt.auditedAt };
	} catch (error) {
		if (isFailure(error)) return { file, domain, fault: toldBy(error) };
		throw error;
	}
}
