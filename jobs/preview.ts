// npm run preview: serves dist/ on this machine, as a static host would.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readEnvironment } from "#app/environment.ts";
import { createPreview } from "#app/server/preview-site.ts";
import { readArguments } from "#cli/arguments.ts";
import { reportFailure } from "#cli/exit-code.ts";
import { Failure } from "#core/failure.ts";

const built = (path: string) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
// A build for a server keeps the pages apart from its program.
const dist = existsSync(built("client/index.html")) ? built("client/") : built("");

try {
	readArguments("npm run preview", process.argv.slice(2), {}, { atMost: 0 });
	const { baseUrl, host, port } = readEnvironment(process.env);
	if (!existsSync(`${dist}index.html`)) {
		throw new Failure("input-invalid", { what: "There is no built site in dist/.", todo: "Run npm run report first." });
	}
	const home = `http://${host}:${port}${new URL(`${baseUrl}/`).pathname}`;
	createPreview(dist, baseUrl)
		.on("error", (error: NodeJS.ErrnoException) => {
			const inUse = error.code === "EADDRINUSE";
			const what = inUse ? `Port ${port} is taken by another program.` : error.message;
			const failure = new Failure("input-invalid", { what, todo: "Give another one: PORT=4322 npm run preview." });
			process.exitCode = reportFailure(inUse ? failure : error, process.stderr);
		})
		.listen(port, host, () => process.stdout.write(`The site: ${home} (stop with Ctrl+C)\n`));
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}
