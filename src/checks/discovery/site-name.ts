import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";
import { shownName } from "../shared/page-values.ts";
import { foldName, showsNameOf, websiteOf } from "../shared/site-identity.ts";
import { graphOf } from "../shared/structured-data.ts";

const LEGAL =
	/\b(?:inc|llc|ltd|limited|gmbh|ag|kg|co|corp|corporation|company|plc|sa|sas|sarl|srl|spa|bv|nv|oy|ab|as|pty|ltda)\b/g;

const RIVALS = "The home page uses different names for the site";

interface Named {
	readonly where: string;
	readonly name: string;
}

export const siteName = defineSiteCheck({
	id: "site-name",
	pillar: "discovery",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason:
		"It decides the name above a search result. If the sources differ, Google picks one or shows the domain.",
	title: "The home page uses one name for the site",
	fault: "The home page does not state the site's name",
	problem: "Google may show a wrong name for your site",
	consequence: "Nothing tells Google what your site is called, so it may show a bare web address or a wrong name.",
	hours: 0.5,
	doneBy: "developer",
	why: "Search results show the site's name above every page. Google takes it from structured data, og:site_name and the title of the home page. If these differ, Google guesses.",
	howToFix:
		"Write the same short name into WebSite.name, og:site_name and the title of the home page. Add other names as alternateName.",
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/appearance/site-names",
	reviewed: "2026-11-21",
	note: "Google asks for a consistent name but does not say what counts as the same. We are tolerant: case, accents (ö, o and oe are equal), punctuation, company forms and extra words do not matter. alternateName counts. The title may say anything as long as the title or heading contains a word of the name or domain. A title alone does not state a name, because a machine cannot know which of its words is the name.",
	yieldsTo: ["jsonld-parse", "title", "text-without-js", "auth-gate"],
	needs: ["home"],
	evaluate({ home }, { target }) {
		if (home.state === "absent") {
			return { outcome: "not-applicable", says: `The home page returns ${home.status}, so it states no name.` };
		}
		const page = home.value;
		const stated = websiteNames(page);
		const metas = page.digest.metas.filter(({ key, content }) => key === "og:site_name" && content.trim() !== "");
		const og = metas.slice(0, 1).map(({ content }): Named => ({ where: "og:site_name", name: content.trim() }));
		const [first, ...others] = [...stated.slice(0, 1), ...og];
		if (!first) {
			return {
				outcome: "fail",
				says: `${page.url} does not name the site in structured data (WebSite) or in og:site_name, so search engines guess its name from the title.`,
				fix: `Add to the <head> of ${page.url}: <meta property="og:site_name" content="${pasted(shownName(page, target) ?? "") || "…"}">, and state the same name in structured data (JSON-LD) of type WebSite.`,
				exhibits: exhibitsOf(page, page.digest.titles.slice(0, 1)),
			};
		}
		const known = [...stated.map(({ name }) => name), ...og.map(({ name }) => name)];
		const exhibits = exhibitsOf(page, [...metas.slice(0, 1), ...page.digest.titles.slice(0, 1)]);
		const rival = others.find(({ name }) => !stated.some((each) => agree(each.name, name)));
		const code = pasted(first.name);
		const tag = code === null ? "og:site_name" : `<meta property="og:site_name" content="${code}">`;
		const fix = `Write "${clip(first.name, 60)}" into WebSite.name and ${tag}, and into the <title> of ${page.url}.`;
		if (rival) {
			const says = `${page.url} calls the site "${clip(first.name, 60)}" in ${first.where} and "${clip(rival.name, 60)}" in ${rival.where}.`;
			return { outcome: "partial", ratio: 0.5, fault: RIVALS, says, fix, exhibits };
		}
		const title = page.digest.titles[0]?.text ?? "";
		const headings = page.digest.headings.filter(({ level }) => level === 1).map(({ text }) => text);
		const heads = [title, ...headings].join(" ");
		if (stated.length > 0 && !isNamed(heads, known) && !isShown(page, target)) {
			return {
				outcome: "fail",
				fault: "Visitors cannot see the site name that the page's data states",
				says: `${page.url} calls the site "${clip(first.name, 60)}" in ${first.where}, but that name does not appear in its title, text or address.`,
				fix,
				exhibits,
			};
		}
		if (title.trim() !== "" && !isNamed(heads, known) && !hasDomain(heads, target)) {
			const says = `${page.url} calls the site "${clip(first.name, 60)}" in ${first.where}, but its title, "${clip(title, 80)}", and its main heading contain no word of that name.`;
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The page's title does not contain the site's name",
				says,
				fix,
				exhibits,
			};
		}
		return {
			outcome: "pass",
			says: `The home page calls the site "${clip(first.name, 60)}" everywhere.`,
			exhibits,
		};
	},
});

function websiteNames({ digest }: Page): readonly Named[] {
	const sites = [...digest.jsonLd.nodes, ...digest.microdata, ...digest.rdfa].filter(({ types }) =>
		types.includes("WebSite"),
	);
	const values = (property: string) => sites.flatMap(({ properties }) => properties[property] ?? []);
	const names = [...values("name"), ...values("alternateName")].filter((name) => name.trim() !== "");
	return names.map((name) => ({ where: "WebSite.name", name: name.trim() }));
}

function agree(one: string, other: string): boolean {
	const [a, b] = [bare(one), bare(other)];
	return a === "" || b === "" || a.includes(b) || b.includes(a);
}

function isShown(page: Page, target: Target): boolean {
	const graph = graphOf(page);
	const site = websiteOf(graph);
	return site !== undefined && showsNameOf(page, graph, site, target);
}

function hasDomain(text: string, { registrableDomain }: Target): boolean {
	return bare(text).includes(bare(registrableDomain.split(".")[0] ?? ""));
}

/** The text contains a name, a word of one, or, in scripts without spaces, two characters of one. */
function isNamed(text: string, names: readonly string[]): boolean {
	const whole = bare(text);
	if (names.some((name) => whole.includes(bare(name)))) return true;
	return names.some((name) => piecesOf(name).some((piece) => whole.includes(piece)));
}

function piecesOf(name: string): readonly string[] {
	const words = folded(name).split(/[^\p{L}\p{N}]+/u);
	return words.flatMap((word) => {
		if (
			!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(
				word,
			)
		) {
			return word.length > 2 ? [word] : [];
		}
		const characters = [...word];
		return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
	});
}

function folded(text: string): string {
	return foldName(text).replace(LEGAL, " ");
}

function bare(text: string): string {
	return folded(text).replace(/[^\p{L}\p{N}]+/gu, "");
}
