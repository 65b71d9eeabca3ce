import { readFileSync, writeFileSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { formatCheckpoint, parseSignerKey, signNote } from "#log/tlog/note.ts";
import { formatEntries, parseEntries } from "#log/tlog/tiles.ts";
import { checkLog } from "./log-check.testkit.ts";
import { readCheckpointFile } from "./log-folder.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, keyOf, makeHome, moment, unchanged, vkeyOf, withKeys, writeRun } from "./sealing.testkit.ts";

const SIZE = 260;

let home: LogHome;
let log = "";
let receipt = "";
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
	receipt = await addReceipt(home.reports, 0);
	const nights = Array.from({ length: SIZE - 1 }, (_, at) => unchanged(receipt, moment(at)));
	await writeRun(home.reports, "2026-11-01", nights);
	await sealLog({}, home);
	await addReceipt(home.reports, 9000);
});

const checkpointText = () => readFile(join(log, "checkpoint"), "utf8");

/** Expects the seal to fail with this code and message, without changing the published checkpoint. */
async function expectRefusal(code: string, words: string | RegExp, { options = {}, as = home } = {}): Promise<void> {
	const before = await checkpointText().catch(() => undefined);
	await expect(sealLog(options, as)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
	expect(await checkpointText().catch(() => undefined)).toBe(before);
}

async function flipByte(path: string, at: number): Promise<void> {
	const bytes = await readFile(join(log, path));
	bytes[at] = (bytes[at] ?? 0) ^ 1;
	await writeFile(join(log, path), bytes);
}

describe("a log that is not what its checkpoint says", () => {
	it.each([
		["the last tile", "tile/0/001.p/4", 5],
		["the tile above", "tile/1/000.p/1", 5],
	])("is refused when %s is changed", async (_, path, at) => {
		await flipByte(path, at);
		await expectRefusal("log-inconsistent", /do not give the root that was signed/);
	});

	it("is refused when the last bundle is changed", async () => {
		await flipByte("tile/entries/001.p/4", 40);
		await expectRefusal("log-inconsistent", /The entries of bundle 1 do not have the hashes of their tile/);
	});

	it("is refused when the last tile is full and changed", async () => {
		const full = await makeHome();
		const id = await addReceipt(full.reports, 0);
		await writeRun(
			full.reports,
			"2026-11-01",
			Array.from({ length: 255 }, (_, at) => unchanged(id, moment(at))),
		);
		await sealLog({}, full);
		log = join(full.reports, "log");
		// Entries and hashes still match; only the parent tile shows the change.
		const [entries, hashes] = [join(log, "tile/entries/000"), join(log, "tile/0/000")];
		const [first = new Uint8Array(), second = new Uint8Array(), ...rest] = parseEntries(await readFile(entries), 256);
		await writeFile(entries, formatEntries([second, first, ...rest]));
		const tile = await readFile(hashes);
		await writeFile(hashes, Buffer.concat([tile.subarray(32, 64), tile.subarray(0, 32), tile.subarray(64)]));
		await addReceipt(full.reports, 1);
		await expectRefusal("log-inconsistent", /last tile of level 0/, { as: full });
	});

	it("is refused when a tile is missing or cut off", async () => {
		const tile = join(log, "tile/0/001.p/4");
		await writeFile(tile, (await readFile(tile)).subarray(0, 100));
		await expectRefusal("log-malformed", /tile\/0\/001\.p\/4 of the log is damaged/);
		await rm(tile);
		await expectRefusal("log-inconsistent", /The log lacks tile\/0\/001\.p\/4/);
	});

	it("is refused when its checkpoint is changed or has no known signer", async () => {
		const text = await checkpointText();
		await writeFile(join(log, "checkpoint"), text.replace(`\n${SIZE}\n`, "\n259\n"));
		await expectRefusal("signature-invalid", /wrong/);
		await writeFile(
			join(log, "checkpoint"),
			await signNote(text.slice(0, text.indexOf("\n\n") + 1), [await parseSignerKey(await keyOf(7))]),
		);
		await expectRefusal("signature-missing", /No key that is trusted/);
		await writeFile(join(log, "checkpoint"), "no checkpoint");
		await expectRefusal("log-malformed", /signed note/);
	});

	it("is refused when a bundle read to rebuild the index does not match its tile", async () => {
		await flipByte("tile/entries/000", 40);
		await rm(join(home.state, "index.sqlite"));
		await expectRefusal("log-inconsistent", /The entries of bundle 0/);
	});
});

describe("a log that went back", () => {
	/** The log as it was, kept before it goes on. */
	async function goOn(): Promise<string> {
		const kept = join(home.reports, "kept");
		await cp(log, kept, { recursive: true });
		await sealLog({}, home);
		return kept;
	}

	it("is refused by the machine that signed more", async () => {
		const kept = await goOn();
		await rm(log, { recursive: true });
		await cp(kept, log, { recursive: true });
		await expectRefusal("log-inconsistent", /went back. It has 260 leaves, and this machine has signed it with 261/);
	});

	it("is refused by any machine that sees a larger archived checkpoint", async () => {
		const kept = await goOn();
		await cp(join(kept, "checkpoint"), join(log, "checkpoint"));
		await expectRefusal("log-inconsistent", /log\/checkpoints\/261 was published before/, {
			as: { ...home, state: `${home.state}-2` },
		});
	});

	it("is refused when its checkpoint is missing", async () => {
		await rm(join(log, "checkpoint"));
		await expectRefusal("log-inconsistent", /log\/checkpoints\/260 was published before/);
		await rm(log, { recursive: true });
		await expectRefusal("log-inconsistent", /It has 0 leaves, and this machine has signed it with 260/);
	});

	it("is refused when it was rewritten at the same or a larger size, by any signer", async () => {
		const other = await makeHome();
		for (let number = 0; number < SIZE; number++) await addReceipt(other.reports, number, "other.example.com");
		await sealLog({}, other);
		await rm(log, { recursive: true });
		await cp(join(other.reports, "log"), log, { recursive: true });
		await expectRefusal("log-inconsistent", /rewritten/);
		await addReceipt(other.reports, 8000);
		await sealLog({}, other);
		await rm(log, { recursive: true });
		await cp(join(other.reports, "log"), log, { recursive: true });
		await expectRefusal("log-inconsistent", /rewritten. Its first 260 leaves/);
	});

	it("is refused if this machine's last checkpoint is unreadable", async () => {
		await writeFile(join(home.state, "last-checkpoint"), "torn");
		await expectRefusal("log-malformed", /last-checkpoint is damaged/);
	});

	it("is refused when 2 roots were published for one size", async () => {
		const checkpoint = { origin: home.origin, size: SIZE, root: new Uint8Array(32) };
		await writeFile(
			join(log, "checkpoints", String(SIZE)),
			await signNote(formatCheckpoint(checkpoint), [await parseSignerKey(await keyOf(1))]),
		);
		await expectRefusal("log-inconsistent", /Two checkpoints were published for 260 leaves/);
	});
});

describe("a key or name that is not the log's", () => {
	it("refuses to continue without the key, and explains how to give it", async () => {
		await expectRefusal("signing-key", /private key is missing.*Set LOG_SIGNING_KEY/, {
			as: { ...home, signingKeys: [] },
		});
	});

	it("refuses to begin without a key in CI, before it looks for anything", async () => {
		const fresh = await makeHome({ signingKeys: [], ci: true });
		await expect(sealLog({}, fresh)).rejects.toMatchObject({
			code: "signing-key",
			message: expect.stringContaining("--new-key"),
		});
	});

	it("refuses a key that is not in vkeys", async () => {
		await expectRefusal("signing-key", /a key that is not the log's: .*--rotate/, { as: await withKeys(home, 2) });
		await expectRefusal("signing-key", /a key that is not the log's/, { as: await withKeys(home, 1, 2) });
	});

	it("refuses another log's key and another log's name", async () => {
		const foreign = { ...home, signingKeys: [await keyOf(1, "elsewhere.example/log")] };
		await expectRefusal("signing-key", /It is for elsewhere.example\/log; this log is audit.example.com\/log/, {
			as: foreign,
		});
		const renamed = { ...foreign, origin: "elsewhere.example/log" };
		await expectRefusal("signing-key", /This log is audit.example.com\/log, not elsewhere.example\/log/, {
			as: renamed,
		});
	});

	it("refuses a log signed only by another key in vkeys", async () => {
		const other = await withKeys(await makeHome(), 2);
		await addReceipt(other.reports, 1);
		await sealLog({}, other);
		await rm(log, { recursive: true });
		await cp(join(other.reports, "log"), log, { recursive: true });
		await writeFile(join(log, "vkeys"), `${await vkeyOf(1)}\n${await vkeyOf(2)}\n`);
		const words = /None of the available private keys has signed/;
		await expectRefusal("signing-key", words, { as: { ...home, state: `${home.state}-2` } });
	});

	it("never prints an unreadable key", async () => {
		const secret = (await keyOf(1)).replace("PRIVATE+KEY+", "PRIVATE+KEY+x");
		await expect(sealLog({}, { ...home, signingKeys: [secret] })).rejects.toSatisfy(
			(error: Error) =>
				error.message.includes("LOG_SIGNING_KEY cannot be used") && !error.message.includes(secret.slice(-20)),
		);
	});
});

describe("one writer", () => {
	it("refuses when the checkpoint has changed since it began, and loses nothing", async () => {
		// Another process publishes while receipts are read.
		const path = join(log, "checkpoint");
		let published = "";
		const onProgress = () => {
			published ||= readFileSync(path, "utf8").replace(/\n$/, "\n— somebody.example AAAAAAAAAAAA\n");
			writeFileSync(path, published);
		};
		await expect(sealLog({ onProgress }, home)).rejects.toMatchObject({ code: "log-changed" });
		expect(await checkpointText()).toBe(published);
		expect(await sealLog({}, home)).toMatchObject({ size: SIZE + 1 });
		expect((await checkLog(log)).leaves).toHaveLength(SIZE + 1);
	});
});

describe("a missing log", () => {
	it("is not begun again with a key that may have signed one elsewhere", async () => {
		const fresh = await makeHome({ mayBegin: false });
		await addReceipt(fresh.reports, 1);
		await expect(sealLog({}, fresh)).rejects.toMatchObject({
			code: "log-inconsistent",
			message: expect.stringMatching(/a signing key is given.*--new-log/),
		});
		expect(await readCheckpointFile(join(fresh.reports, "log"))).toBeUndefined();
		expect(await sealLog({ newLog: true }, fresh)).toMatchObject({ size: 1 });
		await addReceipt(fresh.reports, 2);
		await expect(sealLog({ newLog: true }, fresh)).rejects.toMatchObject({ code: "input-invalid" });
		expect(await sealLog({}, fresh)).toMatchObject({ size: 2 });
	});

	it("needs nothing if there is nothing to seal", async () => {
		expect(await sealLog({}, await makeHome({ mayBegin: false }))).toMatchObject({ size: 0 });
	});
});
