import type { CheckExamples } from "../shared/example.ts";

const PAGE = (lang: string, links: string) =>
	`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Example</title></head>
<body><main><h1>Example</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main><footer>${links}</footer></body></html>`;

export const contactLegalExamples: CheckExamples = {
	check: "contact-legal",
	examples: [
		{ name: "All three in the footer", outcome: "pass" },
		{
			name: "A German imprint names the owner and how to reach them",
			outcome: "pass",
			page: PAGE("de", '<a href="/impressum.html">Impressum</a> <a href="/datenschutz.html">Datenschutzerklärung</a>'),
		},
		{
			name: "In Japanese, with addresses that say nothing",
			outcome: "pass",
			page: PAGE(
				"ja",
				'<a href="/p1">会社概要</a> <a href="/p2">お問い合わせ</a> <a href="/p3">プライバシーポリシー</a>',
			),
		},
		{
			name: "A telephone link, and sections of the page itself",
			outcome: "pass",
			page: PAGE(
				"en",
				'<a href="#about">Our story</a> <a href="tel:+443069990147">030 6999 0147</a> <a href="/legal/privacy">Privacy</a>',
			),
		},
		{
			name: "In Slovak, by addresses alone",
			outcome: "pass",
			page: PAGE("sk", '<a href="/o-nas"></a> <a href="/kontakty"></a> <a href="/ochrana-osobnych-udajov"></a>'),
		},
		{
			name: "A template's links, never given an address",
			outcome: "fail",
			page: PAGE("en", '<a href="#">About</a> <a href="#!">Contact</a> <a href="javascript:void(0)">Privacy</a>'),
		},
		{
			name: "A template's mail and telephone number",
			outcome: "partial",
			page: PAGE(
				"en",
				'<a href="/about/">About</a> <a href="mailto:your@email.com">Mail</a> <a href="tel:+15550100">Call</a> <a href="/privacy/">Privacy</a>',
			),
		},
		{
			name: "No word on visitors' data",
			outcome: "partial",
			page: PAGE("en", '<a href="/about/">About</a> <a href="/contact/">Contact</a>'),
		},
		{ name: "None of the three", outcome: "fail", page: PAGE("en", '<a href="/courses/">Courses</a>') },
		{ name: "No page to look at", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
