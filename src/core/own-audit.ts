import * as z from "zod";
import { auditResultSchema } from "./audit-result.ts";
import { FAILURE_CODES } from "./failure.ts";
import { AUDIT_MODES, SOURCES } from "./preset.ts";
import { type LogPlace, receiptReferenceSchema, type Series } from "./receipt.ts";
import type { Scores } from "./report.ts";
import { scoresSchema } from "./report.ts";

export interface OwnAudit extends Series {
	/** Id of the receipt. */
	readonly id: string;
	/** ISO 8601: time of the receipt's audit. */
	readonly auditedAt: string;
	/** ISO 8601: time of the account's last audit with this result. */
	readonly foundAt: string;
	readonly methodology: string;
	/** Absent if the site could not be audited. */
	readonly scores?: Pick<Scores, "overall" | "axes">;
	readonly failure?: string;
	readonly place: LogPlace;
	/** ISO 8601: expiry of a live audit's public pages; absent if it has none. */
	readonly publicUntil?: string;
}

const LIMIT = { default: 50, most: 200 } as const;
const WHOLE = `must be a whole number from 1 to ${LIMIT.most}`;

export const ownAuditsQuerySchema = z.strictObject({
	limit: z.coerce
		.number(WHOLE)
		.int(WHOLE)
		.min(1, WHOLE)
		.max(LIMIT.most, WHOLE)
		.default(LIMIT.default)
		.describe("Entries of one page."),
	cursor: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,200}$/, "must be the nextCursor of an earlier page")
		.optional()
		.describe("`nextCursor` of the page before."),
	domain: z.string().min(1).max(2048).optional().describe("Only audits of this host; a host name or an address."),
});

export const ownAuditEntrySchema = z
	.strictObject({
		id: z.string().describe("Id of the audit, which is that of its receipt."),
		domain: z.string().describe("ASCII host."),
		mode: z.enum(AUDIT_MODES).describe("Scan depth."),
		source: z.enum(SOURCES).describe("`network` for every audit that the API makes."),
		overallScore: z.number().int().min(0).max(100).optional().describe("Absent where the site could not be audited."),
		axes: scoresSchema.shape.axes.optional(),
		code: z.enum(FAILURE_CODES).optional().describe("Why the site could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("Time of the audit that the receipt is of."),
		foundAt: z.iso.datetime({ precision: 3 }).describe("When an audit for this account last found this result."),
		onWall: z.boolean().describe("Whether the public wall shows this very audit."),
		publicUntil: z.iso
			.datetime({ precision: 3 })
			.optional()
			.describe("Until when public pages that no search engine lists show it; absent where it has none of those."),
		receipt: receiptReferenceSchema.describe("The record of the audit, which anyone can verify."),
	})
	.meta({ id: "OwnAudit", description: "An audit of the caller's own, by its receipt." });
export type OwnAuditEntry = z.infer<typeof ownAuditEntrySchema>;

export const ownAuditPageSchema = z
	.strictObject({
		ok: z.literal(true),
		audits: z.array(ownAuditEntrySchema).describe("What was found last comes first."),
		nextCursor: z.string().optional().describe("`cursor` of the next page; absent on the last."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "OwnAuditPage", description: "A page of the caller's own audits." });

export const ownAuditDetailSchema = z
	.strictObject({
		ok: z.literal(true),
		audit: ownAuditEntrySchema.describe("The audit, as in the list."),
		result: auditResultSchema.describe("The result, as the audit endpoint returned it."),
		ticket: z
			.strictObject({
				title: z.string().describe("One line of plain text."),
				markdown: z
					.string()
					.describe("What is wrong, where, and what to do about it, as Markdown for any issue tracker."),
			})
			.describe("The faults as a ticket for the developer."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "OwnAuditDetail", description: "One of the caller's own audits, whole." });
