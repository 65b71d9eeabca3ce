import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crashStates, readFiles, writeFiles } from "./disk-states.testkit.ts";
import { OPERATIONS } from "./operations.testkit.ts";
import { recordSteps } from "./steps.testkit.ts";

export interface CrashResult {
	readonly steps: number;
	readonly states: number;
	readonly bad?: { readonly state: string; readonly says: string };
}

export interface CrashOptions {
	/** Only this state. */
	readonly state?: string | undefined;
	/** Every so manieth state; 1 by default. */
	readonly every?: number;
	/** Further arguments of the process that is recorded. */
	readonly node?: readonly string[];
	readonly onState?: (count: number, name: string) => void;
}

const RUN = fileURLToPath(new URL("run-operation.ts", import.meta.url));

/** Records one operation, then opens every state that a crash may leave. Ends at the first bad one. */
export async function crash(
	name: string,
	{ state, every = 1, node = [], onState }: CrashOptions = {},
): Promise<CrashResult> {
	const operation = OPERATIONS[name];
	if (!operation) throw new Error(`There is no operation ${name}.`);
	// A disk would only cost time: what would survive is known.
	const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "sightline-crash-"));
	const disk = join(root, "disk");
	try {
		writeFiles(disk, new Map());
		await operation.prepare(disk);
		const before = readFiles(disk);
		writeFiles(disk, before);
		const place = { disk, said: join(root, "said"), trace: join(root, "trace") };
		const steps = await recordSteps([...node, RUN, name, disk, place.said], before, place);
		rmSync(place.trace);
		let states = 0;
		let passed = 0;
		for (const each of crashStates(before, steps, state)) {
			if (passed++ % every !== 0) continue;
			states++;
			onState?.(states, each.name);
			writeFiles(disk, each.files);
			try {
				await operation.check(disk, each.said);
			} catch (error) {
				const says = error instanceof Error ? error.message : String(error);
				return { steps: steps.length, states, bad: { state: each.name, says } };
			}
		}
		return { steps: steps.length, states };
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}
