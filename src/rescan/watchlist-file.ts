import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createScanner } from "jsonc-parser";
import { readNamedText } from "#config/named-file.ts";
import { Failure } from "#core/failure.ts";
import { findJsonFault } from "#core/json-faults.ts";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import { seriesKey } from "#core/receipt.ts";
import { SAYS_LENGTH } from "#core/report.ts";
import { parseTarget, pathBeyondHome } from "#core/target.ts";
import { type WatchEntry, watchEntrySchema, watchlistSchema } from "#core/watchlist.ts";
import { clipped } from "#core/wording.ts";

export interface WatchedSite extends Omit<WatchEntry, "domain" | "folder"> {
	readonly domain: string;
	readonly source: SourceKind;
	/** Absolute path, for source `folder`. */
	readonly folder?: string;
	/** Watched by accounts without proved control: what is found is for them alone, and in no file. */
	readonly private?: true;
	readonly line: number;
}

/** It stops nothing else. */
export interface WatchlistFault {
	readonly line: number;
	/** As written, where there is one. */
	readonly domain: string;
	readonly source: SourceKind;
	readonly mode: AuditMode;
	readonly says: string;
}

export interface Watchlist {
	readonly sites: readonly WatchedSite[];
	readonly faults: readonly WatchlistFault[];
	/** Entries that name more than a home page, where an audit begins: their lines, and the first address. */
	readonly beyond?: { readonly lines: readonly number[]; readonly first: string };
}

/** Checks entries one by one. @throws Failure `input-invalid` when the file as a whole cannot be read */
export async function readWatchlist(path: string): Promise<Watchlist> {
	const text = await readText(path);
	const whole = watchlistSchema.safeParse(parseJson(text, path));
	if (!whole.success) throw unusable(path, whole.error.issues[0]?.message ?? "It is not a watchlist.");
	const sites = new Map<string, WatchedSite>();
	const faults: WatchlistFault[] = [];
	const beyond: { line: number; address: string }[] = [];
	const places = placesOf(text);
	const lineOf = lineFinder(text);
	for (const [index, raw] of whole.data.entries.entries()) {
		const place = places[index] ?? { at: 0, members: new Map() };
		const line = lineOf(place.at);
		const site = readEntry(raw, path, line, sites);
		if (typeof site !== "string") {
			sites.set(seriesKey(site), site);
			const { domain: address } = raw as WatchEntry;
			if (pathBeyondHome(address) !== undefined) beyond.push({ line, address });
		} else faults.push({ line: lineOf(faultAt(place, raw)), ...seemsToAsk(raw), says: clipped(site, SAYS_LENGTH) });
	}
	const [first] = beyond;
	const isBeyond = first && { beyond: { lines: beyond.map(({ line }) => line), first: first.address } };
	return { sites: [...sites.values()], faults, ...isBeyond };
}

function readEntry(
	raw: unknown,
	path: string,
	line: number,
	sites: ReadonlyMap<string, WatchedSite>,
): WatchedSite | string {
	const read = watchEntrySchema.safeParse(raw);
	if (!read.success)
		return read.error.issues.map((issue) => `${issue.path.join(".") || "entry"}: ${issue.message}`).join("; ");
	const { domain, folder, ...rest } = read.data;
	const place = dirname(path);
	try {
		const host = parseTarget(domain).host;
		const source: SourceKind = folder === undefined ? "network" : "folder";
		const twin = sites.get(seriesKey({ domain: host, source, mode: rest.mode }));
		if (twin) return `${host} is listed twice; the first is on line ${twin.line}.`;
		if (rest.agency && !existsSync(join(place, "agencies", `${rest.agency}.json`)))
			return `There is no agency "${rest.agency}": agencies/${rest.agency}.json does not exist.`;
		const site = { ...rest, domain: host, source, line };
		if (folder === undefined) return site;
		const absolute = resolve(place, folder);
		return existsSync(absolute) ? { ...site, folder: absolute } : `The folder ${folder} does not exist.`;
	} catch (error) {
		if (error instanceof Failure) return error.message;
		throw error;
	}
}

const EXAMPLE = 'It holds {"entries": [{"domain": "example.com"}]}.';
/** A hundred thousand sites take a tenth. */
const WATCHLIST_MAX_BYTES = 100 * 1024 * 1024;

async function readText(path: string): Promise<string> {
	return readNamedText(path, { what: `The watchlist ${path}`, most: WATCHLIST_MAX_BYTES, todo: EXAMPLE });
}

function parseJson(text: string, path: string): unknown {
	const fault = findJsonFault(text);
	if (text.trim() === "") throw unusable(path, "It is empty.");
	if (fault) throw unusable(path, `Line ${fault.line}: ${fault.says}`);
	return JSON.parse(text);
}

/** Offsets in the text; members by name. */
interface EntryPlace {
	readonly at: number;
	readonly members: Map<string, number>;
}

/** The library's const enum of tokens has no values at run time. */
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA, END] = [1, 2, 3, 4, 5, 17];
const OPENING: ReadonlySet<number | undefined> = new Set([OPEN_BRACE, OPEN_BRACKET]);
const CLOSING: ReadonlySet<number | undefined> = new Set([CLOSE_BRACE, CLOSE_BRACKET]);

/** By tokens, so that an entry nested without end costs no stack. */
function placesOf(text: string): EntryPlace[] {
	const scanner = createScanner(text, true);
	let places: EntryPlace[] = [];
	let inEntries = false;
	const begin = (depth: number) => {
		const [at, name] = [scanner.getTokenOffset(), scanner.getTokenValue()];
		if (depth === 1) {
			inEntries = name === "entries";
			// Of two members of one name, the last one counts.
			if (inEntries) places = [];
		} else if (inEntries && depth === 2) places.push({ at, members: new Map() });
		else if (inEntries && depth === 3) places.at(-1)?.members.set(name, at);
	};
	let [depth, before] = [0, END];
	for (let token: number = scanner.scan(); token !== END; before = token, token = scanner.scan()) {
		if (CLOSING.has(token)) depth--;
		else if (before === COMMA || OPENING.has(before)) begin(depth);
		if (OPENING.has(token)) depth++;
	}
	return places;
}

function faultAt({ at, members }: EntryPlace, raw: unknown): number {
	const read = watchEntrySchema.safeParse(raw);
	const member = read.success ? "domain" : read.error.issues[0]?.path[0];
	return members.get(String(member)) ?? at;
}

/** Offsets mostly ascend, so that a long list is read once. */
function lineFinder(text: string): (offset: number) => number {
	let [at, line] = [0, 1];
	return (offset) => {
		if (offset < at) [at, line] = [0, 1];
		for (let end = text.indexOf("\n", at); end >= 0 && end < offset; end = text.indexOf("\n", at)) {
			at = end + 1;
			line++;
		}
		return line;
	};
}

function seemsToAsk(raw: unknown): Pick<WatchlistFault, "domain" | "source" | "mode"> {
	const { domain, folder, mode } = (raw ?? {}) as Record<string, unknown>;
	return {
		domain: typeof domain === "string" ? clipped(domain.toWellFormed(), DOMAIN_LENGTH) : "",
		source: folder === undefined ? "network" : "folder",
		mode: mode === "deep" ? "deep" : "light",
	};
}

/** Names of hosts have 253 characters at most. */
const DOMAIN_LENGTH = 253;

function unusable(path: string, why: string): Failure {
	return new Failure("input-invalid", { what: `The watchlist ${path} cannot be used.`, why, todo: EXAMPLE });
}
