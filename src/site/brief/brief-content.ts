import type { Correction } from "#core/notice.ts";
import { percent, spokenDate, utcMinute } from "#core/wording.ts";
import { type Brief, shownBrief } from "./brief.ts";
import { BRIEF_CONTENT_TEXTS as say } from "./brief-content-texts.ts";
import { BRIEF_PAGE_TEXTS } from "./brief-page-texts.ts";
import { findingCounts, readingsOf, shareSentences, triedRequests, verdictSentence } from "./brief-texts.ts";
import { risingSteps } from "./fix-path.ts";
import { SINCE_TEXTS } from "./place-texts.ts";
import { costsPoints, FOLDER_NOTICE, sourceWords } from "./receipt-words.ts";

/** What a brief says, in the order in which it is read; its texts may quote the site. */
export interface BriefContent {
	readonly title: string;
	readonly under: readonly string[];
	/** What the page says of itself, and corrections: they are read before what they correct. */
	readonly notes: readonly string[];
	readonly verdict: readonly string[];
	/** Who may read the home page; empty where the receipt does not say. */
	readonly reach: readonly {
		readonly name: string;
		readonly state: string;
		readonly says: string;
		/** The line responsible, as the site has it. */
		readonly line?: { readonly where: string; readonly quoted: string };
	}[];
	readonly fixes: readonly {
		readonly title: string;
		readonly gain: string;
		readonly says: readonly string[];
		readonly reference: string;
	}[];
	/** The way from today's score to what is reachable, the place among peers, and the history: a sentence each. */
	readonly outlook: readonly string[];
	readonly readings: readonly (readonly [label: string, score: number | undefined])[];
	readonly pillars: readonly (readonly [label: string, score: number, summary: string])[];
	/** The home page as a machine reads it: what stands there, quoted, or what its absence means. */
	readonly seen: readonly { readonly label: string; readonly quoted?: string; readonly absent?: string }[];
	/** `lang` and `dir` of what is quoted there, where the page says them. */
	readonly quotedIn: { readonly lang?: string | undefined; readonly dir?: string | undefined };
	/** What is wrong beyond the fixes. */
	readonly faults: readonly { readonly title: string; readonly says: string; readonly fix: string }[];
	readonly tally: readonly string[];
	readonly proof: readonly string[];
}

/** What stands on a brief's page beside the brief. */
export interface BesideBrief {
	/** Who finds the page, and how long it exists; empty or absent where there is nothing to say. */
	readonly notice?: string;
	readonly corrections?: ShownCorrections;
}

/** What is said beside a receipt that is shown, in the order of the notices. */
export type ShownCorrections = readonly Pick<Correction, "at" | "by" | "says">[];

/** Whether a receipt is in the log, waits for it, or is kept nowhere; undefined where nobody has looked for it in the log. */
export type ReceiptPlace = keyof typeof say.places | undefined;

export function briefContent(
	given: Brief,
	place: ReceiptPlace,
	{ notice = "", corrections = [] }: BesideBrief = {},
): BriefContent {
	const brief = shownBrief(given);
	return {
		title: brief.ok ? verdictSentence(brief) : say.notAudited(brief.displayDomain),
		under: [
			brief.agencyName === "" ? "" : say.preparedBy(brief.agencyName),
			`${sourceWords(brief)}; ${say.audit(brief.mode, brief.methodology)}, ${utcMinute(brief.auditedAt)}`,
			brief.source === "folder" ? FOLDER_NOTICE : "",
			brief.ok ? `${brief.preset.label}. ${brief.preset.says}` : "",
		].filter(Boolean),
		notes: [
			notice,
			...corrections.map(({ at, by, says }) => `${say.correction(spokenDate(at), by === "owner")} ${says}`),
			corrections.length > 0 ? say.unchanged : "",
		].filter(Boolean),
		verdict: verdictOf(brief),
		reach: reachOf(brief),
		fixes: brief.recommendations.map(({ title, consequence = "", work, fix, gain, reference }) => ({
			title,
			gain,
			says: [consequence, `${say.fix} ${fix}`, work === undefined ? "" : `${work}.`].filter(Boolean),
			reference,
		})),
		outlook: [pathOf(brief), brief.peers?.says ?? "", pastOf(brief)].filter(Boolean),
		readings: brief.ok
			? [
					[say.overall, brief.overallScore],
					...readingsOf(brief).flatMap(({ readings }) => readings.map(({ label, score }) => [label, score] as const)),
				]
			: [],
		pillars: brief.ok ? brief.pillars.map(({ label, score, summary }) => [label, score, summary]) : [],
		seen: seenOf(brief),
		quotedIn: { lang: brief.seen?.lang, dir: brief.seen?.dir },
		faults: faultsOf(brief),
		tally: brief.ok ? tallyOf(brief) : [],
		proof: [
			say.known(percent(brief.coverage)),
			say.receipt(brief.id, place && say.places[place], brief.receipt.evidenceDigest),
			`${say.again} ${brief.cli}`,
			brief.refusal,
		],
	};
}

/** The sentence with its cause, what it costs, and what is good; of a site without a score, what was tried, and what to do. */
function verdictOf(brief: Brief): string[] {
	const { verdict, first, good } = shareSentences(brief);
	const tried = brief.ok ? [] : triedRequests(brief);
	return [...new Set([verdict, ...tried, first, good])].filter(Boolean);
}

/** Empty where there is none. */
function pastOf({ since }: Brief): string {
	return since === undefined || since.says === SINCE_TEXTS.first ? "" : since.says;
}

function pathOf({ path }: Brief): string {
	return path && risingSteps(path).length > 0 ? BRIEF_PAGE_TEXTS.path.caption(path) : "";
}

function reachOf({ reach = [] }: Brief): BriefContent["reach"] {
	return reach.map(({ name, state, says, because }) => ({
		name,
		state: say.states[state],
		says,
		...(because && {
			line: { where: [because.url, because.at].filter(Boolean).join(", "), quoted: because.excerpt },
		}),
	}));
}

function seenOf({ seen }: Brief): BriefContent["seen"] {
	if (!seen) return [];
	const { labels, absent } = say.seen;
	const values = { ...seen, types: seen.types.join(", ") };
	return (["title", "description", "text", "types", "lang"] as const).map((key) => {
		const quoted = values[key];
		return quoted ? { label: labels[key], quoted } : { label: labels[key], absent: absent[key] };
	});
}

function faultsOf({ findings, recommendations }: Brief): BriefContent["faults"] {
	const fixed = new Set(recommendations.map(({ id }) => id));
	return findings
		.filter((finding) => costsPoints(finding) && !fixed.has(finding.id))
		.map(({ title, says, fix = "" }) => ({ title, says, fix }));
}

function tallyOf(brief: Brief): string[] {
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
	return [say.looked(judged), say.outside(notApplicable, unknown)].filter(Boolean);
}
