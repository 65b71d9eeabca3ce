import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Ids of the rules by which a judge faults a page; sorted. */
export type Faults = readonly string[];

/** A judge takes seconds over a page and says the same of it every time, so what it said is kept by the page's digest. */
export class OpinionCache {
	readonly #path: string;
	readonly #known: Map<string, Faults | null>;

	private constructor(path: string, known: Map<string, Faults | null>) {
		this.#path = path;
		this.#known = known;
	}

	/** @param path a JSON file; another one for each judge and version */
	static async open(path: string): Promise<OpinionCache> {
		try {
			const kept = JSON.parse(await readFile(path, "utf8")) as Record<string, Faults | null>;
			return new OpinionCache(path, new Map(Object.entries(kept)));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
			return new OpinionCache(path, new Map());
		}
	}

	async get(key: string, judge: () => Promise<Faults | null>): Promise<Faults | null> {
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const faults = (await judge())?.toSorted() ?? null;
		this.#known.set(key, faults);
		return faults;
	}

	async save(): Promise<void> {
		await mkdir(dirname(this.#path), { recursive: true });
		const sorted = [...this.#known].sort(([a], [b]) => (a < b ? -1 : 1));
		await writeFile(this.#path, `${JSON.stringify(Object.fromEntries(sorted))}\n`);
	}
}
