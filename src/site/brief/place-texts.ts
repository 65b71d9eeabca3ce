import type { Preset } from "#core/preset.ts";
import { capitalized, listing, plainCount, plural, spokenBeside, spokenCount } from "#core/wording.ts";

const KINDS: Readonly<Record<Preset, string>> = {
	general: "general websites",
	saas: "software services",
	ecommerce: "online shops",
	publisher: "publishers",
	"local-business": "local businesses",
	docs: "documentation sites",
	"professional-services": "professional services",
};

/** Where a site stands among its peers. Another language is another object of this type. */
export const PEER_TEXTS = {
	/** @param then whether the wall is meant as it was on the day of the audit */
	among(
		preset: Preset,
		{ of, higher, same, lower }: Record<"of" | "higher" | "same" | "lower", number>,
		then = false,
	): string {
		const places = [
			{ count: higher, place: "higher" },
			{ count: same, place: "the same" },
			{ count: lower, place: "lower" },
		].filter(({ count }) => count > 0);
		const others = `other ${KINDS[preset]} on the wall${then ? " on the day of this audit" : ""}`;
		const [only] = places;
		if (only && places.length === 1)
			return `All ${spokenCount(only.count)} ${others} ${then ? "scored" : "score"} ${only.place}.`;
		const where = places.map(({ count, place }, index) => {
			const verb = index === 0 ? ` ${then ? "scored" : plural(count, "scores", "score")}` : "";
			return `${spokenCount(count)}${verb} ${place}`;
		});
		return `Of the ${of - 1} ${others}, ${listing(where)}.`;
	},
};

/** What became of a score over time. Another language is another object of this type. */
export const SINCE_TEXTS = {
	first: "This is the first audit of the site.",
	/** @param now ISO 8601, of the newest audit; what was on the same day is named by its time */
	changed: (from: number, to: number, since: string, now: string) =>
		`${to > from ? "Up" : "Down"} ${plainCount(Math.abs(to - from), "point")} since ${spokenBeside(since, now)}, from ${from} to ${to}.`,
	stayed: (score: number, { since, now, audits }: { since: string; now: string; audits: number }) =>
		`The score has been ${score} since ${spokenBeside(since, now)}, in ${spokenCount(audits)} audits.`,
	lost: (score: number, when: string, now: string) =>
		`The site could not be audited this time; it had ${score} on ${spokenBeside(when, now)}.`,
	neverScored: (audits: number) => `${capitalized(spokenCount(audits))} audits gave no score.`,
	gained: "This is the first audit that gave a score.",
	otherwiseMade: "Earlier audits were made in another way, so their scores are not set against this one.",
};
