import type { AgencyBrand, BriefClient } from "#core/agency/agency.ts";
import type { AuditStage } from "#core/audit-result.ts";
import type { PastAudit } from "#core/brief-document.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import type { Target } from "#core/target.ts";
import type { People } from "#people/open-people.ts";
import type { KeptAudit, LiveAudit } from "#receipts/live/save-live-audit.ts";
import type { FormOutcome, PostedRequest } from "../forms/answer-form.ts";
import type { LiveApp as LiveAppOfStore } from "../live/live-app.ts";
import type { Endpoint, PathParams } from "./endpoint.ts";
import type { ApiRequest } from "./request-body.ts";
import type { HttpAnswer } from "./responses.ts";

export interface Live {
	readonly app: LiveApp;
	readonly pages: LivePages;
	readonly people: People;
	answer(endpoint: Endpoint, request: ApiRequest, peer: string, params?: PathParams): Promise<HttpAnswer>;
	answerForm(posted: PostedRequest): Promise<FormOutcome>;
	/** better-auth's own routes for browsers, below /api/auth/. Never rejects. */
	answerAuth(request: Request, peer: string): Promise<Response>;
	/** Upload of a domain's access log by its owner. Never rejects. */
	answerAccessUpload(request: Request, peer: string, domain: string | undefined): Promise<Response>;
	/** Counts by address. @returns seconds to wait if the limit is used up */
	admitReader(request: Request, peer: string, policy?: "reading" | "look-up"): Promise<number | undefined>;
	metrics(request: Request): Promise<Response | undefined>;
	stopAdmitting(): void;
	/** Waits up to `graceMs` for audits, aborts the rest, and closes the store. */
	close(graceMs: number): Promise<void>;
}

/** The part that endpoints and forms use. */
export type LiveApp = Pick<LiveAppOfStore, keyof LiveAppOfStore>;

export interface BriefApproval {
	readonly agency: string;
	readonly account: string;
}

export interface AuditJob {
	readonly target: Target;
	readonly mode: AuditMode;
	/** Pages of a deep audit, if the owner asks for more than the default. */
	readonly pages?: number | undefined;
}

export interface AuditCaller {
	/** `key` identifies the caller, whose audits in flight are limited. */
	readonly identity: { readonly key: string };
	/** Accounts and tokens are free, so those at one network address share a limit. */
	readonly addressKey: string;
	readonly requestId: string;
	readonly signal: AbortSignal;
	/** Called with past stages first, then new ones. Must not throw. */
	readonly onStage?: ((stage: AuditStage) => void) | undefined;
}

export interface AnsweredAudit {
	readonly audit: LiveAudit;
	/** Whole seconds since the audit ended; undefined if it was in flight at the request. */
	readonly ageSeconds?: number;
}

/** Never returns anything expired or taken down. */
export interface LivePages {
	brief(slug: string): Promise<ShownBrief | undefined>;
	/** Includes the text, which has the id as its SHA-256. */
	receipt(id: string): Promise<LiveReceipt | undefined>;
}

export interface LiveBrief extends KeptAudit {
	/** `<domain>`, `<domain>~<agency slug>`, or `<domain>~<8 characters>` for any other agency's name. */
	readonly slug: string;
	readonly agencyName: string;
	readonly agency?: AgencyBrand;
	readonly client?: BriefClient | undefined;
	readonly expiresAt: string;
	/**
	 * Stored receipts of the same series including this one, newest first; on an agency's page only those that it has
	 * approved for its client.
	 */
	readonly history: readonly StoredReceipt[];
	/** Published audits of the domain, newest first; only if this audit is light. */
	readonly published?: readonly PastAudit[];
}

/** Brief of a live audit, or of a watched site without a built page. */
export interface ShownBrief extends Omit<LiveBrief, "expiresAt"> {
	/** ISO 8601; undefined for a watched site, which does not expire. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}

export interface LiveReceipt {
	readonly stored: StoredReceipt;
	readonly text: string;
	readonly place: LogPlace;
	/** ISO 8601; undefined for a watched site. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}
