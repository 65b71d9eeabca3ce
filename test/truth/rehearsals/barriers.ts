import type { TaskId } from "#core/rehearsal.ts";
import type { BarrierId } from "#rehearsal/barriers.ts";
import { AT_CONTACT } from "./contact-barriers.ts";
import { DECLARED } from "./declared.ts";
import {
	BOOKED,
	cover,
	everywhere,
	ICON,
	inBody,
	on,
	type Planted,
	SAAS,
	SEARCHED,
	SHAKE,
	SHOPS,
	TEXTS,
	WITH_FORM,
} from "./plant.ts";
import type { Kind } from "./sites.ts";

const text = (found: string) => />([^<]*)</.exec(found)?.[1] ?? "";

type Way = readonly [id: string, barrier: BarrierId | undefined, to: (found: string) => string, raw: boolean];

/** Of a link to `href`. */
const waysToFail = (href: string): readonly Way[] => [
	["icon", "no-name", () => `<a href="${href}">${ICON}</a>`, true],
	["div-onclick", "no-role", (found) => `<div onclick="location.href='${href}'">${text(found)}</div>`, true],
	[
		"span-listener",
		"no-role",
		(found) =>
			`<span class="go-on" style="cursor:pointer">${text(found)}</span><script>document.querySelector(".go-on").addEventListener("click",()=>{location.href="${href}"})</script>`,
		false,
	],
	["aria-hidden", "hidden-from-agents", (found) => `<span aria-hidden="true">${found}</span>`, true],
	[
		"hover",
		"shown-on-hover",
		(found) =>
			`<span class="menu">☰<style>.menu span{display:none}.menu:hover span{display:inline}</style><span>${found}</span></span>`,
		false,
	],
	["covered", "covered", (found) => `${found}${cover("banner")}`, false],
	["moving", "moving", (found) => `${SHAKE}<span class="shake">${found}</span>`, false],
	[
		"no-size",
		"invisible",
		(found) =>
			found.replace("<a ", '<a style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)" '),
		false,
	],
	["hash", "no-effect", (found) => found.replace(`href="${href}"`, 'href="#"'), false],
	["gone", "unreachable", (found) => found.replace(href, "/gone-since-2019/"), true],
	["glyph", "no-name", () => `<a href="${href}">&#xe0be;</a>`, true],
	["image", "no-name", () => `<a href="${href}"><img src="/icon.png" width="24" height="24"></a>`, true],
	["inert", "hidden-from-agents", (found) => `<span inert>${found}</span>`, false],
	["off-screen", "invisible", (found) => found.replace("<a ", '<a style="position:absolute;top:-9999px" '), false],
	["transparent", "invisible", (found) => found.replace("<a ", '<a style="opacity:0" '), false],
	["new-window", undefined, (found) => found.replace("<a ", '<a target="_blank" '), true],
	[
		"generated",
		undefined,
		(found) => `<style>.gen::after{content:"${text(found)}"}</style><a class="gen" href="${href}"></a>`,
		false,
	],
	[
		"script-address",
		undefined,
		(found) => found.replace(`href="${href}"`, `href="javascript:location.assign('${href}')"`),
		false,
	],
	["veil", undefined, (found) => `${found}${cover("veil").replace("inset:0", "inset:0;pointer-events:none")}`, false],
	[
		"curtain",
		undefined,
		(found) =>
			`${found}${cover("curtain")}<script>setTimeout(()=>document.getElementById("curtain").remove(),1500)</script>`,
		false,
	],
	["disabled", "disabled", (found) => `<button type="button" disabled>${text(found)}</button>`, true],
];

/** Ways in which a link can fail, each planted at one that a task needs. */
function linkBarriers(name: string, href: string, kinds: readonly Kind[], task: TaskId, page = "/"): Planted[] {
	const anchor = new RegExp(`<a (?:class="[a-z]+" )?href="${href}">([^<]*)</a>`);
	return waysToFail(href).map(([id, barrier, to, raw]) => ({
		id: `${name}-${id}`,
		kinds,
		task,
		barrier,
		page,
		...(raw ? { raw: true as const } : {}),
		plant: page === "/" ? everywhere(anchor, to) : on(page, anchor, to),
	}));
}

export const PLANTED: readonly Planted[] = [
	...linkBarriers("contact", "/contact/", WITH_FORM, "contact"),
	...linkBarriers("book", "/book/", BOOKED, "book"),
	...linkBarriers("signup", "/signup/", SAAS, "sign-up"),
	...linkBarriers("checkout", "/checkout/", SHOPS, "buy", "/cart/"),
	...AT_CONTACT,
	...DECLARED,
	{
		id: "price-picture",
		kinds: SHOPS,
		task: "find-price",
		barrier: "price-not-in-text",
		page: "/shop/oak/",
		raw: true,
		plant: on(
			"/shop/oak/",
			/<p class="price">[^<]*<\/p>/,
			'<p class="price"><img src="/price.png" width="80" height="20" alt=""></p>',
		),
	},
	{
		id: "price-canvas",
		kinds: SHOPS,
		task: "find-price",
		barrier: "price-not-in-text",
		page: "/shop/oak/",
		raw: true,
		plant: on(
			"/shop/oak/",
			/<p class="price">([^<]*)<\/p>/,
			'<canvas id="c" width="90" height="20"></canvas><script>document.getElementById("c").getContext("2d").fillText("24.50",5,15)</script>',
		),
	},
	{
		id: "price-vector",
		kinds: SAAS,
		task: "find-price",
		barrier: "price-not-in-text",
		page: "/pricing/",
		raw: true,
		plant: on(
			"/pricing/",
			/<p class="price">([^<]*)<\/p>/,
			'<svg width="90" height="20" aria-hidden="true"><text x="5" y="15">24.50</text></svg>',
		),
	},
	{
		id: "price-on-hover",
		kinds: SHOPS,
		task: "find-price",
		barrier: "price-not-in-text",
		page: "/shop/oak/",
		plant: on(
			"/shop/oak/",
			/<p class="price">([^<]*)<\/p>/,
			(found) =>
				`<div class="pop" style="height:20px;width:90px;background:#eee"><style>.pop p{display:none}.pop:hover p{display:block}</style>${found}</div>`,
		),
	},
	{
		id: "price-lazy",
		kinds: SAAS,
		task: "find-price",
		barrier: "price-not-in-text",
		page: "/pricing/",
		plant: on(
			"/pricing/",
			/<p class="price">([^<]*)<\/p>/,
			'<p class="price" id="p">…</p><script>document.getElementById("p").addEventListener("click",(e)=>{e.target.textContent="24"})</script>',
		),
	},
	{
		id: "product-div",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-role",
		page: "/",
		raw: true,
		plant: (site, { shop }) =>
			everywhere(/<a href="\/shop\/">[^<]*<\/a>/, `<div onclick="location.href='/shop/'">${shop}</div>`)(site),
	},
	{
		id: "add-div",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-role",
		page: "/shop/oak/",
		raw: true,
		plant: (site, { add }) =>
			on(
				"/shop/oak/",
				/<button type="button" class="add-to-cart"[^>]*>[^<]*<\/button>/,
				`<div class="button" onclick="localStorage.b=1">${add}</div>`,
			)(site),
	},
	{
		id: "add-icon",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-name",
		page: "/shop/oak/",
		raw: true,
		plant: on("/shop/oak/", /(<button type="button" class="add-to-cart"[^>]*>)[^<]*<\/button>/, (found) =>
			found.replace(/>[^<]*<\/button>$/, `>${ICON}</button>`),
		),
	},
	{
		id: "add-covered",
		kinds: SHOPS,
		task: "buy",
		barrier: "covered",
		page: "/shop/oak/",
		plant: inBody("/shop/oak/", cover("curtain")),
	},
	{
		id: "add-dead",
		kinds: SHOPS,
		task: "buy",
		barrier: "no-effect",
		page: "/shop/oak/",
		plant: on("/shop/oak/", /onclick="localStorage[^"]*"/, ""),
	},
	{
		id: "add-disabled",
		kinds: SHOPS,
		task: "buy",
		barrier: "disabled",
		page: "/shop/oak/",
		raw: true,
		plant: on("/shop/oak/", 'class="add-to-cart"', 'class="add-to-cart" disabled'),
	},
	{
		id: "add-posts",
		kinds: SHOPS,
		task: "buy",
		barrier: undefined,
		page: "/shop/oak/",
		plant: on("/shop/oak/", /onclick="localStorage[^"]*"/, "onclick=\"fetch('/cart/add',{method:'POST'})\""),
	},
	{
		id: "variant-cards",
		kinds: SHOPS,
		task: "buy",
		barrier: "disabled",
		page: "/shop/oak/",
		plant: (site) => {
			on(
				"/shop/oak/",
				/<label for="size">.*<\/select>/,
				'<span class="card" onclick="document.querySelector(\'.add-to-cart\').disabled=false">S</span><span class="card">M</span>',
			)(site);
			on("/shop/oak/", 'class="add-to-cart"', 'class="add-to-cart" disabled')(site);
		},
	},
	{
		id: "sold-out",
		kinds: SHOPS,
		task: "buy",
		barrier: "not-found",
		page: "/shop/oak/",
		raw: true,
		plant: on("/shop/oak/", /<button type="button" class="add-to-cart"[^>]*>[^<]*<\/button>/, "<p>–</p>"),
	},
	{
		id: "variant-nameless",
		kinds: SHOPS,
		task: "buy",
		barrier: "field-no-name",
		page: "/shop/oak/",
		raw: true,
		plant: on("/shop/oak/", /<label for="size">[^<]*<\/label>/, ""),
	},
	{
		id: "variant-custom",
		kinds: SHOPS,
		task: "buy",
		barrier: "choice-no-options",
		page: "/shop/oak/",
		plant: (site, { size }) =>
			on(
				"/shop/oak/",
				/<label for="size">.*<\/select>/,
				`<div role="combobox" tabindex="0" aria-label="${size}" aria-required="true" aria-expanded="false"></div>`,
			)(site),
	},
	{
		id: "checkout-login",
		kinds: SHOPS,
		task: "buy",
		barrier: "login",
		page: "/checkout/",
		plant: (site, w) =>
			on(
				"/checkout/",
				/<form method="post" action="\/orders">.*<\/form>/,
				`<form method="post" action="/login"><label>${w.email} <input name="u"></label><label>${w.password} <input type="password" name="p"></label><button>${w.login}</button></form>`,
			)(site),
	},
	{
		id: "date-cells",
		kinds: BOOKED,
		task: "book",
		barrier: "date-picker",
		page: "/book/",
		plant: on(
			"/book/",
			/<input id="date"[^>]*>/,
			'<input id="date" name="date" readonly onclick="document.getElementById(\'cal\').hidden=false"><div id="cal" hidden><div onclick="1">13</div><div onclick="1">14</div></div>',
		),
	},
	{
		id: "date-nothing",
		kinds: BOOKED,
		task: "book",
		barrier: "date-picker",
		page: "/book/",
		plant: on("/book/", /<input id="date"[^>]*>/, '<input id="date" name="date" readonly required>'),
	},
	{
		id: "date-buttons",
		kinds: BOOKED,
		task: "book",
		barrier: undefined,
		page: "/book/",
		plant: on(
			"/book/",
			/<input id="date"[^>]*>/,
			`<input id="date" name="date" readonly onclick="document.getElementById('cal').hidden=false"><div id="cal" hidden>${Array.from({ length: 28 }, (_, at) => `<button type="button" onclick="document.getElementById('date').value='${at + 1}'">${at + 1}</button>`).join("")}</div>`,
		),
	},
	{
		id: "book-frame",
		kinds: BOOKED,
		task: "book",
		barrier: "frame",
		page: "/book/",
		raw: true,
		plant: on(
			"/book/",
			/<form method="post" action="\/bookings">.*<\/form>/,
			'<iframe src="https://booking.example.net/w/1" title="booking"></iframe>',
		),
	},
	{
		id: "book-robots",
		kinds: BOOKED,
		task: "book",
		barrier: "robots",
		page: "/",
		raw: true,
		plant: (site) => void site.set("robots.txt", "User-agent: *\nDisallow: /book/\n"),
	},
	{
		id: "confirm-disabled",
		kinds: BOOKED,
		task: "book",
		barrier: "disabled",
		page: "/book/",
		raw: true,
		plant: on("/book/", /<button>([^<]*)<\/button><\/form>/, (found) => found.replace("<button>", "<button disabled>")),
	},
	{
		id: "time-empty",
		kinds: BOOKED,
		task: "book",
		barrier: "choice-no-options",
		page: "/book/",
		raw: true,
		plant: on("/book/", /<option>10:00<\/option><option>11:00<\/option>/, ""),
	},
	{
		id: "signup-field",
		kinds: SAAS,
		task: "sign-up",
		barrier: "field-no-name",
		page: "/signup/",
		raw: true,
		plant: (site) => {
			on("/signup/", /<label for="mail">[^<]*<\/label>/, "")(site);
			on("/signup/", 'name="email" type="email"', 'name="f1"')(site);
		},
	},
	{
		id: "signup-captcha",
		kinds: SAAS,
		task: "sign-up",
		barrier: "captcha",
		page: "/signup/",
		raw: true,
		plant: on("/signup/", /<button>/, '<div class="g-recaptcha" data-sitekey="0"></div><button>'),
	},
	{
		id: "signup-submit-icon",
		kinds: SAAS,
		task: "sign-up",
		barrier: "no-name",
		page: "/signup/",
		raw: true,
		plant: on("/signup/", /<button>[^<]*<\/button><\/form>/, `<button>${ICON}</button></form>`),
	},
	{
		id: "search-post",
		kinds: SEARCHED,
		task: "search",
		barrier: "search-changes",
		page: "/",
		raw: true,
		plant: everywhere('action="/search/" method="get"', 'action="/search/" method="post"'),
	},
	{
		id: "search-no-button",
		kinds: SEARCHED,
		task: "search",
		barrier: undefined,
		page: "/",
		raw: true,
		plant: everywhere(/<button class="go">[^<]*<\/button>/, ""),
	},
	{
		id: "search-covered",
		kinds: SEARCHED,
		task: "search",
		barrier: "covered",
		page: "/",
		plant: inBody("/", cover("veil")),
	},
	{
		id: "search-gone",
		kinds: SEARCHED,
		task: "search",
		barrier: "unreachable",
		page: "/",
		raw: true,
		plant: everywhere('action="/search/"', 'action="/find-gone/"'),
	},
	{
		id: "article-script",
		kinds: TEXTS,
		task: "read",
		barrier: "text-needs-script",
		page: "/news/bread/",
		plant: on(
			"/news/bread/",
			/<article>.*<\/article>/,
			(found) =>
				`<article id="a"></article><script>document.getElementById("a").innerHTML=decodeURIComponent("${encodeURIComponent(found)}")</script>`,
		),
	},
	{
		id: "article-picture",
		kinds: TEXTS,
		task: "read",
		barrier: "no-text",
		page: "/news/bread/",
		raw: true,
		plant: on(
			"/news/bread/",
			/<p class="text">[^<]*<\/p><p>[^<]*<\/p>/,
			'<img src="/text.png" alt="" width="600" height="900">',
		),
	},
	{
		id: "article-file",
		kinds: TEXTS,
		task: "read",
		barrier: "file",
		page: "/",
		raw: true,
		plant: (site) => {
			everywhere('href="/news/bread/"', 'href="/news/bread.pdf"')(site);
			site.set("news/bread.pdf", "%PDF-1.4");
		},
	},
	{
		id: "article-empty",
		kinds: TEXTS,
		task: "read",
		barrier: "no-text",
		page: "/news/bread/",
		raw: true,
		plant: on("/news/bread/", /<p class="text">[^<]*<\/p><p>[^<]*<\/p>/, "<p>…</p>"),
	},
	{
		id: "article-gone",
		kinds: TEXTS,
		task: "read",
		barrier: "unreachable",
		page: "/",
		raw: true,
		plant: (site) => void site.delete("news/bread/index.html"),
	},
	{
		id: "hours-contact-elsewhere",
		kinds: ["local-business"],
		task: "find-hours",
		barrier: "not-found",
		page: "/",
		raw: true,
		plant: (site) => {
			everywhere(/<a href="\/hours\/">[^<]*<\/a>/, "")(site);
			everywhere('href="/contact/"', 'href="https://chat.example.net/1"')(site);
		},
	},
	{
		id: "hours-picture",
		kinds: ["local-business"],
		task: "find-hours",
		barrier: "not-in-text",
		page: "/hours/",
		raw: true,
		plant: on("/hours/", /<p class="hours">[^<]*<\/p>/, '<img src="/hours.png" alt="">'),
	},
	{
		id: "hours-frame",
		kinds: ["local-business"],
		task: "find-hours",
		barrier: "not-in-text",
		page: "/hours/",
		raw: true,
		plant: on(
			"/hours/",
			/<p class="hours">[^<]*<\/p>/,
			'<iframe src="https://maps.example.net/embed?q=1" title="map"></iframe>',
		),
	},
	{
		id: "hours-file",
		kinds: ["local-business"],
		task: "find-hours",
		barrier: "file",
		page: "/",
		raw: true,
		plant: (site) => {
			everywhere('href="/hours/"', 'href="/hours.pdf"')(site);
			site.set("hours.pdf", "%PDF-1.4");
		},
	},
	{
		id: "returns-gone",
		kinds: SHOPS,
		task: "find-returns",
		barrier: "unreachable",
		page: "/",
		raw: true,
		plant: (site) => void site.delete("returns/index.html"),
	},
	{
		id: "returns-icon",
		kinds: SHOPS,
		task: "find-returns",
		barrier: "no-name",
		page: "/",
		raw: true,
		plant: everywhere(/<a href="\/returns\/">[^<]*<\/a>/, `<a href="/returns/">${ICON}</a>`),
	},
];
