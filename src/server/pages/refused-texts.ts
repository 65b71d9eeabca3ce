export interface Refusal {
	readonly status: number;
	readonly retrySeconds?: number;
	/** Where the server failed: what its log has about it. */
	readonly requestId?: string;
	/** For a program that led a person here and gets no answer back: one or two sentences, plain text. */
	readonly ofProgram?: string;
}

interface RefusalWords {
	readonly title: string;
	readonly says: string;
	readonly more?: string;
}

const FAILED: RefusalWords = {
	title: "This did not work",
	says: "This is our fault, and we recorded it. Try again later; if it happens again, tell the operator of this site.",
};

/** In the words of the page that would ask the person. */
const PROGRAM = {
	title: "This program cannot be answered",
	more: "You are not led back: it is not certain whose address that would be.",
} as const;

const WORDS: Readonly<Record<number, RefusalWords>> = {
	400: {
		title: "What was sent cannot be read",
		says: "The form arrived damaged. Go back, load the page again and send it once more.",
	},
	403: {
		title: "This was not sent from this site",
		says: "Forms are taken from this site's own pages only, so that no other site can act in your name. Open the page at the address of this site and send it from there.",
	},
	404: {
		title: "There is no page at this address",
		says: "The address may have been mistyped, or what it showed is gone.",
	},
	405: {
		title: "This page cannot be asked for in this way",
		says: "It can be read, and its forms can be sent. Open it again by its address.",
	},
	408: {
		title: "What was sent did not arrive in time",
		says: "The connection may be slow or broken. Go back and send it once more.",
	},
	413: {
		title: "What was sent is too large",
		says: "Go back, and choose a smaller file or write a shorter text.",
	},
	415: {
		title: "What was sent is no form of this page",
		says: "Load the page again and send its form from there.",
	},
	429: {
		title: "Too many requests at once",
		says: "Pages and forms are limited for each network address, so that they answer everybody. Wait a little and load the page again.",
	},
	503: {
		title: "This page cannot be shown at the moment",
		says: "This is our fault: the account store does not answer. Reload the page in 30 seconds.",
	},
};

export function refusalWords({ status, ofProgram }: Pick<Refusal, "status" | "ofProgram">): RefusalWords {
	if (ofProgram !== undefined) return { ...PROGRAM, says: ofProgram };
	return WORDS[status] ?? FAILED;
}
