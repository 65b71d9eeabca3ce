import type { Audit } from "#audit/audit.ts";
import type { Finding, Report } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { contentTypeOf } from "#evidence/site/folder-source.ts";
import { HtmlFile } from "./html-file.ts";
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
		const idle = kept.filter((proposal) => !isRepaired(proposal, before, audit));
		if (idle.length > 0) {
			takeBack(idle, () => "It does not repair the fault.");
			kept = kept.filter((each) => !idle.includes(each));
			continue;
		}
		const worse = worseChecks(before.report, audit.report);
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

/** Fewer places in the file, or others; else the finding as a whole is better. */
function isRepaired({ check, file }: Proposal, before: Audit, after: Audit): boolean {
	const placesIn = (audit: Audit) =>
		(audit.occurrences ?? []).filter((each) => each.check === check && each.file === file);
	const [old, now] = [placesIn(before), placesIn(after)];
	if (old.length > 0 && now.length < old.length) return true;
	const gain = earned(findingOf(after.report, check)) - earned(findingOf(before.report, check));
	if (gain > 0) return true;
	const total = ({ occurrences = [] }: Audit) => occurrences.filter((each) => each.check === check).length;
	return old.length === 0 && total(after) < total(before);
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

type Judged = Pick<Report, "findings" | "scores">;

/** They weigh bytes: a tag more is no harm, though it has a weight. */
const WEIGHED: ReadonlySet<string> = new Set(["content-start", "token-ratio", "html-size"]);

/** Of those that applied before: one that now has something to look at is new work, unless it costs the site its score. */
export function worseChecks(before: Judged, after: Judged): readonly string[] {
	const worse = after.findings.filter((finding) => {
		const old = findingOf(before, finding.id);
		return old && appliesTo(old) && earned(finding) < earned(old) - (WEIGHED.has(finding.id) ? 0.01 : 0.0005);
	});
	const lost = (before.scores?.overall ?? 0) > (after.scores?.overall ?? 0) ? ["the score"] : [];
	return [...worse.map(({ id }) => id), ...lost];
}

function appliesTo({ outcome, own }: Finding): boolean {
	return own !== undefined || (outcome !== "not-applicable" && outcome !== "unknown");
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
		if (some.length < groups.length && worseChecks(before.report, (await look(flat)).report).length === 0) return;
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
	const worse = new Set(worseChecks(before.report, after.report));
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
