// npm run report: audits the sample sites, seals their receipts and builds the site. Needs no network and no server.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "#cli/arguments.ts";
import { main } from "#cli/main.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import { sampleLogEnvironment } from "#log/seal/signing-keys.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const say = (text: string) => process.stdout.write(text);

try {
	readArguments("npm run report", process.argv.slice(2), { options: {} });
	process.exitCode = await report();
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

async function report(): Promise<number> {
	// Keep receipts of samples beside the samples and out of the repository's reports.
	const env = {
		...process.env,
		...(await sampleLogEnvironment()),
		SIGHTLINE_REPORTS: path("../samples"),
		SIGHTLINE_DATA: path("../.sightline/samples"),
	};
	const { reports, baseUrl } = readEnvironment(env);
	const begin = existsSync(join(reports, "log", "checkpoint")) ? [] : ["--new-log"];
	const ends: number[] = [];
	for (const command of [["rescan"], ["seal", ...begin], ["log", "verify"]]) {
		const end = await main(command, { stdout: process.stdout, stderr: process.stderr, env });
		// Bad input or a defect ends the run; sites that could not be audited do not.
		if (end === EXIT.badInput || end === EXIT.defect) return end;
		ends.push(end);
		say("\n");
	}
	say("Building the site …\n");
	const built = spawnSync(process.execPath, [path("../node_modules/astro/bin/astro.mjs"), "build", "--silent"], {
		cwd: path(".."),
		env,
		stdio: "inherit",
	});
	if (built.status !== 0) return Math.max(...ends, EXIT.under);
	say(`Built into dist/. To read it:\n  npm run preview\n  then open ${baseUrl}/ (stop with Ctrl+C)\n`);
	return Math.max(...ends);
}
