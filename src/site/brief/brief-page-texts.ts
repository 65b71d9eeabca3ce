import { capitalized, counted, listing, plural, spokenCount } from "#core/wording.ts";
import { type FixPath, risingSteps } from "./fix-path.ts";

type ReachState = "allowed" | "partly" | "blocked" | "unknown";

/** What the pages of a brief say of their own accord, in English. Another language is another object of this type. */
export const BRIEF_PAGE_TEXTS = {
	kind: "Structural readiness brief",
	title: (name: string) => `${name}: structural readiness brief`,
	findingsTitle: (name: string) => `${name}: all findings`,
	preparedBy: (agency: string) => `Prepared by ${agency}`,
	preparedFor: "Prepared for",
	audited: "Audited",
	firstAudit: "for the first time",
	evidence: "Evidence",
	kindOfSite: "Kind of site",
	methodology: "Methodology",
	mode: (mode: string) => `${mode} audit`,
	receiptMark: "Receipt",
	inLog: (leaf: string) => `leaf ${leaf} of the log`,
	waits: "waits for the next seal",
	checkReceipt: "check it",
	saveAsPdf: "Save as PDF",
	again: "Audit it again",
	allFindings: ({ faults, passes }: { faults: number; passes: number }) =>
		`${counted(faults, "fault")}, ${counted(passes, "pass", "passes")}: all findings`,
	share: "Share",
	history: "History",
	overall: "Overall score",
	of100: "of 100",
	coverage: (share: string) => `${share} of what applies to this site could be looked at.`,

	reach: {
		title: "Who can reach you",
		note: "What each can do with the home page, by what the site itself says and answers.",
		kinds: { search: "Search engines", answers: "Answer engines and assistants" },
		states: { allowed: "Allowed", partly: "Partly", blocked: "Blocked", unknown: "Not known" },
		columns: { name: "Name", state: "Can it read the home page?" },
		line: (number: number) => `cause ${number}`,
		linesTitle: (count: number) => `${plural(count, "The line responsible", "The lines responsible")}`,
		summary(tally: readonly { readonly state: ReachState; readonly count: number }[]): string {
			const all = tally.reduce((sum, { count }) => sum + count, 0);
			const of = Object.fromEntries(tally.map(({ state, count }) => [state, count]));
			if (of.allowed === all) return `All ${spokenCount(all)} can read your home page.`;
			if (of.blocked === all) return `None of the ${spokenCount(all)} can read your home page.`;
			if (of.unknown === all) return `Of all ${spokenCount(all)} it is not known.`;
			const known = [
				{ count: of.blocked ?? 0, whole: "cannot read your home page", short: "cannot" },
				{ count: of.partly ?? 0, whole: "can read your home page only in part", short: "only in part" },
				{ count: of.allowed ?? 0, whole: "can read your home page", short: "can" },
			].filter(({ count }) => count > 0);
			const parts = known.map(({ count, whole, short }, index) =>
				index === 0
					? `${capitalized(spokenCount(count))} of the ${spokenCount(all)} ${whole}`
					: `${spokenCount(count)} ${short}`,
			);
			const unknown = of.unknown ? `; of ${spokenCount(of.unknown)} it is not known` : "";
			return `${parts.join(", ")}${unknown}.`;
		},
	},

	actions: {
		title: "What to do first",
		note: "In this order: what keeps machines out comes first, and each further step gains most after those before it.",
		none: "Nothing that is scored is left to fix.",
		who: "Who",
		gain: "Gain",
		line: "The exact line, and the text for your developer",
		text: "The text for your developer",
		fix: "What to do.",
		copy: "Copy for my developer",
		copied: "Copied",
		copyFailed: "Not copied: select the text below",
		seen: "What was seen",
		reference: "Why: the standard",
		whole: "All about it",
		more: (count: number) => `${counted(count, "further fault")} in the findings`,
	},

	path: {
		title: "The way up",
		today: "today",
		reachable: "reachable",
		label: (today: number, reachable: number, steps: number) =>
			`A waterfall from ${today} today over ${spokenCount(steps)} ${plural(steps, "step")} to ${reachable}.`,
		caption({ from, steps }: Pick<FixPath, "from" | "steps">) {
			const ways = risingSteps({ steps }).map(({ to, takesIn = 0, number }) =>
				takesIn === 0 ? `${to} after step ${number}` : `${to} after steps 1 to ${takesIn + 1}`,
			);
			if (ways.length === 0) return `${from} today.`;
			return `${from} today, ${listing(ways, ways.length)}.`;
		},
	},

	peers: {
		title: "Among its peers",
		label: (count: number, mark: number) =>
			`${counted(count, "site")} on a line from 0 to 100; this one stands at ${mark}.`,
		here: "this site",
	},

	number: {
		title: "How the number came about",
		note: "Four pillars to each axis.",
		/** Beside the second dot. `cap` where the score is held there; else how often a quarter was taken off. */
		lowered: ({ score, cap, gates }: { score: number; cap: number | undefined; gates: number }) =>
			cap === score ? `Capped: ${score}` : `${score} after ${gates === 1 ? "a quarter off" : "deductions"}`,
		loweredDescription: (score: number) => ` A second dot shows where the score of ${score} lies.`,
		gates: "What lowers the score",
		gateCap: (cap: number) => `Never above ${cap}`,
		pillar: "Pillar",
		score: "Score",
		checks: "What was looked at",
		none: "none",
	},

	seen: {
		title: "What a machine sees",
		note: "Of the home page, as read, before anything is judged.",
		pageTitle: "Title",
		description: "Description",
		text: "Text, the first 300 characters",
		types: "Structured data",
		language: "Language",
		noTitle: "No title.",
		noDescription: "No description.",
		noText: "No text.",
		noTypes: "None that names what is on the page.",
		noLanguage: "Not said.",
	},

	since: {
		title: "History",
		all: "All audits",
		label: "The overall score over time, from 0 to 100.",
	},

	record: {
		title: "Receipt, method and limits",
		note: "What this brief rests on, and how to repeat it.",
		receipt: "Receipt",
		proof: "Proof",
		proofWaits: "The receipt waits for the next seal of the log.",
		leaf: (leaf: string) => `Leaf ${leaf} of the log`,
		where: {
			published: "Checked before your eyes, or by anybody with the two files",
			live: "Its page says where to get the proof",
			unlisted: "The leaf holds its digest and names nobody; the receipt has no public page",
		},
		evidence: "Evidence",
		again: "Repeat the audit",
		method: "Method",
		methodSays: (engine: string, methodology: string, mode: string) =>
			`Sightline ${engine}, methodology ${methodology}, ${mode} audit.`,
		limits: "Limits",
		limitsSay:
			"One audit, from one place, at one time. It shows what machines can reach, read and operate; it measures neither traffic nor rankings, and no engine promises to list or quote a page.",
		contact: "Contact",
	},

	failed: {
		none: "No score",
		says: "This site could not be audited. A number would be a guess, so none is given.",
		tried: "What was tried",
		asked: (url: string) => `A request for ${url}`,
		answered: (status: number, size: string) => `status ${status}, ${size}`,
		noAnswer: "no answer that could be used",
		back: "What came back",
		todo: "What to do",
		orElse: "Or, on your own machine",
	},

	findings: {
		title: "findings",
		back: "Back to the brief",
		lead: "Everything that was looked at, what it rests on, and how to see it yourself. What costs points stands first.",
		wrong: "What costs points",
		wrongNote:
			"What costs most stands first in each pillar. Each finding says what was seen, and offers the request that shows it.",
		nothingWrong: "Nothing that was looked at costs points.",
		passes: (passed: number, judged: number) => `${passed} of ${judged} pass`,
		passesTitle: "What passes",
		information: (count: number) => `${counted(count, "thing")} shown for information, not scored`,
		informationTitle: "For information",
		notApplicable: (count: number) => `${counted(count, "check does", "checks do")} not apply to this site`,
		notApplicableTitle: "What does not apply",
		notApplicableNote: "No fault, and it costs nothing.",
		unknownTitle: "What stayed unknown",
		unknownNote: "We could not look, so neither a pass nor a fail is claimed. Unknown findings leave the score.",
		unjudged: (count: number) => `${counted(count, "check")} without an answer, all for this reason`,
		notJudged: (title: string) => `Not judged: “${title}”`,
		followingTitle: "What follows from another fault",
		followingNote:
			"It needs no work of its own now: it earns nothing until its cause is gone, and is judged anew then.",
		answersTitle: "What the owner answers",
		answersNote: "Answers stand beside their findings. They are the owner's own words and change no score.",
		answersRead: (count: number) => `${counted(count, "answer")} read from`,
		answersUnread: "Not all of the file could be read:",
		responsesTitle: "Requests",
		responsesNote:
			"The command below an address asks for it in the plainest way. Where we asked in another, as a browser or for Markdown, the answer may differ.",
		responses: (count: number) => `${counted(count, "request")} that the findings rest on, and what came back`,
		request: (number: number) => `Request ${number}`,
		number: "No.",
		reproduce: "Reproduce this",
		reproduced: "Answered, when we asked:",
		fix: "Fix.",
		ownerAnswers: "The owner answers.",
		about: "About this check",
		reference: "Reference",
		evidence: "Evidence",
		address: "Address",
		status: "Status",
		size: "Size",
		digest: "SHA-256, first 16 digits",
	},
} as const;
