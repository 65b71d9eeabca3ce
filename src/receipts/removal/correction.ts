import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { namesIn } from "../store/if-there.ts";
import { changeNotices } from "../store/notices-file.ts";
import { receiptFileNames } from "../store/receipt-store.ts";
import { noticesPath } from "./removal.ts";

/** Changes no receipt, needs no proof. @throws Failure `input-invalid` for an unknown receipt, or no plain paragraph */
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

/** Empty takes it back. @param at the owner's order, ISO 8601 @throws Failure `input-invalid` for an unknown receipt */
export async function correctAsOrdered(
	{ domain, receipt, says, at }: { readonly [name in "domain" | "receipt" | "says" | "at"]: string },
	settings: Settings,
): Promise<void> {
	if (!(await isReceiptOf(domain, receipt, settings)))
		throw refuse(
			`The receipt ${receipt} is not one of ${domain}.`,
			"An owner's word stands beside receipts of its domain.",
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

/** @returns it trimmed @throws Failure `input-invalid` unless it is one plain paragraph */
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
	throw refuse(`There is no receipt ${receipt} in ${folder}.`, "Nothing can stand beside it.");
}

/** A receipt's id does not say where it lies, so every file is read. */
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
