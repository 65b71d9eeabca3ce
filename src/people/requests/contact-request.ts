/** What somebody can ask for: an answer, a price, a talk at a time that they propose. */
export const REQUEST_KINDS = ["question", "quote", "consult"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = {
	question: "Question",
	quote: "Quote request",
	consult: "Consultation request",
};

/** Whom a request is for that names no agency. */
export const OPERATOR = "";

/** A request as its recipient sees it; every text of it is the sender's, and nobody has checked whose address it names. */
export interface ContactRequest {
	readonly id: string;
	readonly kind: RequestKind;
	/** Slug of an agency, or `OPERATOR`. */
	readonly to: string;
	readonly name: string;
	readonly email: string;
	/** ASCII host; `""` where none was named. */
	readonly domain: string;
	readonly note: string;
	/** Of a consultation: ISO 8601, and the time zone in which the sender said it. */
	readonly startsAt?: string;
	readonly zone?: string;
	/** ISO 8601. */
	readonly receivedAt: string;
	readonly answeredAt?: string;
}

/** Minutes that a consultation is proposed for. */
export const CONSULT_MINUTES = 30;
