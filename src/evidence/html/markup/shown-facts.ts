import { datesIn, daysOf } from "./date-readings.ts";
import { amountsIn, BORDER, canonical, numbersIn, readings } from "./number-readings.ts";
import type { VisibleText } from "./visible-text.ts";

/** Parts of a name as pages put it together: `Atlas bicycle | Example Shop`. */
const JOINTS = / (?:[-–—|·•»:]|::|\/) | \| /;

/** Letters of the shortest part of a name that may stand for the whole. */
const SHORTEST_PART = 8;

/** The visible text of a page, ready to be asked for facts; each kind of look-up is made when the first fact asks. */
export class ShownFacts {
	readonly #text: string;
	/** With BORDER where digits of two elements touch. */
	readonly #pieced: string;
	readonly #times: readonly string[];
	readonly #headings: readonly string[];
	#squeezed: string | undefined;
	#numbers: ReadonlySet<string> | undefined;
	#dates: ReadonlySet<string> | undefined;
	#amounts: readonly string[] | undefined;

	constructor(visible: VisibleText) {
		this.#pieced = visible.read();
		this.#text = this.#pieced.replaceAll(BORDER, "");
		this.#times = visible.times;
		this.#headings = visible.headings.map(squeeze).filter((heading) => heading.length >= SHORTEST_PART);
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

	/** A price or a count, in any spelling. */
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
		return days.length === 0 || days.some((day) => this.#dates?.has(day) || this.#dates?.has(day.slice(5)));
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
	// With one point it is what schema.org asks for, and says one thing.
	return /^\d+(?:\.\d{1,2})?$/.test(found) ? [canonical(found)] : readings(found);
}

/** Letters and digits alone, lower case: quotes, dashes and spaces are set in many ways. */
function squeeze(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Templates escape names for HTML that stand in JSON; a person never sees that. */
function withoutReferences(name: string): string {
	return name.replace(/&(?:amp|quot|apos|nbsp|lt|gt|#x?[0-9a-f]{1,6});/gi, " ");
}
