import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { EvidenceBucket } from "#config/environment.ts";

/** Behaviour of the relay: undefined forwards a request, `unanswered` forwards it but drops the response. */
export type Fault = ((request: IncomingMessage, response: ServerResponse) => void) | "unanswered";

export interface TestS3 {
	readonly bucket: EvidenceBucket;
	/** Faults of the next requests, in order; later requests are forwarded. */
	readonly faults: (Fault | undefined)[];
	/** `<method> <path>` of every request so far. */
	readonly asked: string[];
	/** Full names of all objects. */
	objects(): Promise<string[]>;
	end(): Promise<void>;
}

/**
 * An S3 server on loopback behind a relay. Verifies signatures (version 4), request time, bucket and key, and refuses
 * with S3 errors; does not verify the digest of the body.
 */
export async function startS3(): Promise<TestS3> {
	const directory = await mkdtemp(join(tmpdir(), "sightline-s3-"));
	const store = new S3rver({
		port: 0,
		address: "127.0.0.1",
		silent: true,
		directory,
		configureBuckets: [{ name: "evidence", configs: [] }],
	});
	const { port } = await store.run();
	const faults: (Fault | undefined)[] = [];
	const asked: string[] = [];
	const relay = createServer((incoming, response) => {
		asked.push(`${incoming.method} ${incoming.url}`);
		const fault = faults.shift();
		if (typeof fault === "function") return fault(incoming, response);
		const { method, url, headers } = incoming;
		const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
			if (fault === "unanswered") answer.resume().on("end", () => response.destroy());
			else answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
		});
		incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
	return {
		bucket: {
			bucket: "evidence",
			prefix: "nightly/",
			endpoint: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
			region: "eu-central-1",
			accessKeyId: "S3RVER",
			secretAccessKey: "S3RVER",
			sessionToken: undefined,
		},
		faults,
		asked,
		async objects() {
			const names = await readdir(join(directory, "evidence"), { recursive: true });
			return names.flatMap((name) => /^(.+)\._S3rver_object$/.exec(name)?.[1] ?? []).toSorted();
		},
		async end() {
			relay.closeAllConnections();
			relay.close();
			await store.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}
