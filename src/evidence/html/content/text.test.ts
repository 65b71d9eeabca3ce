import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").text;

describe("visible text", () => {
	it.each([
		["<p>One</p><p>Two</p>", "One Two"],
		["<p>One\n  two&nbsp;\tthree", "One two three"],
		["a<b>b</b>c<br>d<td>e", "abc de"],
		["<ul><li>a<li>b</ul>c", "a b c"],
		["<table><tr><td>a<td>b</table>", "a b"],
		["<title>no</title><script>no</script><style>no</style><p>yes", "yes"],
		["a<script>no</script>b<style>no</style>c", "abc"],
		["<noscript>no</noscript><template><p>no</p></template>yes", "yes"],
		["<p hidden>no</p><p style='display:none'>no</p><p style=visibility:hidden>no</p>yes", "yes"],
		["a<p hidden>no</p>b", "ab"],
		["<p hidden=until-found>yes</p>", "yes"],
		["<dialog>no</dialog><dialog open>yes</dialog>", "yes"],
		["<div popover>no</div>yes", "yes"],
		["<details><summary>S</summary>yes</details>", "S yes"],
		["<p aria-hidden=true>yes</p>", "yes"],
		["<p style=opacity:0>no</p>yes", "yes"],
		["<svg><title>no</title><desc>no</desc><text>yes</text></svg>", "yes"],
		["<select><option>no</select><textarea>no</textarea><datalist><option>no</datalist>yes", "yes"],
		["<video>no</video><iframe>no</iframe><canvas>no</canvas>yes", "yes"],
		["<!-- no -->yes", "yes"],
		["<div><template shadowrootmode=open>yes</template></div>", "yes"],
		["\u200b\u200byes\ufeff", "yes"],
		["", ""],
	])("of %s", (html, text) => {
		expect(read(html)).toMatchObject({ start: text, visible: text.length });
	});

	it("is counted in full and kept at its beginning", () => {
		const text = read(`<p>${"abcde ".repeat(1000)}`);
		expect(text.visible).toBe(5999);
		expect(text.start).toBe("abcde ".repeat(84).slice(0, 500));
	});
});

describe("main text", () => {
	it.each([
		["<p>out</p><main><p>in</p><p>too</p></main>", 6],
		["<div role=main>in</div>", 2],
		["<main role=presentation>out</main>", 0],
		["<main>in</main><article>out</article>", 2],
		["<article>first</article><article>out</article>", 5],
		["<div role=article>first<article>nested</article></div>", 12],
		["<main hidden>no</main><article>no</article>", 0],
		["<main></main><article>no</article>", 0],
		["<main>a</main><main>b</main>", 3],
		["<p>out", 0],
	])("of %s has %i characters", (html, main) => {
		expect(read(html).main).toBe(main);
	});
});

describe("text of the page's frame", () => {
	it.each([
		["<header>Name</header><nav>Menu</nav><main>Text</main><footer>Foot</footer>", 14],
		["<header><nav>Menu</nav></header><p>Text</p>", 4],
		["<div role=banner>Name</div><aside>Beside</aside><search>Find</search>", 16],
		["<main><header>Name</header><nav>Menu</nav></main>", 0],
		["<article><header>Head</header><footer>By me</footer></article>", 0],
		["<p>Text</p>", 0],
	])("of %s", (html, length) => {
		expect(read(html).frame).toBe(length);
	});
});

describe("text in noscript", () => {
	const LINKS = '<a href="/a">A</a> <a href="/b">B</a> <a href="/c">C</a>';
	const LONG = "<p>The topic, and what was said of it by those who know.</p>".repeat(10);

	it("is what a page without other text says, with its structure", () => {
		const page = readPage(
			`<body><div id=app></div><noscript><header>Name</header><main><h1>Topic</h1>${LONG}${LINKS}</main></noscript><script src=a></script>`,
			"https://site.example/",
		);
		expect(page).toMatchObject({ headings: [{ text: "Topic", at: "line 1, column 62" }], hidden: [] });
		expect(page.text.start).toMatch(/^Name Topic The topic/);
		expect(page.text.content).toBeGreaterThan(500);
	});

	it.each([
		["a page that has text", `${LONG}${LONG}<noscript>${LONG}</noscript>`, 1079],
		["words that nobody sees", `Three visible words<noscript>${LONG}</noscript><script src=a></script>`, 19],
		[
			"a page without a place to draw",
			`<noscript><main><h1>a</h1>${LONG}${LINKS}</main></noscript><script src=a></script>`,
			0,
		],
		["a notice that asks for scripts", `<noscript><p class="${"x".repeat(600)}">Turn JavaScript on.</p></noscript>`, 0],
		["images", `<noscript>${'<img src="/a.jpg" alt="A harbour">'.repeat(40)}</noscript>`, 0],
	])("is left out beside or as %s", (_, html, visible) => {
		expect(read(html).visible).toBe(visible);
	});
});

const placeholders = (body: string) =>
	readPage(`<title>Page</title><main>${body}</main>`, "https://site.example/").text.placeholder;
const LATIN = "Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.";
const OWN = "We mend what others throw away and show you how.";

describe("words in place of text that is still to be written", () => {
	it("are filler in blocks of the typesetters' Latin", () => {
		expect(placeholders(`<p>${LATIN}</p><p>${OWN}</p>`)).toEqual({ words: 23, filler: 13, prompts: 0, repeated: 0 });
		expect(placeholders(`<p>${OWN}</p><h2>Lorem ip</h2>`)).toMatchObject({ filler: 2 });
	});

	it.each([
		["a name", "<p>Ipsum</p><p>Dolor Clothing mends what others throw away, in Fenwick Lane."],
		["a sentence about it", "<p>Printers have set lorem ipsum since the sixties."],
		["real Latin", "<p>Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani."],
		["Spanish", "<p>La minima dolor et sed in est: eso dicen quienes no saben nada de medicina."],
		["a quotation", `<blockquote><p>${LATIN}</blockquote>`],
		["code", `<pre>${LATIN}</pre>`],
		["a footer", `</main><footer>${LATIN}</footer>`],
	])("are none in %s", (_, body) => {
		expect(placeholders(body)).toMatchObject({ filler: 0, prompts: 0 });
	});

	it.each([
		["<p>I’m a paragraph. Click here to add your own text and edit me.", 13],
		["<p>Klicken Sie hier, um Ihren eigenen Text einzugeben.", 8],
		["<p>Let’s use this space to share what we learned in Fenwick Lane.", 0],
		["<p>Click here to add your shop to the map of the town.", 0],
		["<p>Haz clic aquí para añadir tu propio texto.", 8],
		["<p>在此处输入文字", 7],
		["<h2>Service Name</h2><p>We mend shoes.</p>", 2],
		["<p>Our service name is Fenwick.", 0],
		["<h2>Hello world</h2><p>We mend shoes in Fenwick Lane, and bags on Fridays.", 2],
		[`<p>${OWN} ${OWN} ${OWN} ${OWN} ${OWN} In the editor, your text here means a gap.`, 3],
	])("are a builder's requests in %s", (body, prompts) => {
		expect(placeholders(body)).toMatchObject({ prompts });
	});

	it("are repeated in blocks that say again what was said", () => {
		expect(placeholders(`<p>${OWN}</p>`.repeat(4))).toEqual({ words: 40, filler: 0, prompts: 0, repeated: 30 });
		expect(placeholders(`<p>${"again and ".repeat(30)}`)).toMatchObject({ words: 60, repeated: 60 });
		expect(placeholders("<p>Read more</p>".repeat(30))).toMatchObject({ repeated: 0 });
		const asked = (number: number) => `<p>Question ${number}: what is the use of part ${number} here?`;
		expect(placeholders(Array.from({ length: 9 }, (_, number) => asked(number)).join(""))).toMatchObject({
			repeated: 80,
		});
	});
});

describe("a request for consent", () => {
	const asked: readonly (readonly [says: string, accepts: string])[] = [
		["We and our 214 partners use cookies and personal data to measure how this site is used by you.", "Accept all"],
		[
			"Wir verwenden Cookies. Mit Ihrer Einwilligung messen unsere Partner, wie Sie die Seite benutzen.",
			"Alle akzeptieren",
		],
		[
			"Nous et nos partenaires utilisons des cookies et des traceurs pour mesurer l’audience de ce site.",
			"Tout accepter",
		],
		["Usamos cookies propias y de nuestros partners para medir cómo se usa este sitio web por usted.", "Aceptar todo"],
		[
			"Используем файлы cookie, чтобы сайт работал лучше. Продолжая, вы даёте согласие на обработку данных.",
			"Принять все",
		],
		["当サイトはCookie（クッキー）を使用します。".repeat(4), "すべて同意する"],
		["Używamy plików cookie. Ciasteczka pomagają nam i naszym partnerom mierzyć ruch na stronie.", "Zgadzam się"],
		[
			"Bu site çerez kullanır. Çerezler ve gizlilik için rızanızı istiyoruz; ayrıntılar aşağıdadır efendim.",
			"Kabul et",
		],
	];
	const dialog = ([says, accepts]: (typeof asked)[number]) =>
		`<div><div><p>${says}</p></div><div><button>${accepts}</button></div></div>`;
	const menu = '<nav><a href="/a">Repairs</a> <a href="/b">Classes</a></nav>';

	it("is told from what stands beside it, before or behind it, and counts whole where nothing does", () => {
		for (const each of asked) {
			const wall = dialog(each);
			const alone = read(`<body>${menu}${wall}`).consent;
			expect([each[1], alone?.beside]).toEqual([each[1], 0]);
			for (let sentences = 1; sentences <= 9; sentences += 4) {
				const own = `<main>${`<p>${OWN}</p>`.repeat(sentences)}</main>`;
				const expected = { words: alone?.words, beside: 10 * sentences };
				expect(read(`<body>${menu}${wall}${own}`).consent).toEqual(expected);
				expect(read(`<body>${menu}${own}${wall}`).consent).toEqual(expected);
			}
		}
	});

	it("is what a known tool shows", () => {
		const says = "<p>We use cookies, with your consent.</p>";
		expect(read(`<div id="onetrust-banner-sdk">${says}</div><p>${OWN}`).consent).toEqual({ words: 6, beside: 10 });
		expect(read(`<amp-consent id="consent">${says}</amp-consent>`).consent).toEqual({
			words: 6,
			beside: 0,
		});
		expect(read(`<div hidden id="onetrust-banner-sdk">${says}</div><p>${OWN}`).consent).toBeUndefined();
	});

	it.each([
		["a page about cookies", `<main><p>${asked[0]?.[0]}</p></main>`],
		["its list of cookies", `<div id="ot-sdk-cookie-policy"><p>${asked[0]?.[0]}</p></div>`],
		["a bakery", `<main><p>${OWN} ${OWN} Our cookies are baked daily.</p><button>Accept</button></main>`],
		["a body with a tool's name", `<body class="cookie-banner-open"><p>Cookies and privacy: ${OWN}`],
	])("is none on %s", (_, html) => {
		expect(read(html).consent).toBeUndefined();
	});
});

describe("random letters", () => {
	const ALPHABETS = [
		"abcdefghijklmnopqrstuvwxyz",
		"eeeeetttaaaooiinnsshhrrdlucmfwypvbgk",
		"абвгдежзиклмнопрстуфхцчшыя",
	];
	/** Words of 3 to 9 letters, by a linear congruential generator (Numerical Recipes). */
	function noise(alphabet: string, count: number, seed: number): string {
		let state = seed;
		const next = (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		const word = () => Array.from({ length: 3 + next(7) }, () => alphabet[next(alphabet.length)]).join("");
		return Array.from({ length: count }, word).join(" ");
	}
	function namesOfCountries(locale: string): string[] {
		const names = new Intl.DisplayNames(locale, { type: "region" });
		const codes = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		return codes.flatMap((a) => codes.map((b) => names.of(a + b) ?? "")).filter((name) => name.length > 2);
	}
	const wordsOf = (body: string) => read(`<main><p>Fenwick Lane bindery</p>${body}</main>`).contentWords ?? 0;

	it("are no words of the page's own, in one paragraph or in many", () => {
		for (const alphabet of ALPHABETS) {
			for (let seed = 1; seed <= 20; seed++) {
				const paragraph = `<p>${noise(alphabet, 300, seed)}</p>`;
				expect(wordsOf(paragraph)).toBeLessThan(20);
				expect(wordsOf(paragraph.replaceAll(/ (?=[a-fа-е])/g, "</p><p>"))).toBeLessThan(20);
			}
		}
	});

	it("leave the text before them as it is", () => {
		const own = `<p>${namesOfCountries("en").join(", ")}</p>`;
		expect(wordsOf(`${own}<p>${noise("abcdefghijklmnopqrstuvwxyz", 600, 7)}</p>`)).toBeLessThan(420);
		expect(wordsOf(`${own}<p>${noise("abcdefghijklmnopqrstuvwxyz", 600, 7)}</p>`)).toBeGreaterThan(200);
	});

	it.each(
		"en de fr es it pt nl pl cs hu fi tr vi id sw eu cy is ga mt lt lv et ro sq sl hr ru uk bg sr el he ar fa ur hi bn ta te ml ka hy am th km my lo si ja ko zh".split(
			" ",
		),
	)("are not what lists of names of countries in %s are", (locale) => {
		expect(
			wordsOf(
				namesOfCountries(locale)
					.map((name) => `<p>${name}</p>`)
					.join(""),
			),
		).toBeGreaterThan(240);
	});

	it("are asked for in no quotation and no short text", () => {
		const letters = noise("abcdefghijklmnopqrstuvwxyz", 300, 3);
		expect(wordsOf(`<pre>${letters}</pre>`)).toBeGreaterThan(300);
		expect(wordsOf(`<p>${letters.slice(0, 700)}</p>`)).toBeGreaterThan(90);
	});
});

const ENGLISH =
	"The books that they bring to us have been read by all of their owners, and some of these would not open. ";
const GERMAN =
	"Die Bücher, die man uns bringt, sind von allen gelesen worden, und einige davon lassen sich nicht öffnen. ";
const JAPANESE = "本を手で製本する工房です。修理と講座をしています。";

function languageOf(body: string, lang = "en") {
	return readPage(`<!doctype html><html lang="${lang}"><body>${body}</body></html>`, "https://example.com/").text
		.language;
}

describe("the language of a text", () => {
	it("is known by the words that only its texts are full of", () => {
		const seen = languageOf(`<p>${ENGLISH.repeat(5)}</p>`);
		expect(seen).toMatchObject({ scripts: { Latn: 1 }, words: 110 });
		expect(Object.keys(seen?.languages ?? {})[0]).toBe("en");
		expect(seen?.languages.en).toBeGreaterThan(0.2);
		expect(Object.keys(languageOf(`<p>${GERMAN.repeat(5)}</p>`)?.languages ?? {})[0]).toBe("de");
	});

	it("is known by its script", () => {
		expect(languageOf(`<p>${JAPANESE.repeat(20)}</p>`)).toMatchObject({
			scripts: { Kana: expect.any(Number), Hani: expect.any(Number) },
		});
		expect(languageOf(`<p>${"Мы переплетаем книги вручную. ".repeat(12)}</p>`)).toMatchObject({ scripts: { Cyrl: 1 } });
	});

	it.each([
		["a part with a language of its own", `<blockquote lang="de">${GERMAN.repeat(9)}</blockquote>`],
		["code", `<pre>${GERMAN.repeat(9)}</pre>`],
		["what nobody sees", `<div hidden>${GERMAN.repeat(9)}</div>`],
	])("leaves out %s", (_, part) => {
		expect(languageOf(`<p>${ENGLISH.repeat(5)}</p>${part}`)).toEqual(languageOf(`<p>${ENGLISH.repeat(5)}</p>`));
	});

	it("looks at a part that repeats the page's language", () => {
		expect(languageOf(`<main lang="en-GB">${ENGLISH.repeat(5)}</main>`)).toEqual(
			languageOf(`<main>${ENGLISH.repeat(5)}</main>`),
		);
	});

	it("is not looked for in a few words", () => {
		expect(languageOf(`<p>${ENGLISH}</p>`)).toBeUndefined();
		expect(languageOf(`<p>${"Bookbindery ".repeat(30)}</p>`)).toMatchObject({ languages: {} });
	});
});
