import type { PageAnchor } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../words/exhibits.ts";
import { count, listing } from "../words/phrasing.ts";

/** Script that goes nowhere: the link is a button in disguise, or leads to a menu. */
const NO_OP = /^javascript:\s*(?:void\s*\(?\s*(?:0|null)?\s*\)?|false|undefined|return false|\{\s*\}|\/\/)?\s*;*\s*$/i;
const OWN_SERVICE = /^javascript:\s*(?:window\.)?(?:print\s*\(|history\.|close\s*\()/i;
/** Opens and closes something on this page, by its attributes. */
const TOGGLE = /\s(?:role|aria-(?:haspopup|expanded|controls)|data-(?:bs-)?toggle)\s*=/i;
/** Keeps its address where crawlers do not look. */
const OTHER_ADDRESS = /\s(?:routerlink|ng-click|data-href|data-url)\s*=/i;
const GOES = /\son\w+\s*=[^>]*(?:location|navigate|router|goto|window\.open)/i;

/** `live` leads somewhere, `dead` does so by script alone, `idle` shows no sign of leading anywhere. */
type State = "live" | "dead" | "idle";

export const crawlableLinks = definePageCheck({
	id: "crawlable-links",
	pillar: "discovery",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "light",
	weight: 3,
	weightReason: "Pages behind links that only script can follow are found by no crawler that does not run it.",
	title: "The links of the navigation carry their addresses",
	why: "Crawlers and agents follow addresses, they do not click. A menu whose entries are opened by script leads them nowhere, and the pages behind it stay unknown.",
	howToFix: 'Write every link of the navigation as <a href="/page/">; script may still take the click over.',
	reference: "https://developers.google.com/search/docs/crawling-indexing/links-crawlable",
	reviewed: "2026-11-21",
	note: "The deduction is the share of links that lead nowhere, since one dead entry of a menu does not lose what a menu of them loses. An anchor without an address that only opens a submenu is a button and is let be; it counts where the navigation has no other link. Where no navigation is marked, all links of the page are looked at.",
	yieldsTo: ["text-without-js"],
	needs: [],
	evaluate(page) {
		const shown = page.digest.anchors.filter(({ hidden, name }) => !hidden && name !== "");
		const inNav = shown.filter((anchor) => anchor.inNav);
		const looked = inNav.length > 0 ? inNav : shown;
		const where = inNav.length > 0 ? "in the navigation" : "on the page";
		const live = looked.filter((anchor) => stateOf(anchor) === "live");
		const scripted = looked.filter((anchor) => stateOf(anchor) === "dead");
		const idle = looked.filter((anchor) => anchor.href !== null && stateOf(anchor) === "idle");
		// One or two idle anchors are a menu button; a menu of nothing else is a menu by script.
		const dead = live.length === 0 && idle.length > 2 ? [...scripted, ...idle] : scripted;
		const all = live.length + dead.length;
		if (all === 0) return { outcome: "not-applicable", says: `There are no links ${where} of ${page.url}.` };
		const [first] = dead;
		if (!first) {
			return {
				outcome: "pass",
				says: `${all === 1 ? "The one link" : `All ${all} links`} ${where} can be followed by their addresses.`,
			};
		}
		const told = {
			says: `${dead.length} of ${count(all, "link")} ${where} of ${page.url} can be followed by script only: ${listing(dead.map(({ name }) => `"${clip(name, 40)}"`))}.`,
			fix: `Give the link "${clip(first.name, 40)}" (${first.at}) its address: <a href="/the-page/">${clip(first.name, 40)}</a>.`,
			exhibits: exhibitsOf(page, dead),
		};
		if (live.length === 0) return { outcome: "fail", ...told };
		return { outcome: "partial", ratio: live.length / all, ...told };
	},
});

function stateOf({ href, url, excerpt }: PageAnchor): State {
	const tag = startTagOf(excerpt);
	const written = href?.trim() ?? "";
	const empty = href === null || written === "" || written === "#" || NO_OP.test(written);
	if (empty) return !TOGGLE.test(tag) && (OTHER_ADDRESS.test(tag) || GOES.test(tag)) ? "dead" : "idle";
	if (/^javascript:/i.test(written)) return TOGGLE.test(tag) || OWN_SERVICE.test(written) ? "idle" : "dead";
	return url !== null && /^https?:/.test(url) ? "live" : "idle";
}

function startTagOf(excerpt: string): string {
	return /^<a(?:"[^"]*"|'[^']*'|[^'">])*/i.exec(excerpt)?.[0] ?? excerpt;
}
