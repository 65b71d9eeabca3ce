import * as z from "zod";
import { ROLES } from "#checks/define-check.ts";
import { checkOf } from "#checks/registry.ts";
import { REPAIR_KINDS, repairOf } from "#checks/repair-kinds.ts";
import { domainSchema } from "#core/audit-request.ts";
import { REFUSAL, shellWord } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { occurrenceSchema } from "#core/occurrence.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import type { Simulation } from "#core/simulation.ts";
import { parseTarget } from "#core/target.ts";
import { isFault } from "#core/verdict.ts";
import { counted, listing, plainCount, signed } from "#core/wording.ts";
import { diffBase64Schema, diffText } from "#repairs/unified-diff.ts";
import { explainCheck } from "#site/checks/check-explanation.ts";
import { hoursOf, REPAIR_WORDS, timeWords, workWords } from "#site/checks/check-texts.ts";
import { quoting } from "#tools/tool-answer.ts";
import type { FolderSeen, Place, Seen, ServedTool, ToolHost } from "./tool-host.ts";

const checkId = z.string().max(80);

const siteInput = {
	folder: z
		.string()
		.min(1)
		.max(4096)
		.optional()
		.describe("Folder of the built site on the machine of a server over stdio; the public site is audited without it."),
	domain: domainSchema
		.optional()
		.describe("Public host name or URL; with a folder, where it is published, by default what its file CNAME says."),
};

const placeSchema = occurrenceSchema
	.pick({ page: true, line: true, column: true, excerpt: true })
	.extend({ file: z.string().optional().describe("Path in the folder.") });

const fixSchema = z.strictObject({
	check: z.string().describe("Id of the check, for explain and verify_fix."),
	title: z.string().describe("What is wrong."),
	kind: z
		.enum(REPAIR_KINDS)
		.describe("mechanical: the change is certain; words: a person has to read them; by-hand: a person decides."),
	doneBy: z.enum(ROLES).describe("Who usually fixes it."),
	hours: z.number().describe("Of work by hand, estimated."),
	gain: z.number().describe("Points of the score that it gains by itself, to a tenth."),
	fix: z.string().describe("What to do."),
	pages: z.number().describe("Pages at fault; 1 where it is one page or the site as a whole."),
});
type Fix = z.infer<typeof fixSchema>;

const nextInput = z.strictObject({
	...siteInput,
	skip: z.array(checkId).max(500).default([]).describe("Checks that you cannot fix, or that a person has to decide."),
	draft: z.boolean().default(false).describe("Whether words are drafted from the page's own, marked as drafts."),
});
const nextOutput = z.strictObject({
	ok: z.literal(true),
	domain: z.string(),
	score: z.number().describe("Now, to a tenth."),
	done: z.boolean().describe("Whether nothing is left but what was skipped and what gains nothing."),
	next: fixSchema
		.extend({
			says: z.string().describe("What was found."),
			places: z.array(placeSchema).describe("The first ten."),
			placesInAll: z.number(),
			diff: z
				.string()
				.optional()
				.describe("The exact change, as git apply or patch -p1 take it in the folder; absent where none is certain."),
			diffBase64: diffBase64Schema.optional(),
			filesLeft: z.number().describe("Files whose change the next call gives, because the diff would be too long."),
			does: z.string().describe("What the change does, or why there is none."),
			judged: z.string().describe("How verify_fix will judge it."),
		})
		.optional(),
	left: z.array(fixSchema).describe("What was skipped and still costs points."),
	refusal: z.string(),
});

const planInput = z.strictObject(siteInput);
const planOutput = z.strictObject({
	ok: z.literal(true),
	domain: z.string(),
	score: z.number().describe("Now, to a tenth."),
	batches: z.array(
		z.strictObject({
			title: z.string(),
			gain: z.number().describe("Points that the batch adds to those before it."),
			score: z.number().describe("After this batch and those before it."),
			hours: z.number(),
			fixes: z.array(fixSchema).describe("In the order that gains most."),
		}),
	),
	refusal: z.string(),
});

const verifyInput = z.strictObject({
	check: checkId.describe("Id of the check, as next_fix named it."),
	...siteInput,
	file: z.string().min(1).max(4096).optional().describe("Path in the folder: only its places are judged."),
	page: z.string().min(1).max(2048).optional().describe("Address of a page: only its places are judged."),
});
const verifyOutput = z.strictObject({
	ok: z.literal(true),
	domain: z.string(),
	check: z.string(),
	verdict: z.enum(["fixed", "not-fixed", "worse"]),
	why: z.string(),
	auditedAt: z.string().describe("Over HTTP a result is up to a minute old."),
	score: z.strictObject({ before: z.number().optional(), now: z.number() }).describe("Whole points."),
	places: z
		.strictObject({ before: z.number().optional(), now: z.number() })
		.describe("Of the fault, in what was judged; `before` where this server saw the site before."),
	left: z.array(placeSchema).describe("The first ten places that are still at fault."),
	worse: z.array(z.string()).describe("Checks that are worse than before."),
	refusal: z.string(),
});

const MOST_PLACES = 10;
/** Maximum bytes of diffs per result; further files come with the next. */
const MOST_DIFF = 256 * 1024;
/** Maximum characters of the diff in the text, which agents read in full. */
const MOST_SHOWN_DIFF = 6_000;

export const REPAIR_TOOLS: Readonly<Record<string, ServedTool>> = {
	next_fix: {
		title: "Next fix",
		description:
			"Returns the fix that gains most now: its places, the exact change as a diff if it is certain, and how it will be checked. Needs a folder of a built site, or a domain. Call it until it says done, and name in skip what you cannot fix.",
		input: nextInput,
		output: nextOutput,
		openWorld: true,
		countsAs: "audit",
		async run(given: z.infer<typeof nextInput>, host: ToolHost, signal: AbortSignal) {
			for (const id of given.skip) await explainCheck(id);
			const seen = await auditSite(given, host, signal);
			remember(seen, host);
			const { receipt } = seen.audit.stored;
			const { current, sequence } = simulationOf(seen, host);
			const open = sequence.map(({ id }) => id).filter((id) => !given.skip.includes(id));
			const chosen = await chooseFix(open, seen, given, host, signal);
			const left = given.skip.flatMap((id) => (sequence.some((step) => step.id === id) ? [fixOf(id, receipt)] : []));
			const about = { ok: true, domain: receipt.domain, score: current, done: chosen === undefined };
			const text = chosen ? nextText(chosen, current, seen) : doneText(left, current);
			const answer = quoting([receipt.domain], text, {
				...about,
				...(chosen ? { next: { ...chosen, diff: undefined } } : {}),
				left,
				refusal: REFUSAL,
			});
			// Must be exact to be applied.
			return chosen
				? {
						...answer,
						data: { ...answer.data, next: { ...nextOf(answer.data), ...(chosen.diff && diffText(chosen.diff)) } },
					}
				: answer;
		},
	},
	plan_fixes: {
		title: "Plan fixes",
		description:
			"Orders all fixes of a site in batches by who can make them, with what each batch gains and the work it takes. Needs a folder of a built site, or a domain. The result is an estimate, not a promise.",
		input: planInput,
		output: planOutput,
		openWorld: true,
		countsAs: "simulate",
		async run(given: z.infer<typeof planInput>, host: ToolHost, signal: AbortSignal) {
			const seen = await auditSite(given, host, signal);
			remember(seen, host);
			const { receipt } = seen.audit.stored;
			const { current, sequence } = simulationOf(seen, host);
			const fixes = sequence.map(({ id }) => fixOf(id, receipt));
			const done: string[] = [];
			let score = current;
			const batches = BATCHES.flatMap(({ title, has }) => {
				const own = fixes.filter(has);
				if (own.length === 0) return [];
				done.push(...own.map(({ check }) => check));
				const before = score;
				score = host.simulate(seen.audit, done).simulated;
				const hours = own.reduce((sum, each) => sum + each.hours, 0);
				return [{ title, gain: tenths(score - before), score, hours: tenths(hours), fixes: own }];
			});
			const lines = batches.flatMap((batch, index) => [
				`${index + 1}. ${batch.title}: ${signed(batch.gain)}, to ${batch.score}; by hand ${timeWords(batch.hours)}.`,
				...batch.fixes.map((each) => `   ${each.check}: ${each.title} (${signed(each.gain)} by itself). ${each.fix}`),
			]);
			const text = [
				`Score ${current} of 100. ${plainCount(fixes.length, "fix", "fixes")} in ${counted(batches.length, "batch", "batches")}.`,
				...lines,
			];
			const about = { ok: true, domain: receipt.domain, score: current };
			return quoting([receipt.domain], text.join("\n"), { ...about, batches, refusal: REFUSAL });
		},
	},
	verify_fix: {
		title: "Verify a fix",
		description:
			"Judges a site again for one check, or one file or page of it: fixed, not fixed and why, or worse. Needs the check and the same folder or domain as before; what got worse is named where this server saw the site before the fix.",
		input: verifyInput,
		output: verifyOutput,
		openWorld: true,
		countsAs: "audit",
		async run(given: z.infer<typeof verifyInput>, host: ToolHost, signal: AbortSignal) {
			const { title } = await explainCheck(given.check);
			requireOnePart(given);
			const seen = await auditSite(given, host, signal, true);
			const before = host.before?.get(nameOf(seen));
			if (!before) remember(seen, host);
			const within = await scopeOf(given, seen);
			const { receipt } = seen.audit.stored;
			const verdict = await judge(given.check, title, seen, before, within);
			const { places, ...said } = verdict;
			const data = {
				ok: true,
				domain: receipt.domain,
				check: given.check,
				...said,
				auditedAt: seen.audit.auditedAt ?? receipt.auditedAt,
				score: { ...scoreOf("before", before), ...scoreOf("now", seen) },
				places: { ...(before ? { before: placesOf(given.check, before, within).length } : {}), now: places.length },
				left: places.slice(0, MOST_PLACES).map(shownPlace),
				refusal: REFUSAL,
			};
			const text = [`${given.check}: ${VERDICTS[said.verdict]}. ${said.why}`, ...placeLines(places)].join("\n");
			return quoting([receipt.domain], text, data);
		},
	},
};

const VERDICTS = { fixed: "fixed", "not-fixed": "not fixed", worse: "worse" } as const;

interface Batch {
	readonly title: string;
	has(fix: Fix): boolean;
}

/** Maximum hours of a small manual fix. */
const SMALL_HOURS = 1;

const BATCHES: readonly Batch[] = [
	{ title: "Changes that next_fix gives as a diff", has: ({ kind }) => kind === "mechanical" },
	{ title: "Words that a person has to read", has: ({ kind }) => kind === "words" },
	{ title: "Small changes by hand", has: ({ kind, hours }) => kind === "by-hand" && hours <= SMALL_HOURS },
	{ title: "Larger changes by hand", has: ({ kind, hours }) => kind === "by-hand" && hours > SMALL_HOURS },
];

type Site = { readonly folder?: string | undefined; readonly domain?: string | undefined };

/** @throws Failure if the site could not be audited */
async function auditSite(
	{ folder, domain }: Site,
	host: ToolHost,
	signal: AbortSignal,
	isFresh = false,
): Promise<Seen | FolderSeen> {
	const seen =
		folder === undefined
			? await auditOfDomain(domain, host, signal, isFresh)
			: await foldersOf(host).audit(folder, domain, signal);
	const { failure, scores } = seen.audit.stored.receipt;
	if (scores) return seen;
	throw new Failure(failure?.code ?? "evidence-thin", {
		what: failure?.says ?? "Too little of the site was seen to give it a score.",
	});
}

async function auditOfDomain(
	domain: string | undefined,
	host: ToolHost,
	signal: AbortSignal,
	isFresh: boolean,
): Promise<Seen> {
	if (domain === undefined)
		throw new Failure("input-invalid", {
			what: "No site was named.",
			todo: "Give the folder of a built site, or a domain.",
		});
	const audit = await host.audit(parseTarget(domain), signal, isFresh);
	return { audit, places: audit.stored.receipt.findings.flatMap(namedPlaces) };
}

function foldersOf({ folders, program }: ToolHost): NonNullable<ToolHost["folders"]> {
	if (folders) return folders;
	throw new Failure("input-invalid", {
		what: "This server cannot read your folders.",
		todo: `Start ${program} mcp on the machine that has the folder, or give a domain without a folder.`,
	});
}

/** Only the places in the receipt, which may not be all. */
function namedPlaces({ id, outcome, places, evidence }: Finding): readonly Place[] {
	if (!isFault(outcome)) return [];
	if (places) return places.map(({ excerpt = "", ...place }) => ({ ...place, check: id, excerpt }));
	return evidence.map(({ url, excerpt }) => ({ check: id, page: url, excerpt }));
}

function isFolder(seen: Seen | FolderSeen): seen is FolderSeen {
	return "folder" in seen;
}

function nameOf(seen: Seen | FolderSeen): string {
	return isFolder(seen) ? seen.folder : seen.audit.stored.receipt.domain;
}

function remember(seen: Seen | FolderSeen, { before }: ToolHost): void {
	before?.set(nameOf(seen), seen);
}

function simulationOf({ audit }: Seen, host: ToolHost): Simulation {
	return host.simulate(audit, undefined);
}

function tenths(points: number): number {
	return Math.round(points * 10) / 10 + 0;
}

function fixOf(id: string, { findings }: Pick<Receipt, "findings">): Fix {
	const [finding, check] = [findings.find((each) => each.id === id), checkOf(id)];
	if (!finding || !check) throw new RangeError(`There is no finding of ${id}.`);
	return {
		check: id,
		title: finding.title,
		kind: repairOf(id).kind,
		doneBy: check.doneBy,
		hours: hoursOf(check, finding),
		gain: finding.lift,
		fix: finding.fix ?? check.howToFix,
		pages: finding.pages?.short ?? 1,
	};
}

interface Chosen extends Fix {
	readonly says: string;
	readonly places: readonly Omit<Place, "check">[];
	readonly placesInAll: number;
	readonly diff: Uint8Array | undefined;
	readonly filesLeft: number;
	readonly does: string;
	readonly judged: string;
}

type Asked = Pick<z.infer<typeof nextInput>, "draft" | "skip">;

/** @param open ids of faults that cost points, largest gain first */
async function chooseFix(
	open: readonly string[],
	seen: Seen | FolderSeen,
	{ draft, skip }: Asked,
	host: ToolHost,
	signal: AbortSignal,
): Promise<Chosen | undefined> {
	const [first] = open;
	if (!isFolder(seen)) return first === undefined ? undefined : chosenFix(first, seen, { why: [NO_FOLDER] });
	const folders = foldersOf(host);
	const repair = (checks: readonly string[]) => folders.repair(seen, checks, draft, signal);
	if (first !== undefined)
		return chosenFix(first, seen, isRepairable(first, draft) ? await repair([first]) : { why: [] });
	// Faults that gain nothing are worth only a mechanical repair.
	const { findings } = seen.audit.stored.receipt;
	const small = findings.filter(({ id, outcome }) => isFault(outcome) && !skip.includes(id) && isRepairable(id, draft));
	if (small.length === 0) return undefined;
	const { checks } = await repair(small.map(({ id }) => id));
	const [next] = small.filter(({ id }) => checks.includes(id));
	if (!next) return undefined;
	return chosenFix(next.id, seen, await repair([next.id]));
}

const NO_FOLDER = "A public site cannot be changed from here: make the change in its source.";

function isRepairable(id: string, draft: boolean): boolean {
	const { kind } = repairOf(id);
	return kind === "mechanical" || (kind === "words" && draft);
}

function chosenFix(
	id: string,
	seen: Seen | FolderSeen,
	{ diffs = [], why }: { readonly diffs?: readonly Uint8Array[]; readonly why: readonly string[] },
): Chosen {
	const { receipt } = seen.audit.stored;
	const places = seen.places.filter(({ check }) => check === id);
	const given = fittingDiffs(diffs);
	const fix = fixOf(id, receipt);
	return {
		...fix,
		says: receipt.findings.find((each) => each.id === id)?.says ?? "",
		places: places.slice(0, MOST_PLACES).map(shownPlace),
		placesInAll: places.length,
		diff: given.length > 0 ? Buffer.concat(given) : undefined,
		filesLeft: diffs.length - given.length,
		does: doesWords(fix, diffs.length > 0, why),
		judged: judgedWords(id, isFolder(seen)),
	};
}

function doesWords({ check, kind }: Fix, hasDiff: boolean, why: readonly string[]): string {
	if (hasDiff) return [repairOf(check).does, ...why].join(" ");
	if (why.length > 0) return why.join(" ");
	if (kind === "words") return "Write the words, or give draft to have some drafted from the page's own.";
	return "No change is certain here: decide what is right, and make it where the page comes from.";
}

function judgedWords(id: string, inFolder: boolean): string {
	const passing = checkOf(id)?.title ?? id;
	const again = inFolder
		? "the whole folder is audited again"
		: "the site is audited again once the change is deployed";
	return `By verify_fix with check ${id}: ${again}. Fixed if this holds: ${passing}. Worse if another check, or the score, is lower than before.`;
}

/** At least one diff, however long. */
function fittingDiffs(diffs: readonly Uint8Array[]): readonly Uint8Array[] {
	let bytes = 0;
	return diffs.filter((diff, index) => {
		bytes += diff.length;
		return index === 0 || bytes <= MOST_DIFF;
	});
}

function shownPlace({ check: _, ...place }: Place): Omit<Place, "check"> {
	return place;
}

function nextOf({ next }: Record<string, unknown>): object {
	return (next ?? {}) as object;
}

function nextText(chosen: Chosen, current: number, seen: Seen | FolderSeen): string {
	const { check, title, gain, says, fix, kind, does, diff, filesLeft, placesInAll, judged } = chosen;
	const own = checkOf(check);
	const shown = diff && diff.length <= MOST_SHOWN_DIFF ? Buffer.from(diff).toString("utf8") : undefined;
	const where = isFolder(seen) ? ` in ${shellWord(seen.folder)}` : "";
	return [
		`Next: ${title} (${check}). ${gain > 0 ? `It gains ${signed(gain)}, now ${current}` : `It gains no points, now ${current}`} of 100.`,
		`${REPAIR_WORDS[kind]}. ${does}${own ? ` By hand: ${workWords(own)}.` : ""}`,
		`Found: ${says}`,
		`To do: ${fix}`,
		...placeLines(chosen.places, placesInAll),
		...(diff
			? [
					`The change, for git apply or patch -p1${where}${shown === undefined ? ": it is long, so it stands in the structured answer alone." : ":"}`,
				]
			: []),
		...(shown === undefined ? [] : [shown.trimEnd()]),
		...(filesLeft > 0 ? [`${counted(filesLeft, "more file")} with the next call.`] : []),
		judged,
	].join("\n");
}

function doneText(left: readonly Fix[], current: number): string {
	const skipped = left.map(({ check, title, doneBy }) => `${check}: ${title}. For: ${doneBy}.`);
	const lead = left.length > 0 ? "Nothing is left but what was skipped:" : "Nothing is left to fix.";
	return [`Done: score ${current} of 100. ${lead}`, ...skipped].join("\n");
}

function placeLines(places: readonly Omit<Place, "check">[], inAll = places.length): string[] {
	if (places.length === 0) return [];
	const lines = places.slice(0, MOST_PLACES).map(({ page, file = page, line, column, excerpt }) => {
		const at = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
		return `- ${file}${at} ${excerpt}`;
	});
	return [`Places: ${inAll}${inAll > lines.length ? `, the first ${lines.length}` : ""}.`, ...lines];
}

type Part = Pick<z.infer<typeof verifyInput>, "file" | "page" | "folder">;

function requireOnePart({ file, page, folder }: Part): void {
	if (file !== undefined && page !== undefined)
		throw new Failure("input-invalid", { what: "Both a file and a page were named.", todo: "Give one of the two." });
	if (file !== undefined && folder === undefined)
		throw new Failure("input-invalid", {
			what: "A file was named, but no folder.",
			todo: "Give the folder that has it.",
		});
}

/** @returns path of the file in the folder, or address of the page; undefined for the whole site */
async function scopeOf({ file, page }: Part, seen: Seen | FolderSeen): Promise<string | undefined> {
	if (isFolder(seen) && file !== undefined) return seen.locate({ file });
	if (page === undefined) return undefined;
	if (isFolder(seen)) return seen.locate({ page });
	const { domain } = seen.audit.stored.receipt;
	const url = URL.parse(page, `https://${domain}/`);
	if (url?.hostname === domain) return url.href;
	throw new Failure("input-invalid", { what: `"${page}" is not an address of ${domain}.` });
}

function placesOf(check: string, { places }: Seen, within: string | undefined): readonly Place[] {
	return places.filter((each) => each.check === check && (within === undefined || within === (each.file ?? each.page)));
}

function scoreOf(name: "before" | "now", seen: Seen | undefined): object {
	const overall = seen?.audit.stored.receipt.scores?.overall;
	return overall === undefined ? {} : { [name]: overall };
}

interface Judged {
	readonly verdict: keyof typeof VERDICTS;
	readonly why: string;
	readonly worse: readonly string[];
	readonly places: readonly Place[];
}

async function judge(
	id: string,
	title: string,
	now: Seen,
	before: Seen | undefined,
	within: string | undefined,
): Promise<Judged> {
	const finding = now.audit.stored.receipt.findings.find((each) => each.id === id);
	if (!finding)
		throw new Failure("input-invalid", {
			what: `${id} is not asked in this audit.`,
			todo: "Audit the public site in depth to see it.",
		});
	const places = placesOf(id, now, within);
	const worse = before ? await worseThan(before, now, id, within) : [];
	if (worse.length > 0) {
		const why = `Lower than before: ${listing(worse, worse.length)}. Undo the change, or repair that first.`;
		return { verdict: "worse", why, worse, places };
	}
	const { outcome } = finding.own ?? finding;
	const isPart = within !== undefined && now.places.some(({ check }) => check === id);
	if (isPart ? places.length > 0 : isFault(outcome) || outcome === "unknown")
		return { verdict: "not-fixed", why: `${finding.says} ${finding.fix ?? ""}`.trim(), worse, places };
	const others = isPart ? " Other pages still have the fault." : "";
	const nothing = outcome === "not-applicable" ? " Nothing is left for it to look at." : others;
	return { verdict: "fixed", why: `${title}.${nothing}`, worse, places };
}

/** Includes the check itself if it has more places than before. */
async function worseThan(before: Seen, now: Seen, id: string, within: string | undefined): Promise<string[]> {
	const { worseChecks } = await import("#repairs/prove.ts");
	const judged = ({ audit, places }: Seen) => ({ ...audit.stored.receipt, places });
	const worse = worseChecks(judged(before), judged(now));
	const hasMore = placesOf(id, now, within).length > placesOf(id, before, within).length;
	return [...new Set([...worse, ...(hasMore ? [id] : [])])];
}
