import { expect, test } from "vitest";
import type { OuterLink } from "#evidence/evidence-map.ts";
import { aNode, anAnchor, aPage, ask, found } from "../page.testkit.ts";
import { sameasLive } from "./sameas-live.ts";

const link = (status: number | null, failure: string | null = null): OuterLink => ({
	url: `https://social.example/${status ?? failure}`,
	status,
	failure,
});
const LINKING = aPage({ digest: { anchors: [anAnchor("https://social.example/200")] } });
const judge = (...links: readonly OuterLink[]) =>
	ask(sameasLive, { home: found(LINKING), profiles: found<readonly OuterLink[]>(links) });

test.each<[string, readonly OuterLink[], string]>([
	["they answer", [link(200), link(204)], "pass"],
	["one is gone", [link(200), link(404)], "partial"],
	["all are gone", [link(410), link(null, "name-not-found")], "fail"],
	["networks that turn programs away", [link(999), link(403), link(null, "challenged"), link(503)], "not-applicable"],
	["a refusal beside a living one", [link(403), link(200)], "pass"],
])("%s", (_, links, outcome) => {
	expect(judge(...links).outcome).toBe(outcome);
});

test.each([
	["Acme Bindery", "https://social.example/acme-bindery", "pass"],
	["Acme Bindery", "https://en.wikipedia.example/wiki/Siemens", "not-applicable"],
])("%s earns by %s: %s", (name, url, outcome) => {
	const home = aPage({ digest: { jsonLd: { blocks: [], nodes: [aNode(["Organization"], { name: [name] })] } } });
	expect(ask(sameasLive, { home: found(home), profiles: found([{ ...link(200), url }]) }).outcome).toBe(outcome);
});

test("earns the share that lives, and names what is gone", () => {
	expect(judge(link(200), link(200), link(404))).toMatchObject({
		ratio: 2 / 3,
		says: "1 of 3 profiles in sameAs no longer exists: https://social.example/404 (404).",
		fix: expect.stringContaining('"https://social.example/404" from sameAs'),
	});
});
