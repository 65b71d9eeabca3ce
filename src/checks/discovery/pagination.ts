import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor, PageButton } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { articleOf } from "../shared/article.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";

/** Names of buttons that load more of a list, in the most common languages; `show more` may expand a text. */
const MORE = new RegExp(
	[
		"(?:load|view|see|show) (?:more|all|older|next) (?:results?|items?|products?|posts?|articles?|stories|entries|news|reviews|listings|jobs|events)",
		"load more",
		"(?:more|older) (?:posts|articles|stories|results)",
		"mehr (?:laden|produkte|artikel|beiträge|ergebnisse)(?: (?:laden|anzeigen))?",
		"weitere (?:produkte|artikel|beiträge|ergebnisse)(?: (?:laden|anzeigen))?",
		"(?:charger|afficher|voir) plus (?:de|d')?.*(?:produits|articles|résultats)",
		"charger plus",
		"cargar más",
		"(?:ver|mostrar) más (?:productos|artículos|resultados|noticias)",
		"carica (?:altri|altro|più)",
		"carregar mais",
		"meer laden",
		"załaduj więcej",
		"daha fazla (?:yükle|ürün)",
		"показать (?:ещё|еще)",
		"загрузить (?:ещё|еще)",
		"(?:さらに|もっと)読み込む",
		"加载更多",
		"載入更多",
		"더 ?불러오기",
	]
		.map((words) => `^(?:${words})$`)
		.join("|"),
	"i",
);
/** A further page by its address: `?page=2`, `/page/2/`, `?start=20`. */
const PAGE_QUERY = /[?&](?:page|paged|pg|seite|pagina|página|start|offset)=\d+(?:&|$)/i;
const PAGE_PATH = /\/(?:page|seite|pagina|página)[/-]?\d+\/?$/i;
const NEXT =
	/^(?:next(?: page)?|older(?: posts| entries)?|nächste(?: seite)?|ältere beiträge|page suivante|suivante?|siguiente|successiva?|próxima?|volgende|następna|sonraki|следующая|次へ|次のページ|下一页|下一頁|다음)\W*$/i;

export const pagination = definePageCheck({
	id: "pagination",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "Crawlers do not find the content behind the button unless other links or the sitemap lead there.",
	tableStakes: true,
	title: "Long lists link to their next page",
	fault: 'A list has only a "load more" button, so crawlers miss the rest',
	problem: "search engines may not find what your lists show after the first page",
	consequence: "Search engines may not find the products or articles behind the button.",
	hours: 6,
	doneBy: "developer",
	why: 'Crawlers and most agents do not press buttons. For them, products and articles that appear only after a click on "load more" do not exist.',
	howToFix:
		'Add a link to the next part of the list, such as <a href="?page=2">Next page</a>. The button may still handle the click.',
	consumer: "Googlebot, Bingbot, crawlers of AI services",
	reference: "https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading",
	reviewed: "2026-11-21",
	note: "We do not ask for rel=next and rel=prev on <link>, because Google no longer uses them. We cannot recognise infinite scrolling in the source. We skip buttons in a search, a dialog, a comment section or a social feed, because they extend a different list. An article is not a list.",
	yieldsTo: ["text-without-js"],
	evaluate(page) {
		const next = page.digest.anchors.filter((anchor) => isNext(page, anchor));
		const [way] = next;
		if (way) {
			const says = `${page.url} links to more parts of its list, such as ${clip(way.href ?? "", 80)}.`;
			return { outcome: "pass", says, exhibits: exhibitsOf(page, next.slice(0, 2)) };
		}
		const buttons = [...page.digest.buttons, ...page.digest.anchors.filter(leadsNowhere)].filter(isMore);
		const [button] = buttons;
		if (!button) return { outcome: "not-applicable", says: "The page has no list that continues on another page." };
		if (articleOf(page)) {
			return {
				outcome: "not-applicable",
				says: `${page.url} is a single article, and "${clip(button.name, 40)}" adds other content.`,
			};
		}
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `The list on ${page.url} continues only behind the button "${clip(button.name, 40)}" (${button.at}). No link leads to the rest.`,
			fix: `Put a link to the next part next to the button, ${exampleOf(page.url, button.name)}, and serve that part at the address.`,
			exhibits: exhibitsOf(page, buttons),
		};
	},
});

function exampleOf(address: string, name: string): string {
	const next = new URL(address);
	next.searchParams.set("page", "2");
	const [href, text] = [pasted(`${next.pathname}${next.search}`), pasted(name)];
	return href !== null && text !== null ? `such as <a href="${href}">${text}</a>` : "such as this address with page=2";
}

function isNext(page: Page, { url, rel, name, hidden }: PageAnchor): boolean {
	if (hidden || url === null || !/^https?:/.test(url)) return false;
	const here = new URL(page.url);
	const there = new URL(url);
	if (there.host !== here.host || (there.pathname === here.pathname && there.search === here.search)) return false;
	return (
		PAGE_QUERY.test(there.search) || PAGE_PATH.test(there.pathname) || rel.includes("next") || NEXT.test(name.trim())
	);
}

function leadsNowhere({ href }: PageAnchor): boolean {
	return href === null || /^\s*(?:#|javascript:|$)/i.test(href);
}

function isMore({ name, hidden, apart }: PageButton | PageAnchor): boolean {
	return !hidden && !apart && MORE.test(name.trim().replace(/[\s.…↓»›>+]+$/u, ""));
}
