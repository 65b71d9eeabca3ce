import type { Mail, Mailer } from "#mail/mailer.ts";
import type { People } from "../open-people.ts";
import type { Account } from "./account.ts";

/** A mailer that records its emails. */
export function mailbox(): { readonly mailer: Mailer; readonly mails: Mail[] } {
	const mails: Mail[] = [];
	const mailer: Mailer = {
		sends: true,
		send: async (mail) => {
			mails.push(mail);
		},
		close: async () => {},
	};
	return { mailer, mails };
}

/** The token of the newest sign-in link that was mailed. */
export function mailedToken(mails: readonly Mail[]): string {
	const address = /^http\S+$/m.exec(mails.at(-1)?.text ?? "")?.[0];
	const token = address && new URL(address).searchParams.get("token");
	if (!token) throw new Error("no link was mailed");
	return token;
}

/** Converts Set-Cookie fields to a Cookie field. */
export function cookieField(cookies: readonly string[]): string {
	return cookies.map((each) => each.split(";")[0]).join("; ");
}

export interface SignedInBrowser {
	readonly account: Account;
	/** Of its requests. */
	readonly headers: Headers;
}

/** Signs in with a mailed link. @param mails recorded by the mailer of `people` */
export async function signIn(people: People, mails: readonly Mail[], email: string): Promise<SignedInBrowser> {
	await people.accounts.sendLink(email, "/");
	const signedIn = await people.accounts.signInByLink(mailedToken(mails), new Headers());
	const account = signedIn && (await people.accounts.find(signedIn.id));
	if (!account) throw new Error(`${email} was not signed in`);
	return { account, headers: new Headers({ Cookie: cookieField(signedIn.cookies) }) };
}
