import { shellQuoted } from "#core/brand.ts";
import { PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Finding, PillarScore, ResponseRecord } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { engineList } from "../checks/check-texts.ts";
import { consequenceIn } from "./check-texts-in.ts";
import type { Words } from "./languages.ts";
import { costsPoints, isInformation } from "./receipt-words.ts";
import { pointWords, workOf } from "./recommendation.ts";

export interface FindingGroups {
	readonly judged: readonly PillarFindings[];
	readonly unknown: readonly Finding[];
	readonly following: readonly Finding[];
	readonly notApplicable: readonly { readonly says: string; readonly findings: readonly Finding[] }[];
}

interface PillarFindings {
	readonly pillar: (typeof PILLARS)[PillarKey];
	readonly score?: number;
	readonly faults: readonly Finding[];
	readonly passes: readonly Finding[];
	readonly information: readonly Finding[];
}

export function groupFindings(findings: readonly Finding[], scores: readonly PillarScore[] = []): FindingGroups {
	const judged = Map.groupBy(findings.filter(isJudged), ({ pillar }) => pillar);
	return {
		judged: PILLAR_KEYS.flatMap((key) => {
			const mine = judged.get(key) ?? [];
			if (mine.length === 0) return [];
			const score = scores.find((each) => each.key === key)?.score;
			return [
				{
					pillar: PILLARS[key],
					...(score === undefined ? {} : { score }),
					faults: mine.filter(costsPoints),
					passes: mine.filter(({ scored, outcome }) => scored && outcome === "pass"),
					information: mine.filter(({ scored }) => !scored),
				},
			];
		}),
		unknown: findings.filter((each) => each.outcome === "unknown"),
		following: findings.filter(isFollowing),
		notApplicable: byReason(findings.filter((each) => each.outcome === "not-applicable" && !isFollowing(each))),
	};
}

function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || isFault(outcome);
}

function isFollowing({ chargedTo, own }: Finding): boolean {
	return chargedTo !== undefined && own !== undefined;
}

function byReason(findings: readonly Finding[]): FindingGroups["notApplicable"] {
	const reasons = Map.groupBy(findings, ({ says }) => says);
	return [...reasons].map(([says, mine]) => ({ says, findings: mine }));
}

export function findingNotes(finding: Finding, words: Words): readonly string[] {
	const { FINDINGS, filled } = words;
	const serves = filled(FINDINGS.serves, { engines: engineList(finding.engines, words) });
	if (!finding.scored) return [isInformation(finding) ? FINDINGS.notScored : FINDINGS.forInformation, serves];
	const lift = finding.lift > 0 ? [filled(FINDINGS.gains, { points: pointWords(finding.lift, words) })] : [];
	const work = costsPoints(finding) ? (workOf(finding, words) ?? []) : [];
	return [...lift, work, filled(FINDINGS.weight, { weight: finding.weight }), serves].flat();
}

/** Undefined if the finding costs nothing or its check is unknown. */
export function consequenceOf(finding: Finding, words: Pick<Words, "lang" | "checks">): string | undefined {
	return costsPoints(finding) ? consequenceIn(finding.id, words) : undefined;
}

export interface Reproduction {
	readonly url: string;
	/** Index in the audit's responses. */
	readonly index: number;
	readonly curl: string;
	readonly status: number;
	/** Size and hex SHA-256 of the decoded body. */
	readonly bytes: number;
	readonly sha256: string;
	readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const FIELD = /^header ([!#$%&'*+.^_`|~0-9a-z-]+)$/i;

export type Reproducible = Pick<Finding, "evidence" | "outcome" | "says" | "fix">;

/** Requests of the evidence, else those in its sentence or fix, else of the home page; only recorded ones. */
export function reproductions(responses: readonly ResponseRecord[]): (finding: Reproducible) => Reproduction[] {
	const byUrl = new Map([...Map.groupBy(responses, ({ url }) => url)].map(([url, all]) => [url, answerOf(all)]));
	const home = homeOf(responses);
	return (finding) =>
		responsesBehind(finding, byUrl, home).map((response) => {
			const { url, status, bytes, sha256 } = response;
			const fields = finding.evidence.flatMap(({ url: place, at = "", excerpt }) => {
				const [, name] = FIELD.exec(at) ?? [];
				return name !== undefined && withoutFragment(place) === url ? [{ name, value: excerpt }] : [];
			});
			return { url, index: responses.indexOf(response), curl: requestCommand(url), status, bytes, sha256, fields };
		});
}

/** For a POSIX shell. `--globoff` makes curl take brackets and braces literally. */
export function requestCommand(url: string): string {
	return `curl -sS -i --compressed --globoff ${shellQuoted(url)}`;
}

function responsesBehind(
	finding: Reproducible,
	byUrl: ReadonlyMap<string, ResponseRecord | undefined>,
	home: readonly ResponseRecord[],
): readonly ResponseRecord[] {
	const ofUrls = (urls: readonly string[]) => [...new Set(urls)].flatMap((url) => byUrl.get(url) ?? []);
	const shown = ofUrls(finding.evidence.map(({ url }) => withoutFragment(url)));
	if (shown.length > 0) return shown;
	const { outcome, says, fix = "" } = finding;
	if (outcome === "unknown" || outcome === "not-applicable") return [];
	return [says, fix].map((text) => ofUrls(urlsIn(text))).find(({ length }) => length > 0) ?? home;
}

/** Strips trailing punctuation of the sentence. */
function urlsIn(text: string): string[] {
	return [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([url]) => withoutFragment(url).replace(/[.,;:!?)]+$/, ""));
}

/** Responses of the home page, including after redirects. */
function homeOf(responses: readonly ResponseRecord[]): readonly ResponseRecord[] {
	const homes = responses.filter(({ url }) => URL.parse(url)?.pathname === "/");
	const home = answerOf(homes) ?? responses[0];
	return home ? [home] : [];
}

/** The first response that is not a redirect. */
function answerOf(responses: readonly ResponseRecord[]): ResponseRecord | undefined {
	return responses.find(({ status }) => status < 300 || status >= 400) ?? responses[0];
}

function withoutFragment(url: string): string {
	return url.replace(/#.*$/s, "");
}
