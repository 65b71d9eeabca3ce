import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { EvidenceBucket } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { EvidenceArchive, listBeside, missingEvidence, type Packed, READ_MAX, TOO_LARGE } from "./evidence-archive.ts";

/** Requires a bucket without versioning, so that deletes are permanent. Methods throw Failure `store-unavailable`. */
export class EvidenceBucketArchive extends EvidenceArchive {
	readonly #bucket: EvidenceBucket;
	readonly #request: (request: S3Request) => Promise<S3Answer>;

	constructor(bucket: EvidenceBucket, limits: Partial<S3Limits> = {}) {
		super();
		this.#bucket = bucket;
		this.#request = openS3(bucket, { ...LIMITS, ...limits });
	}

	async store({ name, packed }: Packed): Promise<void> {
		this.#expect(await this.#request({ method: "PUT", name: objectOf(name), body: packed }), 200);
	}

	async load(name: string): Promise<Uint8Array> {
		const answer = await this.#request({ method: "GET", name: objectOf(name), most: READ_MAX }).catch((error) => {
			throw error instanceof RangeError ? missingEvidence(name, TOO_LARGE) : error;
		});
		if (answer.code === "NoSuchKey") throw missingEvidence(name);
		return this.#expect(answer, 200).body;
	}

	async remove(digests: Iterable<string>): Promise<number> {
		let removed = 0;
		for (const digest of digests) {
			const { status } = this.#expect(await this.#request({ method: "HEAD", name: objectOf(digest) }), 200, 404);
			// Also deletes missing objects, because only the response shows whether the bucket exists.
			for (const name of [listBeside(digest), digest])
				this.#expect(await this.#request({ method: "DELETE", name: objectOf(name) }), 200, 204);
			if (status === 200) removed++;
		}
		return removed;
	}

	#expect(answer: S3Answer, ...fine: readonly number[]): S3Answer {
		if (!fine.includes(answer.status)) throw s3Failure(this.#bucket, saysOf(answer));
		return answer;
	}
}

function objectOf(name: string): string {
	return `${name.slice(0, 2)}/${name}.json.gz`;
}

interface S3Answer {
	readonly status: number;
	readonly body: Uint8Array;
	/** S3 error code, such as `NoSuchKey`; `""` if there is none. */
	readonly code: string;
}

interface S3Request {
	readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
	/** Letters, digits, dots, hyphens and slashes. */
	readonly name: string;
	readonly body?: Uint8Array<ArrayBuffer>;
	/** Maximum bytes of the object; without it, the response is truncated at `ERROR_BYTES`. */
	readonly most?: number;
}

export interface S3Limits {
	readonly tries: number;
	/** Milliseconds to retry, so that a night waits for its bucket instead of reading sites again; 0 by default. */
	readonly patienceMs?: number;
	/** Milliseconds before the first retry; then doubled, with jitter. */
	readonly firstWaitMs: number;
	/** Timeout of one try in milliseconds, including the body. */
	readonly timeoutMs: number;
}

const LIMITS: S3Limits = { tries: 4, firstWaitMs: 400, timeoutMs: 20_000 };
/** Maximum milliseconds between tries. */
const LONGEST_WAIT_MS = 10_000;
/** Maximum bytes to read of an error. */
const ERROR_BYTES = 64 * 1024;

/**
 * Path-style, as AWS, R2 and MinIO accept. Retries transient failures: no or truncated response, slow upload, 429, 5xx.
 * @throws Failure `store-unavailable`; no message contains a key
 */
function openS3(bucket: EvidenceBucket, limits: S3Limits): (request: S3Request) => Promise<S3Answer> {
	const { tries: least, firstWaitMs, patienceMs = 0 } = limits;
	const keys = new Map<string, ArrayBuffer>();
	return async (request) => {
		const end = performance.now() + patienceMs;
		for (let tries = 1; ; tries++) {
			const answer = await tryOnce(bucket, keys, request, limits.timeoutMs);
			if (typeof answer !== "string" && !mayPass(answer)) return answer;
			if (tries >= least && performance.now() >= end)
				throw s3Failure(bucket, typeof answer === "string" ? answer : saysOf(answer));
			await pause(Math.min(firstWaitMs * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2));
		}
	};
}

function mayPass({ status, code }: S3Answer): boolean {
	return status === 429 || status >= 500 || code === "RequestTimeout";
}

/** @returns the response, or why there is none */
async function tryOnce(
	bucket: EvidenceBucket,
	cache: Map<string, ArrayBuffer>,
	{ method, name, body, most }: S3Request,
	timeoutMs: number,
): Promise<S3Answer | string> {
	const { endpoint, accessKeyId, secretAccessKey, sessionToken, region } = bucket;
	const signer = new AwsV4Signer({
		method,
		url: `${endpoint}/${bucket.bucket}/${bucket.prefix}${name}`,
		// The store rejects bytes changed in transit.
		headers: { "x-amz-content-sha256": await sha256Hex(body ?? "") },
		accessKeyId,
		secretAccessKey,
		...(sessionToken === undefined ? {} : { sessionToken }),
		region,
		service: "s3",
		cache,
	});
	const { url, headers } = await signer.sign();
	try {
		const signal = AbortSignal.timeout(timeoutMs);
		const response = await fetch(url, { method, headers, body: body ?? null, redirect: "manual", signal });
		const bytes = await readBody(response, response.ok ? most : undefined);
		return { status: response.status, body: bytes, code: response.ok ? "" : elementOf(bytes, "Code") };
	} catch (error) {
		const { name, message, cause } = error as Error;
		if (name === "TimeoutError") return `it did not answer within ${timeoutMs / 1000} s`;
		if (name !== "TypeError") throw error;
		return cause instanceof Error && cause.message !== "" ? cause.message : message;
	}
}

/** @param most without it, truncates at `ERROR_BYTES` @throws RangeError for a body longer than `most` */
async function readBody(response: Response, most?: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (most !== undefined && length > most) throw new RangeError(`It is larger than ${most} bytes.`);
		chunks.push(chunk);
		if (most === undefined && length >= ERROR_BYTES) break;
	}
	const whole = Buffer.concat(chunks);
	return most === undefined ? whole.subarray(0, ERROR_BYTES) : whole;
}

/** Element of an XML error; `""` if there is none. */
function elementOf(body: Uint8Array, name: "Code" | "Message"): string {
	const text = new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(Buffer.from(body).toString("utf8"))?.[1] ?? "";
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
}

function saysOf({ status, body, code }: S3Answer): string {
	const message = elementOf(body, "Message").replace(/[.\s]+$/, "");
	return [`it answered ${status}`, code, message].filter((part) => part !== "").join(", ");
}

/** @param why without a full stop */
function s3Failure({ bucket, endpoint }: EvidenceBucket, why: string): Failure {
	return new Failure("store-unavailable", {
		what: `The evidence in the bucket ${bucket} at ${endpoint} cannot be read or written.`,
		why: `Reason: ${why}.`,
		todo: "Check SIGHTLINE_EVIDENCE, AWS_ENDPOINT_URL, AWS_REGION and the keys: they must be let read, write, delete and list there.",
	});
}
