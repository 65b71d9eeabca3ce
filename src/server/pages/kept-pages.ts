import { LRUCache } from "lru-cache";
import type { StoredReceipt } from "#core/receipt.ts";
import { CodedBytes } from "../api/negotiation.ts";

/** With compressed forms: about a thousand pages. */
const KEPT_PAGES_BYTES = 16 * 1024 * 1024;

/** Both compressed forms together are smaller than the page. */
const WITH_CODED_FORMS = 2;

/** Keys hold all that pages show: a changed page has another key. The least recently shown ones give way. */
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

	/** @param render called once for concurrent callers; all get its failure */
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

/** Differs where shown data differ. A receipt's id is the digest of the rest, so it counts alone. */
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
