import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (body: string) =>
	readPage(`<title>Page</title><main>${body}</main>`, "https://site.example/").text.placeholder;
const LATIN = "Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.";
const OWN = "We mend what others throw away and show you how.";

describe("words in place of text that is still to be written", () => {
	it("are filler in blocks of the typesetters' Latin", () => {
		expect(read(`<p>${LATIN}</p><p>${OWN}</p>`)).toEqual({ words: 23, filler: 13, prompts: 0, repeated: 0 });
		expect(read(`<p>${OWN}</p><h2>Lorem ip</h2>`)).toMatchObject({ filler: 2 });
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
		expect(read(body)).toMatchObject({ filler: 0, prompts: 0 });
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
		expect(read(body)).toMatchObject({ prompts });
	});

	it("are repeated in blocks that say again what was said", () => {
		expect(read(`<p>${OWN}</p>`.repeat(4))).toEqual({ words: 40, filler: 0, prompts: 0, repeated: 30 });
		expect(read(`<p>${"again and ".repeat(30)}`)).toMatchObject({ words: 60, repeated: 60 });
		expect(read("<p>Read more</p>".repeat(30))).toMatchObject({ repeated: 0 });
	});
});
