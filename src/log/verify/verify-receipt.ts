import type { Settings } from "#config/environment.ts";
import { VERSION } from "#core/brand.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Verification, VerificationStep } from "#core/verification.ts";
import { openSeenStates, type SeenStates } from "../monitor/seen-states.ts";
import { collectMaterial } from "./collect-material.ts";
import { checkBytes, checkContent, checkSubject } from "./content.ts";
import { newestLogState } from "./current-log.ts";
import { idOf, type Material, packageOf, type VerifyReceiptOptions } from "./material.ts";
import { type CheckedProof, checkProof, readProof } from "./proof.ts";
import { chooseTrust, readOwnKeys, type Trust } from "./trusted-keys.ts";

/**
 * Verifies one receipt: from files alone where they are there, else with what a site gives, which is believed in nothing.
 * @throws Failure `input-invalid`, `target-invalid`, `target-blocked`, `receipt-invalid`, `log-malformed` or
 * `log-inconsistent` for what cannot be used, `not-fetched` for what a site did not give
 */
export async function verifyReceipt(options: VerifyReceiptOptions, settings: Settings): Promise<Verification> {
	const material = await collectMaterial(options, settings);
	try {
		const proof = readProof(material.proof);
		const own = await readOwnKeys(settings.reports);
		const trust = await chooseTrust(proof, options, own, material.site);
		const checked = await checkProof(proof, trust);
		const content = material.receipt ? await checkContent(material.receipt, proof.leaf) : { steps: [] };
		const steps = [
			checkSubject(material, content.receipt, proof.leaf),
			checkBytes(material.receipt, proof.leaf, checked.log !== undefined),
			...checked.steps,
			...content.steps,
			...(await stepsOfToday(material, checked, content.receipt, {
				trust,
				seen: seenStates(material, options, settings),
			})),
		].filter((step) => step !== undefined);
		return {
			verdict: verdictOf(steps, trust),
			receipt: material.receipt ? idOf(material.receipt) : proof.leaf.receipt,
			...(content.receipt ? { content: summaryOf(content.receipt) } : {}),
			...(checked.log ? { log: checked.log } : {}),
			steps,
			notProved: notProved(content.receipt, checked),
			notices: material.notices,
			sources: [...material.sources, ...(material.site?.sources ?? [])],
		};
	} finally {
		await material.site?.close();
	}
}

/** What only the site knows: its newest receipt and its log as of today. */
async function stepsOfToday(
	{ site, receipt: file }: Material,
	{ inclusion }: CheckedProof,
	receipt: Receipt | undefined,
	{ trust, seen }: { readonly trust: Trust; readonly seen: SeenStates | undefined },
): Promise<VerificationStep[]> {
	if (!site || !inclusion) return [];
	const named = file && receipt ? { domain: receipt.domain, id: idOf(file) } : undefined;
	return newestLogState(site, inclusion.checkpoint, trust.keys, { seen, receipt: named });
}

function seenStates(
	{ site }: Material,
	{ remember }: VerifyReceiptOptions,
	{ data }: Settings,
): SeenStates | undefined {
	return site && remember ? openSeenStates(data, site.base) : undefined;
}

function verdictOf(steps: readonly VerificationStep[], { source }: Trust): Verification["verdict"] {
	if (steps.some(({ state }) => state === "disproved")) return "disproved";
	if (steps.some(({ id, state }) => id === "subject" && state === "open")) return "undecided";
	if (source === "site") return "self-consistent";
	return steps.some(({ id }) => id === "sample") ? "sample" : "proved";
}

function summaryOf(receipt: Receipt): NonNullable<Verification["content"]> {
	const { domain, mode, source, auditedAt, methodology, engine, scores } = receipt;
	const summary = { domain, mode, source, auditedAt, methodology, engine };
	return scores ? { ...summary, overallScore: scores.overall } : summary;
}

function notProved(receipt: Receipt | undefined, { log }: CheckedProof): Verification["notProved"] {
	const on = receipt ? `: it was audited on ${receipt.auditedAt.slice(0, 10)}` : "";
	const seen = log?.witnesses.length ? "; the witnesses say only that it was not later" : "";
	const whose =
		log?.keySource === "checkout"
			? [
					{
						says: "Whose key it is: it was taken from log/vkeys beside the receipts. Give the one that you know with --key.",
					},
				]
			: [];
	return [
		...whose,
		{ says: `That the site is so today${on}.` },
		{
			says: "That the audit saw the truth. Whoever has its evidence can judge it again:",
			command: `npx ${packageOf(receipt?.engine ?? VERSION)} replay <receipt.json>`,
		},
		{ says: `The time of the audit: it is the word of the log's owner${seen}.` },
	];
}
