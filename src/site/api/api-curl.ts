/** A request to show: as a person would send it from a shell. */
export interface ShownRequest {
	readonly method: "GET" | "POST";
	/** Address without a query. */
	readonly url: string;
	/** Body of a POST, query of a GET. */
	readonly input?: unknown;
}

/** The curl command of a request, ready to be pasted into a POSIX shell. */
export function curlCommand({ method, url, input }: ShownRequest): string {
	if (method === "GET") return `curl -sS ${quote(url + queryOf(input))}`;
	const lines = [`curl -sS ${quote(url)}`, "-H 'content-type: application/json'", `-d ${quote(JSON.stringify(input))}`];
	return lines.join(" \\\n  ");
}

function queryOf(input: unknown): string {
	if (typeof input !== "object" || input === null) return "";
	const pairs = Object.entries(input).map(([key, value]) => [key, String(value)]);
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

function quote(text: string): string {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
