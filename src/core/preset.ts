/** Kinds of site. A preset decides which checks apply and whom a site is compared with; never a weight. */

export const PRESETS = [
	"general",
	"saas",
	"ecommerce",
	"publisher",
	"local-business",
	"docs",
	"professional-services",
] as const;
export type Preset = (typeof PRESETS)[number];

export const PRESET_LABELS: Readonly<Record<Preset, string>> = {
	general: "General website",
	saas: "Software as a service",
	ecommerce: "Online shop",
	publisher: "Publisher",
	"local-business": "Local business",
	docs: "Documentation",
	"professional-services": "Professional services",
};

export const AUDIT_MODES = ["light", "deep"] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];

/** Pages of a deep audit, the home page among them: the default, and the most. */
export const DEEP_PAGES = 25;
export const MAX_PAGES = 500;

/** Where the evidence came from: the public network, or a folder with a built static site. */
export const SOURCES = ["network", "folder"] as const;
export type SourceKind = (typeof SOURCES)[number];
