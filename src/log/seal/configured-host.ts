import { Failure } from "#core/failure.ts";

export interface Answer {
	readonly status: number;
	/** Media type without parameters, lower case. */
	readonly mediaType: string;
	readonly body: Uint8Array;
}

const DEADLINE_MS = 15_000;
const MOST_BYTES = 64 * 1024;

/**
 * One POST to an address that the operator has configured: a deadline for the whole exchange, a limit for the answer, no
 * redirects. Whom the operator trusts may be in a private network, so addresses are not vetted as audited ones are.
 * @throws Failure `connection-failed`, `deadline-exceeded`, `body-too-large`
 */
export async function postBytes(
	address: URL,
	contentType: string,
	body: Uint8Array | string,
	deadlineMs = DEADLINE_MS,
): Promise<Answer> {
	const request = {
		method: "POST",
		headers: { "content-type": contentType },
		body: typeof body === "string" ? body : Uint8Array.from(body),
	};
	return exchange(address, request, deadlineMs);
}

/** One GET to such an address, under the same limits. @throws Failure as `postBytes` */
export async function getBytes(address: URL): Promise<Answer> {
	return exchange(address, { headers: { "cache-control": "no-cache" } }, DEADLINE_MS);
}

async function exchange(address: URL, request: RequestInit, deadlineMs: number): Promise<Answer> {
	try {
		const signal = AbortSignal.timeout(deadlineMs);
		const response = await fetch(address, { ...request, redirect: "manual", signal });
		const mediaType = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
		return { status: response.status, mediaType, body: await readAtMost(response, MOST_BYTES) };
	} catch (error) {
		if (error instanceof Failure) throw error;
		const { name, message, cause } = error as Error;
		if (name === "TimeoutError")
			throw new Failure(
				"deadline-exceeded",
				{ what: `It did not answer within ${deadlineMs / 1000} s.` },
				{ cause: error },
			);
		if (name !== "TypeError") throw error;
		const why = cause instanceof Error && cause.message !== "" ? cause.message : message;
		throw new Failure("connection-failed", { what: `It could not be reached: ${why}.` }, { cause: error });
	}
}

async function readAtMost(response: Response, limit: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (length > limit) throw new Failure("body-too-large", { what: `Its answer has more than ${limit} bytes.` });
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** An http or https address from the command line. @throws Failure `input-invalid` */
export function readAddress(text: string, option: string): URL {
	const address = URL.parse(text);
	if (address && ["http:", "https:"].includes(address.protocol)) return address;
	throw new Failure("input-invalid", {
		what: `${option} is "${text}"; it takes an http or https address.`,
		todo: "See npm run seal -- --help.",
	});
}
