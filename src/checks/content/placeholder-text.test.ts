import { describe, expect, it } from "vitest";
import { parseTarget } from "#core/target.ts";
import type { PlaceholderText } from "#evidence/page-digest.ts";
import { aHeading, aPage, ask, aText, found } from "../page.testkit.ts";
import { noticeOf, placeholderText } from "./placeholder-text.ts";

const WHOLE: PlaceholderText = { words: 300, filler: 0, prompts: 0, repeated: 0 };

function answer(placeholder: Partial<PlaceholderText> | undefined, title = "Fenwick", unique = 180) {
	const page = aPage({
		digest: {
			titles: [{ at: "line 1, column 1", excerpt: "", text: title }],
			headings: [aHeading(1, title)],
			text: aText({
				contentWords: 300,
				contentUniqueWords: unique,
				contentStart: "Fenwick",
				placeholder: placeholder && { ...WHOLE, ...placeholder },
			}),
		},
	});
	return ask(placeholderText, { home: found(page) }, page);
}

describe("placeholder-text", () => {
	it.each<[string, Partial<PlaceholderText>, string]>([
		["no filler", {}, "pass"],
		["a forgotten line of filler", { filler: 20 }, "pass"],
		["half of a half", { filler: 75 }, "partial"],
		["filler and requests that make a half together", { filler: 75, prompts: 75 }, "fail"],
		["a builder's requests alone", { prompts: 290 }, "fail"],
		["carousels that repeat a half", { repeated: 150 }, "pass"],
		["nearly all of it repeated", { repeated: 240 }, "fail"],
		["teasers that are alike under many titles", { words: 150, repeated: 140 }, "pass"],
		["a few words on an almost empty page", { words: 8, prompts: 4 }, "pass"],
	])("answers to %s", (_, placeholder, outcome) => {
		expect(answer(placeholder).outcome).toBe(outcome);
	});

	it("scores the share of placeholders", () => {
		expect(answer({ filler: 75 })).toMatchObject({ ratio: 0.5, says: expect.stringContaining("25 % of the words") });
	});

	it("lets a page about filler show some of it", () => {
		expect(answer({ filler: 75 }, "The history of lorem ipsum").outcome).toBe("pass");
		expect(answer({ filler: 200 }, "Lorem ipsum dolor").outcome).toBe("fail");
	});

	it("fails a text of a handful of different words", () => {
		expect(answer({}, "Fenwick", 12)).toMatchObject({
			outcome: "fail",
			fault: expect.stringContaining("repeats the same text"),
		});
	});

	it("judges only the title of older evidence without placeholder counts", () => {
		expect(answer(undefined).outcome).toBe("not-applicable");
		expect(answer(undefined, "Index of /")).toMatchObject({ outcome: "fail", fault: expect.stringContaining("files") });
	});
});

interface Shown {
	readonly title?: string;
	readonly heading?: string;
	readonly text?: string;
	/** Characters of text; by default the length of `text`. */
	readonly length?: number;
	readonly inner?: true;
}

function kindOf({ title = "Fenwick", heading, text = "Fenwick Pottery, 4 Kiln Lane.", length, inner }: Shown) {
	const page = aPage({
		digest: {
			titles: [{ at: "line 1, column 1", excerpt: "", text: title }],
			headings: heading === undefined ? [] : [aHeading(1, heading)],
			text: aText({ start: text.slice(0, 500), visible: length ?? text.length }),
		},
	});
	return noticeOf(page, parseTarget("www.fenwick-pottery.com"), inner === undefined)?.kind ?? null;
}

describe("a placeholder page", () => {
	it.each<[string, Shown]>([
		["server", { title: "Welcome to nginx!", heading: "Welcome to nginx!", length: 600 }],
		["server", { title: "Apache2 Ubuntu Default Page: It works", length: 3400 }],
		["server", { title: "HTTP Server Test Page powered by: Rocky Linux", length: 2600 }],
		["server", { title: "", heading: "It works!", length: 9 }],
		["server", { title: "Web Server's Default Page", length: 700 }],
		["server", { title: "恭喜，站点创建成功！", length: 90 }],
		["server", { title: "fenwick", text: "This is the default page of this server. Upload your files to replace it." }],
		["server", { title: "Create Next App", length: 300 }],
		["listing", { title: "Index of /", heading: "Index of /", length: 4000 }],
		["listing", { title: "www.fenwick-pottery.com - /", heading: "www.fenwick-pottery.com - /", length: 300 }],
		["parked", { title: "fenwick-pottery.com is for sale | Names", length: 9000 }],
		["parked", { heading: "The domain fenwick-pottery.com may be for sale", length: 1200 }],
		["parked", { heading: "Parked Domain name on a shared DNS system", length: 800 }],
		["parked", { text: "This domain was recently registered at a registrar. Please check back later!" }],
		["parked", { title: "fenwick-pottery.com steht zum Verkauf", length: 9000 }],
		["parked", { heading: "Ce nom de domaine est à vendre", length: 800 }],
		["parked", { heading: "¡Este dominio está en venta!", length: 800 }],
		["parked", { heading: "Este domínio está à venda", length: 800 }],
		["parked", { heading: "Questo dominio è in vendita", length: 800 }],
		["parked", { heading: "Deze domeinnaam is te koop", length: 800 }],
		["parked", { heading: "Ta domena jest na sprzedaż", length: 800 }],
		["parked", { title: "Домен fenwick-pottery.com продаётся", length: 800 }],
		["parked", { text: "このドメインは、レジストラで取得されています。" }],
		["parked", { text: "您访问的域名正在出售，点击这里联系我们。" }],
		["suspended", { title: "Account Suspended", text: "This Account has been suspended." }],
		["soon", { title: "Coming Soon – Fenwick", length: 120 }],
		["soon", { heading: "We’ll be back soon!", length: 120 }],
		["soon", { text: "Our new website is coming soon. Call us on 555 0142 until then." }],
		["soon", { heading: "Hier entsteht eine neue Webseite", length: 90 }],
		["soon", { heading: "Notre site est en cours de construction", length: 90 }],
		["soon", { heading: "Sitio en construcción", length: 90 }],
		["soon", { heading: "Site em manutenção", length: 90 }],
		["soon", { heading: "Sito in allestimento", length: 90 }],
		["soon", { heading: "Website in aanbouw", length: 90 }],
		["soon", { heading: "Strona w budowie", length: 90 }],
		["soon", { heading: "Сайт находится в разработке", length: 90 }],
		["soon", { heading: "Sitemiz yapım aşamasındadır", length: 90 }],
		["soon", { heading: "ただいま準備中です。", length: 30 }],
		["soon", { heading: "网站建设中，敬请期待", length: 30 }],
		["soon", { heading: "홈페이지 준비중입니다", length: 30 }],
		["soon", { heading: "الموقع تحت الإنشاء", length: 60 }],
	])("is known as %s by %o", (kind, shown) => {
		expect(kindOf(shown)).toBe(kind);
	});

	it.each<[string, Shown]>([
		["a small site with its own words", {}],
		["a site that sells houses under its own name", { title: "fenwick-pottery.com: houses for sale", length: 900 }],
		[
			"a shop that announces one product",
			{ heading: "New glazes", text: "The blue glaze is coming soon.", length: 400 },
		],
		["a cinema's page of what comes", { title: "Coming soon – Fenwick Cinema", length: 500, inner: true }],
		["a film site that says more than that", { heading: "Coming soon", length: 2400 }],
		["a file listing inside a site", { title: "Index of /", heading: "Index of /", length: 900, inner: true }],
		["a company with a slogan", { title: "It works! | Fenwick", length: 3000 }],
		["a question about a default page", { title: "Why do I see Welcome to nginx! on my site? - Forum", length: 2000 }],
		[
			"a guide to parked domains",
			{ title: "What is a parked domain?", heading: "What is a parked domain?", length: 9000 },
		],
		["a registrar", { title: "Buy a domain name | Fenwick Names", heading: "Find your domain", length: 4000 }],
		["a builder who works on sites", { text: "We pour foundations for houses under construction.", length: 300 }],
	])("is not %s", (_, shown) => {
		expect(kindOf(shown)).toBeNull();
	});
});
