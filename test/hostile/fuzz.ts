// npm run fuzz: random inputs for our own readers. Those that reach more of their code are kept and changed further.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isFailure } from "#core/failure.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import type { Fuzzed } from "./fuzzed.testkit.ts";

// V8 counts in code alone that is compiled afterwards.
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { FUZZED } = await import("./fuzzed.testkit.ts");

const HELP = `npm run fuzz [-- options]: feeds our own readers with random inputs.

  --seconds 60    for each reader; 60 by default
  --only robots   one reader: ${Object.keys(FUZZED).join(", ")}
  --seed 1        of the random numbers
  --input file    runs one reader once with a file, and says what it throws

Exit code 1 where a reader throws what it does not document, takes more than linear time, or does not read what it wrote.
Such inputs are kept in .tmp-fuzz/.
`;

const { values } = parseArgs({
	options: {
		seconds: { type: "string", default: "60" },
		only: { type: "string" },
		seed: { type: "string", default: "1" },
		input: { type: "string" },
		help: { type: "boolean", default: false },
	},
});

const LONGEST = 64 * 1024;
/** Executions from one look at the coverage to the next: a look takes longer than most of them. */
const BATCH = 50;
/** Milliseconds of processor time, whatever the input, and for each of its KiB. */
const TIME = { base: 200, perKiB: 10 };

async function fuzzAll(): Promise<number> {
	const names = Object.keys(FUZZED).filter((name) => values.only === undefined || name === values.only);
	if (names.length === 0) {
		process.stderr.write(`There is no reader ${values.only}.\n`);
		return 2;
	}
	process.stdout.write(
		"| reader | executions | code by seeds, characters | code | kept inputs | faults |\n| --- | --- | --- | --- | --- | --- |\n",
	);
	let faults = 0;
	for (const name of names) faults += await new Fuzzing(name, FUZZED[name] as Fuzzed).run(Number(values.seconds));
	return faults > 0 ? 1 : 0;
}

class Fuzzing {
	readonly #name: string;
	readonly #fuzzed: Fuzzed;
	readonly #random = seeded(Number(values.seed));
	readonly #corpus: Buffer[] = [];
	/** Of each function that ran, which of its characters never did. */
	readonly #missed = new Map<string, Uint8Array<ArrayBuffer>>();
	#reached = 0;
	readonly #faults = new Set<string>();
	#executions = 0;

	constructor(name: string, fuzzed: Fuzzed) {
		this.#name = name;
		this.#fuzzed = fuzzed;
	}

	async run(seconds: number): Promise<number> {
		// What a reader runs once alone is not what an input reached.
		await this.#execute(Buffer.alloc(0));
		await this.#look(false);
		for (const seed of seedsOf(this.#fuzzed)) await this.#keepNew([seed]);
		const bySeeds = this.#reached;
		const end = performance.now() + seconds * 1_000;
		while (performance.now() < end) await this.#keepNew(Array.from({ length: BATCH }, () => this.#changed()));
		const cells = [this.#name, this.#executions, bySeeds, this.#reached, this.#corpus.length, this.#faults.size];
		process.stdout.write(`| ${cells.join(" | ")} |\n`);
		return this.#faults.size;
	}

	/** Of a batch that reached something new, each input is run again by itself. */
	async #keepNew(batch: readonly Buffer[]): Promise<void> {
		for (const input of batch) await this.#execute(input);
		if ((await this.#look(false)) === 0) return;
		for (const input of batch) {
			await this.#execute(input);
			if ((await this.#look(true)) > 0) this.#corpus.push(input);
		}
	}

	/** @returns characters of our own code that ran since the last look, and never before */
	async #look(isKept: boolean): Promise<number> {
		const { result } = await session.post("Profiler.takePreciseCoverage");
		let fresh = 0;
		const ran = result
			.filter(({ url }) => url.includes("/src/"))
			.flatMap(({ scriptId, functions }) => functions.map(({ ranges }) => ({ scriptId, ranges })))
			.filter(({ ranges }) => ranges[0]?.count);
		for (const { scriptId, ranges } of ran) {
			const missed = missedIn(ranges);
			const key = `${scriptId}:${ranges[0]?.startOffset}`;
			const before = this.#missed.get(key) ?? missed.map(() => 1);
			fresh += before.filter((isMissed, at) => isMissed > (missed[at] ?? 0)).length;
			if (isKept)
				this.#missed.set(
					key,
					before.map((isMissed, at) => Math.min(isMissed, missed[at] ?? 0)),
				);
		}
		if (isKept) this.#reached += fresh;
		return fresh;
	}

	async #execute(input: Buffer): Promise<void> {
		this.#executions++;
		try {
			const most = TIME.base + (TIME.perKiB * input.length) / 1_024;
			let ms = await this.#time(input);
			// A collection of garbage, or code that was compiled meanwhile, is not the reader's.
			for (let again = 0; again < 2 && ms > most; again++) ms = Math.min(ms, await this.#time(input));
			if (ms > most) this.#fault(input, `It took ${ms.toFixed(0)} ms for ${input.length} bytes.`);
		} catch (error) {
			if (!isFailure(error)) this.#fault(input, error instanceof Error ? `${error.stack}` : String(error));
		}
	}

	async #time(input: Buffer): Promise<number> {
		const begun = process.cpuUsage();
		await this.#fuzzed.read(input);
		const { user, system } = process.cpuUsage(begun);
		return (user + system) / 1_000;
	}

	/** One of each kind. */
	#fault(input: Buffer, says: string): void {
		const kind = says.split("\n").slice(0, 2).join(" ").replace(/\d+/g, "#").slice(0, 200);
		if (this.#faults.has(kind)) return;
		this.#faults.add(kind);
		mkdirSync(inRepository(".tmp-fuzz"), { recursive: true });
		const path = inRepository(`.tmp-fuzz/${this.#name}-${this.#faults.size}`);
		writeFileSync(path, input);
		process.stderr.write(`\n${this.#name}: ${says}\n  ${path}\n`);
	}

	#changed(): Buffer {
		let input = this.#pick(this.#corpus) ?? Buffer.alloc(0);
		for (let changes = 1 + this.#below(4); changes > 0; changes--) input = this.#change(input);
		return input.subarray(0, LONGEST);
	}

	#change(input: Buffer): Buffer {
		const [at, other] = [this.#below(input.length + 1), this.#below(input.length + 1)];
		const [from, to] = [Math.min(at, other), Math.max(at, other)];
		const put = (...parts: readonly Uint8Array[]) => Buffer.concat([input.subarray(0, from), ...parts]);
		const token = () => Buffer.from(this.#pick(this.#fuzzed.tokens) ?? "");
		switch (this.#below(7)) {
			case 0:
				return put(token(), input.subarray(from));
			case 1:
				return put(token(), input.subarray(to));
			case 2:
				return put(input.subarray(to));
			case 3:
				return put(input.subarray(from, to), input.subarray(from, Math.min(to, from + 4_096)), input.subarray(to));
			case 4:
				return put(Buffer.from([this.#below(256)]), input.subarray(from + 1));
			case 5:
				return put(...Array.from({ length: 2 ** this.#below(11) }, token), input.subarray(from));
			default: {
				const mate = this.#pick(this.#corpus) ?? input;
				return put(mate.subarray(this.#below(mate.length + 1)));
			}
		}
	}

	#below(most: number): number {
		return Math.floor(this.#random() * most);
	}

	#pick<T>(list: readonly T[]): T | undefined {
		return list[this.#below(list.length)];
	}
}

/** Inner ranges come after those around them. */
function missedIn(ranges: readonly { startOffset: number; endOffset: number; count: number }[]) {
	const [{ startOffset: from, endOffset: to } = { startOffset: 0, endOffset: 0 }] = ranges;
	const missed = new Uint8Array(to - from);
	for (const range of ranges) missed.fill(range.count > 0 ? 0 : 1, range.startOffset - from, range.endOffset - from);
	return missed;
}

/** Small files below a folder or the texts themselves. */
function seedsOf({ seeds, folder }: Fuzzed): readonly Buffer[] {
	const root = folder === undefined ? undefined : inRepository(folder);
	const paths =
		root === undefined ? [] : readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) => join(root, name));
	const files = paths.filter((path) => statSync(path).isFile() && statSync(path).size < LONGEST).slice(0, 60);
	return [...(seeds ?? []).map((seed) => Buffer.from(seed)), ...files.map((path) => readFileSync(path))];
}

if (values.help) process.stdout.write(HELP);
else if (values.input !== undefined) await FUZZED[values.only ?? ""]?.read(readFileSync(values.input));
else process.exitCode = await fuzzAll();
