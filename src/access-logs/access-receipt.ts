import { createHmac, hash } from "node:crypto";
import type { AccessReceipt } from "#core/access/access-receipt.ts";

/** Computes the digests of logs while they are read. */
export class LogDigests {
	readonly #key: string;
	readonly #logs: { readonly name: string; readonly hmac: ReturnType<typeof createHmac> }[] = [];

	constructor(key: string) {
		this.#key = key;
	}

	/** @returns a function to call with each chunk of the log */
	of(name: string): (bytes: Uint8Array) => void {
		const hmac = createHmac("sha256", this.#key);
		this.#logs.push({ name: name.slice(-200), hmac });
		return (bytes) => hmac.update(bytes);
	}

	receipt(report: AccessReceipt["report"], readAt: string): AccessReceipt {
		return {
			kind: "sightline-access-receipt",
			v: 1,
			readAt,
			logs: this.#logs.map(({ name, hmac }) => ({ name, hmac: hmac.digest("hex") })),
			key: hash("sha256", this.#key, "hex").slice(0, 16),
			report,
		};
	}
}
