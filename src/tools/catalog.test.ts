import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { type Tool, toolCatalogSchema } from "#core/tool.ts";
import { TOOL_CATALOG, TOOLS } from "./catalog.ts";

/**
 * The table of the interface specification, section 4.4: name, session, money path, whether a person confirms,
 * annotations, and the inputs, those that must be given with a star.
 */
const SPECIFIED = `
audit_domain       | always    | audit    | no  | untrustedContentHint               | domain*
Service_Scanner    | always    | audit    | no  | untrustedContentHint               | domain*
open_brief         | always    | audit    | no  | none                               | domain
simulate_lift      | always    | audit    | no  | untrustedContentHint               | domain*
open_scan          | always    | audit    | no  | none                               | url* mode(light,deep)
get_health         | always    | ops      | no  | readOnlyHint                       | none
get_cli_snippet    | always    | ops      | yes | none                               | domain
open_mcp_card      | always    | ops      | no  | readOnlyHint                       | none
compare_domains    | always    | audit    | no  | untrustedContentHint               | domainA* domainB*
highlight_findings | always    | audit    | no  | none                               | query
request_quote      | always    | book     | yes | none                               | domain note
book_consult       | always    | book     | yes | none                               | name email
open_dashboard     | signed_in | ops      | yes | none                               | none
open_agency_portal | signed_in | ops      | yes | none                               | none
export_ticket      | signed_in | checkout | yes | none                               | domain*
mint_badge         | signed_in | checkout | yes | none                               | domain* score:number
list_recent_audits | signed_in | ops      | no  | readOnlyHint, untrustedContentHint | none
get_session        | signed_in | ops      | yes | readOnlyHint                       | none`
	.trim()
	.split("\n")
	.map((line) => line.split("|").map((cell) => cell.trim()));

function rowOf({ name, session, moneyPath, needsConfirm, annotations = {}, inputSchema }: Tool): string[] {
	const inputs = Object.entries(inputSchema.properties).map(([input, { type, enum: choice }]) => {
		const star = inputSchema.required?.includes(input) ? "*" : "";
		return `${input}${star}${choice ? `(${choice.join(",")})` : ""}${type === "string" ? "" : `:${type}`}`;
	});
	const hints = Object.entries(annotations).map(([hint, given]) => (given ? hint : `no ${hint}`));
	return [
		name,
		session,
		moneyPath,
		needsConfirm ? "yes" : "no",
		hints.join(", ") || "none",
		inputs.join(" ") || "none",
	];
}

describe("TOOL_CATALOG", () => {
	it("matches the table of the interface specification, in order", () => {
		expect(TOOLS.map(rowOf)).toEqual(SPECIFIED);
	});

	it("matches its schema exactly", () => {
		expect(toolCatalogSchema.parse(TOOL_CATALOG)).toEqual(TOOL_CATALOG);
	});

	it("has 18 tools, 12 for everyone and 6 for signed-in sessions", () => {
		const namesOf = (session: string) => SPECIFIED.filter((row) => row[1] === session).map(([name]) => name);
		expect(TOOL_CATALOG).toMatchObject({ ok: true, count: 18, polyfill: true, refusal: REFUSAL });
		expect(TOOL_CATALOG.tools).toHaveLength(18);
		expect(TOOL_CATALOG.public).toEqual(namesOf("always"));
		expect(TOOL_CATALOG.public).toHaveLength(12);
		expect(TOOL_CATALOG.signedIn).toEqual(namesOf("signed_in"));
		expect(TOOL_CATALOG.signedIn).toHaveLength(6);
	});

	it("explains how to inspect tools in a browser", () => {
		expect(TOOL_CATALOG.flag).toBe("enable-webmcp-testing");
		expect(TOOL_CATALOG.inspector).toBe(
			"https://chromewebstore.google.com/detail/model-context-tool-inspec/gbpdfapgefenggkahomfgkhfehlcenpd",
		);
	});
});

describe("TOOLS", () => {
	it.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s can be registered", (name, tool) => {
		expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
		expect(tool.mutatesUi).toBe(true);
		expect(tool.description).toMatch(/^[A-Z].{40,300}\.$/);
		expect(tool.description.match(/[.;] /g)?.length ?? 0).toBeLessThanOrEqual(2);
		for (const parameter of Object.values(tool.inputSchema.properties)) {
			expect(parameter.description).toMatch(/^[a-zA-Z].{10,}\.$/);
		}
	});

	it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
		"%s has an input schema that accepts valid and rejects invalid input",
		(_, tool) => {
			const { inputSchema } = tool;
			const accepts = new Ajv2020({ strict: true }).compile(inputSchema);
			const good = Object.fromEntries(
				Object.entries(inputSchema.properties).map(([name, { type, enum: choice }]) => [
					name,
					choice?.[0] ?? (type === "number" ? 80 : "example.com"),
				]),
			);
			expect(accepts(good)).toBe(true);
			for (const name of inputSchema.required ?? []) {
				const { [name]: _left, ...rest } = good;
				expect(accepts(rest)).toBe(false);
			}
			for (const name of Object.keys(good)) expect(accepts({ ...good, [name]: [] })).toBe(false);
			if (good.mode) expect(accepts({ ...good, mode: "medium" })).toBe(false);
		},
	);
});
