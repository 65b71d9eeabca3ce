import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { spokenWait } from "#core/wording.ts";
import { mailboxOf } from "#people/mail-caps.ts";
import { localPath } from "#site/page/site-links.ts";
import { defineForm, emailField, type Form } from "./form.ts";

const nextPath = z.string().optional().transform(signInTarget);

export function signInTarget(next: unknown): `/${string}` {
	const path = typeof next === "string" ? localPath(next) : undefined;
	// The sign-in redirects a signed-in person, so it must not redirect to itself.
	return path === undefined || path.startsWith("/sign-in") ? "/dashboard/" : (path as `/${string}`);
}

const EMAIL = "Enter an email address such as ada@example.com.";

const typedEmail = emailField(EMAIL, EMAIL).transform((email) => email.toLowerCase());

const sendLink = defineForm({
	page: "/sign-in",
	name: "send-link",
	access: "anyone",
	quota: "sign-in",
	input: z.object({ email: typedEmail, next: nextPath }),
	async handle({ email, next }, { people, count }) {
		const wait = await count("sign-in", `email:${mailboxOf(email)}`);
		if (wait !== undefined) {
			const says = `We already sent several links to this address. Use the newest, or wait ${spokenWait(wait)}.`;
			return { faults: [{ field: "email", says }] };
		}
		try {
			await people.accounts.sendLink(email, next);
		} catch (error) {
			if (!isFailure(error) || error.code !== "mail-unsent") throw error;
			return { faults: [{ says: "We could not send the email. Try again in a few minutes." }] };
		}
		return { show: { email } };
	},
});

/** Needs a button, because link scanners also open the page. */
const useLink = defineForm({
	page: "/sign-in/link",
	name: "sign-in",
	access: "anyone",
	quota: "form",
	input: z.object({ token: z.string().max(100), next: nextPath }),
	async handle({ token, next }, { people, headers }) {
		const signedIn = await people.accounts.signInByLink(token, headers);
		if (!signedIn) return { faults: [{ says: "This link has expired." }] };
		return { see: next, cookies: signedIn.cookies };
	},
});

const signInByGitHub = defineForm({
	page: "/sign-in",
	name: "github",
	access: "anyone",
	quota: "sign-in",
	input: z.object({ next: nextPath }),
	async handle({ next }, { people }) {
		if (!people.accounts.hasGitHub) return { faults: [{ says: "Sign-in with GitHub is not available here." }] };
		return people.accounts.beginGitHub(next);
	},
});

export const SIGN_IN_FORMS = [sendLink, useLink, signInByGitHub] as readonly Form[];
