import { expect, test } from "vitest";
import { describeReceipt, readChosenFile } from "./chosen-file.ts";
import { proveReceipt } from "./proof.testkit.ts";

const file = (name: string, content: string | Uint8Array) => new File([content as BlobPart], name);

test("a proof is recognized by extension or first line, a receipt by extension or kind", async () => {
	const { proof, receipt } = await proveReceipt(0, 2);
	expect(await readChosenFile(file("a.tlog-proof", proof))).toEqual({
		kind: "proof",
		name: "a.tlog-proof",
		text: proof,
	});
	expect(await readChosenFile(file("download", proof))).toMatchObject({ kind: "proof" });
	expect(await readChosenFile(file("download", receipt))).toMatchObject({ kind: "receipt", bytes: receipt });
	expect(await readChosenFile(file("damaged.json", "{"))).toMatchObject({ kind: "receipt" });
});

test("any other file is refused by name, with a hint what to choose", async () => {
	await expect(readChosenFile(file("photo.png", "\u0089PNG"))).rejects.toThrow(
		/^photo\.png is neither a proof nor a receipt\. .*\.tlog-proof/,
	);
	const large = { name: "a.json", size: 80 * 1024 * 1024, arrayBuffer: () => Promise.reject(new Error("read")) };
	await expect(readChosenFile(large)).rejects.toThrow("It has 80 MiB");
});

test("a receipt is described; other JSON is not", () => {
	const facts = (value: unknown) => describeReceipt(new TextEncoder().encode(JSON.stringify(value)));
	const receipt = {
		kind: "sightline-receipt",
		domain: "www.example.org",
		auditedAt: "2026-11-20T02:00:00.000Z",
		methodology: "0.1.0",
		scores: { overall: 91 },
	};
	expect(facts(receipt)).toEqual([
		["Domain", "www.example.org"],
		["Score", "91 of 100"],
		["Audited", "20 November 2026, 02:00 UTC"],
		["Methodology", "0.1.0"],
	]);
	const { scores: _, ...rest } = receipt;
	expect(facts({ ...rest, failure: { says: "It did not answer." } })[1]).toEqual(["Score", "It did not answer."]);
	for (const other of [null, 3, {}, { ...receipt, kind: "other" }]) expect(facts(other)).toEqual([]);
	expect(facts({ ...receipt, domain: 3, auditedAt: "never", scores: null })).toEqual([["Methodology", "0.1.0"]]);
	expect(describeReceipt(new TextEncoder().encode("{"))).toEqual([]);
});
