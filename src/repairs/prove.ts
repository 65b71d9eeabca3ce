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

/** All edits by which one check's fault is repaired in one file: they stand or fall together. */
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

/** Audits the folder as it would be with these files. */
export type Look = (files: ReadonlyMap<string, PatchedFile>) => Promise<Audit>;

interface Proved {
	readonly kept: readonly Proposal[];
	readonly takenBack: readonly (TakenBack & { readonly proposal: Proposal })[];
	readonly files: ReadonlyMap<string, PatchedFile>;
	readonly audit: Audit;
}

/**
 * Keeps the proposals that repair what they are for and harm nothing: all are tried together, and where something is
 * wrong those that are behind it are found by halves.
 */
export async function prove(
	proposals: readonly Proposal[],
	before: Audit,
	site: SiteFiles,
	look: Look,
): Promise<Proved> {
	const takenBack: Proved["takenBack"][number][] = [];
	const takeBack = (found: readonly Proposal[], why: (proposal: Proposal) => string) => {
		for (const proposal of found) {
			const { check, file } = proposal;
			takenBack.push({ check, file: site.nameOf(file), why: why(proposal), proposal });
		}
	};
	let kept = await withoutHarmToPages(proposals, site, takeBack);
	while (kept.length > 0) {
		const files = await patchedWith(kept, site);
		const audit = await look(files);
		const idle: Proposal[] = [];
		for (const proposal of kept) {
			const isDone = isRepaired(proposal, before, audit) || (await hasMoved(proposal, kept, before, audit, site));
			if (!isDone) idle.push(proposal);
		}
		if (idle.length > 0) {
			takeBack(idle, () => "It does not repair the fault.");
			kept = kept.filter((each) => !idle.includes(each));
			continue;
		}
		const worse = worseChecks(judgedOf(before), judgedOf(audit));
		if (worse.length === 0) return { kept, takenBack, files, audit };
		const culprits = await culpritsOf(kept, before, audit, async (some) => look(await patchedWith(some, site)));
		takeBack(culprits, () => `It makes ${worse.join(", ")} worse.`);
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

/** Without an audit: what a reader sees of a page must stay, and its markup must not break. */
async function withoutHarmToPages(
	proposals: readonly Proposal[],
	site: SiteFiles,
	takeBack: TakeBack,
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
			else takeBack([proposal], () => harm);
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

/** Fewer places in the file; else the finding as a whole is better. */
function isRepaired(proposal: Proposal, before: Audit, after: Audit): boolean {
	const { check } = proposal;
	const [old, now] = [placesIn(before, proposal), placesIn(after, proposal)];
	if (old.length > 0 && now.length < old.length) return true;
	const gain = earned(findingOf(after.report, check)) - earned(findingOf(before.report, check));
	if (gain > 0) return true;
	const total = ({ occurrences = [] }: Audit) => occurrences.filter((each) => each.check === check).length;
	return old.length === 0 && total(after) < total(before);
}

/** Whether one of its places is at fault no more, though others are named: a finding names the first ones of a page alone. */
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

/** Share that a check earns by itself: 1 where it is not at fault. */
function earned(finding: Finding | undefined): number {
	const own = finding?.own ?? finding;
	if (!own || !isFault(own.outcome)) return 1;
	return own.outcome === "fail" ? 0 : (own.ratio ?? 0);
}

interface Judged extends Pick<Report, "findings" | "scores"> {
	/** All places of all faults, where they are known. */
	readonly places?: readonly Pick<Occurrence, "check">[] | undefined;
}

function judgedOf({ report: { findings, scores }, occurrences }: Audit): Judged {
	return { findings, ...(scores ? { scores } : {}), places: occurrences };
}

/** They weigh bytes, in steps: a tag more is no harm, though it may be the one that reaches the next. */
const WEIGHED: ReadonlySet<string> = new Set(["content-start", "token-ratio", "html-size"]);

/** Of those that applied before: what a check, or a page of it, has to look at only now is new work, unless it costs the site its score. */
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

/** They decide which pages stand for themselves or for another, and so which ones are held against each other. */
export const LISTING: readonly string[] = [
	"noindex",
	"canonical",
	"canonical-foreign",
	"canonical-targets",
	"hreflang",
];

/** Whether it judges other pages than before, and no more are at fault than those. */
function isOfOthers({ id, pages }: Finding, before: Judged, after: Judged): boolean {
	const isGain = (listing: string) => earned(findingOf(after, listing)) > earned(findingOf(before, listing));
	const isOfAll = checkOf(id)?.scope === "pages";
	if (isOfAll && LISTING.some(isGain)) return true;
	const old = findingOf(before, id)?.pages;
	const more = pages && old ? pages.judged - old.judged : 0;
	// Pages that an edit makes alike were not alike before.
	if (!pages || !old || more === 0 || (isOfAll && more > 0)) return false;
	return pages.short - old.short <= Math.max(0, more);
}

/** It judges uses of ARIA: where a sound one goes, its share falls, and nothing is worse. */
const COUNTED = "aria-valid";

function isOfLess({ id }: Finding, { places: old }: Judged, { places }: Judged): boolean {
	const countOf = (all: NonNullable<Judged["places"]>) => all.filter(({ check }) => check === id).length;
	return id === COUNTED && old !== undefined && places !== undefined && countOf(places) <= countOf(old);
}

/** Those that make a check worse, by the check that they are for. */
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
	// Each half is fine alone, and both together are not.
	return found.length > 0 ? found : (groups.at(-1) ?? proposals);
}

/** Of the pages where a check has more places than before; of all files where no page shows it. */
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

/** Proposals whose edits touch none of those before them; the others wait for another round. */
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
