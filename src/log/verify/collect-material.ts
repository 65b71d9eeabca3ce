import { existsSync, statSync } from "node:fs";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import { RECEIPT_BYTES } from "./file-bounds.ts";
import { fromFile, fromReports } from "./local-material.ts";
import { beginsWith, type Material, type NamedBytes, PROOF_BEGINS, type VerifyReceiptOptions } from "./material.ts";
import { notFetched, openSite, type ReaderOfSite } from "./site-reader.ts";

/**
 * Finds receipt and proof: on this machine where they can be had, else from the site.
 * @throws Failure `input-invalid`, `target-invalid`, `target-blocked`, `not-fetched`
 */
export async function collectMaterial(options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	const { subject } = options;
	if (/^https?:\/\//i.test(subject)) {
		refuseOptions(options, ["proof", "receipt", "from"], "an address");
		return fromSite(readSiteAddress(subject), options, settings);
	}
	if (isFile(subject) || /[/\\]|\.(?:json|tlog-proof)$/.test(subject)) {
		refuseOptions(options, ["from"], "a file");
		return fromFile(options, settings);
	}
	refuseOptions(options, ["proof", "receipt"], "a domain");
	const { host } = parseTarget(subject);
	if (options.from !== undefined) return fromSite({ base: readSiteBase(options.from), slug: host }, options, settings);
	return (await fromReports(host, settings)) ?? fromOwnSite(host, options, settings);
}

async function fromOwnSite(host: string, options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	try {
		return await fromSite({ base: readSiteBase(settings.baseUrl), slug: host }, options, settings);
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

function refuseOptions(
	options: VerifyReceiptOptions,
	names: readonly ("proof" | "receipt" | "from")[],
	of: string,
): void {
	for (const name of names) {
		if (options[name] === undefined) continue;
		throw new Failure("input-invalid", {
			what: `--${name} does not go with ${of}.`,
			todo: "See sightline verify --help.",
		});
	}
}

const PROOF_BYTES = 64 * 1024;

/** Where a site lives, ends in a slash; which receipt is meant, or the newest of a domain, or domain and agency. */
type SiteAddress = { readonly base: URL; readonly receipt?: string | undefined; readonly slug?: string | undefined };

async function fromSite(address: SiteAddress, options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	const { base, slug } = address;
	const site = openSite(base, settings.baseUrl, options);
	try {
		options.onProgress?.(`Asking ${base.host} …`);
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

const PATHS = [
	/^(?<prefix>.*\/)receipts\/(?<receipt>[0-9a-f]{64})(?:\/|\.json|\.tlog-proof)?$/,
	/^(?<prefix>.*\/)seal\/(?<receipt>[0-9a-f]{64})\.svg$/,
	/^(?<prefix>.*\/)share\/(?<slug>[^/]+)\/(?<receipt>[0-9a-f]{64})\/?$/,
	/^(?<prefix>.*\/)(?:share|brief|history)\/(?<slug>[^/]+)\/?$/,
	/^(?<prefix>.*\/)badge\/(?<slug>[^/]+)\.(?:svg|json)$/,
];

/**
 * Reads the address of a page or file that is about a receipt; the site may live under a prefix.
 * @throws Failure `input-invalid`
 */
function readSiteAddress(text: string): SiteAddress {
	const url = readWebAddress(text);
	for (const path of PATHS) {
		const { prefix, slug, receipt } = path.exec(url.pathname)?.groups ?? {};
		if (prefix !== undefined) return { base: new URL(prefix, url), receipt, slug: slug && decode(slug) };
	}
	throw new Failure("input-invalid", {
		what: `${url.href} is no address of a receipt.`,
		why: "A Sightline site has receipts at /receipts/<id>/, /share/<domain>/, /brief/<domain>/, /badge/<domain>.svg and /seal/<id>.svg.",
		todo: "Give one of these, a file, or a domain.",
	});
}

/** Reads where a site lives, such as `https://audit.example.com/reports`. @throws Failure `input-invalid` */
export function readSiteBase(text: string): URL {
	return readWebAddress(text.endsWith("/") ? text : `${text}/`);
}

function readWebAddress(text: string): URL {
	const invalid = (what: string) =>
		new Failure("input-invalid", { what, todo: "Give one such as https://audit.example.com." });
	const url = URL.parse(text);
	if (!url || !["http:", "https:"].includes(url.protocol)) throw invalid(`"${text}" is no web address.`);
	if (url.username !== "" || url.password !== "") throw invalid("The address carries a user name or password.");
	url.search = "";
	url.hash = "";
	return url;
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		// A percent sign that is no escape stands for itself.
		return segment;
	}
}
