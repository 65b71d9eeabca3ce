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
