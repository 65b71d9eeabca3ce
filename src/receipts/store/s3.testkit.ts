import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { EvidenceBucket } from "#config/environment.ts";

/** What stands between us and the store does instead of passing a request on; undefined passes it on, and `unanswered` too, but not its answer back. */
export type Fault = ((request: IncomingMessage, response: ServerResponse) => void) | "unanswered";

export interface TestS3 {
	readonly bucket: EvidenceBucket;
	/** Faults of the next requests, in turn; after them all are passed on. */
	readonly faults: (Fault | undefined)[];
	/** `<method> <path>` of every request so far. */
	readonly asked: string[];
	/** Names of all objects, with their prefixes. */
	objects(): Promise<string[]>;
	end(): Promise<void>;
}

/**
 * A server that speaks S3 on loopback. It checks signatures (version 4), the time of a request, bucket and key, and refuses
 * others with the errors of S3; that the body has the digest which was signed it does not check. Before it stands a relay.
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
