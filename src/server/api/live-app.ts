import type { AgencyBrand, BriefClient } from "#core/agency/agency.ts";
import type { AuditStage } from "#core/audit-result.ts";
import type { PastAudit } from "#core/brief-document.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import type { Target } from "#core/target.ts";
import type { People } from "#people/open-people.ts";
import type { KeptAudit, LiveAudit } from "#receipts/live/keep-live-audit.ts";
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
	/** A log of a domain, sent by its owner. Never rejects. */
	answerAccessUpload(request: Request, peer: string, domain: string | undefined): Promise<Response>;
	/** By address. @returns seconds to wait where the limit is used up */
	admitReader(request: Request, peer: string, policy?: "reading" | "look-up"): Promise<number | undefined>;
	metrics(request: Request): Promise<Response | undefined>;
	stopAdmitting(): void;
	/** Waits for audits at most `graceMs`, ends the rest, and closes the store. */
	close(graceMs: number): Promise<void>;
}

/** What endpoints and forms may ask. */
export type LiveApp = Pick<LiveAppOfStore, keyof LiveAppOfStore>;

export interface BriefApproval {
	readonly agency: string;
	readonly account: string;
}

export interface AuditJob {
	readonly target: Target;
	readonly mode: AuditMode;
	/** Of a deep audit, where its owner asks for more than by default. */
	readonly pages?: number | undefined;
}

export interface AuditCaller {
	/** `key` tells callers apart: each may have only so many audits under way. */
	readonly identity: { readonly key: string };
	/** Accounts and tokens share what one network address may have, since they cost nothing. */
	readonly addressKey: string;
	readonly requestId: string;
	readonly signal: AbortSignal;
	/** Hears past stages first, then new ones; must not throw. */
	readonly onStage?: ((stage: AuditStage) => void) | undefined;
}

export interface AnsweredAudit {
	readonly audit: LiveAudit;
	/** Whole seconds since the audit ended; absent where it was under way at the request. */
	readonly ageSeconds?: number;
}

/** Nothing that has expired or was taken down. */
export interface LivePages {
	brief(slug: string): Promise<ShownBrief | undefined>;
	/** With the text whose SHA-256 is the id. */
	receipt(id: string): Promise<LiveReceipt | undefined>;
}

export interface LiveBrief extends KeptAudit {
	/** `<domain>`, `<domain>~<agency slug>`, or `<domain>~<8 characters>` for any other agency's name. */
	readonly slug: string;
	readonly agencyName: string;
	readonly agency?: AgencyBrand;
	/** Whom the agency's brief is for. */
	readonly client?: BriefClient | undefined;
	readonly expiresAt: string;
	/**
	 * Kept receipts of the same series, newest first, this one among them; on the page of an agency only those that it has
	 * approved for its client.
	 */
	readonly history: readonly StoredReceipt[];
	/** Of the domain, newest first; only where this audit is light. */
	readonly published?: readonly PastAudit[];
}

/** Opened by a live audit, or of a watched site without a built page. */
export interface ShownBrief extends Omit<LiveBrief, "expiresAt"> {
	/** ISO 8601; absent for a watched site, whose pages do not end. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}

export interface LiveReceipt {
	readonly stored: StoredReceipt;
	readonly text: string;
	readonly place: LogPlace;
	/** ISO 8601; absent for a watched site. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}
