import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { freshDatabase } from "#store/database.testkit.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { agedFormToken, linkIn, OPERATOR_EMAIL, openStage, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor } from "./people-visitor.testkit.ts";
import { printedPages } from "./printed-pages.testkit.ts";
import { accessibilityFaults, executablePath, sharedBrowser } from "./test-browser.testkit.ts";

const PUBLIC_PAGES = ["/sign-in/", "/contact/", "/contact/?kind=consult", "/terms/", "/privacy/"];
const OWN_PAGES = [
	"/account/",
	"/dashboard/",
	"/dashboard/shop.example.net/",
	"/admin/api-keys/",
	"/agent-claim/",
	"/agency/portal/",
	"/agency/portal/nordlicht/",
	"/agency/portal/nordlicht/profile/",
	"/agency/portal/nordlicht/clients/",
	"/agency/portal/nordlicht/leads/",
	"/agency/portal/nordlicht/members/",
];
const WIDTHS = [320, 768, 1280, 1920];
/** Most faults appear at every width, so the short run uses axe-core only at the narrowest. */
const JUDGED = FULL ? WIDTHS : [320];

const DATABASES = [
	{ name: "SQLite", missing: executablePath ? undefined : "no browser", place: async () => ({}) },
	{
		name: "Postgres",
		missing: executablePath ? whyNoPostgres() : "no browser",
		place: async () => ({ databaseUrl: await freshDatabase() }),
	},
];

const CLIENT = "shop.example.com";
const HOSTS = {
	[CLIENT]: { paths: { "/": "<!doctype html><title>A shop</title><h1>A shop</h1><p>Words of it.</p>" } },
};
const whyNoInternet = whyNoTestInternet();

/** Shared, as each page has its own context. */
let browser: Browser;
beforeAll(async () => {
	if (executablePath !== undefined) browser = await sharedBrowser();
});

describe.each(some(DATABASES, 2))("people in a browser, on $name", ({ name, missing, place }) => {
	describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "with a server of its own", () => {
		let stage: Stage;
		let anna: Visitor;
		let internet: TestInternet | undefined;
		beforeAll(async () => {
			if (name === "SQLite" && whyNoInternet === undefined) internet = await openTestInternet({ hosts: HOSTS });
			stage = await openStage({ ...(await place()), internet });
			anna = await signInAs(stage, "anna@example.com");
			await anna.send("/agency/portal/", "found", { name: "Nordlicht" });
			await anna.send("/dashboard/", "watch", { domain: "shop.example.net", mode: "light" }, { blind: true });
		}, 300_000);
		afterAll(async () => {
			await stage?.close();
			await internet?.close();
		});

		/** A page with a signed-in person's cookies. */
		async function openAs(who: Visitor | undefined, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
			const context = await browser.newContext(options);
			const cookies = (who?.cookie ?? "").split("; ").filter(Boolean);
			await context.addCookies(
				cookies.map((pair) => {
					const [key = "", value = ""] = pair.split("=", 2);
					return { name: key, value, url: stage.home };
				}),
			);
			return context.newPage();
		}

		it("signs up with a mailed link, adds a passkey, and signs in with it", { timeout: 60_000 }, async () => {
			const page = await openAs(undefined);
			const devtools = await page.context().newCDPSession(page);
			await devtools.send("WebAuthn.enable");
			await devtools.send("WebAuthn.addVirtualAuthenticator", {
				options: {
					protocol: "ctap2",
					transport: "internal",
					hasResidentKey: true,
					hasUserVerification: true,
					isUserVerified: true,
				},
			});
			await page.goto(`${stage.home}/dashboard/`);
			await page.fill("[name=email]", "passkey@example.com");
			await page.click("#link button");
			await page.waitForSelector("text=Check your email");
			await page.goto(linkIn(await stage.mail.next("passkey@example.com"), "/sign-in/link/"));
			await page.click("main form button");
			await page.waitForURL(`${stage.home}/dashboard/`);
			await page.goto(`${stage.home}/account/`);
			await page.click('[data-passkey="add"] button');
			await page.waitForURL(/done=passkey-added/);
			await page.click("#sign-out button");
			await page.waitForURL(/sign-in/);
			await page.click('[data-passkey="sign-in"] button');
			await page.waitForURL(`${stage.home}/dashboard/`);
			expect(await page.innerText("main")).toContain("passkey@example.com");
			await page.context().close();
		});

		// The rest does not depend on the database, or integration tests cover both.
		if (name !== "SQLite") return;

		it("proposes a consultation without JavaScript, and is mailed a copy once a day", { timeout: 60_000 }, async () => {
			const page = await openAs(undefined, { javaScriptEnabled: false });
			for (const copies of [1, 1]) {
				await page.goto(
					`${stage.home}/contact/?kind=consult&name=Guest&email=guest@example.com&domain=shop.example.net`,
				);
				await page.fill("[name=date]", new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
				await page.fill("[name=time]", "14:30");
				await page.selectOption("[name=zone]", "Europe/Berlin");
				await page.check("[name=copy]");
				const token = await agedFormToken();
				await page
					.locator("main form [name=token]")
					.evaluate((input, value) => input.setAttribute("value", value), token);
				await page.click("main form button");
				await page.waitForSelector("text=Your proposal has arrived");
				const notice = await stage.mail.next(OPERATOR_EMAIL);
				expect([notice.replyTo?.text, notice.subject, notice.attachments[0]?.content.toString()]).toEqual([
					"guest@example.com",
					"Consultation request from the contact form",
					expect.stringContaining("BEGIN:VCALENDAR"),
				]);
				expect(stage.mail.mails.filter(({ subject }) => subject?.endsWith("received"))).toHaveLength(copies);
			}
			await page.context().close();
		});

		it.skipIf(whyNoInternet !== undefined)(
			"takes an agency from its brand to a client's brief, and the client back to the agency",
			{ timeout: 120_000 },
			async () => {
				const page = await openAs(await signInAs(stage, "berta@example.com"));
				const send = (form: string) => page.click(`form[action$="?do=${form}"] button:not([formaction])`);
				await page.goto(`${stage.home}/agency/portal/`);
				await page.fill("form[action$='?do=found'] [name=name]", "Harbour Lights");
				await send("found");
				await page.waitForURL(/harbour-lights\/profile\/.*done=founded/);
				const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script>alert(1)</script><rect width="40" height="10" fill="#0a3d62"/></svg>`;
				const logo = { name: "logo.svg", mimeType: "image/svg+xml" };
				await page.setInputFiles("[name=logo]", { ...logo, buffer: Buffer.from(`${drawn}${" ".repeat(70_000)}`) });
				await send("logo");
				expect(await page.innerText("main")).toMatch(/at most 65,536|too large|64 KiB/);
				await page.goto(`${stage.home}/agency/portal/harbour-lights/profile/`);
				await page.setInputFiles("[name=logo]", { ...logo, buffer: Buffer.from(drawn) });
				await send("logo");
				await page.waitForURL(/done=logo-saved/);
				await page.fill("[name=note]", "We fix all of this.\nIt takes a week.");
				await page.fill("[name=contact]", "hello@harbour.example");
				await page.fill("[name=label]", "Ask for an offer");
				await page.fill("[name=leads]", "http://harbour.example/offer");
				await page.check("[name=own]");
				await page.fill("[name=accent]", "#777777");
				await page.fill("[name=ink]", "#ffffff");
				await page.check("[name=ordered]");
				await page.selectOption("[name=section1]", "fixes");
				await page.selectOption("[name=section2]", "fixes");
				await send("profile");
				const faults = await page.innerText("main");
				for (const says of ["begins with https://", "has a contrast of 4.4 to 1", "must name each section once"])
					expect(faults).toContain(says);
				expect(await page.inputValue("[name=note]")).toBe("We fix all of this.\nIt takes a week.");
				await page.fill("[name=leads]", "");
				await page.fill("[name=accent]", "#0a3d62");
				await page.selectOption("[name=section2]", "engines");
				await page.selectOption("[name=section5]", "");
				await send("profile");
				await page.waitForURL(/done=profile-saved/);
				await page.goto(`${stage.home}/agency/portal/harbour-lights/clients/`);
				const client = page.locator("form[action$='?do=add-client']");
				await client.locator("[name=domain]").fill(CLIENT);
				await client.locator("[name=name]").fill("Fjord & <b>Söhne</b>");
				await send("add-client");
				await page.waitForURL(/done=client-added/);
				await send("make-brief");
				await page.waitForURL(/done=brief-made/);
				await send("approve");
				await page.waitForURL(/done=approved/);
				expect(await page.innerText("#briefs")).toContain("Private link");
				const address = await page.locator("#briefs a[href*='/brief/']").getAttribute("href");

				const reader = await openAs(undefined, { viewport: { width: 390, height: 844 } });
				await reader.goto(new URL(address ?? "", stage.home).href);
				expect(await reader.title()).toBe(`${CLIENT}: structural readiness brief | Harbour Lights`);
				const words = await reader.innerText("body");
				const inOrder = [
					"Prepared for Fjord & <b>Söhne</b>",
					"We fix all of this.",
					"Ask for an offer",
					"What to do first",
				];
				const places = inOrder.map((says) => words.indexOf(says));
				expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b));
				// Only in the footer: the line with the proof, and the refusal.
				expect(words.match(/Sightline/g)).toHaveLength(2);
				expect((await reader.innerText("footer")).match(/Sightline/g)).toHaveLength(2);
				expect(words).not.toMatch(/Private link|What a machine sees/);
				expect(await reader.locator("nav").count()).toBe(0);
				expect(
					await reader.locator(".agency-plate img").evaluate((image: HTMLImageElement) => image.naturalWidth),
				).toBeGreaterThan(0);
				expect(Number(await reader.evaluate("document.documentElement.scrollWidth - innerWidth"))).toBe(0);
				if (FULL) {
					expect(await accessibilityFaults(reader)).toEqual([]);
					const printed = printedPages(await reader.pdf({ format: "A4", preferCSSPageSize: true }));
					expect(printed.length).toBeLessThanOrEqual(2);
					expect(printed.join(" ").replaceAll(" ", "")).toContain("PreparedforFjord");
				}

				await reader.click("text=Ask for an offer");
				expect(await reader.innerText(".agency-name")).toBe("Harbour Lights");
				expect(await reader.inputValue("[name=domain]")).toBe(CLIENT);
				await reader.fill("[name=name]", "Kari");
				await reader.fill("[name=email]", "kari@fjord.example");
				const token = await agedFormToken();
				await reader
					.locator("main form [name=token]")
					.evaluate((input, value) => input.setAttribute("value", value), token);
				await reader.click("main form button");
				await reader.waitForSelector("text=has arrived");
				expect(await reader.innerText(".agency-name")).toBe("Harbour Lights");
				await page.goto(`${stage.home}/agency/portal/harbour-lights/leads/`);
				expect(await page.innerText("#leads")).toContain("kari@fjord.example");
				await Promise.all([page.context().close(), reader.context().close()]);
			},
		);

		it("previews an agency's block live, with escaped text", { timeout: 60_000 }, async () => {
			const page = await openAs(anna);
			await page.goto(`${stage.home}/agency/portal/nordlicht/profile/`);
			const block = page.locator("#preview .agency-block");
			await page.fill("[name=name]", "<b>Nord</b> & Licht");
			await page.fill("[name=contact]", "javascript:alert(1)");
			await page.fill("[name=address]", "Kai 1\nHamburg");
			await page.check("[name=own]");
			await page.fill("[name=accent]", "#102030");
			const seen = await block.evaluate((element) => ({
				name: element.querySelector(".agency-name b")?.textContent,
				lines: [...element.querySelectorAll(".agency-contact > *")].map(({ textContent }) => textContent),
				links: element.querySelectorAll("a[href^=javascript]").length,
				ground: getComputedStyle(element).backgroundColor,
			}));
			expect(seen).toMatchObject({ name: "<b>Nord</b> & Licht", links: 0, ground: "rgb(16, 32, 48)" });
			expect(seen.lines).toEqual(expect.arrayContaining(["javascript:alert(1)", "Kai 1", "Hamburg"]));
			await page.context().close();
		});

		it("describes its visible form fields to agents", async () => {
			const page = await (await sharedBrowser("--enable-features=WebMCP")).newPage();
			const faults: unknown[] = [];
			const devtools = await page.context().newCDPSession(page);
			devtools.on("Audits.issueAdded", ({ issue }) => {
				if (issue.details.genericIssueDetails) faults.push(issue.details.genericIssueDetails);
			});
			await devtools.send("Audits.enable");
			const found: Record<string, readonly string[]> = {};
			for (const path of ["/scan/", "/compare/", "/sign-in/", "/contact/?kind=consult"]) {
				await page.goto(stage.home + path);
				const tool = (await page.webmcp.tools()).find(({ name }) => name.startsWith("fill_in_"));
				found[tool?.name ?? path] = Object.keys((tool?.inputSchema as { properties?: object })?.properties ?? {});
			}
			await page.close();
			expect(found).toEqual({
				fill_in_scan: ["url", "mode"],
				fill_in_compare: ["a", "b"],
				fill_in_send_link: ["email"],
				// The last field marks its sender as a program, as its description says.
				fill_in_send: ["name", "email", "domain", "date", "time", "zone", "note", "copy", "website"],
			});
			expect(faults).toEqual([]);
		});

		it("fits from 320 to 1,920 pixels, and is accessible in light and dark", { timeout: 240_000 }, async () => {
			const faultsOf = async (who: Visitor | undefined, paths: readonly string[]) => {
				const page = await openAs(who);
				const faults: unknown[] = [];
				for (const path of some(paths, 5)) {
					const answer = await page.goto(stage.home + path);
					if (answer?.status() !== 200) faults.push([path, answer?.status()]);
					const filled = await page.locator('.button[data-kind="main"]:visible').allInnerTexts();
					if (filled.length > 1) faults.push([path, "more than one main button", filled]);
					for (const width of WIDTHS) {
						await page.setViewportSize({ width, height: 900 });
						const excess = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
						if (excess > 0) faults.push([path, width, `${excess} px too wide`]);
						if (!JUDGED.includes(width)) continue;
						faults.push(...(await accessibilityFaults(page)).map((fault) => [path, width, fault]));
					}
				}
				await page.context().close();
				return faults;
			};
			// Two processes of the browser, as the machine has two cores at least.
			const half = OWN_PAGES.length / 2 - 2;
			const [own, others] = await Promise.all([
				faultsOf(anna, OWN_PAGES.slice(half)),
				faultsOf(undefined, PUBLIC_PAGES).then(async (faults) => [
					...faults,
					...(await faultsOf(anna, OWN_PAGES.slice(0, half))),
				]),
			]);
			expect([...own, ...others]).toEqual([]);
		});
	});
});
