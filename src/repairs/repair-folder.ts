import type { Audit } from "#audit/audit.ts";
import { createAuditor } from "#audit/auditor.ts";
import type { ReadDigests } from "#audit/page-reader.ts";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Finding, Report } from "#core/report.ts";
import type { Target } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { byCodeUnits } from "#core/wording.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { type Lift, liftBetween } from "#receipts/store/lift-between.ts";
import { CATALOG } from "./catalog.ts";
import { realFolder } from "./folder-seen.ts";
import { overlap, type PatchedFile } from "./patched-file.ts";
import { compatible, LISTING, type Proposal, prove, type TakenBack } from "./prove.ts";
import type { Fault, FileEdit } from "./repair.ts";
import { type Refused, SiteFiles } from "./site-files.ts";
import type { Edit } from "./source-text.ts";

export interface RepairRequest {
	readonly folder: string;
	/** Where the folder is published. */
	readonly target: Target;
	readonly settings: Settings;
	/** Ids of the checks to repair; all by default. */
	readonly checks?: readonly string[] | undefined;
	/** Whether to write drafts, made of the page's own text, where a person must edit; false by default. */
	readonly drafts?: boolean | undefined;
	readonly onProgress?: ((says: string) => void) | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** A file with its repairs, which are not yet on disk. */
export interface RepairedFile {
	/** Path in the folder, with slashes. */
	readonly path: string;
	/** Real path. */
	readonly file: string;
	readonly isNew: boolean;
	readonly patched: PatchedFile;
}

/** The edits for one check, in order. */
export interface RepairStep {
	readonly check: string;
	/** Files after this step and all before it. */
	readonly files: readonly RepairedFile[];
}

/** One edit with its surrounding bytes, by which it can be found in the page's source. */
export interface PlacedEdit {
	readonly check: string;
	/** Path in the folder, with slashes. */
	readonly path: string;
	readonly isNew: boolean;
	readonly before: Buffer;
	/** The bytes that it replaces. */
	readonly old: Buffer;
	readonly after: Buffer;
	readonly bytes: Uint8Array;
	/** Shared by edits that only make sense together. */
	readonly whole: string;
}

export interface RepairedCheck {
	readonly id: string;
	readonly before: Finding;
	readonly after: Finding;
	/** Number of files changed for it. */
	readonly files: number;
	readonly edits: number;
}

export interface Repaired {
	/** Real path of the folder. */
	readonly folder: string;
	readonly target: Target;
	readonly before: Report;
	readonly after: Report;
	readonly files: readonly RepairedFile[];
	readonly steps: readonly RepairStep[];
	readonly edits: readonly PlacedEdit[];
	readonly checks: readonly RepairedCheck[];
	readonly takenBack: readonly TakenBack[];
	readonly refused: readonly Refused[];
	/** Remaining faults, most costly first, with all their places. */
	readonly left: readonly { readonly finding: Finding; readonly places: readonly Occurrence[] }[];
	/** Absent if one of the audits has no score. */
	readonly lift?: Lift;
}

/** A finding lists about 20 places per page, and one repair may uncover the next. No folder has needed more rounds. */
const ROUNDS = 100;

/**
 * Finds the smallest changes that repair the folder's faults, each proved by auditing the changed folder. Writes
 * nothing. @throws Failure of an audit without a home page
 */
export async function repairFolder(request: RepairRequest): Promise<Repaired> {
	const { target, settings, checks, drafts = false, onProgress, signal } = request;
	const folder = await realFolder(request.folder);
	const auditor = await createAuditor(settings, { load: "lone" });
	try {
		// Pages that no change touches are parsed once for all audits.
		const digests: ReadDigests = new Map();
		const audit = (changes?: ReturnType<SiteFiles["changesWith"]>) =>
			auditor.audit({ target, folder, mode: "light", changes, digests, signal });
		onProgress?.("Auditing the folder …");
		const before = await audit();
		if (before.record.evidence.home.state !== "found") throw noHome(before.report);
		const client = await openFolder(folder, target.host, new URL(target.url).pathname);
		const site = new SiteFiles(folder, target, before.record.evidence, client);
		const look = (files: ReadonlyMap<string, PatchedFile>) => audit(site.changesWith(files));
		const barred = new Set<string>();
		const takenBack: TakenBack[] = [];
		const done: Proposal[] = [];
		const steps: RepairStep[] = [];
		const edits: PlacedEdit[] = [];
		const whole = new Set<string>();
		let now = before;
		for (let round = 1; round <= ROUNDS; round++) {
			const plan = await planOf(now, site, { checks, drafts, barred });
			if (plan.proposals.length === 0) break;
			onProgress?.(`Proving the changes to ${new Set(plan.proposals.map(({ file }) => file)).size} files …`);
			const proved = await prove(plan.proposals, now, site, look);
			for (const { proposal, ...said } of proved.takenBack) {
				barred.add(keyOf(proposal));
				takenBack.push(said);
			}
			if (proved.kept.length === 0) break;
			for (const id of plan.whole) if (proved.kept.some(({ check }) => check === id)) whole.add(id);
			steps.push(...(await stepsOf(proved.kept, site)));
			edits.push(...(await placedEdits(proved.kept, site, round)));
			site.keep(proved.files);
			site.evidence = proved.audit.record.evidence;
			done.push(...proved.kept);
			now = proved.audit;
		}
		const lift = liftBetween(
			before.report,
			now.report,
			new Set([...whole, ...endedBetween(before.report, now.report, checks)]),
		);
		return {
			folder,
			target,
			before: before.report,
			after: now.report,
			files: filesOf(site.patched, site),
			steps,
			edits,
			checks: checksOf(done, before.report, now.report),
			takenBack,
			refused: site.refused,
			left: leftOf(now),
			...(lift ? { lift } : {}),
		};
	} finally {
		await auditor.close();
	}
}

function noHome({ failure }: Report): Failure {
	return new Failure(failure?.code ?? "evidence-thin", {
		what: failure?.says ?? "The folder has no home page that could be read.",
		todo: "Use the site's build folder, with an index.html in it.",
	});
}

function keyOf({ check, file }: Pick<Proposal, "check" | "file">): string {
	return `${check}\0${file}`;
}

interface Choice {
	readonly checks: readonly string[] | undefined;
	readonly drafts: boolean;
	readonly barred: ReadonlySet<string>;
}

/** @param checks all by default */
function isAsked(id: string, checks: readonly string[] | undefined): boolean {
	return CATALOG[id] !== undefined && checks?.includes(id) !== false;
}

/** Includes faults of other checks that an edit happens to fix. */
function endedBetween(before: Report, after: Report, checks: readonly string[] | undefined): ReadonlySet<string> {
	const left = new Set(after.findings.filter(({ outcome }) => isFault(outcome)).map(({ id }) => id));
	const faults = before.findings.filter(({ id, outcome }) => isFault(outcome) && isAsked(id, checks));
	return new Set(faults.map(({ id }) => id).filter((id) => !left.has(id)));
}

/** @returns also the ids of checks with an edit for every place */
async function planOf(audit: Audit, site: SiteFiles, { checks, drafts, barred }: Choice) {
	const places = Map.groupBy(audit.occurrences ?? [], ({ check }) => check);
	const proposals: Proposal[] = [];
	const whole = new Set<string>();
	for (const finding of audit.report.findings) {
		const repair = CATALOG[finding.id];
		if (!repair || !isFault(finding.outcome) || !isAsked(finding.id, checks)) continue;
		const left = new Set<Occurrence>();
		const fault: Fault = { finding, places: places.get(finding.id) ?? [], site, drafts, left };
		const own = await proposalsOf(repair(fault), finding.id, site);
		const fresh = own.filter((each) => !barred.has(keyOf(each)));
		proposals.push(...fresh);
		if (fresh.length > 0 && left.size === 0 && fresh.length === own.length) whole.add(finding.id);
	}
	// Repair single pages before comparing pages with each other.
	const listing = proposals.filter(({ check }) => LISTING.includes(check));
	return { proposals: compatible(listing.length > 0 ? listing : proposals), whole };
}

async function proposalsOf(edits: AsyncIterable<FileEdit>, check: string, site: SiteFiles): Promise<Proposal[]> {
	const byFile = new Map<string, Edit[]>();
	for await (const { file, escapes, ...edit } of edits) {
		const source = await site.text(file);
		const own = byFile.get(file) ?? [];
		byFile.set(file, own);
		const bytes = source ? source.toBytes(edit, check, escapes) : newFile(edit.text, check);
		if (bytes.end === bytes.start && bytes.bytes.length === 0) continue;
		if (!own.some((each) => overlap(each, bytes))) own.push(bytes);
	}
	return [...byFile].flatMap(([file, own]) => (own.length > 0 ? [{ check, file, edits: own }] : []));
}

function newFile(text: string, check: string): Edit {
	return { start: 0, end: 0, bytes: Buffer.from(text), check };
}

async function stepsOf(kept: readonly Proposal[], site: SiteFiles): Promise<RepairStep[]> {
	const steps: RepairStep[] = [];
	const edits = new Map<string, readonly Edit[]>();
	for (const [check, own] of Map.groupBy(kept, (each) => each.check)) {
		const files = new Map<string, PatchedFile>();
		for (const proposal of own) {
			const all = [...(edits.get(proposal.file) ?? []), ...proposal.edits];
			edits.set(proposal.file, all);
			files.set(proposal.file, (await site.patchedFile(proposal.file)).with(all));
		}
		steps.push({ check, files: filesOf(files, site) });
	}
	return steps;
}

/** Bytes: longer than any line that identifies a place. */
const AROUND = 160;

async function placedEdits(kept: readonly Proposal[], site: SiteFiles, round: number): Promise<PlacedEdit[]> {
	const placed: PlacedEdit[] = [];
	for (const { check, file, edits } of kept) {
		const content = Buffer.from((await site.patchedFile(file)).content());
		const isNew = site.isAdded(file);
		for (const { start, end, bytes, part = "" } of edits) {
			const [before, old] = [content.subarray(Math.max(0, start - AROUND), start), content.subarray(start, end)];
			const after = content.subarray(end, end + AROUND);
			const whole = `${check} ${round} ${part} ${file}`;
			placed.push({ check, path: site.nameOf(file), isNew, before, old, after, bytes, whole });
		}
	}
	return placed;
}

function filesOf(files: ReadonlyMap<string, PatchedFile>, site: SiteFiles): RepairedFile[] {
	return [...files]
		.map(([file, patched]) => ({ path: site.nameOf(file), file, isNew: site.isAdded(file), patched }))
		.sort((a, b) => byCodeUnits(a.path, b.path));
}

function checksOf(done: readonly Proposal[], before: Report, after: Report): RepairedCheck[] {
	return [...Map.groupBy(done, ({ check }) => check)].flatMap(([id, own]) => {
		const [old, now] = [before, after].map(({ findings }) => findings.find((each) => each.id === id));
		if (!old || !now) return [];
		const files = new Set(own.map(({ file }) => file)).size;
		return [{ id, before: old, after: now, files, edits: own.reduce((sum, { edits }) => sum + edits.length, 0) }];
	});
}

function leftOf({ report, occurrences = [] }: Audit): Repaired["left"] {
	const places = Map.groupBy(occurrences, ({ check }) => check);
	return report.findings
		.filter(({ outcome }) => isFault(outcome))
		.sort((a, b) => b.lift - a.lift || byCodeUnits(a.id, b.id))
		.map((finding) => ({ finding, places: places.get(finding.id) ?? [] }));
}
