import { expect, it } from "vitest";
import { seriesKey } from "#core/receipt.ts";
import { byUrgency, priorityOf } from "./rescan.ts";

const site = (domain: string, agency?: string) => ({ domain, source: "network", mode: "light", agency }) as const;

it("never audited sites come first, then agencies' sites, each with the oldest audit first", () => {
	const sites = [site("recent"), site("client-b", "agency"), site("old"), site("new"), site("client-a", "agency")];
	const last = new Map(
		[
			["recent", "2026-11-21"],
			["client-b", "2026-11-20"],
			["old", "2026-11-01"],
			["client-a", "2026-11-02"],
		].map(([domain = "", at = ""]) => [seriesKey(site(domain)), at]),
	);
	const inOrder = byUrgency(sites, last).toSorted(
		(a, b) => priorityOf(b, last.get(seriesKey(b))) - priorityOf(a, last.get(seriesKey(a))),
	);
	expect(inOrder.map(({ domain }) => domain)).toEqual(["new", "client-a", "client-b", "old", "recent"]);
});
