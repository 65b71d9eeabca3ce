// npm run bench: prints every figure as a ratio to a floor or rival in one table.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { inRepository } from "../e2e/process.testkit.ts";
import {
	type BenchRun,
	type Figure,
	lineOf,
	performancePage,
	type RivalRow,
	type Row,
	rowOf,
	shown,
	worseRows,
} from "./figures.ts";

const HELP = `npm run bench [-- options]: what Sightline costs, as ratios taken in one run.

  --only id        a part (start, page, site, receipts, build, live, fleet, logs) or a row of it (start.folder); repeatable
  --json           prints the rows as JSON
  --write          writes docs/performance.md and test/bench/figures.json
  --compare        ends with 1 when a ratio is worse than the written table by 15 % in three runs
  --profile        writes a CPU profile of each measured program to .tmp-profiles/
  --rivals         also installs rivals into a folder of their own, and measures them; needs npm's registry
`;

/** Each part runs in a separate process, so that loaded modules and memory do not affect the next. */
const PARTS = ["start", "page", "site", "receipts", "build", "live", "fleet", "logs"] as const;
type Part = (typeof PARTS)[number];

const FIGURES = inRepository("test/bench/figures.json");
const NOTES = inRepository("test/bench/out-of-reach.json");

const { values } = parseArgs({
	options: {
		only: { type: "string", multiple: true, default: [] },
		json: { type: "boolean", default: false },
		write: { type: "boolean", default: false },
		compare: { type: "boolean", default: false },
		profile: { type: "boolean", default: false },
		rivals: { type: "boolean", default: false },
		part: { type: "string" },
		help: { type: "boolean", default: false },
	},
});

if (values.help) process.stdout.write(HELP);
else if (values.part) await printPart(values.part);
else process.exitCode = main();

/** Runs in a part's process and prints a JSON line per figure. */
async function printPart(part: string): Promise<void> {
	const { measure } = (await import(`./bench-${part}.ts`)) as { measure(): AsyncIterable<Figure> };
	for await (const figure of measure()) process.stdout.write(`${JSON.stringify(rowOf(figure))}\n`);
}

function main(): number {
	const wanted = PARTS.filter(
		(part) => values.only.length === 0 || values.only.some((id) => id === part || id.startsWith(`${part}.`)),
	);
	if (wanted.length === 0) {
		process.stderr.write(`There is no part or row ${values.only.join(", ")}. Parts: ${PARTS.join(", ")}.\n`);
		return 2;
	}
	const bundled = spawnSync(process.execPath, [inRepository("jobs/bundle.ts")], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (bundled.status !== 0) throw new Error("The bundle could not be built.");
	const begun = performance.now();
	const rows = wanted.flatMap(measurePart);
	const rivals = values.rivals ? measureRivals() : [];
	if (values.json) process.stdout.write(`${JSON.stringify({ rows, rivals }, undefined, "\t")}\n`);
	if (values.write) write(rows, rivals, (performance.now() - begun) / 60_000);
	return values.compare ? compare(wanted, rows) : 0;
}

function measurePart(part: Part): readonly Row[] {
	if (!values.json) process.stdout.write(`\n${part}\n`);
	const profile = values.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${inRepository(".tmp-profiles")}` } : {};
	const child = spawnSync(process.execPath, [import.meta.filename, "--part", part], {
		stdio: ["ignore", "pipe", "inherit"],
		env: { ...process.env, ...profile },
		encoding: "utf8",
		maxBuffer: 2 ** 26,
	});
	if (child.status !== 0) throw new Error(`The part ${part} ended with ${child.status}.`);
	const rows = child.stdout
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Row);
	const only = values.only.filter((id) => id.startsWith(`${part}.`));
	const kept = values.only.includes(part) || only.length === 0 ? rows : rows.filter(({ id }) => only.includes(id));
	if (!values.json) for (const row of kept) process.stdout.write(`${lineOf(row)}\n`);
	return kept;
}

function measureRivals(): readonly RivalRow[] {
	const child = spawnSync(process.execPath, [inRepository("test/bench/rivals.ts")], {
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
	});
	if (child.status !== 0) throw new Error(`The rivals ended with ${child.status}.`);
	return JSON.parse(child.stdout) as RivalRow[];
}

/** Keeps rows of the table that were not measured now. */
function write(rows: readonly Row[], rivals: readonly RivalRow[], minutes: number): void {
	const before = readFigures();
	const kept = before.rows.filter(({ id }) => !rows.some((row) => row.id === id) && values.only.length > 0);
	const first = (id: string) => {
		const old = before.rows.find((row) => row.id === id);
		return old && { first: old.first ?? shown(old) };
	};
	const order = (row: Row) => PARTS.findIndex((part) => row.id.startsWith(`${part}.`));
	const run: BenchRun = {
		commit: spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).stdout.trim(),
		machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
		date: new Date().toISOString().slice(0, 10),
		minutes: values.only.length > 0 ? before.minutes : Math.round(minutes),
		rows: [...kept, ...rows.map((row) => ({ ...row, ...first(row.id) }))].sort((a, b) => order(a) - order(b)),
		rivals: rivals.length > 0 ? rivals : before.rivals,
	};
	writeFileSync(FIGURES, `${JSON.stringify(run, undefined, 2)}\n`);
	const notes = JSON.parse(readFileSync(NOTES, "utf8")) as Record<string, string>;
	writeFileSync(inRepository("docs/performance.md"), performancePage(run, notes));
	process.stdout.write("\nWrote docs/performance.md and test/bench/figures.json.\n");
}

function readFigures(): BenchRun {
	return JSON.parse(readFileSync(FIGURES, "utf8")) as BenchRun;
}

/** Reports a regression only if it occurs in 3 runs, because a busy machine may spoil one. */
function compare(parts: readonly Part[], rows: readonly Row[]): number {
	const before = readFigures().rows;
	let worse = worseRows(rows, before);
	for (let again = 0; again < 2 && worse.length > 0; again++) {
		const still = parts.filter((part) => worse.some(({ id }) => id.startsWith(`${part}.`))).flatMap(measurePart);
		const worseNow = worseRows(still, before);
		worse = worse.filter(({ id }) => worseNow.some((row) => row.id === id));
	}
	for (const row of worse) {
		const old = before.find(({ id }) => id === row.id)?.median;
		process.stdout.write(`${row.id} is × ${row.median}; docs/performance.md says × ${old}.\n`);
	}
	return worse.length > 0 ? 1 : 0;
}
