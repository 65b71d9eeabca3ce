import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { InstallationSecret } from "../accounts/installation-secret.ts";

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

/** Hours in which a form can be sent after its page was opened. */
export const FORM_HOURS = 24;
/** Nobody reads and fills in a form in less; programs do. */
const LEAST_MS = 2_000;
const MOST_MS = FORM_HOURS * 3_600_000;

/** What a form's token says: the request's id where it may be sent, else why not. */
type TokenReading = { readonly id: string } | "forged" | "early" | "late";

/** Signed tokens of forms that anybody may send: each names one request, in a window of time. */
export interface FormTokens {
	/** @param now milliseconds since 1970 */
	issue(now: number): Promise<string>;
	read(token: string, now: number): Promise<TokenReading>;
}

export function createFormTokens(secret: InstallationSecret): FormTokens {
	const sign = async (text: string) =>
		createHmac("sha256", await secret())
			.update(`contact form ${text}`)
			.digest();
	return {
		async issue(now) {
			const text = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
			return `${text}.${(await sign(text)).toString("base64url")}`;
		},
		async read(token, now) {
			const [, text = "", id = "", issued = "", signature = ""] =
				/^(([\w-]{22})\.([a-z0-9]{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
			if (text === "" || !timingSafeEqual(Buffer.from(signature, "base64url"), await sign(text))) return "forged";
			const age = now - Number.parseInt(issued, 36);
			if (age < LEAST_MS) return "early";
			return age > MOST_MS ? "late" : { id };
		},
	};
}
