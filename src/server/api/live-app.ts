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
	/** Answers better-auth's own routes that browsers may ask, below /api/auth/. Never rejects. */
	answerAuth(request: Request, peer: string): Promise<Response>;
	/** Counts a reader of live pages by address. @returns seconds to wait where the limit is used up */
	admitReader(request: Request, peer: string, policy?: "reading" | "look-up"): Promise<number | undefined>;
	metrics(request: Request): Promise<Response | undefined>;
	stopAdmitting(): void;
	/** Waits for audits under way, at most so long, ends what is left, and closes the store. */
	close(graceMs: number): Promise<void>;
}

export interface LiveApp {
	readonly baseUrl: string;
	/** How whoever runs this installation is reached, where they said. */
	readonly contact?: Contact | undefined;
	/** Ways in which agents may register; every way but a provider's word where it is not said. */
	readonly agentTypes?: readonly AgentType[] | undefined;
	/**
	 * Audits a site, or answers with the cached result: one audit per target and mode in 60 s, and concurrent requests
	 * share one. A site that could not be audited gives a receipt with `ok: false`; one that may have failed by our own
	 * fault is `unsaved`, and is asked for again sooner.
	 * @throws Failure `target-blocked`, `removal-asked`, `overloaded`, `shutting-down`, `store-unavailable`; the reason of
	 * the caller's signal when it aborts
	 */
	audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit>;
	/** Opens the page of a light audit that succeeded. @param approval given where the agency is known here */
	openBrief(audit: LiveAudit, agencyName: string, approval?: BriefApproval): Promise<LiveBrief>;
	/** @throws Failure `input-invalid` for a fix that is no check's id */
	simulate(audit: Pick<LiveAudit, "stored">, fixes: readonly string[] | undefined): Simulation;
	/** Verifies what a site of the public network gives. @throws Failure as `verifyReceipt` */
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	wall(): Promise<readonly WallEntry[]>;
	/**
	 * What a picture of a published domain or receipt shows; undefined where nothing is published, or it was taken down.
	 */
	published(address: EmbeddedAddress): Promise<PictureFacts | undefined>;
	/**
	 * The audit that the built pages of a domain show, where its receipt's file is at hand; undefined as for
	 * `published`.
	 */
	publishedAudit(host: string): Promise<KeptAudit | undefined>;
	/** Receipt that the brief at a domain's own address shows, built or live; undefined where it has none. */
	shownAt(host: string): Promise<string | undefined>;
	health(): Promise<Health>;
	/** Keys that requests of audits are signed with, to be published; undefined where none are. */
	keyDirectory(): KeyDirectory | undefined;
}

export interface BriefApproval {
	readonly agency: string;
	readonly account: string;
}

export interface AuditJob {
	readonly target: Target;
	readonly mode: AuditMode;
}

/** Who wants an audit, and until when. */
export interface AuditCaller {
	/** `key` tells callers apart: one may have only so many audits under way. */
	readonly identity: { readonly key: string };
	readonly requestId: string;
	readonly signal: AbortSignal;
	/** Hears how far the audit has come: what was before first, then all as it happens; must not throw. */
	readonly onStage?: ((stage: AuditStage) => void) | undefined;
}

export interface AnsweredAudit {
	readonly audit: LiveAudit;
	/** Whole seconds since the audit ended; absent for one that was under way when it was asked for. */
	readonly ageSeconds?: number;
}

/** What live pages show; nothing that has expired or was taken down. */
export interface LivePages {
	brief(slug: string): Promise<ShownBrief | undefined>;
	/** With the text whose SHA-256 is the id. */
	receipt(id: string): Promise<LiveReceipt | undefined>;
}

/** A brief that can be read at its share address from now on. */
export interface LiveBrief extends KeptAudit {
	/** The domain, `<domain>~<agency slug>`, or `<domain>~<8 characters>` for one with the name of any other agency. */
	readonly slug: string;
	readonly agencyName: string;
	readonly agency?: AgencyBrand;
	readonly expiresAt: string;
	/** Receipts of the same series that are kept here, newest first, this one among them. */
	readonly history: readonly StoredReceipt[];
	/** Published light audits of the same domain, newest first, where this is one and the site was built with some. */
	readonly published?: readonly PastAudit[];
}

/** A brief at its address: opened by a live audit, or that of a watched site that no build has made. */
export interface ShownBrief extends Omit<LiveBrief, "expiresAt"> {
	/** ISO 8601; absent for a watched site, whose pages do not end. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}

export interface LiveReceipt {
	readonly stored: StoredReceipt;
	readonly text: string;
	readonly place: LogPlace;
	/** ISO 8601; absent for that of a watched site. */
	readonly expiresAt?: string;
	readonly listed: boolean;
}
