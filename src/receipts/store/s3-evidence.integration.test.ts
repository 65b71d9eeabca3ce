import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EvidenceBucket } from "#config/environment.ts";
import { evidenceArchiveContract } from "./evidence-archive.contract.ts";
import { type Fault, startS3, type TestS3 } from "./s3.testkit.ts";
import { EvidenceBucketArchive } from "./s3-evidence.ts";

const LIMITS = { tries: 2, firstWaitMs: 5, timeoutMs: 1_000 };

let s3: TestS3;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.end());
beforeEach(() => {
	s3.faults.length = 0;
	s3.asked.length = 0;
});

const open = (change: Partial<EvidenceBucket> = {}) => new EvidenceBucketArchive({ ...s3.bucket, ...change }, LIMITS);

describe("evidence in a bucket keeps the contract", () => {
	evidenceArchiveContract(async (name) => open({ prefix: `${name}/` }));
});

const answers =
	(status: number, body = ""): Fault =>
	(_, response) =>
		response.writeHead(status).end(body);
/** As a proxy before the store makes it. */
const longPage = (status: number) =>
	answers(status, `<Error><Code>SlowDown</Code></Error><!--${"x".repeat(200 * 1024)}-->`);
const silent: Fault = () => {};
const broken: Fault = (request) => request.socket.destroy();
const cutOff: Fault = (_, response) => {
	response.writeHead(200, { "content-length": "1000" });
	response.write("only this", () => response.destroy());
};

describe("what may pass", () => {
	it.each([
		["503", answers(503, "<Error><Code>SlowDown</Code></Error>")],
		["429", answers(429)],
		["503 with a long page", longPage(503)],
		["a connection that breaks", broken],
		["an answer that is cut off", cutOff],
		["silence", silent],
	])("%s is asked again, and nothing is lost", async (_, fault) => {
		const archive = open();
		s3.faults.push(fault);
		const digest = await archive.put({ seen: 1 });
		s3.faults.push(fault);
		expect(await archive.get(digest)).toEqual({ seen: 1 });
		s3.faults.push(fault);
		expect(await archive.remove([digest])).toBe(1);
		// Removing asks whether it is there, and deletes the list beside it too.
		expect(s3.asked).toHaveLength(8);
	});

	it("a slow upload is retried", async () => {
		s3.faults.push(answers(400, "<Error><Code>RequestTimeout</Code></Error>"));
		const digest = await open().put({ seen: 7 });
		expect(await open().get(digest)).toEqual({ seen: 7 });
		expect(s3.asked).toHaveLength(3);
	});

	it.each([
		["503", answers(503, "<Error><Code>SlowDown</Code></Error>"), "it answered 503"],
		["503 with a long page", longPage(503), "it answered 503"],
		["a connection that breaks", broken, "Reason: "],
		["an answer that is cut off", cutOff, "Reason: "],
		["silence", silent, "it did not answer within 1 s"],
	])("%s that does not pass is said, and is no missing evidence", async (_, fault, says) => {
		const failure = { code: "store-unavailable", message: expect.stringContaining(says) };
		const archive = open();
		s3.faults.push(fault, fault);
		await expect(archive.put({ seen: 2 })).rejects.toMatchObject(failure);
		s3.faults.push(fault, fault);
		await expect(archive.get("0".repeat(64))).rejects.toMatchObject(failure);
		s3.faults.push(fault, fault);
		await expect(archive.remove(["0".repeat(64)])).rejects.toMatchObject(failure);
		expect(s3.asked).toHaveLength(6);
	});
});

describe("permanent failures", () => {
	it.each([
		["a wrong key", { secretAccessKey: "not the right one" }, "403, SignatureDoesNotMatch"],
		["a key that nobody knows", { accessKeyId: "NOBODY" }, "403, InvalidAccessKeyId"],
		["a missing bucket", { bucket: "nowhere" }, "404, NoSuchBucket"],
	])("%s is said at once, and no secret with it", async (_, change, says) => {
		const archive = open(change);
		for (const work of [
			() => archive.put({ seen: 3 }),
			() => archive.get("0".repeat(64)),
			() => archive.remove(["0".repeat(64)]),
		]) {
			const error: Error = await work().then(
				() => new Error("It went well."),
				(reason) => reason,
			);
			expect(error).toMatchObject({ code: "store-unavailable" });
			if (!error.message.includes(says)) expect(error.message).toContain("403");
			expect(error.message).not.toContain("not the right one");
		}
		await expect(archive.put({ seen: 3 })).rejects.toThrow(says);
	});

	it("an error with a long page is reported", async () => {
		const archive = open();
		const failure = { code: "store-unavailable", message: expect.stringContaining("it answered 403, SlowDown") };
		s3.faults.push(longPage(403));
		await expect(archive.put({ seen: 6 })).rejects.toMatchObject(failure);
		s3.faults.push(longPage(403));
		await expect(archive.get("0".repeat(64))).rejects.toMatchObject(failure);
		expect(s3.asked).toHaveLength(2);
	});

	it("an object that is too large or has another digest is refused", async () => {
		const archive = open();
		const digest = await archive.put({ seen: 4 });
		s3.faults.push((_, response) => response.writeHead(200).end(Buffer.from("1f8b", "hex")));
		await expect(archive.get(digest)).rejects.toMatchObject({ code: "evidence-missing" });
		s3.faults.push((_, response) => {
			response.writeHead(200);
			const more = () => response.writable && !response.destroyed && response.write(Buffer.alloc(1 << 20), more);
			more();
		});
		const patient = new EvidenceBucketArchive(s3.bucket, { ...LIMITS, timeoutMs: 20_000 });
		await expect(patient.get(digest)).rejects.toThrow("larger than 67108864 bytes");
	});
});

describe("requests", () => {
	it("have the bucket in the path, and a signature", async () => {
		const seen: Record<string, unknown>[] = [];
		s3.faults.push((request, response) => {
			seen.push({ url: request.url, ...request.headers });
			response.writeHead(200).end();
		});
		const digest = await open({ sessionToken: "for a time" }).put({ seen: 5 });
		expect(seen[0]).toMatchObject({
			url: `/evidence/nightly/${digest.slice(0, 2)}/${digest}.json.gz`,
			authorization: expect.stringMatching(
				/^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,/,
			),
			"x-amz-content-sha256": expect.stringMatching(/^[0-9a-f]{64}$/),
			"x-amz-security-token": "for a time",
		});
	});
});
