import { LRUCache } from "lru-cache";
import type { StoredReceipt } from "#core/receipt.ts";
import { CodedBytes } from "../api/negotiation.ts";

/** About 1,000 pages with their compressed forms. */
const KEPT_PAGES_BYTES = 16 * 1024 * 1024;

/** Both compressed forms together are smaller than the page. */
const WITH_CODED_FORMS = 2;

/** An LRU cache. Keys contain everything that a page shows, so a changed page has another key. */
export class KeptPages {
	readonly #pages: LRUCache<string, CodedBytes>;
	readonly #rendering = new Map<string, Promise<CodedBytes>>();

	constructor(maxBytes = KEPT_PAGES_BYTES) {
		this.#pages = new LRUCache<string, CodedBytes>({
			maxSize: maxBytes,
			sizeCalculation: ({ bytes }, key) => key.length + WITH_CODED_FORMS * bytes.byteLength,
		});
	}

	peek(key: string): CodedBytes | undefined {
		return this.#pages.get(key);
	}

	/** @param render called once for concurrent callers, who all get its failure */
	async get(key: string, render: () => Promise<Uint8Array<ArrayBuffer>>): Promise<CodedBytes> {
		const kept = this.#pages.get(key) ?? this.#rendering.get(key);
		if (kept) return kept;
		const rendering = render().then((bytes) => {
			const page = new CodedBytes(bytes);
			this.#pages.set(key, page);
			return page;
		});
		this.#rendering.set(key, rendering);
		return rendering.finally(() => this.#rendering.delete(key));
	}
}

/** Differs if the shown data differ. A receipt's id is a digest of the rest, so only the id counts. */
export function fingerprint(shown: object | undefined): string {
	return shown ? JSON.stringify(shown, (name, value: unknown) => (name === "text" ? "" : briefly(value))) : "";
}

function briefly(value: unknown): unknown {
	if (!isStored(value)) return value;
	const { receipt: _, ...rest } = value;
	return rest;
}

function isStored(value: unknown): value is StoredReceipt {
	return typeof value === "object" && value !== null && "id" in value && "receipt" in value;
}
