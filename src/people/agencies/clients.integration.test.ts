import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { Clients } from "./clients.ts";

const client = (domain: string) => ({
	domain,
	name: "",
	email: "",
	note: "",
	message: "",
	language: "" as const,
	addedMs: 1_800_000_000_000,
});

describe("Clients", () => {
	describeDatabases(({ open }) => {
		it("lists every client once in pages, sorted by domain", async () => {
			const clients = new Clients(await open());
			const domains = ["b.example", "a.example", "xn--mnchen-3ya.example", "z.example", "c.example"];
			for (const domain of domains) await clients.add("pier", client(domain));
			await clients.add("quay", client("other.example"));
			const seen: string[] = [];
			for (let cursor: string | undefined; ; ) {
				const page = await clients.list("pier", { limit: 2, cursor });
				seen.push(...page.clients.map(({ domain }) => domain));
				if (page.nextCursor === undefined) break;
				cursor = page.nextCursor;
			}
			expect(seen).toEqual(domains.toSorted());
			expect(await clients.count("pier")).toBe(5);
		});

		it("adds a client once, and returns the removed one", async () => {
			const clients = new Clients(await open());
			const full = { ...client("a.example"), name: "A & Co", email: "a@example.com", note: "two\nlines" };
			expect(await clients.add("pier", full)).toBe("added");
			expect(await clients.add("pier", client("a.example"))).toBe("known");
			expect(await clients.get("pier", "a.example")).toEqual(full);
			expect(await clients.get("quay", "a.example")).toBeUndefined();
			await clients.add("pier", client("silent.example"));
			const asked = ["a.example", "silent.example", "unknown.example"];
			expect([...(await clients.emails("pier", asked))]).toEqual([
				["a.example", { email: "a@example.com", language: full.language }],
				["silent.example", { email: "", language: "" }],
			]);
			expect((await clients.emails("pier", [])).size + (await clients.emails("quay", asked)).size).toBe(0);
			const { addedMs: _, ...texts } = full;
			expect(await clients.change("quay", texts)).toBe(false);
			expect(await clients.change("pier", { ...texts, name: "B" })).toBe(true);
			expect(await clients.remove("quay", "a.example")).toBeUndefined();
			expect(await clients.remove("pier", "a.example")).toEqual({ ...full, name: "B" });
			expect(await clients.remove("pier", "a.example")).toBeUndefined();
		});
	});
});
