import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { counted } from "#core/wording.ts";
import { readArguments, usage } from "./arguments.ts";

/** The program behind the command: copies the live state into a file that is not there. */
export type BackUp = (
	file: string,
) => Promise<{ readonly file: string; readonly bytes: number; readonly receipts: number; readonly pending: number }>;

const BACKUP_HELP = `Copy the live state into one file.

Usage
  npm run backup -- <file>

The copy is the state of one moment; a server may go on writing. It is read
through before it gets its name, and a file that is there is never overwritten.
To restore it, stop the server, put the copy in the place of live.sqlite in
SIGHTLINE_DATA and remove live.sqlite-wal and live.sqlite-shm.

Where DATABASE_URL is set, nothing is copied and the command for Postgres is
printed. Receipts, runs and the log in SIGHTLINE_REPORTS are kept by git.

Options
  --help  print this text

Exit codes
  0 copied   2 bad input, nothing to copy, or a disk that refuses
  70 a defect of this program
`;

const OPTIONS = { help: { type: "boolean", short: "h", default: false } } as const;
const COMMAND = "npm run backup --";

/** The backup job: parse, copy, print, exit code. */
export async function backupCommand(argv: readonly string[], backUp: BackUp): Promise<ExitCode> {
	const { values, positionals } = readArguments(COMMAND, argv, OPTIONS, { atMost: 1 });
	if (values.help) {
		process.stdout.write(BACKUP_HELP);
		return EXIT.fine;
	}
	const [target] = positionals;
	if (!target) throw usage(COMMAND, "No file was given");
	const { file, bytes, receipts, pending } = await backUp(target);
	const held = `${counted(receipts, "receipt")}, ${counted(pending, "entry", "entries")} waiting for the log`;
	process.stdout.write(`Copied ${held}: ${(bytes / 1e6).toFixed(1)} MB in ${file}\n`);
	return EXIT.fine;
}
