import { errors } from "undici";
import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { asFailure, isLostConnection, networkFailure } from "./network-failure.ts";

const { signal } = new AbortController();
const coded = (code: string) => Object.assign(new Error(`it was ${code}`), { code });

describe("asFailure", () => {
	it.each([
		["ENOTFOUND", "name-not-found"],
		["EAI_AGAIN", "name-lookup-failed"],
		["EAI_FAIL", "name-lookup-failed"],
		["ECONNREFUSED", "connection-refused"],
		["ECONNRESET", "connection-failed"],
		["EPIPE", "connection-failed"],
		["EHOSTUNREACH", "connection-failed"],
		["EPROTO", "connection-failed"],
		["ERR_SSL_WRONG_VERSION_NUMBER", "connection-failed"],
		["ETIMEDOUT", "connection-timeout"],
	])("maps the system's %s to %s", (system, code) => {
		const failure = asFailure(coded(system), "https://example.com/", signal);
		expect(failure).toMatchObject({ code });
		const place = code.startsWith("name-")
			? /^(?!https:)example\.com .+\. .+\. .+\.$/
			: /^.*https:\/\/example\.com\/.*\. .+\. .+\.$/;
		expect((failure as Failure).message).toMatch(place);
		expect((failure as Failure).message).toContain(`(${system})`);
	});

	it.each(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"])(
		"knows %s as a limit of this machine, not as the site's",
		(system) => {
			const failure = asFailure(coded(system), "https://example.com/", signal);
			expect(failure).toMatchObject({ code: "overloaded" });
			expect((failure as Failure).message).toContain(`This machine cannot open another connection (${system}).`);
		},
	);

	it.each(["ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL"])("says of %s that this machine has no way there", (system) => {
		const failure = asFailure(coded(system), "https://example.com/", signal);
		expect(failure).toMatchObject({ code: "connection-failed" });
		expect((failure as Failure).message).toContain(`This machine has no route to it (${system}).`);
	});

	it.each([
		[new errors.ConnectTimeoutError(), "connection-timeout"],
		[new errors.HeadersTimeoutError(), "headers-timeout"],
		[new errors.HeadersOverflowError(), "headers-too-large"],
		[new errors.BodyTimeoutError(), "deadline-exceeded"],
		[new errors.SocketError("other side closed"), "connection-failed"],
		[new errors.SocketError("bad upgrade"), "http-malformed"],
		[new errors.HTTPParserError("It does not match (Invalid chunk)"), "http-malformed"],
		[new errors.ResponseContentLengthMismatchError(), "http-malformed"],
		[new errors.ClientDestroyedError(), "connection-failed"],
		[new errors.InvalidArgumentError("invalid mcp-protocol-version header"), "request-unsendable"],
	])("maps undici's %s", (error, code) => {
		expect(asFailure(error, "https://example.com/", signal)).toMatchObject({ code, cause: error });
	});

	it("prefers the deadline to errors caused by it, and a reason to the deadline", () => {
		expect(asFailure(coded("ECONNRESET"), "x", AbortSignal.abort())).toMatchObject({ code: "deadline-exceeded" });
		const reason = new Failure("request-budget", { what: "Enough." });
		expect(asFailure(coded("ECONNRESET"), "x", AbortSignal.abort(reason))).toBe(reason);
	});

	it("returns failures and bugs unchanged", () => {
		const failure = networkFailure("body-too-large", "x");
		expect(asFailure(failure, "y", signal)).toBe(failure);
		for (const bug of [new TypeError("undefined is not a function"), coded("ERR_ASSERTION"), "text"]) {
			expect(asFailure(bug, "y", signal)).toBe(bug);
		}
	});
});

describe("networkFailure", () => {
	it("removes control characters from its message, and shortens addresses", () => {
		const { message } = networkFailure("body-too-large", `https://example.com/\u001b[31m$&${"a".repeat(500)}`);
		expect(message).toMatch(/^https:\/\/example\.com\/\?\[31m\$&a+… is too large\./);
		expect(message.length).toBeLessThan(350);
	});
});

describe("isLostConnection", () => {
	it("is true for a connection that closed, not for one that was never established", () => {
		expect(isLostConnection(new errors.SocketError("other side closed"))).toBe(true);
		expect(isLostConnection(coded("EPIPE"))).toBe(true);
		expect(isLostConnection(coded("ECONNREFUSED"))).toBe(false);
		expect(isLostConnection(new errors.HeadersTimeoutError())).toBe(false);
	});
});
