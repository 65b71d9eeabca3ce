import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { isFailure } from "#core/failure.ts";
import type { Verification } from "#core/verification.ts";
import { readArguments, usage } from "./arguments.ts";
import { createInk } from "./ink.ts";
import { createProgressLine } from "./progress-line.ts";
import { verifyReport } from "./verify-report.ts";

/** What the command asks of the program. */
export interface VerifyRequest {
	/** A file, an address or a domain. */
	readonly subject: string;
	readonly proof?: string | undefined;
	readonly receipt?: string | undefined;
	readonly from?: string | undefined;
	readonly keys: readonly string[];
	readonly trustSiteKey: boolean;
	readonly onProgress: (step: string) => void;
}
export type RunVerify = (request: VerifyRequest) => Promise<Verification>;

const VERIFY_HELP = `Check that a receipt is in the log, unchanged, and that its score is right.

Usage
  sightline verify <receipt.json|proof.tlog-proof> [options]
  sightline verify <address of a Sightline site> [options]
  sightline verify <domain> [--from <site>] [options]

A file is checked offline. A receipt's proof is looked for beside it, then in
the log of SIGHTLINE_REPORTS. Of a domain, the newest receipt in
SIGHTLINE_REPORTS is taken, else the newest that the site has.

Options
  --proof <file>    the proof of a receipt (.tlog-proof)
  --receipt <file>  the receipt of a proof (.json)
  --from <site>     where to ask about a domain (default: SIGHTLINE_BASE_URL)
  --key <key>       a public key to trust in place of those that this program
                    knows, such as example.com/log+0123abcd+AQ…; a witness's key
                    is added to them; may be given several times
  --trust-site-key  where no key of the log is known, use the one that the site
                    gives; that only shows that the site agrees with itself
  --json            print the outcome as JSON
  --help            print this text

Exit codes
  0 proved   1 disproved   2 bad input, no proof, no trusted key, or undecided
  3 could not be fetched   70 a defect of this program

Examples
  sightline verify 4b2c….tlog-proof --receipt 4b2c….json
  sightline verify https://audit.example.com/badge/example.com.svg
  sightline verify example.com --from https://audit.example.com
`;

const OPTIONS = {
	proof: { type: "string" },
	receipt: { type: "string" },
	from: { type: "string" },
	key: { type: "string", multiple: true, default: [] as string[] },
	"trust-site-key": { type: "boolean", default: false },
	json: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;
const COMMAND = "sightline verify";

/** `sightline verify`: parse, verify, print, exit code. */
export async function verifyCommand(argv: readonly string[], runVerify: RunVerify): Promise<ExitCode> {
	const { values, positionals } = readArguments(COMMAND, argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(VERIFY_HELP);
		return EXIT.fine;
	}
	const [subject] = positionals;
	if (subject === undefined) throw usage(COMMAND, "No file, address or domain was given");
	const progress = createProgressLine(process.stderr);
	const { proof, receipt, from, key: keys, "trust-site-key": trustSiteKey } = values;
	try {
		const found = await runVerify({ subject, proof, receipt, from, keys, trustSiteKey, onProgress: progress.show });
		progress.clear();
		const text = values.json ? asJson(found) : verifyReport(found, createInk(process.stdout));
		process.stdout.write(text);
		return EXIT_CODES[found.verdict];
	} catch (error) {
		progress.clear();
		if (!isFailure(error)) throw error;
		if (values.json) process.stdout.write(asJson({ verdict: "none", error: error.message, code: error.code }));
		if (error.code !== "not-fetched") throw error;
		process.stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

const EXIT_CODES: Readonly<Record<Verification["verdict"], ExitCode>> = {
	proved: EXIT.fine,
	"self-consistent": EXIT.fine,
	sample: EXIT.fine,
	undecided: EXIT.badInput,
	disproved: EXIT.under,
};

function asJson(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}
