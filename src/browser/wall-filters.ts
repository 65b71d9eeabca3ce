import { PRESETS } from "#core/preset.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import { WALL_ORDERS } from "#site/wall/wall-order.ts";
import type { WallQuery } from "#site/wall/wall-search.ts";

/** The links to the kinds and orders of the wall, made to carry a search along. */
export interface WallFilters {
	/** Points the links at the query's neighbours and marks what is chosen. */
	show(query: WallQuery): void;
	/** `?q=…` of the query; empty without a text. */
	suffix(query: WallQuery): string;
}

/** While a search is on, a click changes it in place; otherwise the link leads to its page. */
export function followFilters(links: SiteLinks, choose: (query: WallQuery) => void): WallFilters {
	const anchors = [...document.querySelectorAll<HTMLAnchorElement>("a[data-preset], .orders a[data-order]")];
	let current: WallQuery | undefined;
	for (const anchor of anchors) {
		anchor.addEventListener("click", (event) => {
			if (!current?.text || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
			event.preventDefault();
			choose(chosenBy(anchor, current));
		});
	}
	function show(query: WallQuery): void {
		current = query;
		for (const anchor of anchors) {
			const next = chosenBy(anchor, query);
			anchor.href = links.wall(next.order, next) + suffix(query);
			if (next.preset === query.preset && next.order === query.order) anchor.setAttribute("aria-current", "page");
			else anchor.removeAttribute("aria-current");
		}
	}
	return { show, suffix };
}

function suffix({ text }: WallQuery): string {
	return text === "" ? "" : `?${new URLSearchParams({ q: text })}`;
}

function chosenBy({ dataset }: HTMLAnchorElement, query: WallQuery): WallQuery {
	const order = WALL_ORDERS.find((each) => each === dataset.order);
	if (order) return { ...query, order };
	return { ...query, preset: PRESETS.find((each) => each === dataset.preset) };
}
