import { resolve } from "node:path";
import { usage } from "./arguments.ts";

interface Named {
	readonly domain: string | undefined;
	/** A built site in place of the public one. */
	readonly dir: string | undefined;
	/** The domain that the folder will be published on. */
	readonly as: string | undefined;
}

/** Domain, and the folder in its place, as the arguments of a command name them. */
export function whatToAudit(command: string, { domain, dir, as }: Named): { domain: string; folder?: string } {
	if (dir === undefined) {
		if (as !== undefined) throw usage(command, "--as names the domain of a folder, so it needs --dir");
		if (domain === undefined) throw usage(command, "No domain was given");
		return { domain };
	}
	const name = as ?? domain;
	if (name === undefined) throw usage(command, "--dir needs --as, the domain that the folder will be published on");
	if (as !== undefined && domain !== undefined)
		throw usage(command, `Give the domain once: "${domain}" or --as "${as}"`);
	return { domain: name, folder: resolve(dir) };
}
