type QuotaFacts = { readonly units: number; readonly windowSeconds: number };
type QuotaName = "burst" | "reading" | "audit" | "brief" | "form" | "token" | "key";

/** Says of every limit, by its name in the RateLimit-Policy field, what it allows and what is counted in it. */
export function apiLimits(quotas: Readonly<Record<QuotaName, QuotaFacts>>) {
	const { burst, reading, audit, brief, form, token, key } = quotas;
	const withToken = `With a token: ${allowance(token)}, for all tokens that are shown from one address together. For an account: ${allowance(key)}, by all its keys, tokens and browsers together.`;
	return [
		{ name: "burst", allows: allowance(burst), counts: "Requests that cost an audit, by address." },
		{ name: "reading", allows: allowance(reading), counts: "All other requests, by address." },
		{ name: "audit", allows: allowance(audit), counts: `Audits, by address; a comparison counts as two. ${withToken}` },
		{ name: "brief", allows: allowance(brief), counts: `Briefs, by address. ${withToken}` },
		{ name: "form", allows: allowance(form), counts: `What changes an account. ${withToken}` },
	];
}

function allowance({ units, windowSeconds }: QuotaFacts): string {
	const known: Readonly<Record<number, string>> = { 1: "second", 60: "minute", 3600: "hour", 86400: "day" };
	return `${units} ${known[windowSeconds] ? `per ${known[windowSeconds]}` : `in ${windowSeconds} seconds`}`;
}
