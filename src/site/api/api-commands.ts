import { shellWord } from "#core/brand.ts";
import type { ApiExample, ApiMedia, ApiOperation } from "#core/openapi-document.ts";

/** Something to read or to copy, under a name. */
export interface ShownText {
	readonly label: string;
	readonly text: string;
}

/** What a page is asked for with; only an earlier answer can give it. */
const CURSOR = "cursor";
/** Hosts that anybody can audit (RFC 2606). */
const OPEN_HOSTS = ["example.com", "example.org"] as const;
/** Those of the examples, below the same names, are nobody's. */
const SHOWN_HOST = /\b(?!www\.)[a-z0-9-]+\.example\.(?:com|net|org)\b/g;

/** Commands that ask an operation what its examples ask, ready to be sent by anybody. */
export function commandsOf(operation: ApiOperation, place: Omit<ShownRequest, "input">): readonly ShownText[] {
	return requestsOf(operation).map(({ summary, value }) => ({
		label: hasCursor(value) ? "First page" : summary,
		text: curlCommand({ ...place, ...filledIn(place.url, runnable(value)), hasKey: needsAccount(operation) }),
	}));
}

/** Whether nobody is answered without an account. */
export function needsAccount({ security }: Pick<ApiOperation, "security">): boolean {
	return security.every((each) => Object.keys(each).length > 0);
}

/** Puts members of the input into the path where it has parameters of their names. */
function filledIn(url: string, input: unknown): Pick<ShownRequest, "url" | "input"> {
	if (typeof input !== "object" || input === null) return { url, input };
	const ofPath = Object.entries(input).filter(([name]) => url.includes(`{${name}}`));
	const filled = ofPath.reduce(
		(path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
		url,
	);
	const rest = Object.entries(input).filter(([name]) => !url.includes(`{${name}}`));
	return { url: filled, input: Object.fromEntries(rest) };
}

function hasCursor(input: unknown): boolean {
	return typeof input === "object" && input !== null && CURSOR in input;
}

/** With hosts that answer, each the same for the same, and without the cursor. */
function runnable(input: unknown): unknown {
	if (typeof input !== "object" || input === null) return input;
	const hosts = new Map<string, string>();
	const openHost = (host: string): string => {
		const open = hosts.get(host) ?? OPEN_HOSTS[hosts.size % OPEN_HOSTS.length] ?? host;
		hosts.set(host, open);
		return open;
	};
	const members = Object.entries(input).filter(([name]) => name !== CURSOR);
	return Object.fromEntries(
		members.map(([name, value]) => [name, typeof value === "string" ? value.replace(SHOWN_HOST, openHost) : value]),
	);
}

function requestsOf({ requestBody, parameters }: ApiOperation): readonly ApiExample[] {
	const bodies = ownExamples(requestBody?.content["application/json"]);
	if (requestBody) return bodies;
	// A query has the members of all parameters whose examples bear the same name.
	const queries = new Map<string, { summary: string; value: Record<string, unknown> }>();
	for (const { name, examples = {} } of parameters ?? []) {
		for (const [key, { summary, value }] of Object.entries(examples)) {
			const known = queries.get(key) ?? { summary, value: {} };
			queries.set(key, { summary, value: { ...known.value, [name]: value } });
		}
	}
	return queries.size > 0 ? [...queries.values()] : [{ summary: "Request", value: undefined }];
}

/** Examples that stand where they belong; others are shared by many answers. */
export function ownExamples(media: ApiMedia | undefined): readonly ApiExample[] {
	return Object.values(media?.examples ?? {}).filter((example) => "value" in example);
}

/** A request to show: as a person would send it from a shell. */
export interface ShownRequest {
	readonly method: "GET" | "POST";
	/** Address without a query. */
	readonly url: string;
	/** Body of a POST, query of a GET. */
	readonly input?: unknown;
	/** Whether it shows an API key. */
	readonly hasKey?: boolean;
}

/** An API key, as whoever pastes a command has it in the environment. */
const KEY_FIELD = '-H "authorization: Bearer $SIGHTLINE_KEY"';

/** The curl command of a request, ready to be pasted into a POSIX shell. */
export function curlCommand({ method, url, input, hasKey = false }: ShownRequest): string {
	const key = hasKey ? [KEY_FIELD] : [];
	const body = ["-H 'content-type: application/json'", `-d ${shellWord(JSON.stringify(input))}`];
	const lines =
		method === "GET"
			? [`curl -sS ${shellWord(url + queryOf(input))}`, ...key]
			: [`curl -sS ${shellWord(url)}`, ...key, ...body];
	return lines.join(" \\\n  ");
}

function queryOf(input: unknown): string {
	if (typeof input !== "object" || input === null) return "";
	const pairs = Object.entries(input).map(([key, value]) => [key, String(value)]);
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
