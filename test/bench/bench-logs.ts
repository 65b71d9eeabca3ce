/** Cost of reading access logs relative to Node's readline and, if installed, goaccess. */

import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { seededLog } from "../truth/access-logs/seeded-log.ts";
import type { Figure } from "./figures.ts";
import { type Cost, inTurn, median, PROGRAM, ratios, run } from "./measure.ts";

const ROUNDS = 3;
const BARE = `let count = 0;
require("readline").createInterface({ input: require("fs").createReadStream(process.argv[1]) }).on("line", () => count++);`;

export async function* measure(): AsyncGenerator<Figure> {
	const folder = await mkdtemp(join(tmpdir(), "bench-logs-"));
	try {
		const [one, ten] = [join(folder, "1.log"), join(folder, "10.log")];
		await writeLog(one, 1_000_000);
		const ours = (file: string) => run([PROGRAM, "logs", file, "--as", "example.com"]);
		const pairs = await inTurn(
			ROUNDS,
			() => ours(one),
			() => run(["-e", BARE, one]),
		);
		const wall = median(pairs.map((pair) => pair.ours.wall));
		const against = "a bare reader of lines over the same bytes";
		const what = "1,000,000 lines of an access log";
		const time = {
			against,
			unit: "x",
			values: ratios(pairs, (cost) => cost.wall),
			goal: 4,
			here: `${wall.toFixed(1)} s`,
		} as const;
		yield { id: "logs.time", what: `${what}, time`, ...time };
		yield { id: "logs.cpu", what: `${what}, CPU`, against, unit: "x", values: ratios(pairs, (cost) => cost.cpu) };
		const memory = pairs.map((pair) => pair.ours.memory);
		yield { id: "logs.memory", what: `peak memory of ${what}`, unit: "MB", values: memory, goal: 120 };
		yield* besideGoaccess(
			one,
			folder,
			pairs.map((pair) => pair.ours),
		);
		await writeLog(ten, 10_000_000);
		const linear = ours(ten).cpu / 10 / median(pairs.map((pair) => pair.ours.cpu));
		yield {
			id: "logs.linear",
			what: "a line of 10,000,000, CPU",
			against: "one of 1,000,000",
			unit: "x",
			values: [linear],
			goal: 1.1,
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function* besideGoaccess(file: string, folder: string, ours: readonly Cost[]): AsyncGenerator<Figure> {
	if (spawnSync("goaccess", ["--version"]).status !== 0) return;
	const values = ours.map(({ wall }) => {
		const start = performance.now();
		spawnSync("goaccess", [file, "--log-format=COMBINED", "-o", join(folder, "report.json")], { stdio: "ignore" });
		return wall / ((performance.now() - start) / 1000);
	});
	yield { id: "logs.goaccess", what: "1,000,000 lines of an access log, time", against: "goaccess", unit: "x", values };
}

async function writeLog(file: string, count: number): Promise<void> {
	const { lines } = seededLog(1, 100_000);
	const text = `${lines.join("\n")}\n`;
	const to = createWriteStream(file, { encoding: "latin1" });
	for (let part = 0; part < count / 100_000; part++)
		if (!to.write(text)) await new Promise<void>((resolve) => to.once("drain", resolve));
	to.end();
	await finished(to);
}
