import * as z from "zod";

const parameterSchema = z
	.strictObject({
		type: z.enum(["string", "number"]).describe("What kind of value it takes."),
		description: z.string().describe("What to put there."),
		enum: z.array(z.string()).optional().describe("The values that can be chosen."),
	})
	.meta({ id: "ToolParameter", description: "JSON Schema of one parameter of a tool." });

export const toolSchema = z
	.strictObject({
		name: z.string().describe("Identifier that agents call the tool by."),
		description: z.string().describe("What the tool does."),
		session: z.enum(["always", "signed_in"]).describe("`signed_in` tools need a signed-in browser session."),
		mutatesUi: z.literal(true).describe("Every tool shows something on the page."),
		moneyPath: z
			.enum(["audit", "ops", "book", "checkout"])
			.describe("The part of the business that the tool belongs to."),
		needsConfirm: z.boolean().optional().describe("True where the person is asked first."),
		annotations: z
			.strictObject({
				readOnlyHint: z.boolean().optional().describe("The tool changes nothing beyond the page."),
				untrustedContentHint: z.boolean().optional().describe("What it returns quotes foreign sites."),
			})
			.optional()
			.describe("Hints for agents."),
		inputSchema: z
			.strictObject({
				type: z.literal("object"),
				properties: z.record(z.string(), parameterSchema).describe("Parameters by name."),
				required: z.array(z.string()).optional().describe("Names of parameters that must be given."),
			})
			.describe("JSON Schema of what the tool takes."),
	})
	.meta({ id: "Tool", description: "A tool that agents can call in the browser." });
export type Tool = z.infer<typeof toolSchema>;

export const toolCatalogSchema = z
	.strictObject({
		ok: z.literal(true),
		count: z.number().int().describe("How many tools there are."),
		public: z.array(z.string()).describe("Names of the tools that always work."),
		signedIn: z.array(z.string()).describe("Names of the tools that need a signed-in browser session."),
		tools: z.array(toolSchema).describe("All tools."),
		inspector: z.url().describe("A browser extension that lists and calls tools."),
		flag: z.string().describe("Browser flag that turns tools on for tests."),
		polyfill: z.literal(true).describe("The pages include a polyfill for browsers without the interface."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "ToolCatalog", description: "All tools of the site." });
export type ToolCatalog = z.infer<typeof toolCatalogSchema>;
