import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "#receipts/store/durable-file.ts";
import { ifThere, namesIn } from "#receipts/store/if-there.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";
import { blindDomain, coveredBy, formatIndex, isNewerAudit, parseIndexHead } from "../domain-index/index-files.ts";
import type { SealedReports } from "./absent-leaves.ts";
import { type FileToBind, fileToBind, readBoundList } from "./bound-files.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { parseLeafList } from "./leaf-list.ts";

/**
 * The index of domains, as the last leaf of a seal that has anything else, or where the lines of the one that is bound are
 * others by now: it covers all leaves before it.
 * @param others what else is bound
 * @throws Failure `log-inconsistent`, `log-malformed` for a list of absent receipts that is not what was bound
 */
export async function bindIndex(
	sealed: SealedReports,
	origin: string,
	others: readonly FileToBind[],
): Promise<FileToBind[]> {
	const { size, found } = sealed;
	const added = found.leaves.length + others.length;
	const newest = newestByDomain(sealed, await listedLeaves(sealed, others));
	const byName = [...newest].map(([domain, leaf]) => [blindDomain(origin, domain), leaf] as const);
	const { head, shards } = formatIndex(size + added, new Map(byName));
	if (added === 0 && (await isBoundIndex(sealed, shards))) return [];
	return [{ ...fileToBind(head.path, head.data), beside: shards }];
}

/** Whether the log's index says just this; one that has none, or whose index is damaged, stays as it is. */
async function isBoundIndex({ reports, index }: SealedReports, shards: readonly FileToWrite[]): Promise<boolean> {
	const bound = await readBoundHead(join(reports, "log"), index);
	if (!bound) return true;
	const paths = new Set([...bound.shards.values()].map((digest) => `index/${digest}`));
	return paths.size === shards.length && shards.every(({ path }) => paths.has(path));
}

/** The shards of the index that the log binds; undefined where its head is not there as it was bound. */
async function readBoundHead(directory: string, index: LeafIndex) {
	const newest = index.newestList("index/");
	const covers = newest && coveredBy(newest.name);
	if (covers === undefined) return undefined;
	const head = await ifThere(readFile(join(directory, newest?.name ?? ""), "utf8"));
	if (head === undefined || hash("sha256", head) !== newest?.digest) return undefined;
	return { size: String(covers), shards: parseIndexHead(head, covers) };
}

/** Leaves whose receipts are not published, whatever lies in the folder: as these lists are to be after this seal. */
async function listedLeaves({ reports, index }: SealedReports, others: readonly FileToBind[]) {
	const texts = ["withdrawn", "live"].map((name) => {
		const data = others.find((file) => file.name === name)?.data;
		return data ? new TextDecoder().decode(data) : readBoundList(join(reports, "log"), name, index);
	});
	return new Set((await Promise.all(texts)).flatMap(parseLeafList));
}

/** The newest audit leaf of every domain that has a receipt here; of two at one time the later leaf. */
function newestByDomain(
	{ size, index, found }: SealedReports,
	listed: ReadonlySet<number>,
): ReadonlyMap<string, number> {
	const leaves = new Map<string, { readonly auditedAt: string; readonly index: number }>();
	for (const { receipt, auditedAt, position } of index.audits())
		if (!listed.has(position)) leaves.set(receipt, { auditedAt, index: position });
	for (const [at, { kind, receipt, auditedAt }] of found.leaves.entries())
		if (kind === "audit") leaves.set(receipt, { auditedAt, index: size + at });
	const newest = new Map<string, { readonly auditedAt: string; readonly index: number }>();
	for (const name of found.names) {
		const domain = /^receipts\/([^/]+)\/[^/]+$/.exec(name)?.[1];
		const leaf = leaves.get(found.files.get(name)?.digest ?? index.file(name)?.digest ?? "");
		if (domain === undefined || !leaf) continue;
		const known = newest.get(domain);
		if (!known || isNewerAudit(leaf, known)) newest.set(domain, leaf);
	}
	return new Map([...newest].map(([domain, leaf]) => [domain, leaf.index]));
}

/** Takes away the files of earlier indexes, and of those that a killed seal left. */
export async function sweepIndex(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	const names = await namesIn(join(directory, "index"));
	// What verify names is not made worse.
	const bound = await readBoundHead(directory, index);
	if (!bound) return;
	const needed = new Set([bound.size, ...bound.shards.values()]);
	for (const name of names) if (!needed.has(name)) await disk.remove(join(directory, "index", name));
}
