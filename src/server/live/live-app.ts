import { join } from "node:path";
import { rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { AgentType, Settings } from "#config/environment.ts";
import type { PastAudit } from "#core/brief-document.ts";
import { Failure } from "#core/failure.ts";
import type { Health } from "#core/health.ts";
import type { OccurrenceFilter } from "#core/occurrence.ts";
import { logPlace, type Receipt, type StoredReceipt } from "#core/receipt.ts";
import type { Simulation } from "#core/simulation.ts";
import type { Verification } from "#core/verification.ts";
import type { WallEntry } from "#core/wall-page.ts";
import { clipped } from "#core/wording.ts";
import type { VerifyReceiptOptions } from "#log/verify/material.ts";
import { verifyReceipt } from "#log/verify/verify-receipt.ts";
import type { KeptAudit, LiveAudit } from "#receipts/live/keep-live-audit.ts";
import type { EvidenceReader } from "#receipts/store/evidence-archive.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { type OccurrencePart, readOccurrences } from "#receipts/store/occurrence-page.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import type { KeyDirectory } from "#signing/bot/key-directory.ts";
import type { EmbeddedAddress } from "#site/badge/embed.ts";
import { asciiHost, type PictureFacts, shownAt } from "#site/badge/picture-facts.ts";
import { type Contact, readContact } from "#site/installation.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { AnsweredAudit, AuditCaller, AuditJob, BriefApproval, LiveBrief, LivePages } from "../api/live-app.ts";
import type { RemovedDomains } from "./removed-domains.ts";

interface LiveAppParts {
	readonly settings: Settings;
	readonly auditService: { audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit> };
	readonly removed: Pick<RemovedDomains, "includes" | "refuse" | "refuseFound" | "shownOf">;
	readonly facts: () => Promise<PublishedFacts>;
	readonly health: () => Promise<Health>;
	readonly keyDirectory: KeyDirectory | undefined;
	/** Of the built site; undefined where its files are not at hand. */
	readonly files?: string | undefined;
	readonly openBrief: (audit: LiveAudit, agencyName: string, approval?: BriefApproval) => Promise<LiveBrief>;
	readonly pages: LivePages;
	readonly evidence: EvidenceReader;
}

const ROOT_CAUSES = rootCausesOf(CHECKS);
/** Characters of an unknown id that an answer repeats. */
const ID_LENGTH = 80;

/** What an installation gives its endpoints and forms. */
export class LiveApp {
	readonly baseUrl: string;
	readonly contact?: Contact | undefined;
	/** By default all ways but a provider's assertion. */
	readonly agentTypes?: readonly AgentType[] | undefined;
	readonly keyDirectory: KeyDirectory | undefined;
	readonly #parts: LiveAppParts;

	constructor(parts: LiveAppParts) {
		const { baseUrl, contact, agents } = parts.settings;
		this.baseUrl = baseUrl;
		this.contact = readContact(contact);
		this.agentTypes = agents.types;
		this.keyDirectory = parts.keyDirectory;
		this.#parts = parts;
	}

	/**
	 * One audit per target and mode in 60 s; concurrent requests share it. A site that could not be audited has a receipt
	 * with `ok: false`; where the fault may be ours, it is `unsaved` and repeats sooner.
	 * @throws Failure `target-blocked`, `removal-asked`, `overloaded`, `shutting-down`, `store-unavailable`; abort reason
	 */
	async audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit> {
		const { removed, auditService } = this.#parts;
		await removed.refuse(job.target.host);
		const answered = await auditService.audit(job, caller);
		// The owner of a host may have asked for removal since.
		await removed.refuseFound(answered.audit.stored.receipt);
		return answered;
	}

	/** For a successful light audit. @param approval where the agency is known here */
	async openBrief(audit: LiveAudit, agencyName: string, approval?: BriefApproval): Promise<LiveBrief> {
		const { receipt } = audit.stored;
		// Its owner may have asked for removal since the audit.
		await this.#parts.removed.refuseFound(receipt);
		const opened = await this.#parts.openBrief(audit, agencyName, approval);
		return { ...opened, published: await publishedBeside(receipt, this.#parts) };
	}

	/** @throws Failure `input-invalid` for a fix that is no check's id */
	simulate({ stored }: Pick<LiveAudit, "stored">, fixes: readonly string[] | undefined): Simulation {
		return simulateKnown(stored.receipt.findings, fixes);
	}

	/** For sites of the public network. @throws Failure as `verifyReceipt` */
	verify(options: VerifyReceiptOptions): Promise<Verification> {
		return verifyReceipt({ ...options, publicOnly: true }, this.#parts.settings);
	}

	async wall(): Promise<readonly WallEntry[]> {
		const { removed, facts } = this.#parts;
		return removed.shownOf((await facts()).wall);
	}

	/** Undefined where nothing is published, or it was taken down. */
	async published(address: EmbeddedAddress): Promise<PictureFacts | undefined> {
		const { removed, facts } = this.#parts;
		const shown = (await facts()).embedded(address);
		const isShown = shown && !shown.withdrawn && !(await removed.includes(asciiHost(shown), shown.receiptId));
		return isShown ? shown : undefined;
	}

	/** The audit on a domain's built pages, where its receipt file is at hand; undefined as for `published`. */
	async publishedAudit(host: string): Promise<KeptAudit | undefined> {
		const shown = this.#parts.files === undefined ? undefined : await this.published({ slug: host });
		const stored = shown && (await this.#builtReceipt(shown.receiptId));
		return stored && { stored, auditedAt: shownAt(shown), place: logPlace(shown.logIndex) };
	}

	/**
	 * Of a receipt with a public page. @throws Failure `evidence-missing` where there is none, or its list is not kept here;
	 * `input-invalid` where it names none; `list-changed`, `removal-asked`
	 */
	async occurrences(id: string, filter: OccurrenceFilter): Promise<OccurrencePart> {
		const { pages, removed, evidence } = this.#parts;
		const stored = (await pages.receipt(id))?.stored ?? (await this.#builtReceipt(id));
		if (!stored) throw new Failure("evidence-missing", { what: `There is no public receipt ${id}.` });
		await removed.refuseFound(stored.receipt);
		return readOccurrences(stored, filter, evidence);
	}

	/** Undefined where its file is not at hand. */
	async #builtReceipt(id: string): Promise<StoredReceipt | undefined> {
		const { files } = this.#parts;
		const text = files === undefined ? undefined : await readIfThere(join(files, "receipts", `${id}.json`));
		return text === undefined ? undefined : readReceipt(text, id);
	}

	/** Receipt of the brief at a domain's own address, built or live. */
	async shownAt(host: string): Promise<string | undefined> {
		const built = await this.published({ slug: host });
		return built ? built.receiptId : (await this.#parts.pages.brief(host))?.stored.id;
	}

	health(): Promise<Health> {
		return this.#parts.health();
	}
}

export function withPublished(pages: LivePages, parts: Pick<LiveAppParts, "facts" | "removed">): LivePages {
	return {
		...pages,
		async brief(slug) {
			const shown = await pages.brief(slug);
			return shown && { ...shown, published: await publishedBeside(shown.stored.receipt, parts) };
		},
	};
}

/** Of the same series, without what was taken down. */
async function publishedBeside(
	{ domain, mode }: Pick<Receipt, "domain" | "mode">,
	{ facts, removed }: Pick<LiveAppParts, "facts" | "removed">,
): Promise<readonly PastAudit[]> {
	const known = mode === "light" ? (await facts()).lightAudits(domain) : [];
	const isRemoved = await Promise.all(known.map(({ receipt }) => removed.includes(domain, receipt)));
	return known.filter((_, at) => !isRemoved[at]);
}

/** Each takes tens of milliseconds, and gives the same each time. */
const simulated = new WeakMap<Findings, Map<string, Simulation>>();
const SIMULATIONS_MAX = 20;

type Findings = LiveAudit["stored"]["receipt"]["findings"];

/** A receipt of an earlier version may lack a check; its fix does nothing. */
function simulateKnown(findings: Findings, fixes: readonly string[] | undefined): Simulation {
	const known = new Set([...CHECKS, ...findings].map(({ id }) => id));
	const unknown = fixes?.find((id) => !known.has(id));
	if (unknown !== undefined) {
		throw new Failure("input-invalid", {
			what: `Unknown check ${JSON.stringify(clipped(unknown, ID_LENGTH))}.`,
			todo: "Use the ids in the result of an audit.",
		});
	}
	const found = new Set(findings.map(({ id }) => id));
	const asked = fixes?.filter((id) => found.has(id));
	const simulations = simulated.get(findings) ?? new Map<string, Simulation>();
	simulated.set(findings, simulations);
	const key = asked ? asked.toSorted().join(" ") : "all";
	const simulation = simulations.get(key) ?? simulate(findings, ROOT_CAUSES, asked);
	if (simulations.size >= SIMULATIONS_MAX) simulations.clear();
	simulations.set(key, simulation);
	return simulation;
}
