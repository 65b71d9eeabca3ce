import type { PageCaptcha } from "../../digest/operability.ts";
import type { Page } from "../page.ts";
import { MAX_CAPTCHAS, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { type PageElement, SVG } from "../tree/page-tree.ts";

/** How one vendor's challenge is recognised in the source of a page. */
export interface CaptchaVendor {
	readonly name: string;
	/** The vendor's page on how it is put into a site. */
	readonly page: `https://${string}`;
	/** Where its scripts and frames come from: host, or end of a host with a dot before it, and a part of the path. */
	readonly sources: readonly (readonly [host: string, path: string])[];
	/** Classes of the element that it turns into a challenge. */
	readonly classes: readonly string[];
	/** Its own elements. */
	readonly tags?: readonly string[];
	/** Shows nothing at first on a button, or with `data-size="invisible"`: a challenge comes only where it has a doubt. */
	readonly hides?: true;
}

/** Challenges for humans that are in wide use, each by the markup that its own installation page prescribes. */
export const CAPTCHA_VENDORS: readonly CaptchaVendor[] = [
	{
		name: "reCAPTCHA",
		page: "https://developers.google.com/recaptcha/docs/display",
		sources: [
			["www.google.com", "/recaptcha/"],
			["www.recaptcha.net", "/recaptcha/"],
			["www.gstatic.com", "/recaptcha/"],
		],
		classes: ["g-recaptcha"],
		// https://developers.google.com/recaptcha/docs/invisible
		hides: true,
	},
	{
		name: "hCaptcha",
		page: "https://docs.hcaptcha.com/",
		sources: [[".hcaptcha.com", "/"]],
		classes: ["h-captcha"],
		// https://docs.hcaptcha.com/invisible
		hides: true,
	},
	{
		name: "Cloudflare Turnstile",
		page: "https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/",
		sources: [["challenges.cloudflare.com", "/turnstile/"]],
		classes: ["cf-turnstile"],
	},
	{
		name: "Friendly Captcha",
		page: "https://developer.friendlycaptcha.com/docs/v2/getting-started/install",
		sources: [
			["cdn.jsdelivr.net", "/@friendlycaptcha/sdk"],
			["cdn.jsdelivr.net", "/friendly-challenge"],
			["unpkg.com", "/friendly-challenge"],
		],
		classes: ["frc-captcha"],
	},
	{
		name: "GeeTest",
		page: "https://docs.geetest.com/BehaviorVerification/deploy/client/web",
		sources: [
			[".geetest.com", "/"],
			[".geevisit.com", "/"],
		],
		classes: ["geetest_captcha", "geetest_holder"],
	},
	{
		name: "AWS WAF CAPTCHA",
		page: "https://docs.aws.amazon.com/waf/latest/developerguide/waf-js-captcha-api.html",
		// The same hosts also serve the silent challenge (challenge.js), which asks nothing of a visitor.
		sources: [
			[".awswaf.com", "/jsapi.js"],
			[".awswaf.com", "/captcha.js"],
		],
		classes: [],
		tags: ["awswaf-captcha"],
	},
	{
		name: "Arkose Labs",
		page: "https://developer.arkoselabs.com/docs/client-api",
		sources: [
			[".arkoselabs.com", "/"],
			[".funcaptcha.com", "/"],
		],
		classes: [],
	},
	{
		name: "MTCaptcha",
		page: "https://docs.mtcaptcha.com/dev-guide",
		sources: [[".mtcaptcha.com", "/mtcv1/"]],
		classes: ["mtcaptcha"],
	},
	{
		name: "Yandex SmartCaptcha",
		page: "https://yandex.cloud/en/docs/smartcaptcha/concepts/widget-methods",
		sources: [
			["smartcaptcha.yandexcloud.net", "/"],
			["smartcaptcha.cloud.yandex.ru", "/"],
		],
		classes: ["smart-captcha"],
	},
	{
		name: "ALTCHA",
		page: "https://altcha.org/docs/v2/widget-integration/",
		sources: [],
		classes: [],
		tags: ["altcha-widget"],
	},
];

const BY_CLASS = new Map(CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes.map((name) => [name, vendor] as const)));
const BY_TAG = new Map(CAPTCHA_VENDORS.flatMap((vendor) => (vendor.tags ?? []).map((tag) => [tag, vendor] as const)));

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
	return CAPTCHA_VENDORS.find(({ sources }) => sources.some(([host, path]) => comesFrom(address, host, path)));
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
	if (classes === null) return undefined;
	for (const name of tokens(classes)) {
		const vendor = BY_CLASS.get(name);
		if (vendor) return vendor;
	}
	return undefined;
}
