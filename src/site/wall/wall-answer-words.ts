import { PRESET_LABELS } from "#core/preset.ts";
import { digitGroups, plural } from "#core/wording.ts";
import { sitesWords } from "./spread.ts";
import { MOST_HITS, type WallAnswer, type WallQuery } from "./wall-search.ts";

/** What a search found, in a sentence or two for eyes and ears. */
export function answerWords({ count }: Pick<WallAnswer, "count">, { text, preset }: WallQuery): string {
	const kind = preset ? ` of the kind “${PRESET_LABELS[preset]}”` : "";
	if (count === 0) {
		const more = preset ? "Fewer letters, or all kinds, may find more." : "Fewer letters may find more.";
		return `No site${kind || " on the wall"} matches “${text}”. ${more}`;
	}
	const found =
		text === ""
			? `${sitesWords(count)}${kind}`
			: `${sitesWords(count)}${kind} ${plural(count, "matches", "match")} “${text}”`;
	return count > MOST_HITS ? `${found}; the first ${digitGroups(MOST_HITS)} are shown.` : `${found}.`;
}
