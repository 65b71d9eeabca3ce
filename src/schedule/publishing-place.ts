import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Settings } from "#config/environment.ts";

/** Why nothing can be published from here; undefined where the reports are in a git work tree with a remote. */
export async function nowhereToPublish({ reports }: Settings): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)("git", ["-C", reports, "remote"]);
		if (stdout.trim() !== "") return undefined;
	} catch {
		// No git, or no work tree: said below alike.
	}
	return "SIGHTLINE_REPORTS is in no git work tree with a remote.";
}
