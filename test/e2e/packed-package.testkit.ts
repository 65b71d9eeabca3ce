import { cp, mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { inRepository, run, startCommand } from "./process.testkit.ts";

/** The package as npm packs it. */
export interface PackedPackage {
	readonly tarball: string;
	/** Paths in it. */
	readonly files: readonly string[];
	/** Path of esbuild's account of what is in each file of `lib/`. */
	readonly account: string;
}

/** What npm takes into every package beside those that `files` names. */
const ALWAYS = ["package.json", "README.md"];

/**
 * Packs the checkout with the log keys of these reports. Not in the checkout itself, whose lib/ would keep the keys of a test.
 */
export async function packPackage(reports: string): Promise<PackedPackage> {
	const root = await mkdtemp(join(tmpdir(), "sightline-pack-"));
	const stage = join(root, "stage");
	const account = join(root, "account.json");
	await mkdir(stage);
	const bundle = [inRepository("jobs/bundle.ts"), join(stage, "lib"), account];
	expect(await run(bundle, { SIGHTLINE_REPORTS: reports })).toMatchObject({ code: 0, stderr: "" });
	const { files } = JSON.parse(await readFile(inRepository("package.json"), "utf8"));
	const kept = [...ALWAYS, ...(files as string[])].filter((path) => path !== "lib" && !path.startsWith("!"));
	await Promise.all(kept.map((path) => cp(inRepository(path), join(stage, path), { recursive: true })));
	const pack = ["npm", "pack", stage, "--ignore-scripts", "--json", "--pack-destination", root];
	const { code, stdout } = await startCommand(pack).ended;
	expect(code).toBe(0);
	const packed = JSON.parse(stdout);
	// A list up to npm 11, by the package's name from 12 on.
	const [{ filename, files: listed }] = Object.values(packed) as [{ filename: string; files: { path: string }[] }];
	return { tarball: join(root, filename), files: listed.map(({ path }) => path), account };
}

/** Unpacks it as an installation in an empty folder would, without the packages that it names. */
export async function unpackInto(folder: string, { tarball }: PackedPackage): Promise<string> {
	const installed = join(folder, "node_modules", "sightline");
	await mkdir(installed, { recursive: true });
	const unpack = ["tar", "-xzf", tarball, "-C", installed, "--strip-components=1"];
	expect(await startCommand(unpack).ended).toMatchObject({ code: 0 });
	return installed;
}
