// npm run effect: puts the fault of each check into real pages, asks readers of others what is lost, writes what they say.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { EFFECT, type Effect } from "#checks/effect.ts";
import { readArguments } from "#cli/arguments.ts";
import { createProgressLine } from "#cli/terminal.ts";
import { findInstalledBrowser } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import { TreeReader } from "./accessibility-tree.ts";
import { DAMAGES, type Damage, UNMEASURED } from "./damages.ts";
import { effectPage } from "./effect-page.ts";
import { EffectMeter } from "./measure.ts";
import { drawPages } from "./pages.ts";
import { PredictionMeter, spoil } from "./prediction.ts";
import { Questioner } from "./questions.ts";

const HELP = `npm run effect: what the fault of each check costs readers of others.

Needs the pages in ../shared and an installed Chrome or Chromium; takes about
half an hour. Writes src/checks/effect.json and docs/effect.md.

Options
  -- --pages N     the first N pages only; prints the page, writes nothing
  -- --checks a,b  the faults of these checks only; other rows stay as they are
  -- --docs        writes docs/effect.md from src/checks/effect.json
  -- --help        print this text
`;
const JSON_FILE = fileURLToPath(new URL("../../src/checks/effect.json", import.meta.url));
const PAGE_FILE = fileURLToPath(new URL("../../docs/effect.md", import.meta.url));

try {
	const { options, help } = readArguments("npm run effect --", process.argv.slice(2), {
		options: {
			pages: { type: "string", says: "the first N pages only", range: { from: 1, to: 1_000 } },
			checks: { type: "string", says: "the faults of these checks only" },
			docs: { type: "boolean", says: "write docs/effect.md anew" },
		},
	});
	if (help) process.stdout.write(HELP);
	else if (options.docs) await writeFile(PAGE_FILE, effectPage(EFFECT));
	else await run(options.pages, options.checks?.split(",") ?? []);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

async function run(pages: number | undefined, checks: readonly string[]): Promise<void> {
	const damages = DAMAGES.filter(({ check }) => checks.length === 0 || checks.includes(check));
	const measured = await measure(pages, damages);
	const kept = pages === undefined ? EFFECT.rows : [];
	const rows = DAMAGES.flatMap(({ check }) => [...measured.rows, ...kept].find((row) => row.check === check) ?? []);
	const effect = { ...measured, rows };
	if (pages !== undefined) process.stdout.write(effectPage(effect));
	else {
		await writeFile(JSON_FILE, `${JSON.stringify(effect)}\n`);
		await writeFile(PAGE_FILE, effectPage(effect));
		process.stdout.write("Written to src/checks/effect.json and docs/effect.md.\n");
	}
	process.exitCode = EXIT.fine;
}

async function measure(count: number | undefined, damages: readonly Damage[]): Promise<Effect> {
	const executablePath = findInstalledBrowser(process.env);
	if (executablePath === undefined)
		throw new Failure("input-invalid", {
			what: "There is no browser.",
			todo: "Set CHROME_PATH to Chrome or Chromium.",
		});
	// Defuddle tells the console of each block of JSON-LD that it cannot read; to break blocks is what is measured.
	console.error = () => undefined;
	const { pages, texts } = await drawPages(count);
	const tree = await TreeReader.open(executablePath);
	const meter = new EffectMeter(new Questioner(texts), tree);
	const prediction = new PredictionMeter();
	const progress = createProgressLine(process.stderr);
	for (const [index, page] of pages.entries()) {
		const before = await meter.add(page, index, damages);
		await prediction.add(page, before, await tree.read(page.html, page), false);
		const spoiled = spoil(page, DAMAGES);
		if (spoiled) await prediction.add(spoiled, await meter.read(spoiled), await tree.read(spoiled.html, page), true);
		progress.bar(index + 1, pages.length, page.id);
	}
	progress.clear();
	await tree.close();
	return {
		pages: pages.length,
		reviewed: pages.filter(({ text }) => text !== "").length,
		rows: damages.map((damage) => meter.rowOf(damage)),
		unmeasured: Object.entries(UNMEASURED).map(([check, why]) => ({ check, why })),
		predictions: prediction.predictions(),
		ceiling: prediction.ceiling(),
	};
}
