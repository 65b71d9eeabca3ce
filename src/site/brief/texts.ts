import type { AuditFailureCode, FailureCode } from "#core/failure.ts";
import type { Engine } from "#core/pillar.ts";
import type { Preset } from "#core/preset.ts";
import type { Gate } from "#core/report.ts";

/** Another language is another file with these keys. `filled` puts in `{name}`, `pluralOf` takes `one` or `other`. */

export const PAGE = {
	kind: "Structural readiness brief",
	title: "{site}: structural readiness brief",
	findingsTitle: "{site}: all findings",
	preparedBy: "Prepared by {agency}",
	audited: "Audited",
	firstAudit: "for the first time",
	evidence: "Evidence",
	kindOfSite: "Kind of site",
	methodology: "Methodology",
	mode: "{mode} audit",
	receipt: "Receipt",
	inLog: "leaf {leaf} of the log",
	waitsForSeal: "waits for the next seal",
	saveAsPdf: "Save as PDF",
	auditAgain: "Audit it again",
	allFindings: "{faults}, {passes}: all findings",
	faults: { one: "{count} fault", other: "{count} faults" },
	passes: { one: "{count} pass", other: "{count} passes" },
	share: "Share",
	history: "History",
	overall: "Overall score",
	of100: "of 100",
	coverage: "{share} of what applies to this site could be looked at.",
} as const;

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

export const ENGINE_WORDS: Readonly<Record<Engine, { readonly name: string; readonly means: string }>> = {
	search: { name: "Search engines", means: "Classic search: crawl, index, show a link." },
	answers: { name: "Answer engines", means: "Assistants and agents: fetch, read, quote, act." },
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
	small: "up to an hour",
	medium: "up to a day",
	large: "more than a day",
	editor: "Editor",
	developer: "Developer",
	host: "Hosting provider",
} as const;

export const BAND_TEXTS = {
	ready: {
		name: "Ready",
		means:
			"Search engines and AI agents can find, read and use the site; what is still wrong, if anything, costs ten points or less.",
	},
	mostlyReady: {
		name: "Mostly ready",
		means: "Search engines and AI agents can find and read the site; faults still hold it back.",
	},
	partlyReady: {
		name: "Partly ready",
		means: "Part of what search engines and AI agents need from the site is there; much is missing or broken.",
	},
	notReady: {
		name: "Not ready",
		means: "Much of what search engines and AI agents need from the site is missing or broken.",
	},
	unscored: "Could not be audited",
} as const;

export const VERDICT = {
	allShutOut: "Neither search engines nor AI assistants can read your home page.",
	cannotList: "{engines} cannot list your home page.",
	cannotQuote: "{engines} may list your home page, and quote nothing of it.",
	canList: "{engines} can list your home page",
	cannotUse: "{engines} cannot read it",
	cannotCite: "{engines} cannot find and cite it",
	cannotOpen: "{engines} cannot open it for a person who asks",
	findNoText: { one: "{engines} finds hardly any text on it", other: "{engines} find hardly any text on it" },
	goodBut: "{good}, but {bad}.",
	allOpen: "Search engines and AI assistants can reach your home page.",
	openButLacking: "Everybody may come in, but much of what machines need is missing or broken.",
	partly: "{engines} may use it only in part",
	blocked: "{engines} may not use it",
	unknown: "what {engines} may do cannot be seen from outside",
	nothingSeen: "What search engines and AI assistants get of your home page cannot be seen from outside.",
	withCredentials:
		"This is what is there for whoever has your credentials; what search engines and AI assistants get without them was not looked at.",
	costsMost: "What costs most: {fault}.",
	nothingLeft: "Nothing that is scored is left to fix.",
	notAudited: "{site} could not be audited. {reason}",
	refused: "Your home page answers our visit with {status}. How it answers search engines cannot be seen from outside.",
	refusedGate: "The home page answers our visit with {status} instead of a page.",
	listsOther: {
		one: "{engines} lists another site in place of yours. One line of your home page asks for that.",
		other: "{engines} list another site in place of yours. One line of your home page asks for that.",
	},
} as const;

export const CAUSES = {
	robotsLines: { one: "line {lines} of robots.txt", other: "lines {lines} of robots.txt" },
	robotsRule: "a rule in robots.txt",
	head: "one line in its head",
	header: "one line that your server sends with it",
	of: { one: "{causes} causes it.", other: "{causes} cause it." },
	robotsStatus: "robots.txt answers {status}, so crawlers stay away.",
	robotsSilent: "robots.txt does not answer, so crawlers stay away.",
	status: "It answers {status} instead of a page.",
	login: "It sends every visitor to a login.",
	scripts: "The text is there only after scripts have run.",
	withheld: "All of its text stands where it may not be quoted.",
} as const;

/** Where the table of engines does not say more. */
export const GATE_VERDICTS: Readonly<Record<Gate["id"], string>> = {
	noindex: "Google, Bing or both cannot list your home page. One line that comes with it causes it.",
	"search-blocked": "Google, Bing or both cannot read your home page. A rule in robots.txt causes it.",
	"no-text":
		"AI assistants that run no scripts find hardly any text on your home page. It is there only after scripts have run.",
	"no-main-text": "There is nothing to find or quote on your home page. It has next to no text of its own.",
	"thin-text": "There is little to find or quote on your home page. It has too little text of its own.",
	placeholder: "Visitors and search engines find no finished page. The home page is a placeholder.",
	"canonical-elsewhere":
		"Google and Bing list another site in place of yours. One line of your home page asks for that.",
	"unreachable-host": "Who follows your links arrives nowhere. They lead to a server that does not answer.",
	"no-snippet":
		"Search results and AI answers may quote nothing of your home page. One line that comes with it causes it.",
	"soft-404":
		"Search engines cannot tell your pages from errors. The site answers with success for pages that do not exist.",
	"tls-invalid": "Browsers warn people who open your site. It has no working, trusted encryption (HTTPS).",
	"home-error": "Your home page cannot be opened. It answered our visit with an error.",
};

/** Of a site that is not the reader's: for rows of many sites. */
export const GATE_SENTENCES: Readonly<Record<Gate["id"], string>> = {
	noindex: "Search engines cannot list its home page.",
	"search-blocked": "Search engines cannot read its home page.",
	"no-text": "AI assistants find hardly any text on its home page.",
	"no-main-text": "There is nothing to find or quote on its home page.",
	"thin-text": "There is little to find or quote on its home page.",
	placeholder: "Visitors and search engines find no finished page.",
	"canonical-elsewhere": "Search engines list another site in its place.",
	"unreachable-host": "Who follows its links arrives nowhere.",
	"no-snippet": "Search results and AI answers may quote nothing of its home page.",
	"soft-404": "Search engines cannot tell its pages from errors.",
	"tls-invalid": "Browsers warn people who open it.",
	"home-error": "Neither search engines nor AI assistants can read its home page.",
};

export const REACH = {
	title: "Who can reach you",
	note: "What each can do with the home page, by what the site itself says and answers.",
	kinds: { search: "Search engines", answers: "Answer engines and assistants" },
	states: { allowed: "Allowed", partly: "Partly", blocked: "Blocked", unknown: "Not known" },
	name: "Name",
	state: "Can it read the home page?",
	cause: "cause {number}",
	causes: { one: "The line responsible", other: "The lines responsible" },
	allAllowed: "All {all} can read your home page.",
	allBlocked: "None of the {all} can read your home page.",
	allUnknown: "Of all {all} it is not known.",
	first: {
		blocked: "{count} of the {all} cannot read your home page",
		partly: "{count} of the {all} can read your home page only in part",
		allowed: "{count} of the {all} can read your home page",
	},
	further: { blocked: "{count} cannot", partly: "{count} only in part", allowed: "{count} can" },
	rest: "; of {count} it is not known",
} as const;

export const ACTIONS = {
	title: "What to do first",
	note: "In this order: what keeps machines out comes first, and each further step gains most after those before it.",
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
} as const;

export const GAIN = {
	points: { one: "{points} point", other: "{points} points" },
	alone: "+{points}",
	step: "+{points}, to {score}",
	stepWithNext: "+{points}, to {score}, with step 2",
	stepWithFurther: "+{points}, to {score}, with steps 2 to {last}",
	inFirstStep: "Counted in step 1",
	openerOfAll: "The other steps count after it",
	openerOfRest: "The steps after it count then",
	lessThanPoint: "Less than a point",
	lessThanTenth: "Less than a tenth of a point alone",
	afterAllCaps: "Counts when all caps are lifted",
	afterStep1: "Counts after step 1",
	afterSteps2: "Counts after steps 1 and 2",
	afterSteps: "Counts after steps 1 to {last}",
	rises: "The score rises by {points}.",
	risesTo: "The score rises by {points}, to {score}.",
	risesWithNext: "With what is next the score rises by {points}, to {score}.",
} as const;

export const PATH = {
	title: "The way up",
	today: "today",
	reachable: "reachable",
	label: {
		one: "A waterfall from {from} today over {steps} step to {to}.",
		other: "A waterfall from {from} today over {steps} steps to {to}.",
	},
	caption: "{from} today.",
	captionWithSteps: "{from} today, {steps}.",
	afterStep: "{score} after step {step}",
	afterSteps: "{score} after steps 1 to {step}",
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
	title: "How the number came about",
	note: "Four pillars to each axis.",
	capped: "Capped: {score}",
	afterQuarter: "{score} after a quarter off",
	afterDeductions: "{score} after deductions",
	plot: "Structure {structure} and accessibility {accessibility} of 100 on two axes. Overall {score}, {band}.",
	secondDot: " A second dot shows where the score of {score} lies.",
	caption: "The overall score is the mean of the two axes. Each line joins the sites with one overall score.",
	captionWithFaults: "Mean of the two axes: {mean}; {quarters}{held}: {score}.",
	quarters: { one: "one grave fault takes a quarter off", other: "{count} grave faults take a quarter off each" },
	neverAbove: ", never above {cap}",
	heldAt: ", and no more than {cap} is left with it",
	belowPillars:
		" What follows from a grave fault earns nothing: that holds {axes}, below the pillars that could be looked at.",
	axisAt: "{axis} at {score}",
	gates: "What lowers the score",
	gateCap: "Never above {cap}",
	pillar: "Pillar",
	score: "Score",
	checks: "What was looked at",
	none: "none",
} as const;

export const SEEN = {
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
	passage: "The first 300 characters",
	absent: {
		title: "The page has no title. Search results will show an address or a guess in its place.",
		description: "The page has no description. Search results will show a passage of their own choice.",
		text: "The page has no text without scripts. There is nothing to find or to quote.",
		types: "The page states nothing as structured data. Machines must guess what it is about.",
		lang: "The page does not say its language. Machines and screen readers must guess it.",
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
	lost: "The site could not be audited this time; it had {score} on {when}.",
	neverScored: "{audits} audits gave no score.",
	gained: "This is the first audit that gave a score.",
	otherwiseMade: "Earlier audits were made in another way, so their scores are not set against this one.",
} as const;

export const RECORD = {
	title: "Receipt, method and limits",
	note: "What this brief rests on, and how to repeat it.",
	receipt: "Receipt",
	proof: "Proof",
	proofWaits: "The receipt waits for the next seal of the log.",
	leaf: "Leaf {leaf} of the log",
	where: {
		published: "Checked before your eyes, or by anybody with the two files",
		live: "Its page says where to get the proof",
		unlisted: "The leaf holds its digest and names nobody; the receipt has no public page",
	},
	evidence: "Evidence",
	again: "Repeat the audit",
	method: "Method",
	methodSays: "Sightline {engine}, methodology {methodology}, {mode} audit.",
	limits: "Limits",
	limitsSay:
		"One audit, from one place, at one time. It shows what machines can reach, read and operate; it measures neither traffic nor rankings, and no engine promises to list or quote a page.",
	contact: "Contact",
} as const;

export const FAILED = {
	none: "No score",
	says: "This site could not be audited. A number would be a guess, so none is given.",
	tried: "What was tried",
	triedLine: "A request for {url}: {answer}.",
	answered: "status {status}, {size}",
	noAnswer: "no answer that could be used",
	back: "What came back",
	todo: "What to do",
	orElse: "Or, on your own machine",
	tooLittle: "Too little of the site could be looked at in the time there is.",
} as const;

export const FINDINGS = {
	title: "findings",
	back: "Back to the brief",
	lead: "Everything that was looked at, what it rests on, and how to see it yourself. What costs points stands first.",
	wrong: "What costs points",
	wrongNote:
		"What costs most stands first in each pillar. Each finding says what was seen, and offers the request that shows it.",
	nothingWrong: "Nothing that was looked at costs points.",
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
	notApplicableNote: "No fault, and it costs nothing.",
	unknownTitle: "What stayed unknown",
	unknownNote: "We could not look, so neither a pass nor a fail is claimed. Unknown findings leave the score.",
	unjudged: {
		one: "{count} check without an answer, all for this reason",
		other: "{count} checks without an answer, all for this reason",
	},
	notJudged: "Not judged: “{check}”",
	followingTitle: "What follows from another fault",
	followingNote: "It needs no work of its own now: it earns nothing until its cause is gone, and is judged anew then.",
	answersTitle: "What the owner answers",
	answersNote: "Answers stand beside their findings. They are the owner's own words and change no score.",
	answersRead: { one: "{count} answer read from", other: "{count} answers read from" },
	answersUnread: "Not all of the file could be read:",
	responsesTitle: "Requests",
	responsesNote:
		"The command below an address asks for it in the plainest way. Where we asked in another, as a browser or for Markdown, the answer may differ.",
	responses: {
		one: "{count} request that the findings rest on, and what came back",
		other: "{count} requests that the findings rest on, and what came back",
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
	gains: "{points} to gain by itself",
	notScored: "not scored",
	forInformation: "for information, not scored",
} as const;

export const TALLY = {
	good: {
		one: "Of {count} thing looked at, {passed}",
		other: "Of {count} things looked at, {passed}",
	},
	passed: { one: "{count} is fine", other: "{count} are fine" },
	nothingWrongIn: "{good}; nothing was found wrong in {pillars}",
	morePillars: " and {count} more",
	none: "Nothing could be looked at.",
	judged: { one: "{count} thing was looked at: {parts}.", other: "{count} things were looked at: {parts}." },
	partly: "{count} half",
	failed: "{count} wrong",
	notApplicable: { one: "{count} more does not apply", other: "{count} more do not apply" },
	unknown: "of {count} nothing is known",
} as const;

export const MARKDOWN = {
	audit: "{mode} audit, methodology {methodology}",
	corrections: "Corrections",
	correction: "Correction of {date}.",
	ownersWord: "The owner’s word of {date}.",
	unchanged: "The receipt itself is never changed; this page shows what it said.",
	fix: "Fix: {fix}",
	overall: "Overall",
	fixes: "What to fix first",
	outlook: "Where it stands",
	faults: "What else is wrong",
	proof: "Proof",
	engine: "Engine or assistant",
	state: "May it?",
	line: "The line responsible:",
	states: { allowed: "allowed", partly: "partly", blocked: "blocked", unknown: "not known" },
	known: "{share} of what applies to the site is known.",
	receipt: "Receipt {id}, evidence {evidence}.",
	receiptInPlace: "Receipt {id} ({place}), evidence {evidence}.",
	again: "Again: {command}",
	places: { logged: "in the log", pending: "not yet in the log", unsaved: "not kept" },
} as const;

const CHECK_ADDRESS = "Check the spelling of the domain, then audit it again.";
const CHECK_SERVER = "Check that the site is up and reachable from outside your own network, then audit it again.";
const LET_US_IN =
	"Allow SightlineBot in your firewall or bot protection, or audit a built copy of the site from a folder.";
const OUR_SIDE = "This is on our side: run the audit again, and report it if it stays.";

export const ADVICE: Readonly<Record<FailureCode, string>> = {
	"input-invalid": CHECK_ADDRESS,
	"target-invalid": CHECK_ADDRESS,
	"target-blocked": "Audit a public host name. A site that is not public yet can be audited from a folder.",
	"removal-asked": "The owner has asked for this domain not to be audited here any more.",
	"redirect-blocked": "Let the home page redirect to public addresses only, then audit it again.",
	"redirect-limit": "Shorten the chain of redirects before the home page, then audit it again.",
	"redirect-loop": "Break the loop: each redirect must lead to a page that answers, then audit it again.",
	"name-not-found": "Check the domain's name and its DNS records, then audit it again.",
	"name-lookup-failed": "Check the domain's name servers; if they are well, audit it again later.",
	"connection-refused": CHECK_SERVER,
	"connection-failed": CHECK_SERVER,
	"connection-timeout": CHECK_SERVER,
	"headers-timeout": "Find out why the first answer takes so long, then audit it again.",
	"deadline-exceeded": "Find out why the site answers so slowly, then audit it again.",
	"machine-busy": "Audit it again in a few minutes: our own machine was busy.",
	"site-unavailable": "Wait until the site answers again, then audit it again.",
	"request-unsendable": "Write addresses and identifiers in visible ASCII, then audit the site again.",
	"http-malformed": "Find out which server or proxy writes an answer that breaks HTTP, then audit it again.",
	"headers-too-large": "Send fewer or shorter response headers; large cookies are the usual cause.",
	"body-too-large": "Bring the size of the home page down to a few megabytes of HTML, then audit it again.",
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
	"not-in-folder": "Audit the public site to have this looked at: a folder holds the files of one host only.",
	"browser-missing": "Install Chrome or Chromium, or set CHROME_PATH to one, and audit the site again in deep mode.",
	"browser-failed": "Run the audit as a user other than root, or set CHROME_PATH to another Chrome or Chromium.",
	"receipt-invalid": OUR_SIDE,
	"receipt-conflict": OUR_SIDE,
	"evidence-missing": OUR_SIDE,
	"list-changed": "Restore the list of occurrences from a backup, or audit the site again.",
	"store-unavailable": OUR_SIDE,
	overloaded: "Ask again in a minute: more audits were asked for than fit at once.",
	"shutting-down": "Ask again in a minute: the service was being restarted.",
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

/** The page that is shared: the brief in a few lines. */
export const SHARE = {
	kind: "{product} audit",
	title: "{site}, audited",
	verdict: "In short",
	costs: "What it costs",
	first: "Fix first",
	lookedAt: "What was looked at",
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

/** Beside an agency's own name, address and logo. */
export const AGENCY = {
	preparedBy: "Prepared by",
	independence: "The score and the findings are {product}'s: {agency} cannot change them.",
	checkReceipt: "Check receipt",
} as const;

export const FAILURE_MEANINGS: Readonly<Record<AuditFailureCode, string>> = {
	"name-not-found": "The DNS knows no address for the name.",
	"name-lookup-failed": "The name servers of the domain did not answer.",
	"target-blocked": "The name, or an address that it leads to, is not on the public Internet.",
	"connection-refused": "Nothing listens where the site should be.",
	"connection-failed": "The connection broke before an answer came.",
	"connection-timeout": "The server did not take the connection in time.",
	"tls-invalid": "Browsers would not trust the certificate.",
	"request-unsendable": "An address of the site holds something that HTTP cannot carry.",
	"headers-timeout": "The server took the connection and did not begin to answer in time.",
	"headers-too-large": "The header of the answer goes beyond what we read.",
	"http-malformed": "The answer breaks the rules of HTTP.",
	"redirect-blocked": "A redirect leads to where no public site is.",
	"redirect-limit": "The home page lies behind more redirects than browsers follow.",
	"redirect-loop": "The redirects of the home page lead back to themselves.",
	"robots-refused": "The site's robots.txt refuses our bot.",
	"wait-requested": "The site answered that it is busy, or that we are to come back later.",
	challenged: "The site showed a challenge for people in place of its page.",
	"request-budget": "The audit used up the requests that it allows itself.",
	"body-too-large": "The page is larger than what we read.",
	"body-undecodable": "The page is not compressed as its header says, or ends too early.",
	"not-html": "The home page is not HTML.",
	"page-too-complex": "The page is nested deeper than we can read.",
	"deadline-exceeded": "The time for the audit was used up before the home page was there.",
	"machine-busy": "Our own machine was busy, so the audit says nothing about the site.",
	"site-unavailable": "The site was down or in maintenance, which may be temporary.",
	"evidence-thin": "Too little of the site could be looked at for a score.",
};
