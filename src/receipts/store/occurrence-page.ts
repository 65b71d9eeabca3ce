import { deflateSync, inflateSync } from "node:zlib";
import { Failure } from "#core/failure.ts";
import type { Occurrence, OccurrenceFilter, OccurrenceList } from "#core/occurrence.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { plainCount } from "#core/wording.ts";
import type { EvidenceReader } from "./evidence-archive.ts";

/**
 * Part of the list of all occurrences, optionally of one check or page. The list never changes, so cursors stay valid.
 * @throws Failure `input-invalid` if the receipt has no list; `evidence-missing` if it is not stored here;
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
	const { blocks, kinds, kindOf } = await unpackedOnce(receipt.evidenceDigest, list, kept);
	const isAsked = kinds.map((kind) => (check ?? kind.check) === kind.check && (page ?? kind.page) === kind.page);
	const asked: number[] = [];
	let total = 0;
	for (const [line, kind] of kindOf.entries()) {
		if (!isAsked[kind]) continue;
		if (total >= from && asked.length < limit) asked.push(line);
		total++;
	}
	const occurrences = occurrencesAt(asked, blocks);
	const next = from + occurrences.length;
	return {
		receipt: id,
		domain: receipt.domain,
		total,
		occurrences,
		...(next < total && occurrences.length > 0 ? { nextCursor: String(next) } : {}),
	};
}

/** A list in compressed blocks: about 30 bytes per line instead of 400. */
interface BlockedList {
	readonly blocks: readonly Uint8Array[];
	/** Distinct pairs of check and page. */
	readonly kinds: readonly Pick<Occurrence, "check" | "page">[];
	/** Index in `kinds` by line. */
	readonly kindOf: Uint32Array;
}

const BLOCK_LINES = 500;
/** Maximum cached lines of all lists; the newest list is always cached. */
const KEPT_LINES = 2_000_000;

/** Recently paged lists by digest, oldest first. */
const LISTS = new Map<string, BlockedList>();

async function unpackedOnce(evidence: string, list: OccurrenceList, kept: EvidenceReader): Promise<BlockedList> {
	const known = LISTS.get(list.sha256) ?? (await inBlocks(kept.occurrenceLines(evidence, list), list.count));
	LISTS.delete(list.sha256);
	LISTS.set(list.sha256, known);
	let lines = [...LISTS.values()].reduce((sum, { kindOf }) => sum + kindOf.length, 0);
	for (const [oldest, { kindOf }] of LISTS) {
		if (lines <= KEPT_LINES || LISTS.size === 1) break;
		LISTS.delete(oldest);
		lines -= kindOf.length;
	}
	return known;
}

/** @param count expected number of lines, checked at the end */
async function inBlocks(all: AsyncIterable<string>, count: number): Promise<BlockedList> {
	const indexes = new Map<string, number>();
	const kinds: BlockedList["kinds"][number][] = [];
	const kindOf = new Uint32Array(count);
	const blocks: Uint8Array[] = [];
	let block: string[] = [];
	let read = 0;
	const pack = () => blocks.push(deflateSync(block.join("\n"), { level: 1 }));
	for await (const line of all) {
		const { check, page } = JSON.parse(line) as Occurrence;
		const name = `${check} ${page}`;
		const index = indexes.get(name) ?? kinds.push({ check, page }) - 1;
		indexes.set(name, index);
		kindOf[read++] = index;
		if (block.push(line) < BLOCK_LINES) continue;
		pack();
		block = [];
	}
	pack();
	return { blocks, kinds, kindOf };
}

function occurrencesAt(lines: readonly number[], blocks: BlockedList["blocks"]): Occurrence[] {
	const byBlock = Map.groupBy(lines, (line) => Math.floor(line / BLOCK_LINES));
	return [...byBlock].flatMap(([number, wanted]) => {
		const texts = inflateSync(blocks[number] as Uint8Array)
			.toString()
			.split("\n");
		return wanted.map((line) => JSON.parse(texts[line % BLOCK_LINES] as string) as Occurrence);
	});
}

/** For people and agents, without quotations of pages. */
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
