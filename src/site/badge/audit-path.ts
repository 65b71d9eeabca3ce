/**
 * On which side the sibling stands at each step from a leaf to the root: the shape of its inclusion proof in a tree of
 * `size` leaves. RFC 9162 section 2.1.3.1.
 */
export function siblingSides(index: number, size: number): ("left" | "right")[] {
	const sides: ("left" | "right")[] = [];
	let [node, last] = [index, size - 1];
	while (last > 0) {
		const isRight = node % 2 === 1 || node === last;
		sides.push(isRight ? "left" : "right");
		// A last node without a sibling rises until it has one.
		if (isRight) while (node % 2 === 0 && node !== 0) [node, last] = up(node, last);
		[node, last] = up(node, last);
	}
	return sides;
}

function up(node: number, last: number): [number, number] {
	return [Math.floor(node / 2), Math.floor(last / 2)];
}
