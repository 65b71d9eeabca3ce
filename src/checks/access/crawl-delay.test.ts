import { expect, test } from "vitest";
import type { CrawlDelay } from "#evidence/evidence-map.ts";
import { aRobots, ask, found } from "../page.testkit.ts";
import { crawlDelay } from "./crawl-delay.ts";

const ROBOTS = "https://example.com/robots.txt";
const aDelay = (seconds: number | null, line = 2): CrawlDelay => ({
	agents: ["*"],
	seconds,
	at: `line ${line}`,
	excerpt: `Crawl-delay: ${seconds ?? "soon"}`,
});
const judge = (...crawlDelays: readonly CrawlDelay[]) =>
	ask(crawlDelay, { robots: found({ ...aRobots(), crawlDelays }, ROBOTS) });

test.each([
	[1, "pass"],
	[10, "pass"],
	[10.5, "partial"],
	[86_400, "partial"],
	[null, "pass"],
	[0, "pass"],
])("%s seconds: %s", (seconds, outcome) => {
	expect(judge(aDelay(seconds))).toMatchObject({ outcome, exhibits: [{ url: ROBOTS, at: "line 2" }] });
});

test("states the resulting pages per day", () => {
	expect(judge(aDelay(5), aDelay(60, 7))).toMatchObject({
		says: expect.stringContaining("1440 pages a day"),
		fix: expect.stringContaining("line 7"),
	});
});

test("no line, nothing to say", () => {
	expect(judge().outcome).toBe("not-applicable");
});
