import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readArguments, usage } from "./arguments.ts";

/** What a replay tells the command. */
export interface ReplayOutcome {
	readonly original: { readonly id: string };
	readonly bytes: string;
	readonly same: boolean;
	readonly differences: readonly string[];
}
export type RunReplay = (path: string) => Promise<ReplayOutcome>;

const REPLAY_HELP = `Judge a receipt's stored evidence again and compare the bytes.

Usage
  sightline replay <receipt.json> [--print]

Options
  --print  write the receipt as judged now to standard output, to compare it
           yourself: sightline replay r.json --print | cmp - r.json
  --help   print this text

The evidence is kept in SIGHTLINE_DATA for the newest two receipts of a series.

Exit codes
  0 the same bytes   1 other bytes   2 bad input
`;

const OPTIONS = {
	print: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;

/** `sightline replay`: the same evidence must give the same receipt, to the byte. */
export async function replayCommand(argv: readonly string[], runReplay: RunReplay): Promise<ExitCode> {
	const { values, positionals } = readArguments("sightline replay", argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(REPLAY_HELP);
		return EXIT.fine;
	}
	const [path] = positionals;
	if (path === undefined) throw usage("sightline replay", "No receipt was given");
	const { original, bytes, same, differences } = await runReplay(path);
	if (values.print) process.stdout.write(bytes);
	else if (same) process.stdout.write(`Same bytes: the evidence gives receipt ${original.id} again.\n`);
	else process.stdout.write(`Other bytes: ${differences.join(", ")} differ from receipt ${original.id}.\n`);
	return same ? EXIT.fine : EXIT.under;
}
