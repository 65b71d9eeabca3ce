import { type Failure, type FailureCode, isFailure } from "#core/failure.ts";

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

/**
 * Asks over https, and over http where https cannot be connected to.
 * @throws Failure of the https attempt when both fail
 */
export async function eitherScheme<T>(https: URL, ask: (url: URL) => Promise<T>): Promise<EitherScheme<T>> {
	try {
		return { value: await ask(https) };
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		return { value: await askPlain(https, ask, error), httpsFailure: error };
	}
}

async function askPlain<T>(https: URL, ask: (url: URL) => Promise<T>, httpsFailure: Failure): Promise<T> {
	const plain = new URL(https);
	plain.protocol = "http:";
	try {
		return await ask(plain);
	} catch (error) {
		if (!isFailure(error) || !NO_HTTPS.has(error.code)) throw error;
		throw httpsFailure;
	}
}
