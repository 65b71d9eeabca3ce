import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { inRepository, startCommand } from "./process.testkit.ts";

const SHARED = inRepository("../shared");
const TOOL = `${SHARED}/tools/mini-internet`;

/** Real websites as folders, beside the checkout. */
export const SHARED_SITES = `${SHARED}/sites`;

/** Why the tests that need a network of their own cannot run here; undefined when they can. */
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

/** Runs a command in a network of its own in which every folder of `sites` is a public website. */
export function inMiniInternet(sites: string, command: readonly string[], environment: Record<string, string> = {}) {
	return startCommand([TOOL, sites, "--", ...command], environment).ended;
}
