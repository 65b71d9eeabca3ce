import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { BACK, BASE, openTestOauth, queryOf } from "./oauth.testkit.ts";

const ANN = { account: { id: "ann" }, startedAt: "2026-03-01T09:00:00.000Z" };
const NAME = "The <b>App</b>";

describe("a consent request", () => {
	describeDatabases((databases) => {
		const open = async () => {
			const oauth = await openTestOauth(await databases.open());
			const { client_id } = await oauth.register({
				client_name: NAME,
				redirect_uris: [BACK, "http://127.0.0.1/cb", "com.example.app:/cb"],
				token_endpoint_auth_method: "none",
				scope: "audit:public audit:read openid",
			});
			const query = (more: Record<string, string> = {}) => queryOf(client_id, more);
			const step = (more: Record<string, string> = {}) => oauth.consent.question(query(more), ANN);
			const led = async (address: Promise<string>) => Object.fromEntries(new URL(await address).searchParams);
			return { ...oauth, client_id, query, step, led };
		};

		it("shows the client, the scopes and the redirect target", async () => {
			const { consent, query, step } = await open();
			const leads = await consent.authorize(query());
			expect(leads).toBe(`${BASE}/oauth/consent/?${query()}`);
			const question = { clientName: NAME, goesTo: "app.example.com", scopes: ["audit:public"], redirectUri: BACK };
			expect(await step()).toEqual({ ask: question });
			const wide = await step({ scope: "openid audit:read offline_access", redirect_uri: "http://127.0.0.1:99/cb" });
			expect(wide).toMatchObject({ ask: { goesTo: "your own machine", scopes: ["openid", "audit:read"] } });
			expect(await step({ redirect_uri: "com.example.app:/cb" })).toMatchObject({ ask: { goesTo: "com.example.app" } });
		});

		it("redirects with a code or a denial, state and issuer", async () => {
			const { consent, query, led } = await open();
			const back = { state: "s", iss: BASE };
			const yes = await led(consent.answer(query(), ANN, true));
			expect(yes).toEqual({ ...back, code: expect.stringMatching(/^slc_[\w-]{43}$/) });
			expect(await led(consent.answer(query(), ANN, false))).toMatchObject({ ...back, error: "access_denied" });
		});

		it.each([
			[{ response_type: "token" }, "unsupported_response_type"],
			[{ code_challenge_method: "plain" }, "invalid_request"],
			[{ code_challenge: "short" }, "invalid_request"],
			[{ scope: "audit:write" }, "invalid_scope"],
			[{ resource: "https://other.example" }, "invalid_target"],
			[{ response_mode: "fragment" }, "invalid_request"],
			[{ request: "eyJ" }, "request_not_supported"],
			[{ max_age: "1800" }, "login_required"],
			[{ prompt: "login" }, "login_required"],
			[{ prompt: "none" }, "consent_required"],
			[{ prompt: "none login" }, "consent_required"],
			[{ max_age: "x" }, "invalid_request"],
			[{ max_age: "0" }, "login_required"],
			[{ nonce: "\u0000" }, "invalid_request"],
		])("is told why %j cannot be answered, and is led back by choice alone", async (more, error) => {
			const { consent, query, step, led } = await open();
			const shown = await step(more);
			expect(shown).toMatchObject({ refused: expect.any(String), leadBack: expect.stringContaining(`${BACK}?`) });
			expect(await led(consent.answer(query(more), ANN, true))).toMatchObject({ error, state: "s", iss: BASE });
			expect(await consent.authorize(query(more))).toContain("/oauth/consent/?");
		});

		it.each([
			{ redirect_uri: "https://evil.example/back" },
			{ redirect_uri: `${BACK}/` },
			{ redirect_uri: "javascript:alert(1)" },
			{ client_id: "client_AAAAAAAAAAAAAAAAAAAAAA" },
			{ client_id: "https://127.0.0.1/client.json" },
			{ client_id: "" },
			{ state: "x".repeat(2_000) },
		])("is led nowhere by %j", async (more) => {
			const { consent, query, step } = await open();
			const refused = await step(more);
			expect(refused).toEqual({ refused: expect.any(String) });
			await expect(consent.authorize(query(more))).rejects.toMatchObject({ status: 400 });
			await expect(consent.answer(query(more), ANN, true)).rejects.toMatchObject({ status: 400 });
		});

		it("does not redirect for repeated parameters", async () => {
			const { consent, query } = await open();
			for (const name of ["client_id", "redirect_uri", "state", "scope", "code_challenge"]) {
				const twice = query({ scope: "audit:public" });
				twice.append(name, "https://evil.example/");
				const step = await consent.question(twice, ANN);
				expect(step, name).toMatchObject({ refused: "A parameter was sent more than once." });
				if ("leadBack" in step) expect(step.leadBack).toMatch(/^https:\/\/app\.example\.com\/back\?/);
			}
		});
	});
});
