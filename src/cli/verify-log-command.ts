import { EXIT, type ExitCode } from "#config/exit-code.ts";
import type { LogAudit, LogAuditProgress } from "#core/verification.ts";
import { readArguments } from "./arguments.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";
import { verifyLogReport } from "./verify-log-report.ts";

export interface VerifyLogRequest {
	readonly keys: readonly string[];
	readonly since?: string;
	readonly repair: boolean;
	readonly onProgress: (progress: LogAuditProgress) => void;
}
export type RunVerifyLog = (request: VerifyLogRequest) => Promise<LogAudit>;

const VERIFY_LOG_HELP = `Recompute the whole log and everything that it commits to.

Usage
  npm run verify -- [options]

Every file of SIGHTLINE_REPORTS/log is compared with what the entries give, the
entries with the receipts, and the tree with every checkpoint that was published
before and with the last one that this machine has seen. Each fault names the
file that is wrong. A log without faults is remembered: it must never go back.

Options
  --key <key>     a public key that you know, such as example.com/log+0123abcd+AQ…;
                  without it, log/vkeys is trusted. Witnesses' keys, too; repeatable
  --since <file>  a checkpoint of before, which must be a prefix:
                  git show HEAD~1:reports/log/checkpoint > before
  --repair        write tiles anew that the entries prove, and remove what a seal
                  that was cut off has left; never entries, checkpoint or keys
  --json          print the outcome as JSON
  --help          print this text

Exit codes
  0 the log is whole   1 it has faults   2 bad input, or there is no log
  70 a defect of this program
`;

const OPTIONS = {
	key: { type: "string", multiple: true },
	since: { type: "string" },
	repair: { type: "boolean", default: false },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;

/** The verifying job: parse, recompute, print, exit code. */
export async function verifyLogCommand(argv: readonly string[], verifyLog: RunVerifyLog): Promise<ExitCode> {
	const { values } = readArguments("npm run verify --", argv, OPTIONS, { atMost: 0 });
	if (values.help) {
		process.stdout.write(VERIFY_LOG_HELP);
		return EXIT.fine;
	}
	const progress = createProgressLine(process.stderr);
	const keys = values.key ?? [];
	const audit = await verifyLog({
		keys,
		...(values.since === undefined ? {} : { since: values.since }),
		repair: values.repair,
		onProgress: ({ done, total, step }) => progress.bar(done, total, step),
	}).finally(() => progress.clear());
	const ink = createInk(process.stdout);
	// A witness's key says nothing about whose log it is.
	const keysGiven = audit.signedBy.some((signer) => keys.some((key) => key.startsWith(`${signer}+`)));
	process.stdout.write(values.json ? `${JSON.stringify(audit)}\n` : verifyLogReport(audit, { keysGiven }, ink));
	return audit.faults.length === 0 ? EXIT.fine : EXIT.under;
}
