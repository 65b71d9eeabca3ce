import { change, FAULTS, type Fault, here, type Place, placesIn } from "./faults.ts";
import { Draw, escaped, type PlannedPage, type PlannedSite, sourceOf } from "./site.ts";

type Edit = (source: string) => string;
/** What is done to pages, by their number. */
type Edits = readonly (readonly [page: number, edit: Edit])[];

/** A fault that only several pages show together. */
interface SiteFault {
	readonly name: string;
	/** Sites that it may stand on; all, unless it is given. */
	isOn?(site: PlannedSite): boolean;
	/** Pages that it may stand on; all, unless it is given. */
	fits?(one: PlannedPage, other: PlannedPage): boolean;
	/** Left out of the sitemap. */
	readonly isUnlisted?: true;
	/** @param one and `other` are guides in one language, of different text and parents */
	plant(one: PlannedPage, other: PlannedPage, site: PlannedSite): Edits;
}

const TITLE = /^<title>.*/m;
const DESCRIPTION = /^<meta name="description".*/m;
const CANONICAL = /^<link rel="canonical".*/m;

/** Both pages get the first one's words, and neither is right. */
const shared = (check: string, part: RegExp) => (one: PlannedPage, other: PlannedPage, site: PlannedSite) => {
	const words = `${here(check)}${part.exec(sourceOf(site, one))?.[0]}`;
	return [one, other].map(({ number }) => [number, (source: string) => change(source, part, words)] as const);
};

/** The link by which the page before it leads to this one. */
const markLink = (check: string, { address, parent }: PlannedPage): readonly [number, Edit] => {
	const link = `<a href="${escaped(address)}"`;
	return [parent, (source) => change(source, link, `${here(check)}${link}`)];
};

const replaced = ({ number }: PlannedPage, part: string | RegExp, into: string): readonly [number, Edit] => [
	number,
	(source) => change(source, part, into),
];

const SITE_FAULTS: readonly SiteFault[] = [
	{ name: "one title of two pages", plant: shared("distinct-titles", TITLE) },
	{ name: "one description of two pages", plant: shared("distinct-descriptions", DESCRIPTION) },
	{
		name: "one text of two pages",
		// The names of other links would be a large part of the text; a Chinese one is shorter than what is compared.
		fits: (one, other) => one.links.length + other.links.length === 0 && one.language !== "zh",
		plant(one, other, site) {
			const text = /<main>.*<\/main>/s;
			const [words = ""] = text.exec(sourceOf(site, one)) ?? [];
			const mark = (page: PlannedPage) => replaced(page, "<title>", `${here("near-duplicate")}<title>`);
			return [replaced(other, text, words), mark(one), mark(other)];
		},
	},
	{
		// The link that leads there, and og:url, which still names the page itself, disagree with the canonical link.
		name: "an inner page that names the home page",
		plant(one, _, site) {
			const home = `<link rel="canonical" href="${escaped(site.pages[0]?.address ?? "")}">`;
			return [
				replaced(one, CANONICAL, `${here("canonical-targets")}${here("og-canonical")}${home}`),
				replaced(one, /^(?=<meta property="og:url")/m, here("og-canonical")),
				markLink("link-targets", one),
			];
		},
	},
	{
		name: "a link to nothing",
		plant: (one, _, { base }) => [
			replaced(one, "<ul>", `${here("internal-links")}<a href="${base}gone">x y</a>\n<ul>`),
		],
	},
	{
		name: "a link to a folder without its slash",
		isOn: ({ style }) => style === "folders",
		plant: (one, { address }) => [
			replaced(one, "<ul>", `x ${here("link-targets")}<a href="${escaped(address.slice(0, -1))}">x y</a>\n<ul>`),
		],
	},
	{
		name: "a page that no other links to",
		plant: (one) => [
			replaced(one, "<html", `${here("internal-reach")}<html`),
			[one.parent, (source) => change(source, new RegExp(`<li><a href="[^"]*">[^<]* ${one.number}</a></li>\n`), "")],
		],
	},
	{
		name: "a version in another language that does not name this one",
		plant: (one, other) => [
			replaced(
				one,
				"</head>",
				`<link rel="alternate" hreflang="${one.language}" href="${escaped(one.address)}">\n${here("hreflang-return")}<link rel="alternate" hreflang="x-default" href="${escaped(other.address)}">\n</head>`,
			),
		],
	},
	{
		name: "a page that the sitemap leaves out",
		isUnlisted: true,
		isOn: ({ sitemap }) => sitemap !== "none",
		plant: (one) => [replaced(one, "<html", `${here("sitemap-coverage")}<html`)],
	},
	{
		// The sitemap asks for it to be indexed; a page is judged by the first entries alone.
		name: "a listed page that says noindex",
		isOn: ({ sitemap }) => sitemap !== "none",
		fits: ({ number }) => number < SITEMAP_KEPT,
		plant: (one) => [
			replaced(one, "</head>", `${here("noindex")}<meta name="robots" content="noindex">\n</head>`),
			markLink("noindex-links", one),
		],
	},
];

/** Entries of a sitemap that are known where a page is judged by itself. */
const SITEMAP_KEPT = 50;
/** One page of so many has faults of its own, up to three. */
const ONE_OF = 3;
const FAULTS_MAX = 3;
/** Pages of one template, and their share, that make a norm. */
const NORM_PAGES = 10;
const NORM_SHARE = 0.9;

/** A planned site with faults. */
export class DamagedSite {
	readonly site: PlannedSite;
	readonly #faults = new Map<number, readonly Fault[]>();
	readonly #edits = new Map<number, Edit[]>();
	readonly #unlisted = new Set<number>();
	/** Template and trait that most of its pages have. */
	readonly #norms: ReadonlySet<string>;

	constructor(site: PlannedSite) {
		this.site = site;
		// The home page stays as it is: its faults decide what is looked at on all others.
		for (const page of site.pages.slice(1)) if (!page.isReserved) this.#faults.set(page.number, faultsOf(site, page));
		this.#plantTogether();
		this.#norms = this.#findNorms();
	}

	/** Those that the sitemap lists. */
	get listed(): readonly string[] {
		return this.site.pages.flatMap(({ number, address }) => (this.#unlisted.has(number) ? [] : [address]));
	}

	/** What is written, and where faults are to be found in it. */
	read(page: PlannedPage): { readonly source: string; readonly places: readonly Place[] } {
		const draw = new Draw(this.site.seed * 104_729 + page.number);
		let source = sourceOf(this.site, page);
		for (const edit of this.#edits.get(page.number) ?? []) source = edit(source);
		const faults = this.#faults.get(page.number) ?? [];
		for (const fault of faults) source = fault.plant(source, draw);
		// It differs from the other pages of its template too, which is told at its title, or its first element.
		if (faults.some(({ breaks }) => breaks !== undefined && this.#norms.has(`${page.folder} ${breaks}`)))
			source = source.replace(source.includes("<title>") ? /(?=<title>)/ : /(?=<html)/, () => here("site-norm"));
		return placesIn(source);
	}

	#plantTogether(): void {
		const draw = new Draw(this.site.seed * 15_485_863);
		const faults = SITE_FAULTS.filter((fault) => fault.isOn?.(this.site) !== false);
		const languages = Map.groupBy(
			this.site.pages.filter(({ isReserved }) => isReserved),
			({ language }) => language,
		);
		for (const pages of languages.values()) {
			for (let at = 0; at + 1 < pages.length; at += 2) {
				const [one, other] = pages.slice(at, at + 2) as [PlannedPage, PlannedPage];
				const fault = draw.among(faults.filter((each) => each.fits?.(one, other) !== false));
				if (fault.isUnlisted) this.#unlisted.add(one.number);
				for (const [number, edit] of fault.plant(one, other, this.site))
					this.#edits.set(number, [...(this.#edits.get(number) ?? []), edit]);
			}
		}
	}

	#findNorms(): ReadonlySet<string> {
		const norms = new Set<string>();
		for (const [folder, pages] of Map.groupBy(this.site.pages.slice(1), (page) => page.folder)) {
			const isNorm = (count: number) => pages.length >= NORM_PAGES && count >= pages.length * NORM_SHARE;
			const sound = (what: Fault["breaks"]) =>
				pages.filter(({ number }) => !this.#faults.get(number)?.some(({ breaks }) => breaks === what));
			if (isNorm(sound("main part").length)) norms.add(`${folder} main part`);
			const languages = Map.groupBy(sound("language"), ({ language }) => language);
			if ([...languages.values()].some(({ length }) => isNorm(length))) norms.add(`${folder} language`);
		}
		return norms;
	}
}

function faultsOf(site: PlannedSite, page: PlannedPage): readonly Fault[] {
	const draw = new Draw(site.seed * 7_919 + page.number);
	if (draw.below(ONE_OF) > 0) return [];
	const planted = new Map<string, Fault>();
	for (const fault of draw.some(FAULTS, 1 + draw.below(FAULTS_MAX))) {
		const group = fault.group ?? fault.name;
		if (planted.has(group) || fault.isOn?.(page) === false || (fault.isAlone && planted.size > 0)) continue;
		planted.set(group, fault);
		if (fault.isAlone) break;
	}
	return [...planted.values()];
}
