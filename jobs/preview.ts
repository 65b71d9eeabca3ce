// npm run preview: serves dist/ on this machine, as a static host would.
import { fileURLToPath } from "node:url";
import { previewCommand } from "#cli/preview-command.ts";
import { reportFailure } from "#config/exit-code.ts";

try {
	const dist = fileURLToPath(new URL("../dist/", import.meta.url));
	process.exitCode = await previewCommand(process.argv.slice(2), dist);
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
