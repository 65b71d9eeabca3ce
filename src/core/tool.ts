import { z } from "zod";

export const TOOL_SESSIONS = ["always", "signed_in"] as const;
export const MONEY_PATHS = ["audit", "ops", "book", "checkout"] as const;

const parameterSchema = z.strictObject({
	type: z.enum(["string", "number"]),
	description: z.string(),
	enum: z.array(z.string()).optional(),
});

/** One of the 18 tools, as the catalog lists it. */
export const toolSchema = z
	.strictObject({
		name: z.string(),
		description: z.string(),
		session: z.enum(TOOL_SESSIONS),
		mutatesUi: z.literal(true),
		moneyPath: z.enum(MONEY_PATHS),
		needsConfirm: z.boolean().optional(),
		annotations: z
			.strictObject({ readOnlyHint: z.boolean().optional(), untrustedContentHint: z.boolean().optional() })
			.optional(),
		inputSchema: z.strictObject({
			type: z.literal("object"),
			properties: z.record(z.string(), parameterSchema),
			required: z.array(z.string()).optional(),
		}),
	})
	.meta({ id: "Tool" });
export type Tool = z.infer<typeof toolSchema>;

/** The catalog of tools: the body of GET tools and of `/.well-known/webmcp.json`. */
export const toolCatalogSchema = z
	.strictObject({
		ok: z.literal(true),
		count: z.number().int(),
		public: z.array(z.string()),
		signedIn: z.array(z.string()),
		tools: z.array(toolSchema),
		inspector: z.url(),
		flag: z.string(),
		polyfill: z.literal(true),
		refusal: z.string(),
	})
	.meta({ id: "ToolCatalog" });
export type ToolCatalog = z.infer<typeof toolCatalogSchema>;
