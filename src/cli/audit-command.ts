import { EXIT, type ExitCode } from "#config/exit-code.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { Failure } from "#core/failure.ts";
import { AUDIT_MODES, type AuditMode, MAX_PAGES } from "#core/preset.ts";
import { oneOf, readArguments, usage, wholeNumber } from "./arguments.ts";
import { auditReport } from "./audit-report.ts";
import { whatToAudit } from "./audit-target.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";

/** What the command asks of the program. */
export interface AuditRequest {
	readonly domain: string;
	readonly mode: AuditMode;
	/** Pages of a deep audit, the home page among them. */
	readonly pages?: number;
	readonly folder?: string;
	/** Keep receipt and evidence. */
	readonly save: boolean;
	readonly onExchange: (count: number) => void;
}
export type RunAudit = (request: AuditRequest) => Promise<AuditResult>;

const AUDIT_HELP = `Audit a public website, or a built one in a folder.

Usage
  sightline audit <domain> [options]
  sightline audit --dir <folder> --as <domain> [options]

Options
  --mode <light|deep>  how much to look at (light: the home page and the site's
                       files, at most 24 requests; deep: up to 25 pages, slowly
                       and as robots.txt allows any crawler, at most 60 s, and
                       the home page in an installed Chrome or Chromium)
  --pages <N>          pages of a deep audit, 2 to 500; each page beyond 25 may
                       add a second
  --dir <folder>       audit a built static site before it ships; needs --as
  --as <domain>        the domain that the folder will be published on
  --fail-under <N>     exit with 1 when the score is below N (0 to 100)
  --save               keep the receipt in SIGHTLINE_REPORTS and its evidence in
                       SIGHTLINE_DATA
  --json               print the result as JSON
  --help               print this text

Exit codes
  0 fine   1 score under the threshold   2 bad input   3 could not be audited
  70 a defect of this program

Examples
  sightline audit example.com
  sightline audit --dir dist --as example.com --fail-under 80
`;

const OPTIONS = {
	mode: { type: "string", default: "light" },
	pages: { type: "string" },
	dir: { type: "string" },
	as: { type: "string" },
	"fail-under": { type: "string" },
	save: { type: "boolean", default: false },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;
const COMMAND = "sightline audit";

/** `sightline audit`: parse, audit, print, exit code. */
export async function auditCommand(argv: readonly string[], runAudit: RunAudit): Promise<ExitCode> {
	const { values, positionals } = readArguments(COMMAND, argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(AUDIT_HELP);
		return EXIT.fine;
	}
	const target = whatToAudit(COMMAND, { domain: positionals[0], dir: values.dir, as: values.as });
	const mode = oneOf(COMMAND, "mode", values.mode, AUDIT_MODES);
	const pages = pagesOf(values.pages, mode);
	const threshold = values["fail-under"];
	const floor = threshold === undefined ? 0 : wholeNumber(COMMAND, "fail-under", threshold, { from: 0, to: 100 });
	const progress = createProgressLine(process.stderr);
	progress.show(`Auditing ${target.domain} …`);
	const onExchange = (count: number) => progress.show(`Auditing ${target.domain}: ${count} responses read …`);
	try {
		const result = await runAudit({ ...target, mode, ...pages, save: values.save, onExchange });
		progress.clear();
		const text = values.json ? `${JSON.stringify(result, null, 2)}\n` : auditReport(result, createInk(process.stdout));
		process.stdout.write(text);
		if (!result.ok) return EXIT.notAudited;
		return (result.overallScore ?? 0) < floor ? EXIT.under : EXIT.fine;
	} catch (error) {
		progress.clear();
		if (values.json && error instanceof Failure) process.stdout.write(`${JSON.stringify(refusalOf(error), null, 2)}\n`);
		throw error;
	}
}

function pagesOf(given: string | undefined, mode: AuditMode): { pages?: number } {
	if (given === undefined) return {};
	if (mode === "light") throw usage(COMMAND, "--pages needs --mode deep; a light audit looks at one page");
	return { pages: wholeNumber(COMMAND, "pages", given, { from: 2, to: MAX_PAGES }) };
}

/** With `--json`, a script gets JSON whatever happens. */
function refusalOf(error: Failure) {
	return { ok: false, error: error.message, code: error.code };
}
