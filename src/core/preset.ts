/** Kinds of site. The preset decides which checks apply and which sites it is compared with, but never a weight. */

export const PRESET_LABELS = {
	general: "General website",
	saas: "Software as a service",
	ecommerce: "Online shop",
	publisher: "Publisher",
	"local-business": "Local business",
	docs: "Documentation",
	"professional-services": "Professional services",
} as const;
export type Preset = keyof typeof PRESET_LABELS;
export const PRESETS = Object.keys(PRESET_LABELS) as Preset[];

/** Path segments of links to a basket. */
export const BASKET_PATHS: ReadonlySet<string> = new Set(
	"cart basket checkout warenkorb kasse panier carrito cesta carrello carrinho winkelwagen winkelmand sepet koszyk".split(
		" ",
	),
);

export const AUDIT_MODES = ["light", "deep"] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];

/** Pages of a deep audit, including the home page: the default, and the maximum, which is what `all` means. */
export const DEEP_PAGES = 25;
export const MAX_PAGES = 50_000;
/** For deep audits that an owner requests from a server. */
export const OWNERS_PAGES = 1_000;
/** Requests a second. */
export const MAX_RATE = 100;

export const SOURCES = ["network", "folder"] as const;
export type SourceKind = (typeof SOURCES)[number];
