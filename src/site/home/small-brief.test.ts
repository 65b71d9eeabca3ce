import { expect, it } from "vitest";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import { exampleSite, reachGroups } from "./small-brief.ts";

const scored = (domain: string, score: number) =>
	makeSite([store("a", makeReceipt({ domain, scores: makeScores(score) }))]);

it("the example is the newest listed site with something to fix, else one with a score, else none", () => {
	const whole = scored("whole.example.org", 100);
	const hidden = { ...scored("hidden.example.org", 20), listed: false };
	const faulty = scored("faulty.example.org", 80);
	expect(exampleSite([whole, hidden, faulty])?.domain).toBe("faulty.example.org");
	expect(exampleSite([hidden, whole])?.domain).toBe("whole.example.org");
	const closed = storedSamples()
		.map((stored) => makeSite([stored]))
		.filter(({ history }) => !history[0].scores);
	expect(closed).not.toEqual([]);
	expect(exampleSite(closed)).toBeUndefined();
});

it("engines are grouped by access, blocked first, without unknown ones if others are known", () => {
	const row = (name: string, state: "allowed" | "blocked" | "unknown") => ({
		name,
		kind: "search" as const,
		state,
		says: "",
	});
	const reach = [row("Google", "allowed"), row("Bing", "blocked"), row("Apple", "allowed"), row("Meta", "unknown")];
	expect(reachGroups(reach)).toEqual([
		{ state: "blocked", tone: "red", names: ["Bing"] },
		{ state: "allowed", tone: "green", names: ["Google", "Apple"] },
	]);
	expect(reachGroups([row("Meta", "unknown")]).map(({ state }) => state)).toEqual(["unknown"]);
	expect(reachGroups([])).toEqual([]);
});
