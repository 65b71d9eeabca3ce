export interface Refusal {
	readonly status: number;
	readonly retrySeconds?: number;
	/** Set if the server failed: the id in its log. */
	readonly requestId?: string;
	/** Plain-text explanation for a program that sent a person here and gets no response. */
	readonly ofProgram?: string;
}

interface RefusalWords {
	readonly title: string;
	readonly says: string;
	readonly more?: string;
}

const FAILED: RefusalWords = {
	title: "Something went wrong",
	says: "This is our fault, and we recorded it. Try again later. If it happens again, tell this site's operator.",
};

/** Same wording as the consent page. */
const PROGRAM = {
	title: "We cannot send you back to this program",
	more: "Its return address could not be verified.",
} as const;

const WORDS: Readonly<Record<number, RefusalWords>> = {
	400: {
		title: "The form cannot be read",
		says: "The form arrived damaged. Go back, reload the page and send it again.",
	},
	403: {
		title: "The form was not sent from this site",
		says: "We accept forms only from our own pages, so that no other site can act in your name. Open the page on this site and send the form from there.",
	},
	404: {
		title: "Page not found",
		says: "The address may be mistyped, or the page was removed.",
	},
	405: {
		title: "This page does not support this request",
		says: "You can open it and send its forms. Open it again from its address.",
	},
	408: {
		title: "The form did not arrive in time",
		says: "The connection may be slow or broken. Go back and send it again.",
	},
	413: {
		title: "The form is too large",
		says: "Go back, and choose a smaller file or write a shorter text.",
	},
	415: {
		title: "This form does not belong to this page",
		says: "Reload the page and send its form.",
	},
	429: {
		title: "Too many requests at once",
		says: "We limit requests from each network address, so that the site works for everyone. Wait a moment and reload the page.",
	},
	503: {
		title: "This page is not available at the moment",
		says: "This is our fault: the account store does not answer. Reload the page in 30 seconds.",
	},
};

export function refusalWords({ status, ofProgram }: Pick<Refusal, "status" | "ofProgram">): RefusalWords {
	if (ofProgram !== undefined) return { ...PROGRAM, says: ofProgram };
	return WORDS[status] ?? FAILED;
}
