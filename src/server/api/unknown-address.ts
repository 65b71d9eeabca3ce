import { problemAnswer } from "./problem-answer.ts";
import { problemKind } from "./problems.ts";
import { Rejection } from "./rejection.ts";

/**
 * The answer to a request that no endpoint takes, whatever its method; it is read and counted no further.
 * @param baseUrl no trailing slash
 */
export function unknownAddress(baseUrl: string): Response {
	const { meaning } = problemKind("not-found");
	const description = `${new URL(baseUrl).pathname.replace(/\/$/, "")}/openapi.json`;
	const detail = `${meaning} Look it up in the interface description at ${description}.`;
	return problemAnswer(new Rejection("not-found", { detail }), baseUrl);
}
