import { hash } from "node:crypto";
import * as z from "zod";
import { parseJson } from "#core/json-object.ts";
import type { ReceiptLeaf, WatchedLeaf } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { RECEIPT_BYTES } from "../verify/file-bounds.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";
import type { AbsentLeaf } from "./absent-leaves.ts";
import type { SeenStates } from "./seen-states.ts";

/** Receipts whose domain is known, one `<id> <domain>` a line: nobody has to be asked twice. */
const KNOWN = "receipts";
const LINE = /^([0-9a-f]{64}) (\S+)$/;
const namedSchema = z.object({ domain: z.string() });

/**
 * Those of the new leaves that are of watched domains. A leaf names nobody, so each receipt that is not known yet is read
 * from `/receipts/<id>.json`, and its bytes are held against its id.
 * @param isListed whether the log lists the leaf as one without a receipt
 * @returns `keep` remembers whose the receipts are; `absent` are leaves whose receipt is not there and that no list names
 * @throws Failure `not-fetched`
 */
export async function findWatchedLeaves(
	leaves: readonly (ReceiptLeaf & { readonly index: number })[],
	domains: readonly string[],
	{ site, seen }: { readonly site: ReaderOfSite; readonly seen: SeenStates },
	isListed: (index: number) => boolean,
	onProgress?: (step: string) => void,
) {
	const known = parseKnown((await seen.read(KNOWN)) ?? "");
	const hidden = new Set<string>();
	const absent: AbsentLeaf[] = [];
	const found: WatchedLeaf[] = [];
	for (const [at, { index, kind, auditedAt, receipt }] of (domains.length > 0 ? leaves : []).entries()) {
		onProgress?.(`Looking whose the new leaves are: ${at + 1} of ${leaves.length} …`);
		const domain = known.get(receipt) ?? (hidden.has(receipt) ? undefined : await askDomain(site, receipt));
		if (domain === undefined) hidden.add(receipt);
		else known.set(receipt, domain);
		if (domain === undefined && kind === "audit" && !isListed(index)) absent.push({ index, receipt });
		if (domain !== undefined && domains.includes(domain)) found.push({ domain, index, kind, auditedAt, receipt });
	}
	const count = counted(hidden.size, "receipt", "receipts");
	const says = `${count} of new leaves ${plural(hidden.size, "is", "are")} not published, or not as logged: whose ${plural(hidden.size, "it is", "they are")} is unknown.`;
	return {
		leaves: found,
		known,
		absent,
		notes: hidden.size > 0 ? [says] : [],
		keep: () => seen.keep(KNOWN, [...known].map(([id, domain]) => `${id} ${domain}\n`).join("")),
	};
}

function parseKnown(text: string): Map<string, string> {
	const known = new Map<string, string>();
	for (const line of text.split("\n")) {
		const [, id, domain] = LINE.exec(line) ?? [];
		if (id !== undefined && domain !== undefined) known.set(id, domain);
	}
	return known;
}

/** Whose a receipt is; undefined for one that is not there, was taken down, or is not what was logged. */
export async function askDomain(site: ReaderOfSite, id: string): Promise<string | undefined> {
	const bytes = await site.readIfThere("receipt", `receipts/${id}.json`, RECEIPT_BYTES);
	if (!bytes || hash("sha256", bytes, "hex") !== id) return undefined;
	return namedSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data?.domain;
}
