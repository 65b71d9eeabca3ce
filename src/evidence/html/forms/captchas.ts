import type { PageCaptcha } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_CAPTCHAS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";
import data from "./captcha-vendors.json" with { type: "json" };

/**
 * Challenges for humans that are in wide use, each by the markup that its own installation page prescribes. `hides`: it
 * shows nothing at first on a button, or with `data-size="invisible"`, and challenges only where it has a doubt.
 */
export const CAPTCHA_VENDORS = data.vendors;

type CaptchaVendor = (typeof CAPTCHA_VENDORS)[number];

const BY_CLASS = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes.map((name) => [name, vendor] as const)));
const BY_TAG = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.tags.map((tag) => [tag, vendor] as const)));

/** Challenges for humans, by the script, frame or element that the vendor prescribes. */
export function collectCaptchas({ elements, source, url }: Page): readonly PageCaptcha[] {
	const captchas: PageCaptcha[] = [];
	/** Index up to which the elements are inside a form. */
	let formUntil = 0;
	for (const { element, index, end } of elements) {
		if (element.namespaceURI === SVG) continue;
		if (element.tagName === "form") formUntil = Math.max(formUntil, end);
		const match = matchVendor(element, url);
		if (!match) continue;
		const [vendor, from] = match;
		const invisible = from === "widget" && isInvisible(element, vendor) ? { invisible: true as const } : {};
		const inForm = index < formUntil;
		const found = { ...source.startTag(element), vendor: vendor.name, from, inForm, ...invisible };
		if (captchas.push(found) === MAX_CAPTCHAS) break;
	}
	return captchas;
}

function matchVendor(element: PageElement, url: string): readonly [CaptchaVendor, PageCaptcha["from"]] | undefined {
	if (element.tagName === "script" || element.tagName === "iframe") {
		const vendor = bySource(attribute(element, "src"), url);
		return vendor && [vendor, element.tagName === "script" ? "script" : "frame"];
	}
	const vendor = BY_TAG.get(element.tagName) ?? byClass(attribute(element, "class"));
	return vendor && [vendor, "widget"];
}

function bySource(src: string | null, url: string): CaptchaVendor | undefined {
	const address = src === null || src.length > VALUE_LENGTH ? null : URL.parse(src, url);
	if (!address) return undefined;
	return CAPTCHA_VENDORS.find(({ sources }) => sources.some(({ host, path }) => comesFrom(address, host, path)));
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

function byClass(classes: string | null): CaptchaVendor | undefined {
	const name = tokens(classes).find((each) => BY_CLASS.has(each));
	return name === undefined ? undefined : BY_CLASS.get(name);
}
