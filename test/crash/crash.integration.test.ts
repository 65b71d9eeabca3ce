import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { crash, openStates, type Recording, record } from "./crash-run.testkit.ts";
import { OPERATIONS } from "./operations.testkit.ts";
import { whyNoRecorder } from "./steps.testkit.ts";

const reason = whyNoRecorder();
/** Of each operation's states, one in so many, in the short form half of these; `npm run crash` opens them all. */
const EVERY = { files: 40, "first-seal": 40, seal: 120, rescan: 60, publish: 0 };

/**
 * The program with one of its earlier faults put back: a module of it is read with other text in places.
 * @returns arguments of Node
 */
function withFault(file: string, changes: readonly (readonly [from: string, to: string])[]): readonly string[] {
	const url = pathToFileURL(join(import.meta.dirname, "../..", file)).href;
	const hook = `import module from "node:module";
module.registerHooks({ load(url, context, next) {
	const loaded = next(url, context);
	if (url !== ${JSON.stringify(url)}) return loaded;
	let source = String(loaded.source);
	for (const [from, to] of ${JSON.stringify(changes)}) {
		if (!source.includes(from)) throw new Error("This step is not there any more: " + from);
		source = source.replace(from, () => to);
	}
	return { ...loaded, source };
} });`;
	return ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
}

describe.skipIf(reason !== undefined)(
	`states that a crash may leave${reason === undefined ? "" : ` (${reason})`}`,
	() => {
		const names = Object.keys(OPERATIONS).filter((name) => EVERY[name as keyof typeof EVERY] !== 0);
		let recording: Recording;
		beforeAll(async () => {
			recording = await record(names);
		}, 240_000);
		afterAll(() => rm(recording.root, { recursive: true, force: true }));

		it.each(names)("are consistent, and %s continues from them", async (name) => {
			const every = (EVERY[name as keyof typeof EVERY] ?? 4) * (FULL ? 1 : 2);
			const { bad, states } = await openStates(name, recording, { every });
			expect(bad).toBeUndefined();
			expect(states).toBeGreaterThan(0);
		});

		if (FULL)
			it("include a bad one if a seal publishes its checkpoint before its tiles", async () => {
				const tiles = "await writeAll(directory, growth.tiles, { disk, onWritten });";
				const keys = "await this.#writeKeys(logPaths(directory).verifierKeys, [...keys, ...retired]);";
				const node = withFault("src/log/seal/seal.ts", [
					[tiles, `${keys} await this.#publishCheckpoint(signed.text); ${tiles}`],
				]);
				expect((await crash("first-seal", { node })).bad?.says).toContain("commits to");
			});

		if (FULL)
			it("include a bad one if a live audit's page is written after its receipt", async () => {
				const node = withFault("src/receipts/live/save-live-audit.ts", [
					["return db.sql.transaction()", "let page; const all = await db.sql.transaction()"],
					[
						"const auditedAt = await showPage(trx, stored, report.auditedAt, expiresMs);",
						"const auditedAt = report.auditedAt; page = [stored, auditedAt, expiresMs];",
					],
					["return kept;\n\t});", "return kept;\n\t}); await showPage(db.sql, ...page); return all;"],
				]);
				expect((await crash("live", { node })).bad?.says).toMatch(/^The page (is of|shows)/);
			});
	},
);
