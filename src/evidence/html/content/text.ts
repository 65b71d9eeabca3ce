import { fingerprintOf } from "../../fingerprint.ts";
import type { PlaceholderText, TextFacts, TextLanguage } from "../../page-digest.ts";
import type { MainText } from "../main-text/main-text.ts";
import { isLandmark, landmarkRole } from "../names/outline.ts";
import type { Page } from "../page.ts";
import { TEXT_START_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { FoldedText } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { offsetOf } from "../tree/page-tree.ts";
import { hiddenShare } from "./hidden-share.ts";
import { ScriptCounter } from "./language.ts";
import { placeholderWords } from "./placeholder-words.ts";
import { WordCounter } from "./word-counter.ts";

/** Marks of a word: the part of the page it is in. */
const IN_MAIN = 1;
const IN_ARTICLE = 2;
const IN_CONTENT = 4;
/** A telephone number or a price alone says nothing. */
const LETTER = /\p{L}/u;
/** In a part with a language of its own, or in code. */
const ASIDE = 8;
/** Shown, not said. */
const QUOTED = 16;
const QUOTES: ReadonlySet<string> = new Set("pre code samp kbd q blockquote".split(" "));
/** Words of the page's own text that are looked at for how many differ. */
const SAMPLE = 2_000;
const FRAME: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "pre", "samp", "var"]);
/** Google heeds data-nosnippet on these alone (Robots meta tag, data-nosnippet). */
const HEEDED: ReadonlySet<string> = new Set(["span", "div", "section"]);

export function collectText(page: Page): TextFacts {
	const parts = visit(page.steps, new TextParts(page.mainText, /data-nosnippet/i.test(page.source.text)));
	const { visible } = page;
	const { language } = parts;
	return {
		visible: visible.length,
		main: parts.mainLength,
		frame: parts.inFrame.length,
		content: parts.inContent.length,
		...parts.contentWords,
		contentStart: parts.inContent.start,
		placeholder: parts.placeholder,
		start: visible.start,
		words: parts.words,
		mainOffset: parts.mainOffset,
		noSnippet: parts.noSnippet,
		hidden: hiddenShare(page),
		fingerprint: fingerprintOf(parts.mainWords),
		...(language ? { language } : {}),
	};
}

/** Text inside the main part, the first article and the page's frame. */
class TextParts {
	readonly inFrame = new FoldedText(0);
	readonly inContent = new FoldedText(TEXT_START_LENGTH);
	readonly #mainText: MainText;
	readonly #inMain = new FoldedText(0);
	readonly #inArticle = new FoldedText(0);
	readonly #words = new WordCounter();
	/** Source offsets of the first text: of the page, of its main part, of its first article. */
	readonly #offsets: { page?: number; main?: number; article?: number } = {};
	#hasMain = false;
	/** The first article; counts where there is no main. */
	#article: PageElementEntry | undefined;
	#insideArticle = false;
	readonly #scripts = new ScriptCounter();
	/** Language of the page by its root element. */
	#pageLanguage = "";
	/** The outermost open element with a language of its own, or of code. */
	#aside: PageElementEntry | undefined;
	/** Open landmarks of the page's frame, innermost last. */
	readonly #frame: PageElementEntry[] = [];
	/** Index of the first word of each block. */
	readonly #blocks: number[] = [0];
	#quotes = 0;
	readonly #heedsSnippets: boolean;
	/** The outermost open data-nosnippet, with the lengths before it. */
	#snippet: { readonly entry: PageElementEntry; readonly main: number } | undefined;
	#noSnippetMain = 0;
	#noSnippetAll = 0;

	constructor(mainText: MainText, heedsSnippets: boolean) {
		this.#mainText = mainText;
		this.#heedsSnippets = heedsSnippets;
	}

	get mainLength(): number {
		return this.#hasMain ? this.#inMain.length : this.#inArticle.length;
	}

	/** Characters of the main part that the page asks to leave out of snippets; of all text where there is no main part. */
	get noSnippet(): number {
		return this.mainLength > 0 ? this.#noSnippetMain : this.#noSnippetAll;
	}

	get words(): number {
		this.#words.gap();
		return this.#words.count;
	}

	/** Hashes of the words inside main, or else inside the first article, or else of all. */
	get mainWords(): readonly number[] {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const mark = this.#hasMain ? IN_MAIN : IN_ARTICLE;
		if (this.mainLength === 0) return hashes;
		return hashes.filter((_, index) => ((marks[index] ?? 0) & mark) !== 0);
	}

	get contentWords(): Required<Pick<TextFacts, "contentWords" | "contentUniqueWords">> {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const sample = new Set<number>();
		let count = 0;
		for (let index = 0; index < marks.length; index++) {
			if (((marks[index] ?? 0) & IN_CONTENT) === 0) continue;
			if (count++ < SAMPLE) sample.add(hashes[index] ?? 0);
		}
		return { contentWords: count, contentUniqueWords: sample.size };
	}

	get language(): TextLanguage | undefined {
		this.#words.gap();
		return this.#scripts.languageOf(this.#words, ASIDE);
	}

	get placeholder(): PlaceholderText {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const isOwn = (index: number) => ((marks[index] ?? 0) & (IN_CONTENT | QUOTED)) === IN_CONTENT;
		return placeholderWords({ hashes, blocks: this.#blocks, isOwn });
	}

	/** Source characters before the first text of the main part, or before the first text. */
	get mainOffset(): number {
		const { page = 0, main, article } = this.#offsets;
		return (this.#hasMain ? main : article) ?? page;
	}

	start(entry: PageElementEntry): void {
		const { element, context, outer } = entry;
		if (context.main && !outer.main) this.#hasMain = true;
		if (!this.#article && (entry.explicitRole ?? element.tagName) === "article") {
			this.#article = entry;
			this.#insideArticle = true;
		}
		if (isFrame(entry)) this.#frame.push(entry);
		if (element.tagName === "html") this.#pageLanguage = languageOf(entry) ?? "";
		else if (!this.#aside && this.#isAside(entry)) this.#aside = entry;
		if (QUOTES.has(element.tagName)) this.#quotes++;
		this.#edge(entry);
		if (!this.#heedsSnippets || this.#snippet || !HEEDED.has(element.tagName)) return;
		if (hasAttribute(element, "data-nosnippet")) this.#snippet = { entry, main: this.mainLength };
	}

	end(entry: PageElementEntry): void {
		if (entry === this.#article) this.#insideArticle = false;
		if (entry === this.#frame.at(-1)) this.#frame.pop();
		if (entry === this.#aside) this.#aside = undefined;
		if (QUOTES.has(entry.element.tagName)) this.#quotes--;
		this.#edge(entry);
		if (entry !== this.#snippet?.entry) return;
		this.#noSnippetMain += this.mainLength - this.#snippet.main;
		this.#noSnippetAll += entry.textEnd - entry.textStart;
		this.#snippet = undefined;
	}

	text(text: PageTextEntry): void {
		const { context, folded, parent } = text;
		if (context.notRendered || context.notText) return;
		const isContent = this.#mainText.holds(parent);
		if (isContent) this.inContent.add(folded);
		if (context.main) this.#inMain.add(folded);
		if (this.#insideArticle) this.#inArticle.add(folded);
		if (this.#frame.length > 0 && !context.main) this.inFrame.add(folded);
		if (!this.#aside) this.#scripts.add(folded);
		const place = (context.main ? IN_MAIN : 0) | (this.#insideArticle ? IN_ARTICLE : 0);
		const apart = (this.#aside ? ASIDE : 0) | (this.#quotes > 0 ? QUOTED : 0);
		this.#words.add(folded, place | (isContent && LETTER.test(folded) ? IN_CONTENT : 0) | apart);
		this.#noteOffset(text);
	}

	#isAside(entry: PageElementEntry): boolean {
		if (CODE.has(entry.element.tagName)) return true;
		const language = languageOf(entry);
		return language !== undefined && language !== this.#pageLanguage;
	}

	#noteOffset({ node, folded, context }: PageTextEntry): void {
		const offsets = this.#offsets;
		const known = offsets.page !== undefined && (!context.main || offsets.main !== undefined);
		if ((known && (!this.#insideArticle || offsets.article !== undefined)) || folded.trim() === "") return;
		const at = (offsetOf(node) ?? 0) + (node.value.length - node.value.trimStart().length);
		offsets.page ??= at;
		if (context.main) offsets.main ??= at;
		if (this.#insideArticle) offsets.article ??= at;
	}

	#edge({ context, separatesWords }: PageElementEntry): void {
		if (context.notRendered || !separatesWords) return;
		this.#inMain.gap();
		this.#inArticle.gap();
		this.inFrame.gap();
		this.inContent.gap();
		this.#words.gap();
		if (this.#words.count > (this.#blocks.at(-1) ?? 0)) this.#blocks.push(this.#words.count);
	}
}

/** First part of the element's own language tag; undefined where it has none. */
function languageOf({ element }: PageElementEntry): string | undefined {
	return attribute(element, "lang")?.trim().toLowerCase().split(/[-_]/, 1)[0];
}

function isFrame(entry: PageElementEntry): boolean {
	const role = landmarkRole(entry);
	return role !== null && FRAME.has(role) && isLandmark(role, "", entry);
}
