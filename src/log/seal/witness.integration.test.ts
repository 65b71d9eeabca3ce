import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openNote, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import { checkLog } from "./log-check.testkit.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, makeHome, vkeyOf, withKeys } from "./sealing.testkit.ts";
import { startBadWitness, startWitness, type TestWitness } from "./witness.testkit.ts";

let home: LogHome;
let log = "";
let witness: TestWitness;
let logKey: VerifierKey;
let added = 0;
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
	logKey = await parseVerifierKey(await vkeyOf(1));
	witness = await startWitness([logKey]);
	added = 0;
});
afterEach(() => witness.close());

async function sealMore(count: number, witnesses: readonly string[], as = home) {
	for (let more = 0; more < count; more++) await addReceipt(home.reports, ++added);
	const sealed = await sealLog({ witnesses }, as);
	expect((await checkLog(log)).size).toBe(added);
	return sealed;
}

const text = () => readFile(join(log, "checkpoint"), "utf8");
const cosigners = async () =>
	(await openNote(await text(), [witness.key, logKey])).signedBy.filter(({ name }) => name === witness.key.name);

describe("a witness", () => {
	it("cosigns each checkpoint after checking that it extends the last, even if it missed one", async () => {
		expect(await sealMore(3, [witness.option])).toMatchObject({ notes: [] });
		expect(await cosigners()).toEqual([witness.key]);
		expect(witness.seen()?.size).toBe(3);
		expect(await readFile(join(log, "checkpoints", "3"), "utf8")).toBe(await text());
		await sealMore(4, [witness.option]);
		expect(witness.asked).toEqual([0, 3]);
		await sealMore(2, []);
		await sealMore(1, [witness.option]);
		// The previous checkpoint has no cosignature, so we send old size 0 and the witness returns the right one.
		expect(witness.asked).toEqual([0, 3, 0, 7]);
		expect(await cosigners()).toEqual([witness.key]);
	});

	it("that was down is asked again by the next seal, even if the log has not grown", async () => {
		const [key = ""] = witness.option.split(" ");
		const { notes } = await sealMore(2, [`${key} http://127.0.0.1:1/`]);
		expect(notes).toEqual([expect.stringContaining("could not be reached")]);
		expect(await cosigners()).toEqual([]);
		expect(await sealMore(0, [witness.option])).toMatchObject({ size: 2, notes: [] });
		expect(await cosigners()).toEqual([witness.key]);
		await sealMore(0, [witness.option]);
		expect(witness.asked).toEqual([0]);
	});

	it("without the log's key causes a warning, and the log is published", async () => {
		await sealMore(1, []);
		await addReceipt(home.reports, 2);
		const sealed = await sealLog(
			{ rotate: true, acceptLostKey: true, witnesses: [witness.option] },
			await withKeys(home, 2),
		);
		expect(sealed.notes.at(-1)).toMatch(/witness.example did not cosign.*none of the keys that signed/);
		expect(sealed).toMatchObject({ size: 3, faulty: false });
	});

	it("that has seen more of this log causes a warning", async () => {
		const bad = await startBadWitness(409, "99\n", "text/x.tlog.size");
		const { notes } = await sealMore(1, [bad.option]);
		expect(notes).toEqual([expect.stringMatching(/seen this log with 99 leaves, and this tree has 1/)]);
		bad.close();
	});

	it.each([
		["does not know the log", 404, "", /does not know this log/],
		["does not accept the proof", 422, "", /does not accept the proof/],
		["names no size", 409, "", /another tree/],
		["moved", 302, "", /status 302/],
		["answers without a signature", 200, "thanks\n", /no signed note|dash/],
		["answers with another's signature", 200, "— other.example AAAAAAAAAAAA\n", /No key that is trusted/],
		["answers without end", 200, "x".repeat(70_000), /more than 65536 bytes/],
	])("that %s holds nothing up", async (_, status, body, words) => {
		const bad = await startBadWitness(status, body);
		const { notes } = await sealMore(1, [bad.option, witness.option]);
		expect(notes).toEqual([expect.stringMatching(words)]);
		expect(notes[0]).toContain("bad.example did not cosign");
		expect(await cosigners()).toEqual([witness.key]);
		bad.close();
	});

	it("with a wrong signature or out of reach blocks nothing", async () => {
		const [key = ""] = witness.option.split(" ");
		const [name, keyId] = [witness.key.name, witness.key.keyId];
		const forged = Buffer.concat([Buffer.from(keyId, "hex"), Buffer.alloc(72)]).toString("base64");
		const bad = await startBadWitness(200, `— ${name} ${forged}\n`);
		const { notes } = await sealMore(1, [`${key} ${bad.option.split(" ")[1]}`, `${key} http://127.0.0.1:1/`]);
		expect(notes).toEqual([
			expect.stringMatching(/signature of .* is wrong/),
			expect.stringMatching(/could not be reached/),
		]);
		expect((await text()).split("\n— ")).toHaveLength(2);
		bad.close();
	});

	it.each([
		["nothing", "two words"],
		["a log's key", "cosignatures"],
		["no address", "address"],
	])("given as %s is refused before anything is sealed", async (what, words) => {
		const [key] = witness.option.split(" ");
		const option =
			{ nothing: "", "a log's key": `${await vkeyOf(1)} http://127.0.0.1/`, "no address": `${key} ftp://x/` }[what] ??
			"";
		await addReceipt(home.reports, 1);
		await expect(sealLog({ witnesses: [option] }, home)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining(words),
		});
		expect((await checkLog(log)).size).toBe(0);
	});
});
