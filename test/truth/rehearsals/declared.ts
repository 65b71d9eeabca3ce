import { BOOKED, everywhere, inBody, inHead, on, type Planted, SAAS, SEARCHED, SHOPS, WITH_FORM } from "./plant.ts";
import type { Site } from "./sites.ts";

const LINK_TO_BOOKINGS = /<a href="\/book\/">[^<]*<\/a>/;
const LABEL_OF_NAME = /<label for="n">[^<]*<\/label>/;

function together(...plants: readonly ((site: Site) => void)[]) {
	return (site: Site) => {
		for (const plant of plants) plant(site);
	};
}

/** On one page, as JSON-LD. */
const action = (page: string, type: string, target: unknown) =>
	inHead(
		page,
		`<script type="application/ld+json">${JSON.stringify({
			"@context": "https://schema.org",
			"@type": "Organization",
			name: "Oak",
			potentialAction: { "@type": type, target },
		})}</script>`,
	);
const entry = (urlTemplate: string, more: object = {}) => ({ "@type": "EntryPoint", urlTemplate, ...more });

const tool = (page: string, input: object) =>
	inBody(
		page,
		`<script>document.modelContext?.registerTool({name:"book_table",description:"Books a table.",inputSchema:${JSON.stringify(input)},execute(){return ""}})</script>`,
	);
const guests = (property: object) => ({ type: "object", properties: { x1: property }, required: ["x1"] });

const file = (path: string, content: unknown) => (site: Site) => void site.set(path, JSON.stringify(content));
const shopping = (capability: string) => ({
	ucp: {
		version: "2026-04-08",
		services: {
			"dev.ucp.shopping": [
				{ version: "2026-04-08", transport: "rest", endpoint: "https://rehearsal.example.com/ucp/v1" },
			],
		},
		capabilities: { [capability]: [{ version: "2026-04-08" }] },
		payment_handlers: { "com.example.pay": [{ id: "pay", version: "2026-04-08" }] },
	},
});

const searchPosts = everywhere('action="/search/" method="get"', 'action="/search/" method="post"');
const bookingFrame = on(
	"/book/",
	/<form method="post" action="\/bookings">.*<\/form>/,
	'<iframe src="https://booking.example.net/w/1" title="booking"></iframe>',
);
const addDead = on("/shop/oak/", /onclick="localStorage[^"]*"/, "");
const namelessName = on("/contact/", LABEL_OF_NAME, "");
const contactTool = (field: string) =>
	together(
		on("/contact/", '<form method="post"', '<form toolname="contact_us" tooldescription="Writes to us." method="post"'),
		on("/contact/", '<input id="n" name="name"', `<input id="n" name="f1" ${field}`),
	);

/** Pairs: a fault beside something that is declared for programs and leads there, or does not. */
export const DECLARED: readonly Planted[] = [
	{
		id: "declared-search",
		kinds: SEARCHED,
		task: "search",
		barrier: undefined,
		page: "/",
		raw: true,
		plant: together(searchPosts, action("/", "SearchAction", entry("https://rehearsal.example.com/search/?q={term}"))),
	},
	{
		id: "declared-search-alone",
		kinds: SAAS,
		task: "search",
		barrier: undefined,
		page: "/",
		raw: true,
		plant: together(
			action("/", "SearchAction", "/find/{?q}"),
			(site) => void site.set("find/index.html", site.get("index.html") ?? ""),
		),
	},
	{
		id: "declared-search-gone",
		kinds: SEARCHED,
		task: "search",
		barrier: "search-changes",
		page: "/",
		raw: true,
		plant: together(searchPosts, action("/", "SearchAction", entry("/find-gone/?q={term}"))),
	},
	{
		id: "declared-search-two-inputs",
		kinds: SEARCHED,
		task: "search",
		barrier: "search-changes",
		page: "/",
		raw: true,
		plant: together(searchPosts, action("/", "SearchAction", entry("/search/?q={term}&shop={shop}"))),
	},
	{
		id: "declared-booking",
		kinds: BOOKED,
		task: "book",
		barrier: undefined,
		page: "/book/",
		raw: true,
		plant: together(everywhere(LINK_TO_BOOKINGS, ""), action("/", "ReserveAction", entry("/book/"))),
	},
	{
		id: "declared-booking-elsewhere",
		kinds: BOOKED,
		task: "book",
		barrier: undefined,
		page: "/book/",
		raw: true,
		plant: together(
			everywhere(LINK_TO_BOOKINGS, ""),
			action("/", "ReserveAction", entry("https://tables.example.net/oak")),
		),
	},
	{
		id: "declared-booking-gone",
		kinds: BOOKED,
		task: "book",
		barrier: "not-found",
		page: "/",
		raw: true,
		plant: together(everywhere(LINK_TO_BOOKINGS, ""), action("/", "ReserveAction", entry("/book-gone/"))),
	},
	{
		id: "declared-booking-other-type",
		kinds: BOOKED,
		task: "book",
		barrier: "not-found",
		page: "/",
		raw: true,
		plant: together(everywhere(LINK_TO_BOOKINGS, ""), action("/", "ViewAction", entry("/book/"))),
	},
	{
		id: "declared-booking-tool",
		kinds: BOOKED,
		task: "book",
		barrier: undefined,
		page: "/book/",
		plant: together(bookingFrame, tool("/book/", guests({ type: "integer", description: "Guests" }))),
	},
	{
		id: "declared-booking-tool-mute",
		kinds: BOOKED,
		task: "book",
		barrier: "frame",
		page: "/book/",
		plant: together(bookingFrame, tool("/book/", guests({ type: "integer" }))),
	},
	{
		id: "declared-contact-tool",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		raw: true,
		plant: together(namelessName, contactTool('toolparamdescription="Who writes"')),
	},
	{
		id: "declared-contact-tool-mute",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "field-no-name",
		page: "/contact/",
		raw: true,
		plant: together(namelessName, contactTool("")),
	},
	{
		id: "declared-contact-tool-captcha",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "captcha",
		page: "/contact/",
		raw: true,
		plant: together(
			contactTool(""),
			on("/contact/", '<button class="send">', '<div class="h-captcha" data-sitekey="0"></div><button class="send">'),
		),
	},
	{
		id: "declared-shop-ucp",
		kinds: SHOPS,
		task: "buy",
		barrier: undefined,
		page: "/shop/oak/",
		plant: together(addDead, file(".well-known/ucp", shopping("dev.ucp.shopping.checkout"))),
	},
	{
		id: "declared-shop-ucp-catalog",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-effect",
		page: "/shop/oak/",
		plant: together(addDead, file(".well-known/ucp", shopping("dev.ucp.shopping.catalog"))),
	},
	{
		id: "declared-shop-acp",
		kinds: SHOPS,
		task: "buy",
		barrier: undefined,
		page: "/shop/oak/",
		raw: true,
		plant: together(
			on("/shop/oak/", 'class="add-to-cart"', 'class="add-to-cart" disabled'),
			file(".well-known/acp.json", {
				protocol: { name: "acp", version: "2026-04-17" },
				api_base_url: "https://rehearsal.example.com/acp",
				transports: ["rest"],
				capabilities: { services: ["checkout"] },
			}),
		),
	},
	{
		id: "declared-order",
		kinds: SHOPS,
		task: "buy",
		barrier: undefined,
		page: "/shop/oak/",
		plant: together(addDead, action("/shop/oak/", "BuyAction", entry("/checkout/?product=oak"))),
	},
	{
		id: "declared-order-here",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-effect",
		page: "/shop/oak/",
		plant: together(addDead, action("/shop/oak/", "BuyAction", entry("/shop/oak/"))),
	},
];
