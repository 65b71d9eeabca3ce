/** What the conformance suite's scenarios expect a server to have, for the handler that serves our tools. */

import { setTimeout as wait } from "node:timers/promises";
import { completable, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { CACHE_HINT } from "#mcp/server.ts";
import { addInputTools, REQUEST_STATE } from "./input-tools.testkit.ts";

/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** A header without sound. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const IMAGE = { type: "image", data: PNG, mimeType: "image/png" } as const;

const text = (words: string) => ({ type: "text", text: words }) as const;
const embedded = (uri: string, mimeType: string, words: string) =>
	({ type: "resource", resource: { uri, mimeType, text: words } }) as const;
const said = (content: ReturnType<typeof text> | ReturnType<typeof embedded> | typeof IMAGE) =>
	({ role: "user", content }) as const;

export function createFixtureServer(): McpServer {
	const lists = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"] as const;
	const cached = [...lists, "resources/read", "server/discover"] as const;
	const fixed = { listChanged: false };
	const server = new McpServer(
		{ name: "fixtures", version: "1.0.0" },
		{
			capabilities: { tools: fixed, prompts: fixed, resources: fixed, logging: {} },
			cacheHints: Object.fromEntries(cached.map((method) => [method, CACHE_HINT])),
			requestState: REQUEST_STATE,
		},
	);
	addTools(server);
	addInputTools(server);
	addResources(server);
	addPrompts(server);
	return server;
}

function addTools(server: McpServer): void {
	const answers = {
		test_simple_text: [text("This is a simple text response for testing.")],
		test_image_content: [IMAGE],
		test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" } as const],
		test_embedded_resource: [
			embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
		],
		test_multiple_content_types: [
			text("Multiple content types test:"),
			IMAGE,
			embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
		],
	};
	for (const [name, content] of Object.entries(answers))
		server.registerTool(name, { description: `Gives the content of ${name}.` }, () => ({ content }));
	server.registerTool("test_error_handling", { description: "Fails." }, () => {
		throw new Error("This tool intentionally returns an error for testing");
	});
	server.registerTool("test_tool_with_progress", { description: "Tells how far it is." }, async ({ mcpReq }) => {
		const progressToken = mcpReq._meta?.progressToken;
		for (const progress of [0, 50, 100]) {
			if (progressToken !== undefined)
				await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
			if (progress < 100) await wait(10);
		}
		return { content: [text("Done.")] };
	});
	server.registerTool("test_logging_tool", { description: "Logs where a client wants it." }, async ({ mcpReq }) => {
		await mcpReq.log("info", "A line of the log.");
		return { content: [text("Logged.")] };
	});
}

function addResources(server: McpServer): void {
	const read = (uri: string, mimeType: string, content: { text: string } | { blob: string }) => async () => ({
		contents: [{ uri, mimeType, ...content }],
	});
	const words = { text: "This is the content of the static text resource." };
	const about = { description: "Static.", mimeType: "text/plain" };
	server.registerResource("text", "test://static-text", about, read("test://static-text", "text/plain", words));
	const picture = { description: "A pixel.", mimeType: "image/png" };
	server.registerResource(
		"binary",
		"test://static-binary",
		picture,
		read("test://static-binary", "image/png", { blob: PNG }),
	);
	server.registerResource(
		"template",
		new ResourceTemplate("test://template/{id}/data", { list: undefined }),
		{ description: "Data by id.", mimeType: "application/json" },
		async (uri, { id }) => {
			const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
			return { contents: [{ uri: uri.href, mimeType: "application/json", text: data }] };
		},
	);
}

function addPrompts(server: McpServer): void {
	server.registerPrompt("test_simple_prompt", { description: "A sentence." }, () => ({
		messages: [said(text("This is a simple prompt for testing."))],
	}));
	const first = completable(z.string(), (value) => ["paris", "park", "party"].filter((word) => word.startsWith(value)));
	server.registerPrompt(
		"test_prompt_with_arguments",
		{ description: "Two arguments.", argsSchema: z.object({ arg1: first, arg2: z.string() }) },
		({ arg1, arg2 }) => ({ messages: [said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
	);
	server.registerPrompt(
		"test_prompt_with_embedded_resource",
		{ description: "A resource.", argsSchema: z.object({ resourceUri: z.string() }) },
		({ resourceUri }) => ({
			messages: [
				said(embedded(resourceUri, "text/plain", "Embedded resource content for testing.")),
				said(text("Please process the embedded resource above.")),
			],
		}),
	);
	server.registerPrompt("test_prompt_with_image", { description: "A picture." }, () => ({
		messages: [said(IMAGE), said(text("Please analyze the image above."))],
	}));
}
