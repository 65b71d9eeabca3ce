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
import type { KeptAudit, LiveAudit } from "#receipts/live/save-live-audit.ts";
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
	/** Directory of the built site; undefined if its files are not available. */
	readonly files?: string | undefined;
	readonly openBrief: (audit: LiveAudit, agencyName: string, approval?: BriefApproval) => Promise<LiveBrief>;
	readonly pages: LivePages;
	readonly evidence: EvidenceReader;
}

const ROOT_CAUSES = rootCausesOf(CHECKS);
/** Maximum characters of an unknown id to echo. */
const ID_LENGTH = 80;

/** The installation's services for endpoints and forms. */
export class LiveApp {
	readonly baseUrl: string;
	readonly contact?: Contact | undefined;
	/** By default all types except a provider's assertion. */
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
	 * One audit per target and mode in 60 s; concurrent requests share it. If the site could not be audited, the receipt
	 * has `ok: false`; if the fault may be ours, it is `unsaved` and retried sooner.
	 * @throws Failure `target-blocked`, `removal-asked`, `overloaded`, `shutting-down`, `store-unavailable`; abort reason
	 */
	async audit(job: AuditJob, caller: AuditCaller): Promise<AnsweredAudit> {
		const { removed, auditService } = this.#parts;
		await removed.refuse(job.target.host);
		const answered = await auditService.audit(job, caller);
		// The owner of a host may have requested removal meanwhile.
		await removed.refuseFound(answered.audit.stored.receipt);
		return answered;
	}

	/** For a successful light audit. @param approval for an agency registered here */
	async openBrief(audit: LiveAudit, agencyName: string, approval?: BriefApproval): Promise<LiveBrief> {
		const { receipt } = audit.stored;
		// The owner may have requested removal since the audit.
		await this.#parts.removed.refuseFound(receipt);
		const opened = await this.#parts.openBrief(audit, agencyName, approval);
		return { ...opened, published: await publishedBeside(receipt, this.#parts) };
	}

	/** @throws Failure `input-invalid` for a fix that is not a check id */
	simulate({ stored }: Pick<LiveAudit, "stored">, fixes: readonly string[] | undefined): Simulation {
		return simulateKnown(stored.receipt.findings, fixes);
	}

	/** Only for sites with public addresses. @throws Failure as `verifyReceipt` */
	verify(options: VerifyReceiptOptions): Promise<Verification> {
		return verifyReceipt({ ...options, publicOnly: true }, this.#parts.settings);
	}

	async wall(): Promise<readonly WallEntry[]> {
		const { removed, facts } = this.#parts;
		return removed.shownOf((await facts()).wall);
	}

	/** Undefined if nothing is published or it was taken down. */
	async published(address: EmbeddedAddress): Promise<PictureFacts | undefined> {
		const { removed, facts } = this.#parts;
		const shown = (await facts()).embedded(address);
		const isShown = shown && !shown.withdrawn && !(await removed.includes(asciiHost(shown), shown.receiptId));
		return isShown ? shown : undefined;
	}

	/** The audit on a domain's built pages, if its receipt file is available; undefined as for `published`. */
	async publishedAudit(host: string): Promise<KeptAudit | undefined> {
		const shown = this.#parts.files === undefined ? undefined : await this.published({ slug: host });
		const stored = shown && (await this.#builtReceipt(shown.receiptId));
		return stored && { stored, auditedAt: shownAt(shown), place: logPlace(shown.logIndex) };
	}

	/**
	 * For a receipt with a public page. @throws Failure `evidence-missing` without one or if its list is not stored here;
	 * `input-invalid` if the receipt has no list; `list-changed`, `removal-asked`
	 */
	async occurrences(id: string, filter: OccurrenceFilter): Promise<OccurrencePart> {
		const { pages, removed, evidence } = this.#parts;
		const stored = (await pages.receipt(id))?.stored ?? (await this.#builtReceipt(id));
		if (!stored) throw new Failure("evidence-missing", { what: `There is no public receipt ${id}.` });
		await removed.refuseFound(stored.receipt);
		return readOccurrences(stored, filter, evidence);
	}

	/** Undefined if its file is not available. */
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

/** Published audits of the same series, except those taken down. */
async function publishedBeside(
	{ domain, mode }: Pick<Receipt, "domain" | "mode">,
	{ facts, removed }: Pick<LiveAppParts, "facts" | "removed">,
): Promise<readonly PastAudit[]> {
	const known = mode === "light" ? (await facts()).lightAudits(domain) : [];
	const isRemoved = await Promise.all(known.map(({ receipt }) => removed.includes(domain, receipt)));
	return known.filter((_, at) => !isRemoved[at]);
}

/** Cached, because each takes tens of milliseconds and is deterministic. */
const simulated = new WeakMap<Findings, Map<string, Simulation>>();
const SIMULATIONS_MAX = 20;

type Findings = LiveAudit["stored"]["receipt"]["findings"];

/** A receipt of an earlier version may lack a check, whose fix is then a no-op. */
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
