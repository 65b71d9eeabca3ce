import { type Failure, type FailureCode, isFailure, mayBeOurs } from "#core/failure.ts";

/** Ways in which https is not there at all; a bad certificate alone is none of them, it is recorded and passed over. */
const NO_HTTPS: ReadonlySet<FailureCode> = new Set([
	"connection-refused",
	"connection-failed",
	"connection-timeout",
	"tls-invalid",
]);

export interface EitherScheme<T> {
	readonly value: T;
	/** Why https was given up, when the value came over plain http. */
	readonly httpsFailure?: Failure | undefined;
}

/** @param again for an address that failed before, to see whether it fails again */
type Ask<T> = (url: URL, again?: { readonly again: true }) => Promise<T>;

/**
 * Asks over https, and over http where https cannot be connected to. That a site has no https is a grave fault, and a
 * connection that did not come about may be our own: then https is asked once more, now that the host has answered.
 * @throws Failure of the https attempt when both fail
 */
export async function eitherScheme<T>(https: URL, ask: Ask<T>): Promise<EitherScheme<T>> {
	try {
		return { value: await ask(https) };
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		const plain = await askPlain(https, ask, error);
		if (!mayBeOurs(error.code)) return { value: plain, httpsFailure: error };
		return ask(https, { again: true }).then(
			(value) => ({ value }),
			(second: unknown) => {
				if (!isFailure(second)) throw second;
				return { value: plain, httpsFailure: error };
			},
		);
	}
}

async function askPlain<T>(https: URL, ask: Ask<T>, httpsFailure: Failure): Promise<T> {
	const plain = new URL(https);
	plain.protocol = "http:";
	try {
		return await ask(plain);
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		throw httpsFailure;
	}
}
