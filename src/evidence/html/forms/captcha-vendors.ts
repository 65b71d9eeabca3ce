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

/** Challenges for humans that are in wide use, each by what its own installation page tells a site to write. */
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
