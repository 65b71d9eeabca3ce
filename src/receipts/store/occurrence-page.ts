import { Failure } from "#core/failure.ts";
import type { Occurrence, OccurrenceFilter } from "#core/occurrence.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { plainCount } from "#core/wording.ts";
import type { EvidenceReader } from "./evidence-archive.ts";

/**
 * A part of the list of all occurrences, of a check or a page or all. The list never changes, so a place in it stays.
 * @throws Failure `input-invalid` where the receipt names no list; `evidence-missing` where it is not kept here;
 * `list-changed`
 */
export async function readOccurrences(
	{ id, receipt }: StoredReceipt,
	{ check, page, limit, cursor }: OccurrenceFilter,
	kept: EvidenceReader,
) {
	const list = receipt.site?.list;
	if (!list)
		throw new Failure("input-invalid", {
			what: `The receipt of ${receipt.domain} names no list of occurrences.`,
			why: "The audit read one page; its findings already list every place.",
			todo: "Use an audit of several pages.",
		});
	const from = Number(cursor ?? 0);
	const occurrences: Occurrence[] = [];
	let total = 0;
	for await (const each of kept.occurrences(receipt.evidenceDigest, list)) {
		if ((check !== undefined && each.check !== check) || (page !== undefined && each.page !== page)) continue;
		if (total >= from && occurrences.length < limit) occurrences.push(each);
		total++;
	}
	const next = from + occurrences.length;
	return {
		receipt: id,
		domain: receipt.domain,
		total,
		occurrences,
		...(next < total && occurrences.length > 0 ? { nextCursor: String(next) } : {}),
	};
}

/** For people and agents, without what a page quotes. */
export function occurrenceWords({ domain, total, occurrences, nextCursor }: OccurrencePart): string {
	const lines = occurrences.map(({ check, page, line, column }) => {
		const at = [line, column].filter((each) => each !== undefined).join(":");
		return `${check} ${page}${at === "" ? "" : ` ${at}`}`;
	});
	const more = nextCursor === undefined ? "" : `  Get more with cursor ${nextCursor}.`;
	const head = `${plainCount(total, "place")} of ${domain}, ${occurrences.length} shown.${more}`;
	return [head, ...lines].join("\n");
}

export type OccurrencePart = Awaited<ReturnType<typeof readOccurrences>>;
