import { listing } from "#core/wording.ts";
import type { AgentTool, DeclaredTarget } from "#evidence/evidence-map.ts";
import { clip } from "./exhibits.ts";

/** Statuses of an existing interface that is not open to us, or not in this way. */
const CLOSED: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 407, 415, 429, 451]);

/** Failures for every client, unlike a slow or guarded host. */
const DEAD: ReadonlySet<string> = new Set(
	"name-not-found connection-refused target-blocked redirect-blocked redirect-loop redirect-limit tls-invalid".split(
		" ",
	),
);

const DATA_RELATIONS: ReadonlySet<string> = new Set("service-desc api-catalog jwks_uri ai-catalog Agentmap".split(" "));

/** Whether the type, relation or name promises data; documentation may well be a page. */
export function promisesData({ promised, rel, url }: DeclaredTarget): boolean {
	if (promised !== "") return /json|yaml|^text\/(?:markdown|plain)$/.test(promised);
	return DATA_RELATIONS.has(rel) || /\.(?:json|ya?ml|md)$/.test(new URL(url).pathname);
}

/** How a declared address is dead, to complete a sentence; undefined if it is alive, closed or unknown. */
export function deadWords(target: DeclaredTarget): string | undefined {
	const { answer } = target;
	if (answer.state === "failed") return DEAD.has(answer.code) ? FAILED[answer.code] : undefined;
	// If every address serves a page, documentation may be real, but data is missing.
	if (answer.state === "asked" && answer.softNotFound && promisesData(target))
		return "returns the same response as every other address of the site";
	if (answer.state !== "asked" || answer.status < 400 || CLOSED.has(answer.status)) return undefined;
	return `returns ${answer.status}`;
}

const FAILED: Readonly<Record<string, string>> = {
	"name-not-found": "is on a host that does not exist",
	"connection-refused": "refuses the connection",
	"target-blocked": "is not a public address",
	"redirect-blocked": "redirects to an address that is not public",
	"redirect-loop": "redirects in a loop",
	"redirect-limit": "redirects too often",
	"tls-invalid": "has a certificate that is not trusted",
};

export function isAnswered({ answer }: DeclaredTarget): boolean {
	return answer.state === "asked" || (answer.state === "failed" && DEAD.has(answer.code));
}

/** Faults of a list of tools that agents choose from, worst first; each completes a sentence. */
export function toolFaults(tools: readonly AgentTool[]): string[] {
	const names = tools.map(({ name }) => name);
	const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
	const faults: string[] = [];
	if (names.includes("")) faults.push("a tool has no name");
	if (twice.length > 0) faults.push(`${listing(twice.map(quoted))} names more than one tool`);
	for (const { name, schemaFaults } of tools) {
		if (schemaFaults[0] !== undefined) faults.push(`${quoted(name)}: ${clip(schemaFaults[0], 120)}`);
	}
	return faults;
}

export function muteTools(tools: readonly AgentTool[]): string[] {
	return tools.filter(({ description }) => description === "").map(({ name }) => quoted(name));
}

function quoted(name: string): string {
	return `"${clip(name, 60)}"`;
}
