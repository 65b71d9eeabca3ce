import type { AuditFailureCode, FailureCode } from "#core/failure.ts";
import type { Engine } from "#core/pillar.ts";
import type { AuditMode, Preset } from "#core/preset.ts";
import type { Gate } from "#core/report.ts";

/**
 * The English texts. Other languages have a file in `languages/` with the same keys, listed in `languages.ts`. `filled`
 * replaces `{name}`, `pluralOf` chooses `one` or `other`; `within` is used inside a sentence.
 */

export const PAGE = {
	kind: "Structural readiness brief",
	title: "{site}: structural readiness brief",
	findingsTitle: "{site}: all findings",
	preparedBy: "Prepared by {agency}",
	audited: "Audited",
	auditedOn: "Audited on {date}",
	firstAudit: "for the first time",
	evidence: "Evidence",
	kindOfSite: "Kind of site",
	methodology: "Methodology",
	mode: "{mode} audit",
	receipt: "Receipt",
	inLog: "leaf {leaf} of the log",
	waitsForSeal: "not sealed yet",
	saveAsPdf: "Save as PDF",
	skip: "Skip to the content",
	auditAgain: "Audit it again",
	allFindings: "{faults}, {passes}: all findings",
	faults: { one: "{count} fault", other: "{count} faults" },
	passes: { one: "{count} pass", other: "{count} passes" },
	share: "Share",
	history: "History",
	overall: "Overall score",
	of100: "of 100",
	coverage: "We could check {share} of what applies to this site.",
} as const;

export const MODES: Readonly<Record<AuditMode, string>> = { light: "light", deep: "deep" };

export const SIZES = { bytes: "{count} B", kibibytes: "{count} KiB", mebibytes: "{count} MiB" } as const;

export const SUMMARY = {
	scored: "{site}: {score} of 100, {band}. Structure {structure}, accessibility {accessibility}.",
	notAudited: "{site} could not be audited.",
} as const;

export const SOURCES = {
	network: "Public site, over the network",
	folder: "Folder, before publication",
	withCredentials: "{source}, with credentials",
	folderNotice: "Audited from a folder before publication, not from the public site.",
} as const;

export const AXIS_WORDS = {
	structure: { name: "Structure", means: "Can it be found, understood and distinguished?" },
	accessibility: { name: "Accessibility", means: "Can machines and people reach and operate it?" },
} as const;

export const ENGINE_WORDS: Readonly<
	Record<Engine, { readonly name: string; readonly within: string; readonly means: string }>
> = {
	search: { name: "Search engines", within: "search engines", means: "Classic search: crawl, index, show a link." },
	answers: {
		name: "Answer engines",
		within: "answer engines",
		means: "Assistants and agents: fetch, read, quote, act.",
	},
};

export const OUTCOMES = {
	pass: "Pass",
	partial: "Partly",
	fail: "Fail",
	"not-applicable": "Does not apply",
	unknown: "Unknown",
	information: "For information",
	share: "{outcome}, {percent} %",
} as const;

export const WORK = {
	minutes: "about {minutes} minutes",
	hours: { one: "about {hours} hour", other: "about {hours} hours" },
	days: { one: "about {days} day", other: "about {days} days" },
	editor: "Editor",
	developer: "Developer",
	host: "Hosting provider",
} as const;

export const BAND_TEXTS = {
	ready: {
		name: "Ready",
		within: "ready",
		means: "Search engines and AI agents can find, read and use the site. Any remaining faults cost 10 points or less.",
	},
	mostlyReady: {
		name: "Mostly ready",
		within: "mostly ready",
		means: "Search engines and AI agents can find and read the site, but faults still cost it points.",
	},
	partlyReady: {
		name: "Partly ready",
		within: "partly ready",
		means: "Search engines and AI agents can use part of the site, but faults cost it more than 30 points.",
	},
	notReady: {
		name: "Not ready",
		within: "not ready",
		means: "Faults cost the site more than half of its points. Search engines or AI agents can hardly use it.",
	},
	unscored: "Could not be audited",
} as const;

export const VERDICT = {
	allShutOut: "Search engines and AI assistants cannot read your home page.",
	cannotList: "{engines} cannot list your home page.",
	cannotQuote: "{engines} can list your home page but not quote it.",
	canList: "{engines} can list your home page",
	cannotUse: "{engines} cannot read it",
	cannotCite: "{engines} cannot find and cite it",
	cannotOpen: "{engines} cannot open it for a person who asks",
	findNoText: { one: "{engines} finds hardly any text on it", other: "{engines} find hardly any text on it" },
	goodBut: "{good}, but {bad}.",
	allOpen: "Search engines and AI assistants can reach your home page.",
	openBut: "Search engines and AI assistants can reach your home page, but {problem}.",
	openButTwo: "Search engines and AI assistants can reach your home page, but {problem}, and {second}.",
	partly: "{engines} can use only part of it",
	blocked: "{engines} cannot use it",
	unknown: "we cannot see from outside what {engines} can do",
	nothingSeen: "We could not tell what search engines and AI assistants get from your home page.",
	withCredentials: "We used your credentials. We did not check what search engines and AI assistants get without them.",
	costsMost: "Biggest problem: {problem}.",
	nothingLeft: "We found no fault that costs points.",
	notAudited: "{site} could not be audited. {reason}",
	refused: "Your home page answers our visit with {status}. We cannot see from outside how it answers search engines.",
	refusedGate: "The home page answers our visit with {status} instead of a page.",
	listsOther: {
		one: "{engines} lists another site instead of yours. One line on your home page causes it.",
		other: "{engines} list another site instead of yours. One line on your home page causes it.",
	},
} as const;

export const CAUSES = {
	robotsLines: { one: "line {lines} of robots.txt", other: "lines {lines} of robots.txt" },
	robotsRule: "a rule in robots.txt",
	head: "one line in its head",
	header: "one line that your server sends with it",
	of: { one: "{causes} causes it.", other: "{causes} cause it." },
	robotsStatus: "robots.txt returns {status}, so crawlers stay away.",
	robotsSilent: "robots.txt does not answer, so crawlers stay away.",
	status: "It returns {status} instead of a page.",
	login: "It sends every visitor to a login.",
	scripts: "The text appears only after JavaScript has run.",
	withheld: "Your site forbids quoting any of its text.",
} as const;

/** Used if the table of engines does not say more. */
export const GATE_VERDICTS: Readonly<Record<Gate["id"], string>> = {
	noindex: "Google, Bing or both cannot list your home page. One line on the page or in its headers causes it.",
	"search-blocked": "Google, Bing or both cannot read your home page. A rule in robots.txt causes it.",
	"no-text":
		"AI assistants that do not run JavaScript find hardly any text on your home page. The text appears only after JavaScript has run.",
	"no-main-text": "There is nothing to find or quote on your home page. It has almost no text of its own.",
	"thin-text": "There is little to find or quote on your home page. It has too little text of its own.",
	placeholder: "Visitors and search engines do not find a finished page. Your home page is a placeholder.",
	"canonical-elsewhere": "Google and Bing list another site instead of yours. One line on your home page causes it.",
	"unreachable-host": "Your links do not work. They lead to a server that does not answer.",
	"no-snippet":
		"Search results and AI answers cannot quote your home page. One line on the page or in its headers causes it.",
	"soft-404": "Search engines cannot tell your pages from missing ones. Missing pages do not return a 404.",
	"tls-invalid": "Browsers warn people who open your site. It has no working, trusted encryption (HTTPS).",
	"home-error": "Your home page cannot be opened. It answered our visit with an error.",
};

/** About another's site: for rows of many sites. */
export const GATE_SENTENCES: Readonly<Record<Gate["id"], string>> = {
	noindex: "Search engines cannot list its home page.",
	"search-blocked": "Search engines cannot read its home page.",
	"no-text": "AI assistants find hardly any text on its home page.",
	"no-main-text": "Its home page has almost no text to find or quote.",
	"thin-text": "Its home page has too little text to find or quote.",
	placeholder: "Its home page is a placeholder, not a finished page.",
	"canonical-elsewhere": "Search engines list another site instead.",
	"unreachable-host": "Its links lead to a server that does not answer.",
	"no-snippet": "Search results and AI answers cannot quote its home page.",
	"soft-404": "Search engines cannot tell its pages from missing ones.",
	"tls-invalid": "Browsers warn people who open it.",
	"home-error": "Search engines and AI assistants cannot read its home page.",
};

export const REACH = {
	title: "Who can reach you",
	note: "What each one can do with your home page, judged by your site's own rules and answers.",
	kinds: { search: "Search engines", answers: "Answer engines and assistants" },
	states: { allowed: "Allowed", partly: "Partly", blocked: "Blocked", unknown: "Not known" },
	name: "Name",
	state: "Can it read the home page?",
	cause: "cause {number}",
	causes: { one: "The cause", other: "The causes" },
	allAllowed: "All {all} can read your home page.",
	allBlocked: "None of the {all} can read your home page.",
	allUnknown: "We could not tell for any of the {all}.",
	first: {
		blocked: "{count} of {all} cannot read your home page",
		partly: "{count} of {all} can read only part of your home page",
		allowed: "{count} of {all} can read your home page",
	},
	further: { blocked: "{count} cannot", partly: "{count} only in part", allowed: "{count} can" },
	rest: "; {count} unknown",
} as const;

export const ACTIONS = {
	title: "What to do first",
	note: "Most urgent first. Each score assumes the steps above it are done.",
	who: "Who",
	gain: "Effect",
	line: "The exact line, and the text for your developer",
	text: "The text for your developer",
	fix: "What to do.",
	copy: "Copy for my developer",
	copied: "Copied",
	copyFailed: "Not copied: select the text below",
	seen: "What we found",
	reference: "Why: the standard",
	whole: "Full details",
} as const;

export const PEERS = {
	title: "Among its peers",
	label: {
		one: "{count} site on a line from 0 to 100; this one stands at {score}.",
		other: "{count} sites on a line from 0 to 100; this one stands at {score}.",
	},
	here: "this site, {score}",
	kinds: {
		general: "general websites",
		saas: "software services",
		ecommerce: "online shops",
		publisher: "publishers",
		"local-business": "local businesses",
		docs: "documentation sites",
		"professional-services": "professional services",
	} satisfies Record<Preset, string>,
	others: { now: "other {kind} on the wall", onThatDay: "other {kind} on the wall on the day of this audit" },
	all: { now: "All {count} {others} score {place}.", onThatDay: "All {count} {others} scored {place}." },
	some: "Of the {count} {others}, {places}.",
	first: {
		now: { one: "{count} scores {place}", other: "{count} score {place}" },
		onThatDay: { one: "{count} scored {place}", other: "{count} scored {place}" },
	},
	further: "{count} {place}",
	higher: "higher",
	same: "the same",
	lower: "lower",
} as const;

export const SCORE = {
	title: "How the score is made up",
	note: "Four pillars to each axis.",
	capped: "Capped: {score}",
	afterQuarter: "{score} after a quarter off",
	afterDeductions: "{score} after deductions",
	plot: "Structure {structure} and accessibility {accessibility} of 100 on two axes. Overall {score}, {band}.",
	arrow: "{axis} →",
	secondDot: " A second dot shows where the score of {score} lies.",
	caption: "The overall score is the mean of the two axes. Each line joins the sites with one overall score.",
	captionWithFaults: "Mean of the two axes: {mean}. {quarters}{held}. That makes {score}.",
	quarters: { one: "1 grave fault takes a quarter off", other: "{count} grave faults take a quarter off each" },
	neverAbove: ", and the score cannot be above {cap}",
	heldAt: ", and limits the score to {cap}",
	belowPillars:
		" What depends on a grave fault earns nothing. That keeps {axes}, below the pillars that we could check.",
	axisAt: "{axis} at {score}",
	gates: "What lowers the score",
	gateCap: "Never above {cap}",
	pillar: "Pillar",
	pillars: "Pillars",
	score: "Score",
	axes: "Two axes",
	engines: "Two engines",
	checks: "What we checked",
	none: "none",
} as const;

export const SEEN = {
	title: "What a machine sees",
	note: "Your home page as we read it, before scoring.",
	pageTitle: "Title",
	description: "Description",
	text: "Text, the first 300 characters",
	types: "Structured data",
	language: "Language",
	noTitle: "No title.",
	noDescription: "No description.",
	noText: "No text.",
	noTypes: "None that describes the page.",
	noLanguage: "Not stated.",
	passage: "The first 300 characters",
	absent: {
		title: "The page has no title. Search results show the address or a guess instead.",
		description: "The page has no description. Search engines pick a passage themselves.",
		text: "Without JavaScript the page has no text to find or quote.",
		types: "The page has no structured data, so machines guess what it is about.",
		lang: "The page does not state its language, so machines and screen readers guess it.",
	},
} as const;

export const SINCE = {
	title: "History",
	all: "All audits",
	label: "The overall score over time, from 0 to 100.",
	first: "This is the first audit of the site.",
	up: {
		one: "Up {points} point since {when}, from {from} to {to}.",
		other: "Up {points} points since {when}, from {from} to {to}.",
	},
	down: {
		one: "Down {points} point since {when}, from {from} to {to}.",
		other: "Down {points} points since {when}, from {from} to {to}.",
	},
	stayed: "The score has been {score} since {when}, in {audits} audits.",
	lost: "The site could not be audited this time. Score on {when}: {score}.",
	neverScored: "{audits} audits gave no score.",
	gained: "This is the first audit with a score.",
	fixed: "Fixed by {when} (score {from} → {to}): {faults}.",
	fault: "“{fault}”",
	moreFaults: "{faults} and {count} more",
	receipts: "Receipts:",
	repair: "Proof of repair",
	otherwiseMade: "Earlier audits used another method, so their scores are not comparable.",
} as const;

export const RECORD = {
	title: "Receipt, method and limits",
	note: "The evidence for this brief, and how to repeat the audit.",
	receipt: "Receipt",
	proof: "Proof",
	proofWaits: "The receipt will be in the next seal of the log.",
	leaf: "Leaf {leaf} of the log",
	where: {
		published: "Check it in your browser, or anywhere with the two files",
		live: "Its page links to the proof",
		unlisted: "The leaf holds only its digest; the receipt has no public page",
	},
	evidence: "Evidence",
	again: "Repeat the audit",
	method: "Method",
	methodSays: "Sightline {engine}, methodology {methodology}, {mode} audit.",
	limits: "Limits",
	limitsSay:
		"One audit, from one place, at one time. It shows what machines can reach, read and operate. It does not measure traffic or rankings, and no engine promises to list or quote a page.",
	contact: "Contact",
} as const;

export const FAILED = {
	none: "No score",
	says: "This site could not be audited. A score would be a guess, so we give none.",
	tried: "What we tried",
	triedLine: "A request for {url}: {answer}.",
	answered: "status {status}, {size}",
	noAnswer: "no usable answer",
	back: "What came back",
	todo: "What to do",
	orElse: "Or, on your own machine",
	tooLittle: "We could not read enough of the site in the time allowed.",
} as const;

export const FINDINGS = {
	title: "findings",
	back: "Back to the brief",
	lead: "Every check, and for each fault its evidence and how to repeat it yourself. Faults that cost points come first.",
	wrong: "What costs points",
	wrongNote:
		"The most costly fault comes first in each pillar. Each finding shows its evidence and the request that repeats it.",
	nothingWrong: "No fault costs points.",
	passes: "{passed} of {judged} pass",
	passesTitle: "What passes",
	information: {
		one: "{count} thing shown for information, not scored",
		other: "{count} things shown for information, not scored",
	},
	informationTitle: "For information",
	notApplicable: {
		one: "{count} check does not apply to this site",
		other: "{count} checks do not apply to this site",
	},
	notApplicableTitle: "What does not apply",
	notApplicableNote: "These are not faults and cost nothing.",
	unknownTitle: "What we could not check",
	unknownNote: "We could not check these, so they do not pass or fail. They do not count in the score.",
	unjudged: {
		one: "{count} check without an answer, all for this reason",
		other: "{count} checks without an answer, all for this reason",
	},
	notJudged: "Not judged: “{check}”",
	followingTitle: "What follows from another fault",
	followingNote: "Fix the cause first. Until then these earn no points; afterwards we check them again.",
	answersTitle: "The owner's answers",
	answersNote: "The owner's answers appear beside the findings. They do not change the score.",
	answersRead: { one: "{count} answer read from", other: "{count} answers read from" },
	answersUnread: "Not all of the file could be read:",
	responsesTitle: "Requests",
	responsesNote: "Each command is a plain request. Where we asked as a browser or for Markdown, the answer may differ.",
	responses: {
		one: "{count} request behind the findings, with its response",
		other: "{count} requests behind the findings, with their responses",
	},
	request: "Request {number}",
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
	serves: "serves {engines}",
	weight: "weight {weight}",
	gains: "{points} to gain on its own",
	notScored: "not scored",
	forInformation: "for information, not scored",
	notMet: "Not met: {check}",
	seeEvidence: "The evidence shows the places.",
	couldNotCheck: "We could not check this.",
	doesNotApply: "This does not apply to this site.",
	/** Place of evidence, such as `line 3, column 1` or `header Link`. */
	original: "The receipt's words (English)",
} as const;

export const TALLY = {
	passed: { one: "{passed} of {count} check passes", other: "{passed} of {count} checks pass" },
	nothingWrongIn: "{good}. No faults in: {pillars}",
	morePillars: "; and {count} more",
	none: "We could not check anything.",
	partly: "{count} partly",
	failed: "{count} failed",
	notApplicable: { one: "{count} does not apply", other: "{count} do not apply" },
	unknown: "{count} could not be checked",
} as const;

export const MARKDOWN = {
	audit: "{mode} audit, methodology {methodology}",
	corrections: "Corrections",
	correction: "Correction of {date}.",
	ownersWord: "The owner’s statement of {date}.",
	unchanged: "The receipt itself is never changed; this page shows what it said.",
	fix: "Fix: {fix}",
	page: "Page: {url}",
	overall: "Overall",
	fixes: "What to fix first",
	outlook: "Outlook",
	faults: "Other faults",
	proof: "Proof",
	engine: "Engine or assistant",
	state: "Can it read the home page?",
	line: "Cause:",
	states: { allowed: "yes", partly: "in part", blocked: "no", unknown: "not known" },
	known: "We could check {share} of what applies to the site.",
	receipt: "Receipt {id}, evidence {evidence}.",
	receiptInPlace: "Receipt {id} ({place}), evidence {evidence}.",
	again: "Repeat the audit: {command}",
	places: { logged: "in the log", pending: "not yet in the log", unsaved: "not kept" },
} as const;

const CHECK_ADDRESS = "Check the spelling of the domain, then audit it again.";
const CHECK_SERVER = "Check that the site is up and reachable from outside your own network, then audit it again.";
const LET_US_IN =
	"Allow SightlineBot in your firewall or bot protection, or audit a built copy of the site from a folder.";
const OUR_SIDE = "This is our fault. Run the audit again, and report it if it happens again.";

export const ADVICE: Readonly<Record<FailureCode, string>> = {
	"input-invalid": CHECK_ADDRESS,
	"target-invalid": CHECK_ADDRESS,
	"target-blocked": "Audit a public host name. A site that is not public yet can be audited from a folder.",
	"removal-asked": "The owner asked us not to audit this domain.",
	"redirect-blocked": "Let the home page redirect to public addresses only, then audit it again.",
	"redirect-limit": "Shorten the chain of redirects before the home page, then audit it again.",
	"redirect-loop": "Break the loop: each redirect must lead to a page that answers, then audit it again.",
	"name-not-found": "Check the domain's name and its DNS records, then audit it again.",
	"name-lookup-failed": "Check the domain's name servers; if they work, audit it again later.",
	"connection-refused": CHECK_SERVER,
	"connection-failed": CHECK_SERVER,
	"connection-timeout": CHECK_SERVER,
	"headers-timeout": "Find out why the first answer takes so long, then audit it again.",
	"deadline-exceeded": "Find out why the site answers so slowly, then audit it again.",
	"machine-busy": "Audit it again in a few minutes: our server was busy.",
	"site-unavailable": "Wait until the site answers again, then audit it again.",
	"request-unsendable": "Write addresses and identifiers in visible ASCII, then audit the site again.",
	"http-malformed": "Find the server or proxy that sends malformed HTTP, then audit it again.",
	"headers-too-large": "Send fewer or shorter response headers; large cookies are the usual cause.",
	"body-too-large": "Reduce the home page to a few megabytes of HTML, then audit it again.",
	"body-undecodable": "Check the Content-Encoding header against what the server sends, then audit it again.",
	"tls-invalid": "Renew or repair the certificate, then audit it again.",
	"robots-refused": "If you want an audit, remove the SightlineBot group from robots.txt.",
	"wait-requested": "The site asked us to come back later. Audit it again when it is less busy.",
	challenged: LET_US_IN,
	"request-budget": OUR_SIDE,
	"page-too-complex": "Flatten the page's markup: it is nested deeper than readers of HTML follow.",
	"not-html": "Serve the home page as HTML with the media type text/html, then audit it again.",
	"evidence-thin": "Let SightlineBot fetch the home page and the files it links to, then audit it again.",
	"folder-unreadable": "Give the folder with the built site, with an index.html in it, then audit it again.",
	"not-in-folder": "To check this, audit the public site: a folder holds the files of one host only.",
	"browser-missing": "Install Chrome or Chromium, or set CHROME_PATH to one, and audit the site again in deep mode.",
	"browser-failed": "Run the audit as a user other than root, or set CHROME_PATH to another Chrome or Chromium.",
	"receipt-invalid": OUR_SIDE,
	"receipt-conflict": OUR_SIDE,
	"evidence-missing": OUR_SIDE,
	"list-changed": "Restore the list of occurrences from a backup, or audit the site again.",
	"store-unavailable": OUR_SIDE,
	overloaded: "Try again in a minute: too many audits are running.",
	"shutting-down": "Try again in a minute: the service was restarting.",
	"store-busy": OUR_SIDE,
	"log-malformed": OUR_SIDE,
	"log-inconsistent": OUR_SIDE,
	"log-changed": OUR_SIDE,
	"signing-key": OUR_SIDE,
	"signature-invalid": OUR_SIDE,
	"signature-missing": OUR_SIDE,
	"proof-wrong": OUR_SIDE,
	"ed25519-missing": OUR_SIDE,
	"not-fetched": OUR_SIDE,
	"publish-conflict": OUR_SIDE,
	"publish-refused": OUR_SIDE,
	"publish-unreachable": OUR_SIDE,
	"mail-unsent": OUR_SIDE,
	"webhook-refused": OUR_SIDE,
};

/** The share page: the brief in a few lines. */
export const SHARE = {
	kind: "{product} audit",
	title: "{site}, audited",
	verdict: "In short",
	costs: "Why it matters",
	first: "The fix",
	lookedAt: "What we checked",
	good: "What is good",
	why: "Why",
	advice: "What to do",
	axes: "Structure {structure}, accessibility {accessibility}",
	noScore: "No score",
	readBrief: "Read the brief",
	checkReceipt: "Check the receipt",
	seeHistory: "See the history",
	methodology: "Methodology {methodology}",
} as const;

/** Around an agency's name, address and logo. */
export const AGENCY = {
	preparedBy: "Prepared by",
	preparedFor: "Prepared for {client}",
	/** Default label of the button in the header. */
	action: "Talk to us about these fixes",
	form: "Contact form",
	/** The only line that names us, in the footer. */
	measured: "Measured by {product}, methodology {methodology}. {agency} cannot change the score or the findings.",
	checkReceipt: "Check receipt",
	method: "Methodology {methodology}, {mode} audit.",
} as const;

export const FAILURE_MEANINGS: Readonly<Record<AuditFailureCode, string>> = {
	"name-not-found": "DNS has no address for the name.",
	"name-lookup-failed": "The name servers of the domain did not answer.",
	"target-blocked": "The name or its address is not on the public Internet.",
	"connection-refused": "The server refuses connections.",
	"connection-failed": "The connection broke before the server answered.",
	"connection-timeout": "The server did not accept the connection in time.",
	"tls-invalid": "Browsers would not trust the certificate.",
	"request-unsendable": "An address of the site contains characters that HTTP does not allow.",
	"headers-timeout": "The server accepted the connection but did not answer in time.",
	"headers-too-large": "The response headers are larger than we read.",
	"http-malformed": "The response is not valid HTTP.",
	"redirect-blocked": "A redirect leads to an address that is not public.",
	"redirect-limit": "The home page has more redirects than browsers follow.",
	"redirect-loop": "The redirects of the home page form a loop.",
	"robots-refused": "The site's robots.txt refuses our bot.",
	"wait-requested": "The site answered that it is busy or asked us to come back later.",
	challenged: "The site showed a CAPTCHA or bot check instead of its page.",
	"request-budget": "The audit used all of its requests.",
	"body-too-large": "The page is larger than what we read.",
	"body-undecodable": "The page is not compressed as its header says, or ends too early.",
	"not-html": "The home page is not HTML.",
	"page-too-complex": "The page is nested deeper than we can read.",
	"deadline-exceeded": "The audit ran out of time before the home page arrived.",
	"machine-busy": "Our server was busy, so the audit says nothing about the site.",
	"site-unavailable": "The site was down or in maintenance, which may be temporary.",
	"evidence-thin": "We could not read enough of the site for a score.",
};
