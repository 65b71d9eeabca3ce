import { describe, expect, it } from "vitest";
import { DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery/bot-directory.ts";
import { AGENT, botOf, makeBotKey } from "./bot.testkit.ts";
import { createKeyDirectory, verifyKeyDirectory } from "./key-directory.ts";

const DAY = 86_400_000;
const START = 1_800_000_000_000;

const one = makeBotKey();
const other = makeBotKey();

/** What somebody makes of a directory that is answered at one time and looked at at another one. */
function judge({ keys = [one, other], host = AGENT, read = START }) {
	const { body, headers } = createKeyDirectory(botOf(...keys), () => START)();
	const answer = { status: 200, headers: { ...headers, "content-type": DIRECTORY_TYPE }, body: Buffer.from(body) };
	return verifyKeyDirectory({ url: `${host}${DIRECTORY_PATH}`, ...answer }, read);
}

describe("createKeyDirectory", () => {
	it("publishes every key with its proof, and nothing private", async () => {
		const bot = botOf(one, other);
		const { body, headers } = createKeyDirectory(bot, () => START)();
		expect(JSON.parse(body)).toEqual({ keys: bot.keys.map(({ jwk }) => jwk) });
		expect(body).not.toContain('"d"');
		expect(headers["cache-control"]).toBe("public, max-age=86400");
		expect(await judge({})).toEqual({
			outcome: "verified",
			keys: bot.keys.map(({ jwk }) => ({ thumbprint: jwk.kid, proof: "whole" })),
			faults: [],
		});
	});

	it("keeps its name while one key follows the other", async () => {
		for (const keys of [[one], [one, other], [other, one], [other]])
			expect(await judge({ keys })).toMatchObject({ outcome: "verified" });
	});

	it("proves nothing for another host", async () => {
		expect((await judge({ host: "https://other.example" })).faults).toEqual([
			"Its signature 1 does not hold.",
			"Its signature 2 does not hold.",
		]);
	});

	it("holds for a day longer than it is kept by others, and for clocks that are behind", async () => {
		expect(await judge({ read: START + 7 * DAY })).toMatchObject({ outcome: "verified" });
		expect(await judge({ read: START + 9 * DAY })).toMatchObject({ outcome: "invalid" });
		expect(await judge({ read: START - 60_000 })).toMatchObject({ outcome: "verified" });
	});

	it("is signed once a day", () => {
		let now = START;
		const answer = createKeyDirectory(botOf(one), () => now);
		const kept = answer();
		now += DAY - 1000;
		expect(answer()).toBe(kept);
		now += 1000;
		expect(answer().headers.signature).not.toBe(kept.headers.signature);
		expect(answer().body).toBe(kept.body);
	});
});
