/** What has just ended, by the code of the form that did it. */
export const SIGN_OUT_TEXTS: Readonly<Record<string, string>> = {
	"signed-out": "You are signed out.",
	"signed-out-everywhere": "You are signed out in every browser.",
	deleted: "Your account is deleted, with all that belonged to it.",
};

/** Why GitHub led back without a sign-in, by the code that better-auth gives. */
const GITHUB_FAULTS: Readonly<Record<string, string>> = {
	access_denied: "You did not let GitHub tell us who you are. Try again, or have a link mailed.",
	EMAIL_NOT_VERIFIED: "GitHub has not verified your e-mail address yet. Verify it there, or have a link mailed.",
	email_not_found: "GitHub gave us no e-mail address of yours. Have a link mailed instead.",
	account_not_linked: "Your GitHub account could not be joined with your account here. Have a link mailed instead.",
};

/** @param code from the address; unknown ones get one sentence, and none is repeated */
export function gitHubFault(code: string): string {
	return Object.hasOwn(GITHUB_FAULTS, code)
		? (GITHUB_FAULTS[code] ?? "")
		: "Sign-in by GitHub did not work. Try again, or have a link mailed.";
}

export const ACCOUNT_TEXTS: Readonly<Record<string, string>> = {
	renamed: "Your name is saved.",
	"passkey-added": "The passkey is added. Use it the next time you sign in.",
	"passkey-renamed": "The passkey has its new name.",
	"passkey-gone": "The passkey is removed here. Remove it on your device, too.",
	"session-ended": "That browser is signed out.",
	"grant-ended": "That program may do nothing in your name any more.",
};
