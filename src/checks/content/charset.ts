import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf, headerExhibit } from "../shared/exhibits.ts";

const WHERE: Readonly<Record<PageDigest["charset"]["from"], string>> = {
	bom: "by a byte order mark",
	header: "in the Content-Type header",
	meta: "in the page's head",
	"late-meta": "in the page's head",
	default: "nowhere",
};

export const charset = definePageCheck({
	id: "charset",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason:
		"Browsers and crawlers usually guess the encoding right. When they guess wrong, names and prices turn into gibberish.",
	tableStakes: true,
	title: "The page declares its character encoding as UTF-8",
	fault: "The page does not declare its character encoding",
	problem: "accents and currency signs on your page may turn into nonsense",
	consequence:
		"Accents, quotation marks and currency signs may turn into gibberish for some visitors and for programs that read your page.",
	hours: 0.25,
	doneBy: "developer",
	why: "The character encoding says how bytes become letters. If the page does not declare it, browsers and crawlers have to guess, and a wrong guess turns every accent, quotation mark and currency sign into gibberish.",
	howToFix: 'Write <meta charset="utf-8"> as the first element of the head, and save the files as UTF-8.',
	consumer: "Browsers, Googlebot, Bingbot, AI crawlers",
	reference: "https://html.spec.whatwg.org/multipage/semantics.html#charset",
	reviewed: "2026-11-21",
	evaluate(page) {
		const { label, from, line } = page.digest.charset;
		const exhibits = headerExhibit(page, "content-type");
		if (from === "late-meta") {
			const instead = label === "utf-8" ? "" : `, change ${label} to charset="utf-8", and save the page as UTF-8`;
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The page declares its character encoding too late",
				says: `${page.url} declares the encoding ${label} at line ${line}, after the first 1,024 bytes. A browser that finds it this late may have to start reading the page again.`,
				fix: `Move the <meta> that declares the encoding from line ${line} of ${page.url} to the top of its <head>${instead}.`,
				exhibits: [{ url: page.url, at: `line ${line}`, excerpt: `charset=${label}` }],
			};
		}
		if (from !== "default" && label === "utf-8") {
			return { outcome: "pass", says: `The page declares UTF-8 ${WHERE[from]}.`, exhibits };
		}
		const says =
			from === "default"
				? `${page.url} declares no encoding, either in a header or in its head.`
				: `${page.url} declares the encoding ${nameOf(page)} ${WHERE[from]}, but the HTML standard requires UTF-8.`;
		const save = from === "default" ? "" : " and save it as UTF-8";
		const details = {
			says,
			fix: `Write <meta charset="utf-8"> as the first element in the <head> of ${page.url}${save}, or send "Content-Type: text/html; charset=utf-8".`,
			exhibits: from === "meta" ? exhibitsOf(page, declarationsOf(page)) : exhibits,
		};
		if (from === "default") return { outcome: "fail", ...details };
		return { outcome: "partial", ratio: 0.5, fault: "The page declares an encoding other than UTF-8", ...details };
	},
});

/** Declarations in http-equiv form; the digest keeps no place of `<meta charset>`. */
function declarationsOf({ digest }: Page) {
	return digest.metas.filter(
		({ by, key, content }) => by === "http-equiv" && key === "content-type" && CHARSET.test(content),
	);
}

const CHARSET = /charset\s*=\s*["']?([\w:.-]+)/i;

/** With the declared name if browsers read it differently: `ISO-8859-1, which browsers read as windows-1252,`. */
function nameOf(page: Page): string {
	const { label, from } = page.digest.charset;
	const [first] = from === "meta" ? declarationsOf(page) : [];
	const written = clip(CHARSET.exec(first?.content ?? "")?.[1] ?? label, 40);
	return written.toLowerCase() === label ? label : `${written}, which browsers read as ${label},`;
}
