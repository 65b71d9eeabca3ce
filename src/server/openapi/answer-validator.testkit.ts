/** Validates API responses against the interface description. */

import type { ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { ApiAnswer, ApiHeader, ApiOperation, OpenApiDocument } from "#core/api/openapi-document.ts";
import { ENDPOINTS } from "../api/endpoints.ts";
import { buildOpenApi } from "./build-openapi.ts";
import { createSchemaCompiler } from "./closed-schemas.testkit.ts";

/** @param body the parsed body; undefined if there is none */
export type ExpectDocumented = (operationId: string, response: Response, body: unknown) => void;

/**
 * Fails the test if the description lacks the response's status, media type, body (including undescribed
 * members) or the form of a header field.
 */
export function createAnswerValidator(document: OpenApiDocument): ExpectDocumented {
	const compiler = createSchemaCompiler(document);
	const compiled = new Map<string, ValidateFunction>();
	return (operationId, response, body) => {
		const where = `${operationId} ${response.status}`;
		const answer = operationOf(document, operationId).responses[String(response.status)];
		if (!answer) return expect.fail(`${where}: the status is not documented; body ${JSON.stringify(body)}`);
		const media = mediaTypeOf(response);
		const described = answer.content[media];
		if (!described) return expect.fail(`${where}: the media type "${media}" is not documented`);
		const validate = compiled.get(where) ?? compiler.compile(described.schema, true);
		compiled.set(where, validate);
		if (!validate(body)) expect.fail(`${where}: ${faultsOf(validate)}; body ${JSON.stringify(body)}`);
		expectFields(document, answer, response, where);
	};
}

let ofAllEndpoints: ExpectDocumented | undefined;

/** The validator for the real endpoints. */
export const expectDocumented: ExpectDocumented = (operationId, response, body) => {
	ofAllEndpoints ??= createAnswerValidator(buildOpenApi(ENDPOINTS, { baseUrl: "https://audit.example.net" }));
	ofAllEndpoints(operationId, response, body);
};

function operationOf({ paths }: OpenApiDocument, operationId: string): ApiOperation {
	const operations = Object.values(paths).flatMap(({ get, post }) => [get, post]);
	const found = operations.find((each) => each?.operationId === operationId);
	if (!found) throw new Error(`The interface description has no operation ${operationId}.`);
	return found;
}

function mediaTypeOf(response: Response): string {
	return (response.headers.get("content-type") ?? "").replace(/;.*$/s, "").trim().toLowerCase();
}

function expectFields(document: OpenApiDocument, answer: ApiAnswer, response: Response, where: string): void {
	for (const [name, value] of response.headers) {
		const documented = Object.keys(document.components.headers).find((each) => each.toLowerCase() === name);
		if (documented === undefined) continue;
		const header = document.components.headers[documented];
		if (!(documented in answer.headers)) expect.fail(`${where}: the field ${documented} is not documented here`);
		if (header && !isWellFormed(header, value)) expect.fail(`${where}: ${documented} is malformed: ${value}`);
	}
}

function isWellFormed({ schema }: ApiHeader, value: string): boolean {
	if (schema.type === "integer") return /^\d+$/.test(value) && Number(value) >= (schema.minimum ?? 0);
	return value.length >= (schema.minLength ?? 0) && new RegExp(schema.pattern ?? "", "u").test(value);
}

/** Validation errors with their places. */
export function faultsOf({ errors }: ValidateFunction): string {
	return (errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ");
}
