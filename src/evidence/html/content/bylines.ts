import type { PageByline } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { FoldedText, fold, tidy } from "../tree/fold-text.ts";
import { BlockText, type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { datesIn } from "./dates.ts";
import { type ArticleMember, MARK } from "./sections.ts";

/** Characters of a name with title and office. */
const BYLINE_LENGTH = 100;

const MAX_BYLINES = 20;

const AUTHOR_PAGE =
	/\/(?:authors?|editors?|people|writers?|contributors?|autor(?:es|in|en|innen)?|auteurs?|autor[ei]|redakteure?)\/[^/?#]/i;
/** On these, author classes are one of many facts that content systems write. */
const WHOLE: ReadonlySet<string> = new Set(["article", "section", "main", "body"]);
/** Maximum characters before such a link in its line; later links are part of prose. */
const LINE_START = 40;
const HREF_LENGTH = 500;

interface FoundByline extends ArticleMember {
	readonly byline: PageByline;
}

export function collectBylines(page: Page): readonly PageByline[] {
	const bylines = visit(page.steps, new BylineFinder(page));
	const { sections } = page;
	const own = bylines.found.filter((found) => sections.belongs(found));
	// An author link may also be next to another person's name.
	const named = own.filter(({ byline }) => byline.from !== "link");
	return (named.length > 0 ? named : own).map(({ byline, article }) =>
		// A link to a person does not make the page an article.
		article > 0 && article === sections.own && byline.from !== "link"
			? { ...byline, inArticle: true as const }
			: byline,
	);
}

interface OpenByline {
	readonly entry: PageElementEntry;
	readonly from: PageByline["from"];
	readonly text: FoldedText;
	/** Text length at the end of each block: a card has the name in the first block, office and biography below. */
	readonly ends: number[];
}

/** Characters of a name with title and office; a longer text in several blocks is a card. */
const LONG_NAME = 40;
const MAX_ENDS = 5;

class BylineFinder {
	readonly found: FoundByline[] = [];
	readonly #page: Page;
	#open: OpenByline | undefined;
	readonly #block = new BlockText(BYLINE_LENGTH);
	#before = "";

	constructor(page: Page) {
		this.#page = page;
	}

	start(entry: PageElementEntry): void {
		if (entry.context.notRendered) return;
		if (entry.separatesWords) this.#edge(entry);
		if (this.#open) return;
		const from = this.#fromOf(entry);
		if (from !== null) this.#open = { entry, from, text: new FoldedText(BYLINE_LENGTH), ends: [] };
	}

	end(entry: PageElementEntry): void {
		if (!entry.context.notRendered && entry.separatesWords) this.#edge(entry);
		if (entry !== this.#open?.entry) return;
		const { from } = this.#open;
		const text = nameIn(this.#open);
		this.#open = undefined;
		this.#add(text, from, entry, () => this.#page.source.whole(entry.element));
	}

	text({ node, context }: PageTextEntry): void {
		if (context.notRendered || context.notText) return;
		this.#open?.text.add(fold(node.value.slice(0, BYLINE_LENGTH * 2)));
		if (!this.#open) this.#block.add(node);
	}

	#fromOf(entry: PageElementEntry): PageByline["from"] | null {
		const byAttributes = entry.element.attrs.length > 0 ? this.#fromAttributes(entry) : null;
		if (byAttributes !== null || entry.element.tagName !== "address") return byAttributes;
		// HTML section 4.3.10: in an article, the contact information of the article's author.
		return (this.#page.sections.inside(entry).member?.article ?? 0) > 0 ? "address" : null;
	}

	#fromAttributes(entry: PageElementEntry): PageByline["from"] | null {
		const { element } = entry;
		const { tagName } = element;
		if (tagName === "a" && tokens(attribute(element, "rel")).includes("author")) return "rel=author";
		if (tokens(attribute(element, "itemprop")).includes("author")) return "itemprop";
		const byClass = (this.#page.sections.marks(entry) & MARK.byline) !== 0;
		const marked = byClass || /byline/i.test(attribute(element, "data-testid") ?? "");
		if (marked && !WHOLE.has(tagName)) return "class";
		if (tagName !== "a" || this.#page.sections.inside(entry).beside) return null;
		const href = (attribute(element, "href") ?? "").slice(0, HREF_LENGTH);
		if (this.#block.text.length > LINE_START || !AUTHOR_PAGE.test(href)) return null;
		return LABEL.test(fold(this.#block.text).trim()) ? "text" : "link";
	}

	#edge(entry: PageElementEntry): void {
		this.#endBlock(entry);
		if (!this.#open) return;
		const { text, ends } = this.#open;
		text.gap();
		if (text.length > (ends.at(-1) ?? 0) && ends.length < MAX_ENDS) ends.push(text.length);
	}

	#endBlock(entry: PageElementEntry): void {
		if (this.#block.text === "") return;
		const before = this.#before;
		const { text, at } = this.#block.take();
		const line = fold(text).trim();
		this.#before = line.slice(0, LINE_START);
		if (this.#open || this.#page.sections.inside(entry).beside) return;
		const name = writtenBy(line, before);
		if (name !== undefined) this.#add(name, "text", entry, () => this.#page.source.from(at, "<"));
	}

	#add(
		text: string,
		from: PageByline["from"],
		entry: PageElementEntry,
		locate: () => Pick<PageByline, "at" | "excerpt">,
	): void {
		const { member } = this.#page.sections.inside(entry);
		if (!member || this.found.length === MAX_BYLINES) return;
		const name = authorName(tidy(text, BYLINE_LENGTH));
		if (name === "") return;
		this.found.push({ ...member, byline: { ...locate(), name, from } });
	}
}

function nameIn({ text: { start }, ends }: OpenByline): string {
	const whole = withoutLabel(start);
	if (whole.length <= LONG_NAME) return whole;
	const card = ends.map((end, index) => withoutLabel(start.slice(ends[index - 1] ?? 0, end).trim()));
	return card.find((block) => PERSON.test(block) && authorName(block) !== "") ?? whole;
}

const NAME = String.raw`\p{Lu}[\p{L}.'’-]{0,30}(?: (?:(?:de|da|van|von|der|den|la|le|di|del|dos|bin|al) ){0,2}\p{Lu}[\p{L}.'’-]{0,30}){0,3}`;
const WORDS =
	"(?:[Ww]ritten by|Автор:|Yazan:|Yazar:|Szerző:|Συντάκτης:|Penulis:|Oleh:|Tác giả:|Skribent:|Tekst:|Kirjoittanut|Skriven av|Skrevet av|Skrevet af|Napsal|Napisał|Napisała|Scris de|[Pp]osted by|[Bb]y|BY|Von|Par|Por|POR|Di|Door|Escrito por|Geschrieben von|Verfasst von|Écrit par|Scritto da|Author|Autor(?:\\*?in)?|Auteur ?|Autore|Text)";
/** `By Ada Lovelace`, at the start of a line or after a date, a bar or a time zone abbreviation. */
const BY = new RegExp(
	String.raw`(?:^|[|·•–—\d] ?|\d (?:[AP]M )?[A-Z]{2,4} )(?:${WORDS}: ?|(?!Author|Autor(?:in)? |Auteur|Autore|Text)${WORDS} )(${NAME})`,
	"u",
);
/** If it is the whole line, it may begin in lower case. */
const WHOLE_LINE = new RegExp(`^(?:von|par|por|di|door|texte?)(?::| ) ?(${NAME})$`, "u");
/** Excludes words that are also a day, a preposition in titles or a heading. */
const NAMED = "[Ww]ritten by|[Pp]osted by|[Bb]y|BY|[Vv]on|Por|Escrito por|Geschrieben von|Author|Autor(?:in)?|Auteur ?";
const LABEL = new RegExp(`^(?:${NAMED}):?$`, "u");
const PERSON = new RegExp(`^(?=\\S+ )${NAME},?$`, "u");
const BEGINS = new RegExp(`^(${NAME})`, "u");
/** Fast path, before text is folded. */
const HINT =
	/(?:Автор|Szerző|Συντάκτης|Tác giả|Yaza[nr]:|Penulis:|Oleh:|Skribent:|Tekst:|Kirjoittanut|Skriven|Skrevet|Napsal|Napisał|Scris)|\b(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|POR|[Dd]i|[Dd]oor|da|Text|Aut[a-z]{2,4})\b/;

export function writtenBy(line: string, before: string): string | undefined {
	if (LABEL.test(before)) return BEGINS.exec(line)?.[1];
	return HINT.test(line) ? (BY.exec(line) ?? WHOLE_LINE.exec(line))?.[1] : undefined;
}

const OPENING =
	/^(?:(?:author|autor(?:in|ka)?|auteur|autore|di|text|автор|yazar|yazan|szerző|συντάκτης|penulis|oleh|tác giả|skribent|kirjoittaja|via)(?!\p{L})|作者|文|記者|记者|기자)[:： ]*|^(?:.{0,60}?\s)??(?:by|von|par|por|door)[: ]\s*/iu;
const GLUED = /^By(?=\p{Lu})/u;
const FACT = /(?:^|[\s(])\d|(?<=\p{L})@|(?<=\p{L})\d{1,2}\.? ?\p{L}{3,10}\.? \d{4}/u;
const TAIL =
	/(?:[\s|·•,;:–—/-]|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:on|am|vom|le|el|em|il|op|at|um|ca\.?|(?:last )?updated|published|posted|(?:zuletzt )?aktualisiert|veröffentlicht|publi(?:é|cado)|actualizado|jan|feb|mar|apr|may|mayo|june?|july?|aug|sept?|oct|nov|dec)(?!\p{L})\.?){1,12}$/iu;
const NO_NAME =
	/^(?:(?:the )?authors?|autor(?:in|en|es)?|作者|(?:written|reviewed|edited|fact[- ]checked)(?: by)?|advertiser disclosure|posted|published|veröffentlicht|publicado|publié|(?:last |zuletzt )?(?:updated|modified|aktualisiert)|search|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|january|february|march|april|may|june|july|august|september|october|november|december|bio|about(?: the author)?|über(?: (?:mich|uns|den autor|die autorin))?|latest posts|follow|share|order reprint|by|von|por|par)\P{L}*$|^(?:view|ver|mein|see)\b.{0,20}\b(?:profile?|perfil)\b|^(?:photo|foto|published|posted|updated|letzte|on)\b|^\S*@|^\[/iu;

export function withoutLabel(text: string): string {
	return text.replace(OPENING, "");
}

export function authorName(text: string): string {
	for (const part of text.replace(GLUED, "").split(/[|·•»›]/, 4)) {
		const name = NO_NAME.test(part.trim()) ? "" : withoutFacts(part.trim());
		if (/\p{L}{2}/u.test(name) && !NO_NAME.test(name)) return name;
	}
	return BY.exec(text)?.[1] ?? "";
}

function withoutFacts(text: string): string {
	const date = datesIn(text)[0]?.start ?? text.length;
	const fact = FACT.exec(text)?.index ?? text.length;
	const cut = Math.min(date, fact);
	return cut === text.length ? text : text.slice(0, cut).replace(TAIL, "").trim();
}
