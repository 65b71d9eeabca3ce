import { mkdtemp } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { openMailer } from "#mail/mailer.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { addMessages, type Delivered, deliver } from "./outbox.ts";

const MAILS = 3;
/** SMTP steps of a client for one mail, in order. */
const STEPS = ["connection", "EHLO", "MAIL", "RCPT", "DATA", "body", "QUIT"] as const;
type Step = (typeof STEPS)[number];

/** Before the server gets the step, or after that but before the client gets the response. */
type Moment = "unheard" | "unanswered";

interface Away {
	readonly mail: number;
	readonly step: Step;
	readonly moment: Moment;
}

/** Stands before a mail server and takes it away at a step: every connection ends, and further ones get nothing. */
class Relay {
	#away: Away | undefined;
	readonly #target: number;
	readonly #sockets = new Set<Socket>();
	readonly #server = createServer((near) => this.#pass(near));
	#mails = 0;
	#isGone = false;

	constructor(target: number) {
		this.#target = target;
	}

	async listen(): Promise<number> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		return (this.#server.address() as AddressInfo).port;
	}

	get connections(): number {
		return this.#sockets.size;
	}

	/** @param away the mail and its step at which the server goes away, until the next call; by default it is there */
	reset(away?: Away): void {
		this.#away = away;
		this.#isGone = false;
		this.#mails = 0;
	}

	close(): void {
		this.#server.close();
		this.#leave();
	}

	#leave(): void {
		this.#isGone = this.#away !== undefined;
		for (const socket of this.#sockets) socket.destroy();
	}

	#pass(near: Socket): void {
		const mail = this.#mails++;
		const isMoment = (step: Step, moment: Moment) =>
			this.#away?.mail === mail && this.#away.step === step && this.#away.moment === moment;
		if (this.#isGone || isMoment("connection", "unheard")) {
			near.destroy();
			this.#leave();
			return;
		}
		const far = connect(this.#target, "127.0.0.1");
		for (const [one, other] of [[near, far] as const, [far, near] as const]) {
			this.#sockets.add(one);
			one.on("error", () => other.destroy()).on("close", () => this.#sockets.delete(one) && other.destroy());
		}
		// The client may send several steps at once; the server answers them in order.
		const unanswered: Step[] = ["connection"];
		let inBody = false;
		createInterface({ input: near }).on("line", (line) => {
			const step = inBody ? "body" : (line.slice(0, 4) as Step);
			const isWhole = !inBody || line === ".";
			if (inBody && isWhole) inBody = false;
			if (isWhole) unanswered.push(step);
			if (isWhole && isMoment(step, "unheard")) this.#leave();
			else far.write(`${line}\r\n`);
		});
		createInterface({ input: far }).on("line", (line) => {
			const isLast = /^\d{3} /.test(line);
			const step = isLast ? unanswered.shift() : undefined;
			if (step === "DATA") inBody = true;
			if (step && isMoment(step, "unanswered")) this.#leave();
			else near.write(`${line}\r\n`);
		});
	}
}

describe("pending emails during an outage of the mail server", () => {
	const received: string[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData(stream, _session, done) {
			text(stream).then((mail) => {
				received.push(/^Message-ID: (.+?)\r?$/im.exec(mail)?.[1] ?? "");
				done();
			}, done);
		},
	});
	// From connections that ended before the response.
	server.on("error", () => {});
	let relay: Relay;
	let url = "";
	let database: Database;
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		relay = new Relay((server.server.address() as AddressInfo).port);
		url = `smtp://127.0.0.1:${await relay.listen()}`;
		const file = join(await mkdtemp(join(tmpdir(), "sightline-outbox-")), "live.sqlite");
		database = await openDatabase({ url: undefined, file });
	});
	afterAll(async () => {
		await database.close();
		relay.close();
		await new Promise<void>((resolve) => server.close(resolve));
	});
	afterEach(() => relay.reset());

	async function write(): Promise<void> {
		received.length = 0;
		const content = JSON.stringify({ lang: "de", subject: "It got worse", text: "See for yourself." });
		const mail = { account: "ann", channel: "mail" as const, domain: "a.example.com", content };
		await addMessages(database.sql, Array(MAILS).fill(mail), Date.now());
	}

	function night(retriesMs: readonly number[]): Promise<Delivered> {
		const accounts = { find: async (id: string) => ({ id, email: `${id}@example.com`, name: id, createdAt: "" }) };
		const mailer = openMailer({ url, from: "Sightline <audits@example.org>" });
		const client = { get: () => expect.fail("No webhook is set.") };
		return deliver({ sql: database.sql, accounts, mailer, client, secret: "", retriesMs }, Date.now());
	}

	const cases = STEPS.flatMap((step) => (["unheard", "unanswered"] as const).map((moment) => [step, moment] as const));
	it.each(some(cases, 11))(
		"at %s, %s: everything is sent once, except emails accepted before",
		async (step, moment) => {
			for (let mail = FULL ? 0 : MAILS - 1; mail < MAILS; mail++) {
				await write();
				relay.reset({ mail, step, moment });
				const cut = await night([0]);
				expect(cut.sent + cut.waiting).toBe(MAILS);
				if (step !== "QUIT")
					expect(cut.unsent).toMatch(/^The email was not sent\. The mail server did not take it: .+ Check SMTP_URL/);
				relay.reset();
				expect(await night([0])).toEqual({ sent: cut.waiting, waiting: 0, lost: [] });
				expect(new Set(received).size).toBe(MAILS);
				expect(received.filter((id) => !/^<msg_[\w-]{24}@example\.org>$/.test(id))).toEqual([]);
				// The server had taken them, and nobody was told: others whose bodies were on the way too.
				const mayRepeat = step === "body" || step === "QUIT" ? MAILS : 0;
				expect(received.length - MAILS).toBeLessThanOrEqual(mayRepeat);
				if (step === "body" && moment === "unanswered") expect(received.length).toBeGreaterThan(MAILS);
				await expect.poll(() => relay.connections).toBe(0);
				expect(await database.sql.selectFrom("alert_message").selectAll().execute()).toEqual([]);
			}
		},
	);
});
