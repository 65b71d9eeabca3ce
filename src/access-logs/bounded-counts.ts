import { ownText } from "./log-entry.ts";

/** 32-bit FNV-1a with a final mix: all parts of a log keep the same keys, in any order. @param seed for another hash */
export function hashOf(text: string, seed = 0x811c9dc5, from = 0): number {
	let hash = seed | 0;
	for (let at = from; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
	hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
	return (hash ^ (hash >>> 16)) >>> 0;
}

interface Kept {
	readonly hash: number;
	readonly counts: number[];
}

interface Group {
	readonly hash: number;
	readonly kept: Map<string, Kept>;
}

export type CountRows = readonly (readonly [group: string, key: string, counts: readonly number[], hash: number])[];
export interface BoundedRows {
	readonly below: number;
	readonly rows: CountRows;
}

/**
 * Exact counts by group and key while there are at most `most` keys; beyond that, exact counts of the keys with the
 * smallest hashes, which are a fair sample. Merging parts of a log in any order gives the same rows.
 */
export class BoundedCounts {
	readonly #groups = new Map<string, Group>();
	readonly #most: number;
	readonly #width: number;
	#size = 0;
	/** Exclusive upper bound of kept hashes; falls as keys become too many. */
	#below = 2 ** 32;

	constructor(most: number, width: number) {
		this.#most = most;
		this.#width = width;
	}

	/** @returns the counters to increment; undefined if the key is not in the sample */
	of(group: string, key: string): number[] | undefined {
		const { kept, hash } = this.#groups.get(group) ?? this.#newGroup(group);
		return kept.get(key)?.counts ?? this.#add(kept, key, hashOf(key, hash));
	}

	/** Like `of`, but creates the key only if it is in the sample. @param hash of the key, always the same */
	ofHashed(group: string, hash: number, key: () => string): number[] | undefined {
		if (hash >= this.#below) return undefined;
		const { kept } = this.#groups.get(group) ?? this.#newGroup(group);
		const text = key();
		return kept.get(text)?.counts ?? this.#add(kept, text, hash);
	}

	#add(kept: Group["kept"], key: string, hash: number): number[] | undefined {
		if (hash >= this.#below) return undefined;
		const counts = new Array<number>(this.#width).fill(0);
		kept.set(ownText(key), { hash, counts });
		// Amortized: cutting sorts all keys.
		if (++this.#size >= this.#most * 2) this.#cut();
		return hash < this.#below ? counts : undefined;
	}

	#newGroup(name: string): Group {
		const group = { hash: hashOf(name), kept: new Map<string, Kept>() };
		this.#groups.set(ownText(name), group);
		return group;
	}

	#cut(): void {
		if (this.#size > this.#most) {
			const hashes = new Uint32Array(this.#size);
			let at = 0;
			for (const { kept } of this.#groups.values()) for (const { hash } of kept.values()) hashes[at++] = hash;
			this.#below = hashes.sort()[this.#most] ?? this.#below;
		}
		this.#drop();
	}

	#drop(): void {
		for (const { kept } of this.#groups.values()) {
			for (const [key, { hash }] of kept) {
				if (hash < this.#below) continue;
				kept.delete(key);
				this.#size--;
			}
		}
	}

	/** Distinct keys of a group: exact, or estimated from the sample. */
	distinct(group: string): number {
		this.#cut();
		return Math.round((this.#groups.get(group)?.kept.size ?? 0) / (this.#below / 2 ** 32));
	}

	/** Whether no key was dropped. */
	get isWhole(): boolean {
		this.#cut();
		return this.#below === 2 ** 32;
	}

	/** Fraction of keys in the sample. */
	get share(): number {
		this.#cut();
		return this.#below / 2 ** 32;
	}

	rows(): CountRows {
		this.#cut();
		return [...this.#groups].flatMap(([group, { kept }]) =>
			[...kept].map(([key, { counts, hash }]) => [group, key, counts, hash] as const),
		);
	}

	/** For another thread. */
	toJSON(): BoundedRows {
		return { rows: this.rows(), below: this.#below };
	}

	merge({ below, rows }: BoundedRows): void {
		this.#below = Math.min(this.#below, below);
		for (const [group, key, added, hash] of rows) {
			const counts = this.ofHashed(group, hash, () => key);
			if (counts) for (let at = 0; at < added.length; at++) counts[at] = (counts[at] ?? 0) + (added[at] ?? 0);
		}
		this.#cut();
	}
}
