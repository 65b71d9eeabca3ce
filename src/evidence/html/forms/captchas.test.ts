import { describe, expect, it } from "vitest";
import { CAPTCHA_VENDORS } from "../controls/forms.ts";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/").captchas;

describe("a challenge", () => {
	it.each([
		['<script src="https://www.google.com/recaptcha/api.js"></script>', "reCAPTCHA", "script"],
		['<script src="//www.recaptcha.net/recaptcha/enterprise.js?render=k"></script>', "reCAPTCHA", "script"],
		['<iframe src="https://www.google.com/recaptcha/api2/anchor?k=1"></iframe>', "reCAPTCHA", "frame"],
		['<div class="mt-2 g-recaptcha" data-sitekey=k></div>', "reCAPTCHA", "widget"],
		["<button class=g-recaptcha data-callback=send>Send</button>", "reCAPTCHA", "widget"],
		['<script src="https://js.hcaptcha.com/1/api.js"></script>', "hCaptcha", "script"],
		['<script src="https://hcaptcha.com/1/api.js"></script>', "hCaptcha", "script"],
		["<div class=h-captcha></div>", "hCaptcha", "widget"],
		['<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>', "Cloudflare Turnstile", "script"],
		["<div class=cf-turnstile></div>", "Cloudflare Turnstile", "widget"],
		[
			'<script src="https://cdn.jsdelivr.net/npm/@friendlycaptcha/sdk@0.2.0/site.min.js"></script>',
			"Friendly Captcha",
			"script",
		],
		["<div class=frc-captcha></div>", "Friendly Captcha", "widget"],
		['<script src="https://static.geetest.com/v4/gt4.js"></script>', "GeeTest", "script"],
		['<script src="https://a1.b2.eu-west-3.captcha.awswaf.com/a1/jsapi.js"></script>', "AWS WAF CAPTCHA", "script"],
		["<awswaf-captcha></awswaf-captcha>", "AWS WAF CAPTCHA", "widget"],
		['<script src="https://client-api.arkoselabs.com/v2/k/api.js"></script>', "Arkose Labs", "script"],
		["<div class=mtcaptcha></div>", "MTCaptcha", "widget"],
		["<div class=smart-captcha></div>", "Yandex SmartCaptcha", "widget"],
		["<altcha-widget></altcha-widget>", "ALTCHA", "widget"],
	])("%s", (html, vendor, from) => {
		expect(read(html)).toMatchObject([{ vendor, from, inForm: false }]);
	});

	it.each([
		'<script src="https://www.google.com/maps/api.js"></script>',
		'<script src="https://a1.eu-west-3.token.awswaf.com/a1/challenge.js"></script>',
		'<script src="https://evilhcaptcha.com/x.js"></script>',
		'<script src="/recaptcha/local.js"></script>',
		"<p class='g-recaptcha-terms'>Protected</p>",
		"<a href='https://www.google.com/recaptcha/about/'>About</a>",
		"<script src='https://%'></script><script>grecaptcha</script>",
	])("is not in %s", (html) => {
		expect(read(html)).toEqual([]);
	});

	it.each([
		['<div class=g-recaptcha data-size="invisible"></div>', true],
		['<div class=h-captcha data-size="Invisible"></div>', true],
		["<button class=g-recaptcha data-callback=send>Send</button>", true],
		["<div class=g-recaptcha data-size=compact></div>", undefined],
		["<div class=cf-turnstile data-size=invisible></div>", undefined],
	])("of %s shows nothing at first: %s", (html, invisible) => {
		expect(read(html)[0]?.invisible).toBe(invisible);
	});

	it("knows whether it is in a form", () => {
		const html = "<form><p><i class=h-captcha></i></p></form><i class=h-captcha></i>";
		expect(read(html).map(({ inForm }) => inForm)).toEqual([true, false]);
	});

	it("is listed 20 times at most, and by one vendor each", () => {
		expect(read("<i class=h-captcha></i>".repeat(30))).toHaveLength(20);
		const classes = CAPTCHA_VENDORS.flatMap((vendor) => vendor.classes);
		expect(new Set(classes).size).toBe(classes.length);
	});
});
