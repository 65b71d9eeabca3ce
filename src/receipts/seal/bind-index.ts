import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { blindDomain, formatIndex, INDEX_NAME, parseIndexHead } from "../domain-index/index-files.ts";
import type { Disk } from "../store/durable-file.ts";
import { ifThere, namesIn } from "../store/if-there.ts";
import { type FileToBind, fileToBind } from "./bound-files.ts";
import type { SealedReports } from "./form-before.ts";
import type { LeafIndex } from "./leaf-index.ts";

/**
 * The index of domains, as the last leaf of a seal that has anything else: it covers all leaves before it.
 * @param others what else is bound
 */
export function bindIndex(sealed: SealedReports, origin: string, others: readonly FileToBind[]): FileToBind[] {
	const { size, found } = sealed;
	const added = found.leaves.length + others.length;
	if (added === 0) return [];
	const byName = [...newestByDomain(sealed)].map(([domain, leaf]) => [blindDomain(origin, domain), leaf] as const);
	const { head, shards } = formatIndex(size + added, new Map(byName));
	return [{ ...fileToBind(head.path, head.data), beside: shards }];
}

/** The newest audit leaf of every domain that has a receipt here; of two at one time the later leaf. */
function newestByDomain({ size, index, found }: SealedReports): ReadonlyMap<string, number> {
	const leaves = new Map<string, { readonly auditedAt: string; readonly position: number }>();
	for (const { receipt, ...leaf } of index.audits()) leaves.set(receipt, leaf);
	for (const [at, { kind, receipt, auditedAt }] of found.leaves.entries())
		if (kind === "audit") leaves.set(receipt, { auditedAt, position: size + at });
	const newest = new Map<string, { readonly auditedAt: string; readonly position: number }>();
	for (const name of found.names) {
		const domain = /^receipts\/([^/]+)\/[^/]+$/.exec(name)?.[1];
		const leaf = leaves.get(found.files.get(name)?.digest ?? index.file(name)?.digest ?? "");
		if (domain === undefined || !leaf) continue;
		const known = newest.get(domain);
		const isNewer =
			!known ||
			leaf.auditedAt > known.auditedAt ||
			(leaf.auditedAt === known.auditedAt && leaf.position > known.position);
		if (isNewer) newest.set(domain, leaf);
	}
	return new Map([...newest].map(([domain, { position }]) => [domain, position]));
}

/** Takes away the files of earlier indexes, and of those that a killed seal left. */
export async function sweepIndex(directory: string, index: LeafIndex, disk: Disk): Promise<void> {
	const names = await namesIn(join(directory, "index"));
	const newest = index.newestList("index/");
	const size = newest && INDEX_NAME.exec(newest.name)?.[1];
	if (size === undefined) return;
	const head = await ifThere(readFile(join(directory, "index", size), "utf8"));
	// What verify names is not made worse.
	if (head === undefined || hash("sha256", head) !== newest?.digest) return;
	const needed = new Set([size, ...parseIndexHead(head, Number(size)).values()]);
	for (const name of names) if (!needed.has(name)) await disk.remove(join(directory, "index", name));
}
