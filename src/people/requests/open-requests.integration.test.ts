import { expect, it } from "vitest";
import { REQUEST_DAYS } from "#core/kept-for.ts";
import type { Mail } from "#mail/mailer.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { addAgency } from "../agencies/agency-rows.testkit.ts";
import { MAILS_A_DAY, reserveMail } from "../mail-caps.ts";
import { type NewRequest, openRecipients, Requests } from "./requests.ts";

const DAY_MS = 86_400_000;
const COPIES_A_DAY = MAILS_A_DAY["all-copies"];
const AT = "2026-11-21T02:00:00.000Z";
const OWNER = { id: "n", email: "nordlicht@owner.example", name: "", image: null, createdAt: AT, updatedAt: AT };
const START = Date.UTC(2026, 10, 23, 12);

describeDatabases(({ open }) => {
	async function stage() {
		const mails: Mail[] = [];
		const database = await open();
		const state = { now: START, fails: false, faults: [] as unknown[] };
		const requests = new Requests({
			database,
			accounts: { find: async (id) => ({ id, email: `${id}@example.com`, name: "", createdAt: "" }) },
			secret: async () => "s".repeat(32),
			mailer: {
				async send(mail) {
					if (state.fails || mail.to.startsWith("broken@")) throw new Error("no mail server");
					mails.push(mail);
				},
			},
			recipient: async (to) => (/^(?:nordlicht|broken)?$/.test(to) ? { emails: [`${to}@owner.example`] } : undefined),
			baseUrl: "https://audit.example.org",
			portal: "https://audit.example.org/agency/portal/",
			onFault: (error) => state.faults.push(error),
			now: () => state.now,
		});
		const send = (id: string, more: Partial<NewRequest> = {}) =>
			requests.submit({
				...{
					id,
					kind: "question",
					to: "",
					name: "Anna",
					email: "anna@example.com",
					domain: "",
					note: id,
					wantsCopy: false,
				},
				...more,
			});
		return { database, requests, mails, state, send };
	}

	it("stores a request once, and lists it only for its recipient, newest first", async () => {
		const { requests, mails, state, send } = await stage();
		for (const id of ["a", "b", "c", "c"]) {
			await send(id);
			state.now++;
		}
		await send("d", { to: "nordlicht" });
		expect((await requests.sent("d"))?.recipient).toEqual({ isOperator: false });
		const first = await requests.list("", { limit: 2 });
		const second = await requests.list("", { limit: 2, cursor: first.nextCursor });
		expect([first, second].map(({ requests: page }) => page.map(({ id }) => id))).toEqual([["c", "b"], ["a"]]);
		expect(second.nextCursor).toBeUndefined();
		expect([mails.length, await requests.get("nordlicht", "a"), await requests.mark("nordlicht", "a", true)]).toEqual([
			4,
			undefined,
			false,
		]);
		expect([await requests.mark("", "a", true), await requests.countOpen("")]).toEqual([true, 2]);
		await expect(send("e", { to: "nobody" })).rejects.toThrow("No account here can receive it.");
		expect([await requests.remove("nordlicht", "d"), await requests.countOpen("nordlicht")]).toEqual([true, 0]);
		await send("d", { to: "nordlicht" });
		expect(await requests.countOpen("nordlicht")).toBe(0);
	});

	it("mails the recipient in the language of the address's account, else of the agency", async () => {
		const { database, mails, send } = await stage();
		await send("a", { to: "nordlicht" });
		await database.sql
			.insertInto("user")
			.values({ ...OWNER, emailVerified: database.kind === "sqlite" ? 1 : true, language: "de" })
			.execute();
		await send("b", { to: "nordlicht", domain: "shop.example" });
		expect(mails.map(({ lang, subject }) => [lang, subject])).toEqual([
			["en", "Question from the contact form"],
			["de", "Frage über das Kontaktformular"],
		]);
		expect(mails[1]?.text).toContain("Domain: shop.example");
	});

	it("sends copies without typed text, one per mailbox and day, up to the total cap", async () => {
		const { mails, state, send } = await stage();
		const copies = () => mails.filter(({ subject }) => subject.endsWith("received"));
		for (const email of ["anna@example.com", "ANNA+1@example.com", "an.na@gmail.com", "anna@gmail.com"])
			await send(email, { email, wantsCopy: true, name: "Buy now", note: "Buy now", domain: "buy-now.example" });
		expect(copies().map(({ to }) => to)).toEqual(["anna@example.com", "an.na@gmail.com"]);
		expect(JSON.stringify(copies())).not.toMatch(/buy.now/i);
		for (let guest = 0; guest < COPIES_A_DAY + 5; guest++)
			await send(`g${guest}`, { email: `g${guest}@example.com`, wantsCopy: true });
		expect(copies()).toHaveLength(COPIES_A_DAY);
		state.now += DAY_MS;
		await send("next", { wantsCopy: true });
		expect(copies()).toHaveLength(COPIES_A_DAY + 1);
	});

	it("mails an agency's verified contact, else its owners, with one cap per mailbox over all agencies", async () => {
		const database = await open();
		await addAgency(database, "pier", ["owner", "viewer"]);
		const mailed = async (contact: string, isFile: boolean) => {
			const brands = {
				brand: async () => ({ slug: "pier", name: "Pier", version: "0", contact }),
				isFile: async () => isFile,
			};
			return (await openRecipients(database, brands, undefined)("pier"))?.emails;
		};
		const [owner, viewer, stranger] = ["pier-owner0@example.com", "pier-viewer1@example.com", "victim@example.net"];
		expect(await mailed(stranger, false)).toEqual([owner]);
		expect([await mailed(viewer, false), await mailed(stranger, true)]).toEqual([[viewer], [stranger]]);
		const taken = [];
		for (const email of ["victim+1@example.net", "Victim@example.net", stranger, stranger])
			taken.push(await reserveMail(database, "invitation", email, START));
		expect(taken).toEqual([true, true, true, false]);
		expect(await reserveMail(database, "invitation", stranger, START + DAY_MS)).toBe(true);
	});

	it("retries unsent emails, and deletes expired requests and those of deleted accounts", async () => {
		const { database, requests, mails, state, send } = await stage();
		state.fails = true;
		for (let nth = 0; nth < 25; nth++) await send(`x${nth}`, { to: "broken" });
		state.faults.length = 0;
		await send("a");
		expect([mails.length, state.faults.length, await requests.countOpen("")]).toEqual([0, 1, 1]);
		state.fails = false;
		await requests.sweep(state.now + 1);
		await requests.sweep(state.now + 2);
		expect(mails).toHaveLength(1);
		// State after a process died while mailing.
		const cutOff = { claimed_ms: state.now, mailed_ms: null };
		await database.sql.updateTable("contact_request").set(cutOff).where("id", "=", "a").execute();
		const counts = [];
		for (const minutes of [5, 15, 25]) {
			await requests.sweep(state.now + minutes * 60_000);
			counts.push(mails.length);
		}
		expect(counts).toEqual([1, 2, 2]);
		await send("b", { email: "ben@example.com" });
		expect(await requests.exportOf("ben")).toMatchObject([{ id: "b" }]);
		await send("c", { email: "ben@example.com", to: "nordlicht" });
		await requests.forget("ben");
		expect([await requests.countOpen(""), await requests.countOpen("nordlicht")]).toEqual([1, 1]);
		await requests.sweep(START + REQUEST_DAYS * DAY_MS);
		expect([await requests.countOpen(""), await requests.countOpen("nordlicht")]).toEqual([0, 0]);
	});
});
