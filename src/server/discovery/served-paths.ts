/** Which addresses of a site answer; documents name no others. */
export interface ServedPaths {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	/** Paths of endpoints below it. */
	readonly paths: ReadonlySet<string>;
}

/** The member of a document that names an address, or none where nothing answers there. */
export function addressOf<Name extends string>(
	{ baseUrl, paths }: ServedPaths,
	name: Name,
	path: string,
): { readonly [key in Name]?: string } {
	return (paths.has(path) ? { [name]: baseUrl + path } : {}) as { readonly [key in Name]?: string };
}
