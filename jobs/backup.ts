// npm run backup: copies the live state into one file, also while a server writes to it.
import { backUp } from "#cli/backup.ts";
import { backupCommand } from "#cli/backup-command.ts";
import { readEnvironment } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";

try {
	process.exitCode = await backupCommand(process.argv.slice(2), (file) => backUp(file, readEnvironment(process.env)));
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
