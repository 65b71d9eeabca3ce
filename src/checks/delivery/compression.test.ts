import { expect, test } from "vitest";
import { aPage, ask, found } from "../page.testkit.ts";
import { compression } from "./compression.ts";

const https = found({ state: "valid" } as const);
const judge = (coding: string | undefined, bytes: number) =>
	ask(
		compression,
		{ https },
		aPage({ headers: coding === undefined ? {} : { "content-encoding": coding }, digest: { bytes } }),
	);

test.each(["gzip", "br", "zstd", "GZIP"])("%s", (coding) => {
	expect(judge(coding, 50_000)).toMatchObject({
		outcome: "pass",
		exhibits: [{ at: "header content-encoding", excerpt: coding }],
	});
});

test.each([
	[undefined, 10_241, "fail"],
	["identity", 50_000, "fail"],
	["", 50_000, "fail"],
	[undefined, 10_240, "not-applicable"],
	["br", 500, "pass"],
])("%s, %d bytes: %s", (coding, bytes, outcome) => {
	expect(judge(coding, bytes).outcome).toBe(outcome);
});
