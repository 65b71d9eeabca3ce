import { expect, test } from "vitest";
import { readPublication } from "./published-watchlist.ts";

const read = (...entries: unknown[]) => readPublication(JSON.stringify({ entries }));

test("a watched domain is public under its host", () => {
	expect(read({ domain: "https://WWW.Example.org/path", preset: "docs" })).toEqual({
		entries: [{ domain: "www.example.org", mode: "light", preset: "docs", wall: true }],
		faults: [],
		isReadable: true,
	});
});

test("one entry with wall: false keeps the domain off the wall", () => {
	const { entries } = read({ domain: "example.org" }, { domain: "example.org", mode: "deep", wall: false });
	expect(entries.map(({ domain, wall }) => [domain, wall])).toEqual([["example.org", false]]);
});

test("a domain is shown with deep audits if no entry has light mode", () => {
	const modes = (...entries: object[]) => read(...entries).entries.map(({ mode }) => mode);
	const domain = "example.org";
	expect(modes({ domain, mode: "deep" })).toEqual(["deep"]);
	expect(modes({ domain, mode: "deep" }, { domain: "www.example.org" })).toEqual(["deep", "light"]);
	expect(modes({ domain, mode: "deep" }, { domain })).toEqual(["light"]);
});

test("an invalid entry publishes nothing, is reported, and affects no other", () => {
	const { entries, faults } = read(
		{ domain: "localhost" },
		{ domain: "example.org", wall: "no" },
		{ domain: "example.com" },
	);
	expect(entries.map(({ domain }) => domain)).toEqual(["example.com"]);
	expect(faults).toHaveLength(2);
	expect(faults[0]).toContain("Entry 1");
	expect(faults[1]).toContain("Entry 2");
});

test.each(["{", '{"entries": {}}', "[]"])("an unreadable watchlist (%s) publishes nothing and says so", (text) => {
	expect(readPublication(text)).toEqual({ entries: [], faults: [expect.any(String)], isReadable: false });
});

test("a name too long for a file is not published and reported, without failing the build", () => {
	const [label, end] = ["a".repeat(63), "b".repeat(47)];
	const longest = `${label}.${label}.${label}.${end}`;
	const { entries, faults } = read({ domain: `${longest}.de` }, { domain: `${longest.slice(2)}.de` });
	expect(entries.map(({ domain }) => domain.length)).toEqual([240]);
	expect(faults).toEqual([expect.stringContaining("Its name has 242 characters")]);
});
