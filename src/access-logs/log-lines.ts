import type { Crawler } from "#core/crawlers.ts";
import { AccessTally, type TallySettings, type TallyState } from "./access-tally.ts";
import type { BotRanges } from "./bot-ranges.ts";
import { IdentityCheck, type OtherProofs } from "./identity.ts";
import { clearEntry, emptyEntry, type LogEntry } from "./log-entry.ts";
import type { BotKeys, SignatureCheck, SignedRequest } from "./signed-requests.ts";
import { readJsonLine, readW3cFields, readW3cLine, type W3cFields } from "./structured-format.ts";
import { BUILT_IN, readTextFormat, readTextLine, type TextFormat } from "./text-format.ts";
import { UserAgents } from "./user-agents.ts";

/** Settings for every thread; serializable. */
export interface LineSettings extends TallySettings {
	readonly ranges: BotRanges;
	/** Value of `--log-format`; lines in other formats are still recognized. */
	readonly format: string | undefined;
	readonly proxies: number;
	readonly keys?: readonly BotKeys[];
}

/** A line that could not be read. Contains none of its text, which may include addresses and queries. */
export interface UnreadLine {
	/** 1-based, within the block. */
	readonly line: number;
	readonly why: UnreadReason;
	/** Its start, with letters as `a` and digits as `0`. */
	readonly form: string;
}
export type UnreadReason = "too-long" | "unknown-format" | "no-time" | "no-fields";

export interface BlockResult {
	readonly lines: number;
	readonly unread: number;
	/** The first few. */
	readonly samples: readonly UnreadLine[];
	/** Number of lines by format. */
	readonly formats: Readonly<Record<string, number>>;
	/** The fields in force after the block. */
	readonly fields: W3cFields | undefined;
	/** Not counted yet: a signature may be a copy of one in another block. */
	readonly signed: readonly SignedRequest[];
}

/** Samples per block. */
const SAMPLES = 5;
/** Bytes decoded at once: longer strings outlive V8's young generation, and are only freed with the old one. */
const PART = 8 * 1024;
/** Bytes. Ignores longer lines, which no server writes by itself. */
const LONGEST_LINE = 32 * 1024;
/** Requests before 1995 or more than a day from now come from a wrong clock. */
const EARLIEST = Date.UTC(1995, 0, 1);

/** Imported only if keys are given. */
export async function signatureCheck({ keys = [], domain }: LineSettings): Promise<SignatureCheck | undefined> {
	if (keys.length === 0) return undefined;
	const { SignatureCheck } = await import("./signed-requests.ts");
	return new SignatureCheck(keys, domain);
}

interface Waiting {
	readonly bot: Crawler;
	readonly entry: LogEntry;
}

/** Reads and counts lines. One per thread. */
export class LineReader {
	readonly #tally: AccessTally;
	readonly #agents = new UserAgents();
	readonly #identity: IdentityCheck;
	readonly #format: TextFormat | undefined;
	readonly #entry = emptyEntry();
	readonly #latest: number;
	readonly #waiting: Waiting[] = [];
	#fields: W3cFields | undefined;
	#lines = 0;
	#unread = 0;
	#samples: UnreadLine[] = [];
	#formats: Record<string, number> = {};

	/** @param now milliseconds since 1970 */
	constructor(settings: LineSettings, now: number, proofs: OtherProofs = {}) {
		this.#tally = new AccessTally(settings);
		this.#identity = new IdentityCheck(settings.ranges, settings.proxies, proofs);
		this.#format = settings.format === undefined ? undefined : readTextFormat(settings.format);
		this.#latest = now + 86_400_000;
	}

	/** @param block whole lines @param fields in force before it */
	async read(block: Buffer, fields: W3cFields | undefined): Promise<BlockResult> {
		this.#fields = fields;
		[this.#lines, this.#unread, this.#samples, this.#formats] = [0, 0, [], {}];
		for (let at = 0; at < block.length; ) at = this.#readPart(block, at);
		const signed: SignedRequest[] = [];
		for (const { bot, entry } of this.#waiting.splice(0)) {
			const identity = await this.#identity.thoroughly(bot.token, entry);
			const request = await this.#identity.signed(bot, entry, identity);
			if (request) signed.push(request);
			else this.#tally.addBot(bot, identity, entry);
		}
		return {
			lines: this.#lines,
			unread: this.#unread,
			samples: this.#samples,
			formats: this.#formats,
			fields: this.#fields,
			signed,
		};
	}

	/** @returns the start of the next part */
	#readPart(block: Buffer, from: number): number {
		const most = from + PART;
		const last = most >= block.length ? block.length : block.lastIndexOf(LINE_FEED, most - 1) + 1;
		const stop = last > from ? last : block.indexOf(LINE_FEED, most) + 1 || block.length;
		if (last <= from && stop - from > LONGEST_LINE) return this.#leaveOutLong(block, from, stop);
		const read = block.toString("latin1", from, stop);
		// A crashed server leaves NUL bytes.
		const part = read.includes("\0") ? read.replaceAll("\0", "") : read;
		for (let at = 0; at < part.length; ) {
			const end = part.indexOf("\n", at);
			this.#readLine(part, at, end < 0 ? part.length : end);
			at = end < 0 ? part.length : end + 1;
		}
		return stop;
	}

	#leaveOutLong(block: Buffer, from: number, stop: number): number {
		this.#lines++;
		this.#leaveOut("too-long", block.toString("latin1", from, from + FORM_LENGTH));
		return stop;
	}

	state(): TallyState {
		return this.#tally.toJSON();
	}

	#readLine(block: string, from: number, to: number): void {
		const end = block.charCodeAt(to - 1) === CARRIAGE_RETURN ? to - 1 : to;
		if (end <= from) return;
		this.#lines++;
		if (end - from > LONGEST_LINE) {
			this.#leaveOut("too-long", block.slice(from, from + FORM_LENGTH));
			return;
		}
		const line = block.slice(lineStart(block, from), end);
		const first = line.charCodeAt(0);
		if (first === HASH) {
			this.#fields = readW3cFields(line) ?? this.#fields;
			return;
		}
		clearEntry(this.#entry);
		const format = this.#parse(line, first);
		if (format === undefined) {
			if (line.trim() === "") this.#lines--;
			else this.#leaveOut(isBare(line, this.#fields) ? "no-fields" : "unknown-format", line);
			return;
		}
		const { at } = this.#entry;
		if (!(at >= EARLIEST && at < this.#latest)) {
			this.#leaveOut("no-time", line);
			return;
		}
		this.#formats[format] = (this.#formats[format] ?? 0) + 1;
		this.#count(this.#entry);
	}

	#parse(line: string, first: number): string | undefined {
		const entry = this.#entry;
		if (this.#format && readTextLine(this.#format, line, entry) && isRead(entry)) return this.#format.name;
		if (first === BRACE) return readJsonLine(line, entry);
		if (this.#fields) {
			clearEntry(entry);
			const name = readW3cLine(this.#fields, line, entry);
			if (name !== undefined && isRead(entry)) return name;
		}
		for (const format of builtInFor(line)) {
			clearEntry(entry);
			if (readTextLine(format, line, entry) && isRead(entry)) return format.name;
		}
		return undefined;
	}

	#count(entry: LogEntry): void {
		if (!this.#tally.isOwn(entry.host)) return;
		const asker = this.#agents.askerOf(entry.agent);
		if (typeof asker === "string") {
			this.#tally.addOther(asker, entry);
			return;
		}
		const identity = this.#identity.quickly(asker.token, entry);
		if (identity !== undefined) this.#tally.addBot(asker, identity, entry);
		else this.#waiting.push({ bot: asker, entry: { ...entry } });
	}

	#leaveOut(why: UnreadReason, line: string): void {
		this.#unread++;
		if (this.#samples.length < SAMPLES) this.#samples.push({ line: this.#lines, why, form: formOf(line) });
	}
}

const [LINE_FEED, CARRIAGE_RETURN, HASH, DASH, BRACE] = [10, 13, 35, 45, 123];
const FORM_LENGTH = 80;

/** Some editors write it. */
const BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

function lineStart(block: string, from: number): number {
	return block.startsWith(BYTE_ORDER_MARK, from) ? from + BYTE_ORDER_MARK.length : from;
}

function isRead({ at, status }: LogEntry): boolean {
	return !Number.isNaN(at) && status < 1_000;
}

const { combined, common, alb } = BUILT_IN as Readonly<Record<string, TextFormat>>;
const withHosts = BUILT_IN["combined with hosts"];
const [PLAIN, HOSTED, BALANCED] = [[combined, common], [withHosts], [alb]].map((formats) =>
	formats.filter((format) => format !== undefined),
) as [TextFormat[], TextFormat[], TextFormat[]];

/** The second word of a line narrows down its formats: only formats with a host have an address there. */
function builtInFor(line: string): readonly TextFormat[] {
	const start = line.indexOf(" ") + 1;
	if (line.charCodeAt(start) === DASH) return PLAIN;
	const word = line.slice(start, Math.max(start, line.indexOf(" ", start)));
	if (/^\d{4}-\d{2}-\d{2}T/.test(word)) return BALANCED;
	return /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*:[\da-f.]*)$/i.test(word) ? HOSTED : PLAIN;
}

/** Lines of IIS and CloudFront whose header line is missing. */
function isBare(line: string, fields: W3cFields | undefined): boolean {
	return fields === undefined && /^\d{4}-\d{2}-\d{2}[\t ]\d{2}:\d{2}:\d{2}[\t ]/.test(line);
}

function formOf(line: string): string {
	return line
		.slice(0, FORM_LENGTH)
		.replace(/[A-Za-z\u00c0-\u00ff]/g, "a")
		.replace(/\d/g, "0")
		.replace(/[^\x20-\x7e]/g, "?");
}
