import { createHash } from "node:crypto";
import { z } from "zod";
import { PRODUCT } from "#core/brand.ts";
import { LINK_MINUTES } from "#core/kept-for.ts";
import type { Mail } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";

export interface SignInLink {
	readonly email: string;
	/** Works once. Only its hash is stored. */
	readonly token: string;
	/** Path below the site's home that its owner is led to. */
	readonly next: string;
}

/** @param baseUrl address of the site, no trailing slash */
export function signInMail({ email, token, next }: SignInLink, baseUrl: string): Mail {
	const query = new URLSearchParams({ token, ...(next !== "/" && { next }) });
	return {
		to: email,
		subject: `Sign in to ${PRODUCT}`,
		text: [
			`Open this link to sign in to ${PRODUCT} at ${new URL(baseUrl).host}:`,
			"",
			`${baseUrl}/sign-in/link/?${query}`,
			"",
			`It works once, within ${LINK_MINUTES} minutes. It opens a page with a button: press it to sign in.`,
			"",
			"You did not ask for this? Then do nothing: without the link nobody gets in.",
			"",
		].join("\n"),
	};
}

const linkValue = z.object({ type: z.literal("magic-link"), email: z.string() });

/** Whom a link that still works signs in: the e-mail address. Looking does not use it up. */
export async function linkOwner({ sql }: Database, token: string, now: number): Promise<string | undefined> {
	// As better-auth's magic-link plugin names what it keeps of a link.
	const identifier = `magic-link:${createHash("sha256").update(token).digest("base64url")}`;
	const row = await sql
		.selectFrom("verification")
		.select(["value", "expiresAt"])
		.where("identifier", "=", identifier)
		.executeTakeFirst();
	if (row === undefined || new Date(row.expiresAt).getTime() <= now) return undefined;
	return linkValue.parse(JSON.parse(row.value)).email;
}
