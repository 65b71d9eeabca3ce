import type { Preset } from "#core/preset.ts";
import type { Evidence } from "#evidence/evidence-map.ts";

export interface DetectedPreset {
	readonly key: Preset;
	/** The reason, for the reader. */
	readonly says: string;
}

/** Kinds of site by the schema.org types that their home pages declare; the first row that matches decides. */
const BY_TYPE: readonly (readonly [Preset, readonly string[]])[] = [
	["ecommerce", ["OnlineStore", "Product", "ProductGroup", "OfferCatalog"]],
	["publisher", ["NewsMediaOrganization", "NewsArticle", "Newspaper", "Blog", "Periodical"]],
	["docs", ["TechArticle", "APIReference"]],
	["saas", ["SoftwareApplication", "WebApplication", "MobileApplication", "WebAPI"]],
	[
		"professional-services",
		["ProfessionalService", "LegalService", "Attorney", "AccountingService", "FinancialService"],
	],
	[
		"local-business",
		[
			"LocalBusiness",
			"AutoBodyShop",
			"AutoRepair",
			"Bakery",
			"BarOrPub",
			"CafeOrCoffeeShop",
			"Dentist",
			"Electrician",
			"HairSalon",
			"HealthAndBeautyBusiness",
			"HomeAndConstructionBusiness",
			"Hotel",
			"LodgingBusiness",
			"MedicalBusiness",
			"Physician",
			"Plumber",
			"Restaurant",
			"Store",
		],
	],
];

/** Says what kind of site this is, from what the site itself declares. `asked` (the watchlist) wins. */
export function detectPreset(evidence: Evidence, host: string, asked: Preset | null): DetectedPreset {
	if (asked) return { key: asked, says: "Set by the owner of the watchlist." };
	const types = declaredTypes(evidence);
	for (const [key, telling] of BY_TYPE) {
		const found = telling.find((type) => types.has(type));
		if (found) return { key, says: `The home page declares the schema.org type ${found}.` };
	}
	if (/^(docs|developer|developers|api)\./.test(host)) {
		return { key: "docs", says: `The host name begins with "${host.split(".")[0]}".` };
	}
	return { key: "general", says: "Nothing on the home page declares a more particular kind of site." };
}

function declaredTypes(evidence: Evidence): Set<string> {
	const { home } = evidence;
	if (home.state !== "found") return new Set();
	return new Set(home.value.digest.jsonLd.nodes.flatMap((node) => node.types));
}
