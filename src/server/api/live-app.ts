import type { AgentType } from "#config/environment.ts";
import type { AgencyBrand } from "#core/agency/agency.ts";
import type { AuditStage } from "#core/audit-result.ts";
import type { PastAudit } from "#core/brief-document.ts";
import type { Health } from "#core/health.ts";
import type { AuditMode } from "#core/preset.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import type { Simulation } from "#core/simulation.ts";
import type { Target } from "#core/target.ts";
import type { Verification } from "#core/verification.ts";
import type { WallEntry } from "#core/wall-page.ts";
import type { VerifyReceiptOptions } from "#log/verify/material.ts";
import type { People } from "#people/open-people.ts";
import type { KeptAudit, LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { KeyDirectory } from "#signing/bot/key-directory.ts";
import type { EmbeddedAddress } from "#site/badge/embed.ts";
import type { PictureFacts } from "#site/badge/picture-facts.ts";
import type { Contact } from "#site/installation.ts";
import type { FormOutcome, PostedRequest } from "../forms/answer-form.ts";
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
	/** By address. @returns seconds to wait where the limit is used up */
	admitReader(request: Request, peer: string, policy?: "reading" | "look-up"): Promise<number | undefined>;
	metrics(request: Request): Promise<Response | undefined>;
	stopAdmitting(): void;
	/** Waits for audits at most `graceMs`, ends the rest, and closes the store. */
	close(graceMs: number): Promise<void>;
}

export interface LiveApp {
	readonly baseUrl: string;
	readonly contact?: Contact | undefined;
	/** By default all ways but a provider's assertion. */
	readonly agentTypes?: readonly AgentType[] | undefined;
	/**
	 * One audit per target and mode in 60 s; concurrent requests share it. A site that could not be audited has a receipt
	 * with `ok: false`; where the fault may be ours, it is `unsaved` and repeats sooner.
	 * @throws Failure `target-blocked`, `removal-asked`, `overloaded`, `shutting-down`, `store-unavailable`; abort reason
	 */
	audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit>;
	/** For a successful light audit. @param approval where the agency is known here */
	openBrief(audit: LiveAudit, agencyName: string, approval?: BriefApproval): Promise<LiveBrief>;
	/** @throws Failure `input-invalid` for a fix that is no check's id */
	simulate(audit: Pick<LiveAudit, "stored">, fixes: readonly string[] | undefined): Simulation;
	/** For sites of the public network. @throws Failure as `verifyReceipt` */
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	wall(): Promise<readonly WallEntry[]>;
	/** Undefined where nothing is published, or it was taken down. */
	published(address: EmbeddedAddress): Promise<PictureFacts | undefined>;
	/** The audit on a domain's built pages, where its receipt file is at hand; undefined as for `published`. */
	publishedAudit(host: string): Promise<KeptAudit | undefined>;
	/** Receipt of the brief at a domain's own address, built or live. */
	shownAt(host: string): Promise<string | undefined>;
	health(): Promise<Health>;
	readonly keyDirectory: KeyDirectory | undefined;
}

export interface BriefApproval {
	readonly agency: string;
	readonly account: string;
}

export interface AuditJob {
	readonly target: Target;
	readonly mode: AuditMode;
}

export interface AuditCaller {
	/** `key` tells callers apart: each may have only so many audits under way. */
	readonly identity: { readonly key: string };
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
	readonly expiresAt: string;
	/** Kept receipts of the same series, newest first, this one among them. */
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
