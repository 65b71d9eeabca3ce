/** Forms of a page beside its HTML, by the ending of their addresses; docs/adding-a-page.md. */
export const TWIN_TYPES = { md: "text/markdown", json: "application/json" } as const;
export type TwinEnding = keyof typeof TWIN_TYPES;

/** `/a/b/` → `/a/b.md`; the home page's is `index.md`. @param page path with a slash at its end, below `home` */
export function twinAddress(page: string, ending: TwinEnding, home: string): string {
	return page === home ? `${home}index.${ending}` : `${page.slice(0, -1)}.${ending}`;
}

/** `/a/b.md` → `/a/b/`. @param file path below the site's home, with a slash at its front; undefined for no twin's name */
export function pageOfTwin(file: string): string | undefined {
	const [, page] = /^\/(.+)\.(?:md|json)$/.exec(file) ?? [];
	if (page === undefined) return undefined;
	return page === "index" ? "/" : `/${page}/`;
}
