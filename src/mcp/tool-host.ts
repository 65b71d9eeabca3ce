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

/** A process without a store has no store, log or schedule to report. */
export const hostedHealthSchema = z.strictObject({
	...healthSchema.shape,
	checks: healthSchema.shape.checks.partial(),
});

/** The API operation whose limits a call counts in. */
export type Operation = "audit" | "brief" | "compare" | "simulate" | "occurrences" | "health";

export interface AccessQuestion {
	/** Paths, or patterns of them. */
	readonly files: readonly string[];
	/** Of the owner's, which each request passed. */
	readonly proxies: number;
}

export interface ToolHost {
	readonly baseUrl: string;
	/** What a shell starts the command line with. */
	readonly program: string;
	/** @throws what refuses the call */
	admit(operation: Operation): Promise<void>;
	/** A light audit of a public site, up to a minute old. @param isFresh asks for a new one, where the host makes them at once */
	audit(target: Target, signal: AbortSignal, isFresh?: boolean): Promise<HostedAudit>;
	/** Absent where callers have no folder on this machine. */
	readonly folders?: FolderHost;
	/** By default the tasks of the kind of site. Absent where the server lends no browser. */
	readonly rehearse?: (
		target: Target,
		tasks: readonly TaskId[],
		signal: AbortSignal,
		onProgress: (words: string) => void,
	) => Promise<Rehearsal>;
	/** What sites were before they were repaired, by what names them; absent where nothing is kept between calls. */
	readonly before?: { get(site: string): Seen | undefined; set(site: string, seen: Seen): unknown };
	/** No brief without a score. `agencyName` may be empty. */
	brief(
		target: Target,
		agencyName: string,
		signal: AbortSignal,
	): Promise<{ readonly audit: HostedAudit; readonly brief?: HostedBrief }>;
	/** @param fixes ids of checks; by default all that cost points */
	simulate(audit: HostedAudit, fixes: readonly string[] | undefined): Simulation;
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	/** @param receipt by default the newest of the host. @throws Failure `evidence-missing` where no list is kept */
	occurrences(target: Target, receipt: string | undefined, filter: OccurrenceFilter): Promise<OccurrencePart>;
	/**
	 * What bots got of a site: of log files on this machine, or over HTTP what the owner has sent to the server.
	 * @throws Failure for files that cannot be read or are not to be named here, and where no log of the owner's came
	 */
	access(target: Target, asked: AccessQuestion): Promise<AccessReport>;
	health(): Promise<z.infer<typeof hostedHealthSchema>>;
	/** The text that a caller reads of an error; reports our own defects. */
	tell(error: unknown): string;
}

export const DEFECT = "This is a fault of the server, and it was recorded.";

export interface ServedTool {
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodType;
	readonly output: z.ZodType;
	readonly openWorld: boolean;
	/** Absent for answers from memory, which are not counted. */
	readonly countsAs?: Operation;
	/** What a host must have to serve it. */
	readonly needs?: "rehearse";
	/** @param onProgress tells a client that waits what is being done */
	run(input: never, host: ToolHost, signal: AbortSignal, onProgress: (words: string) => void): Promise<ToolAnswer>;
}

/** Every place of every fault of an audit; of a public site those that its findings name. */
export interface Seen {
	readonly audit: HostedAudit;
	readonly places: readonly Place[];
}

export type Place = Pick<Occurrence, "check" | "page" | "file" | "line" | "column" | "excerpt">;

export interface FolderHost {
	/**
	 * @param domain where it is published; by default what its file CNAME names
	 * @throws Failure where the folder or its home page cannot be read
	 */
	audit(folder: string, domain: string | undefined, signal: AbortSignal): Promise<FolderSeen>;
	/** Proved changes; nothing is written. */
	repair(seen: FolderSeen, checks: readonly string[], drafts: boolean, signal: AbortSignal): Promise<FolderRepair>;
}

/** Files of its places are paths in the folder, with slashes. */
export interface FolderSeen extends Seen {
	/** Real path. */
	readonly folder: string;
	readonly target: Target;
	/** Path in the folder of a file, or of the page at an address. @throws Failure for what is not in the folder */
	locate(asked: { readonly file: string } | { readonly page: string }): Promise<string>;
}

export interface FolderRepair {
	/** Ids of the checks that are repaired, wholly or in part. */
	readonly checks: readonly string[];
	/** A unified diff for each file. */
	readonly diffs: readonly Uint8Array[];
	/** Why nothing, or not everything, is repaired; sentences. */
	readonly why: readonly string[];
}
