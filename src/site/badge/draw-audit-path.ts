import { siblingSides } from "./audit-path.ts";
import { circle, disc, line, round, type Shape } from "./shape.ts";

export interface Frame {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Steps are no further apart than this, so that the path of a small tree does not sprawl. */
const MOST_RISE = 18;
const MOST_SWAY = 11;
const LEAST_RISE = 6;

/** The way from a leaf up to the root, with the siblings that its proof gives: no two leaves of a tree have the same. */
export function drawAuditPath(index: number, size: number, frame: Frame): Shape[] {
	const sides = siblingSides(index, size);
	const rise = Math.min(MOST_RISE, frame.height / Math.max(sides.length, 1));
	const ways = placeSteps(sides);
	const [least, most] = [Math.min(...ways, ...siblings(ways, sides)), Math.max(...ways, ...siblings(ways, sides))];
	const sway = Math.min(MOST_SWAY, frame.width / Math.max(most - least, 1));
	const left = frame.x + (frame.width - (most - least) * sway) / 2;
	const top = frame.y + (frame.height - sides.length * rise) / 2;
	const x = (way: number) => round(left + (way - least) * sway);
	const y = (step: number) => round(top + (sides.length - step) * rise);
	const radius = 2.5;
	const [leaf, root] = [
		[x(ways[0] ?? 0), y(0)],
		[x(ways.at(-1) ?? 0), y(sides.length)],
	] as const;
	const given = siblings(ways, sides).map((way, step) => [x(way), y(step)] as const);
	const twigs = given.map(([fromX, fromY], step) => `M${fromX} ${fromY}L${x(ways[step + 1] ?? 0)} ${y(step + 1)}`);
	// a long path has no room for rings: there the twigs end in nothing
	const rings = rise < LEAST_RISE ? "" : given.map(([ringX, ringY]) => circle(ringX, ringY, radius)).join("");
	const trail = ways.map((way, step) => `${x(way)} ${y(step)}`).join("L");
	return [
		line("quiet", twigs.join("")),
		{ ink: "paper", path: rings },
		line("quiet", rings),
		line("ink", sides.length > 0 ? `M${trail}` : "", 1.75),
		disc("ink", ...leaf, 3),
		disc("paper", ...root, 4.5),
		line("ink", circle(...root, 4.5), 1.75),
		disc("ink", ...root, 1.5),
	];
}

/** How far to the right each node of the way stands, the leaf first, in half distances between siblings. */
function placeSteps(sides: readonly ("left" | "right")[]): number[] {
	const ways = [0];
	for (const side of sides) ways.push((ways.at(-1) ?? 0) + (side === "left" ? -1 : 1));
	return ways;
}

function siblings(ways: readonly number[], sides: readonly ("left" | "right")[]): number[] {
	return sides.map((side, step) => (ways[step] ?? 0) + (side === "left" ? -2 : 2));
}
