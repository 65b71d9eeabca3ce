/** An Authorization field with a bearer token: `b64token` of RFC 6750 section 2.1. */
export const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** The field that says what is wrong (RFC 6750 section 3), nothing where no credentials came; and where tokens are got (RFC 9728). */
export type Challenge = (
	error?: string,
	description?: string,
	more?: string,
) => { readonly "WWW-Authenticate": string };

/** @param audience path of what the token is for, below the site's address; absent for the site */
export function createChallenge(baseUrl: string, audience: string = ""): Challenge {
	const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${audience}"`;
	return (error, description = "", more = "") => {
		const fault =
			error === undefined ? "" : `error="${error}", error_description="${ofDescription(description)}"${more}, `;
		return { "WWW-Authenticate": `Bearer ${fault}${metadata}` };
	};
}

/** The characters that RFC 6749 section 5.2 leaves to a description. */
export function ofDescription(text: string): string {
	return text.replace(/"/g, "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");
}
