import * as z from "zod";

/** What mail is sent with; without `url` it is printed. */
export interface MailSettings {
	/** Address of a mail server, `smtp:` or `smtps:`, with user name and password where it asks for them. */
	readonly url: string | undefined;
	/** Whom mail is from: an address, or a name and an address in angle brackets. */
	readonly from: string | undefined;
}

/** The OAuth app that people sign in through on GitHub. */
export interface GitHubApp {
	readonly clientId: string;
	readonly clientSecret: string;
}

const MAILBOX = /^(?:[^\s<>@,;"]+@[^\s<>@,;"]+|[^<>\p{Cc}",;]+ <[^\s<>@,;"]+@[^\s<>@,;"]+>)$/u;

/** The variables that sign-in and mail need. */
export const peopleVariables = {
	SIGHTLINE_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user@host:587" }).optional(),
	SMTP_FROM: z
		.string()
		.regex(MAILBOX, "must be an address, or a name and an address such as Audits <audits@example.com>")
		.optional(),
	GITHUB_CLIENT_ID: z.string().optional(),
	GITHUB_CLIENT_SECRET: z.string().optional(),
};

type Given = { readonly [name in keyof typeof peopleVariables]?: string | undefined };

/** @param refuse gets what is missing, without any value */
export function readMailSettings(given: Given, refuse: (why: string) => never): MailSettings {
	if (given.SMTP_URL !== undefined && given.SMTP_FROM === undefined)
		refuse("SMTP_URL names a mail server, and SMTP_FROM is not set");
	return { url: given.SMTP_URL, from: given.SMTP_FROM };
}

/** Undefined where nobody signs in through GitHub. @param refuse gets what is missing, without any value */
export function readGitHubApp(given: Given, refuse: (why: string) => never): GitHubApp | undefined {
	const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = given;
	if (clientId === undefined && clientSecret === undefined) return undefined;
	if (clientId === undefined || clientSecret === undefined)
		return refuse("sign-in by GitHub needs both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET");
	return { clientId, clientSecret };
}
