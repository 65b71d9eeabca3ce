import type { ApiProblem } from "#core/api-problem.ts";
import { REFUSAL } from "#core/brand.ts";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/badge/plain-text.ts";
import { problemKind } from "./problems.ts";
import type { Rejection } from "./rejection.ts";

const DETAIL_LENGTH = 1200;
const FAULT_LENGTH = 300;
/** A body full of wrong members is not answered with one many times its size. */
const FAULTS_MAX = 100;

/**
 * The problem document (RFC 9457) of a rejection. Words may quote the request, so they are made plain and short here.
 * @param baseUrl no trailing slash
 */
export function problemDocument(rejection: Rejection, requestId: string, baseUrl: string): ApiProblem {
	const { type, title, status } = problemKind(rejection.code);
	const { errors, violatedPolicies } = rejection.parts;
	const detail = clipped(plainText(rejection.message), DETAIL_LENGTH);
	return {
		type: type ?? `${baseUrl}/api/#problem-${rejection.code}`,
		title,
		status,
		detail,
		instance: `urn:uuid:${requestId}`,
		ok: false,
		error: detail,
		code: rejection.code,
		refusal: REFUSAL,
		...(errors && {
			errors: errors.slice(0, FAULTS_MAX).map((fault) => ({
				detail: clipped(plainText(fault.detail), FAULT_LENGTH),
				pointer: fault.pointer,
			})),
		}),
		...(violatedPolicies && { "violated-policies": [...violatedPolicies] }),
	};
}
