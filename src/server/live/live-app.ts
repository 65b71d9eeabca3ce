import { join } from "node:path";
import { rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Settings } from "#config/environment.ts";
import type { PastAudit } from "#core/brief-document.ts";
import { Failure } from "#core/failure.ts";
import { logPlace, type Receipt } from "#core/receipt.ts";
import type { Simulation } from "#core/simulation.ts";
import { clipped } from "#core/wording.ts";
import { verifyReceipt } from "#log/verify/verify-receipt.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { asciiHost, shownAt } from "#site/badge/picture-facts.ts";
import { readContact } from "#site/installation.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { BriefApproval, LiveApp, LiveBrief, LivePages } from "../api/live-app.ts";
import type { RemovedDomains } from "./removed-domains.ts";

export interface LiveAppParts {
	readonly settings: Settings;
	readonly auditService: { readonly audit: LiveApp["audit"] };
	readonly removed: Pick<RemovedDomains, "includes" | "refuse" | "refuseFound" | "shownOf">;
	readonly facts: () => Promise<PublishedFacts>;
	readonly health: LiveApp["health"];
	readonly keyDirectory: LiveApp["keyDirectory"];
	/** Of the built site; undefined where its files are not at hand. */
	readonly files?: string | undefined;
	readonly openBrief: (audit: LiveAudit, agencyName: string, approval?: BriefApproval) => Promise<LiveBrief>;
	readonly pages: Pick<LivePages, "brief">;
}

const ROOT_CAUSES = rootCausesOf(CHECKS);
/** Characters of an unknown id that an answer repeats. */
const ID_LENGTH = 80;

export function createLiveApp(parts: LiveAppParts): LiveApp {
	const { settings, auditService, removed, facts, health, keyDirectory, openBrief, pages, files } = parts;
	const { baseUrl } = settings;
	const app: LiveApp = {
		baseUrl,
		contact: readContact(settings.contact),
		agentTypes: settings.agents.types,
		async audit(job, caller) {
			await removed.refuse(job.target.host);
			const answered = await auditService.audit(job, caller);
			// The owner of a host may have asked for removal since.
			await removed.refuseFound(answered.audit.stored.receipt);
			return answered;
		},
		async openBrief(audit, agencyName, approval) {
			const { receipt } = audit.stored;
			// Its owner may have asked for removal since the audit.
			await removed.refuseFound(receipt);
			const opened = await openBrief(audit, agencyName, approval);
			return { ...opened, published: await publishedBeside(receipt, parts) };
		},
		simulate: ({ stored: { receipt } }, fixes) => simulateKnown(receipt.findings, fixes),
		wall: async () => removed.shownOf((await facts()).wall),
		async published(address) {
			const shown = (await facts()).embedded(address);
			const isShown = shown && !shown.withdrawn && !(await removed.includes(asciiHost(shown), shown.receiptId));
			return isShown ? shown : undefined;
		},
		async publishedAudit(host) {
			const shown = files === undefined ? undefined : await app.published({ slug: host });
			if (files === undefined || !shown) return undefined;
			const name = `${shown.receiptId}.json`;
			const text = await readIfThere(join(files, "receipts", name));
			if (text === undefined) return undefined;
			return { stored: await readReceipt(text, name), auditedAt: shownAt(shown), place: logPlace(shown.logIndex) };
		},
		async shownAt(host) {
			const built = await app.published({ slug: host });
			return built ? built.receiptId : (await pages.brief(host))?.stored.id;
		},
		health,
		verify: (options) => verifyReceipt({ ...options, publicOnly: true }, settings),
		keyDirectory,
	};
	return app;
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
			what: `There is no check named ${JSON.stringify(clipped(unknown, ID_LENGTH))}.`,
			todo: "Name checks by the ids that an audit gives.",
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
