import { createSignerKey, formatSignerKey } from "#log/note-key.ts";
import { sha256 } from "#log/sha256.ts";

/** Name of the samples' log. Names under .invalid belong to nobody (RFC 6761). */
const SAMPLE_ORIGIN = "samples.sightline.invalid/log";

/**
 * Environment under which the samples' log is sealed. Its key is made from a known phrase: anyone can sign with it, so
 * a sample's proof shows how proofs work and nothing else. A real key never signs samples.
 */
export async function sampleLogEnvironment(): Promise<{
	readonly LOG_ORIGIN: string;
	readonly LOG_SIGNING_KEY: string;
}> {
	const seed = await sha256(new TextEncoder().encode("Sightline samples: this key is public and proves nothing"));
	return { LOG_ORIGIN: SAMPLE_ORIGIN, LOG_SIGNING_KEY: formatSignerKey(await createSignerKey(SAMPLE_ORIGIN, seed)) };
}
