/** A built server with a mail server and browser access, for account pages; never shipped. */

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { FormTokens } from "#people/requests/contact-request.ts";
import { relay } from "../internet/relay.testkit.ts";
import type { TestInternet } from "../internet/test-internet.testkit.ts";
import { freePort, type RunningServer, startBuiltServer } from "./built-server.testkit.ts";
import { buildServer } from "./built-site.testkit.ts";
import { SERVER_PREFIX } from "./site-build.testkit.ts";

/** A mail server on loopback that records emails. */
export interface MailServer {
	readonly port: number;
	readonly mails: readonly ParsedMail[];
	/** Waits for the next unread email to an address. */
	next(to: string): Promise<ParsedMail>;
	close(): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
	const mails: ParsedMail[] = [];
	const asked = new Set<ParsedMail>();
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData(stream, { envelope }, done) {
			simpleParser(stream).then(
				(mail) => {
					// One envelope, one recipient: header fields add nobody.
					if (envelope.rcptTo.length === 1) mails.push(mail);
					done();
				},
				(error: Error) => done(error),
			);
		},
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.server.address();
	return {
		port: typeof address === "object" && address ? address.port : 0,
		mails,
		async next(to) {
			for (let tries = 0; tries < 200; tries++) {
				const found = mails.findLast((mail) => recipientOf(mail) === to && !asked.has(mail));
				if (found) {
					asked.add(found);
					return found;
				}
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			throw new Error(
				`No mail to ${to}; there are: ${mails.map((mail) => `${recipientOf(mail)}: ${mail.subject}`).join("; ")}`,
			);
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

export function recipientOf({ to }: ParsedMail): string | undefined {
	return (Array.isArray(to) ? to[0] : to)?.value[0]?.address;
}

/** The link in an email to a path below home. */
export function linkIn(mail: ParsedMail, path: string): string {
	const found = [...(mail.text ?? "").matchAll(/https?:\/\/\S+/g)]
		.map(([url]) => url)
		.find((url) => url.includes(path));
	if (!found) throw new Error(`No link to ${path} in: ${mail.text}`);
	return found;
}

export const OPERATOR_EMAIL = "operator@example.com";
export const SECRET = "a secret of the tests, long enough for anybody";

/** A form token issued 3 seconds ago, to skip the minimum time for people. */
export function agedFormToken(): Promise<string> {
	return new FormTokens(async () => SECRET).issue(Date.now() - 3_000);
}

export interface Stage {
	/** Home URL in a browser, no trailing slash. */
	readonly home: string;
	readonly mail: MailServer;
	readonly server: RunningServer;
	readonly data: string;
	close(): Promise<void>;
}

export interface StageOptions {
	/** A Postgres for the live state. */
	readonly databaseUrl?: string;
	readonly internet?: TestInternet | undefined;
	readonly environment?: Readonly<Record<string, string>>;
	readonly data?: string;
	/** Options of Node itself. */
	readonly nodeOptions?: readonly string[];
}

/** Opens everything, with high rate limits unless `environment` sets them. */
export async function openStage({
	databaseUrl,
	internet,
	environment,
	data,
	nodeOptions = [],
}: StageOptions = {}): Promise<Stage> {
	const place = data ?? (await mkdtemp(join(tmpdir(), "sightline-people-")));
	const mail = await openMailServer();
	if (internet) {
		await internet.reach(mail.port);
		if (databaseUrl) await internet.reach(Number(new URL(databaseUrl).port));
	}
	const port = await freePort();
	const home = `http://localhost:${port}${SERVER_PREFIX}`;
	const server = await startBuiltServer({
		site: await buildServer(),
		data: place,
		...(internet && { internet }),
		port,
		prefix: SERVER_PREFIX,
		nodeOptions,
		environment: {
			SIGHTLINE_BASE_URL: home,
			SIGHTLINE_CONTACT: OPERATOR_EMAIL,
			SIGHTLINE_SECRET: SECRET,
			SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
			SMTP_FROM: "Sightline <audits@example.org>",
			SIGHTLINE_LIMITS:
				"burst=1000/10s reading=5000/10s form=1000/1h sign-in=1000/15m key=1000/1h audit=1000/1h brief=1000/1h register=1000/1h claim=1000/10m credential=1000/1m look-up=1000/10m",
			...(databaseUrl && { DATABASE_URL: databaseUrl }),
			...environment,
		},
	});
	const bridge = server.socketPath ? await relay({ port }, { path: server.socketPath }) : undefined;
	return {
		home,
		mail,
		server,
		data: place,
		async close() {
			await server.stop();
			bridge?.close();
			await mail.close();
		},
	};
}
