/** Passkeys need a script, so buttons are shown only if the browser supports them. */

/** By better-auth's code or the name of the browser's exception. */
const FAULTS: Readonly<Record<string, string>> = {
	NotAllowedError: "No passkey was used. Try again, or sign in with an email link.",
	InvalidStateError: "This device already has a passkey for your account.",
	PASSKEY_NOT_FOUND: "This passkey was removed. Sign in with an email link.",
	SESSION_NOT_FRESH: "Sign in again first. You can add a passkey for an hour after that.",
	TOO_MANY: "Too many attempts. Wait a few minutes and try again.",
};
const OTHER = "Something went wrong. Try again, or sign in with an email link.";

for (const place of document.querySelectorAll<HTMLElement>("[data-passkey]")) start(place);

function start(place: HTMLElement): void {
	const [button, fault] = [place.querySelector("button"), place.querySelector<HTMLElement>(".fault")];
	// Requires the JSON methods of Web Authentication Level 3.
	if (!button || !fault || typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON !== "function") return;
	const { passkey = "", routes = "", next = "", name = "" } = place.dataset;
	place.hidden = false;
	button.addEventListener("click", async () => {
		button.disabled = true;
		fault.textContent = "";
		try {
			await (passkey === "add" ? addPasskey(routes, name) : useKey(routes));
			location.assign(next);
		} catch (error) {
			fault.textContent = FAULTS[error instanceof Error ? error.name : ""] ?? OTHER;
			button.disabled = false;
		}
	});
}

async function useKey(routes: string): Promise<void> {
	const options = await ask(`${routes}generate-authenticate-options`);
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
	const credential = await navigator.credentials.get({ publicKey: { ...publicKey, userVerification: "required" } });
	await ask(`${routes}verify-authentication`, { response: answerOf(credential) });
}

async function addPasskey(routes: string, name: string): Promise<void> {
	const options = await ask(`${routes}generate-register-options`);
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
	const credential = await navigator.credentials.create({ publicKey });
	await ask(`${routes}verify-registration`, { response: answerOf(credential), name });
}

function answerOf(credential: Credential | null): ReturnType<PublicKeyCredential["toJSON"]> {
	if (!(credential instanceof PublicKeyCredential)) throw new TypeError("The device did not provide a passkey.");
	return credential.toJSON();
}

/** @throws Error with the server's error code as name */
async function ask(address: string, body?: object): Promise<unknown> {
	const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
	const response = await fetch(address, body && post);
	if (response.status === 204) return undefined;
	if (response.ok) return response.json();
	const { code = "" } = response.status === 429 ? { code: "TOO_MANY" } : await response.json().catch(() => ({}));
	throw Object.assign(new Error("The server refused the passkey."), { name: String(code) });
}
