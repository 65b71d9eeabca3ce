import * as z from "zod";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { LANGUAGES } from "#core/language.ts";
import { KEY_NAME_LENGTH, KEY_SCOPES } from "#people/keys/api-keys.ts";
import { countLookUp } from "../rate-limits/rate-limits.ts";
import { type AccountCall, accountForms, type Form, type FormResult, severalOf } from "./form.ts";

const accountForm = accountForms("/account");
const keyForm = accountForms("/admin/api-keys");
const consentForm = accountForms("/oauth/consent");
const claimForm = accountForms("/agent-claim");

const rowId = z.object({ id: z.string().max(100) });

export const ACCOUNT_FORMS: readonly Form[] = [
	accountForm(
		"rename",
		z.object({ name: z.string().max(100, "Use at most 100 characters.").default("") }),
		async ({ name }, { people, account }) => {
			await people.accounts.rename(account.id, name.replace(/\s+/g, " "));
			return { see: "/account/", done: "renamed" };
		},
	),
	accountForm(
		"language",
		z.object({ language: z.enum(LANGUAGES, "Choose one of the languages listed.") }),
		async ({ language }, { people, account }) => {
			await people.accounts.setLanguage(account.id, language);
			return { see: "/account/", done: "language-changed" };
		},
	),
	accountForm(
		"rename-passkey",
		rowId.extend({ name: z.string("Enter a name.").max(60, "Use at most 60 characters.") }),
		async ({ id, name }, { people, account }) => {
			const known = await people.accounts.passkeys.rename(account.id, id, name.replace(/\s+/g, " "));
			return { see: "/account/", done: known ? "passkey-renamed" : "passkey-gone" };
		},
	),
	accountForm("remove-passkey", rowId, async ({ id }, { people, account }) => {
		await people.accounts.passkeys.remove(account.id, id);
		return { see: "/account/", done: "passkey-gone" };
	}),
	accountForm("end-session", rowId, async ({ id }, { people, account }) => {
		await people.accounts.endSessions(account.id, { only: id });
		return { see: "/account/", done: "session-ended" };
	}),
	accountForm("sign-out", z.object({}), async (_, { people: { accounts }, headers }) => {
		const session = await accounts.session(headers.get("Cookie"));
		if (session) await accounts.endSessions(session.account.id, { only: session.id });
		return { see: "/sign-in/", done: "signed-out", cookies: accounts.signedOutCookies };
	}),
	accountForm("sign-out-everywhere", z.object({}), async (_, { people: { accounts }, account }) => {
		await accounts.endSessions(account.id, "all");
		return { see: "/sign-in/", done: "signed-out-everywhere", cookies: accounts.signedOutCookies };
	}),
	accountForm(
		"delete",
		z.object({ email: z.string("Type this account's email address.") }),
		async ({ email }, { people, account }) => {
			if (email.toLowerCase() !== account.email)
				return { faults: [{ field: "email", says: `This is not the address of this account, ${account.email}.` }] };
			await people.forget(account.id);
			return { see: "/sign-in/", done: "deleted", cookies: people.accounts.signedOutCookies };
		},
	),
	accountForm("end-grant", rowId, async ({ id }, { people, account }) => {
		await people.oauth.grants.end(id, account.id);
		return { see: "/account/", done: "grant-ended" };
	}),
	accountForm("end-agent", rowId, async ({ id }, { people, account }) => {
		await people.agents.end(account.id, id);
		return { see: "/account/", done: "grant-ended" };
	}),
];

export const KEY_LIFETIMES = ["30", "90", "365", "unlimited"] as const;

const keyName = z
	.string("Name the key, for example after the program that will use it.")
	.max(KEY_NAME_LENGTH, `The name must have at most ${KEY_NAME_LENGTH} characters.`)
	.regex(/^[^\n\t]*$/, "The name must be one line.");
const keyId = z.string("The key is missing. Reload the page.").max(100, "This key does not exist.");

export const API_KEY_FORMS: readonly Form[] = [
	keyForm(
		"make",
		z.object({
			name: keyName,
			scopes: severalOf(z.enum(KEY_SCOPES, "Choose from the scopes that are listed.")),
			lifetime: z.enum(KEY_LIFETIMES, "Choose how long the key lasts."),
		}),
		async ({ lifetime, ...parts }, { people, account }) => {
			const days = lifetime === "unlimited" ? undefined : Number(lifetime);
			return { show: { key: await people.keys.make(account.id, { ...parts, days }), name: parts.name } };
		},
	),
	keyForm("rename", z.object({ id: keyId, name: keyName }), async ({ id, name }, { people, account }) => {
		const isThere = await people.keys.rename(account.id, id, name);
		return { see: "/admin/api-keys/", done: isThere ? "renamed" : "gone" };
	}),
	keyForm("revoke", z.object({ id: keyId }), async ({ id }, { people, account }) => {
		await people.keys.revoke(account.id, id);
		// A missing key was already revoked.
		return { see: "/admin/api-keys/", done: "revoked" };
	}),
];

const GONE_REQUEST = "This request has expired. Go back to the program and start again.";

const asked = z.object({ request: z.string(GONE_REQUEST).max(2_000, GONE_REQUEST) });

async function answerClient(request: string, call: AccountCall, isAllowed: boolean): Promise<FormResult> {
	const { accounts, oauth } = call.people;
	const session = await accounts.session(call.headers.get("cookie"));
	// The session ended between the 2 reads.
	if (session?.account.id !== call.account.id) return { faults: [{ says: GONE_REQUEST }] };
	const count = countLookUp(() => call.count("look-up", call.addressKey));
	try {
		return { leave: await oauth.consent.answer(new URLSearchParams(request), session, isAllowed, count) };
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		return { faults: [{ says: error.description }] };
	}
}

const claimToken = z
	.string("The link is incomplete. Open it again.")
	.max(200, "The link is incomplete. Open it again.");

export const PERMISSION_FORMS: readonly Form[] = [
	consentForm("allow", asked, ({ request }, call) => answerClient(request, call, true)),
	consentForm("deny", asked, ({ request }, call) => answerClient(request, call, false)),
	claimForm(
		"confirm",
		z.object({ token: claimToken, change: z.literal("on").optional() }),
		async ({ token, change }, { people, account }) => {
			const code = await people.agents.claims.confirm(token, account, { mayChange: change === "on" });
			if (code === undefined) return { faults: [{ says: "This link has expired. Ask the agent for a new link." }] };
			return { show: { code } };
		},
	),
	claimForm("deny", z.object({ token: claimToken }), async ({ token }, { people, account }) => {
		await people.agents.claims.deny(token, account);
		return { see: "/agent-claim/", done: "denied" };
	}),
];
