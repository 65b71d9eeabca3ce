/** A minimal browser with cookies, redirects and forms, which can also send invalid requests. Never shipped. */

import { load } from "cheerio";
import { fetch } from "undici";
import { linkIn, type Stage } from "./people-stage.testkit.ts";

/** A page as received. */
export interface VisitedPage {
	readonly status: number;
	/** Path and query relative to home. */
	readonly path: string;
	readonly headers: { get(name: string): string | null };
	readonly html: string;
	/** Text of the main part, with collapsed spaces. */
	readonly text: string;
}

export interface Visitor {
	/** Cookie field to send; writable. */
	cookie: string;
	/** Loads a page below home, such as `/dashboard/`; follows redirects. */
	visit(path: string, options?: { readonly follow?: boolean }): Promise<VisitedPage>;
	/**
	 * Sends the form `name` of a page with the hidden fields that stand in it, where the page has it; follows redirects.
	 * @param pick a text in the form that is meant, where there are several of the name
	 */
	send(page: string, name: string, fields?: Fields, options?: SendOptions): Promise<VisitedPage>;
}

/** A field with several values is repeated. */
type Fields = Readonly<Record<string, string | readonly string[]>>;
interface SendOptions {
	readonly pick?: string;
	readonly follow?: boolean;
	/** Headers instead of the browser's. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Sends only the given fields, without loading the page first. */
	readonly blind?: boolean;
}

export function visitor({ home }: Pick<Stage, "home">): Visitor {
	const origin = new URL(home).origin;
	const jar = new Map<string, string>();
	const ask = async (url: string, init: Parameters<typeof fetch>[1], follow: boolean): Promise<VisitedPage> => {
		const headers = { ...(jar.size > 0 && { cookie: self.cookie }), ...(init?.headers as Record<string, string>) };
		const response = await fetch(url, { ...init, headers, redirect: "manual" });
		for (const line of response.headers.getSetCookie()) {
			const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/;\s*max-age=0/i.test(line)) jar.delete(key);
			else jar.set(key, value);
		}
		const location = response.headers.get("location");
		if (follow && location !== null) {
			await response.arrayBuffer();
			return ask(new URL(location, url).href, {}, true);
		}
		const html = await response.text();
		const text = load(html)("main").text().replace(/\s+/g, " ").trim();
		return { status: response.status, path: url.replace(home, ""), headers: response.headers, html, text };
	};
	const self: Visitor = {
		get cookie() {
			return [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
		},
		set cookie(field) {
			jar.clear();
			for (const pair of field.split("; ").filter(Boolean))
				jar.set(pair.split("=")[0] ?? "", pair.replace(/^[^=]*=/, ""));
		},
		visit: (path, { follow = true } = {}) => ask(home + path, {}, follow),
		async send(page, name, fields = {}, { pick, follow = true, headers, blind = false } = {}) {
			const hidden = blind ? {} : hiddenFields((await self.visit(page)).html, name, pick);
			const path = `${page.split("?")[0]}?do=${name}`;
			const sent = { origin, "content-type": "application/x-www-form-urlencoded", ...headers };
			const all = Object.entries({ ...hidden, ...fields });
			const pairs = all.flatMap(([field, values]) => [values].flat().map((value) => [field, value]));
			const body = new URLSearchParams(pairs).toString();
			return ask(home + path, { method: "POST", headers: sent, body }, follow);
		},
	};
	return self;
}

function hiddenFields(html: string, name: string, pick: string | undefined): Record<string, string> {
	const page = load(html);
	const forms = page(`form[action$="?do=${name}"]`)
		.toArray()
		.filter((form) => pick === undefined || page(form).text().includes(pick) || page.html(form)?.includes(pick));
	if (forms.length === 0)
		throw new Error(
			`No form "${name}"${pick ? ` with "${pick}"` : ""} in: ${page("main").text().replace(/\s+/g, " ")}`,
		);
	const inputs = page(forms[0]).find("input[type=hidden]").toArray();
	return Object.fromEntries(inputs.map((input) => [page(input).attr("name") ?? "", page(input).attr("value") ?? ""]));
}

/** Signs in with a mailed link. */
export async function signInAs(
	stage: Pick<Stage, "home" | "mail">,
	email: string,
	who = visitor(stage),
): Promise<Visitor> {
	await who.send("/sign-in/", "send-link", { email });
	const link = linkIn(await stage.mail.next(email), "/sign-in/link/");
	await who.send(link.replace(stage.home, ""), "sign-in");
	return who;
}
