import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { inRepository, run, startCommand } from "./process.testkit.ts";

/** The package packed by npm. */
export interface PackedPackage {
	readonly tarball: string;
	/** Paths in it. */
	readonly files: readonly string[];
	/** Path of an account of what is in each file of `lib/` (`Bundled`). */
	readonly account: string;
}

/** Packs the checkout with the log keys of these reports. */
export async function packPackage(reports: string): Promise<PackedPackage> {
	const root = await mkdtemp(join(tmpdir(), "sightline-pack-"));
	const folder = join(root, "package");
	const account = join(root, "account.json");
	const make = [inRepository("jobs/package.ts"), folder, account];
	expect(await run(make, { SIGHTLINE_REPORTS: reports })).toMatchObject({ code: 0, stderr: "" });
	const { code, stdout } = await startCommand(["npm", "pack", folder, "--json", "--pack-destination", root]).ended;
	expect(code).toBe(0);
	const packed = JSON.parse(stdout);
	// A list up to npm 11, by the package's name from 12 on.
	const [{ filename, files: listed }] = Object.values(packed) as [{ filename: string; files: { path: string }[] }];
	return { tarball: join(root, filename), files: listed.map(({ path }) => path), account };
}

/** Unpacks it like an installation in an empty folder, without its dependencies. */
export async function unpackInto(folder: string, { tarball }: PackedPackage): Promise<string> {
	const installed = join(folder, "node_modules", "sightline");
	await mkdir(installed, { recursive: true });
	const unpack = ["tar", "-xzf", tarball, "-C", installed, "--strip-components=1"];
	expect(await startCommand(unpack).ended).toMatchObject({ code: 0 });
	return installed;
}
