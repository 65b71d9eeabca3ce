import type { CheckExamples } from "../shared/example.ts";

export const hreflangExamples: CheckExamples = {
	check: "hreflang",
	examples: [
		{ name: "One language, and no word about others", outcome: "not-applicable" },
		{
			name: "Two versions and a default",
			outcome: "pass",
			head: '<link rel="alternate" hreflang="en" href="https://example.com/"><link rel="alternate" hreflang="de-AT" href="https://example.com/de/"><link rel="alternate" hreflang="x-default" href="https://example.com/">',
			files: { "/de/": "<!doctype html><title>Buchbinderei</title>" },
		},
		{
			name: "A version that is gone",
			outcome: "partial",
			head: '<link rel="alternate" hreflang="en" href="https://example.com/"><link rel="alternate" hreflang="de" href="https://example.com/de/">',
		},
		{
			name: "In the header of the answer",
			outcome: "pass",
			headers: {
				link: '<https://example.com/>; rel="alternate"; hreflang="en", <https://example.com/de/>; rel="alternate"; hreflang="de"',
			},
		},
		{
			name: "The United Kingdom is GB",
			outcome: "fail",
			head: '<link rel="alternate" hreflang="en-UK" href="https://example.com/"><link rel="alternate" hreflang="de" href="https://example.com/de/">',
		},
		{
			name: "Countries for languages",
			outcome: "fail",
			head: '<link rel="alternate" hreflang="jp" href="https://example.com/ja/"><link rel="alternate" hreflang="cn" href="https://example.com/zh/"><link rel="alternate" hreflang="en" href="https://example.com/">',
		},
		{
			name: "One address of three is relative",
			outcome: "partial",
			head: '<link rel="alternate" hreflang="en" href="https://example.com/"><link rel="alternate" hreflang="fr" href="https://example.com/fr/"><link rel="alternate" hreflang="de" href="/de/">',
		},
		{
			name: "The page leaves itself out",
			outcome: "partial",
			head: '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
		},
		{
			name: "Wrong on the page, right in the sitemap",
			outcome: "fail",
			head: '<link rel="alternate" hreflang="en-UK" href="https://example.com/"><link rel="alternate" hreflang="jp" href="https://example.com/ja/">',
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://example.com/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/"/><xhtml:link rel="alternate" hreflang="ja" href="https://example.com/ja/"/><xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/"/><xhtml:link rel="alternate" hreflang="fr" href="https://example.com/fr/"/><xhtml:link rel="alternate" hreflang="es" href="https://example.com/es/"/></url></urlset>',
			},
		},
		{
			name: "In the sitemap, with a country that does not exist",
			outcome: "partial",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://example.com/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/"/><xhtml:link rel="alternate" hreflang="es-MX" href="https://example.com/mx/"/><xhtml:link rel="alternate" hreflang="en-EU" href="https://example.com/eu/"/></url></urlset>',
			},
		},
	],
};
