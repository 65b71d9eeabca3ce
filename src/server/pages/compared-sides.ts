import type { CompletedComparison } from "#core/audit-result.ts";
import { isInputFailure } from "#core/failure.ts";
import { parseTarget, type Target } from "#core/target.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { failureAdvice } from "#site/brief/failure-texts.ts";
import { COMPARE_TEXTS } from "#site/compare/compare-texts.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { LivePages, ShownBrief } from "../api/live-app.ts";

/** What the page of a comparison shows of two addresses. */
interface ComparedSides {
	/** Where both have a score. */
	readonly comparison?: CompletedComparison;
	/** For people's eyes. */
	readonly names: readonly [string, string];
	/** Sentences about a side of which there is nothing, or no score. */
	readonly notes: readonly string[];
	/** How far apart they are. */
	readonly says?: string;
}

/**
 * Compares the newest audits that are kept of two sites; audits nothing.
 * @param a what was typed, as is `b`; empty for none
 */
export async function comparedSides(
	a: string,
	b: string,
	pages: Pick<LivePages, "brief">,
	{ origin, home }: Pick<SiteLinks, "origin" | "home">,
): Promise<ComparedSides> {
	const [left, right] = [readTyped(a), readTyped(b)];
	const names = [left?.displayHost ?? a, right?.displayHost ?? b] as const;
	if (!left || !right || left.host === right.host) return { names, notes: [] };
	const [one, other] = await Promise.all([pages.brief(left.host), pages.brief(right.host)]);
	const notes = [noteOf(one, names[0], other, names[1]), noteOf(other, names[1], one, names[0])].flat();
	if (!one || !other || notes.length > 0) return { names, notes: [...new Set(notes)] };
	const baseUrl = `${origin}${home}`.replace(/\/$/, "");
	const [resultA, resultB] = [one, other].map(({ stored, place, auditedAt }) =>
		toAuditResult(stored, { baseUrl, auditedAt, ...place }),
	);
	if (!resultA || !resultB) return { names, notes };
	if (resultA.methodology !== resultB.methodology)
		return { names, notes: [COMPARE_TEXTS.methodologies(resultA.methodology, resultB.methodology)] };
	const comparison = compareResults(resultA, resultB);
	if (!comparison.ok) return { names, notes: [comparison.error] };
	return { comparison, names, notes, says: COMPARE_TEXTS.headline(...names, comparison.difference.overallScore) };
}

/** Undefined for nothing, and for what is no public host: the form says what is wrong with it when it is sent. */
function readTyped(typed: string): Target | undefined {
	if (typed === "") return undefined;
	try {
		return parseTarget(typed);
	} catch (error) {
		if (isInputFailure(error)) return undefined;
		throw error;
	}
}

/** Why there is no comparison with this side, and what the other one has. */
function noteOf(
	side: ShownBrief | undefined,
	name: string,
	other: ShownBrief | undefined,
	otherName: string,
): string[] {
	if (!side) return [COMPARE_TEXTS.unknown(name)];
	const { failure, scores } = side.stored.receipt;
	if (scores) return [];
	const why = failure ? ` ${failure.says} ${failureAdvice(failure.code)}` : "";
	const score = other?.stored.receipt.scores?.overall;
	const stands = score === undefined ? [] : [COMPARE_TEXTS.otherStands(otherName, score, bandOf(score).words)];
	return [`${COMPARE_TEXTS.notAudited(name)}${why}`, ...stands];
}
