import { ADVICE_ROWS } from "./unscored-advice.ts";
import { FILE_ROWS } from "./unscored-files.ts";
import { MARKUP_ROWS } from "./unscored-markup.ts";
import { signalOf, type UnscoredSignal } from "./unscored-signal.ts";

const REVIEWED = "2026-11-21";

/** Everything that is explained and never scored, in the order in which it is shown. */
export const UNSCORED_SIGNALS: readonly UnscoredSignal[] = [...FILE_ROWS, ...MARKUP_ROWS, ...ADVICE_ROWS].map((row) =>
	signalOf(row, REVIEWED),
);

/** @throws RangeError for an id that the table does not have */
export function unscoredSignal(id: string): UnscoredSignal {
	const signal = UNSCORED_SIGNALS.find((each) => each.id === id);
	if (!signal) throw new RangeError(`The table of unscored signals has no ${id}.`);
	return signal;
}
