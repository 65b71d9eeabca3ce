import type { PageCaptcha } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { SVG } from "../tree/page-tree.ts";
import data from "./captcha-vendors.json" with { type: "json" };

/** Pages have one or two; more are repetitions. */
const MAX_CAPTCHAS = 20;

/** Markup from each vendor's installation page. `hides`: on a button or `data-size="invisible"`, shown if in doubt. */
export const CAPTCHA_VENDORS = data.vendors;

type CaptchaVendor = (typeof CAPTCHA_VENDORS)[number];

const BY_CLASS = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes.map((name) => [name, vendor] as const)));
const SOME_CLASS = new RegExp([...BY_CLASS.keys()].join("|"), "i");
const VENDOR_BY_TAG = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.tags.map((tag) => [tag, vendor] as const)));

export function collectCaptchas({ elements, source, url }: Page): readonly PageCaptcha[] {
	const captchas: PageCaptcha[] = [];
	let formUntil = 0;
	for (const { element, index, end } of elements) {
		if (element.namespaceURI === SVG) continue;
		if (element.tagName === "form") formUntil = Math.max(formUntil, end);
		const captcha = captchaIn(element.tagName, (name) => attribute(element, name), url);
		if (!captcha) continue;
		const found = { ...source.startTag(element), ...captcha, inForm: index < formUntil };
		if (captchas.push(found) === MAX_CAPTCHAS) break;
	}
	return captchas;
}

export type Captcha = Pick<PageCaptcha, "vendor" | "from" | "invisible">;

/** The part that an HTML element plays in a human verification. */
export function captchaIn(tag: string, attributeOf: (name: string) => string | null, url: string): Captcha | undefined {
	if (tag === "script" || tag === "iframe") {
		const vendor = bySource(attributeOf("src"), url);
		return vendor && { vendor: vendor.name, from: tag === "script" ? "script" : "frame" };
	}
	const vendor = VENDOR_BY_TAG.get(tag) ?? byClass(attributeOf("class") ?? "");
	if (!vendor) return undefined;
	const isHidden = tag === "button" || attributeOf("data-size")?.trim().toLowerCase() === "invisible";
	return { vendor: vendor.name, from: "widget", ...(vendor.hides && isHidden ? { invisible: true } : {}) };
}

/** Whether visitors must solve it. */
export function isChallenge({ from, invisible }: Captcha): boolean {
	return from !== "script" && !invisible;
}

function bySource(src: string | null, url: string): CaptchaVendor | undefined {
	const address = src === null || src.length > VALUE_LENGTH ? null : URL.parse(src, url);
	if (!address) return undefined;
	return CAPTCHA_VENDORS.find(({ sources }) => sources.some(({ host, path }) => isLoadedFrom(address, host, path)));
}

function isLoadedFrom({ hostname, pathname }: URL, host: string, path: string): boolean {
	const matches = host.startsWith(".") ? `.${hostname}`.endsWith(host) : hostname === host;
	return matches && pathname.includes(path);
}

function byClass(classes: string): CaptchaVendor | undefined {
	return SOME_CLASS.test(classes) ? BY_CLASS.get(tokens(classes).find((each) => BY_CLASS.has(each)) ?? "") : undefined;
}
