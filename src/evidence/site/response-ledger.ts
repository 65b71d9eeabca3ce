import type { ResponseRecord } from "#core/report.ts";
import type { HttpResponse } from "#net/http-client.ts";

/** Every response of one audit, redirects included; the same list whatever the order of arrival. */
export class ResponseLedger {
	readonly #records = new Map<string, ResponseRecord>();

	add({ url, status, sha256, body }: HttpResponse): void {
		this.#records.set(`${url} ${String(status).padStart(3, "0")} ${sha256}`, {
			url,
			status,
			sha256,
			bytes: body.length,
		});
	}

	/** Sorted by address, status and digest, in code units. */
	list(): ResponseRecord[] {
		return [...this.#records].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
	}
}
