import type { AccessReport } from "#core/access/access-report.ts";
import type { Language } from "#core/language.ts";
import type { Correction } from "#core/notice.ts";
import type { Rehearsal } from "#core/rehearsal.ts";
import { percent, utcMinute } from "#core/wording.ts";
import { markdownCell, markdownCode, markdownText } from "../page/page-text.ts";
import { type Brief, shownBrief } from "./brief.ts";
import {
	findingCounts,
	kindWords,
	readingsOf,
	repairWords,
	shareSentences,
	triedRequests,
	verdictSentence,
} from "./brief-words.ts";
import { type Words, wordsIn } from "./languages.ts";
import { costsPoints, placeIn, sourceWords } from "./receipt-words.ts";
import { type RehearsalRows, rehearsalRows } from "./rehearsal-rows.ts";
import { fixedWords } from "./since.ts";
import { readWords } from "./site-pages.ts";
import { accessSentence } from "./translated-receipt.ts";

export interface BriefContent {
	readonly lang: Language;
	readonly title: string;
	readonly under: readonly string[];
	/** Includes corrections, which must be read first. */
	readonly notes: readonly string[];
	readonly verdict: readonly string[];
	/** Empty if the receipt does not say. */
	readonly reach: readonly {
		readonly name: string;
		readonly state: string;
		readonly says: string;
		/** The responsible line, quoted from the site. */
		readonly line?: { readonly where: string; readonly quoted: string };
	}[];
	readonly fixes: readonly {
		readonly title: string;
		readonly gain: string;
		readonly says: readonly string[];
		readonly reference: string;
	}[];
	/** One sentence each: fixes, peers, history. */
	readonly outlook: readonly string[];
	readonly readings: readonly (readonly [label: string, score: number | undefined])[];
	readonly pillars: readonly (readonly [label: string, score: number, summary: string])[];
	readonly seen: readonly { readonly label: string; readonly quoted?: string; readonly absent?: string }[];
	/** `lang` and `dir` of the quotation, if the page declares them. */
	readonly quotedIn: { readonly lang?: string | undefined; readonly dir?: string | undefined };
	readonly faults: readonly { readonly title: string; readonly says: string; readonly fix: string }[];
	readonly tally: readonly string[];
	readonly proof: readonly string[];
	/** Engines and what their bots got, according to the server's logs; empty without logs. */
	readonly access: readonly { readonly name: string; readonly says: string }[];
	/** Period of the logs; empty without logs. */
	readonly accessPeriod: string;
	readonly rehearsal: RehearsalRows | undefined;
	/** Command to copy, at the end of a line of the proof. */
	readonly command: string;
}

export interface BesideBrief {
	/** Optional notice. */
	readonly notice?: string;
	readonly corrections?: ShownCorrections;
	readonly access?: AccessReport | undefined;
	readonly rehearsal?: Rehearsal | undefined;
}

/** In notice order. */
export type ShownCorrections = readonly Pick<Correction, "at" | "by" | "says">[];

/** Undefined if the log was not searched. */
export type ReceiptPlace = keyof Words["MARKDOWN"]["places"] | undefined;

export function briefContent(
	given: Brief,
	place: ReceiptPlace,
	{ notice = "", corrections = [], access, rehearsal }: BesideBrief = {},
): BriefContent {
	const brief = shownBrief(given);
	const words = wordsIn(brief.lang);
	const { AGENCY, MARKDOWN: say, MODES, PAGE, SUMMARY, filled, gap, spokenDate, spokenTime } = words;
	return {
		lang: brief.lang,
		access: accessRows(access, words),
		accessPeriod: accessPeriodWords(access, words),
		rehearsal: rehearsal && rehearsalRows(rehearsal, words),
		title: brief.ok ? verdictSentence(brief) : filled(SUMMARY.notAudited, { site: brief.displayDomain }),
		under: [
			brief.client?.name === undefined ? "" : filled(AGENCY.preparedFor, { client: brief.client.name }),
			brief.agencyName === "" ? "" : filled(PAGE.preparedBy, { agency: brief.agencyName }),
			`${sourceWords(brief, words)}${gap}; ${filled(say.audit, { mode: MODES[brief.mode], methodology: brief.methodology })}, ${brief.lang === "en" ? utcMinute(brief.auditedAt) : spokenTime(brief.auditedAt)}`,
			brief.ok ? kindWords(brief) : "",
		].filter(Boolean),
		notes: [
			notice,
			...corrections.map(
				({ at, by, says }) =>
					`${filled(by === "owner" ? say.ownersWord : say.correction, { date: spokenDate(at) })} ${says}`,
			),
			corrections.length > 0 ? say.unchanged : "",
		].filter(Boolean),
		verdict: verdictOf(brief),
		reach: reachOf(brief, words),
		fixes: brief.recommendations.map(({ id, title, consequence = "", pages = "", work, fix, gain, reference }) => ({
			title,
			gain,
			says: [
				consequence,
				pages,
				filled(say.fix, { fix }),
				pageOf(brief, id, fix, words),
				work === undefined ? "" : `${work}.`,
			].filter(Boolean),
			reference,
		})),
		outlook: [
			...[...repairWords(brief), brief.peers?.says ?? "", pastOf(brief, words)].filter(Boolean),
			...fixedWords(brief.fixed, words).map(({ says }) => says),
		],
		readings: brief.ok
			? [
					[say.overall, brief.overallScore],
					...readingsOf(brief).flatMap(({ readings }) => readings.map(({ label, score }) => [label, score] as const)),
				]
			: [],
		pillars: brief.ok ? brief.pillars.map(({ label, score, summary }) => [label, score, summary]) : [],
		seen: seenOf(brief, words),
		quotedIn: { lang: brief.seen?.lang, dir: brief.seen?.dir },
		faults: faultsOf(brief),
		tally: brief.ok ? tallyOf(brief, words) : [],
		proof: [
			[readWords(brief.site, words), filled(say.known, { share: percent(brief.coverage) })].filter(Boolean).join(" "),
			receiptWords(brief, words, place),
			filled(say.again, { command: brief.cli }),
			brief.refusal,
		],
		command: brief.cli,
	};
}

function verdictOf(brief: Brief): string[] {
	const { verdict, first, good } = shareSentences(brief);
	const tried = brief.ok ? [] : triedRequests(brief);
	return [...new Set([verdict, ...tried, first, good])].filter(Boolean);
}

/** Names the page of the line to fix if several pages were read and the fix does not name it. */
function pageOf({ actions, site }: Brief, id: string, fix: string, { MARKDOWN: say, filled }: Words): string {
	const exhibit = site && actions.find((each) => each.id === id)?.exhibit;
	return exhibit?.at === undefined || fix.includes(exhibit.url) ? "" : filled(say.page, { url: exhibit.url });
}

function pastOf({ since }: Brief, { SINCE }: Words): string {
	return since === undefined || since.says === SINCE.first ? "" : since.says;
}

function reachOf({ reach = [] }: Brief, words: Words): BriefContent["reach"] {
	return reach.map(({ name, state, says, because }) => ({
		name,
		state: words.MARKDOWN.states[state],
		says,
		...(because && {
			line: { where: placeIn(because, words), quoted: because.excerpt },
		}),
	}));
}

function seenOf({ seen }: Brief, { SEEN }: Words): BriefContent["seen"] {
	if (!seen) return [];
	const rows = [
		{ label: SEEN.pageTitle, quoted: seen.title, absent: SEEN.absent.title },
		{ label: SEEN.description, quoted: seen.description, absent: SEEN.absent.description },
		{ label: SEEN.passage, quoted: seen.text, absent: SEEN.absent.text },
		{ label: SEEN.types, quoted: seen.types.join(", "), absent: SEEN.absent.types },
		{ label: SEEN.language, quoted: seen.lang, absent: SEEN.absent.lang },
	];
	return rows.map(({ label, quoted, absent }) => (quoted ? { label, quoted } : { label, absent }));
}

function faultsOf({ findings, recommendations }: Brief): BriefContent["faults"] {
	const fixed = new Set(recommendations.map(({ id }) => id));
	return findings
		.filter((finding) => costsPoints(finding) && !fixed.has(finding.id))
		.map(({ title, says, fix = "" }) => ({ title, says, fix }));
}

function tallyOf(brief: Brief, words: Words): string[] {
	const { findings } = brief;
	const scored = findings.filter((each) => each.scored);
	const count = (...outcomes: readonly string[]) => scored.filter(({ outcome }) => outcomes.includes(outcome)).length;
	const judged = {
		of: count("pass", "partial", "fail"),
		pass: count("pass"),
		part: count("partial"),
		fail: count("fail"),
	};
	const { notApplicable, unknown } = findingCounts(brief);
	return [judgedWords(judged, words), outsideWords(notApplicable, unknown, words)].filter(Boolean);
}

function receiptWords({ id, receipt }: Brief, { MARKDOWN: say, filled }: Words, place: ReceiptPlace): string {
	const evidence = receipt.evidenceDigest;
	if (place === undefined) return filled(say.receipt, { id, evidence });
	return filled(say.receiptInPlace, { id, place: say.places[place], evidence });
}

/** `8 of 10 checks pass, 1 partly, 1 failed.` */
function judgedWords(
	{ of, pass, part, fail }: Record<"of" | "pass" | "part" | "fail", number>,
	{ TALLY, filled, pluralOf }: Words,
): string {
	if (of === 0) return TALLY.none;
	const parts = [
		filled(pluralOf(TALLY.passed, of), { count: of, passed: pass }),
		part > 0 ? filled(TALLY.partly, { count: part }) : "",
		fail > 0 ? filled(TALLY.failed, { count: fail }) : "",
	].filter(Boolean);
	return `${parts.join(", ")}.`;
}

function outsideWords(notApplicable: number, unknown: number, { TALLY, filled, gap, pluralOf }: Words): string {
	const parts = [
		notApplicable > 0 ? filled(pluralOf(TALLY.notApplicable, notApplicable), { count: notApplicable }) : "",
		unknown > 0 ? filled(TALLY.unknown, { count: unknown }) : "",
	].filter(Boolean);
	return parts.length === 0 ? "" : `${parts.join(`${gap}; `)}.`;
}

const text = markdownText;
const quote = markdownCode;

/** CommonMark with tables. */
export function briefMarkdown(content: BriefContent): string {
	const { title, under, notes, verdict, proof, command } = content;
	const words = wordsIn(content.lang);
	const { MARKDOWN: say } = words;
	const proved = (line: string) =>
		line.endsWith(command) ? `${text(line.slice(0, -command.length))} ${quote(command)}` : text(line);
	return joined([
		[`# ${text(title)}`],
		...notes.map((note) => [`> ${text(note)}`]),
		...verdict.map((sentence, index) => [index === 0 ? `**${text(sentence)}**` : text(sentence)]),
		...under.map((line) => [text(line)]),
		...reachBlocks(content, words),
		...accessBlocks(content, words),
		...rehearsalBlocks(content, words),
		...fixBlocks(content, words),
		...section(say.outlook, content.outlook),
		...numberBlocks(content, words),
		...seenBlocks(content, words),
		...faultBlocks(content, words),
		[`## ${say.proof}`],
		proof.map((line) => `- ${proved(line)}`),
	]);
}

function reachBlocks({ reach }: BriefContent, { MARKDOWN: say, REACH }: Words): string[][] {
	if (reach.length === 0) return [];
	const lines = new Map(reach.flatMap(({ line }) => (line ? [[line.where, line.quoted] as const] : [])));
	const alike = Map.groupBy(reach, ({ state, says }) => `${state} ${says}`);
	return [
		[`## ${REACH.title}`],
		table(
			[say.engine, say.state, ""],
			[...alike.values()].map((rows) => [
				text(rows.map(({ name }) => name).join(", ")),
				...rows.slice(0, 1).flatMap(({ state, says }) => [text(state), text(says)]),
			]),
		),
		[...lines].map(([where, quoted]) => `- ${say.line} ${quote(where)}: ${quote(quoted)}`),
	];
}

function accessBlocks({ access, accessPeriod }: BriefContent, { ACCESS, gap }: Words): string[][] {
	if (access.length === 0) return [];
	return [
		[`## ${ACCESS.title}`],
		access.map(({ name, says }) => `- **${text(name)}**${gap}: ${text(says)}`),
		[text(accessPeriod)],
	];
}

function rehearsalBlocks({ rehearsal }: BriefContent, { gap }: Words): string[][] {
	if (!rehearsal) return [];
	const { title, summary, stops, note } = rehearsal;
	return [
		[`## ${title}`],
		[text(summary)],
		stops.map(({ name, says }) => `- **${text(name)}**${gap}: ${text(says)}`),
		[text(note)],
	].filter(({ length }) => length > 0);
}

/** In the audit's order: engines whose bots came or should have come are first. */
export function accessRows(access: AccessReport | undefined, words: Words): BriefContent["access"] {
	const rows = access?.engines?.map(({ name, says }) => ({ name, says: accessSentence(says, words) })) ?? [];
	return rows.filter(({ says }) => says !== "");
}

export function accessPeriodWords(access: AccessReport | undefined, { ACCESS, filled, spokenDate }: Words): string {
	if (!access?.engines) return "";
	const { period } = access;
	return period ? filled(ACCESS.period, { from: spokenDate(period.from), to: spokenDate(period.to) }) : ACCESS.none;
}

function fixBlocks({ fixes }: BriefContent, { MARKDOWN: say }: Words): string[][] {
	if (fixes.length === 0) return [];
	return [
		[`## ${say.fixes}`],
		...fixes.map((fix, index) => [
			`${index + 1}. **${text(fix.title)}** (${text(fix.gain)})`,
			...fix.says.map((line) => `   ${text(line)}  `),
			`   <${fix.reference}>`,
		]),
	];
}

function numberBlocks({ readings, pillars }: BriefContent, { PAGE, SCORE }: Words): string[][] {
	if (readings.length === 0) return [];
	const score = (value: number | undefined) => (value === undefined ? "–" : String(value));
	return [
		[`## ${SCORE.title}`],
		table(
			["", PAGE.of100],
			readings.map(([label, value]) => [text(label), score(value)]),
			1,
		),
		table(
			[SCORE.pillar, PAGE.of100, ""],
			pillars.map(([label, value, summary]) => [text(label), score(value), text(summary)]),
			1,
		),
	];
}

function seenBlocks({ seen }: BriefContent, { SEEN, gap }: Words): string[][] {
	if (seen.length === 0) return [];
	const lines = seen.map(
		({ label, quoted, absent = "" }) =>
			`- ${text(label)}${gap}: ${quoted === undefined ? text(absent) : quote(quoted)}`,
	);
	return [[`## ${SEEN.title}`], lines];
}

function faultBlocks({ faults, tally }: BriefContent, { MARKDOWN: say, filled }: Words): string[][] {
	const heading = faults.length === 0 ? [] : [`## ${say.faults}`];
	const items = faults.map(({ title, says, fix }) => {
		const advice = fix === "" ? [] : [filled(say.fix, { fix })];
		return `- **${text(title)}.** ${text([says, ...advice].filter(Boolean).join(" "))}`;
	});
	return [heading, items, ...tally.map((line) => [text(line)])];
}

function section(heading: string, lines: readonly string[]): string[][] {
	return lines.length === 0 ? [] : [[`## ${heading}`], ...lines.map((line) => [text(line)])];
}

/** @param numeric index of the numeric column */
function table(head: readonly string[], rows: readonly (readonly string[])[], numeric?: number): string[] {
	const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
	return rows.length === 0
		? []
		: [line(head), line(head.map((_, at) => (at === numeric ? "---:" : "---"))), ...rows.map(line)];
}

function joined(blocks: readonly (readonly string[])[]): string {
	const filled = blocks.filter(({ length }) => length > 0);
	return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
