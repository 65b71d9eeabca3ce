import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { agencyNameSchema } from "#core/agency/agency.ts";
import type { AskedAudit } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { parsePlace, parseTarget, pathBeyondHome, type Target } from "#core/target.ts";
import { clipped } from "#core/wording.ts";
import { readPublishedLog } from "#log/published-log.ts";
import { readReceiptFile } from "#log/verify/material.ts";
import { draftReceipt } from "#receipts/store/record-audit.ts";
import type { ResultContext } from "#site/brief/audit-result.ts";
import { usage } from "./arguments.ts";

const SHOWN_LENGTH = 80;

/** A folder may be published below a path. @throws Failure as `parseTarget` */
export function siteTarget({ domain, folder }: Pick<AskedAudit, "folder"> & { readonly domain: string }): Target {
	return folder === undefined ? parseTarget(domain) : parsePlace(domain);
}

/** For the command that repeats the audit from the same working directory. */
export function askedOf(site: AskedAudit & { readonly domain: string }) {
	const place = siteTarget(site).url.replace(/^https:\/\/|\/$/g, "");
	const { mode, pages, folder } = site;
	return { place, mode, pages, ...(folder === undefined ? {} : { folder: relative("", folder) || "." }) };
}

/** One line per address that is not a home page. @throws Failure as `parseTarget` for an invalid address */
export function homeOnly(subjects: readonly Subject[]): string {
	return subjects
		.map(({ domain, folder }) => (domain === undefined || folder !== undefined ? "" : lineOf(domain)))
		.join("");
}

function lineOf(address: string): string {
	const beyond = pathBeyondHome(address);
	if (beyond === undefined) return "";
	return `An audit begins at a site's home page: ${parseTarget(address).url} is audited, not ${clipped(beyond, SHOWN_LENGTH)}.\n`;
}

export type Subject =
	| { readonly receipt: string; readonly folder?: never; readonly domain?: never }
	| { readonly domain: string; readonly folder?: string; readonly receipt?: never };

export interface FoundReceipt extends Pick<ResultContext, "state" | "logIndex" | "asked"> {
	readonly stored: StoredReceipt;
}

/** A receipt ends in `.json`, a folder is a path. @param as the folder's domain @throws Failure `input-invalid` */
export function parseSubject(command: string, text: string, as?: string): Subject {
	if (text.endsWith(".json")) return { receipt: text };
	if (!/^(?:\.{0,2}[\\/]|\.{1,2}$|[A-Za-z]:[\\/])/.test(text)) {
		// Public hosts have a dot in their name.
		if (!/[.:]/.test(text) && existsSync(text))
			throw usage(command, `"${text}" is a folder; write it as a path, ./${text}`);
		return { domain: text };
	}
	if (as === undefined)
		throw usage(command, `"${text}" is a folder, so it needs --as, the domain where it will be published`);
	return { domain: as, folder: resolve(text) };
}

/** Runs light audits in parallel. @throws Failure of the first receipt or audit that fails */
export async function findReceipts(
	subjects: readonly Subject[],
	settings: Settings,
	onExchange?: (count: number) => void,
): Promise<FoundReceipt[]> {
	// Checks without requests come first: a typo must not cost an audit.
	const ready = await Promise.all(
		subjects.map(async (subject) =>
			subject.receipt === undefined ? { ...subject, target: siteTarget(subject) } : readKept(subject.receipt, settings),
		),
	);
	const auditor = await createAuditor(settings, { load: "lone" });
	let exchanges = 0;
	try {
		const audits = ready.map(async (each): Promise<FoundReceipt> => {
			if ("stored" in each) return each;
			const { domain, target, folder } = each;
			const counted = () => onExchange?.(++exchanges);
			const { report, record } = await auditor.audit({ target, folder, mode: "light", onExchange: counted });
			const asked = askedOf({ domain, folder });
			return { stored: await draftReceipt(report, record), state: "unsaved", asked };
		});
		return await Promise.all(audits);
	} finally {
		await auditor.close();
	}
}

async function readKept(path: string, { reports }: Settings): Promise<FoundReceipt> {
	const stored = await readReceiptFile(path);
	const logIndex = (await readPublishedLog(join(reports, "log")))?.position(stored.id);
	return { stored, state: logIndex === undefined ? "pending" : "logged", logIndex };
}

/** @throws Failure `input-invalid` */
export function readAgencyName(given: string): string {
	const { success, data, error } = agencyNameSchema.safeParse(given);
	if (success) return data;
	throw refusedAgency(given, `It ${error.issues[0]?.message}.`, 'Give a name such as --agency "North Pier".');
}

export function refusedAgency(given: string, why: string, todo: string): Failure {
	return new Failure("input-invalid", { what: `--agency "${given}" cannot be used.`, why, todo });
}
