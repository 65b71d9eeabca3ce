import { describe, expect, it } from "vitest";
import { AGENT_TYPES } from "./agent-settings.ts";
import { readEnvironment } from "./environment.ts";

const ISSUER = "https://agents.example.com";
const read = (SIGHTLINE_TRUSTED_ISSUERS: string, more = {}) =>
	readEnvironment({ SIGHTLINE_TRUSTED_ISSUERS, ...more }).agents;

describe("agents", () => {
	it("may register by every way but a provider's word, where nothing is set", () => {
		expect(readEnvironment({}).agents).toEqual({
			trustedIssuers: [],
			types: ["anonymous", "service_auth", "did"],
		});
	});

	it("are vouched for by the issuers that are named, as addresses or with names for people", () => {
		expect(read(` ${ISSUER}  https://b.example/tenant `)).toEqual({
			trustedIssuers: [
				{ issuer: ISSUER, name: "agents.example.com" },
				{ issuer: "https://b.example/tenant", name: "b.example" },
			],
			types: AGENT_TYPES,
		});
		expect(read(JSON.stringify([{ issuer: ISSUER, name: "Agents" }])).trustedIssuers).toEqual([
			{ issuer: ISSUER, name: "Agents" },
		]);
		expect(read(ISSUER, { SIGHTLINE_AGENT_TYPES: "did, identity_assertion" }).types).toEqual([
			"identity_assertion",
			"did",
		]);
	});

	it.each([
		"http://agents.example.com",
		`${ISSUER}/`,
		`${ISSUER}?x`,
		"https://user@agents.example.com",
		`${ISSUER} ${ISSUER}`,
		"agents.example.com",
		"[",
		'[{"issuer":1}]',
		`[{"issuer":"${ISSUER}","names":"x"}]`,
	])("are not vouched for by %s", (text) => {
		expect(() => read(text)).toThrow(/SIGHTLINE_TRUSTED_ISSUERS must/);
	});

	it.each(["identity_assertion", " ", "identity_assertion,"])(
		"can register in some way, which %j leaves none of",
		(text) => {
			expect(() => readEnvironment({ SIGHTLINE_AGENT_TYPES: text })).toThrow(
				/SIGHTLINE_AGENT_TYPES (?:names|must name)/,
			);
		},
	);

	it("register in no way that is unknown", () => {
		expect(() => read("", { SIGHTLINE_AGENT_TYPES: "x" })).toThrow(/SIGHTLINE_AGENT_TYPES must be among anonymous, /);
	});
});
