import { expect, test } from "vitest";
import type { OuterLink } from "#evidence/evidence-map.ts";
import { aPage, ask, found } from "../page.testkit.ts";
import { sameasLive } from "./sameas-live.ts";

const link = (status: number | null, failure: string | null = null): OuterLink => ({
	url: `https://social.example/${status ?? failure}`,
	status,
	failure,
});
const judge = (...links: readonly OuterLink[]) =>
	ask(sameasLive, { home: found(aPage()), profiles: found<readonly OuterLink[]>(links) });

test.each<[string, readonly OuterLink[], string]>([
	["they answer", [link(200), link(204)], "pass"],
	["one is gone", [link(200), link(404)], "partial"],
	["all are gone", [link(410), link(null, "name-not-found")], "fail"],
	["networks that turn programs away", [link(999), link(403), link(null, "challenged"), link(503)], "not-applicable"],
	["a refusal beside a living one", [link(403), link(200)], "pass"],
])("%s", (_, links, outcome) => {
	expect(judge(...links).outcome).toBe(outcome);
});

test("earns the share that lives, and names what is gone", () => {
	expect(judge(link(200), link(200), link(404))).toMatchObject({
		ratio: 2 / 3,
		says: "1 of 3 profiles named by sameAs is gone: https://social.example/404 (404).",
		fix: expect.stringContaining('"https://social.example/404" out of sameAs'),
	});
});
