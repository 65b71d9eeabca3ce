import { everywhere, ICON, inBody, inHead, on, type Planted, WITH_CONTACT, WITH_FORM, wall } from "./plant.ts";

/** At the contact form, and at messages that lie over the way there. */
export const AT_CONTACT: readonly Planted[] = [
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
		id: "contact-icon-elsewhere",
		kinds: WITH_FORM,
		task: "contact",
		barrier: "not-found",
		page: "/",
		raw: true,
		plant: everywhere(
			/<a href="\/contact\/">[^<]*<\/a>/,
			`<a href="https://network.example.net/company/oak/about/">${ICON}</a><a href="https://network.example.net/contact/">${ICON}</a>`,
		),
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
				wall(
					`<button onclick="const o=this.closest('.overlay');o.remove();document.body.append(o)">${reject}</button>`,
				),
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
		plant: on("/contact/", 'id="n"', 'id="n" oninput="this.value=\'\'"'),
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
		plant: on(
			"/contact/",
			'<button class="send">',
			'<div class="cf-turnstile" data-sitekey="0"></div><button class="send">',
		),
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
			const flags = ["at", "be", "nl"].map(
				(each) => `<a href="/${each}/"><img src="/${each}.png" width="90" height="60"></a>`,
			);
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
			inBody(
				"/contact/",
				'<script>addEventListener("input",()=>setTimeout(()=>{location.href="/expired/"},200),{once:true})</script>',
			)(site);
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
];
