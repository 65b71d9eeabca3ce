import { parseTarget, pathBeyondHome } from "#core/target.ts";
import { clipped } from "#core/wording.ts";

const SHOWN_LENGTH = 80;

/**
 * What addresses name beside a host that is not looked at, a line for each; empty where all name home pages.
 * @throws Failure as `parseTarget` does for what is no address
 */
export function homeOnly(addresses: readonly string[]): string {
	return addresses.map(lineOf).join("");
}

function lineOf(address: string): string {
	const beyond = pathBeyondHome(address);
	if (beyond === undefined) return "";
	return `An audit begins at a site's home page: ${parseTarget(address).url} is audited, not ${clipped(beyond, SHOWN_LENGTH)}.\n`;
}
