import type { SiteLinks } from "./site-links.ts";

/** One entry of the site's navigation. */
export interface NavigationEntry {
	readonly href: string;
	readonly label: string;
	/** For `aria-current`: `page` where the reader is on it, `true` where on a page below it. */
	readonly current: "page" | "true" | undefined;
}

/**
 * The four ways into the site as seen from the page at the path `current`, and the way to one's own sites where people can
 * sign in. `api` says whether there are pages for developers.
 */
export function navigation(
	links: SiteLinks,
	current: string,
	{ api, accounts }: { readonly api: boolean; readonly accounts: boolean },
): NavigationEntry[] {
	/** `below` are parts of the site beside those whose addresses begin with the entry's own. */
	const entry = (href: string, label: string, ...below: string[]): NavigationEntry => {
		const within = [href, ...below.map((path) => links.file(path))].some((path) => current.startsWith(path));
		return { href, label, current: current === href ? "page" : within ? "true" : undefined };
	};
	return [
		entry(links.scan, "Scan", "compare/"),
		entry(links.wall(), "Wall", "brief/", "history/", "share/", "stats/"),
		entry(links.methodologies, "Methodology", "checks/", "rubric/"),
		...(api ? [entry(links.api, "Developers", "tools/")] : []),
		...(accounts ? [entry(links.dashboard, "Dashboard", "agency/portal/")] : []),
	];
}
