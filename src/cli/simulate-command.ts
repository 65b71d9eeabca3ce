import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { AUDIT_MODES, type AuditMode } from "#core/preset.ts";
import type { Simulation } from "#core/simulation.ts";
import { oneOf, readArguments } from "./arguments.ts";
import { whatToAudit } from "./audit-target.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";
import { simulationReport } from "./simulation-report.ts";

/** What the command asks of the program. */
export interface SimulateRequest {
	readonly domain: string;
	readonly mode: AuditMode;
	readonly folder?: string;
	/** Ids of checks; all that cost points when absent. */
	readonly fixes?: readonly string[];
	readonly onExchange: (count: number) => void;
}
export type RunSimulate = (request: SimulateRequest) => Promise<SimulateOutcome>;
/** What it prints with `--json`. */
export interface SimulateOutcome extends Simulation {
	readonly domain: string;
	readonly methodology: string;
}

const SIMULATE_HELP = `Audit a website and compute what each fix would do to its score.

Usage
  sightline simulate <domain> [options]
  sightline simulate --dir <folder> --as <domain> [options]

Options
  --fix <id>           compute the score with this check passing; may be given
                       several times (the ids are those that an audit prints)
  --mode <light|deep>  how much to look at, as in sightline audit
  --dir <folder>       look at a built static site before it ships; needs --as
  --as <domain>        the domain that the folder will be published on
  --json               print the result as JSON
  --help               print this text

Every step is the fix that gains most after those before it. The figures are
computed from what one audit saw: a fix may mend, or uncover, more than one thing.

Exit codes
  0 fine   2 bad input   3 could not be audited   70 a defect of this program

Examples
  sightline simulate example.com
  sightline simulate example.com --fix sitemap --fix canonical
`;

const OPTIONS = {
	fix: { type: "string", multiple: true },
	mode: { type: "string", default: "light" },
	dir: { type: "string" },
	as: { type: "string" },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;
const COMMAND = "sightline simulate";

/** `sightline simulate`: audit, compute, print. */
export async function simulateCommand(argv: readonly string[], run: RunSimulate): Promise<ExitCode> {
	const { values, positionals } = readArguments(COMMAND, argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(SIMULATE_HELP);
		return EXIT.fine;
	}
	const target = whatToAudit(COMMAND, { domain: positionals[0], dir: values.dir, as: values.as });
	const mode = oneOf(COMMAND, "mode", values.mode, AUDIT_MODES);
	const progress = createProgressLine(process.stderr);
	progress.show(`Auditing ${target.domain} …`);
	const onExchange = (count: number) => progress.show(`Auditing ${target.domain}: ${count} responses read …`);
	try {
		const outcome = await run({ ...target, mode, onExchange, ...(values.fix ? { fixes: values.fix } : {}) });
		progress.clear();
		const ink = createInk(process.stdout);
		process.stdout.write(values.json ? `${JSON.stringify(outcome, null, 2)}\n` : simulationReport(outcome, ink));
		return EXIT.fine;
	} finally {
		progress.clear();
	}
}
