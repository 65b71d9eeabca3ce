import { PRODUCT, VERSION } from "#core/brand.ts";
import { REQUEST_DAYS } from "#core/kept-for.ts";
import { type Mail, type MailAttachment, nameInMail } from "#mail/mailer.ts";
import { CONSULT_MINUTES, type ContactRequest, KIND_NAMES, OPERATOR } from "./contact-request.ts";
import { spokenMoment } from "./local-time.ts";

export interface RequestLinks {
	listOf(recipient: string): string;
	readonly site: string;
}

/** An answer goes to the sender. */
export function noticeMail(to: string, request: ContactRequest, links: RequestLinks): Mail {
	const { kind, name, email, domain, note } = request;
	const facts = [
		`From: ${nameInMail(name)} <${email}> (the address was typed into the form; nobody has checked it)`,
		...(domain === "" ? [] : [`Domain: ${domain}`]),
		...timesOf(request).map((says) => `Time: ${says}`),
	];
	return {
		to,
		// A stranger's words stand below, apart from ours.
		subject: `${KIND_NAMES[kind]} by the contact form`,
		text: sections(
			`${KIND_NAMES[kind]} by the contact form of ${links.site}`,
			facts.join("\n"),
			note === "" ? "No message." : `Message:\n\n${quoted(note)}`,
			`Answer this mail to write to the sender, and mark the request as answered:\n${links.listOf(request.to)}`,
			`Requests are deleted after ${REQUEST_DAYS} days.`,
		),
		replyTo: email,
		attachments: calendarOf(request, links.site, `${PRODUCT}: ${nameInMail(name)}`),
	};
}

/** Holds no typed text but time and slug: strangers could send their words in our name, even as an agency's name. */
export function copyMail(request: ContactRequest, links: RequestLinks): Mail {
	const { to, email } = request;
	const whom = to === OPERATOR ? `whoever runs ${links.site}` : `the agency "${to}" at ${links.site}`;
	return {
		to: email,
		subject: `${KIND_NAMES[request.kind]} received`,
		text: sections(
			`Your ${KIND_NAMES[request.kind].toLowerCase()} has arrived. It went to ${whom}.`,
			...timesOf(request).map(
				(says) =>
					`You proposed ${says}, ${CONSULT_MINUTES} minutes. The time is not agreed before you get an answer; ` +
					"the file attached puts it into your calendar for now.",
			),
			"What you wrote is not repeated here, since anybody can type an address into a form. If you sent nothing, somebody mistyped theirs: you need do nothing, and no more than one such mail a day goes to an address.",
			`The request is deleted after ${REQUEST_DAYS} days. How data is treated: ${links.site}/privacy/`,
		),
		attachments: calendarOf(request, links.site, `${PRODUCT} consultation`),
	};
}

function calendarOf(request: ContactRequest, site: string, summary: string): readonly MailAttachment[] {
	const content = consultFile(request, site, summary);
	if (content === undefined) return [];
	return [{ filename: "consultation.ics", contentType: "text/calendar; charset=utf-8; method=PUBLISH", content }];
}

function timesOf({ startsAt, zone = "UTC" }: ContactRequest): string[] {
	return startsAt === undefined ? [] : [spokenMoment(startsAt, zone)];
}

function sections(...parts: readonly string[]): string {
	return `${parts.join("\n\n")}\n`;
}

function quoted(text: string): string {
	return text.replace(/^/gm, "> ");
}

export function consultFile(request: ContactRequest, site: string, summary = `${PRODUCT} consultation`) {
	if (request.startsAt === undefined) return undefined;
	return calendarFile({
		uid: `${request.id}@${new URL(site).hostname}`,
		startsAt: request.startsAt,
		writtenAt: request.receivedAt,
		summary: `${summary} (proposed)`,
		description: `Proposed by the contact form of ${site}; not agreed before it is answered.`,
	});
}

interface Consultation {
	/** The same for every copy of the entry. */
	readonly uid: string;
	readonly startsAt: string;
	readonly writtenAt: string;
	readonly summary: string;
	readonly description: string;
}

/** iCalendar (RFC 5545), with one proposed meeting. */
function calendarFile({ uid, startsAt, writtenAt, summary, description }: Consultation): string {
	const ends = new Date(Date.parse(startsAt) + CONSULT_MINUTES * 60_000).toISOString();
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		`PRODID:-//${PRODUCT}//${VERSION}//EN`,
		"METHOD:PUBLISH",
		"BEGIN:VEVENT",
		`UID:${uid}`,
		`DTSTAMP:${utc(writtenAt)}`,
		`DTSTART:${utc(startsAt)}`,
		`DTEND:${utc(ends)}`,
		`SUMMARY:${escaped(summary)}`,
		`DESCRIPTION:${escaped(description)}`,
		"STATUS:TENTATIVE",
		"END:VEVENT",
		"END:VCALENDAR",
	];
	return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** `2026-12-01T13:30:00.000Z` → `20261201T133000Z` */
function utc(iso: string): string {
	return iso.replace(/[-:]|\.\d+/g, "");
}

/** TEXT (section 3.3.11); nothing in it can end its line. */
function escaped(text: string): string {
	return text
		.replace(/[\\;,]/g, "\\$&")
		.replace(/\r\n?|\n/g, "\\n")
		.replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

const LINE_BYTES = 75;

/** Section 3.1: at most 75 bytes a line, whole characters; a continuation begins with a space. */
function folded(line: string): string {
	const lines = [""];
	let room = LINE_BYTES;
	for (const character of line) {
		const bytes = Buffer.byteLength(character);
		if (bytes > room) {
			lines.push(" ");
			room = LINE_BYTES - 1;
		}
		lines[lines.length - 1] += character;
		room -= bytes;
	}
	return lines.join("\r\n");
}
