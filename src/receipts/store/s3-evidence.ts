import type { EvidenceBucket } from "#config/evidence-bucket.ts";
import {
	digestsOf,
	type EvidenceArchive,
	missingEvidence,
	outlivedEvidence,
	packEvidence,
	READ_MAX,
	TOO_LARGE,
	unpackEvidence,
} from "./evidence-archive.ts";
import { openS3, type S3Answer, type S3Limits, s3Failure, saysOf } from "./s3-requests.ts";

/**
 * Evidence as objects of a bucket, under the names that its files would have. A bucket that keeps versions keeps what is
 * deleted: it must not, or its rules must end them.
 * @throws Failure `store-unavailable`, from all of it, where the bucket cannot be used
 */
export function openS3Evidence(bucket: EvidenceBucket, limits?: S3Limits): EvidenceArchive {
	const request = openS3(bucket, limits);
	const nameOf = (digest: string) => `${digest.slice(0, 2)}/${digest}.json.gz`;
	const expect = (answer: S3Answer, ...fine: readonly number[]) => {
		if (!fine.includes(answer.status)) throw s3Failure(bucket, saysOf(answer));
		return answer;
	};
	const remove = async (digest: string) => expect(await request({ method: "DELETE", name: nameOf(digest) }), 200, 204);
	return {
		async put(record) {
			const { digest, packed } = await packEvidence(record);
			expect(await request({ method: "PUT", name: nameOf(digest), body: packed }), 200);
			return digest;
		},
		async get(digest) {
			const answer = await request({ method: "GET", name: nameOf(digest), most: READ_MAX }).catch((error) => {
				throw error instanceof RangeError ? missingEvidence(digest, TOO_LARGE) : error;
			});
			if (answer.code === "NoSuchKey") throw missingEvidence(digest);
			return unpackEvidence({ digest, packed: expect(answer, 200).body });
		},
		async prune(receipts, justWritten) {
			await Promise.all(outlivedEvidence(digestsOf(receipts), justWritten).map(remove));
		},
		async remove(digests) {
			let removed = 0;
			for (const digest of digests) {
				const { status } = expect(await request({ method: "HEAD", name: nameOf(digest) }), 200, 404);
				// Also what is not there: only now would a missing bucket say so.
				await remove(digest);
				if (status === 200) removed++;
			}
			return removed;
		},
	};
}
