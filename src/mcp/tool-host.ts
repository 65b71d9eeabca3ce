import * as z from "zod";
import { type BriefDocument, briefDocumentSchema } from "#core/brief-document.ts";
import { healthSchema } from "#core/health.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Simulation } from "#core/simulation.ts";
import type { Target } from "#core/target.ts";
import type { Verification } from "#core/verification.ts";
import type { VerifyReceiptOptions } from "#receipts/verify/material.ts";
import type { ResultContext } from "#site/brief/audit-result.ts";

/** An audit, and where its receipt is. */
export interface HostedAudit extends Omit<ResultContext, "baseUrl"> {
	readonly stored: StoredReceipt;
}

/** A brief, whole where it has a page of its own. */
export const hostedBriefSchema = briefDocumentSchema.partial({
	permalink: true,
	expiresAt: true,
	history: true,
	receipt: true,
});
type PageMembers = "permalink" | "expiresAt" | "history" | "receipt";
export type HostedBrief = Omit<BriefDocument, PageMembers> & Partial<Pick<BriefDocument, PageMembers>>;

/** A process that keeps nothing has nothing to say of a store, a log or a schedule. */
export const hostedHealthSchema = z.strictObject({
	...healthSchema.shape,
	checks: healthSchema.shape.checks.partial(),
});

/** What a call is counted as: the operation of the API that does the same. */
export type Operation = "audit" | "brief" | "compare" | "simulate" | "health";

/** What the tools ask of whoever serves them: a process of its own, or a server with its cache, limits and store. */
export interface ToolHost {
	/** Address of the site that pages of results stand on, no trailing slash. */
	readonly baseUrl: string;
	/** Lets a call begin, or throws what refuses it. */
	admit(operation: Operation): Promise<void>;
	/** A light audit of a public site; one of the last minute will do. */
	audit(target: Target, signal: AbortSignal): Promise<HostedAudit>;
	/** The same, and the brief of it where there is one: none without a score. `agencyName` may be empty. */
	brief(
		target: Target,
		agencyName: string,
		signal: AbortSignal,
	): Promise<{ readonly audit: HostedAudit; readonly brief?: HostedBrief }>;
	/** @param fixes ids of checks; all that cost points where absent */
	simulate(audit: HostedAudit, fixes: readonly string[] | undefined): Simulation;
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	health(): Promise<z.infer<typeof hostedHealthSchema>>;
	/** What the caller of a tool reads of an error that ended it; a defect of ours is reported to whoever can mend it. */
	tell(error: unknown): string;
}

/** What callers read of a defect. */
export const DEFECT = "This is a defect of the server; it has been reported there.";
