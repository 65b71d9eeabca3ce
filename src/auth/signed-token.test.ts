import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { sharedPath } from "#evidence/shared-data.testkit.ts";
import { createTokenOpener } from "./signed-token.ts";
import { readTokenKeys, type TokenKeySet } from "./token-keys.ts";

interface Group {
	readonly comment: string;
	readonly public?: { readonly keys?: readonly unknown[] };
	readonly private?: { readonly keys?: readonly unknown[] };
	readonly tests: readonly {
		readonly tcId: number;
		readonly comment: string;
		readonly jws: unknown;
		readonly result: string;
	}[];
}

/** Keys of a group of vectors; undefined where they are refused as a whole. */
function keysOf(group: Group): TokenKeySet | undefined {
	const given = group.public ?? group.private ?? {};
	try {
		return readTokenKeys(JSON.stringify({ keys: given.keys ?? [given] }));
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

function readGroups(path: string): readonly Group[] {
	return (JSON.parse(readFileSync(path, "utf8")) as { testGroups: Group[] }).testGroups;
}

/** What came of every vector: `valid accepted`, `invalid refused` and so on, with the ids. */
async function outcomes(groups: readonly Group[]): Promise<Map<string, number[]>> {
	const found = new Map<string, number[]>();
	for (const group of groups) {
		const keys = keysOf(group);
		const open = keys && createTokenOpener(keys);
		for (const { tcId, jws, result } of group.tests) {
			const opened = await open?.(typeof jws === "string" ? jws : JSON.stringify(jws));
			const how = opened === undefined ? "keys refused" : "refused" in opened ? "refused" : "accepted";
			const row = `${result} ${how}`;
			found.set(row, [...(found.get(row) ?? []), tcId]);
		}
	}
	return found;
}

const wycheproof = sharedPath("data/jose/wycheproof");
const cookbook = sharedPath("data/jose/rfc7520");

describe(`signatures of others${wycheproof && cookbook ? "" : " (no ../shared)"}`, () => {
	it.skipIf(!wycheproof)("none of Wycheproof's invalid ones is accepted", async () => {
		for (const name of ["json_web_signature_test.json", "json_web_key_test.json"]) {
			const found = await outcomes(readGroups(`${wycheproof}/${name}`));
			console.log(name, Object.fromEntries([...found].map(([k, v]) => [k, v.length > 30 ? v.length : v.join()])));
			expect(found.get("invalid accepted")).toBeUndefined();
		}
	});
});
