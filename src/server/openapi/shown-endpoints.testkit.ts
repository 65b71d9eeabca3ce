/** Endpoints of every shape, for tests of their descriptions. */

import * as z from "zod";
import { type ApiEndpoint, defineEndpoint } from "../api/endpoint.ts";

const greetingSchema = z
	.strictObject({
		ok: z.literal(true),
		says: z.string().describe("The greeting."),
		at: z.iso.datetime({ precision: 3 }).describe("When it was said."),
		volume: z.union([z.literal(1), z.literal(2)]).describe("How loud."),
		echoes: z
			.array(z.strictObject({ after: z.number().int().describe("Seconds.") }))
			.optional()
			.describe("What came back."),
	})
	.meta({ id: "Greeting", description: "A greeting." });

const said = { ok: true, says: "Good morning, Ada.", at: "2026-11-21T08:00:00.000Z", volume: 2 } as const;

export const greet = defineEndpoint({
	operationId: "greet",
	method: "POST",
	path: "/api/v1/public/greet",
	tag: "Audits",
	summary: "Greet somebody",
	description: "Says `good morning`.",
	scope: "audit:public",
	quota: "audit",
	input: z
		.strictObject({
			name: z.string().min(1).max(60).describe("Whom to greet."),
			loud: z.boolean().default(false).describe("Whether to shout."),
		})
		.meta({ id: "GreetRequest", description: "Whom to greet." }),
	output: greetingSchema,
	examples: { input: { oneName: { name: "Ada" } }, output: { greeted: said } },
	handle: async () => ({ body: said }),
});

export const listGreetings = defineEndpoint({
	operationId: "listGreetings",
	method: "GET",
	path: "/api/v1/public/greetings",
	tag: "Operation",
	summary: "What was said",
	description: "The greetings of today.",
	input: z.strictObject({ limit: z.coerce.number().int().min(1).max(9).default(3).describe("How many.") }),
	output: z
		.strictObject({ ok: z.literal(true), greetings: z.array(greetingSchema).describe("Newest first.") })
		.meta({ id: "Greetings", description: "Greetings." }),
	otherOutputs: { 503: greetingSchema },
	examples: { input: { two: { limit: 2 } }, output: { today: { ok: true, greetings: [said] } } },
	handle: async () => ({ body: { ok: true as const, greetings: [said] } }),
});

export const SHOWN_ENDPOINTS = [greet, listGreetings] as unknown as readonly ApiEndpoint[];
