import { describe, expect, it } from "vitest";
import { collectHome } from "../collect-home.ts";
import { notShown } from "../evidence-map.ts";
import type { Reply } from "../fake-site.testkit.ts";
import { HOME, openSource, TARGET } from "../open-source.testkit.ts";
import { limitsOf } from "../site/site-source.ts";
import { collectDepth, type DeepLook, noDepth } from "./collect-depth.ts";

const DEPTH: DeepLook = { mode: "deep", browser: undefined, browserAgent: "Chrome/140 (SightlineBot)" };
const sameAs = (...urls: readonly string[]) =>
	`<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Organization", name: "Acme", sameAs: urls })}</script>`;

async function look(replies: Readonly<Record<string, Reply | string>>, kind: "network" | "folder" = "network") {
	const { site, source } = openSource(replies, kind, limitsOf("deep"));
	const { page: home } = await collectHome(source, TARGET);
	return { site, seen: await collectDepth({ depth: DEPTH, source, home }) };
}

describe("collectDepth", () => {
	it("requests the home page again, and as a browser that still names us", async () => {
		const { seen } = await look({
			[HOME]: { body: "<title>One</title>", when: { again: "<title>Two</title>", browser: "<title>Three</title>" } },
		});
		expect(seen.homeAgain).toMatchObject({ state: "found", value: { digest: { titles: [{ text: "Two" }] } } });
		expect(seen.homeAsBrowser).toMatchObject({ state: "found", value: { digest: { titles: [{ text: "Three" }] } } });
	});

	it("requests at most 6 sameAs targets, on other hosts only", async () => {
		const urls = [
			"https://a.example/me",
			"https://gone.example/me",
			"https://no.example/",
			`${HOME}me`,
			"mailto:a@b.example",
		];
		const { seen, site } = await look({
			[HOME]: sameAs(...urls, "https://a.example/me"),
			"https://a.example/me": "me",
			"https://gone.example/other": "other",
		});
		expect(seen.profiles).toMatchObject({
			state: "found",
			value: [
				{ url: "https://a.example/me", status: 200, failure: null },
				{ url: "https://gone.example/me", status: 404, failure: null },
				{ url: "https://no.example/", status: null, failure: "name-not-found" },
			],
		});
		expect(site.requests.filter((url) => url === "https://a.example/me")).toHaveLength(1);
		const many = await look({
			[HOME]: sameAs(...Array.from({ length: 9 }, (_, index) => `https://h${index}.example/`)),
		});
		expect(many.seen.profiles).toHaveProperty("value.length", 6);
	});

	it("does not repeat requests or leave the host for a folder", async () => {
		const { seen } = await look({ [HOME]: sameAs("https://a.example/me") }, "folder");
		for (const key of ["homeAgain", "homeAsBrowser", "profiles"] as const) {
			expect(seen[key], key).toMatchObject({ state: "failed", code: "not-shown" });
		}
		expect(seen.rendered).toMatchObject({ code: "browser-missing" });
	});
});

it("gives the reason for everything that was skipped", () => {
	const states = Object.values(noDepth(notShown(HOME, "Light.")));
	expect(states).toHaveLength(4);
	expect(new Set(states.map((seen) => (seen.state === "failed" ? seen.reason : "")))).toEqual(new Set(["Light."]));
});
