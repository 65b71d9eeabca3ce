// node test/bench/bench-logs.ts [millions]: reads seeded logs of so many million lines, beside Node's readline over the same bytes and, where it is installed, goaccess.
import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { seededLog } from "../truth/access-logs/seeded-log.ts";

const millions = Number(process.argv[2] ?? 1);
const folder = await mkdtemp(join(tmpdir(), "bench-logs-"));
const file = join(folder, "access.log");
const program = fileURLToPath(new URL("../../src/cli/sightline.ts", import.meta.url));
/** Counts lines, and says how much memory that took. */
const BARE = `const lines = require("readline").createInterface({ input: require("fs").createReadStream(process.argv[1]) });
let count = 0; lines.on("line", () => count++); lines.on("close", () => console.error("memory", process.resourceUsage().maxRSS >> 10));`;
const PEAK = `process.on("exit", () => console.error("memory", process.resourceUsage().maxRSS >> 10));`;

try {
	await writeLog();
	const runs: Readonly<Record<string, readonly string[]>> = {
		readline: ["-e", BARE, file],
		"sightline logs": [
			"--import",
			`data:text/javascript,${encodeURIComponent(PEAK)}`,
			program,
			"logs",
			file,
			"--as",
			"example.com",
		],
	};
	for (const [name, argv] of Object.entries(runs))
		print(
			name,
			best(() => timed(process.execPath, argv)),
		);
	if (spawnSync("goaccess", ["--version"]).status === 0)
		print(
			"goaccess",
			best(() => timed("goaccess", [file, "--log-format=COMBINED", "-o", join(folder, "report.json")])),
		);
} finally {
	await rm(folder, { recursive: true });
}

async function writeLog(): Promise<void> {
	const { lines } = seededLog(1, 100_000);
	const text = `${lines.join("\n")}\n`;
	const to = createWriteStream(file, { encoding: "latin1" });
	for (let part = 0; part < millions * 10; part++)
		if (!to.write(text)) await new Promise<void>((resolve) => to.once("drain", resolve));
	to.end();
	await finished(to);
}

interface Timed {
	readonly seconds: number;
	readonly megabytes: string;
}

function timed(command: string, argv: readonly string[]): Timed {
	const start = performance.now();
	const { stderr, status } = spawnSync(command, argv, { encoding: "utf8", maxBuffer: 1e8 });
	if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
	return {
		seconds: (performance.now() - start) / 1_000,
		megabytes: /memory (\d+)/.exec(stderr)?.[1] ?? "not measured",
	};
}

/** Of three: other programs of the machine only make it slower. */
function best(run: () => Timed): Timed {
	return [run(), run(), run()].sort((a, b) => a.seconds - b.seconds)[0] as Timed;
}

function print(name: string, { seconds, megabytes }: Timed): void {
	process.stdout.write(`${name.padEnd(16)}${seconds.toFixed(2)} s  ${megabytes} MB\n`);
}
