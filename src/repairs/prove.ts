import type { Audit } from "#audit/audit.ts";
import { checkOf } from "#checks/registry.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Finding, Report } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { contentTypeOf } from "#evidence/site/folder-source.ts";
import { HtmlFile, startOf } from "./html-file.ts";
import { overlap, type PatchedFile } from "./patched-file.ts";
import type { SiteFiles } from "./site-files.ts";
import { type Edit, SourceText } from "./source-text.ts";

/** All edits that repair one check's fault in one file: applied together or not at all. */
export interface Proposal {
	readonly check: string;
	/** Real path. */
	readonly file: string;
	readonly edits: readonly Edit[];
}

export interface TakenBack {
	readonly check: string;
	/** Path in the folder, with slashes. */
	readonly file: string;
	/** A sentence. */
	readonly why: string;
}

/** Audits the folder with these files. */
export type Look = (files: ReadonlyMap<string, PatchedFile>) => Promise<Audit>;

interface Proved {
	readonly kept: readonly Proposal[];
	readonly takenBack: readonly (TakenBack & { readonly proposal: Proposal })[];
	readonly files: ReadonlyMap<string, PatchedFile>;
	readonly audit: Audit;
}

/** Keeps the proposals that repair their fault without harm: tries all at once, and bisects to find harmful ones. */
export async function prove(
	proposals: readonly Proposal[],
	before: Audit,
	site: SiteFiles,
	look: Look,
): Promise<Proved> {
	const takenBack: Proved["takenBack"][number][] = [];
	const discard = (found: readonly Proposal[], why: (proposal: Proposal) => string) => {
		for (const proposal of found) {
			const { check, file } = proposal;
			takenBack.push({ check, file: site.nameOf(file), why: why(proposal), proposal });
		}
	};
	let kept = await withoutHarmToPages(proposals, site, discard);
	while (kept.length > 0) {
		const files = await patchedWith(kept, site);
		const audit = await look(files);
		const idle: Proposal[] = [];
		for (const proposal of kept) {
			const isDone = isRepaired(proposal, before, audit) || (await hasMoved(proposal, kept, before, audit, site));
			if (!isDone) idle.push(proposal);
		}
		if (idle.length > 0) {
			discard(idle, () => "It does not repair the fault.");
			kept = kept.filter((each) => !idle.includes(each));
			continue;
		}
		const worse = worseChecks(judgedOf(before), judgedOf(audit));
		if (worse.length === 0) return { kept, takenBack, files, audit };
		const culprits = await culpritsOf(kept, before, audit, async (some) => look(await patchedWith(some, site)));
		discard(culprits, () => `It makes ${worse.join(", ")} worse.`);
		kept = kept.filter((each) => !culprits.includes(each));
	}
	return { kept, takenBack, files: new Map(), audit: before };
}

async function patchedWith(proposals: readonly Proposal[], site: SiteFiles): Promise<Map<string, PatchedFile>> {
	const files = new Map<string, PatchedFile>();
	for (const [file, own] of Map.groupBy(proposals, (each) => each.file)) {
		const patched = await site.patchedFile(file);
		files.set(file, patched.with(own.flatMap(({ edits }) => edits)));
	}
	return files;
}

type TakeBack = (found: readonly Proposal[], why: (proposal: Proposal) => string) => void;

/** Without an audit: a page's visible text must not change, and its markup must not break. */
async function withoutHarmToPages(
	proposals: readonly Proposal[],
	site: SiteFiles,
	discard: TakeBack,
): Promise<readonly Proposal[]> {
	const kept: Proposal[] = [];
	for (const [file, own] of Map.groupBy(proposals, (each) => each.file)) {
		const patched = await site.patchedFile(file);
		if (!/\.html?$/i.test(file)) {
			kept.push(...own);
			continue;
		}
		const before = pageOf(file, patched.content(), site);
		const harmOf = (some: readonly Proposal[]) =>
			harmBetween(before, pageOf(file, patched.with(some.flatMap(({ edits }) => edits)).content(), site));
		if (harmOf(own) === undefined) {
			kept.push(...own);
			continue;
		}
		const fine: Proposal[] = [];
		for (const proposal of own) {
			const harm = harmOf([...fine, proposal]);
			if (harm === undefined) fine.push(proposal);
			else discard([proposal], () => harm);
		}
		kept.push(...fine);
	}
	return kept;
}

function pageOf(file: string, bytes: Uint8Array, site: SiteFiles): HtmlFile {
	const type = contentTypeOf(file, bytes);
	return new HtmlFile(new SourceText(bytes, type), site.target.url, type);
}

function harmBetween(before: HtmlFile, after: HtmlFile): string | undefined {
	if (after.visible !== before.visible) return "It changes the text that readers see.";
	if (after.errors > before.errors) return "The parser meets more errors than before.";
	return undefined;
}

function placesIn({ occurrences = [] }: Audit, { check, file }: Proposal): readonly Occurrence[] {
	return occurrences.filter((each) => each.check === check && each.file === file);
}

/** The file has fewer places, or the finding as a whole is better. */
function isRepaired(proposal: Proposal, before: Audit, after: Audit): boolean {
	const { check } = proposal;
	const [old, now] = [placesIn(before, proposal), placesIn(after, proposal)];
	if (old.length > 0 && now.length < old.length) return true;
	const gain = earned(findingOf(after.report, check)) - earned(findingOf(before.report, check));
	if (gain > 0) return true;
	const total = ({ occurrences = [] }: Audit) => occurrences.filter((each) => each.check === check).length;
	return old.length === 0 && total(after) < total(before);
}

/** Whether one of its places is fixed, although others are listed: a finding lists only the first places of a page. */
async function hasMoved(
	proposal: Proposal,
	kept: readonly Proposal[],
	before: Audit,
	after: Audit,
	site: SiteFiles,
): Promise<boolean> {
	const { file } = proposal;
	if (placesIn(before, proposal).length === 0) return false;
	const edits = kept.filter((each) => each.file === file).flatMap((each) => each.edits);
	const patched = await site.patchedFile(file);
	const startsIn = (bytes: Uint8Array, audit: Audit) => {
		const page = pageOf(file, bytes, site);
		return placesIn(audit, proposal).flatMap((place) => {
			const element = page.elementAt(place);
			return element ? [page.source.byteAt(startOf(element))] : [];
		});
	};
	const now = new Set(startsIn(patched.with(edits).content(), after));
	return startsIn(patched.content(), before).some((start) => {
		const ahead = edits.filter(({ end }) => end <= start);
		return !now.has(ahead.reduce((at, { start: from, end, bytes }) => at + bytes.length - (end - from), start));
	});
}

function findingOf({ findings }: Judged, id: string): Finding | undefined {
	return findings.find((each) => each.id === id);
}

/** Share that the check itself earns: 1 without a fault. */
function earned(finding: Finding | undefined): number {
	const own = finding?.own ?? finding;
	if (!own || !isFault(own.outcome)) return 1;
	return own.outcome === "fail" ? 0 : (own.ratio ?? 0);
}

interface Judged extends Pick<Report, "findings" | "scores"> {
	/** All places of all faults, if known. */
	readonly places?: readonly Pick<Occurrence, "check">[] | undefined;
}

function judgedOf({ report: { findings, scores }, occurrences }: Audit): Judged {
	return { findings, ...(scores ? { scores } : {}), places: occurrences };
}

/** Checks that weigh bytes, in steps: one more tag is no harm, though it may reach the next step. */
const WEIGHED: ReadonlySet<string> = new Set(["content-start", "token-ratio", "html-size"]);

/** Only checks that applied before: what a check finds newly applicable is new work, unless it costs the score. */
export function worseChecks(before: Judged, after: Judged): readonly string[] {
	const worse = after.findings.filter((finding) => {
		const old = findingOf(before, finding.id);
		if (!old || !appliesTo(old) || earned(finding) >= earned(old) - 0.0005) return false;
		return !WEIGHED.has(finding.id) && !isOfOthers(finding, before, after) && !isOfLess(finding, before, after);
	});
	const lost = (before.scores?.overall ?? 0) > (after.scores?.overall ?? 0) ? ["the score"] : [];
	return [...worse.map(({ id }) => id), ...lost];
}

function appliesTo({ outcome, own }: Finding): boolean {
	return own !== undefined || (outcome !== "not-applicable" && outcome !== "unknown");
}

/** They decide which pages stand for themselves, and so which pages are compared. */
export const LISTING: readonly string[] = [
	"noindex",
	"canonical",
	"canonical-foreign",
	"canonical-targets",
	"hreflang",
];

/** Whether it judges other pages than before, with no more faults than those account for. */
function isOfOthers({ id, pages }: Finding, before: Judged, after: Judged): boolean {
	const isGain = (listing: string) => earned(findingOf(after, listing)) > earned(findingOf(before, listing));
	const isOfAll = checkOf(id)?.scope === "pages";
	if (isOfAll && LISTING.some(isGain)) return true;
	const old = findingOf(before, id)?.pages;
	const more = pages && old ? pages.judged - old.judged : 0;
	// Not excused if an edit made pages alike, which is why they are compared now.
	if (!pages || !old || more === 0 || (isOfAll && more > 0)) return false;
	return pages.short - old.short <= Math.max(0, more);
}

/** It judges uses of ARIA: removing a valid one lowers its share without harm. */
const COUNTED = "aria-valid";

function isOfLess({ id }: Finding, { places: old }: Judged, { places }: Judged): boolean {
	const countOf = (all: NonNullable<Judged["places"]>) => all.filter(({ check }) => check === id).length;
	return id === COUNTED && old !== undefined && places !== undefined && countOf(places) <= countOf(old);
}

/** Proposals that make a check worse, by the check that they repair. */
async function culpritsOf(
	proposals: readonly Proposal[],
	before: Audit,
	after: Audit,
	look: (some: readonly Proposal[]) => Promise<Audit>,
): Promise<readonly Proposal[]> {
	const groups = [...Map.groupBy(suspects(proposals, before, after), (each) => each.check).values()];
	const found: Proposal[] = [];
	const search = async (some: readonly (readonly Proposal[])[]): Promise<void> => {
		const flat = some.flat();
		if (flat.length === 0) return;
		if (some.length < groups.length && worseChecks(judgedOf(before), judgedOf(await look(flat))).length === 0) return;
		if (some.length === 1) {
			found.push(...flat);
			return;
		}
		const half = Math.ceil(some.length / 2);
		await search(some.slice(0, half));
		await search(some.slice(half));
	};
	await search(groups);
	// Each half is harmless, but both together are not.
	return found.length > 0 ? found : (groups.at(-1) ?? proposals);
}

/** Proposals for pages where a check has more places than before; for all files if no page shows it. */
function suspects(proposals: readonly Proposal[], before: Audit, after: Audit): readonly Proposal[] {
	const worse = new Set(worseChecks(judgedOf(before), judgedOf(after)));
	const countOf = (audit: Audit) => {
		const found = (audit.occurrences ?? []).filter((each) => worse.has(each.check));
		return Map.groupBy(found, ({ check, file }) => `${check}\0${file}`);
	};
	const old = countOf(before);
	const files = new Set<string>();
	for (const [key, places] of countOf(after)) {
		const [place] = places;
		if (place?.file !== undefined && places.length > (old.get(key)?.length ?? 0)) files.add(place.file);
	}
	const near = proposals.filter(({ file }) => files.has(file));
	return near.length > 0 ? near : proposals;
}

/** Proposals that do not overlap earlier ones; the others wait for the next round. */
export function compatible(proposals: readonly Proposal[]): readonly Proposal[] {
	const taken = new Map<string, Edit[]>();
	return proposals.filter(({ file, edits }) => {
		const own = taken.get(file) ?? [];
		taken.set(file, own);
		if (edits.some((edit) => own.some((each) => overlap(each, edit)))) return false;
		own.push(...edits);
		return true;
	});
}
