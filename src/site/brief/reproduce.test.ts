import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { reproduce } from "./reproduce.ts";

const HOME = "https://www.example.org/";
const response = { url: HOME, status: 200, sha256: "a".repeat(64), bytes: 48_213 };

test("a request stands once, with the answer and the fields that the finding rests on", () => {
	const evidence = [
		{ url: HOME, at: "line 4", excerpt: "<title>" },
		{ url: `${HOME}#main`, at: "header x-robots-tag", excerpt: "noindex" },
	];
	expect(reproduce({ evidence }, [response])).toEqual([
		{
			...response,
			curl: "curl -sS -i --compressed --globoff 'https://www.example.org/'",
			fields: [{ name: "x-robots-tag", value: "noindex" }],
		},
	]);
});

test("of an address that the receipt has no answer of there is nothing to repeat", () => {
	expect(reproduce({ evidence: [{ url: "https://other.example/", excerpt: "a" }] }, [response])).toEqual([]);
	expect(reproduce({ evidence: [] }, [response])).toEqual([]);
});

test("an address stays one word of the command, whatever stands in it, and curl reads no pattern in it", () => {
	const url = "https://www.example.org/a'b[1-9]{c,d};$(id)`id`\n&\"";
	const [found] = reproduce({ evidence: [{ url, excerpt: "" }] }, [{ ...response, url }]);
	const words = execFileSync("sh", ["-c", `printf '%s|' ${found?.curl}`], { encoding: "utf8" });
	expect(words).toBe(`curl|-sS|-i|--compressed|--globoff|${url}|`);
});
