import type { SiteLinks } from "./site-links.ts";

export interface NavigationEntry {
	readonly href: string;
	readonly label: string;
	/** `page` on it, `true` on a page below it. */
	readonly current: "page" | "true" | undefined;
}

/** `current`: path of the page. `api`: whether there are pages for developers. */
export function navigation(
	links: SiteLinks,
	current: string,
	{ api, accounts }: { readonly api: boolean; readonly accounts: boolean },
): NavigationEntry[] {
	/** `below`: other parts of the site that count as within. */
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
