import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { AstroIntegration } from "astro";
import type { Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { TARBALL, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";

const start = promisify(execFile);

/**
 * Packs the command line before pages name it, and puts it beside them. An installed package packs itself, since its
 * folder is what npm unpacked: the same bytes come out. With `SIGHTLINE_CLI` the registry is asked instead.
 * @param isPackage whether this program is the package, not a checkout
 */
export function packedCommandLineIntegration({ cli, data }: Settings, isPackage: boolean): AstroIntegration {
	const kept = join(data, TARBALL);
	const sum = `${TARBALL}.sha256`;
	return {
		name: "sightline-packed-command-line",
		hooks: {
			"astro:build:start": async () => {
				await rm(dirname(kept), { recursive: true, force: true });
				if (cli !== undefined) return requirePublished(cli).catch(stop);
				await mkdir(dirname(kept), { recursive: true });
				await pack(dirname(kept), isPackage);
				const digest = hash("sha256", await readFile(kept), "hex");
				await writeFile(join(data, sum), `${digest}  ${basename(TARBALL)}\n`);
			},
			"astro:build:done": async ({ dir }) => {
				if (cli !== undefined) return;
				const output = fileURLToPath(dir);
				await mkdir(dirname(join(output, TARBALL)), { recursive: true });
				for (const path of [TARBALL, sum]) await copyFile(join(data, path), join(output, path));
			},
		},
	};
}

/** A fault of the settings is the operator's to mend: shown without Astro's stack. */
function stop(error: unknown): never {
	process.exit(reportFailure(error, process.stderr));
}

/** @throws Failure `input-invalid` for a name that would be anybody's to register */
async function requirePublished(name: string): Promise<void> {
	const spec = `${name}@${VERSION}`;
	const found = await npm(["view", spec, "version"]).catch((error: Error) => {
		throw notPublished(spec, error.message.split("\n")[2]?.replace("npm error ", ""));
	});
	// npm says nothing of a version that is not there.
	if (found.trim() === "") throw notPublished(spec, "The registry has no such version.");
}

function notPublished(spec: string, why = "npm cannot be run."): Failure {
	return new Failure("input-invalid", {
		what: `SIGHTLINE_CLI: npm does not find ${spec}.`,
		why,
		todo: "Publish it, or unset SIGHTLINE_CLI: the site then serves the command line itself.",
	});
}

async function pack(into: string, isPackage: boolean): Promise<void> {
	const made = await mkdtemp(join(tmpdir(), "sightline-package-"));
	try {
		if (!isPackage) await start(process.execPath, [rootFile("jobs/package.ts"), made]);
		await npm(["pack", isPackage ? rootFile(".") : made, "--silent", "--ignore-scripts", "--pack-destination", into]);
	} finally {
		await rm(made, { recursive: true, force: true });
	}
}

/** Beside `lib` in the package as beside `src` in a checkout. */
function rootFile(path: string): string {
	return join(dirname(fileURLToPath(import.meta.resolve("sightline/package.json"))), path);
}

async function npm(given: readonly string[]): Promise<string> {
	const { stdout } = await start("npm", given, { shell: process.platform === "win32" });
	return stdout;
}
