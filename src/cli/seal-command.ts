import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readArguments, usage } from "./arguments.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";
import { keyPairReport, type SealOutcome, sealReport } from "./seal-report.ts";

export interface SealRequest {
	readonly newLog: boolean;
	readonly rotate: boolean;
	readonly acceptLostKey: boolean;
	readonly witnesses: readonly string[];
	readonly timestamp?: string;
	readonly onProgress: (progress: { readonly done: number; readonly total: number; readonly step: string }) => void;
}

/** The program behind the command. */
export interface Sealing {
	readonly seal: (request: SealRequest) => Promise<SealOutcome>;
	readonly newKey: () => Promise<{ readonly privateKey: string; readonly vkey: string }>;
}

const COMMAND = "npm run seal --";

const SEAL_HELP = `Take new receipts and rechecks into the log, and sign it.

Usage
  npm run seal -- [options]

Options
  --witness "<vkey> <address>"  have a witness cosign the checkpoint; repeatable
  --timestamp <address>         have a time-stamping authority (RFC 3161) date it
  --new-log                     begin the log with the key in LOG_SIGNING_KEY
  --rotate                      sign with a new key from now on; LOG_SIGNING_KEY="<new> <old>"
  --accept-lost-key             with --rotate: the old private key is lost
  --new-key                     print a new pair of keys; nothing else is done
  --json                        print the result as JSON
  --help                        print this text

Environment
  LOG_SIGNING_KEY  private keys, the newest first; without one, a first key is
                   made up and kept in SIGHTLINE_DATA, except where CI is set
  LOG_ORIGIN       name of the log; default: the site's address and /log

Nothing new means nothing is signed. A log that is not what its checkpoint says,
or that went back, is never signed. Killed at any moment, the log is whole.

Exit codes
  0 sealed, or nothing was new   1 sealed, but a file is damaged and was left out
  2 refused, nothing was signed   70 a defect of this program
`;

const OPTIONS = {
	"new-log": { type: "boolean", default: false },
	rotate: { type: "boolean", default: false },
	"accept-lost-key": { type: "boolean", default: false },
	"new-key": { type: "boolean", default: false },
	witness: { type: "string", multiple: true },
	timestamp: { type: "string" },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;

/** The sealing job: parse, seal, print, exit code. */
export async function sealCommand(argv: readonly string[], sealing: Sealing): Promise<ExitCode> {
	const { values } = readArguments(COMMAND, argv, OPTIONS, { atMost: 0 });
	if (values.help) {
		process.stdout.write(SEAL_HELP);
		return EXIT.fine;
	}
	if (values["new-key"]) {
		const pair = await sealing.newKey();
		process.stdout.write(values.json ? `${JSON.stringify(pair)}\n` : keyPairReport(pair, createInk(process.stdout)));
		return EXIT.fine;
	}
	if (values["accept-lost-key"] && !values.rotate) throw usage(COMMAND, "--accept-lost-key goes with --rotate");
	const progress = createProgressLine(process.stderr);
	const outcome = await sealing
		.seal({
			newLog: values["new-log"],
			rotate: values.rotate,
			acceptLostKey: values["accept-lost-key"],
			witnesses: values.witness ?? [],
			...(values.timestamp === undefined ? {} : { timestamp: values.timestamp }),
			onProgress: ({ done, total, step }) => progress.bar(done, total, step),
		})
		.finally(() => progress.clear());
	process.stdout.write(values.json ? `${JSON.stringify(outcome)}\n` : sealReport(outcome, createInk(process.stdout)));
	return outcome.faulty ? EXIT.under : EXIT.fine;
}
