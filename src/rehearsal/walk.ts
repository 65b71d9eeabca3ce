import { hash } from "node:crypto";
import { foldedName } from "#core/folded-name.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import type { Candidate, Step, TaskJourney } from "#core/rehearsal.ts";
import { clipped } from "#core/wording.ts";
import { telephoneIn } from "#evidence/html/content/customer-facts.ts";
import type { PageView, ViewNode } from "#evidence/page-view.ts";
import { BARRIERS, type BarrierId } from "./barriers.ts";
import type { Obstructed, Pressed, Session } from "./session.ts";
import { fitOf, type Intent, pathSays, textSays, wordsIn } from "./vocabulary.ts";

/** What an agent looks for, by name or address. */
export interface Seek {
	/** Completes “Looks for …”: “a link to …”. */
	readonly says: string;
	readonly fit: (name: string) => number;
	readonly path: (path: string) => boolean;
	/** Matches only the target itself, not other pages that may contain it. */
	readonly itself: Pick<Seek, "fit" | "path">;
	/** Matches anywhere in a text of any length. */
	readonly within: (text: string) => boolean;
}

export function seekFor(says: string, ...intents: readonly Intent[]): Seek {
	// Earlier intents score higher.
	const fit = (name: string) =>
		Math.max(0, ...intents.map((intent, order) => fitOf(name, intent) * 10 - (fitOf(name, intent) > 0 ? order : 0)));
	const path = (path: string) => intents.some((intent) => pathSays(path, intent));
	return {
		says,
		fit,
		path,
		itself: { fit, path },
		within: (text) => intents.some((intent) => textSays(text, intent)),
	};
}

/** For a target that pages of other kinds may contain, such as opening hours on a contact page. */
export function seekAnyOf(says: string, [first, ...others]: readonly [Intent, ...Intent[]]): Seek {
	return { ...seekFor(says, first, ...others), itself: seekFor(says, first).itself };
}

/** Words that the user entered. */
export function seekWords(words: string): Seek {
	const wanted = foldedName(words).split(" ");
	const holds = (text: string) => {
		const padded = ` ${foldedName(text)} `;
		return wanted.filter((word) => padded.includes(` ${word} `)).length / wanted.length;
	};
	const fit = (name: string) =>
		name.length > 120 ? 0 : holds(name) === 1 ? 30 : holds(name) >= 0.5 && wanted.length > 1 ? 20 : 0;
	const path = (path: string) => holds(path.replace(/[-_/+.]+/g, " ")) === 1;
	return {
		says: `“${words}”`,
		fit,
		path,
		itself: { fit, path },
		within: (text) => holds(text) === 1,
	};
}

const ACTS: ReadonlySet<string> = new Set("link button tab menuitem".split(" "));
const MAX_STEPS = 12;
const SHOWN = 5;
/** Maximum characters of a name or address in a sentence. */
export const MOST_SAID = 400;
/** Scrolls to the end of one page, in search of more. */
const MAX_SCROLLS = 3;
/** Waits per page that lacks the target. */
const MAX_WAITS = 3;

type Stop = NonNullable<TaskJourney["stop"]>;

/** Ends a task. */
export class Blocked extends Error {
	readonly stop: Stop;

	constructor(stop: Stop) {
		super(stop.says);
		this.stop = stop;
	}
}

/** The subject of a step. */
type Named = Pick<ViewNode, "key" | "role" | "name" | "attributes">;

export interface Ranked {
	readonly node: ViewNode;
	readonly points: number;
	readonly why: string;
}

/** One task on one site: every step looks, decides, acts and is recorded. */
export class Walk {
	readonly session: Session;
	readonly steps: Step[] = [];
	readonly pictures = new Map<string, Uint8Array>();
	view: PageView;
	home: string;
	/** Host of another party that the site sends visitors to, if only it has the target. */
	elsewhere: string | undefined;
	readonly #domain: string;
	readonly #visited = new Set<string>();
	#grew = false;

	/** @param domain the site includes its subdomains */
	constructor(session: Session, home: string, domain: string) {
		this.session = session;
		this.home = home;
		this.#domain = domain;
		this.view = { url: home, title: "", lang: "", nodes: [], text: "", frames: [], captchas: [], cut: false };
	}

	/** Opens the home page. @throws Obstructed */
	async begin(): Promise<void> {
		this.view = await this.session.open(this.home);
		this.home = this.view.url;
		this.#visited.add(addressOf(this.home));
	}

	/** The task ended before the agent could act. */
	halted(obstacle: Obstructed["obstacle"], detail: string): Promise<Blocked> {
		const barrier = obstacle === "elsewhere" ? "sent-away" : obstacle;
		return this.blocked(seekFor("the page"), barrier, undefined, detail);
	}

	/** Controls that may lead to the target, best first; ties in page order. */
	rank(seek: Seek, roles: ReadonlySet<string> = ACTS): readonly Ranked[] {
		const usable = this.view.nodes.filter(
			(node) => roles.has(node.role) && !node.hidden && node.name !== "" && this.#isNew(node),
		);
		const ranked = usable.flatMap((node): Ranked[] => {
			const fit = seek.fit(node.name);
			const byPath = saysByPath(seek, node);
			if (fit === 0 && !byPath) return [];
			const why = fit === 0 ? "its address says so" : byPath ? "its name and address say so" : "its name says so";
			return [{ node, points: fit * 10 + (byPath ? 50 : 0) + placeOf(node) - (node.disabled ? 5 : 0), why }];
		});
		return ranked.toSorted((a, b) => b.points - a.points);
	}

	/** Leads to an unvisited page of the site, or to no page (such as "#") and was not pressed on this page yet. */
	#isNew(node: ViewNode): boolean {
		const { url, attributes } = node;
		if (url !== undefined && !/^(?:https?|javascript):/.test(url)) return false;
		if (url === undefined || isFragment(attributes.href)) return !this.#visited.has(this.#pressOf(node));
		return !this.#visited.has(addressOf(url)) && this.#isOwn(url);
	}

	/** Identifies a control on a page. */
	#pressOf({ role, name, attributes }: ViewNode): string {
		return `${addressOf(this.view.url)} ${role} ${attributes.href ?? ""} ${name}`;
	}

	#isOwn(url: string): boolean {
		return !isPage(url) || isWithin(new URL(url).hostname, this.#domain);
	}

	/**
	 * Follows controls until `arrived` returns a result or none leads further.
	 * @returns that result; undefined if nothing leads there and nothing blocks the way
	 * @throws Blocked by a barrier
	 */
	async reach<T>(
		seek: Seek,
		arrived: (view: PageView) => T | undefined,
		options: { readonly hops?: number } = {},
	): Promise<T | undefined> {
		const { hops = 6 } = options;
		/** The first control that failed; it becomes the barrier if no other leads to the target. */
		let failed: Blocked | undefined;
		for (let hop = 0; hop < hops; hop++) {
			const [best] = await this.#waitFor(seek, arrived);
			const found = arrived(this.view);
			if (found !== undefined) return found;
			if (best) {
				const failure = await failureOf(this.act(seek, best.node));
				if (seek.itself.fit(best.node.name) > 0 || saysByPath(seek.itself, best.node)) failed ??= failure;
			} else if (hop === hops - 1 || !(await this.#openMenu(seek))) break;
		}
		const found = arrived(this.view);
		if (found === undefined && failed) throw failed;
		if (found === undefined) await this.explain(seek);
		return found;
	}

	/** Waits until a control fits or the target has arrived. @throws Blocked if the page grows without end */
	async #waitFor<T>(seek: Seek, arrived: (view: PageView) => T | undefined): Promise<readonly Ranked[]> {
		for (let tries = 0, grew = 0; ; tries++) {
			const ranked = this.rank(seek);
			if (ranked.length > 0 || arrived(this.view) !== undefined || tries === MAX_SCROLLS) return ranked;
			if (!(await this.#comesMore())) return ranked;
			if (this.#grew && ++grew === MAX_SCROLLS)
				throw await this.blocked(seek, "endless", undefined, "it grows each time its end is reached.");
		}
	}

	async #openMenu(seek: Seek): Promise<boolean> {
		this.elsewhere ??= this.#elsewhere(seek);
		const menu = this.rank(MENU).find(({ node }) => !leadsWithin(node));
		if (!menu) return false;
		await failureOf(this.act({ ...MENU, says: `a way to ${seek.says}` }, menu.node, { idle: true }));
		return true;
	}

	/** Scrolls to the end and waits. @returns whether the number of nodes changed */
	async #comesMore(): Promise<boolean> {
		const before = this.view.nodes.length;
		const page = `waited ${this.view.url} ${before}`;
		if (this.#visited.has(page)) return false;
		this.#visited.add(page);
		for (let waits = 0; waits < MAX_WAITS; waits++) {
			this.#grew = await this.session.scroll();
			this.view = await this.session.look();
			if (this.#grew || this.view.nodes.length !== before) return true;
		}
		return false;
	}

	/** Scrolls to the end of the page, for content that appears only there. */
	async scroll(): Promise<void> {
		await this.#comesMore();
	}

	#elsewhere(seek: Seek): string | undefined {
		const leads = ({ role, hidden, url, name }: ViewNode) =>
			role === "link" && !hidden && url !== undefined && !this.#isOwn(url) && seek.itself.fit(name) > 0;
		const url = this.view.nodes.find(leads)?.url;
		return url === undefined ? undefined : new URL(url).hostname;
	}

	/** Presses the chosen control. With `idle` it may have no effect; `enter` presses the key in a field. */
	async act(
		seek: Seek,
		node: ViewNode,
		{ idle = false, enter = false }: { readonly idle?: boolean; readonly enter?: boolean } = {},
	): Promise<{ readonly held?: string | undefined }> {
		if (this.steps.length >= MAX_STEPS) throw await this.blocked(seek, "not-found", node, this.view.url);
		const candidates = this.rank(seek, new Set([...ACTS, node.role]));
		await this.#record(seek, candidates.map(candidateOf), node.url === undefined ? "pressed" : "opened", node);
		const leads = node.url !== undefined && !isFragment(node.attributes.href);
		this.#visited.add(leads ? addressOf(node.url ?? "") : this.#pressOf(node));
		const from = this.view;
		let pressed = enter ? await this.session.enter(node) : await this.session.press(node);
		if (pressed.obstructed && ((await this.clears(pressed.obstructed)) || (await this.#isRedrawn(node, pressed)))) {
			const again = sameNode(this.view, node);
			if (again) pressed = await this.session.press(again);
		}
		const { obstructed } = pressed;
		if (obstructed) throw await this.blockedBy(seek, node, obstructed);
		this.view = pressed.view;
		if (!pressed.changed && !idle) throw await this.blocked(seek, "no-effect", node);
		if (addressOf(this.view.url) !== addressOf(from.url)) this.#visited.add(addressOf(this.view.url));
		return { held: pressed.held };
	}

	/** Whether scripts have replaced the element. */
	async #isRedrawn(node: ViewNode, { obstructed }: Pressed): Promise<boolean> {
		if (obstructed?.obstacle !== "invisible") return false;
		this.view = await this.session.look();
		return !this.view.nodes.some(({ key, role }) => key === node.key && role === node.role);
	}

	/** Reads the page again. @throws Blocked if it navigated by itself */
	async refresh(seek: Seek): Promise<void> {
		const before = this.view.url;
		this.view = await this.session.look();
		if (addressOf(this.view.url) !== addressOf(before))
			throw await this.blocked(seek, "sent-away", undefined, this.view.url);
	}

	/** Records a look at the page, without an action. */
	async note(
		seek: Seek,
		did: Step["did"],
		on: string,
		node?: ViewNode,
		candidates: readonly Candidate[] = [],
	): Promise<void> {
		await this.#record(seek, candidates, did, node, on);
	}

	async #record(
		seek: Seek,
		candidates: readonly Candidate[],
		did: Step["did"],
		node?: Named,
		on?: string,
	): Promise<void> {
		const picture = await this.session.picture();
		const digest = picture && hash("sha256", picture);
		if (digest && picture) this.pictures.set(digest, picture);
		this.steps.push({
			page: this.view.url,
			seeks: seek.says,
			candidates: candidates.slice(0, SHOWN).map(({ role, name, why, points }) => ({ role, name, why, points })),
			did,
			on: clipped(on ?? (node ? spokenOf(node.role, node.name) : ""), MOST_SAID),
			excerpt: node ? excerptAround(this.view, node) : [],
			picture: digest,
		});
	}

	/** Turns the obstacle to pressing or filling in a control into a barrier. */
	async blockedBy(seek: Seek, node: ViewNode, { obstacle, detail }: Obstructed): Promise<Blocked> {
		if (obstacle === "covered") {
			const isMessage =
				this.view.nodes.some(({ dialog }) => dialog !== undefined) ||
				/dialog|modal|overlay|consent|cookie|popup/i.test(detail);
			const asks = this.view.nodes.some(({ attributes, hidden }) => attributes.type === "password" && !hidden);
			if (isMessage && asks) return this.blocked(seek, "login", node, this.view.url);
			return this.blocked(seek, isMessage ? "consent-wall" : "covered", node, detail);
		}
		const barrier = obstacle === "elsewhere" ? "unreachable" : obstacle;
		return this.blocked(seek, barrier, node, detail);
	}

	/** Dismisses an overlay: refuses, closes, or as a last resort accepts. @returns whether it did */
	async clears({ obstacle }: Obstructed): Promise<boolean> {
		if (obstacle !== "covered") return false;
		this.view = await this.session.look();
		for (const intent of ["reject", "close", "accept"] as const) {
			const seek = seekFor("a button that closes the message", intent);
			const inDialog = this.rank(seek).filter(({ node }) => node.role !== "link" && node.dialog !== undefined);
			const [best] = inDialog.length > 0 ? inDialog : this.rank(seek).filter(({ node }) => node.role !== "link");
			if (!best) continue;
			await this.#record(seek, [candidateOf(best)], "closed", best.node);
			const { obstructed, view } = await this.session.press(best.node);
			if (obstructed) continue;
			this.view = view;
			return true;
		}
		return false;
	}

	/** Throws the barrier on the way to `seek`, if there is one. @throws Blocked */
	async explain(seek: Seek, within?: (node: ViewNode) => boolean): Promise<void> {
		const { nodes } = this.view;
		if (!nodes.some(({ hidden }) => !hidden)) throw await this.blocked(seek, "blank", undefined, this.view.url);
		// Links to other hosts, such as social icons, do not lead to the target.
		const here = nodes.filter(({ url }) => url === undefined || this.#isOwn(url));
		const of = within ? here.filter(within) : here;
		const isAct = ({ role }: ViewNode) => ACTS.has(role);
		const usable = nodes.filter((node) => isAct(node) && !node.hidden && node.name !== "");
		// A redundant control, such as a phone menu's, blocks nobody.
		const isSpare = ({ name, url }: ViewNode) =>
			usable.some((node) => (name !== "" && node.name === name) || (url !== undefined && node.url === url));
		if (this.view.captchas.length > 0 && nodes.filter(isAct).length < 3)
			throw await this.blocked(seek, "captcha", undefined, this.view.url);
		const hidden = of.find((node) => node.hidden && isAct(node) && seek.fit(node.name) > 0 && !isSpare(node));
		if (hidden) {
			throw await this.blocked(seek, hidden.hidden === "aria" ? "hidden-from-agents" : "shown-on-hover", hidden);
		}
		const nameless = of.find((node) => {
			if (!isAct(node) || node.hidden || node.name !== "" || isSpare(node)) return false;
			const { id = "", class: classes = "", name = "" } = node.attributes;
			return saysByPath(seek, node) || seek.within(wordsIn(`${id} ${classes} ${name}`));
		});
		if (nameless) throw await this.blocked(seek, "no-name", nameless);
		const acts = of.filter((node) => isAct(node) && !node.hidden);
		if (acts[0] && acts.every(({ name }) => name === "")) throw await this.blocked(seek, "no-name", acts[0]);
		const plain = of.find(
			(node) => node.role === "text" && !node.hidden && node.clickable && seek.fit(node.name) > 0 && !isSpare(node),
		);
		if (plain) throw await this.blocked(seek, "no-role", plain);
		const password = nodes.find(({ attributes }) => attributes.type === "password");
		if (password && nodes.filter(isAct).length < 15 && this.view.url !== this.home)
			throw await this.blocked(seek, "login", undefined, this.view.url);
	}

	async blocked(seek: Seek, barrier: BarrierId, node?: Named, detail = ""): Promise<Blocked> {
		await this.#record(
			seek,
			node ? [candidateOf({ node, points: 0, why: "it stands in the way" })] : this.rank(seek).map(candidateOf),
			"nothing",
			node,
		);
		const { says, fix, check } = BARRIERS[barrier];
		const name = node?.name || node?.attributes.placeholder || node?.attributes.name || "";
		const said = says
			.replaceAll("“{name}”", () => (name === "" ? "It" : `“${name}”`))
			.replaceAll("{role}", () => node?.role ?? "control")
			.replaceAll("{detail}", () => clipped(detail || this.view.url, MOST_SAID));
		return new Blocked({
			barrier,
			says: said,
			fix,
			check,
			step: this.steps.length,
			page: this.view.url,
			role: node?.role ?? "",
			name,
		});
	}
}

async function failureOf(act: Promise<unknown>): Promise<Blocked | undefined> {
	try {
		await act;
		return undefined;
	} catch (error) {
		if (error instanceof Blocked) return error;
		throw error;
	}
}

const MENU = seekFor("a menu", "more");

function candidateOf({
	node: { role, name },
	points,
	why,
}: Omit<Ranked, "node"> & { readonly node: Named }): Candidate {
	return { role, name, why, points };
}

function addressOf(url: string): string {
	return url.replace(/#.*$/, "").replace(/\/(?:index\.html?)?$/, "");
}

function saysByPath(seek: Pick<Seek, "path">, { url, attributes }: ViewNode): boolean {
	return url !== undefined && isPage(url) && !isFragment(attributes.href) && seek.path(new URL(url).pathname);
}

/** Navigation is the most likely way to the target. */
function placeOf({ inside }: ViewNode): number {
	if (inside.includes("navigation") || inside.includes("banner")) return 3;
	return inside.includes("contentinfo") ? 1 : 0;
}

function isFragment(href: string | undefined): boolean {
	return href?.trim().startsWith("#") === true;
}

/** Such as a skip link. */
function leadsWithin({ attributes: { href = "" } }: ViewNode): boolean {
	return isFragment(href) && href.trim().length > 1;
}

export function isPage(url: string): boolean {
	return /^https?:/.test(url) && URL.canParse(url);
}

/** The page may have rerendered the node. */
function sameNode({ nodes }: PageView, { key, role, name }: ViewNode): ViewNode | undefined {
	return (
		nodes.find((node) => node.key === key && node.role === role) ??
		nodes.find((node) => node.role === role && node.name === name)
	);
}

function spokenOf(role: string, name: string): string {
	return name === "" ? role : `${role} “${name}”`;
}

const EXCERPT = 7;

function excerptAround({ nodes }: PageView, node: Named): string[] {
	const at = nodes.findIndex(({ key, role }) => key === node.key && role === node.role);
	if (at < 0) return [];
	const spoken = nodes.filter(({ hidden }, index) => !hidden || index === at);
	const place = spoken.findIndex(({ key, role }) => key === node.key && role === node.role);
	const from = Math.max(0, place - Math.floor(EXCERPT / 2));
	return spoken
		.slice(from, from + EXCERPT)
		.map(({ role, name }) => (role === "text" ? name.slice(0, 80) : spokenOf(role, name.slice(0, 80))));
}

/** Contact details, as an agent would read them to its user. */
export function contactIn({ nodes, text }: PageView): string | undefined {
	const direct = nodes.find(
		({ url, hidden }) =>
			!hidden &&
			url !== undefined &&
			/^(?:mailto:[^?]+@|tel:\D*\d|https:\/\/(?:wa\.me|api\.whatsapp\.com)\/)/i.test(url),
	);
	if (direct) return direct.url?.replace(/\?.*$/, "");
	const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
	return mail ?? telephoneIn(text) ?? undefined;
}
