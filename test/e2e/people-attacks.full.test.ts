import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMS } from "#server/pages/people-page.ts";
import { agedFormToken, linkIn, OPERATOR_EMAIL, openStage, recipientOf, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor, visitor } from "./people-visitor.testkit.ts";

/** Attacks on accounts, agencies and forms, as somebody would try them by hand. Those that a database has a part in are in people-rights.full.test.ts. */

const MARKUP = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

describe("attacks on people's pages", () => {
	let stage: Stage;
	let anna: Visitor;
	beforeAll(async () => {
		stage = await openStage();
		anna = await signInAs(stage, "anna@example.com");
		await anna.send("/agency/portal/", "found", { name: "Nordlicht" });
	}, 300_000);
	afterAll(() => stage?.close());

	it("a changed or forged cookie is no session", async () => {
		const [, name, value = ""] = /([^=; ]*-session)=([^;]*)/.exec(anna.cookie) ?? [];
		const forged = [
			value.slice(0, -6),
			`${"x".repeat(32)}.${"A".repeat(43)}%3D`,
			value.replace(/^./, (first) => (first === "z" ? "y" : "z")),
			"%",
			"",
		];
		for (const each of forged) {
			const thief = visitor(stage);
			thief.cookie = `${name}=${each}`;
			expect([each, (await thief.visit("/account/", { follow: false })).status]).toEqual([each, 303]);
		}
	});

	it("forms from another site are refused", async () => {
		const senders = [
			{ origin: "https://evil.example" },
			{ origin: "null" },
			{ origin: "http://localhost" },
			{ origin: "", "sec-fetch-site": "cross-site" },
		];
		for (const [at, { page, name }] of FORMS.entries()) {
			const headers: Record<string, string> = senders[at % senders.length] ?? {};
			const address = `${page.replace(/\[\w+\]/g, "example.com")}/`;
			const { status } = await anna.send(address, name, {}, { blind: true, follow: false, headers });
			expect([page, name, headers, status]).toEqual([page, name, headers, 403]);
		}
		expect((await anna.visit("/account/")).status).toBe(200);
	});

	it("a session is ignored for API requests from another site", async () => {
		const ask = (headers: Record<string, string>) =>
			stage.server.ask("/api/v1/audits", { headers: { cookie: anna.cookie, ...headers } });
		const foreign = await ask({ origin: "https://evil.example", "sec-fetch-site": "cross-site" });
		expect(foreign.status).toBe(401);
		const own = await ask({ "sec-fetch-site": "same-origin" });
		expect([own.status, own.headers.get("access-control-allow-origin"), own.headers.get("cache-control")]).toEqual([
			200,
			null,
			"no-store",
		]);
	});

	it.each(["//evil.example", "/\\evil.example", "/\t/evil.example", "/..//evil.example"])(
		"the sign-in never redirects to another site: %j",
		async (next) => {
			const guest = visitor(stage);
			await guest.send(`/sign-in/?next=${encodeURIComponent(next)}`, "send-link", { email: "guest@example.com", next });
			const link = linkIn(await stage.mail.next("guest@example.com"), "/sign-in/link/").replace(stage.home, "");
			const page = await guest.send(link, "sign-in", { next }, { follow: false });
			const location = page.headers.get("location") ?? "";
			expect([page.status, new URL(location, stage.home).origin]).toEqual([303, new URL(stage.home).origin]);
			expect(location).not.toMatch(/^(?:\/\/|\/\\)/);
		},
	);

	it("accounts cannot be enumerated: same response and email", async () => {
		const answers = [];
		for (const email of ["anna@example.com", "never@example.com"]) {
			const page = await visitor(stage).send("/sign-in/", "send-link", { email });
			answers.push([page.status, page.html.replaceAll(new RegExp(email.replace("@", "(?:[@-]|%40)"), "g"), "…")]);
			await stage.mail.next(email);
		}
		expect(answers[0]).toEqual(answers[1]);
	});

	it("names and messages are escaped everywhere", async () => {
		await anna.send("/account/", "rename", { name: MARKUP });
		const guest = visitor(stage);
		const typed = {
			token: await agedFormToken(),
			kind: "question",
			agency: "nordlicht",
			name: MARKUP,
			email: "guest@example.com",
			note: MARKUP,
		};
		const sent = await guest.send("/contact/", "send", typed, { blind: true });
		expect(sent.text).toContain("has arrived");
		const shown = [
			await anna.visit("/account/"),
			await anna.visit("/agency/portal/nordlicht/leads/"),
			await anna.visit("/agency/portal/nordlicht/members/"),
			await guest.visit(
				`/contact/?name=${encodeURIComponent(MARKUP)}&note=${encodeURIComponent(MARKUP)}&kind=${encodeURIComponent(MARKUP)}&done=${encodeURIComponent(MARKUP)}`,
			),
			await guest.visit(`/sign-in/?next=${encodeURIComponent(MARKUP)}&error=${encodeURIComponent(MARKUP)}`),
		];
		for (const { path, status, html } of shown) {
			expect([path, status]).toEqual([path, 200]);
			expect([path, load(html)("script:not([src]), img").length]).toEqual([path, 0]);
		}
		// The same form again is the same request.
		await guest.send("/contact/", "send", typed, { blind: true });
		const leads = await anna.visit("/agency/portal/nordlicht/leads/");
		expect(leads.text).toBe(shown[1]?.text);
	});

	it("no form field can inject an email header, and the honeypot refuses bots", async () => {
		const { length } = stage.mail.mails;
		const lines = "x\r\nBcc: victim@example.com";
		const faulty = [
			{ name: lines, email: "guest@example.com" },
			{ name: "Guest", email: `guest@example.com${lines.slice(1)}` },
			{ name: "Guest", email: "guest@example.com, victim@example.com" },
			{ name: "Guest", email: "guest@example.com", website: "https://spam.example" },
		];
		for (const fields of faulty) {
			const page = await visitor(stage).send("/contact/", "send", { ...fields, note: "Hello", kind: "question" });
			expect([fields, page.status]).toEqual([fields, 422]);
		}
		const link = await visitor(stage).send("/sign-in/", "send-link", { email: `a@example.com${lines.slice(1)}` });
		expect([link.status, stage.mail.mails.length]).toEqual([422, length]);
		expect(stage.mail.mails.map(recipientOf)).not.toContain("victim@example.com");
	});

	it("a forged or too early form token is refused", async () => {
		for (const token of ["", "x", `${"A".repeat(22)}.zzz.${"A".repeat(43)}`]) {
			const typed = { token, kind: "question", name: "Guest", email: "guest@example.com", note: "Hello" };
			expect((await visitor(stage).send("/contact/", "send", typed, { blind: true })).status).toBe(422);
		}
		const typed = { kind: "question", name: "Guest", email: "guest@example.com", note: "Hello" };
		const early = await visitor(stage).send("/contact/", "send", typed);
		expect([early.status, early.text]).toEqual([422, expect.stringContaining("very quick")]);
		expect(stage.mail.mails.map(recipientOf)).not.toContain(OPERATOR_EMAIL);
	});

	it("a logo is rendered to an inert picture, and refused if too large", async () => {
		const upload = (svg: string) => {
			const form = new FormData();
			form.set("logo", new File([svg], "logo.svg", { type: "image/svg+xml" }));
			const { headers, body } = new Request(stage.home, { method: "POST", body: form });
			const sent = {
				...{ cookie: anna.cookie, origin: new URL(stage.home).origin },
				"content-type": headers.get("content-type") ?? "",
			};
			const init = { method: "POST", headers: sent, body, duplex: "half" } as const;
			return stage.server.ask("/agency/portal/nordlicht/profile/?do=logo", init);
		};
		const drawing = (inside: string) =>
			`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)">${inside}<path d="M0 0h10v10z"/></svg>`;
		const harmful = [
			`<script>alert(1)</script><foreignObject><iframe src="//evil.example"/></foreignObject>`,
			`<a href="javascript:alert(1)"><path d="M0 0h9v9z"/></a><set attributeName="href" to="javascript:alert(1)"/>`,
			`<path d="M0 0h8v8z" onload="alert(1)" style="fill:url(https://evil.example/a)"/>`,
		];
		expect((await upload(drawing(harmful.join("")))).status).toBe(303);
		const shown = await stage.server.ask("/agency/nordlicht.png");
		const text = await shown.text();
		expect([shown.status, shown.headers.get("content-type"), text]).toEqual([
			200,
			"image/png",
			expect.stringMatching(/^.PNG/),
		]);
		expect(text).not.toMatch(/script|style|evil|alert|onload|foreignObject|href/i);
		const answers = [
			await upload(drawing(`<desc>${"x".repeat(70_000)}</desc>`)),
			await upload("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>"),
			await upload(drawing(`<image href="https://evil.example/a.png"/>`)),
			await upload("no picture"),
		];
		expect(answers.map(({ status }) => status)).toEqual([413, 422, 422, 422]);
		expect(await (await stage.server.ask("/agency/nordlicht.png")).text()).toBe(text);
	});

	it("a body that is too large or of another type is refused before it is read", async () => {
		const large = await visitor(stage).send("/contact/", "send", { note: "x".repeat(20_000) }, { blind: true });
		const headers = { origin: new URL(stage.home).origin, "content-type": "application/json" };
		const other = await visitor(stage).send("/contact/", "send", {}, { blind: true, headers });
		expect([large.status, other.status]).toEqual([413, 415]);
	});
});
