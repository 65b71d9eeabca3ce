import { expect, test } from "vitest";
import { absent, ask, found, HOME } from "../page.testkit.ts";
import { https } from "./https.ts";

test("a trusted certificate passes, with its end", () => {
	const tls = { state: "valid", protocol: "TLSv1.3", validTo: "2027-01-31T12:00:00.000Z" } as const;
	expect(ask(https, { https: found(tls) })).toEqual({
		outcome: "pass",
		says: "https://example.com/ has a trusted certificate, valid until 2027-01-31 (TLSv1.3).",
	});
});

test.each([
	["CERT_HAS_EXPIRED", "it has expired"],
	["ERR_TLS_CERT_ALTNAME_INVALID", "a different name"],
	["DEPTH_ZERO_SELF_SIGNED_CERT", "trusted: it is"],
	["SOMETHING_NEW", "cannot be verified"],
])("%s fails: %s", (reason, words) => {
	expect(ask(https, { https: found({ state: "invalid", reason }) })).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining(words),
		exhibits: [{ url: HOME, at: "certificate", excerpt: reason }],
	});
});

test("a missing intermediate certificate is named as that, and is half a fault, which closes no gate", () => {
	expect(ask(https, { https: found({ state: "invalid", reason: "incomplete-chain" }) })).toMatchObject({
		outcome: "partial",
		fault: "The server does not send its intermediate certificate",
	});
});

test("a site that answers without encryption only fails", () => {
	expect(ask(https, { https: found({ state: "invalid", reason: "connection-refused" }) })).toMatchObject({
		outcome: "fail",
		says: "https://example.com/ does not accept a connection (connection-refused). The site responds only without encryption.",
	});
});

test("what was not seen is not judged", () => {
	expect(ask(https, { https: absent(404) }).outcome).toBe("unknown");
});
