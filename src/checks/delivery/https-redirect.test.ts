import { expect, test } from "vitest";
import { absent, ask, aTrace, failed, found, HOME } from "../page.testkit.ts";
import { httpsRedirect } from "./https-redirect.ts";

const HTTP = "http://example.com/";
const https = found({ state: "valid" } as const);

test("one redirect to https", () => {
	expect(ask(httpsRedirect, { https, plainHttp: found(aTrace(HTTP, HOME)) })).toEqual({
		outcome: "pass",
		says: `${HTTP} redirects to ${HOME}.`,
		exhibits: [{ url: HTTP, at: "status line", excerpt: "301" }],
	});
});

test.each([
	["the page itself", aTrace(HTTP), `${HTTP} is served without encryption.`],
	[
		"a redirect that stays there",
		aTrace(HTTP, `${HTTP}en/`),
		`${HTTP} is served without encryption and ends at ${HTTP}en/.`,
	],
])("%s costs a part", (_, trace, says) => {
	expect(ask(httpsRedirect, { https, plainHttp: found(trace) })).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says,
	});
});

test("does not apply if nothing is served", () => {
	expect(ask(httpsRedirect, { https, plainHttp: failed("connection-refused", HTTP) }).outcome).toBe("not-applicable");
	expect(ask(httpsRedirect, { https, plainHttp: absent(404, HTTP) }).outcome).toBe("not-applicable");
});

test("is shown and not scored", () => {
	expect(httpsRedirect.grade).toBe("convention");
});
