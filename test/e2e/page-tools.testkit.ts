/** Calls page tools like an agent in the browser, native and polyfilled; never shipped. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { executablePath, sharedBrowser } from "./test-browser.testkit.ts";

/** A tool result in MCP format. */
export interface ToolResult {
	readonly content: readonly { readonly type: "text"; readonly text: string }[];
	// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
	readonly structuredContent: any;
	readonly isError?: boolean;
}

/** A page with its console errors. */
export interface ToolPage {
	readonly page: Page;
	readonly errors: readonly string[];
	close(): Promise<void>;
}

/** A browser with an agent that calls page tools. */
export interface ToolBrowser {
	readonly kind: "native" | "polyfilled";
	/** Opens a page and waits for its tools. @param cookie Cookie field of a signed-in person */
	open(address: string, cookie?: string, options?: BrowserContextOptions): Promise<ToolPage>;
	/** In the context of an open page. */
	openBeside(page: Page, address: string): Promise<ToolPage>;
	/** Sorted names, because the order differs between browsers. */
	names(page: Page): Promise<readonly string[]>;
	call(page: Page, name: string, input?: object): Promise<ToolResult>;
}

export async function openToolBrowser(kind: ToolBrowser["kind"]): Promise<ToolBrowser> {
	const browser = await sharedBrowser(...(kind === "native" ? ["--enable-features=WebMCP"] : []));
	const { namesOf, call } = kind === "native" ? NATIVE : POLYFILLED;
	const names = async (page: Page) => (await namesOf(page)).toSorted();
	const watch = async (page: Page, address: string): Promise<ToolPage> => {
		const errors: string[] = [];
		page.on(
			"console",
			(message) => message.type() === "error" && errors.push(`${message.text()} ${message.location().url}`),
		);
		page.on("pageerror", (error) => errors.push(String(error)));
		await page.goto(address);
		await expect.poll(() => names(page)).toContain("get_health");
		return { page, errors, close: () => page.close() };
	};
	return {
		kind,
		names,
		call,
		async open(address, cookie = "", options = {}) {
			const context = await browser.newContext({ reducedMotion: "reduce", ...options });
			await context.addCookies(cookiesOf(cookie, address));
			return { ...(await watch(await context.newPage(), address)), close: () => context.close() };
		},
		openBeside: async (page, address) => watch(await page.context().newPage(), address),
	};
}

function cookiesOf(field: string, address: string) {
	const pairs = field.split("; ").filter(Boolean);
	return pairs.map((pair) => {
		const [name = "", value = ""] = pair.split("=", 2);
		return { name, value, url: address };
	});
}

interface Agent extends Pick<ToolBrowser, "call"> {
	namesOf(page: Page): Promise<readonly string[]>;
}

const NATIVE: Agent = {
	namesOf: async (page) => (await page.webmcp.tools()).map(({ name }) => name),
	call: async (page, name, input = {}) => (await page.webmcp.callTool(name, input)) as unknown as ToolResult,
};

/** The polyfill takes JSON input and a tool from its list. */
const POLYFILLED: Agent = {
	namesOf: (page) =>
		page.evaluate("document.modelContext?.getTools().then((tools) => tools.map(({ name }) => name)) ?? []"),
	async call(page, name, input = {}) {
		const text = await page.evaluate(
			`document.modelContext.getTools().then((tools) => document.modelContext.executeTool(
				tools.find((tool) => tool.name === ${JSON.stringify(name)}), ${JSON.stringify(JSON.stringify(input))}))`,
		);
		return JSON.parse(String(text));
	},
};

/** Presses a button of the consent dialog. @returns its text */
export async function answerDialog(page: Page, answer: "agree" | "cancel"): Promise<string> {
	const dialog = page.locator("dialog.tool-dialog[open]");
	const words = await dialog.innerText();
	await dialog
		.locator(".tool-buttons button")
		.nth(answer === "agree" ? 0 : 1)
		.click();
	return words;
}

/** Calls a tool that asks for consent, and agrees. */
export async function callAgreed(
	{ call }: ToolBrowser,
	page: Page,
	name: string,
	input?: object,
): Promise<{ readonly result: ToolResult; readonly asked: string }> {
	const calling = call(page, name, input);
	const dialog = page.locator("dialog.tool-dialog[open]");
	// The call may fail before the dialog opens.
	await Promise.race([dialog.waitFor(), calling]);
	if (!(await dialog.isVisible())) return { result: await calling, asked: "" };
	const asked = await answerDialog(page, "agree");
	return { result: await calling, asked };
}

export const whyNoToolBrowser = executablePath === undefined ? "no browser" : undefined;
