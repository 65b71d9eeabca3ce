import { datesIn } from "./date-words.ts";

/** One to four words that begin with a capital, some of them joined by a particle. */
const NAME = String.raw`\p{Lu}[\p{L}.'’-]{0,30}(?: (?:(?:de|da|van|von|der|den|la|le|di|del|dos|bin|al) ){0,2}\p{Lu}[\p{L}.'’-]{0,30}){0,3}`;
const WORDS =
	"(?:[Ww]ritten by|[Pp]osted by|[Bb]y|BY|Von|Par|Por|POR|Di|Door|Escrito por|Geschrieben von|Verfasst von|Écrit par|Scritto da|Author|Autor(?:\\*?in)?|Auteur ?|Autore|Text)";
/** `By Ada Lovelace`, at the beginning of a line or behind a date, a bar or the short name of a time zone. */
const BY = new RegExp(
	String.raw`(?:^|[|·•–—\d] ?|\d (?:[AP]M )?[A-Z]{2,4} )(?:${WORDS}: ?|(?!Author|Autor(?:in)? |Auteur|Autore|Text)${WORDS} )(${NAME})`,
	"u",
);
/** A line of nothing else may begin with a small letter. */
const WHOLE = new RegExp(`^(?:von|par|por|di|door|texte?)(?::| ) ?(${NAME})$`, "u");
/** Words of which none is a day, a preposition of titles or a heading as well. */
const NAMED = "[Ww]ritten by|[Pp]osted by|[Bb]y|BY|[Vv]on|Por|Escrito por|Geschrieben von|Author|Autor(?:in)?|Auteur ?";
/** The label alone, where the name follows in a line of its own. */
const LABEL = new RegExp(`^(?:${NAMED}):?$`, "u");
const BEGINS = new RegExp(`^(${NAME})`, "u");
/** Cheap, before anything is folded. */
const HINT = /\b(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|POR|[Dd]i|[Dd]oor|da|Text|Aut[a-z]{2,4})\b/;

/** The name behind `By` and its kin at the beginning of a line; `before` is the line before it. */
export function writtenBy(line: string, before: string): string | undefined {
	if (LABEL.test(before)) return BEGINS.exec(line)?.[1];
	return HINT.test(line) ? (BY.exec(line) ?? WHOLE.exec(line))?.[1] : undefined;
}

/** Words before the name in an element that is marked as a byline. */
const OPENING =
	/^(?:(?:author|autor(?:in)?|auteur|autore|di|text)(?!\p{L})|作者)[:： ]*|^(?:.{0,60}?\s)??(?:by|von|par|por|door)[: ]\s*/iu;
const GLUED = /^By(?=\p{Lu})/u;
/** Where a time, a number or another fact begins. */
const FACT = /(?:^|[\s(])\d|(?<=\p{L})@|(?<=\p{L})\d{1,2}\.? ?\p{L}{3,10}\.? \d{4}/u;
/** Words that stand before a date, or belong to one. */
const TAIL =
	/(?:[\s|·•,;:–—/-]|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:on|am|vom|le|el|em|il|op|at|um|ca\.?|(?:last )?updated|published|posted|(?:zuletzt )?aktualisiert|veröffentlicht|publi(?:é|cado)|actualizado|jan|feb|mar|apr|may|mayo|june?|july?|aug|sept?|oct|nov|dec)(?!\p{L})\.?){1,12}$/iu;
/** What templates write in the place of a name, or beside it. */
const NO_NAME =
	/^(?:(?:the )?authors?|autor(?:in|en|es)?|作者|posted|published|veröffentlicht|publicado|publié|bio|about(?: the author)?|über(?: (?:mich|uns|den autor|die autorin))?|latest posts|follow|share|order reprint|by|von|por|par)\P{L}*$|^(?:view|ver|mein|see)\b.{0,20}\b(?:profile?|perfil)\b|^(?:photo|foto|published|posted|updated|letzte|on)\b|^\S*@|^\[/iu;

/** What an element that is marked as a byline says, without its label. */
export function withoutLabel(said: string): string {
	return said.replace(OPENING, "");
}

/** A name without the dates behind it; "" for what names nobody. */
export function authorName(said: string): string {
	for (const part of said.replace(GLUED, "").split(/[|·•»›]/, 4)) {
		const name = NO_NAME.test(part.trim()) ? "" : withoutFacts(part.trim());
		if (/\p{L}{2}/u.test(name) && !NO_NAME.test(name)) return name;
	}
	return BY.exec(said)?.[1] ?? "";
}

function withoutFacts(text: string): string {
	const date = datesIn(text)[0]?.start ?? text.length;
	const fact = FACT.exec(text)?.index ?? text.length;
	const cut = Math.min(date, fact);
	return cut === text.length ? text : text.slice(0, cut).replace(TAIL, "").trim();
}
