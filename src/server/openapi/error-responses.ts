import { apiProblemSchema } from "#core/api-problem.ts";
import type { ApiAnswer, ApiContent, ApiExample } from "#core/openapi-document.ts";
import type { ApiEndpoint } from "../api/endpoint.ts";
import { paramNames } from "../api/endpoint-paths.ts";
import { PROBLEMS, type ProblemCode, problemKind } from "../api/problems.ts";
import { problemDocument, Rejection, type RejectionParts } from "../api/rejection.ts";
import { describeExamples, type HeaderName, headerReferences } from "./components.ts";
import type { SchemaCollection } from "./schema-collection.ts";

/** Which endpoints can answer with a problem; all of them where it is not said here. */
const APPLIES: Partial<Record<ProblemCode, (endpoint: ApiEndpoint) => boolean>> = {
	"json-invalid": takesBody,
	"request-too-slow": takesBody,
	"request-too-large": takesBody,
	"media-type-unsupported": takesBody,
	"input-invalid": ({ input }) => input !== undefined,
	"target-invalid": takesTarget,
	"target-blocked": takesTarget,
	"removal-asked": takesTarget,
	"sign-in-required": ({ account }) => account === "required",
	"scope-missing": ({ scope }) => scope !== undefined,
	"rate-limited": ({ isAlwaysAnswered }) => isAlwaysAnswered !== true,
	// Elsewhere it is of addresses that are no endpoint's.
	"not-found": ({ path }) => paramNames(path).length > 0,
	"nothing-to-seal": givesSeal,
	"receipt-pending": givesSeal,
	"score-differs": givesSeal,
	overloaded: makesAudits,
	"shutting-down": makesAudits,
	"store-busy": asksStore,
	"store-unavailable": asksStore,
};

function takesBody({ method, input }: ApiEndpoint): boolean {
	return method === "POST" && input !== undefined;
}

function makesAudits({ quota }: ApiEndpoint): boolean {
	return quota === "audit" || quota === "brief";
}

/** What changes an account's things names domains. */
function takesTarget(endpoint: ApiEndpoint): boolean {
	return makesAudits(endpoint) || (endpoint.account === "required" && takesBody(endpoint));
}

function givesSeal({ operationId }: ApiEndpoint): boolean {
	return operationId === "mintBadge";
}

function asksStore(endpoint: ApiEndpoint): boolean {
	return makesAudits(endpoint) || endpoint.account !== undefined;
}

/** Every answer of an endpoint but 200, by status. */
export function describeErrors(endpoint: ApiEndpoint, schemas: SchemaCollection): Readonly<Record<string, ApiAnswer>> {
	const codes = problemsOf(endpoint);
	const others = Object.keys(endpoint.otherOutputs ?? {}).map(Number);
	const statuses = [...new Set([...codes.map((code) => problemKind(code).status), ...others])].sort((a, b) => a - b);
	return Object.fromEntries(
		statuses.map((status) => {
			const ofStatus = codes.filter((code) => problemKind(code).status === status);
			return [String(status), describeStatus(endpoint, status, ofStatus, schemas)];
		}),
	);
}

/** The problems that an endpoint can answer with. */
export function problemsOf(endpoint: ApiEndpoint): readonly ProblemCode[] {
	return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => APPLIES[code]?.(endpoint) ?? true);
}

function describeStatus(
	endpoint: ApiEndpoint,
	status: number,
	codes: readonly ProblemCode[],
	schemas: SchemaCollection,
): ApiAnswer {
	const other = status === 503 ? endpoint.otherOutputs?.[status] : undefined;
	const shown = status === 503 ? endpoint.examples.otherOutputs?.[status] : undefined;
	const examples = codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, endpoint)}` }]);
	const content: ApiContent = {
		...(other && { "application/json": { schema: schemas.answer(other), ...describeExamples(shown) } }),
		...(codes.length > 0 && {
			"application/problem+json": { schema: schemas.answer(apiProblemSchema), examples: Object.fromEntries(examples) },
		}),
	};
	const says = codes.map((code) => `${problemKind(code).title} (\`${code}\`).`);
	return {
		description: [...(other ? ["The same body; it says what is down."] : []), ...says].join(" "),
		headers: headerReferences(headersOf(status)),
		content,
	};
}

function headersOf(status: number): readonly HeaderName[] {
	const names: HeaderName[] = ["X-Request-Id", "Cache-Control", "RateLimit-Policy"];
	if (status === 405) return [...names, "Allow"];
	if (status === 415) return [...names, "Accept"];
	// These are found before anything is counted.
	if (status === 408 || status === 413) return names;
	names.push("RateLimit");
	if (status === 409 || status === 429 || status === 503) names.push("Retry-After");
	if (status <= 403) names.push("WWW-Authenticate");
	return names;
}

/** Request id of the examples. */
const SHOWN_REQUEST = "3f0f8c1e-0d3b-4c55-9a43-5b2f6f5d7c10";

/** Name of the shown fault of a query; that of a body bears the name of its kind. */
const OF_QUERY = "input-invalid-query";

/** Under which name the description shows a problem of an endpoint. */
export function exampleName(code: ProblemCode, { method }: Pick<ApiEndpoint, "method">): string {
	return code === "input-invalid" && method === "GET" ? OF_QUERY : code;
}

/**
 * Problem documents as they come, by their names.
 * @param siteUrl address of the site that explains problems, no trailing slash
 */
export function problemExamples(names: ReadonlySet<string>, siteUrl: string): Readonly<Record<string, ApiExample>> {
	const show = (code: ProblemCode, parts: RejectionParts = {}): ApiExample => ({
		summary: problemKind(code).title,
		value: problemDocument(new Rejection(code, parts), SHOWN_REQUEST, siteUrl),
	});
	const all = {
		...Object.fromEntries((Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [code, show(code)])),
		"input-invalid": show("input-invalid", faultAt("#/mode", '"mode" must be light or deep.')),
		[OF_QUERY]: show("input-invalid", faultAt("#/limit", '"limit" must be a whole number from 1 to 200.')),
		"rate-limited": show("rate-limited", { violatedPolicies: ["burst"] }),
	};
	return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

function faultAt(pointer: string, detail: string): RejectionParts {
	return {
		detail: `The request is not as described. ${detail} Correct it and send it again.`,
		errors: [{ detail, pointer }],
	};
}
