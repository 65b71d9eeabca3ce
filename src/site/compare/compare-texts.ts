/** Texts of the page that compares two sites, in English: another language is another object of the same type. */

import { counted, plural } from "#core/wording.ts";

export const COMPARE_TEXTS = {
	title: "Compare two sites",
	description: "Two public sites side by side: where they differ for search engines and AI agents, check by check.",
	lead: "Name two public sites. Both are audited, and what sets them apart comes first.",
	form: {
		tool: "Fills in the form that audits two public sites and lays them side by side.",
		a: "One site",
		b: "The other site",
		hint: "A name such as example.com.",
		submit: "Compare them",
		undone: "Nothing was compared",
		missing: "Enter the address of a site.",
		tooLong: "This must have at most 2,048 characters.",
		same: (host: string) => `Both fields name ${host}. A comparison needs two different sites.`,
	},
	another: "Compare others",
	again: "Audit both again",
	unknown: (hosts: readonly string[]) =>
		`No audit of ${hosts.join(" or ")} is at hand. Press the button to audit both, which takes seconds.`,
	notAudited: (host: string) => `${host} could not be audited.`,
	otherStands: (host: string, score: number, band: string) =>
		`${host}, the other side, has ${score} of 100: ${band.toLowerCase()}.`,
	methodologies: (a: string, b: string) =>
		`One audit is of methodology ${a}, the other of ${b}: their scores mean different things. Audit both again.`,
	depths: (a: string, b: string) =>
		`One audit is ${a}, the other ${b}: their scores do not rest on the same. Audit both again, each alike.`,
	headline: (a: string, b: string, points: number) =>
		points === 0
			? `${a} and ${b} have the same score.`
			: points > 0
				? `${a} is ${counted(points, "point")} ahead of ${b}.`
				: `${b} is ${counted(-points, "point")} ahead of ${a}.`,
	differences: "Where they differ",
	noDifferences: "No check that is scored comes out differently.",
	better: (host: string, count: number) => `${host} is ahead in ${counted(count, "check")}`,
	alike: (count: number) => `${counted(count, "further check")} ${plural(count, "comes", "come")} out alike.`,
	scores: "Scores",
	overall: "Overall",
	difference: "Difference",
	check: "Check",
	part: "Part",
	audited: (depth: string, at: string) => `Audited ${at}, ${depth}`,
	depth: { light: "of the home page alone", deep: "with further pages" },
	none: "–",
	brief: (host: string) => `Read the brief of ${host}`,
	static: {
		lead: "This site is made of files and audits nothing itself.",
		command:
			"On your own machine, one command compares two sites. It needs Node 22.19 or newer, no account and no key.",
		elsewhere: (host: string) => `The comparison runs at ${host}.`,
	},
} as const;
