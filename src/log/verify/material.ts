import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile, readNamedText } from "#config/named-file.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import type { VerificationSource } from "#core/verification.ts";
import { ifThere } from "#receipts/store/if-there.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName, readPublishedReceipts } from "#receipts/store/receipt-store.ts";
import { type PublishedLog, readPublishedLog } from "../published-log.ts";
import type { SiteReader } from "./site-reader.ts";

export interface VerifyReceiptOptions {
	/** A file, a URL of a Sightline site, or a domain. */
	readonly subject: string;
	/** Path of the proof, if the subject is a receipt. */
	readonly proof?: string | undefined;
	/** Path of the receipt, if the subject is a proof. */
	readonly receipt?: string | undefined;
	/** The site to ask about a domain. */
	readonly from?: string | undefined;
	readonly keys: readonly string[];
	/** Whether to accept the site's own key if no other is known. */
	readonly trustSiteKey: boolean;
	/** Whether to fetch only from public addresses, for callers that verify untrusted input; false by default. */
	readonly publicOnly?: boolean | undefined;
	/** Whether to remember the state of a site's log in SIGHTLINE_DATA and compare it with the last one. */
	readonly remember?: boolean | undefined;
	/** Shell command that starts Sightline; by default the installed one. */
	readonly program?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((step: string) => void) | undefined;
}

export interface NamedBytes {
	readonly bytes: Uint8Array;
	readonly name: string;
}

export interface Material {
	readonly receipt?: NamedBytes | undefined;
	readonly proof: NamedBytes;
	readonly claim: { readonly receipt?: string | undefined; readonly domain?: string | undefined };
	/** Set if the material came from a site. The caller closes it. */
	readonly site?: SiteReader | undefined;
	/** Path of our own log, if the proof came from there. */
	readonly log?: string | undefined;
	readonly sources: readonly VerificationSource[];
	/** Sentences about corrections of the receipt and newer unsealed receipts. */
	readonly notices: readonly string[];
}

/** The first characters of every `.tlog-proof`, whatever its version. */
const PROOF_BEGINS = "c2sp.org/tlog-proof@";

function beginsWith(bytes: Uint8Array, text: string): boolean {
	return new TextDecoder("latin1").decode(bytes.subarray(0, text.length)) === text;
}

/** Hex SHA-256 of the receipt's bytes. */
export function idOf({ bytes }: NamedBytes): string {
	return hash("sha256", bytes, "hex");
}

function readHere(what: VerificationSource["what"], from: string): VerificationSource {
	return { what, from, fetched: false };
}

/** Looks on this machine first. @throws Failure `input-invalid`, `target-invalid`, `target-blocked`, `not-fetched` */
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

/** `base` ends in a slash; names a receipt id, or the slug of a domain, or of a domain and agency. */
type SiteAddress = { readonly base: URL; readonly receipt?: string | undefined; readonly slug?: string | undefined };

async function fromSite(address: SiteAddress, options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	const { base, slug } = address;
	// Lazy, so that commands that only read a receipt file start without an HTTP client.
	const { SiteReader } = await import("./site-reader.ts");
	const site = new SiteReader(base, settings, { ...options, remembers: true });
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

/** A "not found" page with status 200 counts as not fetched. */
async function readAs(site: SiteReader, what: "receipt" | "proof", path: string): Promise<NamedBytes> {
	const { notFetched, RECEIPT_BYTES } = await import("./site-reader.ts");
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

/** The site may have a path prefix. @throws Failure `input-invalid` */
function readSiteAddress(text: string): SiteAddress {
	const url = readWebAddress(text);
	for (const path of PATHS) {
		const { prefix, slug, receipt } = path.exec(url.pathname)?.groups ?? {};
		if (prefix !== undefined) return { base: new URL(prefix, url), receipt, slug: slug && decode(slug) };
	}
	throw new Failure("input-invalid", {
		what: `${url.href} is not the address of a receipt.`,
		why: "A Sightline site has receipts at /receipts/<id>/, /share/<domain>/, /brief/<domain>/, /badge/<domain>.svg and /seal/<id>.svg.",
		todo: "Give one of these, a file, or a domain.",
	});
}

/** Such as `https://audit.example.com/reports`. @throws Failure `input-invalid` */
export function readSiteBase(text: string): URL {
	return readWebAddress(text.endsWith("/") ? text : `${text}/`);
}

function readWebAddress(text: string): URL {
	const invalid = (what: string) =>
		new Failure("input-invalid", { what, todo: "Give one such as https://audit.example.com." });
	const url = URL.parse(text);
	if (!url || !["http:", "https:"].includes(url.protocol)) throw invalid(`"${text}" is not a web address.`);
	if (url.username !== "" || url.password !== "") throw invalid("The address carries a user name or password.");
	url.search = "";
	url.hash = "";
	return url;
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		// A stray percent sign is literal.
		return segment;
	}
}

/** Above any receipt or proof; stops reading a large file named by mistake. */
const RECEIPT_MAX_BYTES = 32 * 1024 * 1024;

/** @throws Failure `input-invalid`, `receipt-invalid` */
export async function readReceiptFile(path: string): Promise<StoredReceipt> {
	const todo = "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.";
	return readReceipt(await readNamedText(path, { most: RECEIPT_MAX_BYTES, todo }), path, todo);
}

/** @throws Failure `input-invalid` if there is no such file, it is neither receipt nor proof, or no proof is found */
async function fromFile(options: VerifyReceiptOptions, settings: Settings): Promise<Material> {
	const subject = await readNamed(options.subject);
	if (beginsWith(subject.bytes, PROOF_BEGINS)) {
		if (options.proof !== undefined) throw twice("--proof", `${subject.name} is the proof itself.`);
		return fromProof(subject, options.receipt);
	}
	if (options.proof === undefined && !beginsWith(subject.bytes, "{")) throw noReceipt(subject.name);
	if (options.receipt !== undefined) throw twice("--receipt", `${subject.name} is the receipt itself.`);
	const proof = options.proof === undefined ? await proofBeside(subject) : await readNamed(options.proof);
	if (!proof) return fromLog(subject, settings);
	const sources = [readHere("receipt", subject.name), readHere("proof", proof.name)];
	return { receipt: subject, proof, claim: {}, sources, notices: [] };
}

/** By default, reads the receipt of the same name beside the proof. Without one, only the log entry is known. */
async function fromProof(proof: NamedBytes, named: string | undefined): Promise<Material> {
	const sources = [readHere("proof", proof.name)];
	const receipt = named === undefined ? await readBeside(proof.name, ".json") : await readNamed(named);
	if (!receipt) return { proof, claim: {}, sources, notices: [] };
	return { receipt, proof, claim: {}, sources: [readHere("receipt", receipt.name), ...sources], notices: [] };
}

/** `<id>.tlog-proof`, as the site names it, or the receipt's name with that extension. */
async function proofBeside(receipt: NamedBytes): Promise<NamedBytes | undefined> {
	const byId = join(dirname(receipt.name), `${idOf(receipt)}.json`);
	return (await readBeside(byId, ".tlog-proof")) ?? readBeside(receipt.name, ".tlog-proof");
}

async function readBeside(path: string, ending: ".json" | ".tlog-proof"): Promise<NamedBytes | undefined> {
	const beside = path.replace(/\.(?:json|tlog-proof)$/, "") + ending;
	if (beside === path) return undefined;
	const found = await ifThere(stat(beside), ["ENOENT", "ENOTDIR"]);
	return found?.isFile() ? readNamed(beside) : undefined;
}

async function readNamed(path: string): Promise<NamedBytes> {
	const todo = "Give the path of a receipt (.json) or of its proof (.tlog-proof).";
	return { bytes: await readNamedFile(path, { most: RECEIPT_MAX_BYTES, todo }), name: path };
}

function noReceipt(name: string): Failure {
	return new Failure("input-invalid", {
		what: `${name} is neither a receipt nor a proof.`,
		why: "A receipt is JSON, and a proof begins with c2sp.org/tlog-proof@v1.",
	});
}

function twice(option: string, why: string): Failure {
	return new Failure("input-invalid", { what: `${option} names a second one.`, why, todo: "Give it once." });
}

/** @throws Failure `input-invalid` if our own log has no proof */
async function fromLog(receipt: NamedBytes, settings: Settings): Promise<Material> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const id = idOf(receipt);
	const index = log?.position(id);
	if (log && index !== undefined) return proveFromLog(receipt, log, index, settings);
	throw new Failure("input-invalid", {
		what: `There is no proof for ${receipt.name}.`,
		why: log
			? `Its SHA-256 ${id} is not among the ${log.size} leaves of the log here: it is not sealed yet, belongs to another log, or was changed.`
			: `No ${id}.tlog-proof lies beside it, and there is no log in ${settings.reports}.`,
		todo: "Give its proof with --proof <file>; a site has it at /receipts/<id>.tlog-proof.",
	});
}

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

/** Undefined if we have no receipt of the domain. @throws Failure `input-invalid` if none is in the log yet */
async function fromReports(domain: string, settings: Settings): Promise<Material | undefined> {
	const log = await readPublishedLog(join(settings.reports, "log"));
	const directory = join(settings.reports, "receipts");
	const receipts = await readPublishedReceipts(directory, [domain], (id) => log?.position(id));
	const [newest] = receipts.summaries;
	if (!newest) return undefined;
	const sealed = receipts.summaries.find(({ logIndex }) => logIndex !== undefined);
	if (!log || sealed?.logIndex === undefined)
		throw new Failure("input-invalid", {
			what: `There is no proof for a receipt of ${domain} yet.`,
			why: `Those in ${directory} are not sealed yet.`,
			todo: "Run npm run seal first.",
		});
	const bytes = new TextEncoder().encode(await receipts.text(sealed.id));
	const name = join(directory, domain, fileName(sealed));
	const material = await proveFromLog({ bytes, name }, log, sealed.logIndex, settings);
	const waits =
		newest.id === sealed.id ? [] : [`A newer receipt, of ${newest.auditedAt.slice(0, 10)}, is not sealed yet.`];
	return { ...material, claim: { domain }, notices: [...waits, ...material.notices] };
}
