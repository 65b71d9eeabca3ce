import * as z from "zod";
import { isFailure } from "./failure.ts";
import { RECEIPT_ID } from "./receipt.ts";
import { parseTarget } from "./target.ts";

const receiptId = z.string().regex(RECEIPT_ID, "must be a receipt's id: 64 hex digits");
const moment = z.iso.datetime({ precision: 3 });

/** Spelled as in receipts and pages: another spelling would remove nothing. */
const host = z.string().superRefine((text, context) => {
	const says = hostFault(text);
	if (says) context.addIssue({ code: "custom", message: says });
});

function hostFault(text: string): string | undefined {
	try {
		const { host: ascii } = parseTarget(text);
		return ascii === text ? undefined : `must be written as receipts name it: ${ascii}`;
	} catch (error) {
		if (isFailure(error)) return `must be a domain such as example.com. ${error.message}`;
		throw error;
	}
}

/** Requested by an owner who proved control. The log's leaves stay, because they name no one. */
const removalSchema = z.strictObject({
	kind: z.literal("removal"),
	/** ASCII host, lower case. */
	domain: host,
	/** `all`: everything of the domain, including future audits. */
	receipts: z.union([z.literal("all"), z.array(receiptId).min(1)]),
	at: moment,
	/** Whether the site published pages of the domain; only then do their addresses say that they were withdrawn. */
	public: z.literal(true).optional(),
	/** When the owner ended the removal: removed receipts stay removed, but audits may resume. Only with `all`. */
	ended: moment.optional(),
	proof: z.strictObject({ place: z.enum(["dns", "well-known"]), found: z.string().max(1000) }),
});
export type Removal = z.infer<typeof removalSchema>;

/** A sentence shown with a receipt, from the operator or the owner. The receipt itself never changes. */
export const correctionSchema = z.strictObject({
	kind: z.literal("correction"),
	receipt: receiptId,
	at: moment,
	/** By the domain's owner, who proved control; absent for the operator's. A receipt has at most one of each. */
	by: z.literal("owner").optional(),
	/** Plain text. */
	says: z.string().trim().min(1).max(2000),
});
export type Correction = z.infer<typeof correctionSchema>;

export const noticesSchema = z.strictObject({
	$schema: z.string().optional(),
	notices: z.array(z.discriminatedUnion("kind", [removalSchema, correctionSchema])),
});
export type Notices = z.infer<typeof noticesSchema>;

export function noticesJsonSchema(): unknown {
	return z.toJSONSchema(noticesSchema, { io: "input", target: "draft-2020-12" });
}

export function activeRemovals({ notices }: Notices): Removal[] {
	return notices.filter((notice) => notice.kind === "removal").filter(isActiveRemoval);
}

/** Nothing of the domain may be stored, now or later. */
export function isActiveRemoval({ receipts, ended }: Removal): boolean {
	return receipts === "all" && ended === undefined;
}

/** Ids of single receipts named by any removal, past or present. */
export function receiptsInRemovals({ notices }: Notices): string[] {
	return notices.flatMap((notice) => (notice.kind === "removal" && notice.receipts !== "all" ? notice.receipts : []));
}

export function removalOf(notices: Notices, domain: string, receipt = ""): Removal | undefined {
	const isAmong = ({ receipts }: Removal) => receipts !== "all" && receipts.includes(receipt);
	return notices.notices
		.filter((notice) => notice.kind === "removal")
		.find((removal) => removal.domain === domain && (isActiveRemoval(removal) || isAmong(removal)));
}

export interface RequestPlace {
	readonly place: Removal["proof"]["place"];
	readonly at: string;
	/** False: no response, so nothing is known. */
	readonly answered: boolean;
	readonly says: string;
}

export interface RemovalRequest {
	readonly place: Removal["proof"]["place"];
	readonly found: string;
	readonly receipts: Removal["receipts"];
}

export interface RemovalOutcome {
	readonly domain: string;
	/** Places that were checked; empty if an earlier notice was enough. */
	readonly looked: readonly RequestPlace[];
	readonly request?: RemovalRequest;
	/** `written` now; `there` already; `none`: no request, or a check only. */
	readonly notice: "written" | "there" | "none";
	readonly deleted: {
		readonly receipts: number;
		readonly evidence: number;
		readonly runLines: number;
		/** Number of removed live audit pages; absent without a live store. */
		readonly pages?: number;
	};
	/** Requested ids that are not receipts of the domain. */
	readonly unknown: readonly string[];
	readonly active: boolean;
}
