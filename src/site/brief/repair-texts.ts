/** What fixes take and bring: part of the catalog in `texts.ts`. */

export const GAIN = {
	points: { one: "{points} point", other: "{points} points" },
	alone: "+{points}",
	step: "{from} → {score}",
	stepWithNext: "Steps 1 and 2 together: {from} → {score}",
	stepWithFurther: "Steps 1–{last} together: {from} → {score}",
	inFirstStep: "Included above",
	openerOfAll: "The other gains need this step first",
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
	thatIs: "That is {parts}.",
	by: {
		developer: "{time} for a developer",
		editor: "{time} for an editor",
		host: "{time} for your hosting provider",
	},
	allBy: {
		developer: "All of it is work for a developer.",
		editor: "All of it is work for an editor.",
		host: "All of it is work for your hosting provider.",
	},
	first: "The first {steps} take {time} and bring the score to {score}.",
	writing: "The remaining points need new text, which no repair can supply: {time} for an editor.",
} as const;

export const PATH = {
	title: "What the fixes add",
	today: "Today",
	all: { one: "After {count} fix", other: "After all {count} fixes" },
	caption: "{from} today.",
	captionWithSteps: "{from} today, {steps}.",
	afterStep: "{score} after step {step}",
	afterSteps: "{score} after steps 1 to {step}",
} as const;
