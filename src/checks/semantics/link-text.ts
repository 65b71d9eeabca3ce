import { listing, plainCount, plural } from "#core/wording.ts";
import type { PageAnchor } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** Share of links with a text that says nothing, up to which nothing is said about it. */
const FEW = 0.1;
/** Marks that stand for no word; arrows and the like are left out, since they say at least "on" and "back". */
const WORDLESS = /^[\s.,;:·•|/\\_'"\u2013\u2014-]+$/u;

export const linkText = definePageCheck({
	id: "link-text",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	weight: 1,
	weightReason: "The sentence around a link often says what its text does not, to those who read it.",
	title: "Links say where they lead",
	fault: "Many links do not say where they lead",
	consequence:
		"People who go through the links of a page, and search engines that follow them, learn nothing about the pages behind them.",
	effort: "small",
	doneBy: "editor",
	why: 'In a list of links, which is how screen readers and agents often read a page, ten times "read more" says nothing. Search engines take the text of a link as a word about the page behind it.',
	howToFix: 'Name the target in the link: "How we repair joints" in place of "read more", or add it by aria-label.',
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); Google Search (link text)",
	reference: "https://www.w3.org/TR/WCAG22/#link-purpose-in-context",
	reviewed: "2026-11-21",
	note: "WCAG lets the sentence around a link say where it leads, so a tenth of such links is passed over and each further one loses half of its share. A link whose text is a full stop or another mark loses all of it. The words are known in some thirty languages.",
	evaluate(page) {
		const links = page.digest.anchors.filter(isNamedLink);
		if (links.length === 0) return { outcome: "not-applicable", says: "The page has no links with a text." };
		const wordless = links.filter(({ name }) => WORDLESS.test(name));
		const generic = links.filter(({ name }) => isGenericLinkText(name));
		const share = generic.length / links.length;
		const wrong = [...wordless, ...(share > FEW ? generic : [])];
		const [first] = wrong;
		if (!first) {
			const count = generic.length === 0 ? "none" : `${generic.length}`;
			return {
				outcome: "pass",
				says: `Of ${plainCount(links.length, "link")} of the page, ${count} ${generic.length > 1 ? "have" : "has"} a text that fits any page.`,
			};
		}
		const texts = listing([...new Set(wrong.map(({ name }) => `"${clip(name, 30)}"`))]);
		const details = {
			says: `${wrong.length} of ${plainCount(links.length, "link")} of ${page.url} ${plural(wrong.length, "has", "have")} a text that fits any page: ${texts}.`,
			fix: `Say in the link to ${clip(first.href ?? "", 80)} (${first.at}) what is there, in place of "${clip(first.name, 30)}".`,
			exhibits: exhibitsOf(page, wrong),
		};
		if (wordless.length === links.length) return { outcome: "fail", ...details };
		// The sentence around words such as "read more" may say where they lead, so each loses half of its share.
		const lost = wordless.length + (wrong.length - wordless.length) / 2;
		return { outcome: "partial", ratio: 1 - lost / links.length, ...details };
	},
});

/** Leads somewhere else, can be met in the accessibility tree, and has a name; without one it is reported by control-names. */
function isNamedLink({ href, name, hidden }: PageAnchor): boolean {
	return href !== null && !/^\s*(?:#|javascript:)/i.test(href) && !hidden && name !== "";
}

/** Link texts that say nothing of where they lead, in the languages that most pages are written in. */
const GENERIC: ReadonlySet<string> = new Set(
	[
		"click here|click|here|this|this link|this page|link|more|more info|more information|read|read more|read on|read this",
		"learn more|see more|show more|view more|find out more|discover more|continue|continue reading|go|details|more details",
		"view details|read full story|read full article|tap here|press here|check it out",
		"hier|klicken sie hier|hier klicken|klick hier|mehr|mehr lesen|mehr erfahren|mehr info|mehr infos|mehr informationen",
		"weiter|weiterlesen|weitere informationen|zum artikel|jetzt lesen",
		"ici|cliquez ici|cliquer ici|lire la suite|lire plus|lire|en savoir plus|savoir plus|plus|plus d infos|voir plus|voir",
		"suite|la suite|découvrir|plus d informations",
		"aquí|haz clic aquí|haga clic aquí|pincha aquí|clic aquí|leer más|más|más información|saber más|ver más|seguir leyendo",
		"conoce más|conocer más",
		"qui|clicca qui|leggi|leggi di più|leggi tutto|di più|scopri di più|scopri|continua|continua a leggere|maggiori informazioni",
		"aqui|clique aqui|leia mais|ler mais|saiba mais|saber mais|mais|mais informações|veja mais|ver mais|continue lendo",
		"hier klikken|klik hier|lees meer|lees verder|meer|meer info|meer informatie|meer lezen|verder lezen|bekijk",
		"här|klicka här|läs mer|läs vidare|mer|her|klikk her|les mer|les mere|læs mere|klik her|mere|se mere",
		"täältä|tästä|lue lisää|lisää|klikkaa tästä|tutaj|kliknij tutaj|czytaj więcej|więcej|dowiedz się więcej|zobacz więcej",
		"zde|klikněte zde|více|číst více|čtěte více|více informací|tu|kliknite sem|viac|čítať viac",
		"здесь|тут|нажмите здесь|подробнее|читать далее|читать дальше|далее|узнать больше|ещё|тут детальніше|детальніше|читати далі",
		"buraya tıklayın|buraya|tıklayın|devamını oku|daha fazla|daha fazla bilgi|devamı",
		"こちら|ここ|ここをクリック|こちらをクリック|詳細|詳細はこちら|詳しくはこちら|もっと見る|続きを読む|続きを見る|もっと詳しく",
		"点击这里|点此|这里|更多|查看更多|了解更多|阅读更多|详情|查看详情|點擊這裡|這裡|更多資訊|了解更多|閱讀更多|詳情|看更多",
		"여기|여기를 클릭|클릭|더보기|더 보기|자세히|자세히 보기|더 알아보기|계속 읽기",
		"xem thêm|đọc thêm|đọc tiếp|tại đây|chi tiết|xem chi tiết|selengkapnya|baca selengkapnya|klik di sini|lihat selengkapnya",
		"اقرأ المزيد|المزيد|هنا|اضغط هنا|انقر هنا|למידע נוסף|קרא עוד|לחץ כאן|כאן|और पढ़ें|यहाँ क्लिक करें",
	]
		.join("|")
		.split("|"),
);

/** True for `Read more »`, `click here!`, `Mehr erfahren`: arrows and punctuation around the words do not count. */
export function isGenericLinkText(text: string): boolean {
	const words = text
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
		.trim();
	return GENERIC.has(words);
}
