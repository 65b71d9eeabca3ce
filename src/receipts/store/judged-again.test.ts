import { expect, it } from "vitest";
import { auditSample } from "#audit/sample-audit.testkit.ts";
import { Failure } from "#core/failure.ts";
import { judgedAgain } from "./judged-again.ts";
import { createReceipt } from "./receipt.ts";

const { record, report } = await auditSample("tidewater-books.example.net");
const { receipt } = await createReceipt({ ...report, methodology: "0.0.9" }, "e".repeat(64));
const failing = (code: "evidence-missing" | "receipt-invalid") => ({
	get: () => Promise.reject(new Failure(code, { what: "It is not here.", todo: "Look elsewhere." })),
});

it("an earlier audit is judged by the methodology in force", async () => {
	expect(await judgedAgain(receipt, { get: async () => record })).toEqual(report);
});

it("there is no judgement without stored evidence; other failures are rethrown", async () => {
	expect(await judgedAgain(receipt, failing("evidence-missing"))).toBeUndefined();
	await expect(judgedAgain(receipt, failing("receipt-invalid"))).rejects.toThrow("It is not here.");
});
