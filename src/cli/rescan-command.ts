import { EXIT, type ExitCode } from "#config/exit-code.ts";
import type { RunLine } from "#core/run-line.ts";
import { readArguments } from "./arguments.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";
import { rescanExitCode, rescanReport } from "./rescan-report.ts";

export interface RescanRequest {
	/** Path of the watchlist; the one of SIGHTLINE_REPORTS when absent. */
	readonly watchlist?: string;
	readonly onStart: (run: { readonly resumed: boolean; readonly done: number }, total: number) => void;
	readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly domain: string }) => void;
}
export type RunRescan = (
	request: RescanRequest,
) => Promise<{ readonly lines: readonly RunLine[]; readonly runFile: string }>;

const RESCAN_HELP = `Audit every site of a watchlist and keep the receipts.

Usage
  npm run rescan -- [options]

Options
  --watchlist <file>  default: watchlist.json in SIGHTLINE_REPORTS
  --json              print one line of JSON per site
  --help              print this text

A run that was killed is taken up where it stopped. Runs audit a host once in 60 s.

Exit codes
  0 every site was audited   1 some were not   2 bad input   3 none was
  70 a defect of this program
`;

const OPTIONS = {
	watchlist: { type: "string" },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;

/** The rescan job: parse, run, print, exit code. */
export async function rescanCommand(argv: readonly string[], runRescan: RunRescan): Promise<ExitCode> {
	const { values } = readArguments("npm run rescan --", argv, OPTIONS, { atMost: 0 });
	if (values.help) {
		process.stdout.write(RESCAN_HELP);
		return EXIT.fine;
	}
	const progress = createProgressLine(process.stderr);
	const { lines, runFile } = await runRescan({
		...(values.watchlist === undefined ? {} : { watchlist: values.watchlist }),
		onStart: ({ resumed, done }, total) => {
			if (resumed) process.stderr.write(`Taking up the run that was stopped: ${done} of ${total} are done.\n`);
			progress.bar(done, total, "");
		},
		onProgress: ({ done, total, domain }) => progress.bar(done, total, domain),
	});
	progress.clear();
	if (values.json) process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	else process.stdout.write(rescanReport(lines, runFile, createInk(process.stdout)));
	return rescanExitCode(lines);
}
