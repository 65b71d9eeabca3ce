import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { cut } from "#core/wording.ts";

const pack = promisify(gzip);

export interface Cut {
	/** Path from the root, with `*` for list entries: `sitemap/value/entries`. */
	readonly at: string;
	/** List entries, map members or characters. */
	readonly kept: number;
	readonly of: number;
}

export interface Fitted<T> {
	readonly value: T;
	readonly cuts: readonly Cut[];
}

/** Characters. Shorter texts are kept, so that an address keeps its host. */
const TEXT_LEAST = 2_048;
/** Bytes; a list drops its last entries before it shrinks entries below this. */
const ENTRY_LEAST = 4_096;
/** An object with more members is a map with names chosen by the site. */
const MEMBERS_MAX = 64;
const CUTS_MAX = 40;

/**
 * Cuts the largest parts first, down to an equal size. Lists keep their first entries, maps their first names; foreign
 * JSON (`json`) is kept whole or dropped, because a gap would look like its fault. Never cuts lists of numbers.
 * Independent of member order; uncuttable parts may exceed the limit a little.
 */
export function fitTo<T>(value: T, maxBytes: number): Fitted<T> {
	if (fitsSurely(JSON.stringify(value), maxBytes)) return { value, cuts: [] };
	const fitter = new Fitter();
	const fitted = fitter.fit(value, maxBytes, "") as T;
	return { value: fitted, cuts: fitter.cuts() };
}

export function fitPart<T extends { readonly cuts?: readonly Cut[] | undefined }>(part: T, maxBytes: number): T {
	const { value, cuts } = fitTo(part, maxBytes);
	return cuts.length === 0 ? part : { ...value, cuts: [...(part.cuts ?? []), ...cuts] };
}

/** Compressed bytes. A deep audit of 25 real pages takes at most 200 kB. */
export const PACKED_MAX = 512_000;
/** Bytes; the rest is reserved for the audit's names and time, and for differences between zlib versions. */
const PACKED_GOAL = 490_000;
/** Bytes of JSON, which the main thread writes: 25 real pages have at most 1.5 MB. */
const RAW_MAX = 4_000_000;
/** Each try removes a tenth, so that it terminates even if the rest compresses worse. */
const TRIES = 8;

/** A UTF-16 code unit takes at most 3 bytes; a surrogate pair takes 4. */
function fitsSurely(text: string, maxBytes: number): boolean {
	return text.length * 3 <= maxBytes;
}

export async function fitPacked<T>(value: T): Promise<Fitted<T>> {
	// Compressed text is at most a few bytes longer.
	if (fitsSurely(JSON.stringify(value), PACKED_GOAL)) return { value, cuts: [] };
	let fitted = fitTo(value, RAW_MAX);
	for (let tries = 0; tries < TRIES; tries++) {
		const text = JSON.stringify(fitted.value);
		const { length } = await pack(text);
		if (length <= PACKED_GOAL) return fitted;
		const raw = Buffer.byteLength(text);
		fitted = fitTo(value, Math.floor(raw * Math.min(0.9, (0.95 * PACKED_GOAL) / length)));
	}
	return fitTo(value, PACKED_GOAL);
}

/** Cached, because evidence never changes. */
const SIZES = new WeakMap<object, number>();

class Fitter {
	readonly #cuts = new Map<string, { kept: number; of: number }>();

	cuts(): Cut[] {
		const all = [...this.#cuts].map(([at, counts]) => ({ at, ...counts }));
		return all.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, CUTS_MAX);
	}

	size(value: unknown): number {
		if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value));
		if (typeof value !== "object" || value === null) return value === undefined ? 0 : String(value).length;
		const known = SIZES.get(value);
		if (known !== undefined) return known;
		let bytes = 2;
		if (Array.isArray(value)) for (const entry of value) bytes += this.size(entry) + 1;
		else for (const [name, member] of Object.entries(value)) bytes += this.#memberSize(name, member);
		SIZES.set(value, bytes);
		return bytes;
	}

	fit(value: unknown, room: number, at: string): unknown {
		if (this.size(value) <= room) return value;
		if (typeof value === "string") return this.#fitText(value, at);
		if (Array.isArray(value)) return this.#fitList(value, room, at);
		if (typeof value !== "object" || value === null) return value;
		const members = Object.entries(value);
		return members.length > MEMBERS_MAX ? this.#fitMap(members, room, at) : this.#fitObject(members, room, at);
	}

	#fitText(text: string, at: string): string {
		const short = cut(text, TEXT_LEAST);
		if (short === text) return text;
		this.#note(at, short.length, text.length);
		const [host, shortHost] = [text, short].map((each) => URL.parse(each)?.host);
		// An address with a long user name before its host.
		return host === shortHost ? short : `${URL.parse(text)?.origin ?? ""}/`;
	}

	#fitObject(members: [string, unknown][], room: number, at: string): unknown {
		const names = members.reduce((sum, [name]) => sum + this.#memberSize(name, undefined), 2);
		const level = waterLevel(
			members.map(([, member]) => this.size(member)),
			room - names,
		);
		const fitted = members.map(([name, member]) => {
			if (name !== "json" || this.size(member) <= level) return [name, this.fit(member, level, `${at}${name}/`)];
			this.#note(`${at}${name}/`, 0, 1);
			return [name, null];
		});
		return Object.fromEntries(fitted);
	}

	#fitMap(members: [string, unknown][], room: number, at: string): unknown {
		let used = 2;
		const kept: [string, unknown][] = [];
		for (const [name, member] of members.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
			const fitted = this.fit(member, ENTRY_LEAST, `${at}*/`);
			used += this.#memberSize(name, fitted);
			if (used > room) break;
			kept.push([name, fitted]);
		}
		this.#note(at, kept.length, members.length);
		return Object.fromEntries(kept);
	}

	#fitList(list: readonly unknown[], room: number, at: string): unknown {
		if (list.every((entry) => typeof entry === "number")) return list;
		const level = waterLevel(
			list.map((entry) => this.size(entry)),
			room - 2 - list.length,
		);
		const most = Math.max(level, ENTRY_LEAST);
		let used = 2;
		const kept: unknown[] = [];
		for (const entry of list) {
			const fitted = this.fit(entry, most, `${at}*/`);
			used += this.size(fitted) + 1;
			if (used > room) break;
			kept.push(fitted);
		}
		if (kept.length < list.length) this.#note(at, kept.length, list.length);
		return kept;
	}

	#memberSize(name: string, member: unknown): number {
		return Buffer.byteLength(JSON.stringify(name)) + 2 + this.size(member);
	}

	#note(at: string, kept: number, of: number): void {
		const place = at.replace(/\/$/, "");
		const known = this.#cuts.get(place) ?? { kept: 0, of: 0 };
		this.#cuts.set(place, { kept: known.kept + kept, of: known.of + of });
	}
}

/** The most that each part may have; smaller parts leave their rest to others. */
function waterLevel(sizes: readonly number[], room: number): number {
	let [left, count] = [Math.max(0, room), sizes.length];
	for (const size of sizes.toSorted((a, b) => a - b)) {
		if (size * count > left) return Math.floor(left / count);
		left -= size;
		count--;
	}
	return Number.POSITIVE_INFINITY;
}
