import type { Transporter } from "nodemailer";
import type { MailSettings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { Language } from "#core/language.ts";

export interface Mail {
	/** Constant over retries, so that mailboxes can deduplicate if a server's response was lost. */
	readonly id?: string;
	/** A bare email address. */
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	/** English by default. */
	readonly lang?: Language;
	readonly replyTo?: string | undefined;
	readonly attachments?: readonly MailAttachment[] | undefined;
}

export interface MailAttachment {
	readonly filename: string;
	readonly contentType: string;
	readonly content: string;
}

export interface Mailer {
	readonly sends: boolean;
	/** @throws Failure `input-invalid` for a bad address or subject, `mail-unsent` if the server did not accept it */
	send(mail: Mail): Promise<void>;
	close(): Promise<void>;
}

/** Timeout for the mail server in milliseconds. */
const SILENCE_MS = 10_000;

/** @param print prints a whole message; standard error by default, because standard output is the server's log */
export function openMailer(
	{ url, from }: MailSettings,
	print: (text: string) => void = (text) => process.stderr.write(text),
): Mailer {
	const underWay = new Set<Promise<unknown>>();
	const transport = url === undefined ? undefined : lazyTransport(url);
	return {
		sends: transport !== undefined,
		async send(mail) {
			refuseUnfit(mail);
			if (transport === undefined) return print(printed(mail));
			const sending = transport().then((open) => open.sendMail({ ...messageOf(mail, from), from }));
			underWay.add(sending);
			try {
				await sending;
			} catch (error) {
				throw isFailure(error) ? error : unsent(error);
			} finally {
				underWay.delete(sending);
			}
		},
		async close() {
			await Promise.allSettled(underWay);
		},
	};
}

/** Lazy, because most processes send no email. One connection per email, so that none stays open. */
function lazyTransport(url: string): () => Promise<Transporter> {
	let opened: Promise<Transporter> | undefined;
	return () => {
		opened ??= import("nodemailer").catch(notInstalled).then(({ createTransport }) =>
			createTransport({
				url,
				connectionTimeout: SILENCE_MS,
				greetingTimeout: SILENCE_MS,
				socketTimeout: SILENCE_MS,
				disableFileAccess: true,
				disableUrlAccess: true,
			}),
		);
		return opened;
	};
}

/** An optional dependency, because few installations send email. */
function notInstalled(error: unknown): never {
	throw new Failure(
		"mail-unsent",
		{
			what: "Email cannot be sent.",
			why: "The package nodemailer is not installed.",
			todo: "Run npm install nodemailer.",
		},
		{ cause: error },
	);
}

function messageOf({ id, to, subject, text, lang = "en", replyTo, attachments }: Mail, from = "") {
	return {
		...(id !== undefined && { messageId: `<${id}@${/[^@\s<>]+(?=>?$)/.exec(from)?.[0] ?? "localhost"}>` }),
		// Objects are not parsed, so an address cannot become 2.
		to: { name: "", address: to },
		...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
		subject,
		text,
		attachments: attachments?.map((each) => ({ ...each })),
		// Suppresses automatic replies (RFC 3834).
		headers: { "Auto-Submitted": "auto-generated", "Content-Language": lang },
	};
}

const ADDRESS = /^[^\s\p{Cc}<>@,;:"()[\]\\]{1,64}@[^\s\p{Cc}<>@,;:"()[\]\\]{1,255}$/u;
const SUBJECT_LENGTH = 200;

/** Refuses line breaks in headers, with which foreign text could add a field or recipient. */
function refuseUnfit({ to, subject, replyTo, attachments = [] }: Mail): void {
	for (const address of [to, ...(replyTo === undefined ? [] : [replyTo])])
		if (!ADDRESS.test(address)) throw unfit("an address", "It is not an email address.");
	for (const line of [subject, ...attachments.flatMap(({ filename, contentType }) => [filename, contentType])])
		if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line) || line.length > SUBJECT_LENGTH)
			throw unfit("a subject or a file's name", `It has a line break, or more than ${SUBJECT_LENGTH} characters.`);
}

function unfit(part: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `The email has ${part} that cannot be sent.`,
		why,
		todo: "Correct it and send it again.",
	});
}

function unsent(error: unknown): Failure {
	return new Failure(
		"mail-unsent",
		{
			what: "The email was not sent.",
			why: `The mail server did not take it: ${error instanceof Error ? error.message : String(error)}.`,
			todo: "Check SMTP_URL and SMTP_FROM, and that the mail server can be reached.",
		},
		{ cause: error },
	);
}

/** For a terminal: strips control characters of foreign text. */
function printed({ to, subject, text, replyTo, attachments = [] }: Mail): string {
	const lines = [
		"Email not sent because SMTP_URL is not set:",
		`To: ${to}`,
		...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
		`Subject: ${subject}`,
		...attachments.map(({ filename }) => `Attached: ${filename}`),
		"",
		...text.split("\n"),
	];
	return `${lines.map((line) => `| ${line}`.trimEnd().replace(/\p{Cc}/gu, "\ufffd")).join("\n")}\n`;
}

/** Splits names such as `parcel.example`, of which mail programs would make links. */
export function nameInMail(name: string): string {
	// Mail programs treat full-width punctuation like ASCII.
	return name.normalize("NFKC").replace(/[.。:/\\@](?! |$)/gu, "$& ");
}
