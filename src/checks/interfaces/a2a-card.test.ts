import { expect, test } from "vitest";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { a2aCardExamples } from "./a2a-card.examples.ts";
import { a2aCard } from "./a2a-card.ts";

const PATH = "/.well-known/agent-card.json";
const URL = `https://example.com${PATH}`;
const GOOD = JSON.parse(String(a2aCardExamples.examples[0]?.files?.[PATH])) as Record<string, unknown>;
const judge = (json: unknown) => ask(a2aCard, { agentCard: found(aMachineFile(PATH, { json }), URL) });

test("a whole card", () => {
	expect(judge(GOOD)).toMatchObject({ outcome: "pass", says: `${URL} describes "Bindery assistant" with 1 skill.` });
	const grpc = [{ url: "grpc.example.com:443", protocolBinding: "GRPC", protocolVersion: "1.0" }];
	expect(judge({ ...GOOD, supportedInterfaces: grpc }).outcome).toBe("pass");
});

test.each<[string, Record<string, unknown>, string]>([
	["no version", { version: undefined }, "/version is not a text."],
	["no interface", { supportedInterfaces: undefined }, "/supportedInterfaces is not a list."],
	["no interface in the list", { supportedInterfaces: [] }, "/supportedInterfaces is empty"],
	[
		"an interface that is text",
		{ supportedInterfaces: ["https://example.com"] },
		"/supportedInterfaces/0 is not an object",
	],
	[
		"an interface without version",
		{ supportedInterfaces: [{ url: "https://a.example", protocolBinding: "JSONRPC" }] },
		"/supportedInterfaces/0/protocolVersion is not a text.",
	],
	[
		"an interface over http",
		{ supportedInterfaces: [{ url: "http://a.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] },
		"/supportedInterfaces/0/url is not a full https",
	],
	["capabilities as a list", { capabilities: [] }, "/capabilities is not an object"],
	["no modes", { defaultInputModes: "text/plain" }, "/defaultInputModes is not a list of texts"],
	["no skills", { skills: undefined }, "/skills is not a list."],
	[
		"an older card without https",
		{ supportedInterfaces: undefined, url: "localhost:3000" },
		"/url is not a full https",
	],
])("%s fails", (_, parts, words) => {
	expect(judge({ ...GOOD, ...parts })).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
});

test("no card, no verdict", () => {
	expect(ask(a2aCard, { agentCard: absent(404, URL) }).outcome).toBe("not-applicable");
});
