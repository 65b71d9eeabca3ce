import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck, noHomePage } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { namedBlock, shownName } from "../shared/page-values.ts";
import { hostOf } from "../shared/site-addresses.ts";
import { showsNameOf, websiteOf } from "../shared/site-identity.ts";
import {
	graphOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	unmet,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const { page: reference, required } = VENDOR_REQUIREMENTS.WebSite;

export const website = defineSiteCheck({
	id: "website",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason: "It is the strongest signal for your site's name. Without it, engines take a name from the title.",
	title: "Structured data states the site's name and address",
	fault: "No structured data states the site's name",
	problem: "Google picks the name of your site by itself",
	consequence: "Google prefers this source for the name above your search results, and without it picks a name itself.",
	hours: 0.5,
	doneBy: "developer",
	why: "Every search result shows the site's name above it. Without this data the engine picks a name, and may show the bare domain or a slogan.",
	howToFix: "Add structured data of type WebSite to the home page, with name and url (the address of the home page).",
	consumer: "Google Search (site names)",
	reference,
	reviewed: "2026-11-21",
	note: "Google reads it only on the home page of a host, so we do not ask for it on other pages. A name that the page does not show does not count.",
	yieldsTo: ["jsonld-parse", "head-in-raw-html", "text-without-js", "auth-gate"],
	needs: ["home"],
	evaluate({ home }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		const graph = graphOf(page);
		const site = websiteOf(graph);
		const own = ownUnlessBroken(page, (type) => type === "WebSite");
		if (site) {
			const isInvented = graph.has(site, "name") && !showsNameOf(page, graph, site, target);
			return {
				...(isInvented ? unseen(page, graph, site) : judge(page, graph, site, shownName(page, target))),
				...own,
			};
		}
		const name = shownName(page, target);
		return {
			outcome: "fail",
			says: `${page.url} has no structured data of type WebSite.`,
			fix: `Add to the <head> of ${page.url}${name === undefined ? ", with the site's name instead of the dots" : ""}: ${namedBlock(page, "WebSite", name)}`,
			...own,
		};
	},
});

function unseen(page: Page, graph: StructuredGraph, site: Thing): Verdict {
	const name = textOf(graph, site, "name");
	return {
		outcome: "fail",
		fault: "The page does not show the site's name from its structured data",
		says: `The structured data of ${page.url} calls the site ${name}, but that name does not appear in the page's text, title or address.`,
		fix: `Put the name that visitors see into the WebSite in the ${site.form} ${writtenAt(site)} of ${page.url}, or show "${clip(name, 60)}" on the page.`,
		exhibits: placesOf(page, site),
	};
}

function judge(page: Page, graph: StructuredGraph, site: Thing, name: string | undefined): Verdict {
	const exhibits = placesOf(page, site);
	const missing = unmet(graph, site, required).map(([path]) => path);
	const own = new URL("/", page.url).href;
	if (missing.length > 0) {
		const values = missing.map((path) =>
			path === "url"
				? `"url": "${own}"`
				: `"name"${name === undefined ? " with the name of the site" : `: ${JSON.stringify(name)}`}`,
		);
		const ratio = 1 - missing.length / required.length;
		return byShare(ratio, {
			fault: "The site's structured data lacks its name or address",
			says: `The page's WebSite does not state its ${listing(missing)}, which Google requires for the site's name.`,
			fix: `Add ${listing(values)} to the WebSite in the ${site.form} ${writtenAt(site)} of ${page.url}.`,
			exhibits,
		});
	}
	const [address] = graph.texts(site, "url");
	if (address !== undefined && hostOf(address, page.url) !== hostOf(page.url, page.url)) {
		return {
			outcome: "partial",
			ratio: 0.5,
			fault: "The site's structured data names another host",
			says: `The page's WebSite gives ${clip(address, 80)} as its address, which is on a different host from ${page.url}.`,
			fix: `Write "url": "${own}" in the WebSite in the ${site.form} ${writtenAt(site)} of ${page.url}.`,
			exhibits,
		};
	}
	return { outcome: "pass", says: `The website states its name: ${textOf(graph, site, "name")}.`, exhibits };
}
