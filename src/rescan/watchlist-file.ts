import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Failure } from "#core/failure.ts";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { type WatchEntry, watchEntrySchema, watchlistSchema } from "#core/watchlist.ts";

/** One site to audit in a run. */
export interface WatchedSite extends Omit<WatchEntry, "domain" | "folder"> {
	/** ASCII host. */
	readonly domain: string;
	readonly source: SourceKind;
	/** Absolute path, for source `folder`. */
	readonly folder?: string;
	readonly line: number;
}

/** An entry that cannot be used. It stops nothing else. */
export interface WatchlistFault {
	readonly line: number;
	/** The domain as written, where there is one. */
	readonly domain: string;
	/** What the entry seems to ask for. */
	readonly source: SourceKind;
	readonly mode: AuditMode;
	readonly says: string;
}

export interface Watchlist {
	readonly sites: readonly WatchedSite[];
	readonly faults: readonly WatchlistFault[];
}

/**
 * Reads a watchlist; entries are checked one by one.
 * @throws Failure `input-invalid` when the file as a whole cannot be read
 */
export async function readWatchlist(path: string): Promise<Watchlist> {
	const text = await readText(path);
	const root = parseJson(text, path);
	const whole = watchlistSchema.safeParse(plainValue(root));
	if (!whole.success) throw unusable(path, whole.error.issues[0]?.message ?? "It is not a watchlist.");
	const sites: WatchedSite[] = [];
	const faults: WatchlistFault[] = [];
	for (const [index, raw] of whole.data.entries.entries()) {
		const node = findNodeAtLocation(root, ["entries", index]);
		const line = lineOf(text, node?.offset ?? 0);
		const site = readEntry(raw, path, line, sites);
		if (typeof site !== "string") sites.push(site);
		else faults.push({ line: faultLine(text, root, index, raw) ?? line, ...seemsToAsk(raw), says: site });
	}
	return { sites, faults };
}

/** The site, or what is wrong with the entry. */
function readEntry(raw: unknown, path: string, line: number, sites: readonly WatchedSite[]): WatchedSite | string {
	const read = watchEntrySchema.safeParse(raw);
	if (!read.success)
		return read.error.issues.map((issue) => `${issue.path.join(".") || "entry"}: ${issue.message}`).join("; ");
	const { domain, folder, ...rest } = read.data;
	const place = dirname(path);
	try {
		const host = parseTarget(domain).host;
		const source: SourceKind = folder === undefined ? "network" : "folder";
		const twin = sites.find((site) => site.domain === host && site.source === source && site.mode === rest.mode);
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

async function readText(path: string): Promise<string> {
	try {
		return (await readFile(path, "utf8")).replace(/^\ufeff/, "");
	} catch (error) {
		throw unusable(path, (error as Error).message);
	}
}

function parseJson(text: string, path: string): Node {
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { disallowComments: true });
	const [first] = errors;
	if (first) throw unusable(path, `Line ${lineOf(text, first.offset)}: ${printParseErrorCode(first.error)}.`);
	if (!root) throw unusable(path, "It is empty.");
	return root;
}

function plainValue(node: Node): unknown {
	if (node.type === "object")
		return Object.fromEntries(
			(node.children ?? []).map(({ children: [key, value] = [] }) => [
				key?.value,
				value ? plainValue(value) : undefined,
			]),
		);
	return node.type === "array" ? (node.children ?? []).map(plainValue) : node.value;
}

/** The line of the member that is wrong, which may stand below the entry's first line. */
function faultLine(text: string, root: Node, index: number, raw: unknown): number | undefined {
	const read = watchEntrySchema.safeParse(raw);
	const member = read.success ? ["domain"] : (read.error.issues[0]?.path ?? []);
	const node = findNodeAtLocation(root, ["entries", index, ...member.map(String)]);
	return node ? lineOf(text, node.offset) : undefined;
}

function lineOf(text: string, offset: number): number {
	return text.slice(0, offset).split("\n").length;
}

function seemsToAsk(raw: unknown): Pick<WatchlistFault, "domain" | "source" | "mode"> {
	const { domain, folder, mode } = (raw ?? {}) as Record<string, unknown>;
	return {
		domain: typeof domain === "string" ? domain.toWellFormed() : "",
		source: folder === undefined ? "network" : "folder",
		mode: mode === "deep" ? "deep" : "light",
	};
}

function unusable(path: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `The watchlist ${path} cannot be used.`,
		why,
		todo: 'It holds {"entries": [{"domain": "example.com"}]}.',
	});
}
