import type { ApiExample } from "#core/openapi-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { problemDocument } from "../api/problem-document.ts";
import { PROBLEMS, type ProblemCode, problemKind } from "../api/problems.ts";
import { Rejection, type RejectionParts } from "../api/rejection.ts";

/** Id of a request that nobody made. */
const SHOWN_REQUEST = "3f0f8c1e-0d3b-4c55-9a43-5b2f6f5d7c10";

/** Name of the shown fault of a query; that of a body bears the name of its kind. */
const OF_QUERY = "input-invalid-query";

/** Under which name the description shows a problem of an endpoint. */
export function exampleName(code: ProblemCode, { method }: Pick<Endpoint, "method">): string {
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
		detail: `The request is not as described. ${detail} Mend it and send it again.`,
		errors: [{ detail, pointer }],
	};
}
