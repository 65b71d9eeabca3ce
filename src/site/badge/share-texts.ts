import { PRODUCT } from "#core/brand.ts";
import { STALE_DAYS } from "./picture-facts.ts";

export const SHARE_TEXTS = {
	snippets: {
		badge: "Badge",
		badgeNote: `Always shows the newest sealed audit and its date. After ${STALE_DAYS} days without one it says that it is stale.`,
		seal: "Seal",
		sealNote: "Belongs to this receipt alone and shows where in the log it stands.",
		label: (name: string, language: string) => `${name} in ${language}`,
	},
	embeds: {
		passOn: {
			title: "Pass it on",
			note: "Post the address of this page: where links get a preview, this picture stands for it.",
			older: (date: string) =>
				`Card and badge show the audit of ${date}: the newest one that is sealed in the log. The newer one follows with the next seal.`,
		},
		onSite: {
			title: "Show it on your site",
			note: "Pictures from this site, without script. They set no cookie. [The site is yours and you want none of this?](removal)",
			none: "No audit of this domain is sealed in the log yet. Badge and seal stand here after the next seal.",
		},
	},
	sheet: {
		verdict: "In short",
		costs: "What it costs",
		first: "Fix first",
		lookedAt: "What was looked at",
		good: "What is good",
		why: "Why",
		advice: "What to do",
		kind: `${PRODUCT} audit`,
		preparedBy: (agencyName: string) => `Prepared by ${agencyName}`,
		of100: "of 100",
		axes: (structure: number, accessibility: number) => `Structure ${structure}, accessibility ${accessibility}`,
		noScore: "No score",
		brief: "Read the brief",
		check: "Check the receipt",
		history: "See the history",
		receipt: "Receipt `{id}`,",
		inLog: (index: number) => `leaf ${index} of the log`,
		notYet: "waits for the next seal of the log",
		methodology: (methodology: string) => `Methodology ${methodology}`,
	},
	frozen: {
		title: (domain: string, date: string) => `${domain}: audit of ${date}`,
		about: "About this page",
		says: "This is the audit of [{audited}](time); it never changes. The newest is [that of {newest}](brief).",
		changed: "What changed in between",
	},
	page: {
		title: (displayDomain: string) => `${displayDomain}, audited`,
		card: (displayDomain: string) => `Card of ${displayDomain}`,
	},
} as const;
