import type { Contact } from "../contact.ts";

/** What documents for programs say of an installation; what it has not is not named. */
export interface Installation {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	/** Address of the live API, no trailing slash; absent where none answers. */
	readonly apiUrl?: string | undefined;
	/** Whether the site has a server of its own: then OAuth, registration of agents and MCP answer beside the API. */
	readonly hasServer: boolean;
	readonly contact?: Contact | undefined;
}
