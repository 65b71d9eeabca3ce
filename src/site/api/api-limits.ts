type QuotaFacts = { readonly units: number; readonly windowSeconds: number };
type QuotaName =
	| "burst"
	| "reading"
	| "audit"
	| "brief"
	| "form"
	| "register"
	| "claim"
	| "credential"
	| "look-up"
	| "token"
	| "key";

/** By names in the RateLimit-Policy field. */
export function apiLimits(quotas: Readonly<Record<QuotaName, QuotaFacts>>) {
	const { burst, reading, audit, brief, form, register, claim, credential, token, key } = quotas;
	const withToken = `With a token: ${allowance(token)}, for all tokens that are shown from one address together. For an account: ${allowance(key)}, by all its keys, tokens and browsers together.`;
	return [
		{ name: "burst", allows: allowance(burst), counts: "Requests that cost an audit, by address." },
		{
			name: "reading",
			allows: allowance(reading),
			counts: "All other requests, tools over MCP at /mcp among them, by address.",
		},
		{
			name: "audit",
			allows: allowance(audit),
			counts: `Audits, by address; a comparison counts as two, and a tool over MCP as the endpoint that does the same. ${withToken}`,
		},
		{ name: "brief", allows: allowance(brief), counts: `Briefs, by address. ${withToken}` },
		{ name: "form", allows: allowance(form), counts: `What changes an account. ${withToken}` },
		{
			name: "register",
			allows: allowance(register),
			counts:
				"Clients that register at /oauth/register and agents at /agent/identity, together, by address. Renewals count as credentials.",
		},
		{
			name: "claim",
			allows: allowance(claim),
			counts: "Claims that agents begin at /agent/identity/claim, by address.",
		},
		{
			name: "credential",
			allows: allowance(credential),
			counts:
				"Tokens that are asked for at /oauth/token and assertions that are renewed at /agent/identity, by address.",
		},
		{
			name: "look-up",
			allows: allowance(quotas["look-up"]),
			counts: "Documents and keys of clients and agents that are read at the addresses they name, by address.",
		},
	];
}

function allowance({ units, windowSeconds }: QuotaFacts): string {
	const known: Readonly<Record<number, string>> = { 1: "second", 60: "minute", 3600: "hour", 86400: "day" };
	return `${units} ${known[windowSeconds] ? `per ${known[windowSeconds]}` : `in ${windowSeconds} seconds`}`;
}
