import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Language } from "#core/language.ts";
import { MAILS } from "#site/brief/report-texts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";

export const REQUEST_KINDS = ["question", "quote", "consult"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = MAILS.kinds;

/** Recipient of requests without an agency. */
export const OPERATOR = "";

/** All texts are the sender's, and the email address is unverified. */
export interface ContactRequest {
	readonly id: string;
	readonly kind: RequestKind;
	readonly to: string;
	readonly name: string;
	readonly email: string;
	readonly domain: string;
	readonly note: string;
	/** Consultations only: ISO 8601, and the sender's time zone. */
	readonly startsAt?: string;
	readonly zone?: string;
	readonly receivedAt: string;
	readonly answeredAt?: string;
}

export const CONSULT_MINUTES = 30;

export const FORM_HOURS = 24;
/** Milliseconds. People need longer to fill in a form, bots do not. */
const LEAST_MS = 2_000;
const MOST_MS = FORM_HOURS * 3_600_000;

/** The request's id, or why it must not be sent. */
type TokenReading = { readonly id: string } | "forged" | "early" | "late";

/** A token is for one request and a time window. */
export class FormTokens {
	readonly #secret: InstallationSecret;

	constructor(secret: InstallationSecret) {
		this.#secret = secret;
	}

	async issue(now: number): Promise<string> {
		const text = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
		return `${text}.${(await this.#sign(text)).toString("base64url")}`;
	}

	async read(token: string, now: number): Promise<TokenReading> {
		const [, text = "", id = "", issued = "", signature = ""] =
			/^(([\w-]{22})\.([a-z0-9]{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
		if (text === "" || !timingSafeEqual(Buffer.from(signature, "base64url"), await this.#sign(text))) return "forged";
		const age = now - Number.parseInt(issued, 36);
		if (age < LEAST_MS) return "early";
		return age > MOST_MS ? "late" : { id };
	}

	async #sign(text: string): Promise<Buffer> {
		return createHmac("sha256", await this.#secret())
			.update(`contact form ${text}`)
			.digest();
	}
}

/**
 * Times skipped by a clock change move forward. @param date `2026-12-01` @param time `14:30` @param zone for `Intl`
 * @returns milliseconds since 1970; undefined for an invalid date or time
 */
export function momentIn(zone: string, date: string, time: string): number | undefined {
	const shown = Date.parse(`${date}T${time}Z`);
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(`${date}T${time}`) || Number.isNaN(shown)) return undefined;
	// Date.parse reads 30 February as 2 March.
	if (new Date(shown).toISOString().slice(0, 10) !== date) return undefined;
	// The offset may differ near a clock change, so compute it again at the result.
	const near = shown - offsetAt(zone, shown);
	return shown - offsetAt(zone, near);
}

export function isTimeZone(zone: string): boolean {
	return timeZones().includes(zone);
}

export function timeZones(): readonly string[] {
	zones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
	return zones;
}
let zones: readonly string[] | undefined;

/** `Tuesday, 1 December 2026, 14:30 (Europe/Berlin)` */
export function spokenMoment(iso: string, zone: string, lang: Language = "en"): string {
	const locale = lang === "en" ? "en-GB" : lang;
	const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: zone });
	return `${format.format(new Date(iso)).replace(" at ", ", ")} (${zone})`;
}

/** Milliseconds ahead of UTC. */
function offsetAt(zone: string, moment: number): number {
	const parts = new Intl.DateTimeFormat("en-GB", {
		...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
		...{ hour: "numeric", minute: "numeric", second: "numeric" },
	}).formatToParts(moment);
	const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
	const shown = Date.UTC(
		...([part("year"), part("month") - 1, part("day")] as const),
		...([part("hour"), part("minute"), part("second")] as const),
	);
	return shown - Math.floor(moment / 1000) * 1000;
}
