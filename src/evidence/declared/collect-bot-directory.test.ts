import { describe, expect, it } from "vitest";
import { DIRECTORY_MAX_BYTES, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import type { FakeSite, Reply } from "../fake-site.testkit.ts";
import { HOME, openSource } from "../open-source.testkit.ts";
import { collectBotDirectory } from "./collect-bot-directory.ts";

const URL_OF_IT = new URL(DIRECTORY_PATH, HOME).href;
const KEY = { kty: "OKP", crv: "Ed25519", x: "1e93KmUpwi10yDcz5tHYZ1NPpNJxSQSvQQ1hLob4lfc" };
const KID = "6stH9wo-01_xNfD2i0YJLy_-dot5nph9b8aYaz8YDSk";
const NOW = 1_795_240_800_000;

async function collect(reply: Reply | string, kind: "network" | "folder" = "network") {
	const { site, source } = openSource({ [DIRECTORY_PATH]: reply, "/keys": directory([KEY]) }, kind);
	const share = source.share(1);
	const seen = await collectBotDirectory({ source: share, origin: HOME, now: () => NOW });
	return { seen, left: share.left, requests: (site as FakeSite).requests.filter((url) => !url.endsWith("robots.txt")) };
}

function directory(keys: unknown, more: Partial<Reply> = {}): Reply {
	return { headers: { "content-type": `${DIRECTORY_TYPE}; charset=utf-8` }, body: JSON.stringify({ keys }), ...more };
}

describe("collectBotDirectory", () => {
	it("verifies a directory with one request", async () => {
		const { seen, left, requests } = await collect(directory([KEY]));
		expect([left, requests]).toEqual([0, [URL_OF_IT]]);
		expect(seen).toEqual({
			state: "found",
			url: URL_OF_IT,
			status: 200,
			value: {
				contentType: DIRECTORY_TYPE,
				outcome: "unverified",
				keys: [{ thumbprint: KID, proof: "none" }],
				faults: [],
			},
		});
	});

	it("uses the given time", async () => {
		const faultsAt = async (exp: number) => {
			const { seen } = await collect(directory([{ ...KEY, exp }]));
			return seen.state === "found" && seen.value.faults;
		};
		expect(await faultsAt(NOW / 1000 + 1)).toEqual([]);
		expect(await faultsAt(NOW / 1000 - 1)).toEqual(["None of its keys is in force."]);
	});

	it("follows no redirect, and ignores a web page", async () => {
		const redirected = await collect({ status: 302, headers: { location: "/keys" } });
		expect(redirected.seen).toEqual({ state: "absent", url: URL_OF_IT, status: 302 });
		expect(redirected.requests).toEqual([URL_OF_IT]);
		expect((await collect("<!doctype html><title>Home</title>")).seen).toMatchObject({ state: "absent", status: 200 });
	});

	it("reads at most the maximum size of a directory", async () => {
		const { seen } = await collect(directory([KEY], { padding: 4 * DIRECTORY_MAX_BYTES }));
		expect(seen).toMatchObject({ value: { faults: [`It is longer than ${DIRECTORY_MAX_BYTES} bytes.`] } });
	});

	it("keeps the first 10 of many faults", async () => {
		const { seen } = await collect(directory(Array.from({ length: 30 }, () => null)));
		expect(seen.state === "found" && seen.value.faults).toHaveLength(10);
	});

	it("requests nothing without budget, or from a folder", async () => {
		const { requests, seen } = await collect(directory([KEY]), "folder");
		expect([requests, seen]).toMatchObject([[], { state: "failed", code: "not-shown" }]);
		expect(await collectBotDirectory({ source: undefined, origin: HOME, now: () => NOW })).toMatchObject({
			code: "not-shown",
			reason: expect.stringContaining("request limit was reached"),
		});
	});

	it("gives the reason of a failure", async () => {
		const { seen } = await collect({ status: 429 });
		expect(seen).toMatchObject({ state: "failed", code: "wait-requested" });
	});
});
