import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { evidenceArchiveContract } from "./evidence-archive.contract.ts";
import { EvidenceFiles } from "./evidence-archive.ts";

let root = "";
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-evidence-"));
});

describe("evidence files keep the contract", () => {
	evidenceArchiveContract(async (name) => new EvidenceFiles(join(root, name)));
});

describe("evidence files", () => {
	it.each([
		["cut off", Buffer.from("1f8b", "hex"), "It is damaged"],
		["made to unpack to 65 MiB", gzipSync(Buffer.alloc(65 * 1024 * 1024, " ")), "larger than 67108864 bytes"],
		["exchanged", gzipSync('{"seen":2}'), "no longer have this digest"],
	])("that were %s are not taken for evidence", async (_, bytes, why) => {
		const archive = new EvidenceFiles(join(root, "changed"));
		const digest = await archive.put({ seen: 1 });
		await writeFile(join(root, "changed", digest.slice(0, 2), `${digest}.json.gz`), bytes);
		await expect(archive.get(digest)).rejects.toMatchObject({
			code: "evidence-missing",
			message: expect.stringContaining(why),
		});
	});
});
