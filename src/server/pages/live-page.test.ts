import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { makeReceipt, store } from "#site/publication/receipt.testkit.ts";
import {
	briefNotice,
	findLive,
	foundAgain,
	type LiveAddress,
	placeSentence,
	receiptFile,
	receiptNotice,
} from "./live-page.ts";

const links = createSiteLinks("https://a.example/audits");
const ID = "0123456789abcdef".repeat(4);
const pages = { brief: async () => undefined, receipt: async () => undefined };
const freely = async () => undefined;

interface Asked {
	readonly method?: string;
	/** Response of the limit. */
	readonly admitReader?: (request: Request, peer: string) => Promise<number | undefined>;
}

async function ask(
	path: string,
	find: (address: LiveAddress) => Promise<object | undefined>,
	{ method = "GET", ...limit }: Asked = {},
) {
	const request = new Request(`https://a.example/audits${path}`, { method });
	const exchange = { request, clientAddress: "192.0.2.7" };
	const page = await findLive(exchange, links, async () => ({ pages, admitReader: freely, ...limit }), find);
	return page instanceof Response
		? { found: page, response: page }
		: { found: page.found, response: new Response(null, page.init) };
}

const never = () => Promise.reject(new Error("Nobody may be asked."));

describe("a live page", () => {
	it("is private to holders of its address", async () => {
		const { found, response } = await ask("/brief/example.com/", async (address) => ({ address }));
		expect(found).toEqual({ status: 200, shown: { address: { kind: "brief", slug: "example.com" } } });
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toEqual({
			"cache-control": "private, max-age=60",
			"content-security-policy": "frame-ancestors 'none'",
			"content-type": "text/html; charset=utf-8",
			"referrer-policy": "same-origin",
			"x-content-type-options": "nosniff",
			"x-robots-tag": "noindex",
		});
	});

	it("redirects a missing trailing slash, below the site's prefix", async () => {
		const { found } = await ask(`/share/example.com/${ID}?a=b`, never);
		expect(found).toBeInstanceOf(Response);
		if (!(found instanceof Response)) return;
		expect(found.status).toBe(308);
		expect(found.headers.get("Location")).toBe(`/audits/share/example.com/${ID}/?a=b`);
	});

	it("is an uncached 404 if it is unknown or the address is invalid", async () => {
		const asked = await ask("/brief/example.com/", async () => undefined);
		const odd = await ask("/brief/%00/", never);
		for (const { found, response } of [asked, odd]) {
			expect(found).toEqual({ status: 404 });
			expect(response).toMatchObject({ status: 404, statusText: "Not Found" });
			expect(response.headers.get("Cache-Control")).toBe("no-store");
			expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
		}
	});

	it("reports an unavailable store, and hides no bug", async () => {
		const away = new Failure("store-unavailable", { what: "The store does not answer." });
		const { found, response } = await ask("/brief/example.com/", () => Promise.reject(away));
		expect(found).toEqual({ status: 503 });
		expect(response.status).toBe(503);
		expect(response.headers.get("Retry-After")).toBe("30");
		await expect(ask("/brief/example.com/", () => Promise.reject(new TypeError("bug")))).rejects.toThrow("bug");
	});

	it("is limited by address, without a lookup over the limit", async () => {
		const admitReader = async (_request: Request, peer: string) => (peer === "192.0.2.7" ? 7 : undefined);
		const { found, response } = await ask("/brief/example.com/", never, { admitReader });
		expect(found).toEqual({ status: 429, retrySeconds: 7 });
		expect(response).toMatchObject({ status: 429, statusText: "Too Many Requests" });
		expect(response.headers.get("Retry-After")).toBe("7");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
	});

	it("is read-only", async () => {
		const { found } = await ask("/brief/example.com/", never, { method: "POST" });
		expect(found).toMatchObject({ status: 405 });
		expect((await ask("/brief/example.com/", async () => ({}), { method: "HEAD" })).found).toMatchObject({
			status: 200,
		});
	});
});

describe("a file of a live receipt", () => {
	const asked = new Request("https://a.example/");
	const base = { stored: store("ab", makeReceipt()), text: '{"a":"ä"}', expiresAt: "2026-12-20T02:00:00.000Z" };
	const pending = { ...base, place: { state: "pending" as const } };
	const logged = { ...base, place: { state: "logged" as const, logIndex: 12345 } };

	it("is byte-identical", async () => {
		const response = await receiptFile(asked, pending, "json");
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
		expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
		expect(await response.text()).toBe(base.text);
	});

	it("says where the proof will be", async () => {
		const response = await receiptFile(asked, pending, "tlog-proof");
		expect(response.status).toBe(404);
		expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(await response.text()).toBe("No proof yet: it comes with the next seal of the log.\n");
		expect(await (await receiptFile(asked, logged, "tlog-proof")).text()).toMatch(
			/^This receipt is leaf 12,345 of the log\. /,
		);
	});
});

const EARLY = "2026-11-20T02:00:00.000Z";
const LATE = "2026-12-20T02:00:00.000Z";

it("contains the expiry", () => {
	expect(briefNotice({ slug: "example.com", expiresAt: LATE })).toBe(
		"Private link. Expires 20 December 2026 unless the site is audited again.",
	);
	expect(briefNotice({ slug: "example.com~a1b2c3d4", expiresAt: LATE })).toBe(receiptNotice(LATE));
	expect(receiptNotice(LATE)).toContain("20 December 2026 unless another audit finds the same.");
});

it("mentions an unchanged result only if there is one", () => {
	expect(foundAgain(EARLY, EARLY)).toBe("");
	expect(foundAgain(EARLY, LATE)).toBe("Found the same again, last on 20 December 2026.");
});

it("contains the receipt's place in the log", () => {
	expect(placeSentence({ state: "pending" })).toBe("This receipt will be added at the next seal of the log.");
	expect(placeSentence({ state: "logged", logIndex: 0 })).toBe("Leaf 0 of the log.");
});
