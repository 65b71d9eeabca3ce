import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFailure } from "#core/failure.ts";
import { verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
import { createSignerKey, formatVerifierKey, parseVerifierKey } from "#log/tlog/note.ts";
import { linksOf } from "#site/proof/proof-picture.ts";
import { type BuiltHashes, type Examination, examineProof, locateChange } from "./examine-proof.ts";
import { type ProvedReceipt, proveReceipt, spoil, TEST_ORIGIN } from "./proof.testkit.ts";

const statesOf = ({ picture }: Examination) => linksOf(picture).map(({ name, state }) => `${name} ${state}`);
const faultsOf = ({ faults }: Examination) => faults.map(({ link }) => link);

describe("a good proof", () => {
	test.each([
		[0, 1],
		[0, 2],
		[7, 11],
		[256, 257],
	])("of leaf %d of %d: every link is checked, and the picture is that of verifyInclusionFile", async (index, size) => {
		const proved = await proveReceipt(index, size);
		const examined = await examineProof(proved);
		expect(examined.faults).toEqual([]);
		expect(statesOf(examined).filter((link) => !link.endsWith(" checked"))).toEqual([]);
		const verified = await verifyInclusionFile(proved.proof, await Promise.all(proved.keys.map(parseVerifierKey)));
		const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
		expect(examined.picture).toMatchObject({
			receipt: { id: proved.id },
			entry: { leafHash: hex(verified.leafHash) },
			index,
			size,
			steps: verified.steps.map(({ given, left, right, parent }) => ({
				given,
				left: hex(left),
				right: hex(right),
				parent: hex(parent),
			})),
			root: { computed: hex(verified.checkpoint.root) },
			checkpoint: { origin: TEST_ORIGIN, signer: `${verified.signedBy.name}+${verified.signedBy.keyId}` },
		});
	});

	test("without the receipt leaves the first link open", async () => {
		const { proof, keys } = await proveReceipt(2, 5);
		const examined = await examineProof({ proof, keys });
		expect(examined.faults).toEqual([]);
		expect(statesOf(examined)[0]).toBe("receipt open");
	});
});

describe("a proof that was changed", () => {
	test("one bit of the receipt: only the receipt is wrong", async () => {
		const proved = await proveReceipt(7, 11);
		const receipt = proved.receipt.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
		const examined = await examineProof({ ...proved, receipt });
		expect(faultsOf(examined)).toEqual(["receipt"]);
		expect(statesOf(examined).filter((link) => link.endsWith(" wrong"))).toEqual(["receipt wrong"]);
		expect(examined.faults[0]?.says).toContain(proved.id);
	});

	test("a hash, the index or the size: the root is wrong", async () => {
		const proved = await proveReceipt(7, 11);
		for (const proof of [
			spoil(proved.proof, /(?<=index 7\n)./),
			proved.proof.replace("index 7", "index 6"),
			proved.proof.replace("index 7", "index 11"),
			proved.proof.replace(/(?<=index 7\n).*\n/, ""),
		]) {
			const examined = await examineProof({ ...proved, proof });
			expect(faultsOf(examined)).toEqual(["root"]);
		}
	});

	test("a path of wrong length has no steps, and the right length is named", async () => {
		const proved = await proveReceipt(7, 11);
		const examined = await examineProof({ ...proved, proof: proved.proof.replace("index 7", "index 10") });
		expect(examined.picture.steps).toEqual([]);
		expect(examined.faults[0]?.says).toBe(
			"The proof gives 4 hashes, but the path of leaf 10 in a log of 11 leaves has 2.",
		);
	});

	test("the checkpoint: the signature is wrong, and the root if it was changed", async () => {
		const proved = await proveReceipt(7, 11);
		const lines = proved.proof.split("\n");
		const root = lines.indexOf("") + 3;
		const proof = lines.map((line, at) => (at === root ? spoil(line, /^./) : line)).join("\n");
		expect(faultsOf(await examineProof({ ...proved, proof }))).toEqual(["root", "signature"]);
	});

	test("another key than the reader's: no trusted signature", async () => {
		const proved = await proveReceipt(7, 11);
		const key = formatVerifierKey(await createSignerKey(TEST_ORIGIN, new Uint8Array(32).fill(1)));
		const examined = await examineProof({ ...proved, keys: [key] });
		expect(faultsOf(examined)).toEqual(["signature"]);
		expect(examined.faults[0]?.says).toContain("No key that is trusted here");
	});

	test("a valid signature by a trusted key of another log does not count", async () => {
		const examined = await examineProof(await proveReceipt(7, 11, "other.example/log"));
		expect(faultsOf(examined)).toEqual(["signature"]);
		expect(examined.faults[0]?.says).toContain(`belongs to the log ${TEST_ORIGIN}`);
	});

	test("any byte of the file: never verified", async () => {
		const proved = await proveReceipt(5, 9);
		const file = new TextEncoder().encode(proved.proof);
		await fc.assert(
			fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 127 }), async (at, change) => {
				const proof = new TextDecoder().decode(file.map((byte, place) => (place === at ? byte ^ change : byte)));
				const examined = await examineProof({ ...proved, proof }).catch((error: unknown) => {
					if (!isFailure(error)) throw error;
				});
				if (examined) expect(examined.faults).not.toEqual([]);
			}),
		);
	});
});

test("a browser without Ed25519 checks every hash and leaves the signature open", async () => {
	const proved = await proveReceipt(3, 4);
	const { importKey } = crypto.subtle;
	crypto.subtle.importKey = () => Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"));
	try {
		const examined = await examineProof(proved);
		expect(examined.faults).toEqual([]);
		expect(examined.unable).toContain("Ed25519");
		expect(statesOf(examined).at(-1)).toBe("signature open");
	} finally {
		crypto.subtle.importKey = importKey;
	}
});

async function builtFrom(proved: ProvedReceipt): Promise<BuiltHashes> {
	const { entry, root, steps } = (await examineProof(proved)).picture;
	const given = steps.map((step) => step[step.given]);
	return { leafHash: entry.leafHash, signed: root.signed, given };
}

/** Leaf 7 of 11, third hash of its proof changed. */
const thirdChanged = ({ proof }: ProvedReceipt) => spoil(proof, /(?<=index 7\n.*\n.*\n)./);

test("names the first step with a hash different from the page's, and leaves later steps open", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof({ ...proved, proof: thirdChanged(proved) });
	const { picture, faults } = locateChange(examined, await builtFrom(proved));
	expect(faults.map(({ link }) => link)).toEqual(["step-3"]);
	expect(faults[0]?.says).toMatch(/^The hash given in step 3 was changed since this page was built\. After 4 steps/);
	const states = linksOf(picture).map(({ state }) => state);
	expect(states).toEqual(["checked", "checked", "checked", "checked", "wrong", "open", "open", "checked"]);
});

test("names the entry if it differs", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof(proved);
	const root = { ...examined.picture.root, computed: "0", state: "wrong" as const };
	const broken = { ...examined, picture: { ...examined.picture, root }, faults: [{ link: "root" as const, says: "" }] };
	const { faults } = locateChange(broken, { ...(await builtFrom(proved)), leafHash: "0" });
	expect(faults.map(({ link }) => link)).toEqual(["entry"]);
});

test("blames only the root if the page has another checkpoint or nothing differs", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof({ ...proved, proof: thirdChanged(proved) });
	const built = await builtFrom(proved);
	expect(locateChange(examined, { ...built, signed: "0" })).toBe(examined);
	const good = await examineProof(proved);
	expect(locateChange(good, built)).toBe(good);
});
