import { existsSync, statSync } from "node:fs";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import { readSiteAddress, readSiteBase, type SiteAddress } from "./verify-receipt-address.ts";
import { fromFile } from "./verify-receipt-files.ts";
import {
	beginsWith,
	type Material,
	type NamedBytes,
	PROOF_BEGINS,
	type VerifyReceiptOrder,
} from "./verify-receipt-material.ts";
import { fromReports } from "./verify-receipt-reports.ts";
import { notFetched, openSite, type ReaderOfSite } from "./verify-receipt-site.ts";

/**
 * Finds receipt and proof: on this machine where they can be had, else from the site.
 * @throws Failure `input-invalid`, `target-invalid`, `target-blocked`, `not-fetched`
 */
export async function collectMaterial(order: VerifyReceiptOrder, settings: Settings): Promise<Material> {
	const { subject } = order;
	if (/^https?:\/\//i.test(subject)) {
		refuseOptions(order, ["proof", "receipt", "from"], "an address");
		return fromSite(readSiteAddress(subject), order, settings);
	}
	if (isFile(subject) || /[/\\]|\.(?:json|tlog-proof)$/.test(subject)) {
		refuseOptions(order, ["from"], "a file");
		return fromFile(order, settings);
	}
	refuseOptions(order, ["proof", "receipt"], "a domain");
	const { host } = parseTarget(subject);
	if (order.from !== undefined) return fromSite({ base: readSiteBase(order.from), slug: host }, order, settings);
	return (await fromReports(host, settings)) ?? fromOwnSite(host, order, settings);
}

async function fromOwnSite(host: string, order: VerifyReceiptOrder, settings: Settings): Promise<Material> {
	try {
		return await fromSite({ base: readSiteBase(settings.baseUrl), slug: host }, order, settings);
	} catch (error) {
		if (!isFailure(error) || error.code !== "not-fetched") throw error;
		throw new Failure("not-fetched", {
			what: `There is no receipt of ${host} in ${settings.reports}, and ${settings.baseUrl} gave none.`,
			why: error.message,
			todo: "Name the site that has one with --from <site>.",
		});
	}
}

function isFile(path: string): boolean {
	return existsSync(path) && statSync(path).isFile();
}

function refuseOptions(order: VerifyReceiptOrder, names: readonly ("proof" | "receipt" | "from")[], of: string): void {
	for (const name of names) {
		if (order[name] === undefined) continue;
		throw new Failure("input-invalid", {
			what: `--${name} does not go with ${of}.`,
			todo: "See sightline verify --help.",
		});
	}
}

const RECEIPT_BYTES = 4 * 1024 * 1024;
const PROOF_BYTES = 64 * 1024;

async function fromSite(address: SiteAddress, order: VerifyReceiptOrder, settings: Settings): Promise<Material> {
	const { base, slug } = address;
	const site = openSite(base, settings.baseUrl);
	try {
		order.onProgress?.(`Asking ${base.host} …`);
		const id = address.receipt ?? (await site.newestReceipt(slug ?? ""));
		const receipt = await readAs(site, "receipt", `receipts/${id}.json`);
		const proof = await readAs(site, "proof", `receipts/${id}.tlog-proof`);
		const claim = { receipt: id, domain: slug?.replace(/~.*$/, "") };
		return { receipt, proof, claim, site, sources: [], notices: [] };
	} catch (error) {
		await site.close();
		throw error;
	}
}

/** A web page that says "not found" with status 200 is no evidence against anybody: it counts as not fetched. */
async function readAs(site: ReaderOfSite, what: "receipt" | "proof", path: string): Promise<NamedBytes> {
	const bytes = await site.read(what, path, what === "receipt" ? RECEIPT_BYTES : PROOF_BYTES);
	const name = new URL(path, site.base).href;
	const begins = what === "receipt" ? "{" : PROOF_BEGINS;
	if (beginsWith(bytes, begins)) return { bytes, name };
	throw notFetched(new URL(name), `What the site gives there is no ${what}.`);
}
