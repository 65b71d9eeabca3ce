import { hash } from "node:crypto";
import { join } from "node:path";
import { decodeStrictly } from "#core/bytes.ts";
import { blindDomain, coveredBy, isNewerAudit, parseIndexHead, parseShard } from "../domain-index/index-files.ts";
import { SIGNED } from "./bound-bytes.ts";
import type { ListedLeaves } from "./compare-lists.ts";
import { type Findings, RESTORE_LOG, reasonOf } from "./findings.ts";
import type { AuditLeaf, LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";

/** A receipt that is there, as logged. */
export interface PlacedReceipt extends AuditLeaf {
	readonly domain: string;
}

interface IndexedLog {
	readonly directory: string;
	readonly origin: string;
	/** Which receipts are not published: an index never names those. */
	readonly accounted: ListedLeaves;
}

/**
 * Compares the newest index of domains with the receipts that are there: whoever looks a domain up has only the index.
 */
export async function compareIndex(
	{ directory, origin, accounted }: IndexedLog,
	leaves: LogLeaves,
	receipts: readonly PlacedReceipt[],
	findings: Findings,
): Promise<void> {
	const found = newestIndex(leaves);
	if (!found) return;
	const { file, covers, digest, index } = found;
	if (covers !== index) return findings.fault(file, `Leaf ${index} binds it, and it says to cover ${covers}.`, SIGNED);
	const later = [...leaves.audits.values()].filter((leaf) => leaf.index > index).length;
	if (later > 0)
		findings.notes.push(`The index of domains covers the first ${covers} leaves: later audits are not in it.`);
	const head = await readBound(directory, file, digest, findings);
	const lines = head === undefined ? undefined : await readShards(directory, file, { head, covers }, findings);
	const named = { file, covers, origin, accounted };
	if (lines && leaves.isComplete()) compareLines(lines, named, leaves, receipts, findings);
}

function newestIndex({ bound }: LogLeaves) {
	const indexes = [...bound].flatMap(([name, leaves]) => {
		const covers = coveredBy(name);
		return covers === undefined ? [] : leaves.map(({ index, leaf: { digest } }) => ({ name, covers, digest, index }));
	});
	const newest = indexes.toSorted((a, b) => b.index - a.index)[0];
	return newest && { file: `log/${newest.name}`, ...newest };
}

/** Text of a file that must have that digest; undefined, with a fault, for another. */
async function readBound(directory: string, file: string, digest: string, findings: Findings) {
	const bytes = await readBytes(join(directory, "..", file));
	const text = bytes && hash("sha256", bytes) === digest ? decodeStrictly(bytes) : undefined;
	if (text !== undefined) return text;
	return findings.fault(file, bytes ? "It is not what the log binds." : "The file is missing.", RESTORE_LOG);
}

async function readShards(
	directory: string,
	file: string,
	{ head, covers }: { readonly head: string; readonly covers: number },
	findings: Findings,
): Promise<ReadonlyMap<string, number> | undefined> {
	const lines = new Map<string, number>();
	let isWhole = true;
	try {
		for (const [prefix, digest] of parseIndexHead(head, covers)) {
			const shard = await readBound(directory, `log/index/${digest}`, digest, findings);
			isWhole &&= shard !== undefined;
			for (const [key, leaf] of parseShard(shard ?? "", prefix)) lines.set(key, leaf);
		}
		return isWhole ? lines : undefined;
	} catch (error) {
		return findings.fault(file, reasonOf(error), SIGNED);
	}
}

interface NamedIndex extends Omit<IndexedLog, "directory"> {
	readonly file: string;
	/** Leaves that it covers; the next one binds it. */
	readonly covers: number;
}

function compareLines(
	lines: ReadonlyMap<string, number>,
	{ file, covers, origin, accounted }: NamedIndex,
	{ audits }: LogLeaves,
	receipts: readonly PlacedReceipt[],
	findings: Findings,
): void {
	const { isLive, withdrawnBy } = accounted;
	const published = receipts.filter(({ index }) => !isLive(index) && withdrawnBy(index) === undefined);
	const newest = newestByName(published, covers, origin);
	const there = new Set(published.map(({ index }) => index));
	// What was taken down since stays in the index up to the next seal, and what is lost has been named. What was live or
	// listed by then was never to be in it: whoever names such a leaf hides the newest receipt behind one that nobody can have.
	const mayBeNamed = ({ index }: AuditLeaf) =>
		index < covers && !there.has(index) && !isLive(index) && (withdrawnBy(index) ?? covers) >= covers;
	const gone = new Map([...audits.values()].filter(mayBeNamed).map((leaf) => [leaf.index, leaf]));
	for (const [key, { domain, ...leaf }] of newest) {
		const index = lines.get(key) ?? -1;
		const other = gone.get(index);
		if (index === leaf.index || (other && isNewerAudit(other, leaf))) continue;
		const what = index < 0 ? `It lacks ${domain}` : `It names leaf ${index} for ${domain}`;
		findings.fault(file, `${what}, whose newest audit is leaf ${leaf.index}.`, SIGNED);
	}
	for (const [key, index] of lines)
		if (!newest.has(key) && !gone.has(index))
			findings.fault(file, `It names leaf ${index} for a domain that the leaf is not of.`, SIGNED);
}

/** The newest of the covered receipts of each domain, by the name that the index has for it. */
function newestByName(receipts: readonly PlacedReceipt[], covers: number, origin: string) {
	const newest = new Map<string, PlacedReceipt>();
	for (const receipt of receipts.filter(({ index }) => index < covers)) {
		const key = blindDomain(origin, receipt.domain);
		const known = newest.get(key);
		if (!known || isNewerAudit(receipt, known)) newest.set(key, receipt);
	}
	return newest;
}
