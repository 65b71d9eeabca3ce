/** Where a host publishes the keys of its bots (draft-ietf-webbotauth-httpsig-protocol-01). */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

export interface BotPlace {
	readonly baseUrl: string;
	/** Where a site of files alone has its server. */
	readonly apiUrl: string | undefined;
	readonly adapter: string;
}

/** Undefined where no reader could reach the directory: then nothing is signed. */
export function botOrigin({ baseUrl, apiUrl, adapter }: BotPlace): string | undefined {
	if (adapter === "none" && apiUrl === undefined) return undefined;
	const { origin, protocol, hostname } = new URL(apiUrl ?? baseUrl);
	return protocol === "https:" || LOCAL.test(hostname) ? origin : undefined;
}

/** For trial installations; all other readers take directories over https alone. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
