import { PRODUCT, VERSION } from "#core/brand.ts";
import { CONSULT_MINUTES, type ContactRequest } from "./contact-request.ts";

/** The proposed meeting as a file, for the sender; undefined where none was proposed. */
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

/** A consultation as an entry of a calendar; texts are plain, of any length. */
interface Consultation {
	/** The same for every copy of the entry. */
	readonly uid: string;
	/** ISO 8601, as are the others. */
	readonly startsAt: string;
	readonly writtenAt: string;
	readonly summary: string;
	readonly description: string;
}

/** An iCalendar file (RFC 5545) with one proposed meeting. */
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

/** A value of type TEXT (section 3.3.11); nothing in it can end its line. */
function escaped(text: string): string {
	return text
		.replace(/[\\;,]/g, "\\$&")
		.replace(/\r\n?|\n/g, "\\n")
		.replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

const LINE_BYTES = 75;

/** Section 3.1: at most 75 bytes a line, never within a character; what goes on begins with a space. */
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
