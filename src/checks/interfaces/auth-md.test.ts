import { expect, test } from "vitest";
import type { MachineFile } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { authMd } from "./auth-md.ts";

const URL = "https://example.com/auth.md";
const AGENT = {
	identity_endpoint: "https://example.com/agent/identity",
	claim_endpoint: "https://example.com/agent/claim/",
};
const aText = (mentions: readonly string[], h1: string | null = "auth.md") => ({
	h1,
	characters: 100,
	truncated: false,
	links: [],
	mentions,
});
const judge = (text: MachineFile["text"], agentAuth: unknown = AGENT, parts: Partial<MachineFile> = {}) =>
	ask(authMd, {
		authMd: found(aMachineFile("/auth.md", { sniffed: "markdown", json: null, text, ...parts }), URL),
		authorizationServer: found(aMachineFile("/as", { json: { agent_auth: agentAuth } }), "https://example.com/as"),
	});

test("both agree, by address or by path", () => {
	expect(judge(aText(["https://example.com/agent/identity", "/agent/claim"]))).toMatchObject({
		outcome: "pass",
		says: `${URL} starts with "auth.md" and matches the OAuth metadata.`,
	});
	expect(judge(aText([]), "none")).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("No OAuth metadata has"),
	});
});

test("an address that is not named costs a part, in words only", () => {
	expect(judge(aText(["/agent/claim", "https://example.net/agent/identity"]))).toMatchObject({
		outcome: "partial",
		says: `${URL} does not name https://example.com/agent/identity (identity_endpoint), which the OAuth metadata lists.`,
	});
	expect(judge(aText([], null), {})).toMatchObject({ outcome: "partial", says: `${URL} has no heading.` });
});

test("named, and not there or a web page", () => {
	expect(ask(authMd, { authMd: absent(404, URL) }).outcome).toBe("partial");
	expect(judge(aText([]), AGENT, { sniffed: "html" })).toMatchObject({
		outcome: "partial",
		says: `${URL} is a web page instead of Markdown.`,
	});
	expect(judge(aText([]), AGENT, { softNotFound: true }).outcome).toBe("partial");
});
