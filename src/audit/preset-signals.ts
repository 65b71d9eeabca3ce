import { isKindOf, isLocalBusinessType } from "#checks/shared/organization-types.ts";
import type { Preset } from "#core/preset.ts";
import * as seen from "./preset-seen.ts";
import * as called from "./preset-words.ts";

const { declares, either, generatedBy, hostBegins, linksTo, mostPaths, oneOf, pathsOf, tagged } = seen;

/**
 * One thing on the home page that tells a kind of site. What has THRESHOLD points decides alone; of the weaker ones it
 * takes several, so that a single link to prices makes no software.
 */
export interface PresetSignal {
	readonly preset: Exclude<Preset, "general">;
	readonly points: 1 | 2 | 3 | 4 | 5;
	readonly seen: seen.Seen;
}

/** Points at which a kind of site is told. */
export const THRESHOLD = 4;

/** Kinds of business that people consult; ProfessionalService itself is used for every trade, and tells little. */
const PROFESSIONS = ["LegalService", "AccountingService", "InsuranceAgency", "EmploymentAgency", "RealEstateAgent"];
const isProfession = (type: string) =>
	type === "FinancialService" || PROFESSIONS.some((profession) => isKindOf(type, profession));
const isTrade = (type: string) => isLocalBusinessType(type) && !isProfession(type) && type !== "ProfessionalService";
/** From so many on, they are entries of a directory. */
const DIRECTORY = 4;
const LIBRARIES =
	"docusaurus|mkdocs|sphinx|vitepress|vuepress|starlight|mdbook|antora|gitbook|docsify|doxygen|rustdoc|mintlify|nextra|read the docs|zensical|jupyter book|javadoc";

export const PRESET_SIGNALS: readonly PresetSignal[] = [
	{ preset: "ecommerce", points: 5, seen: declares(oneOf("OnlineStore OnlineMarketplace")) },
	{ preset: "ecommerce", points: 3, seen: declares(oneOf("Product ProductGroup OfferCatalog")) },
	{ preset: "ecommerce", points: 3, seen: tagged("product", "product.group", "og:product") },
	{
		preset: "ecommerce",
		points: 4,
		seen: generatedBy("prestashop|shopify|magento|opencart|shopware|bigcommerce|nopcommerce"),
	},
	{ preset: "ecommerce", points: 2, seen: generatedBy("woocommerce|easy digital downloads") },
	{ preset: "ecommerce", points: 4, seen: hostBegins("shop store tienda boutique loja magaza negozio sklep") },
	{ preset: "ecommerce", points: 3, seen: either(seen.basketForm, linksTo("fills a basket", called.ADD_TO_BASKET)) },
	{
		preset: "ecommerce",
		points: 2,
		seen: either(linksTo("leads to a basket", called.BASKET), pathsOf("leads to a basket", called.BASKET_PATHS)),
	},
	{ preset: "ecommerce", points: 1, seen: linksTo("speaks of shipping", called.SHOPPING) },

	{
		preset: "saas",
		points: 5,
		seen: declares(oneOf("SoftwareApplication WebApplication MobileApplication WebAPI"), DIRECTORY),
	},
	{
		preset: "saas",
		points: 2,
		seen: either(linksTo("leads to prices", called.PRICING), pathsOf("leads to prices", called.PRICING_PATHS)),
	},
	{ preset: "saas", points: 2, seen: linksTo("offers to sign up", called.SIGN_UP) },
	{ preset: "saas", points: 1, seen: linksTo("offers to log in", called.LOG_IN) },
	{ preset: "saas", points: 1, seen: linksTo("offers a demonstration", called.DEMO) },
	{ preset: "saas", points: 1, seen: linksTo("names parts of a product", called.PRODUCT_PARTS, 2) },

	{ preset: "publisher", points: 5, seen: declares(oneOf("NewsMediaOrganization Newspaper Periodical")) },
	{ preset: "publisher", points: 4, seen: declares(oneOf("Blog NewsArticle ReportageNewsArticle LiveBlogPosting")) },
	{ preset: "publisher", points: 2, seen: declares(oneOf("BlogPosting Article")) },
	{ preset: "publisher", points: 3, seen: tagged("blog") },
	{ preset: "publisher", points: 4, seen: generatedBy("ghost|substack|blogger|typepad|bear blog|writefreely") },
	{ preset: "publisher", points: 4, seen: hostBegins("blog news magazine") },
	{ preset: "publisher", points: 3, seen: seen.datedLinks },
	{ preset: "publisher", points: 2, seen: seen.visibleDates },
	{ preset: "publisher", points: 2, seen: mostPaths("mostly leads to articles", called.LIST_PATHS, 5, 0.3) },
	{ preset: "publisher", points: 1, seen: seen.feed },

	{ preset: "docs", points: 4, seen: declares(oneOf("TechArticle APIReference")) },
	{ preset: "docs", points: 4, seen: hostBegins("docs doc developer developers api help wiki manual kb") },
	{ preset: "docs", points: 4, seen: generatedBy(LIBRARIES) },
	{ preset: "docs", points: 3, seen: mostPaths("mostly leads to manuals", called.DOC_PATHS, 8, 0.4) },
	{ preset: "docs", points: 2, seen: linksTo("leads to manuals", called.DOC_WORDS, 3) },
	{ preset: "docs", points: 2, seen: seen.versions },
	{ preset: "docs", points: 2, seen: linksTo("may be edited", called.EDIT_PAGE) },

	{
		preset: "local-business",
		points: 5,
		seen: declares(isTrade, DIRECTORY),
	},
	{ preset: "local-business", points: 4, seen: tagged("business.business", "restaurant.restaurant", "place") },
	{ preset: "local-business", points: 2, seen: declares(oneOf("ProfessionalService"), DIRECTORY) },
	{ preset: "local-business", points: 2, seen: seen.address },
	{ preset: "local-business", points: 2, seen: seen.map },
	{ preset: "local-business", points: 2, seen: linksTo("takes appointments", called.APPOINTMENT) },
	{ preset: "local-business", points: 1, seen: linksTo("tells when it is open", called.OPENING) },
	{ preset: "local-business", points: 1, seen: linksTo("makes estimates", called.QUOTE) },
	{ preset: "local-business", points: 1, seen: seen.calls },

	{ preset: "professional-services", points: 5, seen: declares(isProfession, DIRECTORY) },
	{ preset: "professional-services", points: 3, seen: declares(oneOf("ProfessionalService"), DIRECTORY) },
	{ preset: "professional-services", points: 3, seen: linksTo("names what it practises", called.PRACTICE) },
	{ preset: "professional-services", points: 2, seen: linksTo("offers to advise", called.CONSULTATION) },
	{ preset: "professional-services", points: 1, seen: linksTo("shows its cases", called.CASES) },
	{ preset: "professional-services", points: 1, seen: linksTo("leads to services", called.SERVICES) },
];
