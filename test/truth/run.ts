// npm run truth: asks every judge, prints the table and writes docs/truth.md. Exit code 1 where it does not stand.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "#cli/arguments.ts";
import { createProgressLine } from "#cli/terminal.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { overdue } from "./review-dates.ts";
import { runJudges } from "./run-judges.ts";
import { BARS, truthPage } from "./truth-page.ts";

const HELP = `npm run truth: holds the audit against published cases and other judges.

Needs the cases of others in ../shared and an installed Chrome or Chromium. What
axe-core and Lighthouse say of a page is kept in SIGHTLINE_DATA/truth, so that
only the first run takes long (about 20 minutes).

Options
  -- --check  write nothing; exit with 1 where docs/truth.md is out of date
  -- --help   print this text
`;

try {
	const { options, help } = readArguments("npm run truth --", process.argv.slice(2), {
		options: { check: { type: "boolean", says: "write nothing" } },
	});
	if (help) process.stdout.write(HELP);
	else process.exitCode = await run(options.check);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

async function run(check: boolean): Promise<number> {
	const settings = readEnvironment(process.env);
	const progress = createProgressLine(process.stderr);
	const { results, missing } = await runJudges({
		executablePath: settings.browserPath,
		cache: join(settings.data, "truth"),
		onProgress: (words, done, total) => progress.bar(done, total, words),
	});
	progress.clear();
	const { markdown, table, checks, faults: judged } = truthPage(results, BARS, METHODOLOGY);
	const faults = [...judged, ...overdue(new Date().toISOString().slice(0, 10))];
	process.stdout.write(`${table}\n\n${checks}\n`);
	for (const words of missing) process.stdout.write(`Not asked: ${words}.\n`);
	for (const fault of faults) process.stdout.write(`Does not stand: ${fault}.\n`);
	const path = fileURLToPath(new URL("../../docs/truth.md", import.meta.url));
	if (missing.length > 0) {
		process.stdout.write("docs/truth.md is left as it is: not every judge was asked.\n");
		return EXIT.under;
	}
	if (check) {
		const same = (await readFile(path, "utf8")) === markdown;
		if (!same) process.stdout.write("docs/truth.md is out of date; npm run truth writes it anew.\n");
		return same && faults.length === 0 ? EXIT.fine : EXIT.under;
	}
	await writeFile(path, markdown);
	process.stdout.write("Written to docs/truth.md.\n");
	return faults.length === 0 ? EXIT.fine : EXIT.under;
}
