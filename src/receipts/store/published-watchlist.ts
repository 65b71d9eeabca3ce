import { join } from "node:path";
import * as z from "zod";
import { agencySlugSchema, briefClientSchema } from "#core/agency/agency.ts";
import { pagesSchema } from "#core/audit-request.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { AUDIT_MODES, type AuditMode, PRESETS } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits } from "#core/wording.ts";
import { replaceFile, withLock } from "./durable-file.ts";
import { readIfThere } from "./if-there.ts";

export const watchEntrySchema = z.strictObject({
	domain: z
		.string()
		.min(1)
		.describe("Public host name or URL. An audit begins at the home page, whatever path it names."),
	mode: z.enum(AUDIT_MODES).default("light"),
	pages: pagesSchema
		.optional()
		.describe("Pages of a deep audit of a public site; 25 without it. Of a folder all are read."),
	/** Slug of a file in `reports/agencies/`. */
	agency: agencySlugSchema.optional(),
	client: briefClientSchema.optional().describe("Whom the agency's brief is for."),
	preset: z.enum(PRESETS).optional(),
	/** Folder with a built static site, relative to the watchlist; audited instead of the network. */
	folder: z.string().min(1).optional(),
	/** False excludes the domain from the public wall. */
	wall: z.boolean().default(true),
});
export type WatchEntry = z.infer<typeof watchEntrySchema>;

/** Audits of the watched mode, or of the other if there are none, in the same order. */
export function shownAudits<A extends { readonly mode: AuditMode }>(
	audits: readonly A[],
	watched: AuditMode = "light",
): readonly A[] {
	const own = audits.filter(({ mode }) => mode === watched);
	return own.length > 0 ? own : audits;
}

export const watchlistSchema = z.strictObject({ $schema: z.string().optional(), entries: z.array(z.unknown()) });

export function watchlistJsonSchema(): unknown {
	const whole = watchlistSchema.extend({ entries: z.array(watchEntrySchema) });
	return z.toJSONSchema(whole, { io: "input", target: "draft-2020-12" });
}

/** Published by an owner with proof of control, who is not named. */
const ownedDomainSchema = z.strictObject({
	/** ASCII host. */
	domain: z.string().min(1),
	mode: z.enum(AUDIT_MODES),
	/** When its owner published it; ISO 8601. */
	since: z.iso.datetime({ precision: 3 }),
});
export type OwnedDomain = z.infer<typeof ownedDomainSchema>;

/** `reports/owners.json`, written by rescans: public domains in addition to the watchlist. */
const ownersSchema = z.strictObject({ domains: z.array(ownedDomainSchema) });

/** @throws Failure `input-invalid` if the file is invalid */
async function readOwners(reports: string): Promise<readonly OwnedDomain[]> {
	const path = ownersPath(reports);
	const text = await readIfThere(path);
	if (text === undefined) return [];
	const parsed = ownersSchema.safeParse(parseJson(text));
	if (parsed.success) return parsed.data.domains;
	throw new Failure("input-invalid", {
		what: `${path} cannot be read.`,
		why: z.prettifyError(parsed.error),
		todo: "Restore it from git, or remove it: the next rescan writes it anew.",
	});
}

/** Writes only changes. */
export async function writeOwners(reports: string, domains: readonly OwnedDomain[]): Promise<void> {
	const path = ownersPath(reports);
	const whole = { domains: domains.toSorted((a, b) => byCodeUnits(a.domain, b.domain)) };
	const text = `${JSON.stringify(whole, null, 2)}\n`;
	await withLock(path, async () => {
		const before = await readIfThere(path);
		// Without owners, no file is needed.
		if (before === text || (before === undefined && domains.length === 0)) return;
		await replaceFile(path, text);
	});
}

function ownersPath(reports: string): string {
	return join(reports, "owners.json");
}

export interface Publication {
	/** One per host; `domain` is ASCII. */
	readonly entries: readonly WatchEntry[];
	/** Sentences about invalid entries, which are not published. */
	readonly faults: readonly string[];
	/** False without a readable list; then `faults` has the reason. */
	readonly isReadable: boolean;
}

/**
 * The watchlist's domains, then those published by owners (`owners.json`); the watchlist's entry wins. Without
 * a readable watchlist nothing is public, which `faults` explains.
 * @param most maximum domains of a build; all by default @throws Failure `input-invalid` for a bad `owners.json`
 */
export async function readPublishedWatchlist(
	reports: string,
	most?: number,
): Promise<Publication & { readonly isWhole: boolean }> {
	const file = join(reports, "watchlist.json");
	const text = await readIfThere(file);
	if (text !== undefined) {
		const { entries: listed, ...rest } = readPublication(text);
		const entries = rest.isReadable ? [...listed, ...(await ownedEntries(reports, listed))] : listed;
		return { entries: entries.slice(0, most), ...rest, isWhole: entries.length <= (most ?? entries.length) };
	}
	return { ...unreadable(`There is no ${file}, so a build does not publish any domain.`), isWhole: true };
}

async function ownedEntries(reports: string, listed: readonly WatchEntry[]): Promise<WatchEntry[]> {
	const known = new Set(listed.map(({ domain }) => domain));
	const owned = (await readOwners(reports)).filter(({ domain }) => !known.has(domain) && fitsFileName(domain));
	return owned.map(({ domain, mode }) => ({ domain, mode, wall: true }));
}

/** A domain with `wall: false` in any entry has a brief but is listed nowhere. An invalid entry publishes nothing. */
export function readPublication(text: string): Publication {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		return unreadable(`The watchlist is not JSON: ${(error as Error).message}`);
	}
	const watchlist = watchlistSchema.safeParse(value);
	if (!watchlist.success) return unreadable(`The watchlist: ${z.prettifyError(watchlist.error)}`);
	return collect(watchlist.data.entries);
}

function unreadable(says: string): Publication {
	return { entries: [], faults: [says], isReadable: false };
}

function collect(values: readonly unknown[]): Publication {
	const entries = new Map<string, WatchEntry>();
	const faults: string[] = [];
	for (const [index, value] of values.entries()) {
		const entry = readEntry(value);
		if (typeof entry === "string") {
			faults.push(`Entry ${index + 1} of the watchlist is not published. ${entry}`);
			continue;
		}
		const known = entries.get(entry.domain);
		entries.set(entry.domain, known ? joinedEntry(known, entry) : entry);
	}
	return { entries: [...entries.values()], faults, isReadable: true };
}

/** A domain with both modes is shown with its light audits. */
function joinedEntry(known: WatchEntry, entry: WatchEntry): WatchEntry {
	const mode = known.mode === "deep" && entry.mode === "deep" ? "deep" : "light";
	return { ...known, mode, wall: known.wall && entry.wall };
}

/** File names have at most 255 characters; `badge/<domain>.json.br` has the longest extension. */
const NAME_LENGTH = 240;

/** A host name may have 253 characters, followed by an agency. */
export function fitsFileName(name: string): boolean {
	return name.length <= NAME_LENGTH;
}

function readEntry(value: unknown): WatchEntry | string {
	const parsed = watchEntrySchema.safeParse(value);
	if (!parsed.success) return z.prettifyError(parsed.error);
	try {
		const { host } = parseTarget(parsed.data.domain);
		if (!fitsFileName(host))
			return `Its name has ${host.length} characters; the limit is ${NAME_LENGTH}, because it is used in file names.`;
		return { ...parsed.data, domain: host };
	} catch (error) {
		if (isFailure(error)) return error.message;
		throw error;
	}
}
