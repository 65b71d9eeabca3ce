import { spokenTime } from "#core/wording.ts";

/** What a receipt says of itself, for a reader who has only the file. Nothing where the bytes are no receipt of ours. */
export function receiptFacts(bytes: Uint8Array): (readonly [string, string])[] {
	const receipt = parse(new TextDecoder().decode(bytes));
	if (typeof receipt !== "object" || receipt === null || !("kind" in receipt)) return [];
	if (receipt.kind !== "sightline-receipt") return [];
	const { domain, auditedAt, methodology, scores, failure } = receipt as Record<string, unknown>;
	const overall = memberOf(scores, "overall");
	const says = memberOf(failure, "says");
	const facts: [string, unknown][] = [
		["Domain", domain],
		["Score", typeof overall === "number" ? `${overall} of 100` : says],
		[
			"Audited",
			typeof auditedAt === "string" && !Number.isNaN(Date.parse(auditedAt)) ? spokenTime(auditedAt) : undefined,
		],
		["Methodology", methodology],
	];
	return facts.flatMap(([term, value]) => (typeof value === "string" ? [[term, value] as const] : []));
}

function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
