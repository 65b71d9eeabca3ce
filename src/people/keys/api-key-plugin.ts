import { apiKey } from "@better-auth/api-key";
import { KEY_NAME_LENGTH, KEY_PREFIX } from "./api-keys.ts";

/** Characters that an owner sees of a key later, its prefix included. */
const START_LENGTH = KEY_PREFIX.length + 6;

/** Makes keys and keeps their digests. Requests with a key are counted by our own limits. */
export function apiKeyPlugin() {
	return apiKey({
		defaultPrefix: KEY_PREFIX,
		requireName: true,
		maximumNameLength: KEY_NAME_LENGTH,
		startingCharactersConfig: { shouldStore: true, charactersLength: START_LENGTH },
		rateLimit: { enabled: false },
	});
}
