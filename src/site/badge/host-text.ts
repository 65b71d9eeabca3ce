import { asciiHost, type BadgeFacts } from "./badge-facts.ts";
import { type FittedText, fitText, lettersOf, type TextPlace, withoutMiddle } from "./fit-text.ts";
import { plainText } from "./plain-text.ts";
import { outlineText } from "./text-outline.ts";

/** The host for people's eyes; in ASCII where the typeface lacks a letter of it. */
export async function drawableHost(facts: BadgeFacts): Promise<string> {
	const shown = plainText(facts.displayDomain);
	// letter by letter, since letters are kept and hosts are many
	const letters = await Promise.all([...new Set(lettersOf(shown))].map((letter) => outlineText(letter)));
	return letters.length === 0 || letters.some(({ incomplete }) => incomplete) ? asciiHost(facts) : shown;
}

/** The same where it is too long: its end is kept from a dot on, since half a label can look like another domain. */
export async function fitHost(host: string, place: TextPlace): Promise<FittedText> {
	return fitText(host, {
		...place,
		shorten: (letters, keep) => withoutMiddle(letters, keep).replace(/…[^.]*\./, "…."),
	});
}
