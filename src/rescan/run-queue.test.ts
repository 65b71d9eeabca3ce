import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import type { JobQueue } from "#queue/job-queue.ts";
import { type Engine, withPlaces } from "./work-on.ts";

it("the queue is closed even if closing the auditor fails", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-places-"));
	const settings = readEnvironment({ SIGHTLINE_REPORTS: root, SIGHTLINE_DATA: join(root, "data") });
	const close = () => Promise.reject(new Error("a browser that does not end"));
	const engine = { openAuditor: async () => ({ close }), hostIntervalMs: 0 } as unknown as Engine;
	const opened: JobQueue[] = [];
	const work = withPlaces(settings, engine, async ({ queue }) => {
		await queue.lastRun();
		opened.push(queue);
	});
	await expect(work).rejects.toThrow("a browser that does not end");
	await expect(opened[0]?.lastRun()).rejects.toThrow(/finalized|not open/);
});
