/** Where a host publishes the keys of its bots (draft-ietf-webbotauth-httpsig-protocol-01). */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";

/** Of an installation's settings, what says where the directory of its own bot's keys is. */
export interface BotPlace {
	readonly baseUrl: string;
	/** Where a site of files alone has its server. */
	readonly apiUrl: string | undefined;
	readonly adapter: string;
}

/** Origin where the bot's directory of keys can be read; undefined where nobody could, so that nothing is signed. */
export function botOrigin({ baseUrl, apiUrl, adapter }: BotPlace): string | undefined {
	if (adapter === "none" && apiUrl === undefined) return undefined;
	const { origin, protocol, hostname } = new URL(apiUrl ?? baseUrl);
	return protocol === "https:" || LOCAL.test(hostname) ? origin : undefined;
}

/** Where an installation is tried out; everybody else reads directories over https alone. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
