/**
 * Moves labels apart that would stand over each other: heights in any order, in the same order back, `least` between
 * neighbours. A crowd keeps its middle.
 */
export function apart(heights: readonly number[], least: number): number[] {
	const groups: { members: number[]; middle: number }[] = [];
	const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b);
	for (const index of order) {
		let group = { members: [index], middle: heights[index] ?? 0 };
		for (let above = groups.at(-1); above && overlap(above, group, least); above = groups.at(-1)) {
			groups.pop();
			const members = [...above.members, ...group.members];
			group = { members, middle: members.reduce((sum, each) => sum + (heights[each] ?? 0), 0) / members.length };
		}
		groups.push(group);
	}
	const placed = heights.slice();
	for (const { members, middle } of groups) {
		const top = middle - ((members.length - 1) * least) / 2;
		for (const [rank, index] of members.entries()) placed[index] = Math.round((top + rank * least) * 10) / 10;
	}
	return placed;
}

function overlap(
	above: { members: number[]; middle: number },
	below: { members: number[]; middle: number },
	least: number,
): boolean {
	return below.middle - above.middle < ((above.members.length + below.members.length) / 2) * least;
}
