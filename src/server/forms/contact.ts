import * as z from "zod";
import { DAY_MS } from "#core/kept-for.ts";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import {
	FORM_HOURS,
	isTimeZone,
	momentIn,
	OPERATOR,
	REQUEST_KINDS,
	type RequestKind,
} from "#people/requests/contact-request.ts";
import { plainText } from "#site/page/page-text.ts";
import { defineForm, EMAIL_LENGTH, type FormResult } from "./form.ts";

/** In characters; also the limits of the page's fields. */
export const CONTACT_LENGTHS = { name: 100, email: EMAIL_LENGTH, domain: TARGET_MAX_LENGTH, note: 4_000 } as const;
const CONSULT_DAYS = 180;

const tooLong = (length: number) => `Use at most ${length.toLocaleString("en")} characters.`;

const fields = z.object({
	token: z.string("This form is incomplete. Reload the page."),
	kind: z.enum(REQUEST_KINDS, "Choose what it is about.").default("question"),
	agency: z.string().max(100, "This agency does not exist.").default(OPERATOR),
	name: z
		.string("Enter your name.")
		.max(CONTACT_LENGTHS.name, tooLong(CONTACT_LENGTHS.name))
		.transform(plainText)
		.pipe(z.string().min(1, "Enter your name.")),
	email: z
		.string("Enter your email address.")
		.max(CONTACT_LENGTHS.email, tooLong(CONTACT_LENGTHS.email))
		.toLowerCase()
		.pipe(z.email("Enter an email address such as anna@example.com.")),
	domain: z.string().max(CONTACT_LENGTHS.domain, tooLong(CONTACT_LENGTHS.domain)).optional(),
	note: z.string().max(CONTACT_LENGTHS.note, tooLong(CONTACT_LENGTHS.note)).default(""),
	date: z.iso.date("Enter a date.").optional(),
	time: z
		.string()
		.regex(/^([01]\d|2[0-3]):[0-5]\d(?::00)?$/, "Enter a time such as 14:30.")
		.optional(),
	zone: z.string().refine(isTimeZone, "Choose a time zone from the list.").default("UTC"),
	copy: z.string().optional(),
	// Honeypot: people do not see this field, bots fill in every field.
	website: z.undefined("Leave this field empty: it detects spam programs.").optional(),
});
type Typed = z.infer<typeof fields>;

/** Checked together with the fields, so that all faults show at once. */
const needed = (field: keyof Typed, kind: RequestKind, error: string) =>
	z.refine<Typed>((typed) => typed.kind !== kind || Boolean(typed[field]), { path: [field], error, when: () => true });

const input = fields.check(
	needed("note", "question", "Enter your question."),
	needed("date", "consult", "Enter a day."),
	needed("time", "consult", "Enter a time."),
);

export const contactForm = defineForm({
	page: "/contact",
	name: "send",
	access: "anyone",
	quota: "form",
	input,
	async handle(typed, { people: { requests } }): Promise<FormResult> {
		const now = Date.now();
		const faults: Faults = [];
		const domain = typed.domain === undefined ? "" : readDomain(typed.domain, faults);
		const startsMs = typed.kind === "consult" ? readStart(typed, now, faults) : undefined;
		const reading = await requests.tokens.read(typed.token, now);
		if (typeof reading === "string") faults.push({ says: TOKEN_FAULTS[reading] });
		if (faults.length > 0 || typeof reading === "string") return { faults };
		const { kind, name, email, note, zone } = typed;
		const when = startsMs === undefined ? {} : { startsMs, zone };
		const wantsCopy = typed.copy !== undefined;
		await requests.submit({ id: reading.id, to: typed.agency, kind, name, email, domain, note, wantsCopy, ...when });
		const to = typed.agency === OPERATOR ? "" : `&agency=${encodeURIComponent(typed.agency)}`;
		return { see: `/contact/?request=${reading.id}${to}`, done: kind };
	},
});

type Faults = { field?: string; says: string }[];

const TOKEN_FAULTS = {
	forged: "We could not verify this form. Please check it and send it again.",
	early: "That was very quick. Please check the form and send it again.",
	late: `The page was open for more than ${FORM_HOURS} hours. Please check the form and send it again.`,
} as const;

function readDomain(text: string, faults: Faults): string {
	try {
		return parseTarget(text).host;
	} catch (error) {
		faults.push({ field: "domain", says: (error as Error).message });
		return "";
	}
}

function readStart({ date, time, zone }: Typed, now: number, faults: Faults): number | undefined {
	if (date === undefined || time === undefined) return undefined;
	const starts = momentIn(zone, date, time.slice(0, 5));
	if (starts === undefined) faults.push({ field: "date", says: "Enter a valid date." });
	else if (starts < now) faults.push({ field: "date", says: "This time is in the past. Choose a later time." });
	else if (starts > now + CONSULT_DAYS * DAY_MS)
		faults.push({ field: "date", says: `Choose a day within the next ${CONSULT_DAYS} days.` });
	return starts;
}
