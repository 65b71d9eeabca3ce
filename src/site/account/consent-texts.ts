/** What a program is allowed, as the person reads it. */
const SCOPE_TEXTS: Readonly<Record<string, string>> = {
	"audit:public": "Audit public sites, as everybody may; your account lists what it audits",
	"brief:public": "Make briefs of public sites, as everybody may",
	"health:read": "See whether this service is well, as everybody may",
	"audit:read": "Read your audits",
	"audit:write": "Change which domains you watch, and make badges and briefs in the name of you and your agency",
	openid: "Know who you are here",
	email: "Know your e-mail address",
	profile: "Know your name",
};

/** A sentence each, what is of weight first. */
export function scopeTexts(scopes: readonly string[]): readonly string[] {
	const byWeight = ["audit:write", "audit:read", "email", "profile", "openid", ...Object.keys(SCOPE_TEXTS)];
	const ordered = [...new Set(byWeight)].filter((scope) => scopes.includes(scope));
	return ordered.map((scope) => SCOPE_TEXTS[scope] ?? scope);
}

/**
 * Where a form that leads to a program may lead, for the page's policy: a browser holds every further step to it, so that any encrypted
 * address is among them.
 * @param redirectUri address of the program
 */
export function formTargets(redirectUri: string): readonly string[] {
	const { protocol, origin, hostname } = new URL(redirectUri);
	if (protocol === "https:") return ["https:"];
	// A policy cannot name an address in brackets.
	if (protocol !== "http:" || hostname.startsWith("[")) return [protocol, "https:"];
	return [origin, "https:"];
}
