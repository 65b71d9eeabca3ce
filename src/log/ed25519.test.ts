import { afterEach, describe, expect, it, vi } from "vitest";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { publicKeyOf, signEd25519, verifyEd25519 } from "./ed25519.ts";
import { toHex } from "./sha256.ts";
import { flipByte } from "./tree.testkit.ts";

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** RFC 8032 section 7.1, tests 1 and 2. */
const RFC_8032 = [
	{
		seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
		message: "",
		signature:
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
	},
	{
		seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		message: "72",
		signature:
			"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
	},
] as const;

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

describe("Ed25519", () => {
	it.each(RFC_8032)("gives the keys and signatures of RFC 8032", async ({ seed, publicKey, message, signature }) => {
		expect(toHex(await publicKeyOf(hex(seed)))).toBe(publicKey);
		expect(toHex(await signEd25519(hex(seed), hex(message)))).toBe(signature);
		expect(await verifyEd25519(hex(publicKey), hex(message), hex(signature))).toBe(true);
	});

	it("refuses another message, key or signature", async () => {
		const [, { publicKey, message, signature }] = RFC_8032;
		const [key, text, signed] = [hex(publicKey), hex(message), hex(signature)];
		expect(await verifyEd25519(key, Uint8Array.of(0x73), signed)).toBe(false);
		expect(await verifyEd25519(hex(RFC_8032[0].publicKey), text, signed)).toBe(false);
		for (let at = 0; at < 64; at++) expect(await verifyEd25519(key, text, flipByte(signed, at)), `${at}`).toBe(false);
		for (const length of [0, 63, 65, 128])
			expect(
				await verifyEd25519(
					key,
					text,
					Uint8Array.from({ length }, (_, at) => signed[at] ?? 0),
				),
			).toBe(false);
	});

	it("refuses a second form of the same signature: S plus the order of the group (RFC 8032 section 5.1.7)", async () => {
		const [, { publicKey, message, signature }] = RFC_8032;
		const order = 2n ** 252n + 27742317777372353535851937790883648493n;
		const half = Buffer.from(signature, "hex").subarray(32).reverse().toString("hex");
		const higher = (BigInt(`0x${half}`) + order).toString(16).padStart(64, "0");
		const malleated = Uint8Array.from([...hex(signature).subarray(0, 32), ...hex(higher).reverse()]);
		expect(await verifyEd25519(hex(publicKey), hex(message), malleated)).toBe(false);
	});
});

interface EdgeCase {
	readonly number: number;
	readonly key: string;
	readonly sig: string;
	readonly msg: string;
	readonly flags: readonly string[] | null;
}

// Go's crypto/ed25519, which most logs and witnesses run, refuses the first two and accepts 208 of the cases; so does
// Chromium. Node also refuses points of small order, as the Web Cryptography API asks, and so do we everywhere. What
// is accepted here is thus accepted there. The reverse fails only for a key or an R that its maker chose to be odd.
const GO_REFUSES = ["low_order_residue", "non_canonical_R"];
const REFUSED = [...GO_REFUSES, "low_order_A", "low_order_R"];

describe("edge cases of C2SP/CCTV", () => {
	it("are accepted where R and the key have no small order, R is canonical and nothing rests on the cofactor", async () => {
		const cases = readJsonVector<EdgeCase[]>("ed25519/ed25519vectors.json");
		expect(cases.length).toBe(914);
		const accepted: EdgeCase[] = [];
		for (const each of cases) {
			const verdict = await verifyEd25519(hex(each.key), new TextEncoder().encode(each.msg), hex(each.sig));
			expect(verdict, `${each.number}: ${each.flags}`).toBe(!each.flags?.some((flag) => REFUSED.includes(flag)));
			if (verdict) accepted.push(each);
		}
		expect(accepted.length).toBe(43);
		expect(cases.filter(({ flags }) => !flags?.some((flag) => GO_REFUSES.includes(flag))).length).toBe(208);
		expect(new Set(accepted.flatMap(({ flags }) => flags ?? []))).toEqual(
			new Set(["low_order_component_A", "low_order_component_R"]),
		);
	});
});

describe("where it is missing", () => {
	it("an old browser gets a failure that says so", async () => {
		const unknown = new DOMException("Unrecognized name.", "NotSupportedError");
		vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(unknown);
		const verifying = verifyEd25519(hex(RFC_8032[0].publicKey), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "Failure", code: "ed25519-missing" });
	});

	it("a page without https gets a failure that says so", async () => {
		vi.stubGlobal("crypto", {});
		const verifying = verifyEd25519(hex(RFC_8032[0].publicKey), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "Failure", code: "ed25519-missing" });
	});

	it("any other error is our own", async () => {
		const verifying = verifyEd25519(new Uint8Array(31).fill(3), new Uint8Array(), hex(RFC_8032[0].signature));
		await expect(verifying).rejects.toMatchObject({ name: "DataError" });
	});
});
