import { MAX_SEARCHED_TEXT, NAME_LENGTH, NAME_PIECES } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { fold } from "../tree/fold-text.ts";
import { withoutInvisible } from "../tree/invisible-characters.ts";
import { type PageElementEntry, type PageStep, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { datesIn, daysOf } from "./shown-dates.ts";
import { amountsIn, BORDER, canonical, numbersIn, readings } from "./shown-numbers.ts";

/** Parts of a name as pages put it together: `Atlas bicycle | Example Shop`. */
const JOINTS = / (?:[-–—|·•»:]|::|\/) | \| /;

/** Letters of the shortest part of a name that may stand for the whole. */
const SHORTEST_PART = 8;

/** Words in common by which one headline is another's variant: at least so many, and half of either. */
const COMMON_WORDS = 3;

/** Finds stated facts in the visible text of a page; each kind of index is made for the first fact that needs it. */
export class ShownFacts {
	readonly #text: string;
	readonly #pieced: string;
	readonly #times: readonly string[];
	readonly #headings: readonly string[];
	readonly #written: readonly string[];
	#squeezed: string | undefined;
	#numbers: ReadonlySet<string> | undefined;
	#dates: ReadonlySet<string> | undefined;
	#amounts: readonly string[] | undefined;

	constructor(steps: readonly PageStep[]) {
		const visible = visit(steps, new SearchedText());
		this.#pieced = visible.read();
		this.#text = this.#pieced.replaceAll(BORDER, "");
		this.#times = visible.times;
		this.#written = visible.headings;
		this.#headings = this.#written.map(squeeze).filter((heading) => heading.length >= SHORTEST_PART);
	}

	/** A name or headline: all of it, the part before the site's own name, or what the page has as its heading. */
	hasName(name: string): boolean {
		this.#squeezed ??= squeeze(this.#text);
		const whole = squeeze(withoutReferences(name));
		if (whole === "") return true;
		const parts = withoutReferences(name)
			.replace(/(?:…|\.\.\.)\s*$/, "")
			.split(JOINTS)
			.map(squeeze);
		const telling = parts.filter((part) => part.length >= SHORTEST_PART);
		const heads = this.#headings.filter((heading) => heading.length * 2 >= whole.length);
		return (
			[whole, ...telling].some((part) => this.#squeezed?.includes(part)) ||
			heads.some((heading) => whole.includes(heading))
		);
	}

	/** The same headline, shorter, longer or in other words: one for readers, one for search results. */
	hasHeadline(headline: string): boolean {
		if (this.hasName(headline)) return true;
		const stated = wordsOf(headline);
		return this.#written.some((heading) => {
			const shown = wordsOf(heading);
			const common = [...stated].filter((word) => shown.has(word)).length;
			return common >= COMMON_WORDS && common * 2 >= Math.min(stated.size, shown.size);
		});
	}

	hasNumber(written: string): boolean {
		this.#numbers ??= numbersIn(this.#pieced);
		return spellingsOf(written).some((reading) => this.#numbers?.has(reading));
	}

	/** A rating, also rounded to a tenth or a hundredth, as stars are drawn. */
	hasRating(written: string): boolean {
		if (this.hasNumber(written)) return true;
		const value = Number(written.replace(",", "."));
		return Number.isFinite(value) && [1, 2].some((digits) => this.hasNumber(canonical(value.toFixed(digits))));
	}

	hasDate(written: string): boolean {
		this.#dates ??= datesIn(`${this.#text} ${this.#times.map((time) => time.slice(0, 10)).join(" , ")}`);
		const days = daysOf(written);
		// What is no date cannot be looked for; that it is none is another check's matter.
		const spellings = days.flatMap((day) => [day, day.slice(5), day.slice(0, 7)]);
		return days.length === 0 || spellings.some((each) => this.#dates?.has(each));
	}

	/** The amount of money to show in place of one that the text does not hold; undefined where it has none. */
	otherAmount(): { readonly instead: string; readonly pieced?: true } | undefined {
		this.#amounts ??= amountsIn(this.#pieced);
		const pieced = this.#amounts.find((amount) => amount.includes(BORDER));
		if (pieced !== undefined) return { instead: pieced.replaceAll(BORDER, " "), pieced: true };
		const [instead] = this.#amounts;
		return instead === undefined ? undefined : { instead };
	}
}

/** The number in a stated value, such as `1299.00`, `1,299.00` or `€ 1.299`. */
function spellingsOf(written: string): readonly string[] {
	const [found] = /\d{1,15}(?:[.,'’ ]\d{1,15}){0,5}/.exec(written) ?? [];
	if (found === undefined) return [];
	// With one point it is what schema.org asks for, and has one meaning.
	return /^\d+(?:\.\d{1,2})?$/.test(found) ? [canonical(found)] : readings(found);
}

/** Letters and digits alone, lower case: quotes, dashes and spaces are set in many ways. */
function squeeze(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

function wordsOf(text: string): ReadonlySet<string> {
	return new Set(
		withoutReferences(text)
			.normalize("NFKC")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);
}

/** Templates escape names for HTML that stand in JSON; a person never sees that. */
function withoutReferences(name: string): string {
	return name.replace(/&(?:[a-z]{2,8}|#x?[0-9a-f]{1,6});/gi, " ");
}

/** Attributes that replace what is drawn: a row of stars has its number there for those who hear the page. */
const SPOKEN = ["aria-label", "alt", "title"];

const NAMING = new Set(["h1", "h2"]);

const MAX_HEADINGS = 50;

const MAX_TIMES = 500;

/**
 * All that a person can get to see or hear of a page without scripts. Choices in a list count, since opening it shows
 * them.
 */
class SearchedText {
	readonly #pieces: string[] = [];
	#length = 0;
	/** True where an element began or ended behind the last piece. */
	#border = false;
	readonly times: string[] = [];
	readonly #headings: { readonly entry: PageElementEntry; readonly from: number; to: number }[] = [];

	get headings(): string[] {
		return this.#headings.map(({ from, to }) => this.#pieces.slice(from, to).join("").slice(0, NAME_LENGTH));
	}

	/** The text, white space folded; with BORDER where digits of two elements touch. */
	read(): string {
		return fold(withoutInvisible(this.#pieces.join("").slice(0, MAX_SEARCHED_TEXT).toWellFormed()));
	}

	start(entry: PageElementEntry): void {
		if (entry.context.notRendered) return;
		const { element } = entry;
		this.#border = true;
		if (entry.separatesWords) this.#add(" ");
		if (NAMING.has(element.tagName) && this.#headings.length < MAX_HEADINGS) {
			this.#headings.push({ entry, from: this.#pieces.length, to: this.#pieces.length });
		}
		if (element.attrs.length === 0) return;
		for (const name of SPOKEN) {
			const spoken = attribute(element, name);
			if (spoken) this.#add(` ${spoken} `);
		}
		const time = element.tagName === "time" ? attribute(element, "datetime") : null;
		if (time && this.times.length < MAX_TIMES) this.times.push(time.slice(0, 40));
	}

	end(entry: PageElementEntry): void {
		this.#border = true;
		if (!entry.context.notRendered && entry.separatesWords) this.#add(" ");
		const heading = NAMING.has(entry.element.tagName) ? this.#headings.at(-1) : undefined;
		if (heading?.entry === entry) heading.to = Math.min(this.#pieces.length, heading.from + NAME_PIECES);
	}

	text({ node, context }: PageTextEntry): void {
		if (context.notRendered || (context.notText && node.parentNode?.nodeName !== "option")) return;
		this.#add(node.value);
	}

	#add(piece: string): void {
		if (this.#length > MAX_SEARCHED_TEXT) return;
		this.#length += piece.length;
		if (this.#border && /^\d/.test(piece) && /\d$/.test(this.#pieces.at(-1) ?? "")) this.#pieces.push(BORDER);
		if (piece !== "") this.#border = false;
		this.#pieces.push(piece);
	}
}
