import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { plainText } from "../page/page-text.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { badgeAlternative, badgeDescription } from "./badge-texts.ts";
import { drawBadge } from "./draw-badge.ts";
import { drawCard } from "./draw-card.ts";
import { drawSeal } from "./draw-seal.ts";
import {
	answerOembed,
	badgeEmbed,
	type Embed,
	htmlSnippet,
	markdownSnippet,
	reactSnippet,
	shieldsEndpoint,
} from "./embed.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "./hostile-text.testkit.ts";
import { makeFacts } from "./picture-facts.testkit.ts";
import type { PictureFacts } from "./picture-facts.ts";
import { asDocument } from "./sheet.testkit.ts";
import { readHtml, readJsx, readMarkdown } from "./snippets.testkit.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

const BASE = "https://audit.example.com/repo";
const LINKS = createSiteLinks(BASE);
const listed = listedHostileTexts();
/** Setting and parsing a picture takes milliseconds, so the short run draws those of one listed text in so many. */
const STRIDE = FULL ? { small: 1, large: 1 } : { small: 480, large: 1440 };

/** A hostile agency and domain; the slug too, although only ASCII hosts become one. */
const hostile = (text: string) => makeFacts({ agencyName: text, displayDomain: text, slug: text.toWellFormed() });

const plainPicture = await drawBadge(makeFacts()).then(readPicture);

async function drawSmall(facts: PictureFacts): Promise<void> {
	const { title, description, elements, foreign } = readPicture(await drawBadge(facts));
	expect(foreign).toEqual([]);
	expect(elements).toEqual(plainPicture.elements);
	expect(title).toBe(plainText(badgeAlternative(facts)));
	expect(description).toBe(plainText(badgeDescription(facts)));
	if (plainText(facts.agencyName) !== "") expect(description).toContain(plainText(facts.agencyName));
}

async function drawLarge(facts: PictureFacts): Promise<void> {
	for (const svg of [await drawSeal(facts, BASE), asDocument(await drawCard(facts))])
		expect(readPicture(svg).foreign).toEqual([]);
}

function markup({ source, target, alternative }: Embed, width: unknown, height: unknown) {
	return ["a", { href: target }, ["img", { src: source, alt: plainText(alternative), width, height }]];
}

function embed(facts: PictureFacts): void {
	const picture = badgeEmbed(facts, LINKS);
	const alt = plainText(picture.alternative);
	expect(readHtml(htmlSnippet(picture))).toEqual([markup(picture, "252", "20")]);
	expect(readMarkdown(markdownSnippet(picture))).toMatchObject({ alternative: alt });
}

function answer(facts: PictureFacts): void {
	expect(shieldsEndpoint(facts)).toEqual(shieldsEndpoint(makeFacts()));
	const page = `${BASE}/share/x/`;
	const { body } = answerOembed({ url: page }, LINKS, () => facts);
	const [element, ...more] = readHtml("html" in body ? body.html : "");
	const sealed = { alt: plainText(badgeAlternative(facts)), width: "384", height: "152" };
	const image = ["img", { src: expect.stringMatching(/^https:\/\/audit\.example\.com\/repo\/seal\//), ...sealed }];
	expect(more).toEqual([]);
	expect(element).toEqual(["a", { href: expect.stringMatching(/^https:\/\/audit\.example\.com\/repo\//) }, image]);
}

async function checkAll(
	texts: readonly string[],
	stride: { readonly small: number; readonly large: number },
): Promise<void> {
	const embeds = texts.map((text) => badgeEmbed(hostile(text), LINKS));
	// one list of them all, since the compiler takes a millisecond for each call
	const elements = readJsx(`<>${embeds.map((each) => `{${reactSnippet(each)}}`).join("")}</>`);
	expect(elements).toEqual(["", null, ...embeds.map((each) => markup(each, 252, 20))]);
	for (const [at, text] of texts.entries()) {
		const facts = hostile(text);
		try {
			embed(facts);
			answer(facts);
			if (at % stride.small === 0) await drawSmall(facts);
			if (at % stride.large === 0) await drawLarge(facts);
		} catch (error) {
			throw new Error(`With ${JSON.stringify(text.slice(0, 200))}`, { cause: error });
		}
	}
}

describe("foreign text becomes text, wherever it is embedded", () => {
	it("of our own list", { timeout: 60_000 }, async () => {
		await checkAll(HOSTILE_TEXTS, { small: 1, large: 1 });
	});

	it("of the published lists", { timeout: 30 * 60_000 }, async () => {
		expect(listed.length).toBeGreaterThan(2000);
		await checkAll(listed, STRIDE);
	});
});
