import { hash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import {
	isActiveRemoval,
	type Notices,
	type Removal,
	type RemovalOutcome,
	type RemovalRequest,
	type RequestPlace,
	removalOf,
} from "#core/notice.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import { ifThere, namesIn } from "../store/if-there.ts";
import { changeNotices, readNotices } from "../store/notices-file.ts";
import { receiptFileNames } from "../store/receipt-store.ts";
import { type OwnersPlaces, readOwnersFile, readOwnersRecords } from "./owners-places.ts";
import { countDoomed, deleteReceiptsOf, type RemovalScope, receiptsHere, wasPublic } from "./removal-files.ts";

/** Changes no receipt, needs no proof. @throws Failure `input-invalid` for an unknown receipt or an invalid text */
export async function correct(
	{ receipt, says: given }: { readonly receipt: string; readonly says: string },
	settings: Settings,
) {
	const says = plainParagraph(given);
	if (says === "") throw notPlain();
	const domain = await requireReceipt(receipt, settings);
	const notice = await changeNotices(noticesPath(settings), (notices) => {
		const isThere = notices.some(
			(each) => each.kind === "correction" && each.by === undefined && each.receipt === receipt && each.says === says,
		);
		return isThere ? notices : [...notices, { kind: "correction", receipt, at: new Date().toISOString(), says }];
	});
	return { domain, notice };
}

/** An empty text withdraws it. @param at of the order, ISO 8601 @throws Failure `input-invalid` */
export async function correctAsOrdered(
	{ domain, receipt, says, at }: { readonly [name in "domain" | "receipt" | "says" | "at"]: string },
	settings: Settings,
): Promise<void> {
	if (!(await isReceiptOf(domain, receipt, settings)))
		throw refuse(
			`The receipt ${receipt} is not one of ${domain}.`,
			"An owner's reply is shown only with receipts of the owner's domain.",
		);
	await changeNotices(noticesPath(settings), (notices) => {
		const isOwn = (each: (typeof notices)[number]) =>
			each.kind === "correction" && each.by === "owner" && each.receipt === receipt;
		const others = notices.filter((each) => !isOwn(each));
		if (says === "") return others.length === notices.length ? notices : others;
		return [...others, { kind: "correction", by: "owner", receipt, at, says }];
	});
}

const MOST_CHARACTERS = 2_000;

/** @returns the trimmed text @throws Failure `input-invalid` unless it is one plain paragraph */
export function plainParagraph(given: string): string {
	const says = given.trim();
	if (says.length > MOST_CHARACTERS || /\p{Cc}/u.test(says) || !says.isWellFormed()) throw notPlain();
	return says;
}

function notPlain(): Failure {
	return refuse("A correction is one paragraph of at most 2,000 characters.", "It is shown as plain text.");
}

/** @returns the receipt's domain */
async function requireReceipt(receipt: string, settings: Settings): Promise<string> {
	const domain = await domainOf(receipt, settings);
	if (domain !== undefined) return domain;
	const folder = join(settings.reports, "receipts");
	throw refuse(`There is no receipt ${receipt} in ${folder}.`, "A correction needs a receipt.");
}

/** Reads every file, because an id does not contain the path. */
async function domainOf(receipt: string, { reports }: Pick<Settings, "reports">): Promise<string | undefined> {
	for (const domain of await namesIn(join(reports, "receipts")))
		if (await isReceiptOf(domain, receipt, { reports })) return domain;
	return undefined;
}

async function isReceiptOf(domain: string, receipt: string, { reports }: Pick<Settings, "reports">): Promise<boolean> {
	const folder = join(reports, "receipts", domain);
	for (const name of await receiptFileNames(folder))
		if (hash("sha256", await readFile(join(folder, name)), "hex") === receipt) return true;
	return false;
}

function refuse(what: string, why: string): Failure {
	return new Failure("input-invalid", { what, why });
}

type Looked = { readonly place: RequestPlace; readonly request?: RemovalRequest };

/** Finds the owner's requests, and reports places that fail. */
export async function findRemovalRequests(domain: string, places: OwnersPlaces) {
	const both = await Promise.all([findInDns(domain, places), findInFile(domain, places)]);
	const requests = both.flatMap(({ request }) => request ?? []);
	return {
		looked: both.map(({ place }) => place),
		// A request for everything comes first.
		requests: requests.toSorted((a, b) => Number(b.receipts === "all") - Number(a.receipts === "all")),
	};
}

const RECORD = /^sightline-remove=(all|[0-9a-f]{64})$/;

/** Ignores unrelated records. */
async function findInDns(domain: string, places: OwnersPlaces): Promise<Looked> {
	const { found: records, ...place } = await readOwnersRecords(domain, places);
	if (!records) return { place };
	const asking = records.filter((record) => RECORD.test(record));
	const words = asking.map((record) => RECORD.exec(record)?.[1] ?? "");
	if (words.length === 0) {
		const strange = records.find((record) => record.startsWith("sightline-remove"));
		const others = strange === undefined ? "No TXT record asks for removal." : `"${strange.slice(0, 100)}" is none.`;
		const says = `${others} It would be sightline-remove=all or sightline-remove=<receipt id>.`;
		return { place: { ...place, says } };
	}
	const found = asking.join("\n").slice(0, 1000);
	return {
		place: { ...place, says: `It says ${asking.join(" and ")}.` },
		request: { place: "dns", found, receipts: words.includes("all") ? "all" : [...new Set(words)] },
	};
}

const fileSchema = z.object({
	remove: z.union([z.literal("all"), z.array(z.string().regex(RECEIPT_ID)).min(1).max(100)]).optional(),
});

/** Reads only the member `remove`. */
async function findInFile(domain: string, places: OwnersPlaces): Promise<Looked> {
	const { found: file, reason: _, ...place } = await readOwnersFile(domain, places);
	if (!file) return { place };
	const tell = (says: string): RequestPlace => ({ ...place, says });
	const parsed = fileSchema.safeParse(file.value);
	if (!parsed.success) return { place: tell('It is not JSON whose "remove" is "all" or a list of receipt ids.') };
	const { remove } = parsed.data;
	if (remove === undefined) return { place: tell('It has no member "remove".') };
	const found = JSON.stringify({ remove }).slice(0, 1000);
	return { place: tell(`It says ${found}.`), request: { place: "well-known", found, receipts: remove } };
}

interface RemovalOptions {
	readonly domain: string;
	/** Only these of the request's receipts; all when empty. */
	readonly receipts: readonly string[];
	readonly check: boolean;
}

/**
 * Writes the notice first: from then on nothing is published, and a later run can finish, even without the request.
 * @throws Failure `target-invalid`, `target-blocked`, or `input-invalid` for receipts without a request
 */
export async function remove(
	options: RemovalOptions,
	settings: Settings,
	places: OwnersPlaces,
): Promise<RemovalOutcome> {
	const domain = parseTarget(options.domain).host;
	const path = noticesPath(settings);
	const before = await readNotices(path);
	const here = await receiptsHere(domain, settings);
	const { looked, requests } = await findRemovalRequests(domain, places);
	const request = choose(requests, options.receipts);
	const wanted = request && narrow(request, options.receipts, before, domain, here.all);
	const base = { domain, looked, ...(request ? { request } : {}), unknown: wanted?.unknown ?? [] };
	if (options.check) {
		const deleted = await countDoomed(domain, wanted?.scope ?? new Set(), settings);
		return { ...base, notice: "none", deleted, active: removalOf(before, domain) !== undefined };
	}
	return {
		...base,
		...(await carryOut(domain, wanted && request && { request, scope: wanted.scope }, here.published.length, settings)),
	};
}

/** The request's place is that of the proof of control. */
export async function removeAsOrdered(domain: string, request: RemovalRequest, settings: Settings) {
	const here = await receiptsHere(domain, settings);
	const { scope, unknown } = narrow(request, [], await readNotices(noticesPath(settings)), domain, here.all);
	return { unknown, ...(await carryOut(domain, { request, scope }, here.published.length, settings)) };
}

interface Asked {
	readonly request: RemovalRequest;
	readonly scope: RemovalScope;
}

/** Writes the notice, then removes everything in the domain's notices. @param published number of its receipts here */
async function carryOut(domain: string, asked: Asked | undefined, published: number, settings: Settings) {
	const path = noticesPath(settings);
	const shown = (await wasPublic(domain, published, await readNotices(path), settings))
		? ({ public: true } as const)
		: {};
	const asksForSome = asked && (asked.scope === "all" || asked.scope.size > 0);
	const notice = asksForSome ? await announce(path, { domain, ...shown }, asked.request, asked.scope) : undefined;
	const scope = scopeOf(await readNotices(path), domain);
	await dropCorrections(path, scope === "all" ? new Set((await receiptsHere(domain, settings)).all) : scope);
	const deleted = await deleteReceiptsOf(domain, scope, settings);
	const isKnown = scope === "all" || scope.size > 0;
	return { notice: notice ?? (isKnown ? "there" : "none"), deleted, active: scope === "all" } as const;
}

/** A request for everything covers each receipt. */
function choose(requests: readonly RemovalRequest[], receipts: readonly string[]): RemovalRequest | undefined {
	const covers = ({ receipts: asked }: RemovalRequest) =>
		asked === "all" || receipts.every((receipt) => asked.includes(receipt));
	const [first] = requests;
	if (!first || receipts.length === 0) return first;
	const found = requests.find(covers);
	if (found) return found;
	throw new Failure("input-invalid", {
		what: "The owner's request does not name every receipt that --receipt names.",
		why: `It says ${first.found.replaceAll("\n", " and ")}.`,
		todo: "Leave --receipt out to take down what the request names.",
	});
}

/** Drops receipts of other domains. */
function narrow(
	request: RemovalRequest,
	receipts: readonly string[],
	notices: Notices,
	domain: string,
	here: readonly string[],
): { readonly scope: RemovalScope; readonly unknown: readonly string[] } {
	const ids = receipts.length > 0 ? receipts : request.receipts;
	if (ids === "all") return { scope: "all", unknown: [] };
	const isKnown = (id: string) => here.includes(id) || removalOf(notices, domain, id) !== undefined;
	return { scope: new Set(ids.filter(isKnown)), unknown: ids.filter((id) => !isKnown(id)) };
}

/** Reuses an existing notice with the same scope. */
async function announce(
	path: string,
	subject: Pick<Removal, "domain" | "public">,
	{ place, found }: RemovalRequest,
	scope: RemovalScope,
) {
	const { domain } = subject;
	return changeNotices(path, (notices) => {
		const missing =
			scope === "all" ? scope : [...scope].filter((id) => !removalOf({ notices: [...notices] }, domain, id));
		const isThere =
			missing === "all" ? removalOf({ notices: [...notices] }, domain) !== undefined : missing.length === 0;
		if (isThere) return notices;
		const removal: Removal = {
			kind: "removal",
			...subject,
			receipts: missing,
			at: new Date().toISOString(),
			proof: { place, found },
		};
		return [...notices, removal];
	});
}

/** Corrections reveal findings, so they are deleted with the receipt. */
async function dropCorrections(path: string, receipts: ReadonlySet<string>): Promise<void> {
	if (receipts.size === 0) return;
	await changeNotices(path, (notices) => {
		const left = notices.filter((notice) => notice.kind !== "correction" || !receipts.has(notice.receipt));
		return left.length === notices.length ? notices : left;
	});
}

function scopeOf(notices: Notices, domain: string): RemovalScope {
	if (removalOf(notices, domain)) return "all";
	const taken = notices.notices.flatMap((notice) =>
		notice.kind === "removal" && notice.domain === domain && notice.receipts !== "all" ? notice.receipts : [],
	);
	return new Set(taken);
}

/** @throws Failure `removal-asked` if the owner has had the domain removed */
export async function refuseRemoved(domain: string, settings: Settings): Promise<void> {
	refuseByNotices(domain, await currentNotices(noticesPath(settings)));
}

let last: { readonly stamp: string; readonly notices: Notices } | undefined;

/** Called for every request of an audit, so reads the file again only if it was replaced. */
async function currentNotices(path: string): Promise<Notices> {
	const found = await ifThere(stat(path));
	const stamp = `${path} ${found?.ino} ${found?.mtimeMs} ${found?.size}`;
	if (last?.stamp !== stamp) last = { stamp, notices: await readNotices(path) };
	return last.notices;
}

/** @throws Failure `removal-asked` */
export function refuseByNotices(domain: string, notices: Notices): void {
	const removal = removalOf(notices, domain);
	if (!removal) return;
	throw new Failure("removal-asked", {
		what: `The owner of ${domain} asked us to take its audits down (${removal.at.slice(0, 10)}).`,
		why: "We no longer audit it.",
		todo: `Remove ${domain} from the watchlist. If its owner withdraws the request, run npm run removal -- ${domain} --withdraw.`,
	});
}

export function noticesPath({ reports }: Settings): string {
	return join(reports, "notices.json");
}

/**
 * Keeps the notice with its end, to explain leaves without files. Removed receipts stay removed.
 * @throws Failure `input-invalid` if none is active or the request is still there; `not-fetched` if its place fails
 */
export async function withdrawRemoval(input: string, settings: Settings, places: OwnersPlaces): Promise<string> {
	const domain = parseTarget(input).host;
	const path = noticesPath(settings);
	const removal = removalOf(await readNotices(path), domain);
	if (!removal)
		throw new Failure("input-invalid", { what: `There is no active removal of ${domain}.`, why: `${path} has none.` });
	if (removal.proof.found.startsWith(ORDERED))
		throw new Failure("input-invalid", {
			what: `The removal of ${domain} was ordered in the dashboard.`,
			why: "Someone with proved control can withdraw it there.",
		});
	await requireTakenBack(domain, removal.proof.place, places);
	await endRemoval(domain, settings);
	return domain;
}

/** Prefix of the proof of an account's order. */
const ORDERED = "sightline-control=";

/** @throws Failure `input-invalid` if the request is still there; `not-fetched` if its place does not respond */
export async function requireTakenBack(
	domain: string,
	stood: RequestPlace["place"],
	places: OwnersPlaces,
): Promise<void> {
	const { looked, requests } = await findRemovalRequests(domain, places);
	const [still] = requests;
	if (still)
		throw new Failure("input-invalid", {
			what: `The request for ${domain} still stands.`,
			why: `It was found again: ${still.found.replaceAll("\n", " and ")}.`,
			todo: "Only its owner can withdraw it, by removing the record or the file's member.",
		});
	const silent = looked.find(({ place, answered }) => place === stood && !answered);
	if (silent) throw new Failure("not-fetched", { what: `${silent.at} could not be checked.`, why: silent.says });
}

export async function endRemoval(domain: string, settings: Settings): Promise<void> {
	const ended = new Date().toISOString();
	const isEnding = (notice: Notices["notices"][number]) =>
		notice.kind === "removal" && notice.domain === domain && isActiveRemoval(notice);
	await changeNotices(noticesPath(settings), (notices) =>
		notices.some(isEnding) ? notices.map((notice) => (isEnding(notice) ? { ...notice, ended } : notice)) : notices,
	);
}
