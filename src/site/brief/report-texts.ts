/** Shown only where the owner gave the server's logs. */
export const ACCESS = {
	title: "What each bot got, by your server's logs",
	period:
		"Seen in the logs from {from} to {to}; the last 30 days of them count here. Observed, and not part of the score.",
	none: "The logs name none of these engines' bots.",
} as const;

/** What `sightline audit` writes for people, on a terminal or as Markdown. */
export const AUDIT_REPORT = {
	heading: "{site}: {score} of 100",
	noScoreHeading: "{site}: no score",
	fails: "Why this audit fails",
	below: "The score is {score}, below {least} (--fail-under).",
	failedOn: "{title} ({id}; --fail-on {option}).",
	worseThan: "Worse than the baseline (--fail-on-regression): {checks}.",
	theScore: "the score",
	since: "Since the baseline of {when}",
	nothingWorse: "Nothing got worse.",
	fixed: "Fixed: {checks}.",
	wasScore: "The score is {score}; it was {before} on {when}.",
	nowCapped: "The score is now capped at {cap}: {says}",
	changed: "{title} ({id}). Before: {before}; now: {now}. {says}",
	notCompared: "The scores are not compared ({ways}), only the checks that both audits have.",
	way: "{name} {before} then, {now} now",
	ways: { methodology: "methodology", mode: "mode", source: "source" },
	noBaselineScore: "The baseline has no score: {why}",
	passed: "passed",
	failed: "failed",
	passedTo: "passed to {share} %",
	withCredentials: "Audited with credentials: not what the public sees, and never listed.",
	atMost: "At most {cap}: {says}",
	nothing: "Nothing to fix: every check that applies passes.",
	further: "… and {count} more; --json lists all.",
	marks: { fail: "fail", partial: "part" },
	templates: { one: "Templates of {count} page", other: "Templates of {count} pages" },
	notRead: "Not read",
	atFault: "Pages at fault ({count})",
	places: { one: "{count} place", other: "{count} places" },
	morePages: {
		one: "{count} more page; --format csv lists every place.",
		other: "{count} more pages; --format csv lists every place.",
	},
	morePlaces: { one: "{count} more place", other: "{count} more places" },
	uncheckedShare: "Could not be checked ({share} % of what applies is known)",
	unchecked: "Could not be checked ({count})",
	noScore: "No score: the site could not be audited.",
	notSaved: "not saved; use --save to save it",
	savedPrivately: "saved in SIGHTLINE_DATA, never published",
	pending: "pending",
	levels: { error: "caps the score", warning: "costs points", note: "not counted" },
	allFindings: "All findings ({count})",
	omitted: {
		one: "{count} more finding, omitted for length.",
		other: "{count} more findings, omitted for length.",
	},
	source: "Source",
} as const;

/** Mails to an agency's clients and to those who write to it. */
export const MAILS = {
	kinds: { question: "Question", quote: "Quote request", consult: "Consultation request" },
	kindAbout: "{kind} about {site}",
	hello: "Hello,",
	helloName: "Hello {name},",
	briefSubject: "Brief about {site}",
	brief: "this is the brief about {site}:",
	receivedSubject: "{kind} received",
	arrived: "Your message has arrived ({kind}). It went to {whom}.",
	operator: "the operator of {site}",
	agency: 'the agency "{agency}" at {site}',
	proposed:
		"You proposed {when}, {minutes} minutes. The time is not confirmed until you get an answer; the attached file adds it to your calendar for now.",
	notRepeated:
		"We do not repeat your message here, because anyone can type an address into a form. If you did not send it, someone mistyped their address: ignore this email. We send at most one such email a day to an address.",
	deleted: "The request is deleted after {days} days. Privacy: {url}",
} as const;
