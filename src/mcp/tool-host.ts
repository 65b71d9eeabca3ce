import * as z from "zod";
import type { AccessReport } from "#core/access/access-report.ts";
import { type BriefDocument, briefDocumentSchema } from "#core/brief-document.ts";
import { healthSchema } from "#core/health.ts";
import type { Occurrence, OccurrenceFilter } from "#core/occurrence.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Rehearsal, TaskId } from "#core/rehearsal.ts";
import type { Simulation } from "#core/simulation.ts";
import type { Target } from "#core/target.ts";
import type { Verification } from "#core/verification.ts";
import type { VerifyReceiptOptions } from "#log/verify/material.ts";
import type { OccurrencePart } from "#receipts/store/occurrence-page.ts";
import type { ResultContext } from "#site/brief/audit-result.ts";
import type { ToolAnswer } from "#tools/tool-answer.ts";

export interface HostedAudit extends Omit<ResultContext, "baseUrl" | "program"> {
	readonly stored: StoredReceipt;
}

export const hostedBriefSchema = briefDocumentSchema.partial({
	permalink: true,
	expiresAt: true,
	history: true,
	receipt: true,
});
type PageMembers = "permalink" | "expiresAt" | "history" | "receipt";
export type HostedBrief = Omit<BriefDocument, PageMembers> & Partial<Pick<BriefDocument, PageMembers>>;

/** Without a live store there is no store, log or schedule to report. */
export const hostedHealthSchema = z.strictObject({
	...healthSchema.shape,
	checks: healthSchema.shape.checks.partial(),
});

/** The API operation in whose limits a call counts. */
export type Operation = "audit" | "brief" | "compare" | "simulate" | "occurrences" | "health";

export interface AccessQuestion {
	/** Paths or glob patterns. */
	readonly files: readonly string[];
	/** Number of the owner's proxies that each request passed. */
	readonly proxies: number;
}

export interface ToolHost {
	readonly baseUrl: string;
	/** Shell command that starts Sightline. */
	readonly program: string;
	/** @throws to refuse the call */
	admit(operation: Operation): Promise<void>;
	/** A light audit of a public site, up to a minute old. @param isFresh skips the cache, if the host allows it */
	audit(target: Target, signal: AbortSignal, isFresh?: boolean): Promise<HostedAudit>;
	/** Undefined if callers have no folder on this machine. */
	readonly folders?: FolderHost;
	/** By default rehearses the tasks of the kind of site. Undefined without a browser. */
	readonly rehearse?: (
		target: Target,
		tasks: readonly TaskId[],
		signal: AbortSignal,
		onProgress: (words: string) => void,
	) => Promise<Rehearsal>;
	/** Sites before their repair; undefined if nothing is kept between calls. */
	readonly before?: { get(site: string): Seen | undefined; set(site: string, seen: Seen): unknown };
	/** Returns no brief without a score. `agencyName` may be empty. */
	brief(
		target: Target,
		agencyName: string,
		signal: AbortSignal,
	): Promise<{ readonly audit: HostedAudit; readonly brief?: HostedBrief }>;
	/** @param fixes check ids; by default all that cost points */
	simulate(audit: HostedAudit, fixes: readonly string[] | undefined): Simulation;
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	/** @param receipt by default the host's newest @throws Failure `evidence-missing` without a stored list */
	occurrences(target: Target, receipt: string | undefined, filter: OccurrenceFilter): Promise<OccurrencePart>;
	/**
	 * What bots got from a site, according to local log files, or over HTTP to logs that the owner uploaded.
	 * @throws Failure for unreadable or forbidden files, or without an uploaded log
	 */
	access(target: Target, asked: AccessQuestion): Promise<AccessReport>;
	health(): Promise<z.infer<typeof hostedHealthSchema>>;
	/** Error message for the caller; reports our own defects. */
	tell(error: unknown): string;
}

export const DEFECT = "This is a fault of the server, and it was recorded.";

export interface ServedTool {
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodType;
	readonly output: z.ZodType;
	readonly openWorld: boolean;
	/** Undefined for results from memory, which are not counted. */
	readonly countsAs?: Operation;
	/** Feature that a host must have to serve it. */
	readonly needs?: "rehearse";
	/** @param onProgress reports progress to a waiting client */
	run(input: never, host: ToolHost, signal: AbortSignal, onProgress: (words: string) => void): Promise<ToolAnswer>;
}

/** An audit with every place of every fault; for a public site only those in its findings. */
export interface Seen {
	readonly audit: HostedAudit;
	readonly places: readonly Place[];
}

export type Place = Pick<Occurrence, "check" | "page" | "file" | "line" | "column" | "excerpt">;

export interface FolderHost {
	/**
	 * @param domain where the folder is published; by default from its CNAME file
	 * @throws Failure if the folder or its home page cannot be read
	 */
	audit(folder: string, domain: string | undefined, signal: AbortSignal): Promise<FolderSeen>;
	/** Returns proved changes without writing them. */
	repair(seen: FolderSeen, checks: readonly string[], drafts: boolean, signal: AbortSignal): Promise<FolderRepair>;
}

/** Files of its places are paths relative to the folder, with slashes. */
export interface FolderSeen extends Seen {
	/** Real path. */
	readonly folder: string;
	readonly target: Target;
	/** Path in the folder of a file or of the page at an address. @throws Failure if it is not in the folder */
	locate(asked: { readonly file: string } | { readonly page: string }): Promise<string>;
}

export interface FolderRepair {
	/** Ids of repaired checks, in whole or in part. */
	readonly checks: readonly string[];
	/** One unified diff per file. */
	readonly diffs: readonly Uint8Array[];
	/** Sentences: why nothing or not everything is repaired. */
	readonly why: readonly string[];
}
