import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { readNotices } from "../store/notices-file.ts";
import { type PublishedLog, readPublishedLog } from "../store/published-log.ts";
import { readPublishedReceipts } from "../store/published-receipts.ts";
import { fileName } from "../store/receipt-files.ts";
import { idOf, type Material, type NamedBytes, readHere } from "./verify-receipt-material.ts";

/**
 * A receipt with its proof from our own log.
 * @throws Failure `input-invalid` when that has none
 */
export async function fromLog(receipt: NamedBytes, settings: Settings): Promise<Material> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const id = idOf(receipt);
	const index = log?.position(id);
	if (log && index !== undefined) return proveFromLog(receipt, log, index, settings);
	throw new Failure("input-invalid", {
		what: `There is no proof for ${receipt.name}.`,
		why: log
			? `Its SHA-256 ${id} is not among the ${log.size} leaves of the log here: it waits for the next seal, is of another log, or was changed.`
			: `No ${id}.tlog-proof lies beside it, and there is no log in ${settings.reports}.`,
		todo: "Give its proof with --proof <file>; a site has it at /receipts/<id>.tlog-proof.",
	});
}

/** Proof and notices of a receipt, from our own reports directory. */
async function proveFromLog(
	receipt: NamedBytes,
	log: PublishedLog,
	index: number,
	{ reports }: Settings,
): Promise<Material> {
	const directory = join(reports, "log");
	const id = idOf(receipt);
	const { notices } = await readNotices(join(reports, "notices.json"));
	return {
		receipt,
		proof: { bytes: new TextEncoder().encode(await log.inclusionFile(index)), name: directory },
		claim: {},
		log: directory,
		sources: [readHere("receipt", receipt.name), readHere("log", directory)],
		notices: notices.flatMap((notice) =>
			notice.kind === "correction" && notice.receipt === id
				? [`A correction of ${notice.at.slice(0, 10)} stands beside it: ${notice.says}`]
				: [],
		),
	};
}

/**
 * The newest sealed receipt of a domain in our own reports directory; undefined where that has none of it.
 * @throws Failure `input-invalid` when none of them is in the log yet
 */
export async function fromReports(domain: string, settings: Settings): Promise<Material | undefined> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const directory = join(settings.reports, "receipts");
	const receipts = await readPublishedReceipts(directory, [domain], (id) => log?.position(id));
	const [newest] = receipts.summaries;
	if (!newest) return undefined;
	const sealed = receipts.summaries.find(({ logIndex }) => logIndex !== undefined);
	if (!log || sealed?.logIndex === undefined) {
		throw new Failure("input-invalid", {
			what: `There is no proof for a receipt of ${domain} yet.`,
			why: `Those in ${directory} wait for the next seal.`,
			todo: "Run npm run seal first.",
		});
	}
	const bytes = new TextEncoder().encode(await receipts.text(sealed.id));
	const name = join(directory, domain, fileName(sealed));
	const material = await proveFromLog({ bytes, name }, log, sealed.logIndex, settings);
	const waits =
		newest.id === sealed.id ? [] : [`A newer receipt, of ${newest.auditedAt.slice(0, 10)}, waits for the next seal.`];
	return { ...material, claim: { domain }, notices: [...waits, ...material.notices] };
}
