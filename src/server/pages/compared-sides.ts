import type { CompletedComparison } from "#core/audit-result.ts";
import { isInputFailure } from "#core/failure.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { parseTarget, type Target } from "#core/target.ts";
import type { KeptAudit } from "#receipts/live/keep-live-audit.ts";
import { compareResults, toAuditResult } from "#site/brief/audit-result.ts";
import { bandOf } from "#site/brief/band.ts";
import { ADVICE } from "#site/brief/texts.ts";
import { COMPARE_TEXTS } from "#site/compare/comparison-view.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { LiveApp, LivePages } from "../api/live-app.ts";

interface ComparedSides {
	readonly comparison?: CompletedComparison;
	readonly names: readonly [string, string];
	readonly notes: readonly string[];
	readonly says?: string;
}

interface AskedSide {
	readonly typed: string;
	/** Of this site; null for the newest audit. */
	readonly receipt?: string | null;
}

interface KeptAudits {
	readonly pages: LivePages;
	readonly app: Pick<LiveApp, "publishedAudit">;
}

/** Kept audits, the newest by default; audits nothing. */
export async function comparedSides(
	a: AskedSide,
	b: AskedSide,
	kept: KeptAudits,
	{ origin, home }: Pick<SiteLinks, "origin" | "home">,
): Promise<ComparedSides> {
	const [left, right] = [readTyped(a.typed), readTyped(b.typed)];
	const names = [left?.displayHost ?? a.typed, right?.displayHost ?? b.typed] as const;
	if (!left || !right || left.host === right.host) return { names, notes: [] };
	const [one, other] = await Promise.all([auditOf(left, a.receipt, kept), auditOf(right, b.receipt, kept)]);
	const unknown = [...(one ? [] : [names[0]]), ...(other ? [] : [names[1]])];
	const notes = [
		...(unknown.length > 0 ? [COMPARE_TEXTS.unknown(unknown)] : []),
		...noteOf(one, names[0], other, names[1]),
		...noteOf(other, names[1], one, names[0]),
	];
	if (!one || !other || notes.length > 0) return { names, notes: [...new Set(notes)] };
	const baseUrl = `${origin}${home}`.replace(/\/$/, "");
	const [resultA, resultB] = [one, other].map(({ stored, place, auditedAt }) =>
		toAuditResult(stored, { baseUrl, auditedAt, ...place }),
	);
	if (!resultA || !resultB) return { names, notes };
	if (resultA.methodology !== resultB.methodology)
		return { names, notes: [COMPARE_TEXTS.methodologies(resultA.methodology, resultB.methodology)] };
	if (resultA.mode !== resultB.mode) return { names, notes: [COMPARE_TEXTS.depths(resultA.mode, resultB.mode)] };
	const comparison = compareResults(resultA, resultB);
	if (!comparison.ok) return { names, notes: [comparison.error] };
	return { comparison, names, notes, says: COMPARE_TEXTS.headline(...names, comparison.difference.overallScore) };
}

async function auditOf(
	{ host }: Target,
	id: string | null | undefined,
	{ pages, app }: KeptAudits,
): Promise<KeptAudit | undefined> {
	const brief = await pages.brief(host);
	if (id && RECEIPT_ID.test(id) && id !== brief?.stored.id) {
		const named = await pages.receipt(id);
		if (named?.stored.receipt.domain === host) return { auditedAt: named.stored.receipt.auditedAt, ...named };
	}
	return brief ?? app.publishedAudit(host);
}

/** Undefined also for no public host: the form explains it when sent. */
function readTyped(typed: string): Target | undefined {
	if (typed === "") return undefined;
	try {
		return parseTarget(typed);
	} catch (error) {
		if (isInputFailure(error)) return undefined;
		throw error;
	}
}

function noteOf(side: KeptAudit | undefined, name: string, other: KeptAudit | undefined, otherName: string): string[] {
	if (!side) return [];
	const { failure, scores } = side.stored.receipt;
	if (scores) return [];
	const why = failure ? ` ${failure.says} ${ADVICE[failure.code]}` : "";
	const score = other?.stored.receipt.scores?.overall;
	const stands = score === undefined ? [] : [COMPARE_TEXTS.otherStands(otherName, score, bandOf(score).words)];
	return [`${COMPARE_TEXTS.notAudited(name)}${why}`, ...stands];
}
