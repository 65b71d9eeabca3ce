import { type AddressInfo, createServer } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openMailer } from "./mailer.ts";

const FROM = "Sightline Audits <audits@example.org>";
const MAIL = {
	to: "ada@example.com",
	subject: "Grüße",
	text: "Zwei Zeilen,\nund ein Link: https://example.org/?a=1&b=2\n",
};

interface Received {
	readonly to: readonly string[];
	readonly mail: ParsedMail;
}

const received: Received[] = [];
const server = new SMTPServer({
	authOptional: true,
	disabledCommands: ["STARTTLS"],
	onRcptTo: ({ address }, _session, done) => done(address.startsWith("nobody@") ? new Error("no such mailbox") : null),
	onData(stream, { envelope }, done) {
		simpleParser(stream).then((mail) => {
			received.push({ to: envelope.rcptTo.map(({ address }) => address), mail });
			done();
		}, done);
	},
});
let url = "";
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

it("sends one plain-text message with attachments to one address", async () => {
	const mailer = openMailer({ url, from: FROM });
	expect(mailer.sends).toBe(true);
	const attachments = [{ filename: "call.ics", contentType: "text/calendar", content: "BEGIN:VCALENDAR" }];
	await mailer.send({ ...MAIL, replyTo: "bob@example.net", attachments });
	await mailer.close();
	const { to, mail } = received.at(-1) ?? {};
	expect(to).toEqual(["ada@example.com"]);
	expect(mail).toMatchObject({ subject: MAIL.subject, text: MAIL.text, html: false });
	expect(mail?.from?.text).toBe('"Sightline Audits" <audits@example.org>');
	expect(mail?.replyTo?.text).toBe("bob@example.net");
	expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
	expect(mail?.attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
		["call.ics", "BEGIN:VCALENDAR"],
	]);
});

it("lets no foreign text add a header field or recipient", async () => {
	const mailer = openMailer({ url, from: FROM });
	const before = received.length;
	const attacks = [
		{ to: "ada@example.com\r\nBcc: eve@example.com" },
		{ to: "ada@example.com, eve@example.com" },
		{ to: "Ada <ada@example.com>" },
		{ to: '"a b"@example.com' },
		{ replyTo: "bob@example.net\nX: y" },
		{ subject: "Hello\r\nBcc: eve@example.com" },
		{ subject: "Hello\u2028there" },
		{ attachments: [{ filename: "a\r\nb", contentType: "text/plain", content: "" }] },
		{ attachments: [{ filename: "a", contentType: "text/plain\r\nX: y", content: "" }] },
	];
	for (const attack of attacks)
		await expect(mailer.send({ ...MAIL, ...attack }), JSON.stringify(attack)).rejects.toMatchObject({
			code: "input-invalid",
		});
	expect(received.length).toBe(before);
});

it("says why an email was refused, without the server's password", async () => {
	const refused = openMailer({ url, from: FROM }).send({ ...MAIL, to: "nobody@example.com" });
	await expect(refused).rejects.toMatchObject({
		code: "mail-unsent",
		message: expect.stringMatching(/no such mailbox/),
	});
	const closed = createServer();
	await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
	const { port } = closed.address() as AddressInfo;
	await new Promise((resolve) => closed.close(resolve));
	const gone = openMailer({ url: `smtp://me:hunter2@127.0.0.1:${port}`, from: FROM }).send(MAIL);
	await expect(gone).rejects.toMatchObject({ code: "mail-unsent", message: expect.not.stringMatching(/hunter2/) });
});

it("prints emails without a server, without foreign control characters", async () => {
	const printed: string[] = [];
	const mailer = openMailer({ url: undefined, from: undefined }, (text) => printed.push(text));
	expect(mailer.sends).toBe(false);
	await mailer.send({ ...MAIL, text: "Link:\nhttps://example.org/?a=1\n\u001b[31mred" });
	expect(printed.join("")).toContain(
		"| To: ada@example.com\n| Subject: Grüße\n|\n| Link:\n| https://example.org/?a=1\n| \ufffd[31mred\n",
	);
});
