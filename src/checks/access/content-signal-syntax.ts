import { listing, plainCount } from "#core/wording.ts";
import type { UsageStatement } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { type PlacedStatement, statementsOf, VOCABULARIES } from "../shared/usage-vocabulary.ts";

const SHOWN = 5;
const SPELT = { "content-signal": "Content-Signal", "content-usage": "Content-Usage" } as const;
const MODEL = {
	"content-signal": '"Content-Signal: search=yes, ai-input=yes, ai-train=no"',
	"content-usage": '"Content-Usage: / search=y, train-ai=n" (without the path in a header)',
} as const;

export const contentSignalSyntax = defineSiteCheck({
	id: "content-signal-syntax",
	pillar: "access",
	engines: ["answers"],
	grade: "draft",
	atStake: "advice",
	weightReason: "A preference that cannot be read is no preference; the pages stay open either way.",
	tableStakes: true,
	title: "Statements on the use of content can be read",
	fault: "A statement on the use of content cannot be read",
	consequence: "The wish that you state about search, AI answers or AI training has no effect.",
	effort: "small",
	doneBy: "developer",
	why: "Content-Signal and Content-Usage lines say whether a page may be searched, used in answers, or used to train models. A line that does not keep to its grammar says nothing, and one mistake in a Content-Usage line voids all of it.",
	howToFix:
		'Write "Content-Signal: search=yes, ai-input=yes, ai-train=no" with the values that you mean, or "Content-Usage: / train-ai=n" as the IETF\'s draft has it.',
	consumer: "crawlers that follow Content Signals or the IETF's AI Preferences",
	reference: "https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/",
	reviewed: "2026-11-22",
	note: "Both are young: Content Signals are Cloudflare's policy text (contentsignals.org), Content-Usage is a draft of the IETF. No site is asked for either; what stands there is read by its own grammar. The draft has readers ignore labels that they do not know, so such a label in Content-Usage is no fault.",
	wants: ["robots", "home"],
	evaluate(evidence) {
		const statements = statementsOf(evidence);
		if (statements.length === 0) {
			return { outcome: "not-applicable", says: "The site has no Content-Signal or Content-Usage line or header." };
		}
		const faults = statements.flatMap((placed) => {
			const fault = faultOf(placed.statement);
			return fault === undefined ? [] : [{ ...placed, fault }];
		});
		const [first] = faults;
		if (!first)
			return {
				outcome: "pass",
				says: `${saidIn(statements)} can be read: ${gist(statements)}.${ignoredIn(statements)}`,
			};
		const { statement, url, fault } = first;
		const more =
			faults.length === 1
				? ""
				: ` ${plainCount(faults.length - 1, "further statement is", "further statements are")} at fault, too.`;
		return {
			outcome: "partial",
			ratio: Math.max(0.25, 1 - faults.length / statements.length),
			says: `"${clip(statement.excerpt, 90)}" (${statement.at} of ${url}): ${fault}.${more}`,
			fix: `Write it as in ${MODEL[statement.field]}, with the values that you mean.`,
			exhibits: faults.slice(0, SHOWN).map(({ statement: { at, excerpt }, url: place }) => ({
				url: place,
				at,
				excerpt: clip(excerpt),
			})),
		};
	},
});

function faultOf({ field, preferences, error }: UsageStatement): string | undefined {
	if (error !== null) return `it cannot be read (${clip(error, 80)}), so none of it counts`;
	if (preferences.length === 0) return "it states nothing";
	const { keys, yes, no, values } = VOCABULARIES[field];
	const strangers = preferences.filter(({ key }) => !Object.hasOwn(keys, key)).map(({ key }) => `"${clip(key, 30)}"`);
	// A label of the IETF's that is not known is ignored, by its own rule; Cloudflare's policy text has no such rule.
	if (strangers.length > 0 && field === "content-signal") {
		return `${listing(strangers)} is no word of the vocabulary, so it has no effect`;
	}
	const known = preferences.filter(({ key }) => Object.hasOwn(keys, key));
	const wrong = known.find(({ key, value }) => !(values[key] ?? [yes, no]).includes(value));
	return (
		wrong && `"${wrong.key}" takes ${listing([...(values[wrong.key] ?? [yes, no])])}, not "${clip(wrong.value, 30)}"`
	);
}

/** Labels of Content-Usage that the draft does not have, which its readers are to ignore. */
function ignoredIn(statements: readonly PlacedStatement[]): string {
	const { keys } = VOCABULARIES["content-usage"];
	const said = statements.flatMap(({ statement }) =>
		statement.field === "content-usage" ? statement.preferences : [],
	);
	const strange = [...new Set(said.map(({ key }) => key))].filter((key) => !Object.hasOwn(keys, key));
	if (strange.length === 0) return "";
	return ` The draft has no label ${listing(strange.map((key) => `"${clip(key, 30)}"`))}: crawlers ignore what they do not know.`;
}

function saidIn(statements: readonly PlacedStatement[]): string {
	return listing([...new Set(statements.map(({ statement }) => SPELT[statement.field]))]);
}

function gist(statements: readonly PlacedStatement[]): string {
	const words = statements.flatMap(({ statement }) => statement.preferences.map(({ key, value }) => `${key}=${value}`));
	return listing([...new Set(words)], 6);
}
