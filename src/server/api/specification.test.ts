import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { failedReceipt, readyReceipt } from "#site/publication/receipt.testkit.ts";
import { publicAudit, publicExecutiveBrief } from "../endpoints/audits.ts";
import { publicTools } from "../endpoints/installation.ts";
import type { ApiEndpoint } from "./endpoint.ts";
import { ask, createFakeApp, makeLiveAudit } from "./live-app.testkit.ts";

/** The members of the interface specification, sections 2.2 to 2.5 and 4.4, with the types it gives them. */
const AUDIT_RESULT = {
	ok: "boolean",
	domain: "string",
	overallScore: "number",
	methodology: "string",
	pillars: "array of object",
	recommendations: "array of string",
	briefUrl: "string",
	cli: "string",
	refusal: "string",
};
const PILLAR = { key: "string", label: "string", score: "number", summary: "string" };
const BRIEF_RESPONSE = { ok: "boolean", brief: "object" };
const BRIEF = {
	id: "string",
	slug: "string",
	clientDomain: "string",
	agencyName: "string",
	industryPreset: "string",
	overallScore: "number",
	shareUrl: "string",
};
const UNAUDITED = { ok: "boolean", error: "string", domain: "string", methodology: "string", refusal: "string" };
const CATALOG = {
	ok: "boolean",
	count: "number",
	public: "array of string",
	signedIn: "array of string",
	tools: "array of object",
	inspector: "string",
	flag: "string",
	polyfill: "boolean",
	refusal: "string",
};
const TOOL = {
	name: "string",
	description: "string",
	session: "string",
	mutatesUi: "boolean",
	moneyPath: "string",
	inputSchema: "object",
};

const typeOf = (value: unknown): string =>
	Array.isArray(value) ? `array of ${[...new Set(value.map(typeOf))].join(", ")}` : typeof value;

/** Members that the specification lists, with the type that they have here. */
const typesOf = (body: unknown, members: Record<string, string>) =>
	Object.fromEntries(Object.keys(members).map((name) => [name, typeOf((body as Record<string, unknown>)[name])]));

const HOST = "www.example.org";
const CLOSED = failedReceipt().domain;

async function bodyOf<Input, Output>(endpoint: ApiEndpoint<Input, Output>, input?: unknown) {
	const audits = { [HOST]: await makeLiveAudit(readyReceipt()), [CLOSED]: await makeLiveAudit(failedReceipt()) };
	const { body } = await ask(endpoint, input, createFakeApp({ audits }));
	return body;
}

describe("the members of the interface specification", () => {
	it("are in an audit result", async () => {
		const body = await bodyOf(publicAudit, { domain: HOST });
		expect(typesOf(body, AUDIT_RESULT)).toEqual(AUDIT_RESULT);
		expect(body).not.toHaveProperty("error");
		for (const pillar of body.pillars as object[]) expect(typesOf(pillar, PILLAR)).toEqual(PILLAR);
	});

	it("are in a brief response, its own first", async () => {
		const body = await bodyOf(publicExecutiveBrief, { domain: HOST });
		expect(typesOf(body, BRIEF_RESPONSE)).toEqual(BRIEF_RESPONSE);
		expect(body).not.toHaveProperty("error");
		const brief = body.brief as object;
		expect(typesOf(brief, BRIEF)).toEqual(BRIEF);
		expect(Object.keys(brief).slice(0, 7)).toEqual(Object.keys(BRIEF));
	});

	it.each([
		["audit", publicAudit as ApiEndpoint],
		["brief", publicExecutiveBrief as ApiEndpoint],
	])("stand in the answer of %s for a site that could not be audited", async (_, endpoint) => {
		const body = await bodyOf(endpoint, { domain: CLOSED });
		expect(typesOf(body, UNAUDITED)).toEqual(UNAUDITED);
		expect(body.ok).toBe(false);
		expect(body.refusal).toBe(REFUSAL);
		for (const member of ["overallScore", "pillars", "brief"]) expect(body).not.toHaveProperty(member);
	});

	it("are exactly those of the catalog and its tools", async () => {
		const body = await bodyOf(publicTools);
		expect(typesOf(body, CATALOG)).toEqual(CATALOG);
		expect(Object.keys(body).toSorted()).toEqual(Object.keys(CATALOG).toSorted());
		for (const tool of body.tools as object[]) {
			expect(typesOf(tool, TOOL)).toEqual(TOOL);
			const others = Object.keys(tool).filter((name) => !Object.hasOwn(TOOL, name));
			expect(["needsConfirm", "annotations"]).toEqual(expect.arrayContaining(others));
		}
	});
});
