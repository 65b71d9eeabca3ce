import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crashStates, readFiles, writeFiles } from "./disk-states.testkit.ts";
import { OPERATIONS, type Operation } from "./operations.testkit.ts";
import { readSteps, recordCalls, type Step, type Work } from "./steps.testkit.ts";

export interface CrashResult {
	readonly steps: number;
	readonly states: number;
	readonly bad?: { readonly state: string; readonly says: string };
}

interface StatesOptions {
	/** Name of the only state to open. */
	readonly state?: string | undefined;
	/** Opens every nth state; 1 by default. */
	readonly every?: number;
}

/** Steps of operations, each on a separate disk in the folder `root`. */
export interface Recording {
	readonly root: string;
	readonly of: ReadonlyMap<string, { readonly before: Work["files"]; readonly steps: readonly Step[] }>;
}

const RUN = fileURLToPath(new URL("run-operation.ts", import.meta.url));

/** Of operations one after the other in one process. @param node further arguments of that process */
export async function record(names: readonly string[], node: readonly string[] = []): Promise<Recording> {
	// A real disk would only be slower, because durability is simulated.
	const root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "sightline-crash-"));
	const works: Work[] = [];
	for (const name of names) {
		const [disk, said, begun] = [join(root, name, "disk"), join(root, name, "said"), join(root, name, "begun")];
		writeFiles(disk, new Map());
		await operationOf(name).prepare(disk);
		const files = readFiles(disk);
		writeFiles(disk, files);
		works.push({ disk, said, begun, files });
	}
	const trace = join(root, "trace");
	await recordCalls([...node, RUN, root, ...names], trace);
	const steps = await readSteps(trace, works);
	rmSync(trace);
	const recorded = works.map(({ files }, at) => ({ before: files, steps: steps[at] ?? [] }));
	return { root, of: new Map(recorded.map((each, at) => [names[at] ?? "", each])) };
}

/** Opens every state that a crash of this operation can leave. Stops at the first bad one. */
export async function openStates(
	name: string,
	{ root, of }: Recording,
	{ state, every = 1 }: StatesOptions = {},
): Promise<CrashResult> {
	const { before, steps } = of.get(name) ?? { before: new Map(), steps: [] };
	let states = 0;
	let passed = 0;
	for (const each of crashStates(before, steps, state)) {
		if (passed++ % every !== 0) continue;
		states++;
		writeFiles(join(root, name, "disk"), each.files);
		try {
			await operationOf(name).check(join(root, name, "disk"), each.said);
		} catch (error) {
			const says = error instanceof Error ? error.message : String(error);
			return { steps: steps.length, states, bad: { state: each.name, says } };
		}
	}
	return { steps: steps.length, states };
}

/** Records one operation, opens its states, and cleans up. */
export async function crash(
	name: string,
	{ node, ...options }: StatesOptions & { readonly node?: readonly string[] } = {},
): Promise<CrashResult> {
	const recording = await record([name], node);
	try {
		return await openStates(name, recording, options);
	} finally {
		rmSync(recording.root, { recursive: true, force: true });
	}
}

function operationOf(name: string): Operation {
	const operation = OPERATIONS[name];
	if (!operation) throw new Error(`There is no operation ${name}.`);
	return operation;
}
