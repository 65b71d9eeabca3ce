import { spawnSync } from "node:child_process";
import { FULL } from "#core/long-form.testkit.ts";

/** Why what needs npm's registry is not tested; undefined where it is: in the full run, where the registry answers. */
export function missingRegistry(): string | undefined {
	const asked = FULL && spawnSync("npm", ["view", "sightline-no-such", "--fetch-retries=0"], { encoding: "utf8" });
	return asked && /E404/.test(asked.stderr) ? undefined : "needs npm's registry, in the full run";
}
