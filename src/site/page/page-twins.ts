/** By the ending of their addresses; docs/adding-a-page.md. */
export const TWIN_TYPES = { md: "text/markdown", json: "application/json" } as const;
export type TwinEnding = keyof typeof TWIN_TYPES;

/** `/a/b/` → `/a/b.md`; the home page's is `index.md`. `page` ends in a slash. */
export function twinAddress(page: string, ending: TwinEnding, home: string): string {
	return page === home ? `${home}index.${ending}` : `${page.slice(0, -1)}.${ending}`;
}

/** `/a/b.md` → `/a/b/`; undefined for another name. `file`: below the site's home, begins with a slash. */
export function pageOfTwin(file: string): string | undefined {
	const [, page] = /^\/(.+)\.(?:md|json)$/.exec(file) ?? [];
	if (page === undefined) return undefined;
	return page === "index" ? "/" : `/${page}/`;
}
