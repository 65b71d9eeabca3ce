/** Effort and gain of fixes: part of the catalog in `texts.ts`. */

export const GAIN = {
	points: { one: "{points} point", other: "{points} points" },
	alone: "+{points}",
	step: "{from} → {score}",
	stepWithNext: "Steps 1 and 2 together: {from} → {score}",
	stepWithFurther: "Steps 1–{last} together: {from} → {score}",
	inFirstStep: "Included above",
	openerOfAll: "Everything else needs this step first",
	openerOfRest: "The gains below need this step first",
	lessThanPoint: "Less than 1 point",
	lessThanPointWithin: "less than 1 point",
	lessThanTenth: "Less than 0.1 points on its own",
	afterAllCaps: "Counts once all caps are lifted",
	afterStep1: "Counts after step 1",
	afterSteps2: "Counts after steps 1 and 2",
	afterSteps: "Counts after steps 1 to {last}",
	rises: "The score rises by {points}.",
	risesTo: "The score rises by {points}, to {score}.",
	risesWithNext: "Together with the next steps, the score rises by {points}, to {score}.",
} as const;

/** `{time}` is such as "about 2 days". */
export const REPAIR = {
	whole: {
		one: "{fixes} fix, {time} of work: from {from} to {score}.",
		other: "{fixes} fixes, {time} of work: from {from} to {score}.",
	},
	left: { one: "{fixes} small fault remains.", other: "{fixes} small faults remain." },
	fixing: {
		one: "Fixing it takes {time} and adds {points}.",
		other: "Fixing all of them takes {time} and adds {points}.",
	},
	fixingBoth: "Fixing both takes {time} and adds {points}.",
	withWriting: {
		one: "The first step is to write text, {time} of work: from {from} to {score}.",
		other: "The first {steps} steps, writing text among them, take {time}: from {from} to {score}.",
	},
	thatIs: "The work: {parts}.",
	by: {
		developer: "{time} for a developer",
		editor: "{time} for an editor",
		host: "{time} for your hosting provider",
	},
	allBy: {
		developer: "All of the work is for a developer.",
		editor: "All of the work is for an editor.",
		host: "All of the work is for your hosting provider.",
	},
	first: "The first {steps} fixes take {time} and bring the score to {score}.",
	writing: "Points beyond {score} need new text: {time} more for an editor.",
} as const;

export const PATH = {
	title: "What the fixes add",
	today: "Today",
	all: { one: "After {count} fix", other: "After all {count} fixes" },
} as const;

/** Changes to the faults of an earlier audit. */
export const REPAIR_PROOF = {
	kind: "Proof of repair",
	title: "{site}: what was repaired",
	agreed: "What the brief said to fix first",
	agreedNote: "The steps of the brief of the first audit, who usually makes them, and what came of each.",
	agreedNone: "The first audit had nothing to fix.",
	fault: "Fault",
	who: "Who",
	predicted: "Score after it, predicted",
	result: "Result",
	proof: "Check it yourself",
	proofSays:
		"This page is computed from the two receipts alone. Download both with their proofs and compute it again, without a network:",
	proofFile: "Proof",
	newest: "Newest brief",
	before: "Brief before",
	results: {
		fixed: "Fixed",
		better: "Better, not yet fixed",
		same: "Still there",
		worse: "Worse",
		gone: "No longer applies",
		unknown: "Could not be checked",
	},
	groups: {
		fixed: "Fixed",
		still: "Still there",
		added: "New",
		gone: "No longer applies",
		unknown: "Could not be checked",
	},
	groupNotes: {
		added: "Not there in the first audit, or it could not be checked then.",
		gone: "What these checks ask about is no longer on the site.",
		unknown: "We could not look, so we do not say that these are fixed.",
	},
	scores: "Score {from} of 100 on {before}, {to} on {now}.",
	noScoreThen: "No score on {before}, {to} of 100 on {now}.",
	noScoreNow: "Score {from} of 100 on {before}, no score on {now}.",
	noScores: "No score on {before} or on {now}.",
	/** The plural form depends on `{all}`. */
	fixedOne: { one: "{fixed} of {all} fault is fixed", other: "{fixed} of {all} faults is fixed" },
	fixedMany: { one: "{fixed} of {all} fault are fixed", other: "{fixed} of {all} faults are fixed" },
	still: "{count} still there",
	gone: { one: "{count} no longer applies", other: "{count} no longer apply" },
	unknown: "{count} could not be checked",
	added: "{count} new",
	rose: {
		one: "By the audit of {before}, fixing this fault adds {predicted}; the score rose by {points}{by}.",
		other: "By the audit of {before}, fixing these {count} faults adds {predicted}; the score rose by {points}{by}.",
	},
	fell: {
		one: "By the audit of {before}, fixing this fault adds {predicted}; the score fell by {points}{by}.",
		other: "By the audit of {before}, fixing these {count} faults adds {predicted}; the score fell by {points}{by}.",
	},
	by: ", by methodology {methodology} for both audits",
	beyond: {
		one: "The other {points} came from {count} other change of the site: {changes}.",
		other: "The other {points} came from {count} other changes of the site: {changes}.",
	},
	change: "{check} ({before}, now {after})",
	share: "{result}.",
	forWho: "For: {who}.",
	byItself: { one: "{points} point by itself.", other: "{points} points by itself." },
	predictedAfter: "For: {who}. Predicted score after it: {predicted}.",
	receipt: "Audit of {when}: {score}, methodology {methodology}, receipt {receipt}, {leaf}.",
	noScore: "no score",
	leaf: "leaf {leaf} of the log",
	notLogged: "not in the log here",
} as const;

/** The methodology's share of a difference. */
export const METHODOLOGY_CHANGE = {
	split: {
		one: "The methodology changed from {from} to {to}; by {to}, what was seen then gives {earlier}, and the same checks give {later} now: {methodology} point is the methodology, {site} the site.",
		other:
			"The methodology changed from {from} to {to}; by {to}, what was seen then gives {earlier}, and the same checks give {later} now: {methodology} points are the methodology, {site} the site.",
	},
	noScore:
		"The methodology changed from {from} to {to}, and the evidence of the earlier audit gives no score by {to}: how much of the difference is the site is unknown.",
	notKept:
		"The methodology changed from {from} to {to}, and the evidence of the earlier audit is not kept: how much of the difference is the site is unknown.",
} as const;
