import { createHash } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createReceipt } from "./receipt.ts";
import { receiptStoreContract } from "./receipt-store.contract.ts";
import { fileName, openReceiptFiles } from "./receipt-store.ts";
import { exampleReport } from "./report.testkit.ts";

let root = "";
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-receipts-"));
});

describe("receipt files keep the contract", () => {
	receiptStoreContract(async (name) => openReceiptFiles(join(root, name)));
});

describe("receipt files", () => {
	it("contain exactly the bytes with the id as SHA-256", async () => {
		const stored = await createReceipt(exampleReport(), "e".repeat(64));
		await openReceiptFiles(join(root, "bytes")).put(stored);
		const path = join(root, "bytes/shop.example.com/2026-11-21T02-00-00.000Z.json");
		expect(
			createHash("sha256")
				.update(await readFile(path))
				.digest("hex"),
		).toBe(stored.id);
	});

	it("have the series in their name, so that none collide", async () => {
		const { receipt } = await createReceipt({ ...exampleReport(), source: "folder", mode: "deep" }, "e".repeat(64));
		expect(fileName(receipt)).toBe("2026-11-21T02-00-00.000Z~folder~deep.json");
	});

	it("are refused by name if one byte was changed", async () => {
		const store = openReceiptFiles(join(root, "changed"));
		const stored = await createReceipt(exampleReport(), "e".repeat(64));
		await store.put(stored);
		const path = join(root, "changed/shop.example.com", fileName(stored.receipt));
		const text = await readFile(path, "utf8");
		for (const [from, to] of [
			['"overall":71', '"overall": 71'],
			['"overall":71', '"overall":171'],
			['"kind":"sightline-receipt"', '"kind":"other"'],
			['{"auditedAt"', '{"extra":1,"auditedAt"'],
		] as const) {
			await writeFile(path, text.replace(from, to));
			await expect(store.list(stored.receipt)).rejects.toMatchObject({
				code: "receipt-invalid",
				message: expect.stringContaining(path),
			});
		}
	});
});
