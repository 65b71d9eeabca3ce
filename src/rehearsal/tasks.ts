import * as z from "zod";
import type { TaskId, TaskJourney } from "#core/rehearsal.ts";
import { counted } from "#core/wording.ts";
import { timesIn } from "#evidence/html/content/customer-facts.ts";
import { amountsIn } from "#evidence/html/content/money.ts";
import type { PageView, ViewNode } from "#evidence/page-view.ts";
import { Form } from "./form.ts";
import { fitOf, type Intent, textSays } from "./vocabulary.ts";
import { contactIn, isPage, type Seek, seekAnyOf, seekFor, seekWords, type Walk } from "./walk.ts";

/** A task defined by the user: `{"find": "warranty", "expect": ["24 months"]}`. */
const OwnTask = z.strictObject({
	find: z.string().trim().min(2).max(80),
	/** Words that must all be on the page found. */
	expect: z.array(z.string().trim().min(1).max(200)).max(20).optional(),
});
export type OwnTask = z.infer<typeof OwnTask>;
export const OwnTasks = z.strictObject({ tasks: z.array(OwnTask).min(1).max(20) });

export type Ending = Pick<TaskJourney, "outcome" | "says">;
/** @throws Blocked */
export type TaskRun = (walk: Walk, means: TaskMeans) => Promise<Ending>;

export interface TaskMeans {
	/** The raw HTML of an address, for browser sessions; undefined if it cannot be loaded. */
	readonly raw: (url: string) => Promise<PageView | undefined>;
	/** The Markdown version of an address; undefined if there is none. */
	readonly markdown: (url: string) => Promise<string | undefined>;
	/** Day to book, after today: `2026-12-13`. */
	readonly bookingDay: string;
	/** Whether this kind of site is expected to offer the task. */
	readonly expected: boolean;
}

const done = (says: string): Ending => ({ outcome: "done", says });
export const stopped = (says: string): Ending => ({ outcome: "stopped", says });

export const usesHost = (host: string): Ending =>
	stopped(`The site uses ${host} for this. The rehearsal stays on the site.`);

/** Nothing leads there and nothing blocks the way. @throws Blocked if this kind of site is expected to offer it */
async function absent(walk: Walk, seek: Seek, what: string, { expected }: TaskMeans): Promise<Ending> {
	const { elsewhere } = walk;
	if (elsewhere !== undefined) return usesHost(elsewhere);
	if (expected) throw await walk.blocked(seek, "not-found", undefined, new URL(walk.home).hostname);
	return { outcome: "not-offered", says: `The site has no ${what} that an agent can see.` };
}

/** Finds a fact, preferably on a page about it. */
function find(
	what: string,
	intents: readonly [Intent, ...Intent[]],
	fact: (view: PageView) => string | undefined,
): TaskRun {
	const seek = seekAnyOf(what, intents);
	return async (walk, means) => {
		/** A page about it without the fact as text. */
		let silent: PageView | undefined;
		const found = await walk.reach(seek, (view) => {
			const said = fact(view);
			if (said === undefined && view.url !== walk.home && isAbout(view, intents.slice(0, 1))) silent ??= view;
			return said;
		});
		if (found !== undefined) {
			await walk.note(seek, "read", found);
			return done(`An agent finds ${what}: ${found}.`);
		}
		if (silent) {
			walk.view = silent;
			throw await walk.blocked(seek, "not-in-text", undefined, silent.url);
		}
		return absent(walk, seek, `page with ${what}`, means);
	};
}

function isAbout({ title, nodes }: PageView, intents: readonly Intent[]): boolean {
	const heading = nodes.find(({ role }) => role === "heading")?.name ?? "";
	return intents.some((intent) => textSays(title, intent) || textSays(heading, intent));
}

function hoursIn({ text }: PageView): string | undefined {
	const lines = text.split("\n");
	for (const [at, line] of lines.entries()) {
		const time = timesIn(line);
		if (time !== null) return [lines[at - 1] ?? "", line].join(" ").trim().slice(0, 100);
	}
	return undefined;
}

const PRICE = seekFor("a price", "price", "shop");

/** A price, but not the basket total in the header, which is 0.00 everywhere. */
function priceIn({ nodes }: PageView): string | undefined {
	const said = nodes.filter(({ role, inside, hidden }) => role === "text" && !hidden && !inside.includes("banner"));
	const lines = said.map(({ name }) => name);
	for (const line of [...lines, lines.join(" ")]) {
		const amount = amountsIn(line).find((each) => /[1-9]/.test(each));
		if (amount !== undefined) return amount;
	}
	return undefined;
}

const findPrice: TaskRun = async (walk, means) => {
	const found = await walk.reach(PRICE, (view) => priceIn(view), { hops: 3 });
	const price = found ?? (await productPrice(walk));
	if (price !== undefined) {
		await walk.note(PRICE, "read", price);
		return done(`An agent finds a price: ${price}.`);
	}
	return absent(walk, PRICE, "price", means);
};

async function productPrice(walk: Walk): Promise<string | undefined> {
	const isProduct = await walk.reach(PRODUCT, (view) => (addControl(view) ? true : undefined), { hops: 2 });
	if (!isProduct && !isAbout(walk.view, ["price"])) {
		const [product] = productLinks(walk.view);
		if (!product) return undefined;
		await walk.act(PRODUCT, product);
	}
	const price = priceIn(walk.view);
	if (price === undefined && (addControl(walk.view) || isAbout(walk.view, ["price"])))
		throw await walk.blocked(PRICE, "price-not-in-text", undefined, walk.view.url);
	return price;
}

const PRODUCT = seekFor("a product", "shop");
const ADD = seekFor("a button that fills the basket", "add");
const BASKET = seekFor("the checkout", "checkout", "basket");

const isButtonLike = ({ role, hidden, disabled }: ViewNode) =>
	(role === "button" || role === "link") && !hidden && !disabled;

function addControl({ nodes }: PageView): ViewNode | undefined {
	return nodes.find(
		(node) => (node.role === "button" || node.role === "link") && !node.hidden && fitOf(node.name, "add") > 0,
	);
}

/** Links in the main part to a page one level deeper, such as those in a list of products or articles. */
function productLinks({ url, nodes }: PageView): readonly ViewNode[] {
	const here = new URL(url);
	const frame = new Set(["navigation", "banner", "contentinfo", "search"]);
	return nodes.filter((node) => {
		if (node.role !== "link" || node.hidden || node.name === "" || node.url === undefined || !isPage(node.url))
			return false;
		const { hostname, pathname } = new URL(node.url);
		return (
			hostname === here.hostname &&
			pathname !== here.pathname &&
			pathname.length > 1 &&
			!node.inside.some((role) => frame.has(role))
		);
	});
}

const buy: TaskRun = async (walk, means) => {
	const atProduct = (view: PageView) => addControl(view);
	let add = await walk.reach(PRODUCT, atProduct, { hops: 3 });
	for (const link of add ? [] : productLinks(walk.view).slice(0, 3)) {
		await walk.act(PRODUCT, link);
		add = atProduct(walk.view);
		if (add) break;
	}
	if (!add) {
		await walk.explain(ADD);
		return absent(walk, ADD, "basket", means);
	}
	const form = new Form(walk, add.form);
	if (add.form !== undefined) await form.fill(means.bookingDay, { choicesOnly: true });
	const button = addControl(walk.view) ?? add;
	const { held } = await walk.act(ADD, button);
	if (held !== undefined) return stopped(`An agent can put a product into the basket. It stops before ${held}.`);
	const atCheckout = (view: PageView) => checkoutIn(view);
	const found = await walk.reach(BASKET, atCheckout, { hops: 4 });
	if (found === undefined) {
		await walk.explain(BASKET);
		throw await walk.blocked(BASKET, "not-found", undefined, walk.view.url);
	}
	await walk.note(BASKET, "stopped", found);
	return stopped("An agent can put a product into the basket and reach the checkout. It stops before paying.");
};

function checkoutIn({ url, nodes }: PageView): string | undefined {
	const pay = nodes.find((node) => isButtonLike(node) && node.role === "button" && fitOf(node.name, "pay") > 0);
	if (pay) return `button “${pay.name}”`;
	const card = nodes.find(({ attributes }) =>
		/^(?:.* )?(?:cc-|street-address|address-line1|postal-code)/.test(attributes.autocomplete ?? ""),
	);
	if (card) return `field “${card.name}”`;
	const fields = nodes.filter(({ role, hidden }) => /textbox|combobox/.test(role) && !hidden);
	return fields.length >= 3 && /checkout|kasse|caisse|pedido|cassa/i.test(url)
		? `${fields.length} fields of ${url}`
		: undefined;
}

const CONTACT = seekAnyOf("the contact form", ["contact", "about"]);
const SEND = seekFor("a button that sends the form", "send", "next", "confirm");

const contact: TaskRun = async (walk, means) => {
	const form = await walk.reach(CONTACT, (view) => Form.among(walk, view, isContactForm), { hops: 4 });
	if (!form) {
		await refuseHidden(walk, CONTACT, isContactForm);
		const direct = contactIn(walk.view);
		const frame = walk.view.frames.find((url) => url !== "" && isPage(url) && !isOwn(url, walk.home));
		if (frame !== undefined && isAbout(walk.view, ["contact"]) && direct === undefined)
			throw await walk.blocked(CONTACT, "frame", undefined, new URL(frame).hostname);
		if (direct !== undefined) return done(`An agent sees no contact form, but it finds ${direct}.`);
		return absent(walk, CONTACT, "contact form", means);
	}
	await form.fill(means.bookingDay);
	const button = await form.ready(SEND);
	return stopped(`An agent can fill in the contact form. It stops before “${button.name}”.`);
};

/** @throws Blocked if the form exists but is hidden from the accessibility tree */
async function refuseHidden(walk: Walk, seek: Seek, isKind: (fields: readonly ViewNode[]) => boolean): Promise<void> {
	const field = Form.hidden(walk, isKind);
	if (field) throw await walk.blocked(seek, "hidden-from-agents", field);
}

function isOwn(url: string, home: string): boolean {
	const [a, b] = [new URL(url).hostname, new URL(home).hostname].map((host) => host.replace(/^www\./, ""));
	return a === b;
}

function isContactForm(fields: readonly ViewNode[]): boolean {
	const writes = fields.some(
		({ tag, name, attributes }) =>
			tag === "textarea" || fitOf(name, "message") > 0 || fitOf(attributes.placeholder ?? "", "message") > 0,
	);
	const texts = fields.filter(({ role, attributes }) => role === "textbox" && attributes.type !== "password");
	// With a second address it is a form that shares the page with a friend.
	const mails = texts.filter(({ name, attributes }) => attributes.type === "email" || fitOf(name, "email") > 0);
	return (
		(writes && texts.length >= 1) ||
		(texts.length >= 3 && !fields.some(({ attributes }) => attributes.type === "password") && mails.length < 2)
	);
}

function contactFormIn({ nodes }: PageView): string | undefined {
	const fields = nodes.filter(({ role, hidden, form }) => role === "textbox" && !hidden && form !== undefined);
	const groups = [...Map.groupBy(fields, ({ form }) => form).values()];
	return groups.some((group) => isContactForm(group) && group.some(({ tag }) => tag === "textarea"))
		? "a contact form"
		: undefined;
}

const BOOK = seekFor("a page for bookings", "book");
const CONFIRM = seekFor("a button that confirms the booking", "confirm", "book", "send", "next", "pay");

const book: TaskRun = async (walk, means) => {
	const form = await walk.reach(BOOK, (view) => Form.among(walk, view, isBookingForm), { hops: 4 });
	if (!form) {
		await refuseHidden(walk, BOOK, isBookingForm);
		const frame = walk.view.frames.find((url) => url !== "" && isPage(url) && !isOwn(url, walk.home));
		if (frame !== undefined && isAbout(walk.view, ["book"]))
			throw await walk.blocked(BOOK, "frame", undefined, new URL(frame).hostname);
		return absent(walk, BOOK, "booking", means);
	}
	await form.fill(means.bookingDay);
	const button = await form.ready(CONFIRM);
	return stopped(`An agent can choose date and time. It stops before “${button.name}”.`);
};

function isBookingForm(fields: readonly ViewNode[]): boolean {
	return fields.some(({ role, name, attributes }) => {
		const isDate = role === "date" || /^(?:date|datetime-local|week)$/.test(attributes.type ?? "");
		return (
			isDate ||
			(role !== "button" && fitOf(name || (attributes.placeholder ?? ""), "date") > 0) ||
			fitOf(attributes.name ?? "", "date") > 0
		);
	});
}

const SIGN_UP = seekFor("a way to sign up", "signup");

const signUp: TaskRun = async (walk, means) => {
	const isForm = (view: PageView) =>
		Form.among(walk, view, (fields) => isSignUpForm(fields) && !isLogInPage(view, fields));
	const form = await walk.reach(SIGN_UP, isForm, { hops: 4 });
	if (!form) {
		await refuseHidden(walk, SIGN_UP, isSignUpForm);
		return absent(walk, SIGN_UP, "sign-up", means);
	}
	await form.fill(means.bookingDay);
	const button = await form.ready(seekFor("a button that signs up", "signup", "send", "next", "confirm"));
	return stopped(`An agent reaches the form to sign up. It stops before “${button.name}”.`);
};

function isSignUpForm(fields: readonly ViewNode[]): boolean {
	const has = (holds: (node: ViewNode) => boolean) => fields.some(holds);
	const mail = has(
		({ attributes, name }) =>
			attributes.type === "email" || fitOf(name, "email") > 0 || /email/.test(attributes.autocomplete ?? ""),
	);
	const secret = has(({ attributes }) => attributes.type === "password");
	return secret
		? mail || fields.length >= 2
		: mail && fields.filter(({ role }) => role === "textbox").length >= 2 && !has(({ tag }) => tag === "textarea");
}

function isLogInPage(view: PageView, fields: readonly ViewNode[]): boolean {
	const buttons = view.nodes.filter(
		({ role, form }) => role === "button" && form !== undefined && form === fields[0]?.form,
	);
	return buttons.some(({ name }) => fitOf(name, "login") > 0) && !buttons.some(({ name }) => fitOf(name, "signup") > 0);
}

const SEARCH = seekFor("the search", "search");

const search: TaskRun = async (walk, means) => {
	let field = searchField(walk.view);
	if (!field) {
		const opener = walk.rank(SEARCH)[0];
		if (opener) {
			await walk.act(SEARCH, opener.node);
			field = searchField(walk.view);
		}
	}
	if (!field) {
		await walk.explain(SEARCH);
		return absent(walk, SEARCH, "search", means);
	}
	const word = wordOf(walk.view);
	const form = new Form(walk, field.form);
	await form.type(SEARCH, field, word);
	const of = field.form;
	const button = walk.view.nodes.find(
		({ role, form, hidden }) => role === "button" && of !== undefined && form === of && !hidden,
	);
	const { held } = await walk.act(SEARCH, button ?? field, { enter: button === undefined });
	if (held !== undefined) throw await walk.blocked(SEARCH, "search-changes", field, held);
	return searched(walk, word);
};

/** Runs on the page of results. */
export async function searched(walk: Walk, word: string): Promise<Ending> {
	const results = walk.view.nodes.filter(
		({ role, inside }) => role === "link" && !inside.includes("navigation") && !inside.includes("contentinfo"),
	);
	await walk.note(SEARCH, "read", walk.view.title);
	return done(`An agent can search the site: “${word}” gives a page with ${counted(results.length, "link")}.`);
}

function searchField({ nodes }: PageView): ViewNode | undefined {
	const isText = ({ role, hidden }: ViewNode) =>
		(role === "searchbox" || role === "textbox" || role === "combobox") && !hidden;
	return (
		nodes.find((node) => isText(node) && (node.role === "searchbox" || node.inside.includes("search"))) ??
		nodes.find((node) => isText(node) && node.tag === "input" && fitOf(node.name, "search") > 0)
	);
}

/** A word taken from the site. */
export function wordOf({ nodes, title }: PageView): string {
	const names = [...nodes.filter(({ role, hidden }) => role === "heading" && !hidden).map(({ name }) => name), title];
	const words = names.flatMap((name) => name.match(/[\p{L}\p{M}]{4,20}/gu) ?? []);
	return words.toSorted((a, b) => b.length - a.length)[0] ?? title.slice(0, 20);
}

const NEWS = seekFor("articles", "news");
/** Words. */
const SHORT_ARTICLE = 60;
/** Share of the page's words found in raw HTML or Markdown. */
const SAME_TEXT = 0.8;

const read: TaskRun = async (walk, means) => {
	const isArticle = ({ name }: ViewNode) => name.length >= 20 || name.split(" ").length >= 4;
	let link = productLinks(walk.view).find(isArticle);
	if (!link) {
		const list = walk.rank(NEWS)[0];
		if (list) {
			await walk.act(NEWS, list.node);
			link = productLinks(walk.view).find(isArticle) ?? productLinks(walk.view)[0];
		}
	}
	if (link) await walk.act(seekFor("an article"), link);
	else {
		await walk.explain(NEWS);
		return absent(walk, NEWS, "article", means);
	}
	const { url } = walk.view;
	const words = mainWords(walk.view);
	if (words.length < SHORT_ARTICLE) throw await walk.blocked(NEWS, "no-text", undefined, url);
	const raw = walk.session.kind === "raw" ? walk.view : await means.raw(url);
	if (raw && shareOf(words, raw.text) < SAME_TEXT) throw await walk.blocked(NEWS, "text-needs-script", undefined, url);
	const markdown = await means.markdown(url);
	if (markdown !== undefined && shareOf(words, markdown) < SAME_TEXT)
		throw await walk.blocked(NEWS, "markdown-differs", undefined, url);
	await walk.note(NEWS, "read", walk.view.title);
	return done(`An agent can read an article whole: ${walk.view.title || url}.`);
};

/** Words in main or an article, else of the page. */
function mainWords({ nodes, text }: PageView): string[] {
	const main = nodes.filter(
		({ role, inside, hidden }) => role === "text" && !hidden && (inside.includes("main") || inside.includes("article")),
	);
	const said = main.length > 0 ? main.map(({ name }) => name).join(" ") : text;
	return said.match(WORD) ?? [];
}

/** In scripts without word boundaries, each letter counts as one word. */
const WORD =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;

function shareOf(words: readonly string[], text: string): number {
	const there = new Set((text.match(WORD) ?? []).map((word) => word.toLowerCase()));
	return words.filter((word) => there.has(word.toLowerCase())).length / Math.max(1, words.length);
}

function returnsIn(view: PageView): string | undefined {
	return isAbout(view, ["returns"]) && mainWords(view).length >= 30 ? view.title || view.url : undefined;
}

/** A user's task: finds a page about the words that contains each expected text. */
export function ownTask({ find: words, expect = [] }: OwnTask): TaskRun {
	const seek = seekWords(words);
	return async (walk, means) => {
		const says = ({ text }: PageView) =>
			seek.within(text) && expect.every((each) => text.toLowerCase().includes(each.toLowerCase()));
		const found = await walk.reach(seek, (view) => (says(view) ? view.url : undefined));
		if (found !== undefined) {
			await walk.note(seek, "read", found);
			return done(`An agent finds “${words}” at ${found}.`);
		}
		if (seek.within(walk.view.text)) throw await walk.blocked(seek, "not-in-text", undefined, walk.view.url);
		return absent(walk, seek, `page about “${words}”`, { ...means, expected: true });
	};
}

export const RUNS: Readonly<Record<TaskId, TaskRun>> = {
	"find-contact": find(
		"a way to reach the owner",
		["contact", "about"],
		(view) => contactIn(view) ?? contactFormIn(view),
	),
	"find-hours": find("opening hours", ["hours", "contact", "about"], hoursIn),
	"find-price": findPrice,
	"find-returns": find("the return policy", ["returns"], returnsIn),
	read,
	contact,
	buy,
	book,
	"sign-up": signUp,
	search,
};
