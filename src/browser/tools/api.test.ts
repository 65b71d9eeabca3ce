import { afterEach, describe, expect, it, vi } from "vitest";
import { createApi } from "./api.ts";
import { ToolFault } from "./page-tool.ts";

const HERE = { api: new URL("https://audit.example/audits/api/v1/"), isHere: true };
const never = new AbortController().signal;

/** Gives every request this answer and records it. */
function stubFetch(answer: () => Response | Promise<Response>) {
	const asked: { url: string; init: RequestInit | undefined }[] = [];
	vi.stubGlobal("fetch", async (url: URL, init?: RequestInit) => {
		asked.push({ url: url.href, init });
		return answer();
	});
	return asked;
}

const problem = (status: number, code: string, error: string, headers = {}) =>
	Response.json({ ok: false, status, code, error, detail: error }, { status, headers });

async function faultOf(asking: Promise<unknown>) {
	const error = await asking.catch((thrown: unknown) => thrown);
	if (!(error instanceof ToolFault)) throw error;
	const { code, message, waitSeconds, body } = error;
	return { code, message, waitSeconds, body };
}

describe("API requests of tools", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("go to the API's address, with credentials only on the same origin", async () => {
		const asked = stubFetch(() => Response.json({ ok: true }));
		await createApi(HERE).post("public/audit", { domain: "example.com" }, never);
		await createApi({ ...HERE, isHere: false }).get("../health", never);
		expect(asked.map(({ url, init }) => [url, init?.method, init?.credentials, init?.body])).toEqual([
			["https://audit.example/audits/api/v1/public/audit", "POST", "same-origin", '{"domain":"example.com"}'],
			["https://audit.example/audits/api/health", undefined, "omit", undefined],
		]);
	});

	it.each([
		[400, "target-blocked", {}, undefined, "It is private. Give a public host."],
		[404, "not-found", {}, undefined, "It is private. Give a public host."],
		[429, "rate-limited", { "Retry-After": "12" }, 12, "Wait 12 seconds before calling again."],
		[429, "rate-limited", { "Retry-After": "86400" }, 86_400, "Wait 24 hours before calling again."],
		[503, "overloaded", { "Retry-After": "1" }, 1, "Wait 1 second before calling again."],
	])("says of %i what it says itself, and how long to wait", async (status, code, headers, waitSeconds, says) => {
		stubFetch(() => problem(status, code, "It is private. Give a public host.", headers));
		const fault = await faultOf(createApi(HERE).get("x", never));
		expect(fault).toMatchObject({ code, waitSeconds, body: { ok: false, code } });
		expect(fault.message).toContain(says);
	});

	it.each([
		["a date", new Date(Date.now() + 90_500).toUTCString(), "{}"],
		["seconds, on a page that is not ours", "90", "<h1>Too Many Requests</h1>"],
	])("says how long to wait by %s", async (_, field, text) => {
		const body = text === "{}" ? JSON.stringify({ ok: false, error: "Too many.", code: "rate-limited" }) : text;
		stubFetch(() => new Response(body, { status: 429, headers: { "Retry-After": field } }));
		const { waitSeconds, message } = await faultOf(createApi(HERE).get("x", never));
		expect([89, 90, 91]).toContain(waitSeconds);
		expect(message).toContain(`Wait ${waitSeconds} seconds before calling again.`);
	});

	it("fail for a 200 response that reports a failure", async () => {
		const body = { ok: false, domain: "example.com", code: "robots-refused", error: "robots.txt closes the site." };
		stubFetch(() => Response.json(body));
		expect(await faultOf(createApi(HERE).get("x", never))).toMatchObject({
			code: "robots-refused",
			message: "robots.txt closes the site.",
			body,
		});
	});

	it.each([
		["a proxy's page", 502, "<h1>Bad gateway</h1>"],
		["a page in place of an answer", 200, "<!doctype html>"],
		["a list", 200, "[]"],
	])("says of %s that it is none of the service's answers", async (_, status, text) => {
		stubFetch(() => new Response(text, { status }));
		expect(await faultOf(createApi(HERE).get("x", never))).toMatchObject({
			code: "unreadable",
			message: expect.stringContaining(`status ${status}`),
		});
	});

	it("fail if nothing responds, and reject when the call is aborted", async () => {
		stubFetch(() => Promise.reject(new TypeError("fetch failed")));
		expect(await faultOf(createApi(HERE).get("x", never))).toMatchObject({ code: "unreachable" });
		const gone = AbortSignal.abort("given up");
		await expect(createApi(HERE).get("x", gone)).rejects.toBe("given up");
	});

	it("remove the session mark if the session has ended", async () => {
		const page = { cookie: "sightline-signed-in=1" };
		vi.stubGlobal("document", page);
		stubFetch(() => problem(401, "sign-in-required", "This needs an account."));
		const { code, message } = await faultOf(createApi(HERE).get("session", never));
		expect([code, page.cookie]).toEqual(["sign-in-required", "sightline-signed-in=; Max-Age=0; Path=/"]);
		expect(message).toContain("sign in");
	});
});
