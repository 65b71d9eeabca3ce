/**
 * MinHash (Broder 1997): the share of equal places of two fingerprints estimates how many shingles two texts have in
 * common, with a standard error of about 4 % at 128 places.
 */

/** Numbers in a fingerprint. */
export const FINGERPRINT_LENGTH = 128;

const TOP_BIT = 0x8000_0000 | 0;

/** Words of one shingle. */
const SHINGLE = 5;

/** `x → multiply · x + add` modulo 2³² with an odd factor is one-to-one: each place orders all shingles in its own way. */
const MULTIPLY = new Int32Array(FINGERPRINT_LENGTH);
const ADD = new Int32Array(FINGERPRINT_LENGTH);
for (let place = 0; place < FINGERPRINT_LENGTH; place++) {
	MULTIPLY[place] = mix(place * 2 + 1) | 1;
	ADD[place] = mix(place * 2 + 2);
}

/**
 * @param words hashes of the text's words, in order
 * @returns FINGERPRINT_LENGTH unsigned 32-bit numbers; none for fewer than five words
 */
export function fingerprintOf(words: readonly number[]): readonly number[] {
	if (words.length < SHINGLE) return [];
	const shingles = shinglesOf(words);
	return Array.from(MULTIPLY, (multiply, place) => leastAt(shingles, multiply, ADD[place] as number) >>> 0);
}

/** Least value of any shingle in the order of one place. */
function leastAt(shingles: Int32Array, multiply: number, add: number): number {
	// Signed comparison is several times faster; with the top bit turned over it orders as unsigned.
	let least = 0x7fff_ffff;
	for (let index = 0; index < shingles.length; index++) {
		const value = (Math.imul(multiply, shingles[index] as number) + add) ^ TOP_BIT;
		if (value < least) least = value;
	}
	return least ^ TOP_BIT;
}

/**
 * Share of a fingerprinted text that another text holds too, 0 to 1: each place of the fingerprint is one of its
 * shingles, picked at random, and is looked for in the other. 1 where the fingerprint is empty.
 */
export function shareHeld(fingerprint: readonly number[], words: readonly number[]): number {
	if (fingerprint.length === 0) return 1;
	const shingles = new Set(shinglesOf(words));
	const held = fingerprint.filter((value, place) => shingles.has(shingleBehind(value, place)));
	return held.length / fingerprint.length;
}

function shinglesOf(words: readonly number[]): Int32Array {
	const shingles = new Int32Array(Math.max(0, words.length - SHINGLE + 1));
	for (let start = 0; start < shingles.length; start++) {
		let hash = 0;
		for (let index = start; index < start + SHINGLE; index++) hash = mix(hash ^ (words[index] as number));
		shingles[start] = hash;
	}
	return shingles;
}

/** The shingle that has this value at this place. */
function shingleBehind(value: number, place: number): number {
	return Math.imul(inverse(MULTIPLY[place] as number), (value - (ADD[place] as number)) | 0) | 0;
}

/** Inverse of an odd number modulo 2³², by Newton's method: each round doubles the bits that are right. */
function inverse(odd: number): number {
	let result = odd;
	for (let round = 0; round < 5; round++) result = Math.imul(result, 2 - Math.imul(odd, result));
	return result;
}

/** The finalizer of MurmurHash3, 32 bits: every bit of the input moves every bit of the output. */
function mix(value: number): number {
	let hash = value | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return hash ^ (hash >>> 16);
}
