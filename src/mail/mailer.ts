import type { Transporter } from "nodemailer";
import type { MailSettings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";

export interface Mail {
	/** An e-mail address and nothing else. */
	readonly to: string;
	readonly subject: string;
	readonly text: string;
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
	/** @throws Failure `input-invalid` for an address or a subject that no mail may have, `mail-unsent` where the server did not take it */
	send(mail: Mail): Promise<void>;
	close(): Promise<void>;
}

/** Milliseconds until a mail server that says nothing is given up. */
const SILENCE_MS = 10_000;

/**
 * Sends mail through the server of the settings, or prints it where there is none.
 * @param print gets a whole message as text; standard error by default, since standard output is the server's log
 */
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
			const sending = transport().then((open) => open.sendMail({ ...messageOf(mail), from }));
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

/** Loaded with the first mail: most processes send none. Each mail has a connection of its own, so that none is kept open. */
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

/** The published package brings it along for nobody: few send mail with it. */
function notInstalled(error: unknown): never {
	throw new Failure(
		"mail-unsent",
		{
			what: "No mail can be sent.",
			why: "The package nodemailer is not installed.",
			todo: "Run npm install nodemailer.",
		},
		{ cause: error },
	);
}

function messageOf({ to, subject, text, replyTo, attachments }: Mail) {
	return {
		// As objects they are not parsed: an address cannot turn out to be two.
		to: { name: "", address: to },
		...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
		subject,
		text,
		attachments: attachments?.map((each) => ({ ...each })),
		// Tells programs that answer mail of themselves to be silent (RFC 3834).
		headers: { "Auto-Submitted": "auto-generated" },
	};
}

const ADDRESS = /^[^\s\p{Cc}<>@,;:"()[\]\\]{1,64}@[^\s\p{Cc}<>@,;:"()[\]\\]{1,255}$/u;
const SUBJECT_LENGTH = 200;

/** What stands in the head of a message has one line, so that no text of a stranger can add a field or a recipient. */
function refuseUnfit({ to, subject, replyTo, attachments = [] }: Mail): void {
	for (const address of [to, ...(replyTo === undefined ? [] : [replyTo])])
		if (!ADDRESS.test(address)) throw unfit("an address", "It is not one e-mail address.");
	for (const line of [subject, ...attachments.flatMap(({ filename, contentType }) => [filename, contentType])])
		if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line) || line.length > SUBJECT_LENGTH)
			throw unfit("a subject or a file's name", `It has a line break, or more than ${SUBJECT_LENGTH} characters.`);
}

function unfit(part: string, why: string): Failure {
	return new Failure("input-invalid", {
		what: `The mail has ${part} that cannot be sent.`,
		why,
		todo: "Correct it and send it again.",
	});
}

function unsent(error: unknown): Failure {
	return new Failure(
		"mail-unsent",
		{
			what: "The mail was not sent.",
			why: `The mail server did not take it: ${error instanceof Error ? error.message : String(error)}.`,
			todo: "Check SMTP_URL and SMTP_FROM, and that the mail server can be reached.",
		},
		{ cause: error },
	);
}

/** For a terminal: control characters of strangers do not reach it. */
function printed({ to, subject, text, replyTo, attachments = [] }: Mail): string {
	const lines = [
		"Mail that is not sent, since SMTP_URL is not set:",
		`To: ${to}`,
		...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
		`Subject: ${subject}`,
		...attachments.map(({ filename }) => `Attached: ${filename}`),
		"",
		...text.split("\n"),
	];
	return `${lines.map((line) => `| ${line}`.trimEnd().replace(/\p{Cc}/gu, "\ufffd")).join("\n")}\n`;
}

/**
 * A name that somebody else chose, as the text of a mail may have it: mail programs make links of addresses such as
 * `parcel.example`, and of none whose parts stand apart. No subject has such a name.
 */
export function nameInMail(name: string): string {
	// Full-width marks are read as the plain ones.
	return name.normalize("NFKC").replace(/[.。:/\\@](?! |$)/gu, "$& ");
}
