/** Texts of the scan page, in English: another language is another object of the same type. */

import type { LookedAt } from "#core/audit-result.ts";
import { DEEP_PAGES } from "#core/preset.ts";
import { counted, plural, spokenCount } from "#core/wording.ts";

export const SCAN_TEXTS = {
	title: "Scan a site",
	description:
		"Audit the home page of any public site: whether search engines and AI agents may come in, what they find, and what to fix first.",
	lead: "Name a public site. Its home page is read as search engines and AI agents read it, which takes seconds.",
	another: "Scan another site",
	noScript: "Press the button to begin. The answer is the page of the result, after up to half a minute.",
	form: {
		tool: "Fills in the form that starts an audit of a public site.",
		url: "Address of the site",
		urlHint: "A name such as example.com, or the address of a page.",
		mode: "How much is read",
		modes: [
			{ value: "light", label: "Light", hint: "The home page and the files beside it. Takes seconds." },
			{
				value: "deep",
				label: "Deep",
				hint: `Up to ${DEEP_PAGES} further pages too. Takes up to a minute, and counts as three audits.`,
			},
		],
		submit: "Start the audit",
		undone: "Nothing was audited",
		missing: "Enter the address of a site.",
		tooLong: "This must have at most 2,048 characters.",
		chooseMode: "Choose how much is read.",
	},
	homePageOnly: (host: string) => `An audit is one of a site, not of one page: the home page of ${host} is audited.`,
	auditing: "Auditing",
	/** Where another site led here. */
	asked: {
		title: "Not yet audited:",
		why: "You were led here from elsewhere, so nothing begins by itself. An audit counts toward your limit, and shows among your audits where you are signed in.",
		begin: (host: string) => `Audit ${host}`,
	},
	audited: "The audit of",
	stages: {
		requested: "Taken in",
		robots: "robots.txt: may we come in?",
		home: "The home page",
		files: "Sitemap, feed, other addresses and files for machines",
		pages: "A sample of further pages, at a crawler's pace",
		browser: "The home page in a browser",
		declared: "What the site declares for agents",
		evaluated: "Every check evaluated",
		recorded: "Receipt kept",
	} satisfies Record<LookedAt | "requested" | "evaluated" | "recorded", string>,
	states: { open: "not yet", now: "now", done: "done", skipped: "was not needed" },
	says: {
		connecting: "The audit is asked for.",
		requested: "The audit was taken in.",
		waiting: "It waits for its turn: other audits are under way.",
		robots: "Looking at robots.txt.",
		home: "Reading the home page.",
		files: "Reading the files beside the home page.",
		pages: "Reading further pages.",
		browser: "Looking at the home page in a browser.",
		declared: "Reading what the site declares for agents.",
		evaluated: "Every check is evaluated.",
		recorded: "The receipt is kept.",
		done: "The audit is done.",
	},
	answers: (count: number) => `${counted(count, "answer")} so far`,
	slow: "The site answers slowly. An audit ends after 20 seconds at the latest, a deep one after a minute.",
	shared: (seconds: number) =>
		`This audit was asked for ${counted(seconds, "second")} ago: you follow the one that is under way.`,
	known: (seconds: number) =>
		`This audit is ${counted(seconds, "second")} old. A site is audited at most once a minute; then you can run it again.`,
	reloaded: "The page was loaded anew: an audit that is under way goes on.",
	lost: (seconds: number) => `The connection was lost. Trying again in ${counted(seconds, "second")}.`,
	offline: "Your device is offline. The audit is asked for again as soon as it is back.",
	gaveUp: "The connection was lost several times. Check it, then run the audit again.",
	notStarted: "The audit did not begin",
	notDone: "The audit was not done",
	wait: (seconds: number) =>
		seconds < 90
			? `You can ask again in ${counted(seconds, "second")}.`
			: `You can ask again in ${counted(Math.ceil(seconds / 60), "minute")}.`,
	requestId: (id: string) => `Request ${id}`,
	unreadable: "The server answered with something that this page cannot read.",
	unaudited: "This site could not be audited",
	ofHundred: "of 100",
	axes: (structure: number, accessibility: number) => `Structure ${structure}, accessibility ${accessibility}.`,
	first: "Fix first",
	faults: "What is wrong",
	nothingWrong: "Nothing that is scored is wrong.",
	gain: (points: number) =>
		points > 0 ? `+${points} ${plural(points, "point")}` : "counts when graver faults are gone",
	fix: "Fix:",
	passes: (passed: number, judged: number) => `${passed} of ${judged} checks pass.`,
	rest: (unknown: number, without: number) => {
		const seen = unknown > 0 ? [`${counted(unknown, "check")} could not be judged`] : [];
		const none = without > 0 ? [`${spokenCount(without)} ${plural(without, "does", "do")} not apply`] : [];
		const words = [...seen, ...none].join("; ");
		return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
	},
	ways: {
		label: "What to do with it",
		brief: "Read the brief",
		share: "Share it",
		pdf: "Save as PDF",
		again: "Run again",
		watch: "Watch this site",
		receipt: "Check the receipt",
	},
	static: {
		lead: "This site is made of files and audits nothing itself.",
		command: "On your own machine, one command does it. It needs Node 22.19 or newer, no account and no key.",
		elsewhere: (host: string) => `An audit here runs at ${host}, which reads the site and shows what it found.`,
	},
} as const;
