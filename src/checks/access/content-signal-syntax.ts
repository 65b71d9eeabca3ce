import { listing, plainCount } from "#core/wording.ts";
import type { UsageStatement } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { type PlacedStatement, statementsOf, VOCABULARIES } from "../shared/usage-vocabulary.ts";

const SHOWN = 5;
const SPELT = { "content-signal": "Content-Signal", "content-usage": "Content-Usage" } as const;
const MODEL = {
	"content-signal": '"Content-Signal: search=yes, ai-input=yes, ai-train=no"',
	"content-usage": '"Content-Usage: / search=y, train-ai=n"',
} as const;
/** A header applies to one page, so it has no path. */
const MODEL_HEADER = '"Content-Usage: search=y, train-ai=n"';

export const contentSignalSyntax = defineSiteCheck({
	id: "content-signal-syntax",
	pillar: "access",
	engines: ["answers"],
	grade: "draft",
	atStake: "advice",
	weightReason: "A preference that crawlers cannot parse has no effect. Your pages stay open either way.",
	tableStakes: true,
	title: "Crawlers can read your content-use preferences",
	fault: "Crawlers cannot read one of your content-use preferences",
	problem: "your wishes about the use of your text cannot be read",
	consequence: "Your preference about search, AI answers or AI training has no effect.",
	hours: 0.25,
	doneBy: "developer",
	why: "Content-Signal and Content-Usage lines say whether a page may be used for search, for AI answers, or to train models. A line with a syntax error has no effect, and one mistake in a Content-Usage line voids the whole line.",
	howToFix:
		'Write "Content-Signal: search=yes, ai-input=yes, ai-train=no" with the values you want, or "Content-Usage: / train-ai=n" as in the IETF draft.',
	consumer: "crawlers that follow Content Signals or the IETF's AI Preferences",
	reference: "https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/",
	reviewed: "2026-11-22",
	note: "Both are new: Content Signals is a policy text by Cloudflare (contentsignals.org), and Content-Usage is an IETF draft. We do not ask you to use either. If you do, we parse it by its own grammar. The draft tells crawlers to ignore labels they do not know, so an unknown label in Content-Usage is not a fault.",
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
				says: `${saidIn(statements)} can be parsed: ${gist(statements)}.${ignoredIn(statements)}`,
			};
		const { statement, url, fault } = first;
		const more =
			faults.length === 1
				? ""
				: ` ${plainCount(faults.length - 1, "more preference has an error", "more preferences have errors")}.`;
		return {
			outcome: "partial",
			ratio: Math.max(0.25, 1 - faults.length / statements.length),
			says: `"${clip(statement.excerpt, 90)}" (${statement.at} of ${url}): ${fault}.${more}`,
			fix: `Write it like this, with the values you want: ${modelOf(first)}.`,
			exhibits: faults.slice(0, SHOWN).map(({ statement: { at, excerpt }, url: place }) => ({
				url: place,
				at,
				excerpt: clip(excerpt),
			})),
		};
	},
});

function modelOf({ statement: { field }, url }: PlacedStatement): string {
	return field === "content-usage" && !url.endsWith("/robots.txt") ? MODEL_HEADER : MODEL[field];
}

function faultOf({ field, preferences, error }: UsageStatement): string | undefined {
	if (error !== null) return `it cannot be parsed (${clip(error, 80)}), so crawlers ignore all of it`;
	if (preferences.length === 0) return "it states nothing";
	const { keys, yes, no, values } = VOCABULARIES[field];
	const strangers = preferences.filter(({ key }) => !Object.hasOwn(keys, key)).map(({ key }) => `"${clip(key, 30)}"`);
	// The IETF draft says to ignore unknown labels; Cloudflare's policy text does not.
	if (strangers.length > 0 && field === "content-signal") {
		return `${listing(strangers)} is not in the vocabulary, so it has no effect`;
	}
	const known = preferences.filter(({ key }) => Object.hasOwn(keys, key));
	const wrong = known.find(({ key, value }) => !(values[key] ?? [yes, no]).includes(value));
	return (
		wrong && `"${wrong.key}" takes ${listing([...(values[wrong.key] ?? [yes, no])])}, not "${clip(wrong.value, 30)}"`
	);
}

/** Content-Usage labels that are not in the draft, which readers must ignore. */
function ignoredIn(statements: readonly PlacedStatement[]): string {
	const { keys } = VOCABULARIES["content-usage"];
	const said = statements.flatMap(({ statement }) =>
		statement.field === "content-usage" ? statement.preferences : [],
	);
	const strange = [...new Set(said.map(({ key }) => key))].filter((key) => !Object.hasOwn(keys, key));
	if (strange.length === 0) return "";
	return ` The draft does not define ${listing(strange.map((key) => `"${clip(key, 30)}"`))}: crawlers ignore unknown labels.`;
}

function saidIn(statements: readonly PlacedStatement[]): string {
	return listing([...new Set(statements.map(({ statement }) => SPELT[statement.field]))]);
}

function gist(statements: readonly PlacedStatement[]): string {
	const words = statements.flatMap(({ statement }) => statement.preferences.map(({ key, value }) => `${key}=${value}`));
	return listing([...new Set(words)], 6);
}
