import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { inRepository, startCommand } from "./process.testkit.ts";

const SHARED = inRepository("../shared");
const TOOL = `${SHARED}/tools/mini-internet`;

/** Folders of real websites beside the checkout. */
export const SHARED_SITES = `${SHARED}/sites`;

/** Why tests with a separate network cannot run here; undefined if they can. */
export function whyNoMiniInternet(): string | undefined {
	if (!existsSync(TOOL)) return "no ../shared";
	try {
		execFileSync("ip", ["netns", "add", "sightline-probe"], { stdio: "ignore" });
		execFileSync("ip", ["netns", "del", "sightline-probe"], { stdio: "ignore" });
		return undefined;
	} catch {
		// Not root, no iproute2, or a kernel that forbids namespaces: the reason is the same for the reader.
		return "no network namespaces";
	}
}

/** Runs a command in a separate network where every folder of `sites` is a public website. */
export function inMiniInternet(sites: string, command: readonly string[], environment: Record<string, string> = {}) {
	return startCommand([TOOL, sites, "--", ...command], environment).ended;
}
