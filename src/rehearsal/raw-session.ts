import type { PageInput } from "#evidence/html/digest-page.ts";
import type { PageView, ViewNode } from "#evidence/page-view.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import { type Filled, fetchPage, Obstructed, type PageSource, type Pressed, type Session } from "./session.ts";

interface RawSessionOptions {
	readonly pages: SiteSource;
	readonly domain: string;
	readonly userAgent: string;
}

/** Raw HTML, as crawlers and most assistants get it: follows links and reads forms; runs no scripts. */
export class RawSession implements Session {
	readonly kind = "raw";
	readonly #options: RawSessionOptions;
	readonly #values = new Map<string, string>();
	#view: PageView | undefined;
	#input: PageInput | undefined;

	constructor(options: RawSessionOptions) {
		this.#options = options;
	}

	async open(url: string): Promise<PageView> {
		const response = await fetchPage(url, this.#options);
		const { url: end, body, headers } = response;
		this.#input = { body, contentType: headers["content-type"], url: end, truncated: false };
		this.#view = await this.#options.pages.read("view", this.#input);
		this.#values.clear();
		return this.#view;
	}

	async look(): Promise<PageView> {
		if (!this.#view) throw new Error("A page is opened first.");
		const nodes = this.#view.nodes.map((node) => ({ ...node, value: this.#values.get(node.key) ?? node.value }));
		return { ...this.#view, nodes };
	}

	async ready(node: ViewNode): Promise<Obstructed | undefined> {
		if (node.disabled) return new Obstructed("disabled", node.name);
		const leads = node.url !== undefined && /^https?:/.test(node.url);
		return leads || node.form !== undefined ? undefined : new Obstructed("needs-script", node.name);
	}

	async press(node: ViewNode): Promise<Pressed> {
		const before = await this.look();
		const obstructed = await this.ready(node);
		if (obstructed) return { obstructed, changed: false, view: before };
		try {
			if (node.url !== undefined) {
				const view = await this.open(node.url);
				return { changed: true, view };
			}
			return await this.#submit(node, before);
		} catch (error) {
			if (!(error instanceof Obstructed)) throw error;
			this.#view = before;
			return { obstructed: error, changed: false, view: before };
		}
	}

	/** HTML section 4.10.22.2: a form without a button is submitted from its only field. */
	async enter(node: ViewNode): Promise<Pressed> {
		const view = await this.look();
		const texts = view.nodes.filter(({ form, role }) => form === node.form && /textbox|searchbox/.test(role));
		if (node.form === undefined || texts.length > 1)
			return { obstructed: new Obstructed("needs-script", node.name), changed: false, view };
		return this.press({ ...node, url: undefined });
	}

	/** HTML section 4.10.22.3: only GET forms change nothing. */
	async #submit(button: ViewNode, view: PageView): Promise<Pressed> {
		const form = view.nodes.find(({ key }) => key === button.form);
		const { action = "", method = "get" } = form?.attributes ?? {};
		const address = URL.parse(action, view.url) ?? new URL(view.url);
		if (method.toLowerCase() === "post")
			return { held: `POST ${address.origin}${address.pathname}`, changed: true, view };
		const fields = view.nodes.filter(
			(node) => node.form === button.form && node.attributes.name && node.role !== "button",
		);
		address.search = new URLSearchParams(fields.map((node) => [node.attributes.name ?? "", node.value])).toString();
		return { changed: true, view: await this.open(address.href) };
	}

	async fill(node: ViewNode, value: string): Promise<Filled> {
		if (node.disabled) return { obstructed: new Obstructed("disabled", node.name), value: node.value };
		this.#values.set(node.key, value);
		return { value };
	}

	async leavesByKey(): Promise<boolean> {
		return true;
	}

	async scroll(): Promise<boolean> {
		return false;
	}

	async source(): Promise<PageSource> {
		if (!this.#input) throw new Error("A page is opened first.");
		return { input: this.#input, tools: [] };
	}

	async picture(): Promise<undefined> {
		return undefined;
	}

	async close(): Promise<void> {}
}
