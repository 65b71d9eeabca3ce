import { expect, it } from "vitest";
import type { Verification } from "#core/verification.ts";
import type { Ink } from "./terminal.ts";
import { verifyReport } from "./verify.ts";

const same = (text: string) => text;
const INK: Ink = { strong: same, quiet: same, good: same, middling: same, bad: same, width: 80 };
const ID = "4b2c".repeat(16);

const FOUND: Verification = {
	verdict: "proved",
	receipt: ID,
	content: {
		domain: "example.com",
		mode: "light",
		source: "network",
		auditedAt: "2026-11-21T02:00:00.000Z",
		methodology: "0.1.0",
		engine: "0.3.4",
		overallScore: 71,
	},
	steps: [
		{
			id: "bytes",
			state: "proved",
			says: `The receipt's bytes are the ones that were logged (SHA-256 ${ID.slice(0, 16)}…), every one of them.`,
		},
		{ id: "witness", state: "open", says: "No witness has cosigned it." },
	],
	notProved: [
		{
			says: "That the audit saw the truth:",
			command: "npx https://audit.example.com/cli/sightline-0.3.4.tgz replay <receipt.json>",
		},
	],
	notices: [],
	sources: [{ what: "receipt", from: "/elsewhere/r.json", fetched: false }],
};
const report = (change: Partial<Verification>) => verifyReport({ ...FOUND, ...change }, INK);

it("fits 80 columns, with a mark before each item and the rest indented", () => {
	const lines = report({}).split("\n");
	expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
	expect(lines.slice(0, 6)).toEqual([
		"PROVED  Receipt 4b2c4b2c4b2c4b2c… of example.com",
		"71 of 100, light audit, methodology 0.1.0, 2026-11-21 02:00 UTC",
		"",
		"  ✓ The receipt's bytes are the ones that were logged (SHA-256",
		"    4b2c4b2c4b2c4b2c…), every one of them.",
		"  – No witness has cosigned it.",
	]);
});

it("keeps a command on a separate line, so that it can be copied", () => {
	expect(report({}).split("\n")).toContain(
		"    npx https://audit.example.com/cli/sightline-0.3.4.tgz replay <receipt.json>",
	);
});

it("mentions no limits if something is wrong", () => {
	const text = report({ verdict: "disproved" });
	expect(text).toMatch(/^DISPROVED/);
	expect(text).not.toContain("does not prove");
});

it("does not call an entry of the log without its receipt proved", () => {
	const { content: _, ...entry } = FOUND;
	const steps = [{ id: "bytes", state: "open", says: "The receipt itself is not here." }] as const;
	expect(verifyReport({ ...entry, steps }, INK)).toMatch(/^IN THE LOG {2}Receipt/);
});

it("says first where a site's own key comes from", () => {
	expect(report({ verdict: "self-consistent" }).split("\n")[2]).toContain("The key came from the site itself");
});

it("names fetched files, and counts the log's files", () => {
	const from = (path: string) => `https://audit.example.com/${path}`;
	const text = report({
		sources: [
			{ what: "receipt", from: from("receipts/4b.json"), fetched: true },
			{ what: "log", from: from("log/checkpoint"), fetched: true },
			{ what: "log", from: from("log/tile/0/000"), fetched: true },
		],
	});
	expect(text).toContain("Fetched from audit.example.com:\n  receipt /receipts/4b.json\n  2 files of the log\n");
});

it("sanitizes text of sites and receipts for the terminal", () => {
	const evil = "\u001b]0;owned\u0007\u202e";
	const text = report({
		content: { ...(FOUND.content as NonNullable<Verification["content"]>), domain: evil, methodology: evil },
		steps: [{ id: "bytes", state: "open", says: evil }],
		notices: [evil],
		sources: [{ what: "receipt", from: evil, fetched: false }],
	});
	for (const letter of evil.match(/[\p{Cc}\p{Cf}]/gu) ?? []) expect(text).not.toContain(letter);
	expect(text).toContain("owned");
});
