import type { CheckExamples } from "../shared/example.ts";

const BUSINESS = {
	"@context": "https://schema.org",
	"@type": "Store",
	name: "Example Bindery",
	address: { "@type": "PostalAddress", streetAddress: "12 Thread Lane", addressLocality: "York" },
	telephone: "+44 30 6999 0147",
	openingHours: "Tu-Sa 09:00-18:00",
};

const PAGE = (
	text: string,
	data?: object,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title>
${data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ""}</head>
<body><main><h1>Example Bindery</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main><footer>${text}</footer></body></html>`;

const WHOLE = "<address>12 Thread Lane, York YO1 7HH</address> <p>030 6999 0147, Tuesday to Saturday 9:00–18:00</p>";

export const businessFactsExamples: CheckExamples = {
	check: "business-facts",
	examples: [
		{ name: "All three as text and as data", outcome: "pass", preset: "local-business", page: PAGE(WHOLE, BUSINESS) },
		{ name: "All three as text, no data at all", outcome: "pass", preset: "local-business", page: PAGE(WHOLE) },
		{
			name: "In German, with a link that dials and one to a map",
			outcome: "pass",
			preset: "local-business",
			page: PAGE(
				'<a href="tel:+493069990147">Anrufen</a> <a href="https://maps.app.goo.gl/abc">Anfahrt</a> <p>Di bis Sa 9 bis 18 Uhr, 9–18 Uhr</p>',
			),
		},
		{
			name: "No opening hours, and no telephone number as data",
			outcome: "partial",
			preset: "local-business",
			page: PAGE("<p>12 Thread Lane, York. Telephone 030 6999 0147</p>", {
				"@context": "https://schema.org",
				"@type": "Store",
				name: "Example Bindery",
				address: "12 Thread Lane, York",
			}),
		},
		{
			name: "A template's address and number",
			outcome: "fail",
			preset: "local-business",
			page: PAGE('<p>123 Main Street, Anytown</p> <a href="tel:+15550100">Call</a>'),
		},
		{ name: "No local business", outcome: "not-applicable", preset: "saas", page: PAGE("") },
	],
};
