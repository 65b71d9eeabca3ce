// What sealing and verifying receipts is measured against: a process that reads, hashes and parses each of them once, as
// strictly as whoever takes one in. Takes the reports directory.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesUnder } from "#log/audit/findings.ts";
import { readReceipt } from "#receipts/store/receipt.ts";

const directory = join(process.argv[2] ?? "", "receipts");
for (const path of await filesUnder(directory)) {
	const text = await readFile(join(directory, path), "utf8");
	const { id } = await readReceipt(text, path);
	if (id !== hash("sha256", text, "hex")) throw new Error(`${path} has another id.`);
}
