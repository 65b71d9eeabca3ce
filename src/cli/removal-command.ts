import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { isFailure } from "#core/failure.ts";
import type { RemovalOutcome } from "#core/notice.ts";
import { shortDigest } from "#core/wording.ts";
import { readArguments, usage } from "./arguments.ts";
import { createInk } from "./ink.ts";
import { removalReport } from "./removal-report.ts";

/** The program behind the command. */
export interface RemovalProgram {
	readonly remove: (request: {
		readonly domain: string;
		readonly receipts: readonly string[];
		readonly check: boolean;
	}) => Promise<RemovalOutcome>;
	/** Gives the domain. */
	readonly withdraw: (domain: string) => Promise<string>;
	readonly correct: (request: {
		readonly receipt: string;
		readonly says: string;
	}) => Promise<{ readonly domain: string; readonly notice: "written" | "there" }>;
}

const REMOVAL_HELP = `Take down what a domain's owner has asked for, or correct a receipt.

Usage
  npm run removal -- <domain> [--receipt <id>]… [--check]
  npm run removal -- <domain> --withdraw
  npm run removal -- --correct <receipt id> --says "<text>"

The owner's request is looked for in two places that only the owner can write to:
  DNS    TXT at _sightline.<domain>: sightline-remove=all, or
         sightline-remove=<receipt id>
  file   https://<domain>/.well-known/sightline.json: {"remove": "all"}, or
         {"remove": ["<receipt id>"]}
Found there, a notice is written to notices.json in SIGHTLINE_REPORTS, then the
receipts, their evidence and the drawn cards in SIGHTLINE_DATA, their results in
the run files and corrections of them are deleted. The log stays: its leaves hold digests and times and name nobody. After
"all", no audit of the domain is kept any more.

Options
  --receipt <id>  only this receipt, of those that the request covers; may be
                  given several times
  --check         only look, change nothing
  --withdraw      end a removal of everything, once the owner's request is gone;
                  what was deleted does not come back
  --correct <id>  set a sentence beside a receipt, which itself stays as it is
  --says <text>   the sentence
  --help          print this text

A removal that was interrupted is completed by running it again.

Exit codes
  0 done, or with --check: there is a request   1 nothing asks for it
  2 bad input   3 neither DNS nor the file could be looked at
  70 a defect of this program
`;

const OPTIONS = {
	receipt: { type: "string", multiple: true, default: [] as string[] },
	check: { type: "boolean", default: false },
	withdraw: { type: "boolean", default: false },
	correct: { type: "string" },
	says: { type: "string" },
	help: { type: "boolean", short: "h", default: false },
} as const;
const COMMAND = "npm run removal --";

/** The removal job: parse, do, print, exit code. */
export async function removalCommand(argv: readonly string[], program: RemovalProgram): Promise<ExitCode> {
	const { values, positionals } = readArguments(COMMAND, argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(REMOVAL_HELP);
		return EXIT.fine;
	}
	const { receipt: receipts, check, withdraw, correct, says } = values;
	const [domain] = positionals;
	const removing = check || receipts.length > 0;
	if (correct !== undefined || says !== undefined) {
		if (domain !== undefined || removing || withdraw) throw usage(COMMAND, "--correct goes with --says alone");
		if (correct === undefined || says === undefined) throw usage(COMMAND, "--correct and --says go together");
		return correctReceipt({ receipt: readId("correct", correct), says }, program);
	}
	if (domain === undefined) throw usage(COMMAND, "No domain was given");
	if (withdraw && removing) throw usage(COMMAND, "--withdraw goes with a domain alone");
	if (withdraw) return withdrawRemoval(domain, program);
	const ids = receipts.map((id) => readId("receipt", id));
	const outcome = await program.remove({ domain, receipts: ids, check });
	process.stdout.write(removalReport(outcome, check, createInk(process.stdout)));
	return exitCodeOf(outcome, check);
}

function exitCodeOf({ request, notice, unknown, looked }: RemovalOutcome, check: boolean): ExitCode {
	const asked = request !== undefined && (request.receipts === "all" || unknown.length < request.receipts.length);
	if (check ? asked : notice !== "none") return EXIT.fine;
	return request === undefined && looked.every(({ answered }) => !answered) ? EXIT.notAudited : EXIT.under;
}

async function withdrawRemoval(domain: string, program: RemovalProgram): Promise<ExitCode> {
	try {
		const host = await program.withdraw(domain);
		process.stdout.write(`The removal of ${host} has ended: its audits may be kept and shown again.\n`);
		return EXIT.fine;
	} catch (error) {
		if (!isFailure(error) || error.code !== "not-fetched") throw error;
		process.stderr.write(`sightline: ${error.message}\n`);
		return EXIT.notAudited;
	}
}

async function correctReceipt(
	request: { readonly receipt: string; readonly says: string },
	program: RemovalProgram,
): Promise<ExitCode> {
	const { domain, notice } = await program.correct(request);
	const of = `receipt ${shortDigest(request.receipt)} of ${domain}`;
	const said =
		notice === "written" ? `The correction stands beside ${of}` : `This correction stood beside ${of} already`;
	process.stdout.write(`${said}. Build and publish the site to show it.\n`);
	return EXIT.fine;
}

function readId(option: string, text: string): string {
	if (/^[0-9a-f]{64}$/.test(text)) return text;
	throw usage(COMMAND, `--${option} is "${text}"; it takes a receipt's id, 64 hexadecimal digits`);
}
