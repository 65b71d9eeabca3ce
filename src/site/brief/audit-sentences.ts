/** Sentences of a receipt that belong to no single check, as `receipt-sentences.ts` reads them. */
export const SENTENCES = {
	/** What an engine may do with the home page. */
	reach: {
		mayList: "May read and list the home page.",
		mayAnswer: "May read the home page for its answers.",
		mayAnswerAndOpen: "May read the home page for its answers, and open it when a person asks.",
		homeAnswersUs: "The home page answers {status} to our agent; how it answers others cannot be seen from outside.",
		homeAnswersUsAndBrowser:
			"The home page answers {status} to our agent and {status2} to a browser; how it answers others cannot be seen from outside.",
		lineShutsOutAnswers: "Line {line} of robots.txt shuts it out, so it cannot answer from the page.",
		lineShutsOutSearch: "Line {line} of robots.txt shuts it out, so it cannot list what the page says.",
		lineShutsIndexOut:
			"Line {line} of robots.txt shuts its index out, so it does not find and cite the page; it may open the page when a person asks.",
		lineKeepsGrounding:
			"Line {line} of robots.txt keeps its answers from what Google's index holds of the page; it may open the page when a person asks.",
		lineKeepsFromOpening:
			"May find and cite the page; line {line} of robots.txt keeps it from opening the page when a person asks.",
		readsWithoutScripts: "May come, and finds hardly any text: it reads the page without running scripts.",
		sendsToLogin: "The home page sends visitors to a login.",
		certificateNotTrusted:
			"The certificate is not trusted; whether it reads the page all the same cannot be seen from outside.",
		robotsAnswers: "robots.txt answers {status}, so it stays away until that is repaired.",
		robotsAnswersIndex:
			"robots.txt answers {status}, so its index stays away until that is repaired; it may open the page when a person asks.",
		robotsSilent: "robots.txt does not answer, so it stays away until that is repaired.",
		robotsSilentIndex:
			"robots.txt does not answer, so its index stays away until that is repaired; it may open the page when a person asks.",
		robotsNotKnown: "robots.txt answers {status}, so its rules are not known.",
		robotsNotRead: "robots.txt could not be read, so its rules are not known: {anything}",
		listsOtherSite: "May read the page, and in most cases lists the other site that it names as its own address.",
		citesOtherSite: "May read the page, and in most cases cites the other site that it names as its own address.",
		asksForLogin: "The home page answers {status}: it asks everyone for a login.",
		asksForPayment: "The home page answers {status}: it asks everyone for a payment.",
		noSuchPage: "The home page answers {status}: it says that there is no such page.",
		goneForGood: "The home page answers {status}: it says that the page is gone for good.",
		vendorSilent: "May read the home page; what it makes of its {word}, its vendor does not say.",
		tagKeepsFromList: "A robots tag says {word}, so it may not list the page.",
		tagKeepsFromAnswers: "A robots tag says {word}, so it leaves the page out of its answers.",
		tagKeepsFromAnswersNotOpening:
			"A robots tag says {word}, so it leaves the page out of its answers; it may open the page when a person asks.",
		tagKeepsFromQuotes: "A robots tag says {word}, so it may list the page, and quote nothing of it.",
		tagKeepsFromQuotesNamed: "A robots tag says {word}, so it may name the page, and quote nothing of it.",
		tagKeepsFromUse: "A robots tag says {word}, so it neither uses nor links the page.",
		tagShortens: "A robots tag says {word}, so it shows title and snippet, no more.",
		headerKeepsFromList: "The header {header} says {word}, so it may not list the page.",
		headerKeepsFromAnswers: "The header {header} says {word}, so it leaves the page out of its answers.",
		headerKeepsFromAnswersNotOpening:
			"The header {header} says {word}, so it leaves the page out of its answers; it may open the page when a person asks.",
		headerKeepsFromQuotes: "The header {header} says {word}, so it may list the page, and quote nothing of it.",
		headerKeepsFromQuotesNamed: "The header {header} says {word}, so it may name the page, and quote nothing of it.",
		headerKeepsFromUse: "The header {header} says {word}, so it neither uses nor links the page.",
		headerShortens: "The header {header} says {word}, so it shows title and snippet, no more.",
		withheldFromList: "All of the text stands inside data-nosnippet, so it may list the page, and quote nothing of it.",
		withheldFromNaming:
			"All of the text stands inside data-nosnippet, so it may name the page, and quote nothing of it.",
	},
	/** What a pillar's score rests on. */
	pillar: {
		onePasses: "The one check passes.",
		allPass: "All {all} checks pass.",
		somePass: "{passed} of {all} checks pass.",
		somePassOne: "{passed} of {all} checks passes.",
		somePassOfOne: "{passed} of {all} check pass.",
		somePassOfOnePartly: "{passed} of {all} check pass, {partly} passes in part.",
		partlyOne: "{passed} of {all} checks pass, {partly} passes in part.",
		partlyMany: "{passed} of {all} checks pass, {partly} pass in part.",
		partlyOneOfOne: "{passed} of {all} checks passes, {partly} passes in part.",
		partlyManyOfOne: "{passed} of {all} checks passes, {partly} pass in part.",
		basicsTakeOfAll: "Of {points} points, basics that fail take {away} away.",
		basicsTake: "They earn {points} points; basics that fail take {away} away.",
		cappedAt: "A grave fault caps this at {cap}.",
		nothingApplies: "Nothing here applies to this site.",
		nothingLookedAt: "This audit could not check anything here.",
	},
	/** Which kind of site it is. */
	kind: {
		kindNotShown: "The home page does not show what kind of site this is.",
		kindWithoutHome: "Without a home page we could not tell what kind of site this is.",
		kindNotClear: "We could not tell what kind of site this is: {anything}.",
		kindUndecided: "As much speaks for one kind of site as for another: {anything}.",
		kindSet: "Set by the owner of the watchlist.",
		kindDeclared: "The home page declares the schema.org type {type}.",
		kindDeclaredAnd: "The home page declares the schema.org type {type}; it declares the schema.org type {type2}.",
		kindSeen: "The home page {anything}.",
	},
	/** What the server's logs say of an engine's bots. */
	access: {
		gets: "{list} {verb:get|gets} your pages: {n} verified {n:request|requests} in 30 days, {share} % answered.",
		letIn: "robots.txt lets {list} in, but",
		named: "For {list},",
		refusedSuchAs: "{part} your firewall or server refused {n} of {all} verified requests, such as {path} ({status}).",
		refused: "{part} your firewall or server refused {n} of {all} verified requests.",
		limited: '{part} your server answered "too many requests" (429) to many of them: {n} of {all} were turned down.',
		failed: "{part} your server failed on {n} of {all} verified requests (500 and above).",
		closedTaken:
			"robots.txt closes the site to {list} ({code}), and {n} {n:page|pages} went to verified requests all the same.",
		closed: "robots.txt closes the site to {list} ({code}), and no page went to them.",
		never: "{list} never asked for a page in these logs.",
		stopped: "{list} used to come and stopped. The last verified request was on {further}",
		spoofed: "No verified request of {list}: all {n} came from addresses that are not the vendor's.",
		unverifiable:
			"{n} {n:request|requests} named {list}, and nothing shows who sent them: the vendor publishes no addresses, or a proxy hides them.",
	},
	/** Why a check has no answer, and where it was checked. */
	finding: {
		couldNotLook: "We could not check this: {further}",
		followsFrom: 'Follows from "{title}": {sentence}',
		followsFromAnything: 'Follows from "{title}": {anything}',
		followsFromAlone: 'Follows from "{title}".',
		noHomePage: "The home page answers {status}, so there is no page to look at.",
		noneOfPages: "This applies to none of {pages} pages. {sentence}",
		deepOnly: "Only a deep audit checks this.",
		otherKind: "This does not apply to this kind of site.",
		homeOnly: "A light audit reads only the home page.",
		notInFolder: "A folder cannot show this; an audit of the public site checks it.",
		moreThanKept: "This is over the limit of one audit: we checked {kept} of {all} {anything}.",
		pagesPass: "{passed} of {judged} pages pass.",
		onePagePasses: "{passed} of {judged} page passes.",
		pagesPassOthers: "{passed} of {judged} pages pass; this does not apply to {others} more.",
		onePagePassesOthers: "{passed} of {judged} page passes; this does not apply to {others} more.",
		atWorst: "At worst: {sentence}",
		atWorstOn: "At worst, on {url}: {sentence}",
		// A receipt keeps so much of a sentence.
		atWorstCut: "At worst: {anything}… {sentence}",
		atWorstCutAlone: "At worst: {further}…",
		atWorstOnCut: "At worst, on {url}: {anything}… {sentence}",
		atWorstOnCutAlone: "At worst, on {url}: {further}…",
		forExample: "For example: {sentence}",
		forExampleOn: "For example, on {url}: {sentence}",
		sharedTemplateAll:
			"The same markup is on all {pages} pages with this fault, so one change to the page template fixes them.",
		sharedTemplateMost:
			"The same markup is on {most} of {pages} pages with this fault, so one change to the page template fixes them.",
	},
} as const;
