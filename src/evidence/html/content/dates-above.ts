import type { PageDate } from "../../digest/content.ts";
import { MAX_DATES } from "../page-caps.ts";
import type { Found } from "./whereabouts.ts";

/** Characters before the main heading in which a line of its own with a date is taken for a part of the headline. */
const ABOVE = 200;
/** Pages of which each entry is a main heading have some hundred. */
const MAX_CLAIMS = 500;

export interface FoundDate extends Found {
	readonly date: PageDate;
}

/** A date that the next main heading may claim. */
interface DateAbove extends FoundDate {
	/** Characters of visible text up to it. */
	readonly position: number;
	/** Its class says that it is a date, and nothing of which. */
	readonly named: boolean;
}

/** Dates without label that stand above a main heading. */
export class DatesAbove {
	#dates: DateAbove[] = [];
	#claims = 0;

	get hasHeading(): boolean {
		return this.#claims > 0;
	}

	/** A page without main heading has no place above it: there the class alone decides. */
	get unclaimed(): readonly FoundDate[] {
		return this.hasHeading ? [] : this.#dates.filter(({ named }) => named);
	}

	keep(date: DateAbove): void {
		if (this.#dates.length === MAX_DATES) this.#dates.shift();
		this.#dates.push(date);
	}

	/** Those near the main heading that begins at a position. */
	claim(position: number): readonly FoundDate[] {
		const near = this.#claims++ < MAX_CLAIMS ? this.#dates.filter((each) => each.position >= position - ABOVE) : [];
		this.#dates = [];
		return near;
	}
}
