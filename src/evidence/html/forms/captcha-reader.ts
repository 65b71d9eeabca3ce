import type { PageCaptcha } from "../../digest/forms.ts";
import { MAX_CAPTCHAS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, tokens } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { CAPTCHA_VENDORS, type CaptchaVendor } from "./captcha-vendors.ts";

const BY_CLASS = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes.map((name) => [name, vendor] as const)));
const BY_TAG = new Map(CAPTCHA_VENDORS.flatMap((vendor) => (vendor.tags ?? []).map((tag) => [tag, vendor] as const)));

/** Challenges for humans, by the script, frame or element that the vendor tells a site to write. */
export class CaptchaReader implements Reader {
	readonly captchas: PageCaptcha[] = [];
	readonly #source: PageSource;
	readonly #url: string;
	#forms = 0;

	constructor(source: PageSource, url: string) {
		this.#source = source;
		this.#url = url;
	}

	enter(element: PageElement, _here: Standing): void {
		if (element.namespaceURI === SVG) return;
		if (element.tagName === "form") this.#forms++;
		if (this.captchas.length === MAX_CAPTCHAS) return;
		const seen = this.#seenIn(element);
		if (!seen) return;
		const [vendor, from] = seen;
		const invisible = from === "widget" && isInvisible(element, vendor) ? { invisible: true as const } : {};
		const place = this.#source.startTag(element);
		this.captchas.push({ ...place, vendor: vendor.name, from, inForm: this.#forms > 0, ...invisible });
	}

	leave(element: PageElement): void {
		if (element.tagName === "form" && element.namespaceURI !== SVG) this.#forms--;
	}

	#seenIn(element: PageElement): readonly [CaptchaVendor, PageCaptcha["from"]] | undefined {
		if (element.tagName === "script" || element.tagName === "iframe") {
			const vendor = this.#vendorOf(attribute(element, "src"));
			return vendor && [vendor, element.tagName === "script" ? "script" : "frame"];
		}
		const vendor = BY_TAG.get(element.tagName) ?? (hasAttribute(element, "class") ? byClass(element) : undefined);
		return vendor && [vendor, "widget"];
	}

	#vendorOf(src: string | null): CaptchaVendor | undefined {
		const address = src === null || src.length > VALUE_LENGTH ? null : URL.parse(src, this.#url);
		if (!address) return undefined;
		return CAPTCHA_VENDORS.find(({ sources }) => sources.some(([host, path]) => comesFrom(address, host, path)));
	}
}

/** By its size, or bound to a button, which the click on it asks. */
function isInvisible(element: PageElement, { hides }: CaptchaVendor): boolean {
	if (!hides) return false;
	return element.tagName === "button" || attribute(element, "data-size")?.trim().toLowerCase() === "invisible";
}

function comesFrom({ hostname, pathname }: URL, host: string, path: string): boolean {
	const matches = host.startsWith(".") ? `.${hostname}`.endsWith(host) : hostname === host;
	return matches && pathname.includes(path);
}

function byClass(element: PageElement): CaptchaVendor | undefined {
	for (const name of tokens(attribute(element, "class"))) {
		const vendor = BY_CLASS.get(name);
		if (vendor) return vendor;
	}
	return undefined;
}
