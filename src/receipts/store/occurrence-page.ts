import { Failure } from "#core/failure.ts";
import type { Occurrence, OccurrenceFilter, OccurrenceList } from "#core/occurrence.ts";
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
	for await (const each of listed(receipt.evidenceDigest, list, kept)) {
		if ((check !== undefined && each.check !== check) || (page !== undefined && each.page !== page)) continue;
		if (total >= from && occurrences.length < limit) occurrences.push(JSON.parse(each.line));
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

/** Line of a list, and what it is found by. */
interface Listed extends Pick<Occurrence, "check" | "page"> {
	readonly line: string;
}

/** Of a few hundred bytes each. A list that is longer is unpacked for each part. */
const KEPT_LINES = 150_000;

/** Lists that are being paged through, by their digest, oldest first: what has a digest never changes. */
const LISTS = new Map<string, readonly Listed[]>();

function remember(digest: string, list: readonly Listed[]): void {
	LISTS.set(digest, list);
	let lines = [...LISTS.values()].reduce((sum, { length }) => sum + length, 0);
	for (const [oldest, { length }] of LISTS) {
		if (lines <= KEPT_LINES) return;
		LISTS.delete(oldest);
		lines -= length;
	}
}

async function* listed(evidence: string, list: OccurrenceList, kept: EvidenceReader): AsyncGenerator<Listed> {
	const known = LISTS.get(list.sha256);
	if (known) return yield* known;
	const unpacked: Listed[] | undefined = list.count < KEPT_LINES ? [] : undefined;
	// Texts that a thousand lines share are kept once.
	const texts = new Map<string, string>();
	const once = (text: string) => {
		const known = texts.get(text) ?? text;
		texts.set(known, known);
		return known;
	};
	for await (const line of kept.occurrenceLines(evidence, list)) {
		const { check, page } = JSON.parse(line) as Occurrence;
		const each = { check: once(check), page: once(page), line };
		unpacked?.push(each);
		yield each;
	}
	if (unpacked) remember(list.sha256, unpacked);
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
