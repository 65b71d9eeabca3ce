import * as z from "zod";
import { accountIn, defineForm, type Form } from "../form.ts";

const PAGE = { page: "/account", access: "account", quota: "form" } as const;
const id = z.string().max(100);

const rename = defineForm({
	...PAGE,
	name: "rename",
	input: z.object({ name: z.string().max(100, "Use at most 100 characters.").default("") }),
	async handle({ name }, call) {
		await call.people.accounts.rename(accountIn(call).id, name.replace(/\s+/g, " "));
		return { see: "/account/", done: "renamed" };
	},
});

const renamePasskey = defineForm({
	...PAGE,
	name: "rename-passkey",
	input: z.object({ id, name: z.string("Enter a name.").max(60, "Use at most 60 characters.") }),
	async handle({ id, name }, call) {
		const known = await call.people.accounts.passkeys.rename(accountIn(call).id, id, name.replace(/\s+/g, " "));
		return { see: "/account/", done: known ? "passkey-renamed" : "passkey-gone" };
	},
});

const removePasskey = defineForm({
	...PAGE,
	name: "remove-passkey",
	input: z.object({ id }),
	async handle({ id }, call) {
		await call.people.accounts.passkeys.remove(accountIn(call).id, id);
		return { see: "/account/", done: "passkey-gone" };
	},
});

const endSession = defineForm({
	...PAGE,
	name: "end-session",
	input: z.object({ id }),
	async handle({ id }, call) {
		await call.people.accounts.endSessions(accountIn(call).id, { only: id });
		return { see: "/account/", done: "session-ended" };
	},
});

const signOut = defineForm({
	...PAGE,
	name: "sign-out",
	input: z.object({}),
	async handle(_, call) {
		const { accounts } = call.people;
		const session = await accounts.session(call.headers.get("Cookie"));
		if (session) await accounts.endSessions(session.account.id, { only: session.id });
		return { see: "/sign-in/", done: "signed-out", cookies: accounts.signedOutCookies };
	},
});

const signOutEverywhere = defineForm({
	...PAGE,
	name: "sign-out-everywhere",
	input: z.object({}),
	async handle(_, call) {
		const { accounts } = call.people;
		await accounts.endSessions(accountIn(call).id, "all");
		return { see: "/sign-in/", done: "signed-out-everywhere", cookies: accounts.signedOutCookies };
	},
});

const deleteAccount = defineForm({
	...PAGE,
	name: "delete",
	input: z.object({ email: z.string("Type the e-mail address of this account.") }),
	async handle({ email }, call) {
		const { people } = call;
		const account = accountIn(call);
		if (email.toLowerCase() !== account.email)
			return { faults: [{ field: "email", says: `This is not the address of this account, ${account.email}.` }] };
		await people.forget(account.id);
		return { see: "/sign-in/", done: "deleted", cookies: people.accounts.signedOutCookies };
	},
});

export const ACCOUNT_FORMS = [
	rename,
	renamePasskey,
	removePasskey,
	endSession,
	signOut,
	signOutEverywhere,
	deleteAccount,
] as readonly Form[];
