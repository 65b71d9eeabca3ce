export const AUTH_PATH = "/api/auth";

export interface AuthRoute {
	readonly isChallenge: boolean;
	readonly isFromElsewhere: boolean;
}

const CHALLENGE: AuthRoute = { isChallenge: true, isFromElsewhere: false };
const ANSWER: AuthRoute = { isChallenge: false, isFromElsewhere: false };

/** Passkeys, which need a script, and the way back from GitHub; our own forms do the rest. */
const ROUTES: ReadonlyMap<string, AuthRoute> = new Map([
	["GET /passkey/generate-register-options", CHALLENGE],
	["POST /passkey/verify-registration", ANSWER],
	["GET /passkey/generate-authenticate-options", CHALLENGE],
	["POST /passkey/verify-authentication", ANSWER],
	["GET /callback/github", { isChallenge: false, isFromElsewhere: true }],
]);

export function authRoute(method: string, path: string): AuthRoute | undefined {
	return path.startsWith(`${AUTH_PATH}/`) ? ROUTES.get(`${method} ${path.slice(AUTH_PATH.length)}`) : undefined;
}
