import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The module as a place loads it. @param process undefined in a browser */
async function load(process: unknown): Promise<typeof import("./sha256.ts")> {
	vi.resetModules();
	vi.stubGlobal("process", process);
	return import("./sha256.ts");
}

/** NIST, examples of FIPS 180-4. */
const VECTORS = [
	["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
	["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
	[
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	],
] as const;

it.each([
	["Node", process, 0],
	["a browser", undefined, VECTORS.length],
])("hashes as the standard says in %s", async (_place, of, digests) => {
	const { sha256Hex } = await load(of);
	const digest = vi.spyOn(crypto.subtle, "digest");
	for (const [text, hex] of VECTORS) expect(await sha256Hex(text)).toBe(hex);
	expect(digest).toHaveBeenCalledTimes(digests);
	digest.mockRestore();
});
