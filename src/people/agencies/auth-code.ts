/** Why better-auth refused, as its code; undefined for what is no refusal of it. */
export function authCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("body" in error)) return undefined;
	const { body } = error;
	return typeof body === "object" && body !== null && "code" in body ? String(body.code) : undefined;
}
