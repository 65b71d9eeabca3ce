import type { TaskId } from "#core/rehearsal.ts";
import type { BarrierId } from "#rehearsal/barriers.ts";
import type { Kind, Site } from "./sites.ts";
import type { Language, WORDS } from "./words.ts";

type Words = (typeof WORDS)[Language];

/** One fault, put into a site that has none. */
export interface Planted {
	readonly id: string;
	readonly kinds: readonly Kind[];
	readonly task: TaskId;
	/** undefined: what looks like a barrier and is none. */
	readonly barrier: BarrierId | undefined;
	/** Page of the step that fails. */
	readonly page: string;
	/** Whether raw HTML alone shows it too. */
	readonly raw?: true;
	readonly plant: (site: Site, words: Words) => void;
}

const WITH_CONTACT: readonly Kind[] = ["ecommerce", "local-business", "saas", "publisher", "professional-services"];
const WITH_FORM: readonly Kind[] = ["ecommerce", "local-business", "saas", "professional-services"];
const SHOPS: readonly Kind[] = ["ecommerce"];
const BOOKED: readonly Kind[] = ["local-business", "professional-services"];
const SAAS: readonly Kind[] = ["saas"];
const TEXTS: readonly Kind[] = ["publisher", "docs"];
const SEARCHED: readonly Kind[] = ["ecommerce", "publisher", "docs"];

/** In each page; the text must be there. */
function everywhere(from: string | RegExp, to: string | ((found: string) => string)) {
	return (site: Site) => {
		let count = 0;
		for (const [path, html] of site) {
			const after = html.replace(from, (found) => (typeof to === "string" ? to : to(found)));
			if (after !== html) count++;
			site.set(path, after);
		}
		if (count === 0) throw new Error(`Nothing to plant at: ${from}`);
	};
}

function on(page: string, from: string | RegExp, to: string | ((found: string) => string)) {
	return (site: Site) => {
		const path = `${page.slice(1)}index.html`;
		const html = site.get(path) ?? "";
		const after = html.replace(from, (found) => (typeof to === "string" ? to : to(found)));
		if (after === html) throw new Error(`Nothing to plant on ${page} at: ${from}`);
		site.set(path, after);
	};
}

const inBody = (page: string, markup: string) => on(page, "</body>", `${markup}</body>`);
const inHead = (page: string, markup: string) => on(page, "</head>", `${markup}</head>`);

const ICON = '<svg width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="9"/></svg>';
const cover = (id: string) =>
	`<div id="${id}" style="position:fixed;inset:0;z-index:9;background:rgba(200,200,200,.9)"></div>`;
const SHAKE =
	"<style>@keyframes s{0%{transform:translate(0)}50%{transform:translate(400px,120px)}100%{transform:translate(0)}}.shake{display:inline-block;position:relative;animation:s .5s linear infinite}</style>";

/** Ways in which a link can fail, each planted at one that a task needs. */
function linkBarriers(name: string, href: string, kinds: readonly Kind[], task: TaskId, page = "/"): Planted[] {
	const anchor = new RegExp(`<a (?:class="[a-z]+" )?href="${href}">([^<]*)</a>`);
	const text = (found: string) => />([^<]*)</.exec(found)?.[1] ?? "";
	const rows: readonly (readonly [string, BarrierId | undefined, (found: string) => string, boolean])[] = [
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
		[
			"no-address",
			"no-role",
			(found) => `<a class="go" onclick="location.href='${href}'" style="cursor:pointer">${text(found)}</a>`,
			true,
		],
		["inert", "hidden-from-agents", (found) => `<span inert>${found}</span>`, false],
		["off-screen", "invisible", (found) => found.replace("<a ", '<a style="position:absolute;left:-9999px" '), false],
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
			(found) => `${found}${cover("curtain")}<script>setTimeout(()=>document.getElementById("curtain").remove(),1500)</script>`,
			false,
		],
		["disabled", "disabled", (found) => `<button type="button" disabled>${text(found)}</button>`, true],
	];
	return rows.map(([id, barrier, to, raw]) => ({
		id: `${name}-${id}`,
		kinds,
		task,
		barrier,
		page,
		...(raw ? { raw: true as const } : {}),
		plant: page === "/" ? everywhere(anchor, to) : on(page, anchor, to),
	}));
}

const wall = (buttons: string) =>
	`<div class="overlay" style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:99"><div style="background:#fff;margin:20vh auto;width:400px;padding:2rem">We use cookies. ${buttons}</div></div>`;

export const PLANTED: readonly Planted[] = [
	...linkBarriers("contact", "/contact/", WITH_FORM, "contact"),
	...linkBarriers("book", "/book/", BOOKED, "book"),
	...linkBarriers("signup", "/signup/", SAAS, "sign-up"),
	...linkBarriers("checkout", "/checkout/", SHOPS, "buy", "/cart/"),
	{
		id: "contact-file",
		kinds: WITH_CONTACT,
		task: "find-contact",
		barrier: "file",
		page: "/",
		raw: true,
		plant: (site, words) => {
			everywhere('href="/contact/"', 'href="/contact.pdf"')(site);
			site.set("contact.pdf", `%PDF-1.4 ${words.contact}`);
		},
	},
	{
		id: "contact-robots",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "robots",
		page: "/",
		raw: true,
		plant: (site) => void site.set("robots.txt", "User-agent: *\nDisallow: /contact/\n"),
	},
	{
		id: "consent-nameless",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "consent-wall",
		page: "/",
		plant: inBody("/", wall(`<button>${ICON}</button>`)),
	},
	{
		id: "consent-divs",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "consent-wall",
		page: "/",
		plant: inBody("/", wall("<div onclick=\"this.closest('.overlay').remove()\">☑</div>")),
	},
	{
		id: "consent-named",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/",
		plant: (site, { reject }) =>
			inBody("/", wall(`<button onclick="this.closest('.overlay').remove()">${reject}</button>`))(site),
	},
	{
		id: "consent-comes-back",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "consent-wall",
		page: "/",
		plant: (site, { reject }) =>
			inBody(
				"/",
				wall(`<button onclick="const o=this.closest('.overlay');o.remove();document.body.append(o)">${reject}</button>`),
			)(site),
	},
	{
		id: "contact-late-message",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "consent-wall",
		page: "/contact/",
		plant: inBody(
			"/contact/",
			`<template id="late">${wall(`<button>${ICON}</button>`)}</template><script>document.getElementById("n").addEventListener("input",()=>document.body.append(document.getElementById("late").content.cloneNode(true)))</script>`,
		),
	},
	{
		id: "contact-login-message",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "login",
		page: "/contact/",
		plant: (site, w) =>
			inBody(
				"/contact/",
				wall(
					`<form method="post" action="/login"><label>${w.email} <input name="u"></label><label>${w.password} <input type="password" name="p"></label><button>${w.login}</button></form>`,
				),
			)(site),
	},
	{
		id: "contact-tree-hidden",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "hidden-from-agents",
		page: "/contact/",
		plant: on("/contact/", "<main>", '<main aria-hidden="true">'),
	},
	{
		id: "contact-blank",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "blank",
		page: "/contact/",
		plant: inBody("/contact/", '<script>document.body.textContent="";undefined.render()</script>'),
	},
	{
		id: "contact-fields-disabled",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "disabled",
		page: "/contact/",
		raw: true,
		plant: (site) => {
			on("/contact/", '<form method="post" action="/messages">', (found) => `${found}<fieldset disabled>`)(site);
			on("/contact/", "</form>", "</fieldset></form>")(site);
		},
	},
	{
		id: "contact-field-read-only",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "field-refuses",
		page: "/contact/",
		plant: on("/contact/", 'name="message"', 'name="message" readonly'),
	},
	{
		id: "contact-field-clears",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "field-refuses",
		page: "/contact/",
		plant: on("/contact/", 'id="n"', "id=\"n\" oninput=\"this.value=''\""),
	},
	{
		id: "contact-focus-comes-back",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "keyboard-trap",
		page: "/contact/",
		plant: on("/contact/", 'id="n"', 'id="n" onblur="setTimeout(()=>this.focus())"'),
	},
	{
		id: "contact-slide-to-send",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "no-submit",
		page: "/contact/",
		plant: on(
			"/contact/",
			/<button class="send">[^<]*<\/button>/,
			'<div style="width:200px;height:30px;background:#ddd"><div draggable="true" style="width:30px;height:30px;background:#06c"></div></div>',
		),
	},
	{
		id: "contact-turnstile",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "captcha",
		page: "/contact/",
		raw: true,
		plant: on("/contact/", '<button class="send">', '<div class="cf-turnstile" data-sitekey="0"></div><button class="send">'),
	},
	{
		id: "contact-flags",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "no-name",
		page: "/",
		raw: true,
		plant: (site) => {
			const home = site.get("index.html") ?? "";
			const flags = ["at", "be", "nl"].map((each) => `<a href="/${each}/"><img src="/${each}.png" width="90" height="60"></a>`);
			site.set("index.html", home.replace(/<body>.*<\/body>/s, `<body><main>${flags.join("")}</main></body>`));
			for (const each of ["at", "be", "nl"]) site.set(`${each}/index.html`, home);
		},
	},
	{
		id: "contact-enabled-late",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: (site) => {
			on("/contact/", '<button class="send">', '<button class="send" disabled>')(site);
			inBody(
				"/contact/",
				'<script>document.getElementById("m").addEventListener("keyup",()=>{document.querySelector(".send").disabled=false})</script>',
			)(site);
		},
	},
	{
		id: "contact-send-below",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: (site) => {
			on("/contact/", '<button class="send">', '<button class="send" style="display:none">')(site);
			inBody(
				"/contact/",
				'<div style="height:3000px"></div><script>addEventListener("scroll",()=>{document.querySelector(".send").style.display="block"})</script>',
			)(site);
		},
	},
	{
		id: "contact-form-late",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: on(
			"/contact/",
			/<form method="post" action="\/messages">.*<\/form>/,
			(form) =>
				`<div id="late"></div><script>setTimeout(()=>{document.getElementById("late").innerHTML=${JSON.stringify(form).replaceAll("</", "<\\/")}},1500)</script>`,
		),
	},
	{
		id: "contact-alert",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: inBody("/contact/", '<script>alert("1");addEventListener("beforeunload",(e)=>e.preventDefault())</script>'),
	},
	{
		id: "contact-login",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "login",
		page: "/contact/",
		raw: true,
		plant: (site, w) =>
			on(
				"/contact/",
				/<form method="post" action="\/messages">.*<\/form>/,
				`<form method="post" action="/login"><label>${w.email} <input name="u"></label><label>${w.password} <input type="password" name="p"></label><button>${w.login}</button></form>`,
			)(site),
	},
	{
		id: "contact-frame",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "frame",
		page: "/contact/",
		raw: true,
		plant: on(
			"/contact/",
			/<form method="post" action="\/messages">.*<\/form>/,
			'<iframe src="https://forms.example.net/embed/1" title="form"></iframe>',
		),
	},
	{
		id: "contact-field",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "field-no-name",
		page: "/contact/",
		raw: true,
		plant: on("/contact/", /<label for="n">[^<]*<\/label>/, ""),
	},
	{
		id: "contact-textarea",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "field-no-name",
		page: "/contact/",
		raw: true,
		plant: (site) => {
			on("/contact/", /<label for="m">[^<]*<\/label>/, "")(site);
			on("/contact/", 'name="message"', 'name="f3"')(site);
		},
	},
	{
		id: "contact-custom-select",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "choice-no-options",
		page: "/contact/",
		plant: (site, { topic }) =>
			on(
				"/contact/",
				'<button class="send">',
				`<div role="combobox" tabindex="0" aria-label="${topic}" aria-required="true" aria-expanded="false" onclick="this.nextElementSibling.hidden=false"></div><div hidden><div>A</div><div>B</div></div><button class="send">`,
			)(site),
	},
	{
		id: "contact-send-icon",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "no-name",
		page: "/contact/",
		raw: true,
		plant: on("/contact/", /<button class="send">[^<]*<\/button>/, `<button class="send">${ICON}</button>`),
	},
	{
		id: "contact-no-send",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "no-submit",
		page: "/contact/",
		raw: true,
		plant: on("/contact/", /<button class="send">[^<]*<\/button>/, ""),
	},
	{
		id: "contact-send-div",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "no-role",
		page: "/contact/",
		raw: true,
		plant: (site, { send }) =>
			on(
				"/contact/",
				/<button class="send">[^<]*<\/button>/,
				`<div class="button" onclick="this.closest('form').submit()">${send}</div>`,
			)(site),
	},
	{
		id: "contact-send-disabled",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "disabled",
		page: "/contact/",
		raw: true,
		plant: on("/contact/", '<button class="send">', '<button class="send" disabled>'),
	},
	{
		id: "contact-send-covered",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "covered",
		page: "/contact/",
		plant: on(
			"/contact/",
			/<button class="send">[^<]*<\/button>/,
			(found) =>
				`<span style="position:relative;display:inline-block">${found}<span id="chat" style="position:absolute;inset:-5px;background:#06c">?</span></span>`,
		),
	},
	{
		id: "contact-captcha",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "captcha",
		page: "/contact/",
		raw: true,
		plant: on(
			"/contact/",
			'<button class="send">',
			'<div class="h-captcha" data-sitekey="0000"></div><button class="send">',
		),
	},
	{
		id: "contact-trap",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "keyboard-trap",
		page: "/contact/",
		plant: on("/contact/", 'id="n"', 'id="n" onkeydown="event.preventDefault()"'),
	},
	{
		id: "contact-expires",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "sent-away",
		page: "/expired/",
		plant: (site) => {
			inBody("/contact/", '<script>setTimeout(()=>{location.href="/expired/"},1200)</script>')(site);
			site.set("expired/index.html", "<!doctype html><title>Expired</title><p>Your session has ended.</p>");
		},
	},
	{
		id: "contact-refreshes",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "sent-away",
		page: "/expired/",
		plant: (site) => {
			inHead("/contact/", '<meta http-equiv="refresh" content="2;url=/expired/">')(site);
			site.set("expired/index.html", "<!doctype html><title>Expired</title><p>Your session has ended.</p>");
		},
	},
	{
		id: "contact-windows",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "endless",
		page: "/",
		plant: inBody("/contact/", "<script>for(let i=0;i<40;i++)alert(i)</script>"),
	},
	{
		id: "contact-loop",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "endless",
		page: "/",
		plant: (site) => {
			inHead("/contact/", '<script>location.href="/loop/"</script>')(site);
			site.set("loop/index.html", '<!doctype html><title>.</title><script>location.href="/contact/"</script>');
		},
	},
	{
		id: "contact-endless-page",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "endless",
		page: "/",
		plant: (site) => {
			everywhere('<a href="/contact/">', '<a hidden href="/contact/" data-late>')(site);
			for (const [path, html] of site)
				site.set(path, html.replace(/<a hidden href="\/contact\/" data-late>[^<]*<\/a>/, ""));
			inBody(
				"/",
				'<script>addEventListener("scroll",()=>{const p=document.createElement("p");p.style.height="900px";p.textContent="…";document.querySelector("main").append(p)});document.querySelector("main").style.paddingBottom="1600px"</script>',
			)(site);
		},
	},
	{
		id: "contact-own-frame",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: (site) => {
			const html = site.get("contact/index.html") ?? "";
			const form = /<form method="post" action="\/messages">.*<\/form>/.exec(html)?.[0] ?? "";
			site.set("contact/form.html", `<!doctype html><title>.</title>${form}`);
			on("/contact/", form, '<iframe src="/contact/form.html" title="form" width="600" height="500"></iframe>')(site);
		},
	},
	{
		id: "contact-shadow",
		kinds: WITH_FORM,
		task: "contact",
		barrier: undefined,
		page: "/contact/",
		plant: on(
			"/contact/",
			/<form method="post" action="\/messages">.*<\/form>/,
			(form) =>
				`<div id="host"></div><script>document.getElementById("host").attachShadow({mode:"closed"}).innerHTML=${JSON.stringify(form).replaceAll("</", "<\\/")}</script>`,
		),
	},
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
		plant: on("/news/bread/", /<p class="text">[^<]*<\/p><p>[^<]*<\/p>/, '<img src="/text.png" alt="" width="600" height="900">'),
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
