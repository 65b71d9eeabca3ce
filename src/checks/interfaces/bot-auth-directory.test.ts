import { describe, expect, test } from "vitest";
import type { BotDirectory } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { botAuthDirectory } from "./bot-auth-directory.ts";

const URL_OF_IT = "https://example.com/.well-known/http-message-signatures-directory";
const TYPE = "application/http-message-signatures-directory+json";
const keys = (...proofs: readonly BotDirectory["keys"][number]["proof"][]) =>
	proofs.map((proof, at) => ({ thumbprint: `thumbprint-${at}`, proof }));
const judge = (seen: Partial<BotDirectory>, url = URL_OF_IT) => {
	const outcome = seen.faults ? "invalid" : "verified";
	return ask(botAuthDirectory, {
		botDirectory: found({ contentType: TYPE, outcome, keys: keys("whole"), faults: [], ...seen }, url),
	});
};

describe("a sound directory", () => {
	test.each<[BotDirectory["outcome"], BotDirectory["keys"], string]>([
		["verified", keys("whole"), "lists 1 key. It signs the directory."],
		["verified", keys("whole", "whole"), "lists 2 keys. Each of them signs the directory."],
		["unverified", keys("none"), "lists 1 key. None signs the whole directory. The draft recommends"],
		["unverified", keys("whole", "partly", "none"), "lists 3 keys. 1 of them signs the whole directory."],
		["unverified", keys("whole", "whole", "none"), "lists 3 keys. 2 of them sign the whole directory."],
		["unverified", keys("whole"), "lists 1 key of types that this audit knows, and all of them sign the directory."],
	])("passes, %s: %j", (outcome, listed, words) => {
		const verdict = judge({ outcome, keys: listed });
		expect(verdict).toMatchObject({ outcome: "pass", says: expect.stringContaining(`${URL_OF_IT} ${words}`) });
		expect(verdict.exhibits?.[1]?.excerpt).toContain("thumbprint-0");
	});
});

test("keys of unknown kinds alone, no verdict", () => {
	expect(judge({ outcome: "unverified", keys: [] })).toMatchObject({ outcome: "not-applicable" });
});

describe("a faulty directory", () => {
	test("fails with what is wrong first, and how much more is", () => {
		expect(judge({ faults: ["Key 1 is listed twice.", "None of its keys is in force."] })).toMatchObject({
			outcome: "fail",
			says: `${URL_OF_IT} does not follow Web Bot Auth: key 1 is listed twice, and 1 more fault.`,
			fix: expect.stringContaining("from the public keys in use,"),
			ownCause: true,
		});
	});

	test("of another media type is told which one to serve", () => {
		expect(judge({ contentType: "application/json", faults: [`Its media type is not ${TYPE}.`] })).toMatchObject({
			outcome: "fail",
			fix: `Serve ${URL_OF_IT} with Content-Type: ${TYPE}`,
		});
	});

	test.each(["Key 1 includes its private part.", "Key 2 is a test key of RFC 9421, whose private part is public."])(
		"of a key that is no secret is headed so: %s",
		(fault) => {
			const verdict = judge({
				contentType: "application/json",
				keys: [],
				faults: [`Its media type is not ${TYPE}.`, fault],
			});
			expect(verdict).toMatchObject({
				outcome: "fail",
				fault: "Your bot's private key is public",
				says: expect.stringMatching(/Auth: key .* private part.*, and 1 more fault\.$/),
				fix: expect.stringContaining("stop using it"),
			});
			expect(verdict.exhibits).toEqual([{ url: URL_OF_IT, at: "Content-Type", excerpt: "application/json" }]);
		},
	);

	test("over plain http alone follows from the site's lack of https, and any other fault does not", () => {
		const plain = URL_OF_IT.replace("https", "http");
		const faults = ["It is not served over HTTPS."];
		expect(judge({ faults }, plain)).not.toHaveProperty("ownCause");
		expect(judge({ faults: [...faults, "It lists no key."] }, plain)).toHaveProperty("ownCause", true);
	});
});

test("none, no verdict", () => {
	const says = (status: number) => ask(botAuthDirectory, { botDirectory: absent(status, URL_OF_IT) });
	expect(says(404)).toEqual({ outcome: "not-applicable", says: "The site publishes no keys for its own bots." });
	expect(says(301)).toMatchObject({ outcome: "not-applicable", says: expect.stringContaining("follow redirects,") });
});
