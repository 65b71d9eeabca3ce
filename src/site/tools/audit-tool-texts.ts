/** What the tools about audits say, to agents and on the page. */

import { counted } from "#core/wording.ts";

const points = (count: number) => `${count > 0 ? "+" : ""}${count}`;

export const AUDIT_TOOL_TEXTS = {
	audit: {
		begins: (site: string) => `Auditing ${site}.`,
		stage: (site: string, says: string) => `Auditing ${site}. ${says}`,
		score: (domain: string, score: number, band: string) => `${domain}: ${score} of 100, ${band}.`,
		pillars: (rows: readonly { label: string; score: number }[]) =>
			`Pillars: ${rows.map(({ label, score }) => `${label} ${score}`).join(", ")}.`,
		cap: (cap: number, says: string) => `Capped at ${cap}: ${says}`,
		first: "Fix first:",
		fix: (at: number, id: string, fix: string, score: number) => `${at}. ${id}: ${fix} Score after this: ${score}.`,
		unaudited: (domain: string, error: string) => `${domain} could not be audited. ${error}`,
		opens: (address: string) => `The brief opens now: ${address}`,
		lost: "The connection to the server was lost before the audit ended, or there is none. Call the tool again: an audit that is under way goes on.",
		noPage: "No brief was kept of this.",
	},
	brief: {
		here: (domain: string) => `The page is at the matrix of the brief of ${domain}.`,
		unscored: (domain: string) =>
			`The page is the brief of ${domain}. It has no matrix, since the site could not be audited.`,
		opens: (domain: string, address: string) =>
			`The brief of ${domain} opens at its matrix: ${address} Where the site has not been audited here yet, the page says so; audit_domain audits it.`,
		noSite: "The page in view is about no site. Name the domain whose brief to open.",
	},
	scan: {
		opens: (site: string, mode: string, address: string) =>
			`The scan page opens and audits ${site}, ${mode}: ${address} The page shows each step and the result. Call audit_domain to get the result.`,
		elsewhere: (site: string, address: string) =>
			`The scan page of another server opens with ${site} filled in: ${address} The person begins the audit there.`,
	},
	lift: {
		begins: (site: string) => `Computing what fixes would gain at ${site}.`,
		title: (domain: string) => `What fixes would gain at ${domain}`,
		now: (current: number, simulated: number) =>
			`${current} of 100 now, ${simulated} with all that costs points corrected.`,
		estimate: "Estimated on the evidence of one audit. It is a computation, not a promise.",
		axes: (structure: number, accessibility: number) =>
			`With these fixes: structure ${structure}, accessibility ${accessibility}.`,
		order: "In the order that gains most:",
		step: (at: number, id: string, score: number, fix: string) => `${at}. ${id}: score ${score} after this. ${fix}`,
		painted: "The brief in view shows it in its matrix, its pillars and its actions.",
		otherAudit: "The brief in view shows another audit, so nothing is painted on it: an overlay has the estimate.",
		opens: (address: string) =>
			`The brief opens now, with the estimate over it, and in its matrix, pillars and actions where it shows the same audit: ${address}`,
		briefSays: (score: string) =>
			`The brief in view shows another audit, with a score of ${score}: the estimate is of an audit of just now.`,
		facts: {
			score: "Score",
			structure: "Structure",
			accessibility: "Accessibility",
			change: (from: number, to: number) => `${from} → ${to} (${points(to - from)})`,
			now: (to: number) => `${to} with these fixes`,
		},
		matrix: (structure: number, accessibility: number) => `${structure} / ${accessibility} with fixes`,
		arrow: (to: number) => `→ ${to}`,
		withFixes: "with these fixes",
		/** Of a fix without those before it. */
		alone: (gain: number) => `${points(gain)} by itself`,
		estimated: "as estimated",
		upTo: (score: number) => `score ${score} after this and those before it`,
	},
	compare: {
		begins: (a: string, b: string) => `Auditing ${a} and ${b}.`,
		title: (a: string, b: string) => `${a} and ${b} side by side`,
		names: (a: string, b: string) => `A is ${a}, B is ${b}.`,
		row: (label: string, a: string, b: string, difference: string) =>
			`${label}: A ${a}, B ${b}, A minus B ${difference}`,
		fares: (score: number, band: string) => `${score} of 100, ${band.toLowerCase()}.`,
		notBoth: "There is nothing to compare: not both could be audited.",
		shown: "The page shows them side by side.",
	},
	highlight: {
		marked: (parts: readonly string[]) => `Marked on the page: ${parts.join(", ")}.`,
		parts: {
			matrix: "the matrix of the two axes",
			pillars: (count: number) => counted(count, "pillar"),
			findings: (count: number) => counted(count, "finding"),
		},
		nothing: (query: string) => `Nothing on this page matches “${query}”.`,
		noMatrix: "This page has no matrix of the two axes.",
		findingsAt: (address: string) => `The page that has every finding is ${address}`,
		openBrief: "open_brief opens the brief of a site, which has the matrix, the pillars and what to do first.",
	},
	notASite: (typed: string) => `“${typed}” is no public host name or address of a site. Name one, such as example.com.`,
} as const;
