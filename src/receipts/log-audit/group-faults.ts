import type { Hash } from "#log/merkle-tree.ts";
import { TILE_WIDTH } from "#log/tile.ts";
import { claimsOf, type LeafGroup } from "./leaf-group.ts";
import { sourceOf } from "./resolved-tree.ts";
import { firstDifference, isBeginningOf, type TileReading } from "./tile-reading.ts";

/** What is wrong with the files of one group of leaves. */
export interface GroupVerdict {
	readonly wrong: readonly { readonly reading: TileReading; readonly says: string }[];
	/** The leaves' true hashes, side by side; undefined where no file has them. */
	readonly hashes?: Uint8Array;
}

/**
 * @param truth root of the group; undefined where the files of the log leave it open
 * @param parent the tile above, where it has a hash of this group
 */
export function judgeGroup(group: LeafGroup, truth: Hash | undefined, parent: TileReading | undefined): GroupVerdict {
	const { bundle, tile, older } = group;
	const all = [bundle, tile, ...older];
	const wrong = all.flatMap((reading) => (reading.fault === undefined ? [] : [{ reading, says: reading.fault }]));
	if (!truth) return { wrong: [...wrong, ...openQuestions(group, parent)] };
	const source = sourceOf(claimsOf(group, []).whole, truth);
	const hashes = source && group[source].hashes;
	for (const reading of all.filter((each) => each.hashes !== undefined)) {
		const says = hashes ? contradiction(reading, hashes) : denial(reading, group);
		if (says !== undefined) wrong.push({ reading, says });
	}
	return { wrong, ...(hashes ? { hashes } : {}) };
}

function contradiction(reading: TileReading, truth: Uint8Array): string | undefined {
	if (isBeginningOf(reading, truth)) return undefined;
	const at = firstDifference(reading.hashes ?? new Uint8Array(), truth);
	const leaf = reading.tile.index * TILE_WIDTH + at;
	if (reading.tile.level === "entries") return `Its entry ${at} is not the one that was logged as leaf ${leaf}.`;
	return `Its hash ${at} is not that of leaf ${leaf}.`;
}

/** The tree above is right, and neither the entries nor their hashes lead to it; of older files nothing is known then. */
function denial(reading: TileReading, { bundle, tile }: LeafGroup): string | undefined {
	if (reading !== bundle && reading !== tile) return undefined;
	return "It does not give the hash that the tree above has for its leaves.";
}

/** Every file that says something says something else. */
function openQuestions({ bundle, tile, older }: LeafGroup, parent: TileReading | undefined): GroupVerdict["wrong"] {
	const sides = [bundle, tile].filter(({ hashes }) => hashes !== undefined);
	const odd = older.filter((each) => each.hashes && !sides.some(({ hashes }) => hashes && isBeginningOf(each, hashes)));
	const parties = [...sides, ...(parent?.hashes ? [parent] : []), ...odd];
	const [only, ...rest] = parties;
	if (only && rest.length === 0)
		return [{ reading: only, says: "Nothing confirms what it gives, and the signed root does not follow from it." }];
	return parties.map((reading) => {
		const others = parties.filter((each) => each !== reading).map(({ path }) => `log/${path}`);
		const they = others.length === 1 ? "contradict each other" : "all contradict each other";
		return { reading, says: `It and ${others.join(" and ")} ${they}, and nothing tells which of them is right.` };
	});
}
