import type { Exhibit, Fail, NotApplicable, PartialPass, Pass, Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";

/** What a check said about one page. */
export interface PageVerdict {
	/** Address of the page. */
	readonly url: string;
	readonly verdict: Verdict;
}

type Judgement = Exclude<Verdict, NotApplicable>;
interface Judged {
	readonly url: string;
	readonly verdict: Judgement;
}

/** Pages whose exhibits are shown. */
const SHOWN = 3;

/**
 * One answer for several pages: the mean of what each page earns. Every page counts the same, however much there is on
 * it; a page to which the check does not apply counts nothing. A single page's answer is left as it is.
 */
export function pageMean(home: PageVerdict, sample: readonly PageVerdict[]): Verdict {
	if (sample.length === 0) return home.verdict;
	const all = [home, ...sample];
	const judged = all.flatMap(({ url, verdict }): Judged[] =>
		verdict.outcome === "not-applicable" ? [] : [{ url, verdict }],
	);
	const worst = judged.toSorted((a, b) => earned(a.verdict) - earned(b.verdict));
	const [first] = worst;
	if (!first) {
		return { outcome: "not-applicable", says: `This applies to none of ${all.length} pages. ${home.verdict.says}` };
	}
	const short = judged.filter(({ verdict }) => verdict.outcome !== "pass");
	const exhibits = exhibitsOf(short.length > 0 ? worst.slice(0, short.length) : judged);
	const says = `${tally(short.length, judged.length, all.length)} ${wordsOf(first)}`;
	const ratio = judged.reduce((sum, { verdict }) => sum + earned(verdict), 0) / judged.length;
	return verdictOf(first.verdict, ratio, { says, exhibits });
}

type Told = Pick<Pass, "says"> & { readonly exhibits: readonly Exhibit[] };

function verdictOf(worst: Judgement, ratio: number, told: Told): Pass | PartialPass | Fail {
	if (worst.outcome === "pass") return { outcome: "pass", ...told };
	if (ratio === 0) return { outcome: "fail", fix: worst.fix, ...told };
	return { outcome: "partial", ratio, fix: worst.fix, ...told };
}

function earned(verdict: Judgement): number {
	if (verdict.outcome === "partial") return verdict.ratio;
	return verdict.outcome === "pass" ? 1 : 0;
}

function tally(short: number, judged: number, all: number): string {
	const others = judged === all ? "" : `; this does not apply to ${all - judged} more`;
	return `${judged - short} of ${plainCount(judged, "page passes", "pages pass")}${others}.`;
}

/** Most checks name the page themselves when something is wrong. */
function wordsOf({ url, verdict: { outcome, says } }: Judged): string {
	const opening = outcome === "pass" ? "For example" : "At worst";
	return says.includes(url) ? `${opening}: ${says}` : `${opening}, on ${url}: ${says}`;
}

function exhibitsOf(pages: readonly Judged[]): Exhibit[] {
	return pages.slice(0, SHOWN).flatMap(({ verdict }) => verdict.exhibits ?? []);
}
