import type { AgentType } from "#config/agent-settings.ts";

/** Which addresses of a site answer; documents name no others. */
export interface ServedPaths {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	/** Paths of endpoints below it. */
	readonly paths: ReadonlySet<string>;
	/** Ways in which agents may register. */
	readonly agentTypes: readonly AgentType[];
}

/** The member of a document that names an address, or none where nothing answers there. */
export function addressOf<Name extends string>(
	{ baseUrl, paths }: Pick<ServedPaths, "baseUrl" | "paths">,
	name: Name,
	path: string,
): { readonly [key in Name]?: string } {
	return (paths.has(path) ? { [name]: baseUrl + path } : {}) as { readonly [key in Name]?: string };
}
