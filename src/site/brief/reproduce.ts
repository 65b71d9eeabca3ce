import type { Finding, ResponseRecord } from "#core/report.ts";

/** One request that anybody can make to see what a finding rests on, and what came back when we made it. */
export interface Reproduction {
	readonly url: string;
	/** A command for a POSIX shell that makes one request: brackets and braces of the address are no pattern of curl's. */
	readonly curl: string;
	readonly status: number;
	/** Length of the decoded body, and its SHA-256 in hex. */
	readonly bytes: number;
	readonly sha256: string;
	/** Fields of the answer's header that the finding rests on. */
	readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const FIELD = /^header ([!#$%&'*+.^_`|~0-9a-z-]+)$/i;

/**
 * The requests behind a finding, each once. Only what the receipt holds: of a finding without evidence, or whose evidence
 * is no answer of the site, there is none.
 */
export function reproduce(finding: Pick<Finding, "evidence">, responses: readonly ResponseRecord[]): Reproduction[] {
	const byUrl = new Map(responses.map((response) => [response.url, response]));
	const urls = new Set(finding.evidence.map(({ url }) => withoutFragment(url)));
	return [...urls].flatMap((url) => {
		const response = byUrl.get(url);
		if (!response) return [];
		const { status, bytes, sha256 } = response;
		const fields = finding.evidence.flatMap(({ url: place, at = "", excerpt }) => {
			const [, name] = FIELD.exec(at) ?? [];
			return name !== undefined && withoutFragment(place) === url ? [{ name, value: excerpt }] : [];
		});
		return [{ url, curl: `curl -sS -i --compressed --globoff ${quoted(url)}`, status, bytes, sha256, fields }];
	});
}

function withoutFragment(url: string): string {
	return url.replace(/#.*$/s, "");
}

/** As one word of a shell: nothing in it is read as anything else. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
