import type { Page } from "playwright-core";
import type { Faults } from "./opinion-cache.ts";
import { AXE_TOPICS } from "./shared-topics.ts";

const RULES = AXE_TOPICS.flatMap(({ theirs }) => theirs);

/** Ids of the axe-core rules that the page violates, of those that ask what we ask. */
export async function axeFaults(page: Page, url: string): Promise<Faults> {
	const { default: axe } = await import("axe-core");
	await page.goto(url, { waitUntil: "domcontentloaded" });
	await page.evaluate(axe.source);
	return page.evaluate(runAxe, RULES);
}

/** Runs in the page. */
async function runAxe(rules: readonly string[]): Promise<string[]> {
	const { axe, document } = globalThis as unknown as {
		axe: { run(root: unknown, options: object): Promise<{ violations: { id: string }[] }> };
		document: unknown;
	};
	const options = { runOnly: { type: "rule", values: rules }, resultTypes: ["violations"] };
	const { violations } = await axe.run(document, options);
	return violations.map(({ id }) => id);
}
