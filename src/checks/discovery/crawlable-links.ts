import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";
import { onePerPlace, placedDirectives } from "../shared/robots.ts";

/** Scripts without effect: the link is a button in disguise, or opens a menu. */
const NO_OP = /^javascript:\s*(?:void\s*\(?\s*(?:0|null)?\s*\)?|false|undefined|return false|\{\s*\}|\/\/)?\s*;*\s*$/i;
const OWN_SERVICE = /^javascript:\s*(?:window\.)?(?:print\s*\(|history\.|close\s*\()/i;
const TOGGLE = /\s(?:role|aria-(?:haspopup|expanded|controls)|data-(?:bs-)?toggle)\s*=/i;
/** Has its address where crawlers do not look. */
const OTHER_ADDRESS = /\s(?:routerlink|ng-click|data-href|data-url)\s*=/i;
const ADDRESS_VALUE = /\s(?:routerlink|data-href|data-url)\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const HANDLER = /\son\w+\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
/** `open('/products')`, `go(&quot;https://…&quot;)`, `load('about.html')`. */
const QUOTED_ADDRESS =
	/(?:['"`]|&quot;|&#39;)((?:https?:\/)?\/[^'"`&\s]*|[\w./-]+\.(?:html?|php|aspx?|jsp)\b[^'"`&\s]*)/i;
const MOVED_TO = /(?:location(?:\.href)?\s*=|(?:navigate|goto|location\.assign|window\.open)\s*\()\s*['"]([^'"]+)['"]/i;
const LETTER = /[\p{L}\p{N}]/u;
const ACTION =
	/^(?:log ?out|log ?off|sign ?out|print(?: (?:this )?page)?|close|back to top|abmelden|ausloggen|drucken|schließen|(?:se )?déconnexion|imprimer|cerrar sesión|imprimir|esci|stampa|sair|uitloggen|afdrukken|wyloguj|drukuj|çıkış|выйти|печать|ログアウト|印刷|退出|打印|登出|列印|로그아웃|인쇄)$/i;
const GOES = /\son\w+\s*=[^>]*(?:location|navigate|router|goto|window\.open)/i;

/** `live` leads somewhere, `dead` only by script, `idle` shows no sign of leading anywhere. */
type State = "live" | "dead" | "idle";

export const crawlableLinks = definePageCheck({
	id: "crawlable-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Crawlers that run no scripts do not find pages behind links that need a script.",
	tableStakes: true,
	title: "Crawlers can follow your navigation links",
	fault: "Crawlers cannot follow some of your navigation links",
	problem: "crawlers cannot follow some of your links",
	consequence: "Search engines and assistants may never find the pages behind these links.",
	hours: 4,
	doneBy: "developer",
	why: "Crawlers and agents follow addresses. They do not click. If a script opens the entries of your menu, they cannot follow them and never learn about the pages behind them.",
	howToFix: 'Write every link of the navigation as <a href="/page/">. A script may still handle the click.',
	consumer: "Googlebot, Bingbot, crawlers of AI services",
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-21",
	note: "We deduct the share of links that crawlers cannot follow, because one such entry does less harm than a whole menu of them. We skip an anchor without an address that only opens a submenu, logs out or prints, unless the navigation has no other link. Other elements count as links if their handler leaves the page, if they store an address in data-href, or if they have the role of a link without containing a real one. Plain words in a navigation count only if the page has almost no links. If the page marks no navigation, we check all its links. If the home page says nofollow, crawlers follow none of them.",
	yieldsTo: ["text-without-js"],
	wants: ["home"],
	evaluate(page, { home }) {
		const closed = home.state === "found" && home.value.url === page.url ? judgeNofollow(page) : undefined;
		if (closed) return closed;
		const { looked, where } = candidatesOf(page);
		const live = looked.filter((each) => stateOf(each) === "live");
		const scripted = looked.filter((each) => stateOf(each) === "dead");
		const idle = looked.filter((each) => stateOf(each) === "idle" && !isPlaceholder(each));
		// One or two idle entries are a menu button; a menu of nothing else is scripted.
		const dead = live.length === 0 && idle.length > 2 ? [...scripted, ...idle] : scripted;
		const all = live.length + dead.length;
		if (all === 0) return { outcome: "not-applicable", says: `There are no links ${where} of ${page.url}.` };
		const [first] = dead;
		if (!first) {
			return {
				outcome: "pass",
				says: `${all === 1 ? "The one link" : `All ${all} links`} ${where} ${all === 1 ? "has an address" : "have addresses"} that crawlers can follow.`,
			};
		}
		return byShare(live.length / all, {
			says: `${dead.length} of ${plainCount(all, "link")} ${where} of ${page.url} ${plural(dead.length, "works", "work")} only with a script: ${listing(dead.map(called))}.`,
			fix: fixOf(first),
			exhibits: exhibitsOf(page, dead),
		});
	},
});

/** Only on the home page: further pages may use nofollow on purpose. */
function judgeNofollow(page: Page): Verdict | undefined {
	const orders = placedDirectives(page, ["robots", "googlebot", "bingbot"]).filter(
		({ directive: { name } }) => name === "nofollow" || name === "none",
	);
	const [first] = orders;
	if (!first) return undefined;
	return {
		outcome: "fail",
		fault: "The home page tells search engines not to follow its links",
		says: `${first.where} of ${page.url} says ${first.directive.name}, so crawlers follow none of its links.`,
		fix: `${onePerPlace(orders)
			.map(({ removal }) => removal)
			.join(". ")}, or change it to "follow".`,
		exhibits: first.exhibits,
	};
}

type Entry = Pick<PageAnchor, "name" | "at" | "excerpt"> &
	Partial<Pick<PageAnchor, "href" | "url">> & { readonly leads?: boolean };

/** With this many other live links, plain words in a navigation are just words. */
const ELSEWHERE = 3;

function candidatesOf({ digest }: Page): { readonly looked: readonly Entry[]; readonly where: string } {
	const named = digest.anchors.filter((anchor) => !anchor.hidden && anchor.name !== "" && !isAction(anchor));
	const shown = named.filter((anchor) => !anchor.unseen || stateOf(anchor) === "dead");
	const targets = (digest.clickTargets ?? []).filter((target) => !isAction(target));
	const inNav = shown.filter((anchor) => anchor.inNav);
	const elsewhere = shown.filter((anchor) => stateOf(anchor) === "live").length;
	const instead = targets.filter(({ inNav: within, bare }) => within && !(bare && elsewhere >= ELSEWHERE));
	if (inNav.length > 0 || instead.length > 2) return { looked: [...inNav, ...instead], where: "in the navigation" };
	return { looked: [...shown, ...targets.filter(({ bare }) => !bare)], where: "on the page" };
}

/** An anchor without an address marks the current page. */
function isPlaceholder({ href }: Entry): boolean {
	return href === null;
}

/** A link without an address, named after an action and not a page: a button, which crawlers do not need. */
function isAction(anchor: Entry): boolean {
	return ACTION.test(anchor.name.trim()) && stateOf(anchor) !== "live";
}

/** Icon fonts have no readable name; then the tag identifies the link. */
function called({ name, excerpt }: Entry): string {
	return LETTER.test(name) ? `"${clip(name, 40)}"` : clip(startTagOf(excerpt), 60);
}

function fixOf(anchor: Entry): string {
	const { name, at, excerpt } = anchor;
	const link = LETTER.test(name)
		? `the link "${clip(name, 40)}" (${at})`
		: `the icon ${clip(startTagOf(excerpt), 120)} (${at})`;
	const code = pasted(addressOf(anchor));
	return code
		? `Add the address to ${link}: href="${code}".`
		: `Put the address of the page that ${link} opens into its href, instead of the script.`;
}

function addressOf({ href, excerpt }: Entry): string {
	const tag = startTagOf(excerpt);
	const attribute = ADDRESS_VALUE.exec(tag);
	const moved = MOVED_TO.exec(tag) ?? MOVED_TO.exec(href ?? "");
	const address = attribute?.[1] ?? attribute?.[2] ?? moved?.[1] ?? handledAddress(tag);
	return /^(?:https?:\/\/|\/)[^\s{]*$/i.test(address) ? address : "";
}

function stateOf(entry: Entry): State {
	if ("href" in entry) return stateOfLink(entry);
	return entry.leads ? "dead" : "idle";
}

function stateOfLink({ href, url, excerpt }: Entry): State {
	const tag = startTagOf(excerpt);
	const written = href?.trim() ?? "";
	const empty = href === null || written === "" || written === "#" || NO_OP.test(written);
	if (empty) return !TOGGLE.test(tag) && leads(tag) ? "dead" : "idle";
	if (/^javascript:/i.test(written)) return TOGGLE.test(tag) || OWN_SERVICE.test(written) ? "idle" : "dead";
	return url && /^https?:/.test(url) ? "live" : "idle";
}

function leads(tag: string): boolean {
	return OTHER_ADDRESS.test(tag) || GOES.test(tag) || handledAddress(tag) !== "";
}

function handledAddress(tag: string): string {
	const handlers = [...tag.matchAll(HANDLER)].map(([, double, single]) => double ?? single ?? "");
	return handlers.map((code) => QUOTED_ADDRESS.exec(code)?.[1]).find((address) => address !== undefined) ?? "";
}

function startTagOf(excerpt: string): string {
	return /^<[a-z][\w-]*(?:"[^"]*"|'[^']*'|[^'">])*/i.exec(excerpt)?.[0] ?? excerpt;
}
