import type { TreeHead } from "#log/merkle-proof.ts";
import type { Hash } from "#log/merkle-tree.ts";
import { TILE_WIDTH } from "#log/tile.ts";
import type { Claims, GroupClaims } from "./leaf-group.ts";
import { createPrefixRoots } from "./merkle-digest.ts";
import { sameDigests } from "./tile-reading.ts";

/** What the tree is, told from files that may contradict each other. */
export interface ResolvedTree {
	/** Whether the hashes lead to the signed root: then each of them is beyond doubt. */
	readonly proven: boolean;
	/** The root of every group of leaves, the last incomplete one included; undefined where the files leave it open. */
	readonly groups: readonly (Hash | undefined)[];
	/** The root that the groups give. */
	readonly root: Hash | undefined;
}

/** Hash of a full group as the tile of level 1 has it. */
export type ParentClaim = (group: number) => Hash | undefined;

type Choose = (claims: readonly (Hash | undefined)[]) => Hash | undefined;

/** Hashes that may be spent on trying what several contradictions together may mean. */
const MOST_TRIED = 1_000_000;

/**
 * Each group's root is claimed by the entries, by the tile of level 0 and by that of level 1. Whoever leads to the
 * signed root is right; where nobody does, what two of them say is believed.
 */
export function resolveTree(head: TreeHead, groups: readonly GroupClaims[], parent: ParentClaim): ResolvedTree {
	const claims = groups.map(({ index, width, whole }) => [
		whole.bundle,
		whole.tile,
		width === TILE_WIDTH ? parent(index) : undefined,
	]);
	for (const choice of choices(claims)) {
		const root = rootOf(choice, head.size);
		if (root && sameDigests(root, head.root)) return { proven: true, groups: choice, root };
	}
	const believed = claims.map(agreement);
	return { proven: false, groups: believed, root: rootOf(believed, head.size) };
}

type Choice = readonly (Hash | undefined)[];

/** Likely readings first: the entries alone, what two say with one file preferred otherwise, then every combination. */
function* choices(claims: readonly Choice[]): Generator<Choice> {
	yield claims.map(firstOf);
	for (const order of [
		[0, 1, 2],
		[2, 1, 0],
		[1, 2, 0],
	]) {
		const prefer: Choose = (each) => agreement(each) ?? firstOf(order.map((at) => each[at]));
		yield claims.map(prefer);
		// An incomplete last group has no third claim that could decide.
		const last = claims.at(-1);
		for (const tail of new Set(last)) yield [...claims.slice(0, -1).map(prefer), tail];
	}
	yield* combinations(claims);
}

function* combinations(claims: readonly Choice[]): Generator<Choice> {
	const open = claims.flatMap((each, at) => (distinct(each).length > 1 ? [at] : []));
	const tries = open.reduce((product, at) => product * distinct(claims[at] ?? []).length, 1);
	if (tries * claims.length > MOST_TRIED) return;
	for (let number = 0; number < tries; number++) {
		const choice = claims.map(firstOf);
		let rest = number;
		for (const at of open) {
			const options = distinct(claims[at] ?? []);
			choice[at] = options[rest % options.length];
			rest = Math.floor(rest / options.length);
		}
		yield choice;
	}
}

function firstOf(claims: Choice): Hash | undefined {
	return claims.find((each) => each !== undefined);
}

/** What two of them say. */
function agreement(claims: Choice): Hash | undefined {
	const said = claims.filter((each) => each !== undefined);
	return said.find((each, at) => said.some((other, place) => place !== at && sameDigests(each, other)));
}

function distinct(claims: Choice): Hash[] {
	const said = claims.filter((each) => each !== undefined);
	return said.filter((each, at) => said.findIndex((other) => sameDigests(each, other)) === at);
}

function rootOf(groups: Choice, size: number): Hash | undefined {
	if (!groups.every((each) => each !== undefined)) return undefined;
	const full = Math.floor(size / TILE_WIDTH);
	return createPrefixRoots(groups.slice(0, full))(full, groups[full]);
}

/** Root of the tree of the first `size` leaves; undefined where a group of them is left open. */
export function createEarlierRoots(
	tree: ResolvedTree,
	groups: readonly GroupClaims[],
): (size: number) => Hash | undefined {
	const open = tree.groups.indexOf(undefined);
	const sound = (open < 0 ? tree.groups : tree.groups.slice(0, open)) as readonly Hash[];
	const roots = createPrefixRoots(sound);
	return (size) => {
		const full = Math.floor(size / TILE_WIDTH);
		const end = size % TILE_WIDTH;
		if (full > sound.length) return undefined;
		if (end === 0) return roots(full);
		const [group, truth] = [groups[full], tree.groups[full]];
		const source = group && truth ? sourceOf(group.whole, truth) : undefined;
		const claims = group?.width === end ? group.whole : group?.prefixes.get(end);
		const last = source && claims?.[source];
		return last && roots(full, last);
	};
}

/** A file of the group that gives the true root; undefined when none does. */
export function sourceOf(whole: Claims, truth: Hash): "bundle" | "tile" | undefined {
	if (whole.bundle && sameDigests(whole.bundle, truth)) return "bundle";
	return whole.tile && sameDigests(whole.tile, truth) ? "tile" : undefined;
}
