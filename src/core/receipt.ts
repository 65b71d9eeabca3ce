import * as z from "zod";
import { reportSchema } from "./report.ts";

/** A receipt's id: the SHA-256 of its file, in hexadecimal digits. */
export const RECEIPT_ID = /^[0-9a-f]{64}$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The file holds the canonical JSON (RFC 8785) of the short form (`receipt-form.ts`); its SHA-256 is the id. */
export const receiptSchema = reportSchema.extend({
	v: z.literal(2),
	kind: z.literal("sightline-receipt"),
	/** SHA-256 of the canonical evidence document, with which the audit can be replayed. */
	evidenceDigest: sha256,
	/** SHA-256 of the canonical result without times and digests: equal for audits with the same result. */
	resultDigest: sha256,
});
export type Receipt = z.infer<typeof receiptSchema>;

export interface StoredReceipt {
	/** Hex SHA-256 of the receipt's canonical bytes. */
	readonly id: string;
	readonly receipt: Receipt;
}

export const receiptReferenceSchema = z.strictObject({
	id: z.string().describe("SHA-256 of the receipt's canonical JSON."),
	state: z.enum(["pending", "logged"]).describe("`pending` until the next seal of the log."),
	logIndex: z.number().int().optional().describe("Index of its leaf in the log; present once it is sealed."),
});
export type LogPlace = Omit<z.infer<typeof receiptReferenceSchema>, "id">;

export function logPlace(index: number | undefined): LogPlace {
	return index === undefined ? { state: "pending" } : { state: "logged", logIndex: index };
}

/** Audits with the same series can be compared over time. */
export interface Series {
	readonly domain: string;
	readonly source: Receipt["source"];
	readonly mode: Receipt["mode"];
}

export function seriesKey({ domain, source, mode }: Readonly<Record<keyof Series, string>>): string {
	return `${domain} ${source} ${mode}`;
}
