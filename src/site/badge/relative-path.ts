/** Points that each command of an outline takes; TrueType outlines have no others. */
const POINTS: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, Z: 0 };

type Point = readonly [x: number, y: number];

/**
 * Rewrites an outline of absolute M, L, Q and Z on a coarser grid in relative whole numbers, with the baseline at 0;
 * that takes a quarter of the bytes.
 * @param grid units of the outline to one of the result
 * @throws TypeError for any other path data
 */
export function relativePath(data: string, baseline: number, grid: number): string {
	const snap = ([x, y]: Point): Point => [Math.round(x / grid), Math.round((y - baseline) / grid)];
	let here = ORIGIN;
	let start = ORIGIN;
	let mirror: Point | undefined;
	let [path, previous] = ["", ""];
	for (const [command, points] of readCommands(data)) {
		const [first = start, last = first]: readonly Point[] = points.map(snap);
		const segment = command === "Q" ? curve(here, first, last, mirror) : straight(command, here, last);
		const written = write(segment, previous);
		path += written;
		mirror = segment.mirror;
		if (command === "M") start = last;
		here = last;
		if (written !== "") previous = segment.command;
	}
	return path;
}

/** A relative command of the result. */
interface Segment {
	readonly command: string;
	readonly numbers: readonly number[];
	/** The control point that a curve after this one may leave out. */
	readonly mirror?: Point;
}

const ORIGIN: Point = [0, 0];

function curve(here: Point, control: Point, end: Point, mirror: Point | undefined): Segment {
	const mirrors = mirror !== undefined && near(control, mirror);
	if (!mirrors && flat(here, control, end)) return straight("L", here, end);
	const [x, y] = mirrors ? mirror : control;
	return {
		command: mirrors ? "t" : "q",
		numbers: mirrors ? steps(here, end) : steps(here, control, end),
		mirror: [2 * end[0] - x, 2 * end[1] - y],
	};
}

function straight(command: string, here: Point, end: Point): Segment {
	if (command === "Z") return { command: "z", numbers: [] };
	if (command === "M") return { command: "m", numbers: steps(here, end) };
	const [across, down] = [end[0] - here[0], end[1] - here[1]];
	if (across === 0) return { command: "v", numbers: down === 0 ? [] : [down] };
	return down === 0 ? { command: "h", numbers: [across] } : { command: "l", numbers: [across, down] };
}

/** A command is not repeated, and a minus sign separates as well as a space does. */
function write({ command, numbers }: Segment, previous: string): string {
	if (numbers.length === 0) return command === "z" ? "z" : "";
	const words = numbers.map((number, at) => (number >= 0 && at > 0 ? ` ${number}` : `${number}`)).join("");
	if (command !== previous || command === "m") return command + words;
	return words.startsWith("-") ? words : ` ${words}`;
}

/** The control point that a curve may leave out, within what snapping to the grid moves. */
function near([x, y]: Point, mirrored: Point): boolean {
	return Math.abs(x - mirrored[0]) <= 1 && Math.abs(y - mirrored[1]) <= 1;
}

/** Whether a curve keeps within half a unit of the straight line. */
function flat(here: Point, control: Point, end: Point): boolean {
	const [across, down] = [end[0] - here[0], end[1] - here[1]];
	const away = Math.abs((control[0] - here[0]) * down - (control[1] - here[1]) * across);
	const along = (control[0] - here[0]) * across + (control[1] - here[1]) * down;
	const length = across * across + down * down;
	return along >= 0 && along <= length && away * away <= length;
}

function steps(here: Point, ...points: readonly Point[]): number[] {
	return points.flatMap(([x, y]) => [x - here[0], y - here[1]]);
}

function* readCommands(data: string): Generator<readonly [string, readonly Point[]]> {
	if (!/^[MLQZ\d.\s-]*$/.test(data)) throw new TypeError("This is no outline of M, L, Q and Z.");
	const words = data.match(/[MLQZ]|[^MLQZ\s-]+|-[^MLQZ\s-]*/g) ?? [];
	for (let at = 0; at < words.length; ) {
		const command = words[at++] ?? "";
		const points: Point[] = [];
		for (let left = POINTS[command] ?? Number.NaN; left !== 0; left--) {
			const point = [Number(words[at++]), Number(words[at++])] as const;
			if (Number.isNaN(left + point[0] + point[1])) throw new TypeError(`${command} is not followed by its numbers.`);
			points.push(point);
		}
		yield [command, points];
	}
}
