import { parseTarget, pathBeyondHome } from "#core/target.ts";
import { clipped } from "#core/wording.ts";

const SHOWN_LENGTH = 80;

/** A line for each address that names more than a home page. @throws Failure as `parseTarget` for what is no address */
export function homeOnly(addresses: readonly string[]): string {
	return addresses.map(lineOf).join("");
}

function lineOf(address: string): string {
	const beyond = pathBeyondHome(address);
	if (beyond === undefined) return "";
	return `An audit begins at a site's home page: ${parseTarget(address).url} is audited, not ${clipped(beyond, SHOWN_LENGTH)}.\n`;
}
