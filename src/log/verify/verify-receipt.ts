import { contradictoryReach } from "#audit/reach.ts";
import { FORMULAS, type Scoring } from "#audit/simulate.ts";
import type { Settings } from "#config/environment.ts";
import { programAt } from "#config/program.ts";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { decodeStrictly, toHex } from "#core/bytes.ts";
import { type Failure, isFailure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { METHODOLOGY, type Rubric, type RubricCheck } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { rubricOf } from "#core/rubrics.ts";
import type { KeySource, ReceiptLeaf, Verification, VerificationStep } from "#core/verification.ts";
import { counted, plainCount, shortDigest } from "#core/wording.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { parseInclusionFile, type VerifiedInclusion, verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
import { type Leaf, parseReceiptLeaf } from "#log/tlog/leaf.ts";
import {
	formatVerifierKey,
	isSampleOrigin,
	type Note,
	parseCheckpoint,
	parseNote,
	type VerifierKey,
	witnessTimes,
} from "#log/tlog/note.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { collectMaterial, idOf, type Material, type NamedBytes, type VerifyReceiptOptions } from "./material.ts";
import { SeenStates } from "./seen-states.ts";
import { chooseTrust, readOwnKeys, type Trust } from "./trusted-keys.ts";
import { newestLogState } from "./verify-newest.ts";

/**
 * Trusts nothing that a site sends.
 * @throws Failure `input-invalid`, `target-invalid`, `target-blocked`, `receipt-invalid`, `log-malformed` or
 * `log-inconsistent` for unusable files, `not-fetched` for files that a site did not send
 */
export async function verifyReceipt(options: VerifyReceiptOptions, settings: Settings): Promise<Verification> {
	const material = await collectMaterial(options, settings);
	try {
		const proof = readProof(material.proof, parseReceiptLeaf);
		const own = await readOwnKeys(settings.reports);
		const trust = await chooseTrust(proof, options, own, material.site);
		const checked = await checkProof(proof, trust, parseReceiptLeaf);
		const content = material.receipt ? await checkContent(material.receipt, proof.leaf) : { steps: [] };
		const steps = [
			checkSubject(material, content.receipt, proof.leaf),
			checkBytes(material.receipt, proof.leaf, checked.log !== undefined),
			...checked.steps,
			...content.steps,
			...(options.publicOnly ? [] : await checkList(content.receipt, settings)),
			...(await stepsOfToday(material, checked, content.receipt, {
				trust,
				seen: seenStates(material, options, settings),
			})),
		].filter((step) => step !== undefined);
		return {
			verdict: verdictOf(steps, trust),
			receipt: material.receipt ? idOf(material.receipt) : proof.leaf.receipt,
			...(content.receipt ? { content: summaryOf(content.receipt) } : {}),
			...(checked.log ? { log: { ...checked.log, kind: proof.leaf.kind, auditedAt: proof.leaf.auditedAt } } : {}),
			steps,
			notProved: notProved(content.receipt, checked, options.program ?? programAt(settings.baseUrl)),
			notices: material.notices,
			sources: [...material.sources, ...(material.site?.sources ?? [])],
		};
	} finally {
		await material.site?.close();
	}
}

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
	return site && remember ? new SeenStates(data, site.base) : undefined;
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

function notProved(receipt: Receipt | undefined, { log }: CheckedProof, program: string): Verification["notProved"] {
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
			says: "That the audit saw the truth. Anyone with its evidence can judge it again:",
			command: `${program} replay <receipt.json>`,
		},
		{ says: `The time of the audit: it is the word of the log's owner${seen}.` },
	];
}

/** A parsed proof, not yet verified. */
export interface ReadProof<L extends Leaf = ReceiptLeaf> {
	readonly text: string;
	readonly origin: string;
	readonly leaf: L;
	readonly note: Note;
}

/** @throws Failure `log-malformed` if it is not a proof, and as `readLeaf` */
export function readProof<L extends Leaf>(
	{ bytes }: Pick<NamedBytes, "bytes">,
	readLeaf: (entry: Uint8Array) => L,
): ReadProof<L> {
	const text = decodeStrictly(bytes);
	if (text === undefined) throw malformed("inclusion proof", "It is not UTF-8 text.");
	const { extra, checkpoint } = parseInclusionFile(text);
	if (!extra) throw malformed("receipt's inclusion proof", "It has no entry (its extra line).");
	const note = parseNote(checkpoint);
	return { text, origin: parseCheckpoint(note.text).origin, leaf: readLeaf(extra), note };
}

type CheckedLog = Omit<NonNullable<Verification["log"]>, "kind" | "auditedAt">;

interface CheckedProof<L extends Leaf = Leaf> {
	readonly steps: readonly VerificationStep[];
	/** Present if signature and proof are valid. */
	readonly log?: CheckedLog;
	readonly inclusion?: VerifiedInclusion<L>;
}

/** @throws Failure `log-malformed` */
export async function checkProof<L extends Leaf>(
	proof: ReadProof<L>,
	{ keys, source }: Trust,
	readLeaf: (entry: Uint8Array) => L,
): Promise<CheckedProof<L>> {
	let inclusion: VerifiedInclusion<L>;
	try {
		inclusion = await verifyInclusionFile(proof.text, keys, readLeaf);
	} catch (error) {
		const steps = isFailure(error) && stepsOfFailure(error, source);
		if (!steps) throw error;
		return { steps };
	}
	const { checkpoint, index, signedBy } = inclusion;
	const { origin, size, root } = checkpoint;
	const witnesses = witnessTimes({ ...proof.note, signedBy: inclusion.witnesses });
	const key = formatVerifierKey(signedBy);
	const log = { origin, size, root: toHex(root), index, key, keySource: source, witnesses };
	const steps = [included(log), signed(log, signedBy), ...sampleNote(log), witnessed(log, proof.note)];
	return { steps, log, inclusion };
}

const KEY_WORDS: Readonly<Record<KeySource, string>> = {
	given: "the key that you gave",
	pinned: "a key pinned in this package",
	checkout: "the key of this checkout's own log",
	remembered: "the key that this machine remembers of that site",
	site: "the key that the site itself gives",
};

function signed(log: CheckedLog, { name, keyId }: VerifierKey): VerificationStep {
	const says = `That state of the log is signed by ${name}+${keyId}, ${KEY_WORDS[log.keySource]}.`;
	return { id: "signature", state: "proved", says };
}

function included({ index, size, origin, root }: CheckedLog): VerificationStep {
	const says = `It is leaf ${index} in the log ${origin} of ${counted(size, "leaf", "leaves")}, root ${shortDigest(root)}.`;
	return { id: "inclusion", state: "proved", says };
}

function sampleNote({ origin }: CheckedLog): VerificationStep[] {
	if (!isSampleOrigin(origin)) return [];
	const says = `The log ${origin} is one of samples: its key is public, so anyone could have made this.`;
	return [{ id: "sample", state: "open", says }];
}

function witnessed({ origin, witnesses }: CheckedLog, note: Note): VerificationStep {
	if (witnesses.length > 0) {
		const who = witnesses.map(({ name, at }) => `${name} at ${at.slice(0, 19).replace("T", " ")} UTC`).join(", ");
		return { id: "witness", state: "proved", says: `Witnessed by ${who}: by then the log had this entry.` };
	}
	const strangers = new Set(note.signatures.map(({ name }) => name).filter((name) => name !== origin));
	const unknown = [...strangers].slice(0, 3).join(", ");
	const says =
		strangers.size === 0
			? "No witness has cosigned it: the log could show others another history."
			: `No witness whose key is known here has cosigned it (${unknown} may have): the log could show others another history.`;
	return { id: "witness", state: "open", says };
}

/** Undefined for a failure that says nothing about the log. */
function stepsOfFailure(error: Failure, source: KeySource): VerificationStep[] | undefined {
	switch (error.code) {
		case "signature-invalid":
		case "signature-missing": {
			const says = `The log's state is not signed by ${KEY_WORDS[source]}. ${error.message}`;
			const rest = "Whether the entry is in the log was not checked: no trusted witness vouches for that state.";
			return [
				{ id: "inclusion", state: "open", says: rest },
				{ id: "signature", state: "disproved", says },
			];
		}
		case "proof-wrong":
			return [
				{ id: "inclusion", state: "disproved", says: error.message },
				{ id: "signature", state: "proved", says: `That state of the log is signed by ${KEY_WORDS[source]}.` },
			];
		default:
			return undefined;
	}
}

/** `isProved`: whether the entry is known to be in the log. */
function checkBytes(receipt: NamedBytes | undefined, leaf: ReceiptLeaf, isProved: boolean): VerificationStep {
	const entry = leaf.kind === "audit" ? "was logged" : "a later audit found again";
	if (!receipt) {
		const says = `The receipt itself is not here: the entry says that receipt ${shortDigest(leaf.receipt)} ${entry}. Give it with --receipt.`;
		return { id: "bytes", state: "open", says };
	}
	const id = idOf(receipt);
	if (id !== leaf.receipt) {
		const says = `The receipt's SHA-256 is ${shortDigest(id)}, and the entry is about ${shortDigest(leaf.receipt)}: it was changed, or this is the proof of another.`;
		return { id: "bytes", state: "disproved", says };
	}
	if (!isProved) {
		const says = "The receipt's SHA-256 is the one in the entry, which is worth nothing by itself.";
		return { id: "bytes", state: "open", says };
	}
	const says = `The receipt's bytes are the ones that ${leaf.kind === "audit" ? "were logged" : entry} (SHA-256 ${shortDigest(id)}).`;
	return { id: "bytes", state: "proved", says };
}

async function checkContent(
	material: NamedBytes,
	leaf: ReceiptLeaf,
): Promise<{ readonly steps: readonly VerificationStep[]; readonly receipt?: Receipt }> {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(material.bytes);
	try {
		const { id, receipt } = await readReceipt(text, material.name);
		// Decoding replaces invalid UTF-8, so the text would not be the bytes that were logged.
		if (id !== idOf(material)) return { steps: [unreadable("", `${material.name} is not UTF-8 text.`)] };
		return { receipt, steps: [formOf(receipt, leaf), await checkScore(receipt)] };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { steps: [unreadable(text, error.message)] };
	}
}

/** Checks the list of all occurrences, which only the auditing machine has. */
async function checkList(receipt: Receipt | undefined, settings: Settings): Promise<VerificationStep[]> {
	const list = receipt?.site?.list;
	if (!receipt || !list) return [];
	const named = `the list of its ${plainCount(list.count, "occurrence")}`;
	try {
		const { openKeptEvidence } = await import("#receipts/watched/watched-receipts.ts");
		const kept = await openKeptEvidence(settings);
		for await (const _ of kept.occurrences(receipt.evidenceDigest, list));
		const says = `It names ${named}, which is kept here and has that number and digest.`;
		return [{ id: "list", state: "proved", says }];
	} catch (error) {
		if (!isFailure(error)) throw error;
		if (error.code === "list-changed") return [{ id: "list", state: "disproved", says: error.message }];
		return [{ id: "list", state: "open", says: `It names ${named}, which was not checked. ${error.message}` }];
	}
}

function formOf({ auditedAt }: Receipt, leaf: ReceiptLeaf): VerificationStep {
	// A recheck entry is newer than the receipt.
	const fits = leaf.kind === "audit" ? leaf.auditedAt === auditedAt : leaf.auditedAt >= auditedAt;
	const says = fits
		? "It is in canonical form (RFC 8785), and its result digest is right."
		: `It says ${auditedAt}, and the entry says ${leaf.auditedAt}.`;
	return { id: "form", state: fits ? "proved" : "disproved", says };
}

/** A receipt of another version may have unknown members, which is no fault. */
function unreadable(text: string, why: string): VerificationStep {
	const engine = /"engine":"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
	// The last sentence is advice to the owner of a folder of receipts.
	const reason = why.replace(/ Restore the file from git\.$/, "");
	if (engine === undefined || engine === VERSION) return { id: "form", state: "disproved", says: reason };
	const says = `Its form was not checked: ${PACKAGE} ${engine} wrote it, and this is ${VERSION}. ${PACKAGE} ${engine} can. (${reason})`;
	return { id: "form", state: "open", says };
}

function checkSubject(
	material: Material,
	receipt: Receipt | undefined,
	leaf: ReceiptLeaf,
): VerificationStep | undefined {
	const { claim } = material;
	const id = material.receipt ? idOf(material.receipt) : leaf.receipt;
	if (claim.receipt !== undefined && claim.receipt !== id) {
		const says = `The site was asked for receipt ${shortDigest(claim.receipt)}, and gave ${shortDigest(id)}.`;
		return { id: "subject", state: "disproved", says };
	}
	if (claim.domain === undefined) return undefined;
	if (!receipt) {
		const says = `Whether it is a receipt of ${claim.domain} cannot be decided: this program cannot read it.`;
		return { id: "subject", state: "open", says };
	}
	if (claim.domain === receipt.domain)
		return { id: "subject", state: "proved", says: `It is a receipt of ${receipt.domain}.` };
	const says = `A receipt of ${claim.domain} was asked for, and this is one of ${receipt.domain}.`;
	return { id: "subject", state: "disproved", says };
}

async function checkScore(receipt: Receipt): Promise<VerificationStep> {
	const { methodology } = receipt;
	const [rubric, scoring] = [await rubricOf(methodology), FORMULAS.get(methodology)];
	if (!rubric || !scoring) {
		const says = `The score was not recomputed: methodology ${methodology} judged it, and this program knows ${METHODOLOGY} and those before it. The program that wrote it can.`;
		return { id: "score", state: "open", says };
	}
	const numbers = [...strangeFindings(rubric, receipt.findings), ...differingNumbers(receipt, rubric, scoring)];
	const wrong = [...numbers, ...contradictoryReach(receipt).map((row) => `${row} is another`)];
	if (wrong.length > 0) {
		const says = `The numbers do not follow from the findings under methodology ${methodology}: ${wrong.join(", ")}.`;
		return { id: "score", state: "disproved", says };
	}
	const what = receipt.scores ? `The score of ${receipt.scores.overall} follows from` : "That there is no score fits";
	const since = methodology === METHODOLOGY ? "" : `; ${METHODOLOGY} is in force now`;
	return { id: "score", state: "proved", says: `${what} its findings under methodology ${methodology}${since}.` };
}

/** Checks the weights, because a wrong weight changes the score. */
function strangeFindings({ checks }: Rubric, findings: readonly Finding[]): string[] {
	const byId = new Map(findings.map((finding) => [finding.id, finding]));
	const twice = findings.length === byId.size ? [] : ["a finding stands there twice"];
	const scored = checks.filter((check) => check.scored);
	const missing = scored.filter(({ id }) => !byId.has(id)).map(({ id }) => `the finding ${id} is missing`);
	const known = new Map(scored.map((check) => [check.id, check]));
	const strange = findings
		.filter((finding) => (finding.scored || known.has(finding.id)) && !matches(finding, known.get(finding.id)))
		.map(({ id }) => `${id} is not weighed as its check says`);
	return [...twice, ...missing, ...strange];
}

function matches(finding: Finding, check: RubricCheck | undefined): boolean {
	return (
		check !== undefined &&
		finding.scored &&
		finding.pillar === check.pillar &&
		finding.axis === check.axis &&
		finding.weight === check.weight &&
		(finding.tableStakes ?? false) === (check.tableStakes ?? false) &&
		finding.engines.join() === check.engines.join()
	);
}

function differingNumbers(receipt: Receipt, rubric: Rubric, scoring: Scoring): string[] {
	const { findings, failure, ok } = receipt;
	const { scores, coverage, gates, notApplicable, firstFixes, repaired } = scoring.score(rubric, findings);
	// A failure may have prevented the score; only `evidence-thin` can be recomputed from the findings.
	const scoreless = failure !== undefined && (failure.code !== "evidence-thin" || scores === undefined);
	const expected = scoreless ? undefined : scores;
	const lifts = expected ? scoring.lifts(rubric, findings) : findings.map(() => 0);
	const pairs: readonly (readonly [string, unknown, unknown])[] = [
		["ok", ok, expected !== undefined],
		["scores", receipt.scores, expected],
		["coverage", receipt.coverage, coverage],
		["gates", receipt.gates, expected ? gates : []],
		["notApplicable", receipt.notApplicable, notApplicable],
		["firstFixes", receipt.firstFixes, expected ? firstFixes : undefined],
		["repaired", receipt.repaired, expected ? repaired : undefined],
		["lift", findings.map(({ lift }) => lift), lifts],
	];
	return pairs.filter(([, stands, follows]) => text(stands) !== text(follows)).map(([name]) => `${name} is another`);
}

function text(value: unknown): string {
	return value === undefined ? "" : canonicalJson(value);
}
