import type { DeclaredTarget } from "#evidence/digest/machine-interfaces.ts";

/** Statuses by which a server says that it is there, and not for us, or not in this way. */
const CLOSED: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 407, 415, 429, 451]);

/** Failures that every client would meet; a slow or guarded host is not one of them. */
const DEAD: ReadonlySet<string> = new Set([
	"name-not-found",
	"connection-refused",
	"target-blocked",
	"redirect-blocked",
	"redirect-loop",
	"redirect-limit",
	"tls-invalid",
]);

/** How a declared address is dead, as the rest of a sentence; undefined where it is alive, closed, or not known. */
export function deadWords({ answer }: DeclaredTarget): string | undefined {
	if (answer.state === "failed") return DEAD.has(answer.code) ? FAILED[answer.code] : undefined;
	if (answer.state !== "asked" || answer.status < 400 || CLOSED.has(answer.status)) return undefined;
	return `answers ${answer.status}`;
}

const FAILED: Readonly<Record<string, string>> = {
	"name-not-found": "is on a host that has no address",
	"connection-refused": "refuses the connection",
	"target-blocked": "is no public address",
	"redirect-blocked": "leads to no public address",
	"redirect-loop": "redirects in a circle",
	"redirect-limit": "redirects too often",
	"tls-invalid": "has a certificate that is not trusted",
};

/** True where something was learnt about it. */
export function isAnswered({ answer }: DeclaredTarget): boolean {
	return answer.state === "asked" || (answer.state === "failed" && DEAD.has(answer.code));
}
