import type { BrowserContext, Page } from "playwright-core";

/** Runs our own scripts beside the page's: the same document, and nothing that the page has redefined. */
export interface IsolatedWorld {
	/** Runs a script for its effect on this world alone. */
	load(source: string): Promise<void>;
	/** Calls a function that uses nothing from around it; argument and result travel as JSON. */
	call<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
}

const NAME = "sightline";

/** Call once the page has come to rest: another document has another world. */
export async function openIsolatedWorld(context: BrowserContext, page: Page): Promise<IsolatedWorld> {
	const session = await context.newCDPSession(page);
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
		frameId: frameTree.frame.id,
		worldName: NAME,
	});
	const evaluate = async (expression: string): Promise<unknown> => {
		const answer = await session.send("Runtime.evaluate", {
			expression,
			contextId,
			awaitPromise: true,
			returnByValue: true,
		});
		// Words that the caller knows as a failure of the browser.
		if (answer.exceptionDetails) throw new Error(`page.evaluate: ${answer.exceptionDetails.text}`);
		return answer.result.value;
	};
	return {
		load: async (source) => {
			await evaluate(`${source}\n;undefined`);
		},
		call: async (work, argument) =>
			(await evaluate(`(${work})(${JSON.stringify(argument)})`)) as Awaited<ReturnType<typeof work>>,
	};
}

/**
 * Cumulative Layout Shift so far, three decimals: the largest session window of shifts, windows of at most 5 s with gaps
 * under 1 s (web.dev/articles/cls). Nobody touches this page, so `hadRecentInput`, which emulating a phone sets, is not
 * asked.
 */
export async function readLayoutShift(world: IsolatedWorld): Promise<number> {
	const worst = await world.call(observe, 100);
	return typeof worst === "number" && Number.isFinite(worst) ? Math.round(Math.max(0, worst) * 1000) / 1000 : 0;
}

/** Runs in the page. */
function observe(patience: number): Promise<number> {
	let worst = 0;
	let sum = 0;
	let first = 0;
	let last = 0;
	const add = ({ startTime, value }: { startTime: number; value: number }) => {
		const joins = sum > 0 && startTime - last < 1_000 && startTime - first < 5_000;
		if (!joins) {
			sum = 0;
			first = startTime;
		}
		sum += value;
		last = startTime;
		worst = Math.max(worst, sum);
	};
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) add(entry);
		}).observe({ type: "layout-shift", buffered: true });
		// What happened before comes in the next turn.
		setTimeout(() => resolve(worst), patience);
	});
}

const MAX_TOOLS = 100;

/** As the browser tells of a tool; nothing but its name is certain. */
export type ToolRecord = { readonly name: string };

/** Tools that a page registers; null where the browser does not know WebMCP. */
export type RegisteredTools = readonly ToolRecord[] | null;

/**
 * Listens for WebMCP tools (webmachinelearning.github.io/webmcp), imperative and declarative. Call before the page is
 * opened; what it returns tells the tools that stand at the time of asking.
 */
export async function watchTools(context: BrowserContext, page: Page): Promise<() => RegisteredTools> {
	const session = await context.newCDPSession(page);
	// A domain newer than playwright-core's list of them.
	const wire = session as unknown as {
		send(method: string): Promise<unknown>;
		on(event: string, listener: (message: { tools?: unknown }) => void): void;
	};
	const tools = new Map<string, ToolRecord>();
	const listed = (message: { tools?: unknown }) =>
		Array.isArray(message.tools) ? message.tools.filter(isToolRecord) : [];
	wire.on("WebMCP.toolsAdded", (message) => {
		for (const tool of listed(message)) if (tools.size < MAX_TOOLS) tools.set(tool.name, tool);
	});
	wire.on("WebMCP.toolsRemoved", (message) => {
		for (const { name } of listed(message)) tools.delete(name);
	});
	try {
		await wire.send("WebMCP.enable");
	} catch {
		// Browsers before WebMCP have no such domain.
		return () => null;
	}
	return () => [...tools.values()];
}

function isToolRecord(value: unknown): value is ToolRecord {
	return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
