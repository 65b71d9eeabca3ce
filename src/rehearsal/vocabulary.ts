import { ownerWords } from "#checks/shared/owner-links.ts";
import { foldedName } from "#core/folded-name.ts";
import data from "./vocabulary.json" with { type: "json" };

/** Purpose of a link, control or field. `vocabulary.json` has our own collection of words in 35 languages for each. */
export type Intent = keyof typeof data | "contact" | "about";

/** Longer names are sentences or cards. */
const LONGEST_NAME = 70;
/** Other words that a name may contain. */
const MORE_WORDS = 3;
/** Scripts without word boundaries: words match anywhere in a name. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/;

interface Words {
	readonly whole: ReadonlySet<string>;
	readonly spaced: readonly string[];
	readonly unspaced: readonly string[];
}

const WORDS = new Map<Intent, Words>();

function wordsOf(intent: Intent): Words {
	const known = WORDS.get(intent);
	if (known) return known;
	const { own, alone } = listed(intent);
	const all = [...new Set(own.map((word) => foldedName(word)))];
	const words = {
		whole: new Set(all),
		spaced: all.filter((word) => !UNSPACED.test(word) && word.length > 2 && !alone.has(word)),
		unspaced: all.filter((word) => UNSPACED.test(word) && word.length > 1),
	};
	WORDS.set(intent, words);
	return words;
}

/** The audit uses the same words to find owner pages. */
function listed(intent: Intent): { readonly own: readonly string[]; readonly alone: ReadonlySet<string> } {
	if (intent !== "contact" && intent !== "about")
		return { own: Object.values(data[intent]).flatMap((words) => words.split("|")), alone: new Set() };
	const { words, alone } = ownerWords(intent);
	return { own: [...words], alone };
}

/** How well a name matches the intent: 3 exactly, 2 among a few other words, 0 not at all. */
export function fitOf(name: string, intent: Intent): 0 | 2 | 3 {
	if (name.length > LONGEST_NAME) return 0;
	const text = foldedName(name);
	if (text === "") return 0;
	const { whole, spaced, unspaced } = wordsOf(intent);
	if (whole.has(text)) return 3;
	if (UNSPACED.test(text)) return unspaced.some((word) => text.includes(word)) ? 2 : 0;
	const count = text.split(" ").length;
	const padded = ` ${text} `;
	const said = spaced.some((word) => {
		return count - word.split(" ").length <= MORE_WORDS && padded.includes(` ${word} `);
	});
	return said ? 2 : 0;
}

/** Whether a path segment matches the intent, such as `/kontakt/` or `/en/contact-us.html`. */
export function pathSays(path: string, intent: Intent): boolean {
	const { whole } = wordsOf(intent);
	return decoded(path)
		.split("/")
		.some((part) => whole.has(foldedName(part.replace(/\.[a-z]{2,5}$/i, "").replace(/[-_+]+/g, " "))));
}

/** Whether a text of any length contains the intent. */
export function textSays(text: string, intent: Intent): boolean {
	const { whole, spaced, unspaced } = wordsOf(intent);
	const said = foldedName(text);
	const padded = ` ${said} `;
	return (
		whole.has(said) || spaced.some((word) => padded.includes(` ${word} `)) || unspaced.some((w) => said.includes(w))
	);
}

/** Splits an identifier: `bookTable`, `book_table` → `book Table`, `book table`. */
export function wordsIn(identifier: string): string {
	return identifier.replace(/[-_.]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
