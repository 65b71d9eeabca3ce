import { Failure, isFailure } from "#core/failure.ts";
import { parseTarget, type Target } from "#core/target.ts";
import type { FormCall } from "../forms/form.ts";

/** Undefined where the address is not a domain in its usual spelling. */
export function ownDomain(part: string | undefined): Target | undefined {
	try {
		const target = parseTarget(part ?? "");
		return target.host === part ? target : undefined;
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

/** The ASCII host. @throws Failure `target-invalid` */
export function domainIn({ params }: Pick<FormCall, "params">): string {
	const target = ownDomain(params.domain);
	if (target) return target.host;
	throw new Failure("target-invalid", {
		what: "The address of this page names no domain.",
		todo: "Go back to the dashboard and choose one.",
	});
}
