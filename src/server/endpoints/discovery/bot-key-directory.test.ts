import { describe, expect, it } from "vitest";
import { DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery/bot-directory.ts";
import { AGENT, botOf, makeBotKey } from "#signing/bot/bot.testkit.ts";
import { createKeyDirectory } from "#signing/bot/key-directory.ts";
import { verifyKeyDirectory } from "#signing/bot/key-directory-verdict.ts";
import { createFakeApp } from "../../api/live-app.testkit.ts";
import { createStubServe, PEER } from "../../api/serve.testkit.ts";
import { botKeyDirectory } from "./bot-key-directory.ts";

const URL_OF_IT = `${AGENT}${DIRECTORY_PATH}`;

/** What an installation answers, with these keys. */
function ask(keys: readonly unknown[], init: RequestInit = {}, url = URL_OF_IT): Promise<Response> {
	const keyDirectory = keys.length > 0 ? createKeyDirectory(botOf(...keys)) : () => undefined;
	const { serve } = createStubServe({ app: { ...createFakeApp(), keyDirectory } });
	return serve(botKeyDirectory, new Request(url, init), PEER);
}

async function judge(answer: Response) {
	const { status, headers } = answer;
	const body = new Uint8Array(await answer.arrayBuffer());
	return verifyKeyDirectory({ url: URL_OF_IT, status, headers: Object.fromEntries(headers), body }, Date.now());
}

const one = makeBotKey();

describe("botKeyDirectory", () => {
	it("is what others verify, for every site to read, whatever is accepted and whichever host is named", async () => {
		const accept = { "accept-encoding": "gzip, br, zstd" };
		const answer = await ask([one, makeBotKey()], { headers: accept }, `https://other.example${DIRECTORY_PATH}`);
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			"content-type": DIRECTORY_TYPE,
			"cache-control": "public, max-age=86400",
			"access-control-allow-origin": "*",
		});
		expect(await judge(answer)).toMatchObject({ outcome: "verified", keys: [{ proof: "whole" }, { proof: "whole" }] });
	});

	it("answers HEAD with the same fields, and says when nothing has changed", async () => {
		const head = await ask([one], { method: "HEAD" });
		expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([200, "", DIRECTORY_TYPE]);
		const again = await ask([one], { headers: { "if-none-match": head.headers.get("etag") ?? "" } });
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});

	it("is not there where nothing is signed", async () => {
		const answer = await ask([]);
		expect(answer.status).toBe(404);
		expect(await judge(answer)).toMatchObject({ outcome: "absent" });
	});
});
