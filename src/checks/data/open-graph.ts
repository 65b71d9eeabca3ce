import { alternatives, listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { articleOf } from "../shared/article.ts";
import { isDead } from "../shared/duplicate-pages.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";
import { productOf } from "../shared/main-thing.ts";
import { firstPicture, ownHeadline, ownPicture } from "../shared/page-values.ts";
import { cleanAddress } from "../shared/site-addresses.ts";
import { graphOf, type Thing } from "../shared/structured-data.ts";

/** The 4 properties that every page should have; `og:image:url` is a synonym of the last. */
const BASIC = ["og:title", "og:type", "og:url", "og:image"] as const;
const ALIASES: Readonly<Record<string, string>> = { "og:image:url": "og:image", "og:image:secure_url": "og:image" };

export const openGraph = definePageCheck({
	id: "open-graph",
	pillar: "data",
	engines: ["search"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Previews look better with these tags, and Google may use the title. Nothing depends on them.",
	title: "The page has the 4 basic Open Graph tags",
	fault: "Open Graph tags for link previews are incomplete",
	problem: "your page may look poor when people share it",
	consequence:
		"When people share your page in chats and social networks, it may appear without an image or with a poor title.",
	hours: 1,
	doneBy: "developer",
	why: "Messengers, social networks and search engines take the title, image and address of a shared page from these tags. Without them they guess, and often show no image.",
	howToFix: "Add og:title, og:type, og:url and og:image to the <head> of every page, each with the page's own values.",
	consumer: "Facebook, LinkedIn, WhatsApp, Slack; Google Search (og:title)",
	reference: "https://ogp.me/#metadata",
	reviewed: "2026-11-21",
	note: "The protocol requires all 4 tags, but every consumer copes without them, so each tag earns a quarter and none at all fails. Tags with name instead of property count, because consumers accept them. This helps search only: no answer engine documents that it reads them.",
	yieldsTo: ["text-without-js", "auth-gate"],
	wants: ["home", "named"],
	evaluate(page, { home, named: addresses }) {
		const tags = page.digest.metas.filter((meta) => meta.content.trim() !== "" && meta.key.startsWith("og:"));
		const named = new Set(tags.map(({ key }) => ALIASES[key] ?? key));
		const missing = BASIC.filter((key) => !named.has(key));
		const exhibits = exhibitsOf(page, tags.filter(isBasic));
		const isHome = home.state === "found" && home.value.url === page.url;
		const pictures = isHome && addresses.state === "found" ? addresses.value : [];
		const lost = pictures.find((each) => each.by === "og:image" && isDead(each));
		if (missing.length === 0 && lost) {
			return {
				outcome: "partial",
				ratio: (BASIC.length - 1) / BASIC.length,
				fault: "The preview image does not exist (og:image)",
				says: `The og:image of ${page.url}, ${clip(lost.url, 100)}, ${lost.softNotFound ? "is a web page, not an image" : `returns ${lost.status}`}.`,
				fix: `Put the image at ${clip(lost.url, 100)}, or put the address of another image into og:image.`,
				exhibits,
			};
		}
		if (missing.length === 0) {
			const title = tags.find(({ key }) => key === "og:title")?.content ?? "";
			return {
				outcome: "pass",
				says: `The page has all 4 tags. Its og:title is "${clip(title, 80)}".`,
				exhibits,
			};
		}
		const details = {
			says: `${page.url} has no ${alternatives(missing)}.`,
			fix: fixOf(page, missing),
		};
		const ratio = (BASIC.length - missing.length) / BASIC.length;
		if (ratio > 0) return { outcome: "partial", ratio, ...details };
		return { outcome: "fail", fault: "The page has no Open Graph tags", ...details };
	},
});

type Basic = (typeof BASIC)[number];

/** Descriptions to use if the page has no value: no value is invented. */
const IN_WORDS: Readonly<Record<Basic, string>> = {
	"og:title": "its title",
	"og:type": "its kind",
	"og:url": "its own address",
	"og:image": "the address of an image that represents it",
};

function fixOf(page: Page, missing: readonly Basic[]): string {
	const kind = kindOf(page);
	const values: Readonly<Record<Basic, string | undefined>> = {
		"og:title": page.digest.titles[0]?.text.trim() || ownHeadline(page),
		"og:type": kind.type,
		"og:url": cleanAddress(page.url),
		"og:image": pictureOf(page, kind) ?? ownPicture(page) ?? firstPicture(page),
	};
	const lines = missing.flatMap((key) => {
		const code = pasted(values[key] ?? "");
		return code ? [[key, `<meta property="${key}" content="${code}">`] as const] : [];
	});
	const rest = missing.filter((key) => !lines.some(([named]) => named === key));
	const words = listing(rest.map((key) => `${key} with ${IN_WORDS[key]}`));
	const named = [lines.map(([, line]) => line).join(" "), words].filter((part) => part !== "");
	return `Add to the <head> of ${page.url}: ${named.join(" and ")}`;
}

interface Kind {
	readonly type: "article" | "product" | "website";
	readonly thing?: Thing | null;
}

function kindOf(page: Page): Kind {
	const product = productOf(page);
	if (product.state === "product") return { type: "product", thing: product.product };
	const article = articleOf(page);
	return article ? { type: "article", thing: article.thing } : { type: "website" };
}

function pictureOf(page: Page, { thing }: Kind): string | undefined {
	if (!thing) return undefined;
	const graph = graphOf(page);
	const inner = graph
		.follow(thing, "image")
		.flatMap((image) => [...graph.texts(image, "url"), ...graph.texts(image, "contentUrl")]);
	const [address = ""] = [...graph.texts(thing, "image"), ...inner];
	return address === "" || /icon|\.(?:svg|ico)(?:\?|$)/i.test(address) ? undefined : URL.parse(address, page.url)?.href;
}

function isBasic({ key }: PageMeta): boolean {
	return BASIC.some((basic) => basic === (ALIASES[key] ?? key));
}
