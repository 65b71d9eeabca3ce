import { expect, test } from "vitest";
import { linksOf } from "#site/proof/proof-picture.ts";
import { examineProof } from "./examine-proof.ts";
import { type BuiltHashes, locateChange } from "./locate-change.ts";
import { type ProvedReceipt, proveReceipt, spoil } from "./proof.testkit.ts";

async function builtFrom(proved: ProvedReceipt): Promise<BuiltHashes> {
	const { entry, root, steps } = (await examineProof(proved)).picture;
	const given = steps.map((step) => step[step.given]);
	return { leafHash: entry.leafHash, signed: root.signed, given };
}

/** Leaf 7 of 11 with its third given hash changed. */
const thirdChanged = ({ proof }: ProvedReceipt) => spoil(proof, /(?<=index 7\n.*\n.*\n)./);

test("names the step whose hash differs from the page's, and counts nothing that follows from it", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof({ ...proved, proof: thirdChanged(proved) });
	const { picture, faults } = locateChange(examined, await builtFrom(proved));
	expect(faults.map(({ link }) => link)).toEqual(["step-3"]);
	expect(faults[0]?.says).toMatch(
		/^The hash given in step 3 is not the one that this page was built with\. After 4 steps/,
	);
	const states = linksOf(picture).map(({ state }) => state);
	expect(states).toEqual(["checked", "checked", "checked", "checked", "wrong", "open", "open", "checked"]);
});

test("names the entry where that differs", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof(proved);
	const root = { ...examined.picture.root, computed: "0", state: "wrong" as const };
	const broken = { ...examined, picture: { ...examined.picture, root }, faults: [{ link: "root" as const, says: "" }] };
	const { faults } = locateChange(broken, { ...(await builtFrom(proved)), leafHash: "0" });
	expect(faults.map(({ link }) => link)).toEqual(["entry"]);
});

test("says no more than the root does where the page knows another checkpoint, or nothing differs", async () => {
	const proved = await proveReceipt(7, 11);
	const examined = await examineProof({ ...proved, proof: thirdChanged(proved) });
	const built = await builtFrom(proved);
	expect(locateChange(examined, { ...built, signed: "0" })).toBe(examined);
	const good = await examineProof(proved);
	expect(locateChange(good, built)).toBe(good);
});
