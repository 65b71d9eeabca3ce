import type { PageMeta } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { alternatives } from "../structured/thing-words.ts";
import { attributeText } from "../words/attribute-text.ts";
import { clip, exhibitsOf } from "../words/exhibits.ts";
import { warnRatio } from "../words/warn-ratio.ts";

/** The four that every page is to have; `og:image:url` is another spelling of the last. */
const BASIC = ["og:title", "og:type", "og:url", "og:image"] as const;
const ALIASES: Readonly<Record<string, string>> = { "og:image:url": "og:image", "og:image:secure_url": "og:image" };

export const openGraph = definePageCheck({
	id: "open-graph",
	pillar: "data",
	engines: ["search", "answers"],
	grade: "standard",
	mode: "light",
	weight: 1,
	weightReason: "Previews look better with it, and search takes the title from it at times; nothing depends on it.",
	title: "The page carries the four basic Open Graph tags",
	why: "Messengers, social networks and search engines take title, picture and address of a shared page from these tags. Without them they guess, and often show no picture.",
	howToFix: "Add og:title, og:type, og:url and og:image to the <head> of every page, each with the page's own values.",
	reference: "https://ogp.me/#metadata",
	reviewed: "2026-11-21",
	note: "The protocol calls all four required and every reader gets by without; so a missing one is a warning. Tags written with name in place of property count, since readers take them.",
	yieldsTo: ["text-without-js", "auth-gate"],
	needs: [],
	evaluate(page) {
		const tags = page.digest.metas.filter((meta) => meta.content.trim() !== "" && meta.key.startsWith("og:"));
		const told = new Set(tags.map(({ key }) => ALIASES[key] ?? key));
		const missing = BASIC.filter((key) => !told.has(key));
		const exhibits = exhibitsOf(page, tags.filter(isBasic));
		if (missing.length === 0) {
			const title = tags.find(({ key }) => key === "og:title")?.content ?? "";
			return {
				outcome: "pass",
				says: `The page carries all four tags; its og:title is "${clip(title, 80)}".`,
				exhibits,
			};
		}
		const values: Readonly<Record<string, string>> = {
			"og:title": clip(page.digest.titles[0]?.text ?? "…", 80),
			"og:type": "website",
			"og:url": page.url,
			"og:image": new URL("/picture.png", page.url).href,
		};
		const lines = missing.map((key) => `<meta property="${key}" content="${attributeText(values[key] ?? "")}">`);
		return {
			outcome: "partial",
			ratio: warnRatio(BASIC.length - missing.length, BASIC.length),
			says: `${page.url} has no ${alternatives(missing)}.`,
			fix: `Add to the <head> of ${page.url}: ${lines.join(" ")}`,
			exhibits,
		};
	},
});

function isBasic({ key }: PageMeta): boolean {
	return BASIC.some((basic) => basic === (ALIASES[key] ?? key));
}
